"""A list of check boxes (name, a line below it, badges; disabled ones show why), and a button whose
menu of check boxes filters what is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QSizePolicy,
    QWidget,
)

from widgets.layout.boxes import STRETCH, hbox, vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.names import as_label, plain_tip
from widgets.look.theme import current_palette, scaled_font, series_style, theme_signals
from widgets.parts.cards import Badge, ToneLabel

_NAME_AT = 27
"""Where a row's name begins, right of its tick box."""
_MOST_LETTERS, _LEAST_NAME_PIXELS = 24, 110


@dataclass(frozen=True)
class CheckItem:
    """One row: `badges` are pairs of word and tone; `reason` says why it is not enabled."""

    key: str
    text: str
    subtitle: str = ""
    badges: tuple[tuple[str, str], ...] = ()
    checked: bool = False
    enabled: bool = True
    reason: str = ""
    colour_key: str = ""
    group: str = ""
    tip: str = ""


class CheckList(QWidget):
    """Rows that can be ticked; arrows move between them, Space ticks."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[str, _CheckRow] = {}
        self._headings: dict[str, ToneLabel] = {}
        self._column = vbox(self, STRETCH, spacing=0)

    def set_items(self, items: Sequence[CheckItem]) -> None:
        """Replace all rows without sending `changed`.

        Rows that stay the same are kept: nothing goes blank while somebody types.
        """
        for heading in self._headings.values():
            self._drop(heading)
        before, self._rows, self._headings = self._rows, {}, {}
        for item in items:
            self._add_heading(item.group)
            row = before.pop(item.key, None)
            if row is None or not row.keeps_showing(item):
                if row is not None:
                    self._drop(row)
                row = self._make_row(item)
            self._rows[item.key] = row
            self._column.removeWidget(row)  # one that is kept would end up below the stretch
            self._column.insertWidget(self._column.count() - 1, row)
            row.show()
        for row in before.values():
            self._drop(row)

    def _make_row(self, item: CheckItem) -> _CheckRow:
        row = _CheckRow(item, self)
        row.box.toggled.connect(self.changed)
        row.box.step_requested.connect(lambda step, key=item.key: self._step_from(key, step))
        return row

    def _drop(self, part: QWidget) -> None:
        self._column.removeWidget(part)
        part.hide()
        part.deleteLater()

    def checked(self) -> list[str]:
        """The keys of the ticked rows, top to bottom; a disabled row never counts."""
        return [key for key, row in self._rows.items() if row.is_chosen()]

    def set_checked(self, keys: Sequence[str]) -> None:
        """Tick exactly these rows; `changed` is sent once if that alters anything."""
        before = self.checked()
        for key, row in self._rows.items():
            row.box.blockSignals(True)
            row.box.setChecked(key in keys and row.box.isEnabled())
            row.box.blockSignals(False)
        if self.checked() != before:
            self.changed.emit()

    def row(self, key: str) -> QCheckBox:
        return self._rows[key].box

    def heading(self, group: str) -> QWidget | None:
        """The heading of a group; None where no row is in it."""
        return self._headings.get(group)

    def _add_heading(self, group: str) -> None:
        """Begin a group, unless it has begun."""
        if not group or group in self._headings:
            return
        label = ToneLabel(group, "muted", self)
        label.setFont(scaled_font(0.92, bold=True))
        label.setContentsMargins(8, 12 if self._rows else 4, 8, 2)
        self._headings[group] = label
        self._column.insertWidget(self._column.count() - 1, label)

    def _step_from(self, key: str, step: int) -> None:
        keys = [k for k, row in self._rows.items() if row.box.isEnabled()]
        place = keys.index(key) + step
        if 0 <= place < len(keys):
            self._rows[keys[place]].box.setFocus(Qt.FocusReason.TabFocusReason)


class _StepBox(QCheckBox):
    """A tick box that passes arrows on; of a name that has no room it shows both ends."""

    step_requested = Signal(int)

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(as_label(name), parent)
        self._name = name
        self._wished = super().sizeHint()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return self._wished

    def minimumSizeHint(self) -> QSize:
        return QSize(min(_LEAST_NAME_PIXELS, self._wished.width()), self._wished.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.setText(as_label(self._name))
            self._wished = super().sizeHint()
            self.updateGeometry()
            self._fit()

    def _fit(self) -> None:
        room = self.width() - _NAME_AT - 4
        cut = Qt.TextElideMode.ElideMiddle
        self.setText(as_label(self.fontMetrics().elidedText(self._name, cut, room)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.step_requested.emit(step)


class _CheckRow(QWidget):
    """One row; clicking anywhere in it ticks."""

    def __init__(self, item: CheckItem, parent: QWidget) -> None:
        super().__init__(parent)
        self.box = _StepBox(item.text, self)
        self.box.setAccessibleName(item.text)
        self.box.setChecked(item.checked and item.enabled)
        self.box.setEnabled(item.enabled)
        words = [item.reason or item.subtitle, *(word for word, _ in item.badges), _plain(item.tip)]
        self.box.setAccessibleDescription(". ".join(filter(None, words)))
        self._item = item
        self._hovered = False
        self._lay_out()
        self.setToolTip(_tip(item))
        theme_signals().changed.connect(self.update)

    def keeps_showing(self, item: CheckItem) -> bool:
        """Take over the tick if the row shows this item already; return whether it does."""
        if replace(item, checked=self._item.checked) != self._item:
            return False
        self._item = item
        self.box.blockSignals(True)
        self.box.setChecked(item.checked and item.enabled)
        self.box.blockSignals(False)
        return True

    def is_chosen(self) -> bool:
        return self.box.isEnabled() and self.box.isChecked()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.box.isEnabled() and self.rect().contains(event.position().toPoint()):
            self.box.toggle()
            self.box.setFocus(Qt.FocusReason.MouseFocusReason)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._hovered = True
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hovered = False
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if self._hovered and self.box.isEnabled():
            painter.setBrush(QColor(current_palette().raised))
            painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
        if self._item.colour_key:
            painter.setBrush(series_style(self._item.colour_key).colour)
            painter.setOpacity(1.0 if self.box.isEnabled() else 0.4)
            painter.drawRoundedRect(QRectF(2, 8, 3, self.height() - 16), 1.5, 1.5)

    def _lay_out(self) -> None:
        flow = FlowLayout(gap=6, line_gap=4, indent=_NAME_AT)
        flow.addWidget(self.box)
        for word, tone in self._item.badges:
            flow.addWidget(Badge(word, tone if self._item.enabled else "neutral"))
        column = vbox(self, flow, margins=(8, 4, 8, 6), spacing=3)
        under = self._item.reason if not self._item.enabled else self._item.subtitle
        if under:
            column.addLayout(self._under_the_name(self._subtitle(under or "")))

    def _subtitle(self, text: str) -> ToneLabel:
        label = ToneLabel(text, "muted", self)
        label.setFont(scaled_font(0.92))
        label.setWordWrap(True)
        return label

    def _under_the_name(self, part: QWidget) -> QHBoxLayout:
        return hbox(None, (part, 1), margins=(_NAME_AT, 0, 0, 0))


def _tip(item: CheckItem) -> str:
    """The item's tooltip; of one that is disabled or has none its full name if that was cut,
    and the reason why it is disabled."""
    if item.enabled and item.tip:
        return item.tip
    cut = item.text if len(item.text) > _MOST_LETTERS else ""
    return plain_tip("\n".join(filter(None, (cut, item.reason))))


def _plain(rich: str) -> str:
    """Rich text without its tags, for screen readers."""
    document = QTextDocument()
    document.setHtml(rich)
    return " ".join(document.toPlainText().split())
