"""One line that tells which colour of shaded time is which phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.look.theme import Palette, current_palette, scaled_font, theme_signals

_MARK, _GAP, _BETWEEN = 12, 5, 14
_OPAQUE = 0.35


def band_hue(palette: Palette, number: int) -> QColor:
    """The colour of a phase by its number, in the order in which phases first came."""
    return QColor(palette.spare[number % len(palette.spare)])


class BandLegend(QWidget):
    """The phases in the order in which they first came; what has no room is in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labels: tuple[str, ...] = ()
        self.setFont(scaled_font(0.9))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme_signals().changed.connect(self.update)

    @property
    def labels(self) -> tuple[str, ...]:
        return self._labels

    def show_labels(self, labels: Sequence[str]) -> None:
        if tuple(labels) != self._labels:
            self._labels = tuple(labels)
            self.setAccessibleName(self.tr("Phases: {0}").format(", ".join(labels)))
            self.setToolTip("\n".join(labels))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, self.fontMetrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def placed(self) -> Iterator[tuple[str, QRect, QRect]]:
        """Each phase that has room, with where its mark and its name stand."""
        metrics, left = self.fontMetrics(), 2
        for label in self._labels:
            width = metrics.horizontalAdvance(label)
            if left + _MARK + _GAP + width > self.width():
                return
            mark = QRect(left, (self.height() - _MARK) // 2, _MARK, _MARK)
            yield label, mark, QRect(mark.right() + _GAP, 0, width + 1, self.height())
            left += _MARK + _GAP + width + _BETWEEN

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, palette = QPainter(self), current_palette()
        painter.setPen(QColor(palette.muted))
        for number, (label, mark, words) in enumerate(self.placed()):
            hue = band_hue(palette, number)
            hue.setAlphaF(_OPAQUE)
            painter.fillRect(mark, hue)
            painter.drawRect(mark.adjusted(0, 0, -1, -1))
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, label)
