"""A field for one whole number, with its thousands separated."""

from __future__ import annotations

from PySide6.QtWidgets import QSpinBox, QWidget

from widgets.fields.wheel import guard_wheel
from widgets.look.numbers import number_locale
from widgets.look.theme import number_font

_INDENT = 8


class NumberField(QSpinBox):
    """A spin box in tabular figures, for numbers from `lowest` to `highest`."""

    def __init__(
        self, lowest: int, highest: int, value: int, suffix: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        guard_wheel(self)
        self.setLocale(number_locale())
        self.setGroupSeparatorShown(True)
        self.setFont(number_font())
        self.setRange(lowest, highest)
        self.setValue(value)
        self.setSuffix(suffix)
        # A stylesheet's padding doesn't reach the text of a spin box.
        self.lineEdit().setTextMargins(_INDENT, 0, 0, 0)
