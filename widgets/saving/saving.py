"""Asking for a place to save, copying and writing: shared by tables and charts."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import (
    QCoreApplication,
    QIODevice,
    QObject,
    QSaveFile,
    QSettings,
    Qt,
    QTimer,
    QUrl,
    Signal,
)
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLabel,
    QMenu,
    QPushButton,
    QWidget,
    QWidgetAction,
)

from widgets.fields.file_dialog import show_dialog
from widgets.fields.number_field import NumberField
from widgets.layout.boxes import hbox
from widgets.look.icons import icon
from widgets.look.names import filled
from widgets.look.theme import dress
from widgets.parts.cards import ElidedLabel, icon_button

# A signal for each saved file, and the folder in which the next dialog begins.

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
        dpi = str(settings.value(_DPI_KEY) or "")
        if dpi.isdecimal() and LEAST_DPI <= int(dpi) <= MOST_DPI:
            self._dpi = int(dpi)

    @property
    def dpi(self) -> int:
        """The resolution of PNG pictures, in dots per inch."""
        return self._dpi

    def choose_dpi(self, dpi: int) -> None:
        """Set the resolution of further pictures."""
        self._dpi = dpi
        if self._settings is not None:
            self._settings.setValue(_DPI_KEY, str(dpi))

    def initial_path(self, name: str) -> str:
        """Where a dialog begins: the last folder, if it still exists."""
        return str(self._folder / name) if self._folder.is_dir() else name

    def announce_saved(self, path: Path) -> None:
        """Emit `saved` for a file that was written, and begin in its folder next time."""
        self._folder = path.resolve().parent
        if self._settings is not None:
            self._settings.setValue(_KEY, str(self._folder))
        self.saved.emit(path)


_SAVING = Saving()


def saving() -> Saving:
    """The only instance: dialogs of the whole program share its folder and resolution."""
    return _SAVING


def file_name(*parts: str, ending: str) -> str:
    """A name for a file: words in small letters with hyphens between them."""
    words = (_NO_NAME.sub("-", part).strip("-.").lower() for part in parts)
    return "-".join(filter(None, words))[:_MOST].rstrip("-.") + f".{ending}"


def open_file(path: Path) -> None:
    """Open a file with the program that the desktop has for it."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.resolve())))


def show_folder(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.resolve().parent)))


# The resolution of PNG pictures, in a menu.


class ResolutionAction(QWidgetAction):
    """A field in a menu; its value applies to all further pictures."""

    def __init__(self, menu: QMenu) -> None:
        super().__init__(menu)
        line = QWidget(menu)
        self.field = NumberField(LEAST_DPI, MOST_DPI, saving().dpi, parent=line)
        self.field.valueChanged.connect(saving().choose_dpi)
        name = QLabel(self.tr("Dots per &inch of PNG"), line)
        name.setTextFormat(Qt.TextFormat.PlainText)
        name.setBuddy(self.field)
        hbox(line, (name, 1), self.field, margins=(12, 4, 12, 4))
        self.setDefaultWidget(line)
        menu.aboutToShow.connect(lambda: self.field.setValue(saving().dpi))


def ask_save_path(
    parent: QWidget, name: str, filters: Sequence[str], save: Callable[[Path], None]
) -> QFileDialog:
    """Ask where to save without blocking anything; `save` gets the path that was chosen.

    The dialog begins in the folder of last time.
    """
    title = QCoreApplication.translate("widgets", "Save as")
    dialog = QFileDialog(parent, title, saving().initial_path(name), ";;".join(filters))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(Path(name).suffix.lstrip("."))
    dialog.fileSelected.connect(lambda chosen: save(Path(chosen)))
    dress(dialog)
    return show_dialog(dialog)


def as_tsv(rows: Sequence[Sequence[str]]) -> str:
    """Rows as tab-separated lines, with tabs and line breaks inside a cell made spaces."""
    return "\n".join("\t".join(_cell(" ".join(cell.split())) for cell in row) for row in rows)


def as_csv(rows: Sequence[Sequence[str]]) -> str:
    """Rows as comma-separated lines after RFC 4180."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(map(_cell, row) for row in rows)
    return text.getvalue()


_FORMULA = tuple("=+-−@\t\r\n\uff1d\uff0b\uff0d\uff20")
_NUMBER = re.compile(r"[+\-−]?\d[\d.,\s'’]*([eE][+\-−]?\d+)?(\s*%|\s[^\W\d_]{1,5})?")
_NEXT_CELL = re.compile("(?<=[;\t\r\n])(?=[=+\\-−@\uff1d\uff0b\uff0d\uff20])")
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Invisible characters, as in the program's exports, which widgets cannot import."""


def _cell(text: str) -> str:
    """A cell: a text that a spreadsheet would read as a formula is quoted, and invisible characters
    are shown; numbers stay numbers."""
    if _NUMBER.fullmatch(text):
        return text
    shown = _NEXT_CELL.sub("'", _UNSEEN.sub(_escape, text))
    return f"'{shown}" if shown.lstrip(" \xa0").startswith(_FORMULA) else shown


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def write_csv(path: Path, rows: Sequence[Sequence[str]]) -> None:
    """Write rows as CSV in UTF-8. Raises: OSError"""
    replace_file(path, as_csv(rows).encode())


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file atomically: on failure the old one stays.

    Raises: OSError
    """
    file = QSaveFile(str(path))
    if not (
        file.open(QIODevice.OpenModeFlag.WriteOnly)
        and file.write(content) == len(content)
        and file.commit()
    ):
        raise OSError(f"cannot write {path}: {file.errorString()}")


# Where a file was saved, in a status bar, with buttons that open it or its folder.

_SHOWN_MS, _ROOM_FOR_BOTH = 15_000, 820
"""Milliseconds that it is shown, and pixels of a window whose status bar has room for all of it."""


class SavedStrip(QWidget):
    """Shows what was saved last for some seconds; longer while it is pointed at or has the
    keyboard. It lies in a line that is there anyway, so that it covers and moves nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rest = QTimer(self, singleShot=True, interval=_SHOWN_MS)
        self._rest.timeout.connect(self._leave)
        self._path = Path()
        self._words = ElidedLabel("", "good", cut=Qt.TextElideMode.ElideMiddle)
        self.open_button = QPushButton(icon("open"), self.tr("&Open file"), self)
        self.folder_button = QPushButton(self.tr("Show in fol&der"), self)
        self.open_button.clicked.connect(lambda: open_file(self._path))
        self.folder_button.clicked.connect(lambda: show_folder(self._path))
        close = icon_button("close", self.tr("Close"), self)
        close.clicked.connect(self.hide)
        row = hbox(self, margins=(0, 0, 8, 0))
        self.setMaximumHeight(self.fontMetrics().height() + 4)  # that of a line of a status bar
        row.setSpacing(8)
        row.addWidget(self._words, 1)
        for button in (self.open_button, self.folder_button):
            button.setProperty("slim", True)
        for part in (self.open_button, self.folder_button, close):
            row.addWidget(part)
        saving().saved.connect(self._show)
        self.hide()

    def text(self) -> str:
        return self._words.text()

    def _show(self, path: Path) -> None:
        self._path = path
        narrow = self.window().width() < _ROOM_FOR_BOTH
        self.folder_button.setVisible(not narrow)
        self._words.setText(filled(self.tr("Saved as {0}"), path.name if narrow else path))
        self._rest.start()
        self.show()

    def _leave(self) -> None:
        focused = QApplication.focusWidget()
        if self.underMouse() or (focused is not None and self.isAncestorOf(focused)):
            self._rest.start()
        else:
            self.hide()
