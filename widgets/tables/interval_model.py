"""What a table of estimates (figures with their confidence intervals) shows, as plain data, and the
scale that all of them are drawn on."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFontMetrics

from widgets.look.names import plain_tip, shortened
from widgets.look.theme import number_font
from widgets.tables.table_tools import Rows

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

_LOG_FROM = 250.0
"""Percent above which the scale shows ratios: otherwise small costs would look the same."""

_PADDING = 0.05
_MOST_TIMES_MEDIAN, _ALWAYS_PERCENT = 3.0, 10.0
"""Intervals of mere noise that are on the scale where nothing is proved: up to so many times what
half of them reach, and up to so many percent."""
_MOST_TIMES_WIDER = 3.0
"""The scale grows by so many times itself at most for what others measured."""


@dataclass(frozen=True)
class ScaledEstimate:
    """A figure in percent on the table's scale, with the bounds of its interval and, around 0, the
    half-width of what counts as nothing; each None where it is not known."""

    value: float
    low: float | None = None
    high: float | None = None
    band: float | None = None


@dataclass(frozen=True)
class IntervalCell:
    """Two lines of figures and an estimate; or, where `words` is set, words in their place.

    Only a `tone` other than muted gives it colour, or the `colour_key` of a series that others
    measured: its estimate is hollow. `copied` has a text for each of its column's `copied`.
    """

    text: str = ""
    second_line: str = ""
    estimate: ScaledEstimate | None = None
    tone: str = "muted"
    words: str = ""
    tip: str = ""
    copied: Sequence[str] = ()
    colour_key: str = ""


@dataclass(frozen=True)
class IntervalColumn:
    """A title, and the headings its cells have in copies and files. A column that `has_words` gets
    more room. A `note` belongs to the title, and is never cut away from it."""

    title: str
    copied: Sequence[str]
    tip: str = ""
    has_words: bool = False
    note: str = ""

    @property
    def heading(self) -> str:
        """The title in one line, with its note."""
        title = shortened(self.title)
        return f"{title} ({self.note})" if self.note else title


@dataclass(frozen=True)
class IntervalRow:
    """A label with a note below it; `quiet` rows take one line. `key` is filled when it is chosen.
    With the `colour_key` of a series it has the hollow mark of that in front."""

    key: Hashable
    label: str
    note: str = ""
    tip: str = ""
    cells: Sequence[IntervalCell] = ()
    quiet: bool = False
    colour_key: str = ""


@dataclass(frozen=True)
class IntervalGroup:
    """Rows under a title, which has a mark in a series' colour where there is a `colour_key`. The
    first one may be `pinned`: it stays in sight, however far the table is scrolled down."""

    title: str
    note: str
    colour_key: str
    rows: Sequence[IntervalRow]
    pinned: bool = False


@dataclass(frozen=True)
class IntervalLine:
    """A line as it is shown: the title of a group, or a row of it."""

    group: IntervalGroup
    row: IntervalRow | None = None


@dataclass(frozen=True)
class Scale:
    """From `low` to `high` percent; by ratios where `log`."""

    low: float = -5.0
    high: float = 10.0
    log: bool = False

    def position(self, value: float) -> float:
        """Where a value stands, 0 to 1 from end to end; beyond them for what is off the scale."""
        low, high, at = (self._along(each) for each in (self.low, self.high, value))
        return (at - low) / (high - low)

    def _along(self, value: float) -> float:
        return math.log1p(max(value, -99.0) / 100) if self.log else value


def scale_of(cells: Iterable[IntervalCell]) -> Scale:
    """A scale that holds 0, all values, and the intervals that are proved (filled by their colour):
    those of mere noise could be as wide as they like. Where none is proved it holds most of what is
    shown all the same: `_near_zero`. What others measured is on it where that leaves the rest its
    room; elsewhere an arrow tells of it."""
    ends = [-2.0, 5.0]
    others, noise = list[float](), list[float]()
    proved = False
    for cell in cells:
        if (known := cell.estimate) is None:
            continue
        if cell.colour_key:
            others.append(known.value)
            continue
        ends.append(known.value)
        bounds = [each for each in (known.low, known.high) if each is not None]
        proved = proved or cell.tone != "muted"
        (noise if cell.tone == "muted" else ends).extend(bounds)
    ends += [] if proved else _near_zero(noise)
    room = _MOST_TIMES_WIDER * (max(ends) - min(ends))
    near = [each for each in others if min(ends) - room <= each <= max(ends) + room]
    low, high = min((*ends, *near)), max((*ends, *near))
    room = _PADDING * (high - low)
    return Scale(max(low - room, -95.0), high + room, log=high > _LOG_FROM)


def _near_zero(bounds: Sequence[float]) -> list[float]:
    """Those that reach no more than three times as far from 0 as half of them do: one that is as
    wide as it likes leaves the others their room."""
    far = max(_ALWAYS_PERCENT, _MOST_TIMES_MEDIAN * median(map(abs, bounds or [0.0])))
    return [each for each in bounds if abs(each) <= far]


def _figures_width(cells: Iterable[IntervalCell]) -> int:
    """Room for the widest figure."""
    metrics = QFontMetrics(number_font(bold=True))
    widest = max(
        {text for cell in cells for text in (cell.text, cell.second_line)}, key=len, default=""
    )
    return max(map(metrics.horizontalAdvance, (widest, "+100.0 %"))) + 4


class IntervalModel(QAbstractTableModel):
    """Groups and their rows, one after another; UserRole gives the IntervalCell."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.columns: Sequence[IntervalColumn] = ()
        self.lines: list[IntervalLine] = []
        self.scale = Scale()
        self.figures_width = 0
        self.stacked = False
        """Whether there is so little room that intervals stand below the figures."""
        self.pinned = 0
        """How many lines, from the first, stay in sight."""

    def set_groups(
        self, columns: Sequence[IntervalColumn], groups: Sequence[IntervalGroup]
    ) -> None:
        self.beginResetModel()
        self.columns = columns
        self.lines = [
            line
            for group in groups
            for line in (IntervalLine(group), *(IntervalLine(group, row) for row in group.rows))
        ]
        self.pinned = 1 + len(groups[0].rows) if groups and groups[0].pinned else 0
        cells = [cell for row in self.rows() for cell in row.cells]
        self.scale = scale_of(cells)
        self.figures_width = _figures_width(cells)
        self.endResetModel()

    def rows(self) -> Iterator[IntervalRow]:
        return (line.row for line in self.lines if line.row is not None)

    def cell(self, row: int, column: int) -> IntervalCell | None:
        """A cell; None in the line of a title."""
        found = self.lines[row].row
        return found.cells[column] if found is not None else None

    def index_of(self, key: Hashable, column: int) -> Index:
        """Where a row's cell is; an invalid index without that row."""
        for at, line in enumerate(self.lines):
            if line.row is not None and line.row.key == key:
                return self.index(at, column)
        return QModelIndex()

    def first(self) -> QModelIndex:
        """The first cell of the first row; an invalid index without rows."""
        for at, line in enumerate(self.lines):
            if line.row is not None:
                return self.index(at, 0)
        return QModelIndex()

    def texts(self) -> Rows:
        """Groups, labels and figures, each in a column of its own, with headings."""
        head = ["", "", *(text for column in self.columns for text in column.copied)]
        rows = [
            [line.group.title, line.row.label, *(t for cell in line.row.cells for t in cell.copied)]
            for line in self.lines
            if line.row is not None
        ]
        return [head, *rows]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        filled = self.cell(index.row(), index.column()) is not None
        return super().flags(index) if filled else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        cell = self.cell(index.row(), index.column())
        if cell is None:
            return None
        match role:
            case Role.UserRole:
                return cell
            case Role.ToolTipRole:
                return plain_tip(cell.tip)
            case Role.AccessibleTextRole:
                parts = (
                    self.columns[index.column()].title,
                    cell.text,
                    cell.second_line,
                    cell.words,
                )
                return ", ".join(filter(None, (*parts, cell.tip)))
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return self._row_name(self.lines[section], role)
        match role:
            case Role.DisplayRole:
                return self.columns[section].heading
            case Role.ToolTipRole:
                return plain_tip(self.columns[section].tip or self.columns[section].title)
            case Role.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        return None

    def _row_name(self, line: IntervalLine, role: int) -> str | None:
        whole = line.group.title if line.row is None else line.row.label
        match role:
            case Role.DisplayRole | Role.AccessibleTextRole:
                return whole
            case Role.ToolTipRole:
                tip = line.group.note if line.row is None else line.row.tip
                return plain_tip("\n".join(filter(None, (whole, tip))))
        return None
