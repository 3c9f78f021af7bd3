"""Saves pictures with their captions: one, or all of them on a sheet for print."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from widgets.look.icons import icon
from widgets.saving.files import ask_save_path


class SaveButton(QPushButton):
    """A menu of the pictures there are; a picture is meant by its place, −1 is the original."""

    wanted = Signal(list, object)
    """Places, and the Path to write them to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(icon("export"), "", parent)
        self.setText(self.tr("Sa&ve"))
        self._stem = ""
        self._titles: dict[int, tuple[str, str]] = {}
        menu = QMenu(self)
        self._one = menu.addMenu(self.tr("Save &picture"))
        menu.addAction(self.tr("Save &sheet …"), self.ask_for_sheet)
        self.setMenu(menu)

    def offer(self, stem: str, titles: dict[int, tuple[str, str]]) -> None:
        """What can be saved: place → title and the end of its file's name, `stem` its beginning."""
        self._stem, self._titles = stem, titles
        self._one.clear()
        for place, (title, _) in titles.items():
            self._one.addAction(f"{title} …", partial(self.ask_for, place))

    def ask_for(self, place: int) -> None:
        self._ask(f"{self._stem}-{self._titles[place][1]}.png", [place])

    def ask_for_sheet(self) -> None:
        """Ask where to save all of them."""
        self._ask(f"{self._stem}-sheet.png", list(self._titles))

    def _ask(self, name: str, places: Sequence[int]) -> None:
        filters = [self.tr("Picture (*.png)"), self.tr("Drawing (*.svg)")]
        save: Callable[[Path], None] = partial(self.wanted.emit, list(places))
        ask_save_path(self.window(), name, filters, save)
