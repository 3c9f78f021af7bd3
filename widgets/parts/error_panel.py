"""The one place where a user meets an error: inline, never modal, easy to copy."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QGuiApplication,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QShortcut,
)
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget

from widgets.layout.boxes import hbox, vbox
from widgets.look.icons import draw_icon, icon
from widgets.look.theme import current_palette, draw_box, scaled_font, theme_signals
from widgets.parts.cards import ToneLabel, WrappedLabel, icon_button


class ErrorPanel(QWidget):
    """Shows a title, a message and a hint until it is closed or cleared."""

    closed = Signal()
    action_pressed = Signal()
    """The action button was pressed; the error is hidden."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = self._label("text")
        self._title.setFont(scaled_font(bold=True))
        self._message = self._label("text")
        self._hint = self._label("muted")
        self._action = QPushButton(self)
        self._action.clicked.connect(self._press_action)
        self._lay_out()
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.activated.connect(self._close)
        escape.activatedAmbiguously.connect(self._close)
        theme_signals().changed.connect(self.update)
        self.hide()

    def show_error(self, title: str, message: str, hint: str = "", action: str = "") -> None:
        """Show one error; it replaces the one before and is read out by screen readers. `action`
        is the text of a button that offers a way out."""
        self._action.setText(action)
        self._action.setVisible(bool(action))
        for label, text in ((self._title, title), (self._message, message), (self._hint, hint)):
            label.setText(text)
            label.setVisible(bool(text))
        self.setAccessibleName(title)
        self.setAccessibleDescription(message)
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, f"{title}. {message}"))

    def text(self) -> str:
        """Title, message and hint, one per line, as copied."""
        parts = (self._title.text(), self._message.text(), self._hint.text())
        return "\n".join(part for part in parts if part)

    def clear(self) -> None:
        for label in (self._title, self._message, self._hint):
            label.clear()
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        draw_box(painter, self.rect(), "bad")
        draw_icon(painter, QRectF(14, 12, 20, 20), "warning", palette.bad)

    def _label(self, tone: str) -> ToneLabel:
        label = WrappedLabel("", tone, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _lay_out(self) -> None:
        words = vbox(None, margins=(0, 5, 0, 0), spacing=4)
        for label in (self._title, self._message, self._hint):
            words.addWidget(label)
        row = hbox(self, (words, 1), margins=(46, 8, 8, 10), spacing=8)
        row.addWidget(self._action, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._copy_button(), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._close_button(), 0, Qt.AlignmentFlag.AlignTop)

    def _copy_button(self) -> QPushButton:
        button = QPushButton(icon("copy"), self.tr("&Copy"), self)
        button.setFlat(True)
        button.setToolTip(self.tr("Copy this message"))
        button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text()))
        return button

    def _close_button(self) -> QToolButton:
        button = icon_button("close", self.tr("Close"), self, tip=self.tr("Close (Esc)"))
        button.clicked.connect(self._close)
        return button

    def _press_action(self) -> None:
        self._close()
        self.action_pressed.emit()

    def _close(self) -> None:
        self.clear()
        self.closed.emit()
