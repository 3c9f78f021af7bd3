"""Asking for a place to save, copying and writing: shared by tables and charts."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QIODevice, QSaveFile
from PySide6.QtWidgets import QFileDialog, QWidget

from widgets.look.theme import dress
from widgets.saving.last_saved import saving


def ask_save_path(
    parent: QWidget, name: str, filters: Sequence[str], save: Callable[[Path], None]
) -> QFileDialog:
    """Ask where to save without blocking anything; `save` gets the path that was chosen.

    The dialog begins in the folder of last time.
    """
    title = QCoreApplication.translate("widgets", "Save as")
    dialog = QFileDialog(parent, title, saving().place_for(name), ";;".join(filters))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(Path(name).suffix.lstrip("."))
    dialog.fileSelected.connect(lambda chosen: save(Path(chosen)))
    dialog.finished.connect(dialog.deleteLater)
    dialog.setModal(False)
    dress(dialog)
    dialog.show()
    return dialog


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
    put_in_place(path, as_csv(rows).encode())


def put_in_place(path: Path, content: bytes) -> None:
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
