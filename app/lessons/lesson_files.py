"""The files of lessons: shipped ones and the user's own."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from app.lessons.lesson import Lesson
from app.lessons.lesson_reading import read_lesson
from app.system.folders import lessons_folder
from engines.contract.errors import CipherbenchError


@dataclass(frozen=True)
class LessonFile:
    """A file with its lesson, or with the error of reading it."""

    name: str
    path: Path
    lesson: Lesson | None
    error: CipherbenchError | None = None

    @property
    def language(self) -> str:
        """Language without country: `pt` of `flag.pt_BR.toml`; `en` where none is named."""
        return self.path.stem.partition(".")[2].partition("_")[0] or "en"

    @property
    def place(self) -> tuple[int, str]:
        """Sort key."""
        return (self.lesson.number if self.lesson else Lesson.number, self.name)


def lesson_files(language: str = "") -> list[LessonFile]:
    """All lessons, shipped ones first, each in `language` where it has a file `name.pt_BR.toml`."""
    with as_file(files("assets") / "lessons") as shipped:
        found = _in_folder(shipped, language)
    folder = lessons_folder()
    return found + (_in_folder(folder, language) if folder.is_dir() else [])


def lessons_in_all_languages() -> list[LessonFile]:
    with as_file(files("assets") / "lessons") as shipped:
        found = _all_in(shipped)
    return found + _all_in(lessons_folder())


def file_of(named: str) -> Path:
    """`named` as a path if that exists, else the file of that lesson: `flag` or `flag.pt_BR`."""
    there = (each.path for each in lessons_in_all_languages() if each.path.stem == named)
    return Path(named) if Path(named).exists() else next(there, Path(named))


def open_lesson(path: Path) -> LessonFile:
    name = path.name.partition(".")[0]
    try:
        return LessonFile(name, path, read_lesson(path))
    except CipherbenchError as error:
        return LessonFile(name, path, None, error)


def _all_in(folder: Path) -> list[LessonFile]:
    found = [open_lesson(path) for path in sorted(folder.glob("*.toml"))]
    return sorted(found, key=lambda each: (each.place, each.path.stem))


def _in_folder(folder: Path, language: str) -> list[LessonFile]:
    by_name: dict[str, dict[str, Path]] = {}
    for path in sorted(folder.glob("*.toml")):
        name, _, spoken = path.stem.partition(".")
        by_name.setdefault(name, {})[spoken] = path
    found = []
    for there in by_name.values():
        wanted = (language, language.partition("_")[0], "", *there)
        found.append(open_lesson(next(there[each] for each in wanted if each in there)))
    return sorted(found, key=lambda each: each.place)
