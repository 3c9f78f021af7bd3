"""The base class of all fields."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.window.base.messages import message_text
from engines.contract.message import Message
from engines.contract.parameter import Parameter
from widgets.layout.flow_layout import FlowLayout


class ParameterField(QWidget):
    changed = Signal()
    submitted = Signal()
    """Enter was pressed in it."""

    def __init__(self, known: Parameter) -> None:
        super().__init__()
        self.known = known
        self.setMinimumHeight(30)

    def value(self) -> Any:
        raise NotImplementedError

    def show_value(self, value: Any) -> None:
        raise NotImplementedError

    def suit(self, known: Parameter) -> None:
        """Adapt to another declaration of the same parameter, as for another engine."""
        self.known = known

    def begin(self) -> None:
        """Show the initial value of a form."""
        known = self.known
        begins = (known.shown.begins, known.usual, known.default)
        self.show_value(next((each for each in begins if each is not None), None))

    def _fill(self, *parts: QWidget) -> None:
        """Lay out parts in a row; the first gets the focus."""
        row = FlowLayout(self, gap=16)
        for part in parts:
            row.addWidget(part)
            tell(part, self.known.shown.help)
        self.setFocusProxy(parts[0])


def label_of(known: Parameter) -> str:
    """The label with its unit; without one, the key in a plan."""
    label = message_text(known.shown.label) or known.name.replace("_", " ").capitalize()
    unit = message_text(known.shown.unit)
    return f"{label}, {unit}" if unit else label


def plain(label: str) -> str:
    """A label without its mnemonic."""
    return label.replace("&", "")


def tell(part: QWidget, text: Message | None) -> None:
    """Give a part its tooltip, if there is one."""
    if text:
        part.setToolTip(message_text(text))


def column_of(part: QWidget) -> QVBoxLayout:
    """An empty column that fills a field."""
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    return column
