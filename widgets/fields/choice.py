"""A drop-down as narrow as its place allows, whose open list shows whole rows."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRect, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from widgets.fields.number_field import guard_wheel
from widgets.look.names import isolated, plain_tip, shortened

_ROW_PADDING = 32
"""Pixels around the words of a row: its padding and the list's own frame."""

_TRIES = 3
"""Times that the open list is enlarged: its scroll arrows take room until every row fits."""


class Choice(QComboBox):
    """A long row is cut in the closed field; the tooltip and the open list show all of it."""

    def __init__(self, letters: int = 10, parent: QWidget | None = None) -> None:
        """`letters` it shows at least."""
        super().__init__(parent)
        guard_wheel(self)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(letters)
        self.setMaxVisibleItems(16)
        self.currentTextChanged.connect(lambda text: self.setToolTip(plain_tip(text)))

    def set_choices(self, choices: Iterable[tuple[object, str]]) -> None:
        """Replace all rows by pairs of data and text, without a signal. The selected data stays
        selected; where it is gone, the first row is."""
        before = self.currentData()
        with QSignalBlocker(self):
            self.clear()
            for data, text in choices:
                self.addItem(text, data)
            self.setCurrentIndex(max(0, self.findData(before)))
        self.setToolTip(plain_tip(self.currentText()))

    def set_names(self, names: Iterable[str]) -> None:
        """The same with names that are their own data, each once."""
        self.set_choices((name, isolated(shortened(name))) for name in dict.fromkeys(names))

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
        wanted = min(rows + bar + _ROW_PADDING, screen)
        self.view().setMinimumWidth(max(self.width(), wanted))
        super().showPopup()
        self._show_whole_rows()

    def _show_whole_rows(self) -> None:
        """Qt forgets the padding that a style sheet gives the list, and cuts its last row."""
        view = self.view()
        view.doItemsLayout()  # rows have the style sheet's height only since they are shown
        view.scrollToTop()
        first, last = (self._row_in_list(at) for at in (0, self.count() - 1))
        for _ in range(_TRIES):
            self._enlarge_popup(last.bottom() - first.top() + 1 - view.viewport().height())
        if view.verticalScrollBar().maximum():
            self._enlarge_popup(-(view.viewport().height() % max(1, first.height())))
        view.scrollTo(view.currentIndex())

    def _enlarge_popup(self, pixels: int) -> None:
        """Make the open list so much higher, as far as the screen goes."""
        popup, screen = self.view().window(), self.screen().availableGeometry()
        box = popup.geometry()
        height = min(box.height() + pixels, screen.height())
        above = box.bottom() < self.mapToGlobal(QPoint()).y()
        top = box.bottom() + 1 - height if above else box.top()
        top = max(screen.top(), min(top, screen.bottom() + 1 - height))
        popup.setGeometry(box.left(), top, box.width(), height)

    def _row_in_list(self, at: int) -> QRect:
        return self.view().visualRect(self.model().index(at, self.modelColumn()))
