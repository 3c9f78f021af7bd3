"""What makes the program known to the user's desktop: a menu entry, icons, types of files, a manual
page. All of it lies in the user's own folder, and what was written is noted, so that nothing else
is ever removed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from platformdirs import user_data_path

from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.platform.private_files import write_atomically

APPLICATION = "cipherbench"
"""The name of the menu entry without its ending, by which a desktop knows the window."""

_RECORD = "cipherbench/desktop.json"
_SECONDS = 30.0
_UPDATES = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))
"""What reads a folder anew; desktops that need none of them have none."""
_MIME_FOLDER = "mime/application"
_MADE_BY_UPDATES = (
    *("mimeinfo.cache", "mime.cache", "XMLnamespaces", "aliases", "generic-icons", "globs"),
    *("globs2", "icons", "magic", "subclasses", "treemagic", "types", "version"),
)


@dataclass(frozen=True)
class RemovalResult:
    """What was taken away, and what was left since somebody has changed it."""

    gone: tuple[Path, ...]
    changed: tuple[Path, ...]


def icon_file() -> Path:
    return Path(str(files("assets") / "icons" / f"{APPLICATION}.svg"))


def install(manual: str) -> list[Path]:
    """Write all of them, with the manual page `manual`; where they are.

    Raises: InputError where a file is in the way that is not of ours, or cannot be written
    """
    with _refused():
        return _install(manual)


def _install(manual: str) -> list[Path]:
    above, noted = user_data_path(), _noted()
    wanted = {above / name: content for name, content in _wanted(manual).items()}
    for path, content in wanted.items():
        if path.exists() and _digest(path.read_bytes()) not in (noted.get(path), _digest(content)):
            raise InputError(
                phrase("Desktop files not installed"),
                phrase("{path} exists already and is not an unchanged file of Cipherbench."),
                phrase("Nothing was overwritten. Move it away, then install again."),
                path=path,
            )
    made = [each for each in _folders(wanted) if not each.exists()]
    _note({path: _digest(content) for path, content in wanted.items()}, made)  # also if cut short
    for path, content in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)
    _update(above)
    return list(wanted)


def remove() -> RemovalResult:
    """Take away what `install` has written and nobody has changed, and folders that it made.

    Raises: InputError where that is refused
    """
    with _refused():
        return _remove()


def _remove() -> RemovalResult:
    noted, folders = _noted(), _noted_folders()
    if not noted:
        return RemovalResult((), ())
    gone, changed = [], []
    for path, digest in noted.items():
        with suppress(FileNotFoundError):
            if _digest(path.read_bytes()) == digest:
                path.unlink()
                gone.append(path)
            else:
                changed.append(path)
    _update(user_data_path())
    _record().unlink(missing_ok=True)
    for folder in sorted((*folders, _record().parent), reverse=True):
        _remove_if_left(folder)
    return RemovalResult(tuple(gone), tuple(changed))


def installed() -> list[Path]:
    """Files that `install` wrote and that still exist."""
    return [each for each in _noted() if each.exists()]


def command() -> Path:
    """The program, by the name that stays when it is upgraded where it was called by that one."""
    called = Path(sys.argv[0]).absolute()
    if called.name != APPLICATION or not called.exists():
        called = Path(sys.executable).with_name(APPLICATION)  # called as a module
    found = shutil.which(APPLICATION)
    same = found is not None and Path(found).resolve() == called.resolve()
    return Path(found).absolute() if found is not None and same else called


@contextmanager
def _refused() -> Iterator[None]:
    """Raise InputError for errors of the operating system."""
    try:
        yield
    except OSError as error:
        raise InputError(
            phrase("Desktop files not written"),
            phrase("{path} cannot be accessed: {why}."),
            phrase("Check who owns that folder, or set XDG_DATA_HOME to one of your own."),
            path=error.filename or user_data_path(),
            why=error.strerror or error,
        ) from error


def _wanted(manual: str) -> dict[str, bytes]:
    shipped = files("assets") / "desktop"
    program = str(command())
    quoted = "".join(f"\\{each}" if each in '"`$\\' else each for each in program)
    # a backslash stands for itself only when doubled, and a percent sign, too
    escaped = f'"{quoted}"'.replace("\\", "\\\\").replace("%", "%%")
    entry = (shipped / f"{APPLICATION}.desktop").read_text("utf-8")
    entry = entry.format(exec=escaped, program=program.replace("\\", "\\\\"))
    icons = files("assets") / "icons"
    return {
        f"applications/{APPLICATION}.desktop": entry.encode(),
        f"icons/hicolor/scalable/apps/{APPLICATION}.svg": icon_file().read_bytes(),
        f"icons/hicolor/128x128/apps/{APPLICATION}.png": (
            icons / f"{APPLICATION}.png"
        ).read_bytes(),
        f"mime/packages/{APPLICATION}.xml": (shipped / f"{APPLICATION}.xml").read_bytes(),
        f"man/man1/{APPLICATION}.1": manual.encode(),
    }


def _folders(wanted: Iterable[Path]) -> list[Path]:
    """Those that the files need, and the one that an update makes, from the outermost one."""
    above = user_data_path()
    parents = {folder for path in wanted for folder in path.parents if folder != above}
    return sorted(each for each in parents | {above / _MIME_FOLDER} if each.is_relative_to(above))


def _update(above: Path) -> None:
    for program, folder in _UPDATES:
        if shutil.which(program) and (above / folder).is_dir():
            with suppress(OSError, subprocess.SubprocessError):
                subprocess.run(
                    [program, above / folder],
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    check=False,
                    timeout=_SECONDS,
                )


def _remove_if_left(folder: Path) -> None:
    """Remove a folder that holds no more than what the updates have made of ours."""
    with suppress(OSError):
        if all(each.name in _MADE_BY_UPDATES for each in folder.iterdir()):
            for each in folder.iterdir():
                each.unlink()
            folder.rmdir()


def _record() -> Path:
    return user_data_path() / _RECORD


def _note(written: Mapping[Path, str], folders: Iterable[Path]) -> None:
    all_folders = dict.fromkeys((*_noted_folders(), *folders))
    note = {
        "files": {str(path): digest for path, digest in written.items()},
        "folders": [str(each) for each in all_folders],
    }
    user_data_path().mkdir(parents=True, exist_ok=True)
    _record().parent.mkdir(mode=0o700, exist_ok=True)
    write_atomically(_record(), json.dumps(note, indent=2))


def _noted() -> dict[Path, str]:
    noted = _read_record().get("files")
    if not isinstance(noted, dict):
        return {}
    return {Path(path): str(digest) for path, digest in noted.items() if _is_inside(path)}


def _noted_folders() -> list[Path]:
    noted = _read_record().get("folders")
    return [Path(each) for each in noted if _is_inside(each)] if isinstance(noted, list) else []


def _is_inside(path: object) -> bool:
    """Whether a note is of a place where we write, whoever has written the note."""
    inside = os.path.normpath(str(path))
    return Path(inside).is_relative_to(user_data_path()) and Path(inside) != user_data_path()


def _read_record() -> dict[str, object]:
    try:
        noted = json.loads(_record().read_bytes())
    except (OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) else {}


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()
