"""A translucent overlay on figures that are no longer true."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from widgets.look.theme import current_palette, theme_signals

_OPACITY = 0.66


class StaleOverlay(QWidget):
    """Dims the widget that it is given; what is below can still be read, scrolled and copied."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        over.installEventFilter(self)
        theme_signals().changed.connect(self.update)
        self.hide()

    def draw(self, on: bool) -> None:
        """Draw it over the widget, or take it away."""
        if on:
            self._cover()
        self.setVisible(on)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.ChildAdded) and not self.isHidden():
            self._cover()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        wash = QColor(current_palette().window)
        wash.setAlphaF(_OPACITY)
        QPainter(self).fillRect(self.rect(), wash)

    def _cover(self) -> None:
        self.setGeometry(self._over.rect())
        self.raise_()
