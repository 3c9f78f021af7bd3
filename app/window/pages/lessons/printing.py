"""Sheets to print, made by a process of their own: what lays them out takes 80 MB."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.lessons.lesson import Step
from app.lessons.shelf import Shelved
from app.report.files.lesson_sheet import SheetWords, write_sheet
from app.system.child_process import ChildProcess, Post
from app.system.folders import see_log
from app.window.base.process_link import ProcessLink
from app.window.pages.lessons.words import step_word
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from widgets.look.numbers import number_locale
from widgets.saving.files import ask_save_path
from widgets.saving.last_saved import saving


@dataclass(frozen=True)
class _Order:
    """A sheet for the lesson in a file, and where it is to be written."""

    lesson: Path
    path: Path
    words: SheetWords
    answers: bool


@dataclass(frozen=True)
class _Stop:
    """The window has gone."""


class _SheetProcess(ChildProcess[_Stop, Path]):
    def __init__(self, order: _Order) -> None:
        super().__init__(_serve, _Stop(), _died(), 0.0, order)


def _serve(post: Post[Path], order: _Order) -> None:
    """Raises: CipherbenchError"""
    write_sheet(order.lesson, order.path, order.words, answers=order.answers)
    post.put(order.path)


def _died() -> CipherbenchError:
    return CipherbenchError(
        phrase("Sheet not made"),
        phrase("The helper process that lays out the sheet stopped unexpectedly."),
        phrase("Try again. {see_log}", see_log=see_log()),
    )


class Printing(QObject):
    """Asks where to save a sheet, and has it made; one at a time."""

    failed = Signal(object)
    """A CipherbenchError."""

    def __init__(self, shelved: Shelved, parent: QWidget) -> None:
        super().__init__(parent)
        self._shelved, self._page = shelved, parent
        self._link: ProcessLink[_Stop, Path] = ProcessLink(self)
        self._link.received.connect(self._tell)
        self._link.ended.connect(self._ended)

    def ask(self, answers: bool) -> None:
        """Ask for a file for the sheet, with answers or without."""
        name = f"{self._shelved.name}-{'answers' if answers else 'sheet'}.pdf"
        ask_save_path(
            self._page.window(),
            name,
            [self.tr("Sheet (*.pdf)")],
            lambda to: self.save(to, answers=answers),
        )

    def save(self, path: Path, *, answers: bool) -> None:
        """Have a sheet made, unless another one is being made."""
        if not self._link.running:
            order = _Order(self._shelved.path, path, self._words(), answers)
            self._link.start(_SheetProcess(order))

    def close(self) -> None:
        """End what works in the background."""
        self._link.close()

    def _words(self) -> SheetWords:
        """The sheet's own words in the window's language."""
        return SheetWords(
            language=self._shelved.language,
            decimal=number_locale().decimalPoint(),
            name=self.tr("Name"),
            date=self.tr("Date"),
            minutes=self.tr("{0} minutes"),
            answers=self.tr("With answers"),
            sources=self.tr("Sources"),
            steps={step.value: step_word(step) for step in Step},
        )

    def _tell(self, written: list[Path]) -> None:
        for path in written:
            saving().tell(path)

    def _ended(self, error: CipherbenchError | None) -> None:
        if error is not None:
            self.failed.emit(error)
