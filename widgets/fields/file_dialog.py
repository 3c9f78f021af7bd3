"""Dialogs for files that block nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget


def ask_for_file(
    parent: QWidget, title: str, filters: Sequence[str], choose: Callable[[Path], object]
) -> QFileDialog:
    """Ask for a file that exists; `choose` gets its path."""
    dialog = QFileDialog(parent, title)
    dialog.setNameFilters(filters)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.fileSelected.connect(lambda chosen: choose(Path(chosen)))
    return show_dialog(dialog)


def show_dialog(dialog: QFileDialog) -> QFileDialog:
    """Show a dialog, which is gone when it is closed."""
    dialog.finished.connect(dialog.deleteLater)
    dialog.setModal(False)
    dialog.show()
    return dialog
