"""A small form for the labels of a campaign: name, tags and notes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.results.records import CampaignSummary
from engines.contract.limits import LONGEST_NAME
from widgets.look.theme import draw_box, theme_signals
from widgets.parts.cards import FormLabel

_LINES = 4


class LabelEditor(QWidget):
    """Not modal, below the list. Unsaved input stays."""

    stored = Signal(int, str, object, str)
    """Of a campaign: its name, its tags (tuple of texts) and its notes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._campaign = 0
        self.name, self.tags, self.notes = QLineEdit(), QLineEdit(), QPlainTextEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.tags.setPlaceholderText(self.tr("Separate with commas"))
        self.notes.setTabChangesFocus(True)
        self.notes.setFixedHeight(_LINES * self.notes.fontMetrics().lineSpacing() + 16)
        self._keep = QPushButton(self.tr("&Keep"))
        self._leave = QPushButton(self.tr("Discar&d"))
        self._keep.clicked.connect(self._answer)
        self._leave.clicked.connect(self.hide)
        for line in (self.name, self.tags):
            line.returnPressed.connect(self._answer)
        self._add_shortcuts()
        self._lay_out()
        self.hide()
        theme_signals().changed.connect(self.update)

    @property
    def campaign(self) -> int:
        """The campaign whose labels are edited; 0 for none."""
        return self._campaign if self.isVisible() else 0

    def edit(self, summary: CampaignSummary, first: QWidget) -> None:
        """Show the labels of a campaign, with the focus in `first`."""
        if summary.id != self.campaign:
            self._campaign = summary.id
            self.name.setText(summary.name)
            self.tags.setText(", ".join(summary.tags))
            self.notes.setPlainText(summary.notes)
        self.show()
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        if isinstance(first, QLineEdit):
            first.selectAll()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "accent")

    def _answer(self) -> None:
        tags = tuple(self.tags.text().split(","))
        self.stored.emit(self._campaign, self.name.text(), tags, self.notes.toPlainText())

    def _add_shortcuts(self) -> None:
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.hide)
        done = QShortcut(QKeySequence("Ctrl+Return"), self)
        done.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        done.activated.connect(self._answer)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(4)
        for words, field in (
            (self.tr("&Name"), self.name),
            (self.tr("&Tags"), self.tags),
            (self.tr("N&otes"), self.notes),
        ):
            column.addWidget(FormLabel(words, field))
            column.addWidget(field)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._keep)
        row.addWidget(self._leave)
        column.addLayout(row)
