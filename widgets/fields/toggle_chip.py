"""A small button that is on or off."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QWidget

from widgets.look.theme import current_palette, theme_signals, tone_tint


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
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
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
