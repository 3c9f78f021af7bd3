"""The end of a server's log, in its own words."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.servers.entry import ServerEntry
from widgets.look.fonts import mono_font
from widgets.look.icons import icon
from widgets.parts.cards import ToneLabel

_REFRESH_MS = 2000


class ServerLog(QWidget):
    """Reads the log while it is shown, every two seconds, and stays at its end."""

    def __init__(self, read: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._read = read
        self._name = ""
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setAccessibleName(self.tr("Log"))
        self._text.setFont(mono_font())
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._text.setTabChangesFocus(True)
        self._copy = QPushButton(icon("copy"), self.tr("Copy log"))
        self._copy.setFlat(True)
        self._copy.clicked.connect(self._copy_all)
        self._lay_out()
        self._timer = QTimer(self, interval=_REFRESH_MS)
        self._timer.timeout.connect(self._refresh)

    def show_entry(self, entry: ServerEntry) -> None:
        self._name = entry.name
        self._text.setPlaceholderText(self._why_empty(entry))
        self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        self._timer.start()
        self._refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()

    def _refresh(self) -> None:
        text = self._read(self._name).rstrip()
        self._copy.setEnabled(bool(text))
        if text == self._text.toPlainText():
            return
        bar = self._text.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 1
        place = bar.value()
        self._text.setPlainText(text)
        bar.setValue(bar.maximum() if at_end else place)

    def _why_empty(self, entry: ServerEntry) -> str:
        if not entry.spec.ours:
            return self.tr("The server's log is on its own machine.")
        if entry.endpoint and entry.endpoint.in_process:
            return self.tr("This engine runs inside other processes and writes no log.")
        if entry.running:
            return self.tr("The log is empty.")
        return self.tr("Start the server to read its log.")

    def _copy_all(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())

    def _lay_out(self) -> None:
        note = ToneLabel(
            self.tr("Newest entries last. Ciphers that the server refused appear as errors."),
            "muted",
        )
        note.setWordWrap(True)
        head = QHBoxLayout()
        head.addWidget(note, 1)
        head.addWidget(self._copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._text, 1)
