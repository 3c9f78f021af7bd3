"""Rows of a label and a field: side by side where there is room, else one above the other."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from widgets.parts.cards import FormLabel

_ROW_GAP = 12


class FieldRows(QWidget):
    """Never asks for more width than its widest label or field alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(6, 0, 12, 8)
        self._grid.setHorizontalSpacing(_ROW_GAP)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)
        self._rows: list[tuple[QWidget | None, QWidget] | None] = []
        """None where the fields of a row are not made yet."""
        self._in_line = True

    def add_row(self, text: str, field: QWidget) -> None:
        """Add a field below the others; one without a text belongs to the row above it."""
        self.fill_row(self.reserve_row(), text, field)

    def reserve_row(self) -> int:
        """The number of a row below the others, of which the field is made later."""
        self._rows.append(None)
        self._grid.setRowStretch(2 * len(self._rows) - 1, 0)
        self._grid.setRowStretch(2 * len(self._rows) + 1, 1)
        return len(self._rows) - 1

    def fill_row(self, row: int, text: str, field: QWidget) -> None:
        """Put a field into a reserved row."""
        label = None
        if text:
            label = FormLabel(text, field)
            label.setFixedHeight(30)
        self._rows[row] = label, field
        self._place(label, field, row)

    @property
    def count(self) -> int:
        return len(self._rows)

    def show_rows(self, rows: Iterable[int], shown: bool) -> None:
        """Show or hide rows; hidden ones take no room and ask for none."""
        for label, field in filter(None, map(self._rows.__getitem__, rows)):
            field.setVisible(shown)
            if label is not None:
                label.setVisible(shown)
        self.updateGeometry()
        self._find_room()

    def minimumSizeHint(self) -> QSize:
        labels, fields = self._needed()
        return QSize(max(labels, fields) + self._margins(), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._find_room()

    def _find_room(self) -> None:
        in_line = sum(self._needed()) + _ROW_GAP <= self.width() - self._margins()
        if in_line is not self._in_line:
            self._in_line = in_line
            for row, parts in enumerate(self._rows):
                if parts is not None:
                    self._place(*parts, row)

    def _place(self, label: QWidget | None, field: QWidget, row: int) -> None:
        """Place a row, which takes two rows of the grid; the upper one is empty if label and field
        share a line."""
        if label is not None:
            self._grid.removeWidget(label)
            top = Qt.AlignmentFlag.AlignTop
            self._grid.addWidget(
                label, 2 * row + self._in_line, 0, 1, 1 if self._in_line else 2, top
            )
        self._grid.removeWidget(field)
        across = 1 if self._in_line else 2
        self._grid.addWidget(field, 2 * row + 1, int(self._in_line), 1, across, _aligned(field))

    def _needed(self) -> tuple[int, int]:
        """The least widths of labels and fields."""
        rows = [row for row in self._rows if row is not None and not row[1].isHidden()]
        labels = max((_least(label) for label, _ in rows if label is not None), default=0)
        return labels, max((_least(field) for _, field in rows), default=0)

    def _margins(self) -> int:
        margins = self._grid.contentsMargins()
        return margins.left() + margins.right()


def _aligned(field: QWidget) -> Qt.AlignmentFlag:
    """The alignment of a field: one of fixed width must not keep its column from growing."""
    fixed = field.sizePolicy().horizontalPolicy() is QSizePolicy.Policy.Fixed
    return Qt.AlignmentFlag.AlignLeft if fixed else Qt.AlignmentFlag(0)


def _least(part: QWidget) -> int:
    return max(part.minimumWidth(), part.minimumSizeHint().width())
