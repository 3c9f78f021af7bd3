"""Legends of charts: series with their current values (`Legend`), and phases of shaded time
(`BandLegend`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from widgets.layout.layouts import FlowLayout
from widgets.look.names import plain_tip, shortened_lines
from widgets.look.theme import (
    Palette,
    current_palette,
    number_font,
    scaled_font,
    series_pen,
    series_style,
    theme_signals,
    tone_color,
)
from widgets.look.tokens import Line

# A legend in one line for the phases of a campaign, which charts show as shaded bands of time.

_BAND_MARK_PX, _GAP, _ENTRY_GAP = 12, 5, 14
_BAND_OPACITY = 0.35


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

    def label_positions(self) -> Iterator[tuple[str, QRect, QRect]]:
        """(label, area of the mark, area of the label) of each phase that has room."""
        metrics, left = self.fontMetrics(), 2
        for label in self._labels:
            width = metrics.horizontalAdvance(label)
            if left + _BAND_MARK_PX + _GAP + width > self.width():
                return
            mark = QRect(left, (self.height() - _BAND_MARK_PX) // 2, _BAND_MARK_PX, _BAND_MARK_PX)
            yield label, mark, QRect(mark.right() + _GAP, 0, width + 1, self.height())
            left += _BAND_MARK_PX + _GAP + width + _ENTRY_GAP

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, palette = QPainter(self), current_palette()
        painter.setPen(QColor(palette.muted))
        for number, (label, mark, words) in enumerate(self.label_positions()):
            hue = band_hue(palette, number)
            hue.setAlphaF(_BAND_OPACITY)
            painter.fillRect(mark, hue)
            painter.drawRect(mark.adjusted(0, 0, -1, -1))
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, label)


_MARK = 22
"""Pixels of the line before a name."""
_MOST_LETTERS = 44
"""A server and its protection, each cut already where it is long."""


class Legend(QWidget):
    """Entries in lines that wrap; a click on an entry hides or shows its series.

    It never gets lower again until `reset`: otherwise all charts of a page would be redrawn.
    """

    toggled = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, gap=16, line_gap=2, keeps_height=True)
        self._entries: dict[str, LegendEntry] = {}
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(
        self,
        key: str,
        label: str,
        colour_key: str,
        line: Line = "solid",
        *,
        listed: bool = True,
    ) -> None:
        """Add an entry at the end; one that is not `listed` is hidden until `set_listed`, as each
        visible one causes a layout of the whole window."""
        entry = LegendEntry(label, colour_key, line, self)
        entry.toggled.connect(lambda on: self.toggled.emit(key, on))
        self._entries[key] = entry
        self._flow.addWidget(entry)
        entry.setVisible(listed)

    def reserve_lines(self, labels: Iterable[str], most_lines: int) -> None:
        """Reserve the lines that entries with these names will need, at most `most_lines`, until
        `reset`, so that what is below does not move when they are added."""
        metrics = self.fontMetrics()
        words = (shortened_lines(label, _MOST_LETTERS) for label in labels)
        widths = [_width(metrics, each) for each in words]
        self._flow.reserve_lines(widths, _height(metrics), most_lines)

    def set_value(self, key: str, text: str) -> None:
        """Show a value after an entry's name; the entry never gets narrower again."""
        self._entries[key].set_value(text)

    def set_checked(self, key: str, on: bool) -> None:
        """Show a series as hidden or shown, without a signal."""
        entry = self._entries[key]
        before = entry.blockSignals(True)
        entry.setChecked(on)
        entry.blockSignals(before)
        entry.update()

    def set_listed(self, key: str, on: bool) -> None:
        """Show an entry in the legend, or hide it for now."""
        self._entries[key].setVisible(on)

    def is_listed(self, key: str) -> bool:
        """Whether an entry is shown."""
        return not self._entries[key].isHidden()

    def set_terse(self, key: str, terse: bool) -> None:
        """Show an entry's mark and value alone."""
        self._entries[key].set_terse(terse)

    def keys(self) -> list[str]:
        """The keys of all entries, in order."""
        return list(self._entries)

    def value(self, key: str) -> str:
        """The value shown after an entry's name."""
        return self._entries[key].value

    def reset(self) -> None:
        """Take no more lines than the entries need from now on."""
        self._flow.reset()

    def clear(self) -> None:
        """Remove all entries."""
        self.reset()
        for entry in self._entries.values():
            self._flow.removeWidget(entry)
            entry.hide()
            entry.deleteLater()
        self._entries.clear()


class LegendEntry(QAbstractButton):
    """One name with its mark and, if known, its value."""

    def __init__(self, label: str, colour_key: str, line: Line, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(shortened_lines(label, _MOST_LETTERS))
        self.setToolTip("" if self.text() == label else plain_tip(label))
        self._words = self.text()
        self.setAccessibleName(label)
        self.setCheckable(True)
        self.setChecked(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._colour_key = colour_key
        self._line = line
        self.value = ""
        self._value_width = 0
        theme_signals().changed.connect(self.update)

    def set_terse(self, terse: bool) -> None:
        """Hide the name, which stays in the tooltip."""
        self._words = "" if terse else self.text()
        self.setToolTip(plain_tip(self.accessibleName()) if terse else self.toolTip())
        self.updateGeometry()
        self.update()

    def set_value(self, text: str) -> None:
        """Show a value; room is kept for the widest one so far."""
        if text == self.value:
            return
        self.value = text
        self.setAccessibleDescription(text)
        width = QFontMetrics(number_font(bold=True)).horizontalAdvance(text) + 6
        if width > self._value_width:
            self._value_width = width
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(_width(metrics, self._words) + self._value_width, _height(metrics))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isChecked() else 0.45)
        self._paint_mark(painter)
        left = _MARK + 6
        words = QRectF(left, 0, self.width() - left, self.height())
        painter.setPen(tone_color("muted"))
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self._words)
        painter.setPen(tone_color("text"))
        painter.setFont(number_font(bold=True))
        right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(words, right, self.value)
        if self.hasFocus():
            painter.setPen(QPen(QColor(current_palette().accent), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)

    def _paint_mark(self, painter: QPainter) -> None:
        colour, middle = series_style(self._colour_key).colour, self.height() / 2
        painter.setPen(series_pen(colour, self._line, 2.0))
        painter.drawLine(QPointF(0, middle), QPointF(_MARK, middle))


def _width(metrics: QFontMetrics, words: str) -> int:
    return _MARK + 8 + metrics.horizontalAdvance(words)


def _height(metrics: QFontMetrics) -> int:
    return metrics.height() + 4
