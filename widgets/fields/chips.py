"""Chips: small buttons that are on or off, rows of which exactly one is on, and a list of whole
numbers that are typed, pasted, picked from presets, and removed by key or mouse."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QLineEdit,
    QPushButton,
    QWidget,
)

from widgets.fields.check_list import CheckItem, CheckList
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.numbers import format_number
from widgets.look.theme import current_palette, number_font, theme_signals, tone_tint
from widgets.parts.cards import ToneLabel, WrappedLabel

# A small button that is on or off.


class ToggleChip(QAbstractButton):
    """Filled while it is on."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theme_signals().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        words = metrics.size(Qt.TextFlag.TextShowMnemonic, self.text())
        return QSize(words.width() + 22, metrics.height() + 12)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        edge = palette.accent if self.hasFocus() or on else palette.control
        painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() else 1))
        ground = tone_tint("accent") if on else QColor(palette.surface)
        if self.underMouse() and self.isEnabled() and not on:
            ground = QColor(palette.raised)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        ink = palette.accent if on else palette.text
        painter.setPen(QColor(ink if self.isEnabled() else palette.disabled))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextShowMnemonic
        painter.drawText(self.rect(), int(flags), self.text())


class ChoiceRow(QWidget):
    """Chips, exactly one of which is on."""

    def __init__(self, choices: dict[str, str], parent: QWidget | None = None) -> None:
        """`choices`: key → word."""
        super().__init__(parent)
        self.group = QButtonGroup(self)
        self._chips = {key: ToggleChip(word, self) for key, word in choices.items()}
        row = hbox(self, spacing=6)
        for chip in self._chips.values():
            self.group.addButton(chip)
            row.addWidget(chip)
        row.addStretch(1)

    def chip(self, key: str) -> ToggleChip:
        return self._chips[key]

    def chosen(self) -> str:
        """The key of the chip that is on; empty for none."""
        return next((key for key, chip in self._chips.items() if chip.isChecked()), "")

    def choose(self, key: str) -> None:
        self._chips[key].setChecked(True)


__all__ = ["CheckItem", "CheckList", "Chip", "ChipEditor", "FlowLayout"]

_WHOLE = re.compile(r"\d+|\d{1,3}([,.'  ’]\d{3})+")
_INPUT_PX = 110
_REMOVE_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Space)


class ChipEditor(QWidget):
    """An ascending list of different whole numbers from 1 to `maximum`."""

    changed = Signal()

    def __init__(
        self,
        presets: Sequence[int] = (),
        placeholder: str = "",
        maximum: int = 100_000_000,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._maximum = maximum
        self._chips: dict[int, Chip] = {}
        self._presets: dict[int, QPushButton] = {}
        self._input = _ChipInput(placeholder or self.tr("Add a number"), self)
        self._input.committed.connect(self._on_committed)
        self._input.removal_requested.connect(self._remove_last)
        self._error = WrappedLabel("", "bad")
        self._error.hide()
        self._lay_out(presets)

    def values(self) -> list[int]:
        """The numbers, ascending."""
        return sorted(self._chips)

    def set_values(self, values: Sequence[int]) -> None:
        """Replace all numbers without sending `changed`."""
        for value in list(self._chips):
            self._drop(value)
        for value in values:
            self._insert(value)
        self._say("")

    def error(self) -> str:
        """The error under the field; empty if the last input was valid."""
        return self._error.text()

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Put the cursor into the field."""
        self._input.setFocus(reason)

    def _lay_out(self, presets: Sequence[int]) -> None:
        column = vbox(self, spacing=6)
        self._flow = FlowLayout(gap=6, line_gap=6)
        self._flow.addWidget(self._input)
        column.addLayout(self._flow)
        column.addWidget(self._error)
        if presets:
            row = FlowLayout(gap=2, line_gap=2)
            self._add_words = ToneLabel(self.tr("Add:"), "muted")
            row.addWidget(self._add_words)
            for value in presets:
                row.addWidget(self._preset_button(value))
            column.addLayout(row)

    def _preset_button(self, value: int) -> QPushButton:
        button = QPushButton(f"+ {format_number(value)}", self)
        button.setFlat(True)
        button.setFont(number_font())
        button.clicked.connect(lambda: self._add([value]))
        self._presets[value] = button
        return button

    def _on_committed(self, text: str) -> None:
        numbers, fault = self._read(text)
        self._say(fault)
        if not fault and numbers:
            self._input.clear()
            self._add(numbers)

    def _read(self, text: str) -> tuple[list[int], str]:
        """The numbers in a text, and an error if part of it is invalid."""
        numbers: list[int] = []
        for word in re.split(r"[\s;]+|,\s+", text.strip()):
            if not word:
                continue
            if not _WHOLE.fullmatch(word) or not int(re.sub(r"\D", "", word)):
                return [], self.tr("“{0}” is not a whole number above 0.").format(word)
            numbers.append(int(re.sub(r"\D", "", word)))
        return numbers, self._fault_of(numbers)

    def _fault_of(self, numbers: Sequence[int]) -> str:
        for number in numbers:
            if number > self._maximum:
                most = format_number(self._maximum)
                return self.tr("The largest number allowed is {0}.").format(most)
            if number in self._chips:
                return self.tr("{0} is already in the list.").format(format_number(number))
        return ""

    def _add(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            self._insert(number)
        self._say("")
        self.changed.emit()

    def _insert(self, value: int) -> None:
        if value in self._chips:
            return
        chip = Chip(format_number(value), self)
        chip.removal_requested.connect(lambda: self._remove(value))
        self._chips[value] = chip
        self._flow.insert_widget(self.values().index(value), chip)
        chip.show()
        self._mark_preset(value)

    def _drop(self, value: int) -> None:
        chip = self._chips.pop(value)
        self._flow.removeWidget(chip)
        chip.hide()
        chip.deleteLater()
        self._mark_preset(value)

    def _remove(self, value: int) -> None:
        place = self.values().index(value)
        self._drop(value)
        self._say("")
        left = self.values()
        if left:
            self._chips[left[min(place, len(left) - 1)]].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self._input.setFocus(Qt.FocusReason.TabFocusReason)
        self.changed.emit()

    def _remove_last(self) -> None:
        if self._chips:
            self._drop(self.values()[-1])
            self.changed.emit()

    def _mark_preset(self, value: int) -> None:
        if value in self._presets:
            self._presets[value].setHidden(value in self._chips)
            self._add_words.setHidden(all(preset in self._chips for preset in self._presets))

    def _say(self, fault: str) -> None:
        self._error.setText(fault)
        self._error.setVisible(bool(fault))
        self._input.setAccessibleDescription(fault)


class _ChipInput(QLineEdit):
    """The field at the end of the chips: Enter commits, Backspace in an empty one takes back.

    It is as wide as its placeholder, where there is room.
    """

    committed = Signal(str)
    removal_requested = Signal()

    def __init__(self, placeholder: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setToolTip(placeholder)
        self.setFont(number_font())
        self.setMinimumWidth(_INPUT_PX)

    def sizeHint(self) -> QSize:
        width = QFontMetrics(self.font()).horizontalAdvance(self.placeholderText() + "00")
        return QSize(max(_INPUT_PX, width + 24), super().sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.text().strip():
            self.committed.emit(self.text())
        elif key == Qt.Key.Key_Backspace and not self.text():
            self.removal_requested.emit()
        else:
            super().keyPressEvent(event)


class Chip(QAbstractButton):
    """One number with a cross; Delete, Backspace, Enter, Space or a click on the cross remove."""

    removal_requested = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setFont(number_font())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("{0}, press Delete to remove").format(text))
        self.setToolTip(self.tr("Remove {0}").format(text))
        theme_signals().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 36, metrics.height() + 12)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _REMOVE_KEYS:
            self.removal_requested.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        over_cross = self.rect().adjusted(self.width() - 26, 0, 0, 0)
        if over_cross.contains(event.position().toPoint()):
            self.removal_requested.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = QPen(QColor(palette.accent), 2) if self.hasFocus() else Qt.PenStyle.NoPen
        painter.setPen(edge)
        painter.setBrush(tone_tint("accent"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.setPen(QColor(palette.text))
        words = QRectF(10, 0, self.width() - 34, self.height())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self.text())
        painter.setPen(QPen(QColor(palette.muted), 1.5))
        cross = QRectF(self.width() - 20, self.height() / 2 - 4, 8, 8)
        painter.drawLine(cross.topLeft(), cross.bottomRight())
        painter.drawLine(cross.topRight(), cross.bottomLeft())
