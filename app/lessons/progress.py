"""What students have begun: a lesson goes on where it was left, also in another language, another
text size, or after a power cut."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.lessons.attempt import Attempt, resumed
from app.lessons.lesson import Lesson
from app.lessons.results_file import StudentResults, read_results
from app.system.folders import lessons_folder
from engines.contract.errors import InputError
from engines.keeping.private_files import PRIVATE, private_folder, write_whole

_OPEN = "open"
_RECENT = timedelta(minutes=10)

log = logging.getLogger(__name__)


def save_progress(attempt: Attempt) -> None:
    """Store an attempt, or forget one in which nothing is answered. A full disk stops no lesson."""
    path = _file(attempt.name)
    try:
        if not attempt.is_begun and not attempt.student:
            path.unlink(missing_ok=True)
            return
        private_folder(path.parent)
        write_whole(path, attempt.to_json(), PRIVATE)
    except OSError as error:
        log.warning("progress of a lesson not stored: %s", error)


def begun(name: str) -> StudentResults | None:
    """What is stored of a lesson, with the name of the student."""
    path = _file(name)
    if not path.exists():
        return None
    try:
        return read_results(path)
    except InputError as error:
        log.warning("progress of a lesson not read: %s", error)
        return None


def resume(name: str, lesson: Lesson) -> Attempt:
    """The attempt that is stored of a lesson, or a new one."""
    stored = begun(name)
    attempt = resumed(name, lesson, stored) if stored is not None else None
    return attempt or Attempt(name, lesson)


def note_open(path: Path | None) -> None:
    """Remember the file of the lesson in front; None when the list is."""
    with suppress(OSError):
        private_folder(_folder())
        write_whole(_folder() / _OPEN, str(path or ""), PRIVATE)


def last_open() -> Path | None:
    """The file of the lesson that was in front a few minutes ago, when the window went."""
    with suppress(OSError, ValueError):
        noted = _folder() / _OPEN
        age = datetime.now(UTC) - datetime.fromtimestamp(noted.stat().st_mtime, UTC)
        named = noted.read_text(encoding="utf-8")
        if named and age < _RECENT and Path(named).is_file():
            return Path(named)
    return None


def _folder() -> Path:
    return lessons_folder() / "progress"


def _file(name: str) -> Path:
    return _folder() / f"{name}.json"
