"""Two pictures of one size over each other, and a handle that uncovers one or the other."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.layout.layouts import full_screen_kind
from widgets.look.numbers import format_number
from widgets.look.theme import current_palette, scaled_font, theme_signals, tone_color

_HANDLE = 15
_STEP = 0.05
_WORDS = 26


@full_screen_kind
class BeforeAfter(QWidget):
    """The first picture at the left of the handle, the second one at its right."""

    moved = Signal(float)
    """The share of the first picture that is seen, 0 to 1."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before, self._after = QImage(), QImage()
        self._titles = ("", "")
        self._share = 0.5
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setMinimumSize(160, 120)
        theme_signals().changed.connect(self.update)

    def show_pictures(self, before: tuple[str, QImage], after: tuple[str, QImage]) -> None:
        """Show two pictures by their titles."""
        self._titles = before[0], after[0]
        self._before, self._after = before[1], after[1]
        self.setAccessibleName(" / ".join(self._titles))
        self._describe()
        self.update()

    def pictures(self) -> tuple[QImage, QImage]:
        return self._before, self._after

    def share(self) -> float:
        """How much of the first picture is seen, 0 to 1."""
        return self._share

    def set_share(self, share: float) -> None:
        """Move the handle."""
        share = min(1.0, max(0.0, share))
        if share != self._share:
            self._share = share
            self._describe()
            self.update()
            self.moved.emit(share)

    def sizeHint(self) -> QSize:
        return QSize(480, 340)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self._box()
        if self._before.isNull() or self._after.isNull():
            painter.fillRect(self.rect(), QColor(current_palette().raised))
            return
        x = box.left() + self._share * box.width()
        smaller = box.width() < self._before.width()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smaller)
        for image, left, right in ((self._before, box.left(), x), (self._after, x, box.right())):
            part = QRectF(left, box.top(), right - left, box.height())
            painter.save()
            painter.setClipRect(part)
            painter.drawImage(box, image)
            painter.restore()
        self._paint_titles(painter, box)
        self._paint_handle(painter, QPointF(x, box.center().y()), box)

    def _paint_titles(self, painter: QPainter, box: QRectF) -> None:
        painter.setFont(scaled_font(bold=True))
        painter.setPen(tone_color("text"))
        above = QRectF(box.left(), 0, box.width(), _WORDS)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(above, int(middle | Qt.AlignmentFlag.AlignLeft), self._titles[0])
        painter.drawText(above, int(middle | Qt.AlignmentFlag.AlignRight), self._titles[1])

    def _paint_handle(self, painter: QPainter, at: QPointF, box: QRectF) -> None:
        palette = current_palette()
        for colour, width in ((palette.surface, 5.0), (palette.accent, 2.0)):
            painter.setPen(QPen(QColor(colour), width))
            painter.drawLine(QPointF(at.x(), box.top()), QPointF(at.x(), box.bottom()))
        painter.setBrush(QColor(palette.surface))
        painter.setPen(QPen(QColor(palette.accent), 3 if self.hasFocus() else 2))
        painter.drawEllipse(at, _HANDLE, _HANDLE)
        painter.setBrush(QColor(palette.accent))
        painter.setPen(Qt.PenStyle.NoPen)
        for side in (-1, 1):
            tip = QPointF(at.x() + 10 * side, at.y())
            back = [QPointF(at.x() + 4 * side, at.y() + y) for y in (-5, 5)]
            painter.drawPolygon(QPolygonF([tip, *back]))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go_to(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go_to(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -_STEP, Qt.Key.Key_Right: _STEP}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.set_share(self._share + step)

    def _go_to(self, event: QMouseEvent) -> None:
        box = self._box()
        self.set_share((event.position().x() - box.left()) / max(1.0, box.width()))

    def _box(self) -> QRectF:
        room = QRectF(self.rect()).adjusted(0, _WORDS, 0, 0)
        size = self._before.size().scaled(room.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
        box = QRectF(0, 0, size.width(), size.height())
        box.moveCenter(room.center())
        return box

    def _describe(self) -> None:
        percent = format_number(100 * self._share)
        self.setAccessibleDescription(f"{self._titles[0]}: {percent} %")
