"""Choosing the files of students."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QWidget

from widgets.look.icons import icon


class ChooseButton(QPushButton):
    """Asks for files, or for a folder of them, without blocking anything."""

    chosen = Signal(list)
    """The paths (list[Path])."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(icon("open"), text, parent)
        menu = QMenu(self)
        menu.addAction(self.tr("&Files of students …"), self.ask_for_files)
        menu.addAction(self.tr("A f&older of files …"), self.ask_for_folder)
        self.setMenu(menu)

    def ask_for_files(self) -> QFileDialog:
        dialog = QFileDialog(self, self.tr("Files of students"))
        dialog.setNameFilters([self.tr("Results (*.json)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        return self._show(dialog)

    def ask_for_folder(self) -> QFileDialog:
        """Ask for a folder: all of its files that end in .json are taken."""
        dialog = QFileDialog(self, self.tr("A folder of files"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        return self._show(dialog)

    def _show(self, dialog: QFileDialog) -> QFileDialog:
        dialog.filesSelected.connect(lambda paths: self.chosen.emit([Path(each) for each in paths]))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()
        return dialog
