"""An entry of a legend: a name behind a sample of what it stands for, which was drawn elsewhere."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QWidget

from widgets.look.names import plain_tip, shortened
from widgets.look.theme import current_palette, drawing_scale, tone_color

_MOST_LETTERS = 44
_GAP = 4


class Sample(Protocol):
    """`svg` is so many units wide; `key` is the name in no language."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def width(self) -> float: ...

    @property
    def svg(self) -> str: ...


class SampleEntry(QAbstractButton):
    """Pale while what it stands for is hidden; one that is no choice is a name alone."""

    def __init__(self, sample: Sample, parent: QWidget, *, choosable: bool = True) -> None:
        super().__init__(parent)
        self.key = sample.key
        self._sample = QSvgRenderer(QByteArray(sample.svg.encode()), self)
        self._scale = drawing_scale()
        self.setText(shortened(sample.name, _MOST_LETTERS))
        self.setToolTip("" if self.text() == sample.name else plain_tip(sample.name))
        self.setAccessibleName(sample.name)
        self.setCheckable(True)
        self.setChecked(True)
        self.setEnabled(choosable)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if choosable else Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        words = metrics.horizontalAdvance(self.text())
        return QSize(round(self._mark().width()) + _GAP + words + 6, metrics.height() + 6)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isChecked() else 0.4)
        mark = self._mark()
        self._sample.render(painter, mark)
        words = QRectF(self.rect()).adjusted(mark.right() + _GAP, 0, 0, 0)
        painter.setPen(tone_color("text"))
        painter.drawText(words, int(Qt.AlignmentFlag.AlignVCenter), self.text())
        if self.hasFocus():
            painter.setPen(QPen(QColor(current_palette().accent), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)

    def _mark(self) -> QRectF:
        size = self._sample.viewBoxF().size() * self._scale
        return QRectF(3, (self.height() - size.height()) / 2, size.width(), size.height())
