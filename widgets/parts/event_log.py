"""A log of events: time and words, the newest 2,000 of them."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QToolButton, QWidget

from widgets.layout.boxes import hbox, vbox
from widgets.look.theme import number_font, scaled_font, theme_signals, tone_color
from widgets.parts.cards import ToneLabel, icon_button

MOST_LINES = 2000
_SIGNS = {"good": "✓ ", "warning": "! ", "bad": "✗ "}


class EventLog(QWidget):
    """Lines that come in at the bottom; the view stays where it is once scrolled up."""

    copied = Signal()

    def __init__(self, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: deque[tuple[str, str, str]] = deque(maxlen=MOST_LINES)
        self._text = QPlainTextEdit(self)
        self._text.setReadOnly(True)
        self._text.setMaximumBlockCount(MOST_LINES)
        self._text.setUndoRedoEnabled(False)
        self._text.setFont(number_font())
        self._text.setAccessibleName(title or self.tr("Events"))
        self._text.setTabChangesFocus(True)
        self._text.document().setDocumentMargin(8)
        self._lay_out(title)
        theme_signals().changed.connect(self._write_again)

    def append(self, time_text: str, text: str, tone: str = "neutral") -> None:
        """Add a line; its tone is neutral, good, warning, bad or accent."""
        line = (time_text, " ".join(text.split()), tone)
        bar = self._text.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 1
        self._lines.append(line)
        self._write(line)
        if at_end:
            bar.setValue(bar.maximum())

    def lines(self) -> list[str]:
        """All lines that are kept, oldest first, as copied."""
        return [f"{time}\t{text}" for time, text, _ in self._lines]

    def entries(self) -> list[tuple[str, str, str]]:
        """All entries that are kept, oldest first."""
        return list(self._lines)

    def clear(self) -> None:
        """Remove all lines."""
        self._lines.clear()
        self._text.clear()

    def copy_all(self) -> None:
        """Put all lines on the clipboard, time and text parted by a tab."""
        QGuiApplication.clipboard().setText("\n".join(self.lines()))
        self.copied.emit()

    def _lay_out(self, title: str) -> None:
        heading = ToneLabel(title, parent=self)
        heading.setFont(scaled_font(bold=True))
        head = hbox(None, (heading, 1), self._copy_button())
        vbox(self, head, (self._text, 1), spacing=4)

    def _copy_button(self) -> QToolButton:
        name = self.tr("Copy all events")
        button = icon_button("copy", name, self, tip=name, tone="muted")
        button.clicked.connect(self.copy_all)
        return button

    def _write(self, line: tuple[str, str, str]) -> None:
        time, text, tone = line
        cursor = QTextCursor(self._text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if not self._text.document().isEmpty():
            cursor.insertBlock()
        cursor.insertText(f"{time}  ", _ink("muted"))
        strong = tone in _SIGNS
        cursor.insertText(_SIGNS.get(tone, "") + text, _ink(tone if strong else "text"))

    def _write_again(self) -> None:
        bar = self._text.verticalScrollBar()
        place, at_end = bar.value(), bar.value() >= bar.maximum() - 1
        self._text.clear()
        for line in self._lines:
            self._write(line)
        bar.setValue(bar.maximum() if at_end else place)  # lines may be broken in other places


def _ink(tone: str) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setForeground(tone_color(tone))
    form.setFontWeight(QFont.Weight.Normal)
    form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignNormal)
    form.setProperty(QTextCharFormat.Property.UserProperty, Qt.TextFormat.PlainText.value)
    return form
