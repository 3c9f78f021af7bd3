"""The steps of a lesson side by side, with their minutes and where a class should be by now."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from widgets.layout.boxes import hbox
from widgets.look.numbers import format_number
from widgets.look.theme import current_palette, scaled_font, theme_signals, tone_color, tone_tint

_MARKER_SIZE, _UNDERLINE = 9, 3
_PADDING, _GAP = 12, 4


@dataclass(frozen=True)
class TrackStep:
    title: str
    minutes: int


class StepTrack(QWidget):
    """A button per step, its width in proportion to its minutes where there is room; a marker below
    is where a class should be by now."""

    chosen = Signal(int)
    """Index of the clicked step."""

    def __init__(self, steps: Sequence[TrackStep], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps = steps
        self._elapsed: float | None = None
        self.buttons = [_StepButton(at, each, self) for at, each in enumerate(steps, 1)]
        row = hbox(self, margins=(0, 0, 0, _MARKER_SIZE), spacing=4)
        for at, (button, step) in enumerate(zip(self.buttons, steps, strict=True)):
            row.addWidget(button, step.minutes)
            button.clicked.connect(lambda _=False, at=at: self.chosen.emit(at))
        theme_signals().changed.connect(self.update)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Widths by minutes, unless texts need more."""
        super().resizeEvent(event)
        least = [each.sizeHint().width() for each in self.buttons]
        total = sum(each.minutes for each in self._steps)
        room = self.width() - 4 * len(self._steps)
        wide = [room * each.minutes / total for each in self._steps]
        by_minutes = all(a <= b for a, b in zip(least, wide, strict=True))
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        for at, step in enumerate(self._steps):
            row.setStretch(at, step.minutes if by_minutes else least[at])

    def show_steps(self, current: int, done: Collection[int], usable: Collection[int]) -> None:
        """`current`, `done` and `usable` are indices; only usable steps can be clicked."""
        for at, button in enumerate(self.buttons):
            button.show_state(current=at == current, done=at in done)
            button.setEnabled(at in usable)

    def current(self) -> int:
        """Index of the current step; -1: none."""
        return next((at for at, each in enumerate(self.buttons) if each.isChecked()), -1)

    def show_elapsed(self, minutes: float | None) -> None:
        """Place the marker for a class that has run for `minutes`; None: no marker."""
        self._elapsed = minutes
        self.setToolTip("" if minutes is None else self._expected_text(minutes))
        self.update()

    def _expected_text(self, minutes: float) -> str:
        at = self._expected_position(minutes)[0]
        words = self.tr("{0} minutes have passed. By the plan: {1}.")
        return words.format(format_number(minutes), self._steps[at].title)

    def _expected_position(self, minutes: float) -> tuple[int, float]:
        """Index of the step that a class should be in, and the fraction of it that is over."""
        begins = 0.0
        for at, step in enumerate(self._steps):
            if minutes < begins + step.minutes:
                return at, (minutes - begins) / step.minutes
            begins += step.minutes
        return len(self._steps) - 1, 1.0

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._elapsed is None:
            return
        at, share = self._expected_position(self._elapsed)
        box = self.buttons[at].geometry()
        x, y = box.left() + share * box.width(), float(self.height())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone_color("accent"))
        half = _MARKER_SIZE / 2
        tip = QPointF(x, y - _MARKER_SIZE + 1)
        painter.drawPolygon(QPolygonF([tip, QPointF(x - half, y), QPointF(x + half, y)]))


class _StepButton(QAbstractButton):
    """Number or tick, title and minutes; in a narrow button the minutes go first."""

    def __init__(self, number: int, step: TrackStep, parent: QWidget) -> None:
        super().__init__(parent)
        self._number, self._step, self._done = number, step, False
        self.setCheckable(True)
        self.setText(step.title)
        self.setAccessibleName(f"{format_number(number)} {step.title}")
        minutes = self.tr("{0} minutes").format(format_number(step.minutes))
        self.setAccessibleDescription(minutes)
        self.setToolTip(f"{format_number(number)} {step.title}: {minutes}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme_signals().changed.connect(self.update)

    def show_state(self, *, current: bool, done: bool) -> None:
        self._done = done
        self.setChecked(current)
        self.update()

    def nextCheckState(self) -> None:
        """The owner says which step is in front, not the click."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(scaled_font(bold=True))
        return QSize(metrics.horizontalAdvance(self._words()) + 2 * _PADDING, metrics.height() + 12)

    def minimumSizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(
            metrics.horizontalAdvance(f"{self._number_or_tick()} {self._minutes()}") + _PADDING,
            metrics.height() + 12,
        )

    def _number_or_tick(self) -> str:
        return "✓" if self._done else format_number(self._number)

    def _minutes(self) -> str:
        return self.tr("{0} min").format(format_number(self._step.minutes))

    def _words(self) -> str:
        return f"{self._number_or_tick()} {self._step.title} {self._minutes()}"

    def paintEvent(self, event: QPaintEvent) -> None:
        palette, on = current_palette(), self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = palette.accent if self.hasFocus() or on else palette.border
        painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() else 1))
        ground = tone_tint("accent") if on else QColor(palette.surface)
        if self.underMouse() and self.isEnabled() and not on:
            ground = QColor(palette.raised)
        painter.setBrush(ground)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(box, 6, 6)
        if on:
            line = QRectF(box.left() + 8, box.bottom() - _UNDERLINE, box.width() - 16, _UNDERLINE)
            painter.fillRect(line, QColor(palette.accent))
        ink = palette.accent if on else palette.text
        painter.setPen(QColor(ink if self.isEnabled() else palette.disabled))
        painter.setFont(scaled_font(bold=on))
        inside = box.adjusted(6, 0, -6, 0)
        metrics = painter.fontMetrics()
        title = f"{self._number_or_tick()} {self._step.title}"
        room = inside.width() - metrics.horizontalAdvance(title) - _GAP
        whole, bare = self._minutes(), format_number(self._step.minutes)
        fitting = (each for each in (whole, bare) if metrics.horizontalAdvance(each) <= room)
        minutes = next(fitting, "")
        if not minutes:
            title = metrics.elidedText(title, Qt.TextElideMode.ElideRight, int(inside.width()))
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter, title)
        painter.setPen(QColor(palette.muted if self.isEnabled() else palette.disabled))
        painter.setFont(scaled_font(0.9))
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(inside, int(right), minutes)
