"""A signal for each saved file, and the folder in which the next dialog begins."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QUrl, Signal
from PySide6.QtGui import QDesktopServices

_KEY, _DPI_KEY = "save folder", "picture dpi"
USUAL_DPI, LEAST_DPI, MOST_DPI = 200, 30, 1200
"""Dots per inch of PNG pictures; a picture of a widget has a hundred of its pixels to an inch."""
_MOST = 80
_NO_NAME = re.compile(r"[^\w.+-]+")


class Saving(QObject):
    """One per program; `remember_in` keeps folder and resolution for the next session."""

    saved = Signal(object)
    """The Path of a file that was written."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = Path()
        self._dpi = USUAL_DPI
        self._settings: QSettings | None = None

    def remember_in(self, settings: QSettings) -> None:
        """Keep the folder in these settings from now on."""
        self._settings = settings
        self._folder = Path(str(settings.value(_KEY) or ""))
        stored = str(settings.value(_DPI_KEY) or "")
        if stored.isdecimal() and LEAST_DPI <= int(stored) <= MOST_DPI:
            self._dpi = int(stored)

    @property
    def dpi(self) -> int:
        """The resolution of PNG pictures, in dots per inch."""
        return self._dpi

    def choose_dpi(self, dpi: int) -> None:
        """Set the resolution of further pictures."""
        self._dpi = dpi
        if self._settings is not None:
            self._settings.setValue(_DPI_KEY, str(dpi))

    def place_for(self, name: str) -> str:
        """Where a dialog begins: the last folder, if it still exists."""
        return str(self._folder / name) if self._folder.is_dir() else name

    def tell(self, path: Path) -> None:
        """Report a file that was written."""
        self._folder = path.resolve().parent
        if self._settings is not None:
            self._settings.setValue(_KEY, str(self._folder))
        self.saved.emit(path)


_SAVING = Saving()


def saving() -> Saving:
    """The instance of this program."""
    return _SAVING


def file_name(*parts: str, ending: str) -> str:
    """A name for a file: words in small letters with hyphens between them."""
    words = (_NO_NAME.sub("-", part).strip("-.").lower() for part in parts)
    return "-".join(filter(None, words))[:_MOST].rstrip("-.") + f".{ending}"


def open_file(path: Path) -> None:
    """Open a file with the program that the desktop has for it."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.resolve())))


def show_folder(path: Path) -> None:
    """Show the folder that a file is in."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.resolve().parent)))
