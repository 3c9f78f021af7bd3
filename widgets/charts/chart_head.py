"""The line above a live chart: title, unit, readings, and the way back to following."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QToolButton, QWidget

from widgets.charts.legend import Legend
from widgets.look.icons import icon
from widgets.look.theme import current_palette, number_font, scaled_font
from widgets.parts.cards import ToneLabel
from widgets.saving.widget_pictures import is_being_pictured, only_on_screen

_GAP = 16


class ChartHead(QWidget):
    """Keeps its height whatever it shows, so that the plot below stands still."""

    follow_asked = Signal()

    def __init__(self, title: str, unit: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # readings change often
        heading = ToneLabel(title, parent=self)
        heading.setFont(scaled_font(bold=True))
        self.legend = Legend(self)
        self._listed: dict[str, bool] = {}
        """What the legend is to list at the next `settle`, or not, by key."""
        self._second = ToneLabel("", "muted", self)
        self._second.setFont(number_font())
        self._linked = False
        self._follow = self._follow_button()
        words = QHBoxLayout()
        words.setSpacing(8)
        words.addWidget(heading)
        words.addWidget(ToneLabel(unit, "muted", self))
        words.addStretch(0)
        readings = QHBoxLayout()
        readings.setSpacing(8)
        readings.addWidget(self.legend, 1)
        readings.addWidget(self._second)
        readings.addWidget(self._follow)
        self._words, self._readings = words, readings
        self._in_line: bool | None = None
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.addLayout(words)
        self._rows.addLayout(readings, 1)
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        chart = self.parentWidget()
        if chart is None or not is_being_pictured(chart):
            QPainter(self).fillRect(event.rect(), QColor(current_palette().surface))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return super().event(event)

    def list_soon(self, key: str, on: bool) -> bool:
        """Have the legend list an entry, or hide it, at the next `settle`; whether that is new."""
        if self._listed.get(key, self.legend.lists(key)) == on:
            return False
        self._listed[key] = on
        return True

    def settle(self) -> None:
        """Lay out what has changed now: when Qt gets round to it the plot below was painted, and is
        once more."""
        for key, on in self._listed.items():
            self.legend.set_listed(key, on)
        self._listed.clear()
        if (layout := self.legend.layout()) is not None:
            layout.activate()
        self._arrange()
        self._rows.activate()

    def _arrange(self) -> None:
        """Put the legend in line with the title, or below it if there is no room."""
        needed = self._words.minimumSize().width() + self._readings.minimumSize().width()
        in_line = self.width() >= needed + _GAP
        if in_line is self._in_line:
            return
        self._in_line = in_line
        way = QBoxLayout.Direction.LeftToRight if in_line else QBoxLayout.Direction.TopToBottom
        self._rows.setDirection(way)
        self._rows.setSpacing(_GAP if in_line else 2)

    def show_second(self, text: str) -> None:
        """Say which second the readings belong to; empty for the newest."""
        self._second.setText(text)

    def show_following(self, following: bool) -> None:
        """Offer the way back while the view is held."""
        self._follow.setVisible(not following and not self._linked)

    def leave_following(self) -> None:
        """Hide the button, since another chart on the time axis has it."""
        self._linked = True
        self._follow.hide()
        policy = self._follow.sizePolicy()
        policy.setRetainSizeWhenHidden(False)
        self._follow.setSizePolicy(policy)

    def _follow_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        button.setIcon(icon("follow"))
        button.setToolTip(self.tr("Follow the newest samples (F)"))
        button.setAccessibleName(self.tr("Follow"))
        button.clicked.connect(self.follow_asked)
        only_on_screen(button)
        return button
