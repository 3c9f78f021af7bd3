"""A class's results on paper: a table of students and questions, and a drawing of the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path

from app.report.document.written.typesetting import compiled
from app.report.files.lesson_sheet import written
from app.system.documents import typst_data


@dataclass(frozen=True)
class ClassSheet:
    """What stands on it, in the reader's `language`: every row has as many texts as `head`.

    Of each question `pictures` has a drawing (SVG), and `descriptions` what that shows, for readers
    who do not see it.
    """

    language: str
    title: str
    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    foot: Sequence[str]
    pictures: Sequence[str]
    descriptions: Sequence[str]


def write_class_sheet(sheet: ClassSheet, path: Path) -> None:
    """Write the sheet as PDF, for every reader (PDF/UA-1).

    Raises: CipherbenchError
    """
    layout = (files("assets") / "report" / "class.typ").read_bytes()
    described = {key: value for key, value in asdict(sheet).items() if key != "pictures"}
    pictures = {f"picture-{at}": each for at, each in enumerate(sheet.pictures)}
    inputs = {"class": typst_data(described), **pictures}
    written(path, compiled(layout, inputs, "pdf", standards=["ua-1"]))
