"""Text fields: the path of a file or folder, and hexadecimal digits, which are all shown in as many
lines as they need."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QTextOption
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton, QTextEdit, QWidget

from widgets.fields.file_dialog import show_dialog
from widgets.layout.boxes import hbox
from widgets.look.fonts import mono_font

# A field for the path of a file or a folder: typed, or chosen in a dialog that blocks nothing.


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
        hbox(self, (self.line, 1), self.button, spacing=8)
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
        show_dialog(dialog)


_MOST_DIGITS = 128
_IN_LINE = 32
"""Sixteen bytes, so that the first line is what a key of 128 bits takes."""
_ROOM = 4
_NO_DIGIT = re.compile("[^0-9A-Fa-f]")


class HexField(QTextEdit):
    """Digits in lines of 32; whatever is typed or pasted, only digits stay."""

    text_edited = Signal()
    """The user has changed it."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._digits = ""
        self.setAccessibleName(name)
        self.setFont(mono_font(0.88))
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAcceptRichText(False)
        self.setLineWrapMode(QTextEdit.LineWrapMode.FixedColumnWidth)
        self.setLineWrapColumnOrWidth(_IN_LINE)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.document().setDocumentMargin(_ROOM)
        self.set_text("")
        self.textChanged.connect(self._changed)

    def text(self) -> str:
        return self._digits

    def set_text(self, digits: str) -> None:
        """Show other digits, without sending a signal."""
        self._digits = digits
        self.blockSignals(True)
        self.setPlainText(digits)
        self.blockSignals(False)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() in ("\r", "\n"):
            event.ignore()
            return
        super().keyPressEvent(event)

    def _changed(self) -> None:
        """Remove all but digits, and those beyond the length."""
        typed = self.toPlainText()
        digits = _NO_DIGIT.sub("", typed)[:_MOST_DIGITS]
        before, self._digits = self._digits, digits
        if digits != typed:
            cursor = self.textCursor()
            digits_before = len(_NO_DIGIT.sub("", typed[: cursor.position()]))
            self.set_text(digits)
            cursor = self.textCursor()
            cursor.setPosition(min(digits_before, len(digits)))
            self.setTextCursor(cursor)
        if digits != before:
            self._fit()
            self.text_edited.emit()

    def _fit(self) -> None:
        """Fit the height to the digits, and the width to a whole line."""
        metrics, frame = QFontMetrics(self.font()), 2 * (self.frameWidth() + _ROOM)
        lines = max(1, -(-len(self._digits) // _IN_LINE))
        self.setFixedHeight(lines * metrics.lineSpacing() + frame)
        self.setMinimumWidth(metrics.horizontalAdvance("0" * _IN_LINE) + frame)
