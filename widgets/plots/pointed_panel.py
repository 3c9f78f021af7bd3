"""What a panel of marks over two axes has whatever it draws: a head, a canvas, and the value of the
mark that is pointed at."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QGridLayout, QToolTip, QVBoxLayout, QWidget

from widgets.charts.plot_canvas import PlotCanvas
from widgets.look.names import plain_tip
from widgets.look.theme import scaled_font
from widgets.parts.cards import ElidedLabel, ToneLabel

_NEAR = 12.0
"""Pixels around a mark within which it is pointed at."""


class PointedPanel(QWidget):
    """A title, a unit and a canvas over the title of its lower axis."""

    def __init__(self, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._canvas = PlotCanvas()
        self._canvas.setMinimumSize(160, 90)
        self._canvas.box.setMouseEnabled(x=False, y=False)
        self._canvas.scene().sigMouseMoved.connect(self._on_pointer_moved)
        self._canvas.viewport().installEventFilter(self)
        self._lay_out(height)

    def text_near(self, position: QPointF) -> str:
        """What pointing at a place of the scene says; empty beside all marks."""
        near = [
            (math.hypot(place.x() - position.x(), place.y() - position.y()), text)
            for place, text in self._told()
        ]
        distance, text = min(near, default=(math.inf, ""))
        return text if distance <= _NEAR else ""

    def _told(self) -> Iterable[tuple[QPointF, str]]:
        """Where each mark stands in the scene, and what is said of it."""
        raise NotImplementedError

    def _place(self, x: float, y: float) -> QPointF:
        """Where a point of the axes, as they are scaled, stands in the scene."""
        place: QPointF = self._canvas.box.mapViewToScene(QPointF(x, y))
        return place

    def _begin(self, title: str, unit: str, x_title: str) -> None:
        """Take away what was drawn, and write the head."""
        self._heading.setText(title)
        self._unit.setText(unit)
        self._x_title.setText(x_title)
        self.setAccessibleName(f"{title}, {unit}")
        self._canvas.recolour()
        self._canvas.plot.clear()

    def _lay_out(self, height: int) -> None:
        self._heading = ToneLabel()
        self._heading.setFont(scaled_font(bold=True))
        self._unit = ElidedLabel("", "muted")
        self._x_title = ElidedLabel("", "muted")
        self._x_title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        head = QGridLayout()
        head.setHorizontalSpacing(8)
        head.addWidget(self._heading, 0, 0)
        head.addWidget(self._unit, 0, 1)
        head.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self._canvas, 1)
        column.addWidget(self._x_title)
        self.setFixedHeight(height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            QToolTip.hideText()
        return super().eventFilter(watched, event)

    def _on_pointer_moved(self, position: QPointF) -> None:
        QToolTip.showText(QCursor.pos(), plain_tip(self.text_near(position)), self._canvas)


def decades(values: Iterable[float]) -> tuple[float, float]:
    """The ends of a logarithmic axis that holds all values: whole decades, one at least."""
    known = list(values)
    low, high = min(known, default=1.0), max(known, default=10.0)
    floor, top = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
    return 10.0**floor, 10.0 ** max(top, floor + 1)
