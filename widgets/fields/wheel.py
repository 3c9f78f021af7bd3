"""The mouse wheel scrolls a form; it turns a field only where the field has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget


class _Guard(QObject):
    """Leaves a wheel that its field must not take to what scrolls around the field."""

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
