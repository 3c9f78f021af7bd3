"""The mouse wheel scrolls a form; it changes a field only if the field has the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget


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
