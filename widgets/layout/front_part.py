"""Parts of which one is in front."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget


class FrontPart(QWidget):
    """Unlike those of a QStackedWidget, parts that are not in front ask for no room."""

    def __init__(self, *parts: QWidget, parent: QWidget | None = None) -> None:
        """The first of them is in front."""
        super().__init__(parent)
        self._parts = parts
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for part in parts:
            column.addWidget(part)
        self.show_part(parts[0])

    def show_part(self, part: QWidget) -> None:
        for each in self._parts:
            each.setVisible(each is part)
