"""Bars in the cells of a table, so that figures of many rows are compared at a glance."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from widgets.look.theme import current_palette, number_font, series_style

Index = QModelIndex | QPersistentModelIndex

_HEIGHT = 10
_GAP = 8


class BarDelegate(QStyledItemDelegate):
    """Draws a number (UserRole) as a bar beside its text; the longest is `most`.

    Bars of `leftwards` begin at the right edge, so that two columns can stand back to back.
    `series` is the key of the series they show; without one they have the accent colour.
    """

    def __init__(
        self, *, leftwards: bool = False, series: str = "", parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.most = 1.0
        self._leftwards = leftwards
        self._series = series

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        text, option.text = str(index.data() or ""), ""
        view = option.widget
        assert isinstance(view, QWidget)
        view.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, view)
        value = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(value, (int, float)):
            self._paint_bar(painter, QRectF(option.rect), float(value), text)

    def _paint_bar(self, painter: QPainter, cell: QRectF, value: float, text: str) -> None:
        palette = current_palette()
        font = number_font()
        words = QFontMetricsF(font).horizontalAdvance("00.00 %")
        room = max(0.0, cell.width() - words - 3 * _GAP)
        length = max(1.0, room * min(1.0, value / self.most)) if value > 0 else 0.0
        top = cell.center().y() - _HEIGHT / 2
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(
            series_style(self._series).colour if self._series else QColor(palette.accent)
        )
        if self._leftwards:
            bar = QRectF(cell.right() - _GAP - length, top, length, _HEIGHT)
            words_box = QRectF(cell.left(), cell.top(), bar.left() - cell.left() - 6, cell.height())
            side = Qt.AlignmentFlag.AlignRight
        else:
            bar = QRectF(cell.left() + _GAP, top, length, _HEIGHT)
            words_box = QRectF(bar.right() + 6, cell.top(), words + _GAP, cell.height())
            side = Qt.AlignmentFlag.AlignLeft
        painter.drawRect(bar)
        painter.setFont(font)
        painter.setPen(QColor(palette.text))
        painter.drawText(words_box, side | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()
