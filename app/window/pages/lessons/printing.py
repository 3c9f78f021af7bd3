"""The sheet of a lesson: where it is saved, and its words."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.lessons.lesson import Step
from app.lessons.shelf import Shelved
from app.report.files.lesson_sheet import SheetWords, write_sheet
from app.window.pages.lessons.words import step_word
from app.window.shared.sheet_maker import SheetMaker
from widgets.look.numbers import number_locale
from widgets.saving.files import ask_save_path


class Printing(QObject):
    """Asks where to save a sheet, and has it made."""

    failed = Signal(object)
    """A CipherbenchError."""

    def __init__(self, shelved: Shelved, parent: QWidget) -> None:
        super().__init__(parent)
        self._shelved, self._page = shelved, parent
        self._maker = SheetMaker(self)
        self._maker.failed.connect(self.failed)

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
        """Have a sheet made, after one that is being made."""
        made = partial(write_sheet, self._shelved.path, path, self._words(), answers=answers)
        self._maker.make(made, path)

    def close(self) -> None:
        """End what works in the background."""
        self._maker.close()

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
