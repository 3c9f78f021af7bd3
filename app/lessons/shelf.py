"""Which lessons there are: those that ship, and the user's own."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from app.lessons.lesson import Lesson
from app.lessons.reading import read_lesson
from app.system.folders import lessons_folder
from engines.contract.errors import CipherbenchError


@dataclass(frozen=True)
class ShelfLesson:
    """A lesson by its name, or the error of a file that cannot be used."""

    name: str
    path: Path
    lesson: Lesson | None
    error: CipherbenchError | None = None

    @property
    def language(self) -> str:
        """The code of its language alone, such as pt; English where its file names none."""
        return self.path.stem.partition(".")[2].partition("_")[0] or "en"

    @property
    def place(self) -> tuple[int, str]:
        """Where it stands among others."""
        return (self.lesson.number if self.lesson else Lesson.number, self.name)


def shelf(language: str = "") -> list[ShelfLesson]:
    """All lessons, each in a language such as pt_BR where it has a file `name.pt_BR.toml`; those
    that ship come first."""
    with as_file(files("assets") / "lessons") as shipped:
        found = _in_folder(shipped, language)
    folder = lessons_folder()
    return found + (_in_folder(folder, language) if folder.is_dir() else [])


def every_lesson() -> list[ShelfLesson]:
    """All lessons in all their languages; those that ship come first."""
    with as_file(files("assets") / "lessons") as shipped:
        found = _all_in(shipped)
    return found + _all_in(lessons_folder())


def file_of(named: str) -> Path:
    """The file of this path, or else of the lesson with this name, such as `flag` or
    `flag.pt_BR`."""
    there = (each.path for each in every_lesson() if each.path.stem == named)
    return Path(named) if Path(named).exists() else next(there, Path(named))


def open_lesson(path: Path) -> ShelfLesson:
    """The lesson in a file, whichever folder it is in."""
    name = path.name.partition(".")[0]
    try:
        return ShelfLesson(name, path, read_lesson(path))
    except CipherbenchError as error:
        return ShelfLesson(name, path, None, error)


def _all_in(folder: Path) -> list[ShelfLesson]:
    found = [open_lesson(path) for path in sorted(folder.glob("*.toml"))]
    return sorted(found, key=lambda each: (each.place, each.path.stem))


def _in_folder(folder: Path, language: str) -> list[ShelfLesson]:
    by_name: dict[str, dict[str, Path]] = {}
    for path in sorted(folder.glob("*.toml")):
        name, _, spoken = path.stem.partition(".")
        by_name.setdefault(name, {})[spoken] = path
    found = []
    for there in by_name.values():
        wanted = (language, language.partition("_")[0], "", *there)
        found.append(open_lesson(next(there[each] for each in wanted if each in there)))
    return sorted(found, key=lambda each: each.place)
