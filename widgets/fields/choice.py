"""A drop-down as narrow as its place allows, whose open list shows whole rows."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from widgets.fields.wheel import guard_wheel
from widgets.look.names import plain_tip

_ROOM = 32
"""Pixels beside the words of a row: its padding and the list's own frame."""


class Choice(QComboBox):
    """A long row is cut in the closed field, and told whole by its tooltip and in the list."""

    def __init__(self, letters: int = 10, parent: QWidget | None = None) -> None:
        """`letters` it shows at least."""
        super().__init__(parent)
        guard_wheel(self)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(letters)
        self.setMaxVisibleItems(16)
        self.currentTextChanged.connect(lambda text: self.setToolTip(plain_tip(text)))

    def minimumSizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """With an ellipsis where the words are cut: the style itself stops within a letter."""
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = self.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox,
            option,
            QStyle.SubControl.SC_ComboBoxEditField,
            self,
        )
        option.currentText = self.fontMetrics().elidedText(
            option.currentText,
            Qt.TextElideMode.ElideRight,
            field.width(),
        )
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def showPopup(self) -> None:
        """Open the list as wide as its longest row, as far as the screen goes."""
        rows = self.view().sizeHintForColumn(0)
        bar = self.view().verticalScrollBar().sizeHint().width()
        screen = self.screen().availableGeometry().width()
        wanted = min(rows + bar + _ROOM, screen)
        self.view().setMinimumWidth(max(self.width(), wanted))
        super().showPopup()
