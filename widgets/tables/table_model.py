"""Rows of raw values shown through columns that know how to write and colour them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from widgets.look.fonts import mono_font
from widgets.look.names import plain_tip, shortened, shortened_lines
from widgets.look.theme import number_font, tone_color

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

_MONO = 0.92
"""Fonts of even width look larger than others of the same size."""
_MOST_LETTERS = 28
_ALIGN = {
    "left": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
    "right": Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
    "center": Qt.AlignmentFlag.AlignCenter,
}


def plain_text(value: object) -> str:
    """A value as its own text; None as nothing."""
    return "" if value is None else str(value)


@dataclass(frozen=True)
class Column:
    """One column: `format` writes a raw value, `tone` may colour it (good, warning, bad, …), `tip`
    says more about it when it is pointed at. `mono` is for bytes in hexadecimal digits. Where
    `named`, others have given the values: long names are shown without their middle, and whole in
    tooltips, copies and files. `sign` says before the text what a tone alone would say; copies and
    files do without it."""

    key: str
    title: str
    align: Literal["left", "right", "center"] = "left"
    format: Callable[[object], str] = plain_text
    tone: Callable[[object], str | None] | None = None
    tooltip: str = ""
    tip: Callable[[object], str] | None = None
    mono: bool = False
    named: bool = False
    sign: Callable[[object], str] | None = None

    @property
    def heading(self) -> str:
        """The title with its long lines cut."""
        return shortened_lines(self.title, _MOST_LETTERS)

    @property
    def font(self) -> QFont | None:
        """The font of its cells; None for the table's own."""
        if self.mono:
            return mono_font(_MONO)
        return number_font() if self.align == "right" else None


class TableModel(QAbstractTableModel):
    """A table of raw values, sorted by them with None always last.

    Role UserRole gives the raw value.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: Sequence[Column] = ()
        self._rows: Sequence[Sequence[object]] = ()
        self._order: list[int] = []
        self._larger = 1.0

    def enlarge(self, larger: float) -> None:
        """Have fonts so many times as large as the program's."""
        self._larger = larger
        self.layoutChanged.emit()

    def set_rows(self, columns: Sequence[Column], rows: Sequence[Sequence[object]]) -> None:
        """Replace all rows; each has one raw value for each column."""
        self.beginResetModel()
        self._columns = list(columns)
        self._rows = list(rows)
        self._order = list(range(len(rows)))
        self.endResetModel()

    @property
    def columns(self) -> Sequence[Column]:
        """The columns, left to right."""
        return self._columns

    def source_row(self, row: int) -> int:
        """The number that a shown row had in `set_rows`."""
        return self._order[row]

    def shown_row(self, source: int) -> int:
        """Where a row of `set_rows` is shown now."""
        return self._order.index(source)

    def text(self, row: int, column: int) -> str:
        """A cell as it is copied and saved."""
        return self._columns[column].format(self._raw(row, column))

    def shown_text(self, row: int, column: int) -> str:
        text, sign = self.text(row, column), self._columns[column].sign
        shown = shortened(text) if self._columns[column].named else text
        return f"{sign(self._raw(row, column))} {shown}".lstrip() if sign else shown

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        match role:
            case Role.DisplayRole:
                return self.shown_text(row, column)
            case Role.UserRole:
                return self._raw(row, column)
            case Role.TextAlignmentRole:
                return _ALIGN[self._columns[column].align]
            case Role.FontRole:
                return self._font(column)
            case Role.ForegroundRole:
                return self._ink(row, column)
        return self._tip(row, column) if role == Role.ToolTipRole else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or section >= len(self._columns):
            return None
        column = self._columns[section]
        match role:
            case Role.DisplayRole:
                return column.heading
            case Role.ToolTipRole:
                whole = "" if column.heading == column.title else column.title
                return plain_tip("\n".join(filter(None, (whole, column.tooltip)))) or None
            case Role.TextAlignmentRole:
                return _ALIGN[column.align]
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by raw values; a negative column brings back the order of `set_rows`."""
        self.layoutAboutToBeChanged.emit()
        before = list(self._order)
        self._order = self._sorted(column, order == Qt.SortOrder.DescendingOrder)
        places = {source: row for row, source in enumerate(self._order)}
        old = self.persistentIndexList()
        new = [self.index(places[before[i.row()]], i.column()) for i in old]
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()

    def _sorted(self, column: int, descending: bool) -> list[int]:
        everything = list(range(len(self._rows)))
        if not 0 <= column < len(self._columns):
            return everything
        known = [row for row in everything if self._rows[row][column] is not None]
        missing = [row for row in everything if self._rows[row][column] is None]
        known.sort(key=lambda row: _sort_key(self._rows[row][column]), reverse=descending)
        return known + missing

    def _raw(self, row: int, column: int) -> object:
        return self._rows[self._order[row]][column]

    def _tip(self, row: int, column: int) -> str | None:
        tip = self._columns[column].tip
        if self._columns[column].named and self.shown_text(row, column) != self.text(row, column):
            return plain_tip(self.text(row, column))
        return plain_tip(tip(self._raw(row, column))) if tip else None

    def _font(self, column: int) -> QFont | None:
        font = self._columns[column].font
        if font is not None and self._larger != 1:
            font.setPointSizeF(font.pointSizeF() * self._larger)
        return font

    def _ink(self, row: int, column: int) -> object:
        tone = self._columns[column].tone
        name = tone(self._raw(row, column)) if tone else None
        return tone_color(name) if name else None


def _sort_key(value: object) -> tuple[int, float, str]:
    """Numbers by size and before texts, texts without regard to case."""
    if isinstance(value, (int, float)):
        return 0, float(value), ""
    return 1, 0.0, str(value).casefold()
