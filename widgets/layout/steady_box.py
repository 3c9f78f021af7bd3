"""A box whose surroundings are laid out anew only when it needs another size."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget


class SteadyBox(QWidget):
    """Holds one widget, `inside`, which has a layout.

    A layout that is done tells the one around it, up to the window, whether its size has changed or
    not: words that come and go in one corner had all of a page laid out.
    """

    def __init__(self, parent: QWidget | None = None, *, grows: bool = True) -> None:
        """One that `grows` is as high as it must be at its width."""
        super().__init__(parent)
        self._grows = grows
        self.inside = QWidget(self)
        self._reported: tuple[QSize, QSize, int] | None = None
        """What was told around it: its wish, its least size, and its height at its width."""

    def sizeHint(self) -> QSize:
        return self.inside.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self.inside.minimumSizeHint()

    def hasHeightForWidth(self) -> bool:
        return self._grows and self.inside.hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        return self.inside.heightForWidth(width) if self._grows else -1

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.inside.setGeometry(self.rect())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tell()  # what is hidden hears of nothing

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._tell()
        return super().event(event)

    def _tell(self) -> None:
        needs = self.sizeHint(), self.minimumSizeHint(), self.heightForWidth(self.width())
        if needs != self._reported:
            self._reported = needs
            self.updateGeometry()
