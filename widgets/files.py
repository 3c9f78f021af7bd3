"""Asking for a place to save, copying and writing: shared by tables and charts."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget


def ask_save_path(
    parent: QWidget, name: str, filters: Sequence[str], save: Callable[[Path], None]
) -> QFileDialog:
    """Ask where to save without blocking anything; `save` gets the path that was chosen."""
    title = QCoreApplication.translate("widgets", "Save as")
    dialog = QFileDialog(parent, title, name, ";;".join(filters))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(Path(name).suffix.lstrip("."))
    dialog.fileSelected.connect(lambda chosen: save(Path(chosen)))
    dialog.finished.connect(dialog.deleteLater)
    dialog.setModal(False)
    dialog.show()
    return dialog


def as_tsv(rows: Sequence[Sequence[str]]) -> str:
    """Rows as tab-separated lines, with tabs and line breaks inside a cell made spaces."""
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows)


def as_csv(rows: Sequence[Sequence[str]]) -> str:
    """Rows as comma-separated lines after RFC 4180."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def write_csv(path: Path, rows: Sequence[Sequence[str]]) -> None:
    """Write rows as CSV in UTF-8."""
    path.write_text(as_csv(rows), encoding="utf-8", newline="")
