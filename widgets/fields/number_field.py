"""A field for one whole number, with its thousands separated; and a guard that keeps the mouse
wheel from changing fields."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QSpinBox, QWidget

from widgets.look.numbers import number_locale
from widgets.look.theme import number_font

# The mouse wheel scrolls a form; it changes a field only if the field has the focus.


class _Guard(QObject):
    """Passes wheel events of unfocused fields on to the scroll area."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel:
            return False
        if isinstance(watched, QWidget) and watched.hasFocus():
            return False
        event.ignore()
        return True


def guard_wheel(field: QWidget) -> None:
    """Guard a field whose value a wheel would change; call once."""
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # Qt's WheelFocus takes it by being scrolled
    field.installEventFilter(_Guard(field))


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
