"""The line above a live chart: title, unit, readings, and the way back to following."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from widgets.charts.legend import Legend
from widgets.look.icons import icon
from widgets.look.theme import number_font, scaled_font
from widgets.parts.cards import ToneLabel
from widgets.saving.widget_pictures import only_on_screen


class ChartHead(QWidget):
    """Keeps its height whatever it shows, so that the plot below stands still."""

    follow_asked = Signal()

    def __init__(self, title: str, unit: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        heading = ToneLabel(title)
        heading.setFont(scaled_font(bold=True))
        self.legend = Legend(self)
        self._second = ToneLabel("", "muted")
        self._second.setFont(number_font())
        self._linked = False
        self._follow = self._follow_button()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(heading)
        row.addWidget(ToneLabel(unit, "muted"))
        row.addSpacing(8)
        row.addWidget(self.legend, 1)
        row.addWidget(self._second)
        row.addWidget(self._follow)

    def show_second(self, text: str) -> None:
        """Say which second the readings belong to; empty for the newest."""
        self._second.setText(text)

    def show_following(self, following: bool) -> None:
        """Offer the way back while the view is held."""
        self._follow.setVisible(not following and not self._linked)

    def leave_following(self) -> None:
        """Another chart on the same time axis offers the way back: the readings get its room."""
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
