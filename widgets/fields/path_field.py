"""A field for the path of a file or a folder: typed, or chosen in a dialog that blocks nothing."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget


class PathField(QWidget):
    """A line with a button; `what` is the title of the dialog and the name of the field."""

    submitted = Signal()
    """Enter was pressed in the line."""

    def __init__(
        self,
        what: str,
        *,
        folder: bool = False,
        placeholder: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._what, self._folder = what, folder
        self.line = QLineEdit()
        self.line.setPlaceholderText(placeholder)
        self.line.setAccessibleName(what)
        self.line.returnPressed.connect(self.submitted)
        self.button = QPushButton(self.tr("Browse …"))
        self.button.setAccessibleName(self.tr("Browse: {0}").format(what))
        self.button.clicked.connect(self._browse)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.line, 1)
        row.addWidget(self.button)
        self.setFocusProxy(self.line)

    def text(self) -> str:
        """The path, without spaces around it."""
        return self.line.text().strip()

    def setText(self, path: str) -> None:
        self.line.setText(path)

    def clear(self) -> None:
        self.line.clear()

    def _browse(self) -> None:
        dialog = QFileDialog(self, self._what, self.text())
        if self._folder:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        else:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()
