"""A small form for what protections are to do, and what servers cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.plan.requirements import Requirements
from app.window.shared.fields.field import ParameterField, label_of
from app.window.shared.fields.made import field_for
from engines.contract.parameter import parameters_of
from widgets.layout.flow_layout import FlowLayout
from widgets.look.theme import draw_box, theme_signals
from widgets.parts.cards import FormLabel

_ROWS = (
    ("withstand",),
    ("search",),
    ("may_cost", "rate", "core_hour", "gb_month", "currency"),
    ("compliance",),
)


class RequirementsForm(QWidget):
    """Not modal, above the table. Its fields are those of `Requirements`."""

    answered = Signal(object)
    """The `Requirements` that were entered."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        known = parameters_of(Requirements)
        self.fields: Mapping[str, ParameterField] = {
            name: field_for(known[name]) for row in _ROWS for name in row
        }
        self.keep = QPushButton(self.tr("&Advise"))
        self.keep.setProperty("primary", True)
        self.leave = QPushButton(self.tr("Cancel"))
        self.keep.clicked.connect(self._answer)
        self.leave.clicked.connect(self.hide)
        self._lay_out()
        self._add_key(Qt.Key.Key_Escape, self.hide)
        self._add_key("Ctrl+Return", self._answer)
        self.hide()
        theme_signals().changed.connect(self.update)

    def show_answers(self, answers: Requirements) -> None:
        """Fill the fields."""
        for name, field in self.fields.items():
            field.show_value(getattr(answers, name))

    def answers(self) -> Requirements:
        """What the fields say."""
        return Requirements(**{name: field.value() for name, field in self.fields.items()})

    def open(self) -> None:
        """Show it, with the focus in its first field."""
        self.show()
        self.fields[_ROWS[0][0]].setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "accent")

    def _answer(self) -> None:
        self.hide()
        self.answered.emit(self.answers())

    def _add_key(self, key: Any, then: Any) -> None:
        made = QShortcut(QKeySequence(key), self)
        made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        made.activated.connect(then)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(8)
        for names in _ROWS:
            if len(names) == 1:
                column.addWidget(self._labelled(self.fields[names[0]]))
                continue
            row = FlowLayout(gap=20)
            for name in names:
                row.addWidget(self._labelled(self.fields[name]))
            column.addLayout(row)
        buttons = QHBoxLayout()
        buttons.addWidget(self.keep)
        buttons.addWidget(self.leave)
        buttons.addStretch(1)
        column.addLayout(buttons)

    def _labelled(self, field: ParameterField) -> QWidget:
        both = QWidget(self)
        column = QVBoxLayout(both)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(FormLabel(label_of(field.known), field))
        column.addWidget(field)
        return both
