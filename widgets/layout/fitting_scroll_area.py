"""A scroll area as high as its contents, which scrolls only if there is less room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget


class FittingScrollArea(QScrollArea):
    """Widgets below it stay visible, however long its contents are."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._content = content
        self.setWidget(content)

    def sizeHint(self) -> QSize:
        content = self._content
        width = min(content.maximumWidth(), max(1, self.viewport().width()))
        height = content.heightForWidth(width) if content.hasHeightForWidth() else -1
        hint = content.sizeHint()
        return QSize(hint.width(), max(height, 0) or hint.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
