"""The navigation rail: icons with words, a progress ring, reachable by keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen, QShortcut
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from widgets.layout.boxes import STRETCH, vbox
from widgets.look.icons import draw_icon
from widgets.look.numbers import format_number
from widgets.look.theme import current_palette, scaled_font, theme_signals, tone_tint

_ICON = 24
_FOLDED = 40
_STEPS = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
}


class NavigationRail(QWidget):
    """A vertical rail of pages; one is current, and one may carry a progress ring."""

    page_selected = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: dict[str, _RailEntry] = {}
        self._group = QButtonGroup(self)
        self._layout = vbox(self, STRETCH, margins=(8, 8, 8, 8), spacing=4)
        self.setAccessibleName(self.tr("Pages"))
        theme_signals().changed.connect(self.update)

    def add_page(self, key: str, title: str, icon_name: str, shortcut: str = "") -> None:
        """Add an entry at the end; `shortcut` is a key sequence such as `Ctrl+1`."""
        entry = _RailEntry(key, title, icon_name, shortcut, self)
        entry.clicked.connect(lambda: self.page_selected.emit(key))
        entry.step_requested.connect(lambda step: self._step_from(key, step))
        self._group.addButton(entry)
        self._entries[key] = entry
        self._layout.insertWidget(self._layout.count() - 1, entry)
        if shortcut:
            QShortcut(QKeySequence(shortcut), self).activated.connect(entry.click)
        if len(self._entries) == 1:
            entry.setChecked(True)

    def fold(self, folded: bool) -> None:
        """Show icons alone, with their words as tooltips, or words again."""
        for entry in self._entries.values():
            entry.fold(folded)
        margin = 4 if folded else 8
        self._layout.setContentsMargins(margin, 8, margin, 8)

    def current(self) -> str:
        """The key of the current page; empty while the rail has none."""
        return next((key for key, entry in self._entries.items() if entry.isChecked()), "")

    def set_current(self, key: str) -> None:
        """Mark a page as current without sending `page_selected`."""
        self._entries[key].setChecked(True)

    def set_progress(self, fraction: float | None, key: str = "run") -> None:
        """Draw a ring of 0 to 1 around that entry's icon; None takes it away."""
        self._entries[key].set_progress(fraction)

    def _step_from(self, key: str, step: int) -> None:
        keys = list(self._entries)
        target = self._entries[keys[(keys.index(key) + step) % len(keys)]]
        target.setFocus(Qt.FocusReason.TabFocusReason)
        target.click()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(current_palette().surface))
        painter.setPen(QColor(current_palette().border))
        painter.drawLine(self.rect().topRight(), self.rect().bottomRight())


class _RailEntry(QAbstractButton):
    """One page of the rail: icon above word."""

    step_requested = Signal(int)

    def __init__(
        self, key: str, title: str, icon_name: str, shortcut: str, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName(f"rail-{key}")
        self.setText(title)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(title.replace("&", ""))
        self._hint = f"{title.replace('&', '')} ({shortcut})" if shortcut else title
        self.setToolTip(self._hint)
        self._icon_name = icon_name
        self._fraction: float | None = None
        self._folded = False
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)

    def set_progress(self, fraction: float | None) -> None:
        self._fraction = None if fraction is None else min(1.0, max(0.0, fraction))
        percent = "" if self._fraction is None else f"{format_number(self._fraction * 100)} %"
        self.setAccessibleDescription(percent)
        self.setToolTip(f"{self._hint} · {percent}" if percent else self._hint)
        self.update()

    def fold(self, folded: bool) -> None:
        """Show the icon alone, or the word again."""
        self._folded = folded
        self.updateGeometry()
        self.update()

    def progress(self) -> float | None:
        """The fraction of the ring, 0 to 1; None without a ring."""
        return self._fraction

    def sizeHint(self) -> QSize:
        if self._folded:
            return QSize(_FOLDED, _ICON + 16)
        word = self.fontMetrics().horizontalAdvance(self._word())
        return QSize(max(76, word + 20), 48 + self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHint().width(), _ICON + 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self.step_requested.emit(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        self._paint_ring(painter)
        draw_icon(painter, self._icon_rect(), self._icon_name, self._ink())
        if not self.has_word():
            return
        painter.setPen(QColor(self._ink()))
        painter.setFont(scaled_font(bold=self.isChecked()))
        top = self._icon_rect().bottom() + 3
        words = QRectF(0, top, self.width(), self.height() - top - 2)
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, self._word())

    def _paint_ground(self, painter: QPainter) -> None:
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isChecked():
            painter.setBrush(tone_tint("accent"))
            painter.drawRoundedRect(box, 6, 6)
        elif self.underMouse():
            painter.setBrush(QColor(current_palette().raised))
            painter.drawRoundedRect(box, 6, 6)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(current_palette().accent), 2))
            painter.drawRoundedRect(box, 6, 6)

    def _paint_ring(self, painter: QPainter) -> None:
        if self._fraction is None:
            return
        ring = self._icon_rect().adjusted(-5, -5, 5, 5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(current_palette().border), 3))
        painter.drawEllipse(ring)
        pen = QPen(QColor(current_palette().accent), 3)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawArc(ring, 90 * 16, -round(self._fraction * 360 * 16))

    def has_word(self) -> bool:
        """Whether there is room for the word; otherwise only the icon is shown, with a tooltip."""
        return not self._folded and self.height() >= _ICON + self.fontMetrics().height() + 2

    def _icon_rect(self) -> QRectF:
        side = _ICON if self._fraction is None else _ICON - 4
        rect = QRectF(0, 0, side, side)
        words = self.fontMetrics().height() if self.has_word() else 0
        spare = self.height() - _ICON - words
        rect.moveCenter(QPointF(self.width() / 2, _ICON / 2 + max(0.0, min(12.0, spare / 2))))
        return rect

    def _ink(self) -> str:
        palette = current_palette()
        return palette.accent if self.isChecked() else palette.muted

    def _word(self) -> str:
        return self.text().replace("&", "")
