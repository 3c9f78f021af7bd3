"""The contents of a matrix: sections of rows, each section with columns of its own."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from widgets.look.names import plain_tip, shortened_lines
from widgets.tables.table_tools import Rows

CellState = Literal["yes", "no", "unknown", "none"]
Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


@dataclass(frozen=True)
class MatrixCell:
    """One answer and the reason for it; `warned` marks a yes that needs care.

    `key` is the caller's own name for the cell.
    """

    state: CellState
    tooltip: str = ""
    warned: bool = False
    key: Hashable = None


@dataclass(frozen=True)
class RowLabel:
    """A row's name and, if it has one, the group it stands in."""

    text: str
    group: str = ""


@dataclass(frozen=True)
class MatrixSection:
    """Rows that share a title and columns; `cells` is a list of rows."""

    title: str
    columns: Sequence[str]
    rows: Sequence[RowLabel]
    cells: Sequence[Sequence[MatrixCell]]


@dataclass(frozen=True)
class Line:
    """A row as it is shown: a section's title, or a label and its cells."""

    section: MatrixSection
    label: RowLabel | None = None
    cells: Sequence[MatrixCell] = ()


class MatrixModel(QAbstractTableModel):
    """Lines of all sections; the columns' names are those of the section that leads.

    A section but the first begins with a line for its title. UserRole gives a MatrixCell.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.sections: list[MatrixSection] = []
        self.lines: list[Line] = []
        self.lead = MatrixSection("", (), (), ())

    def set_sections(self, sections: Sequence[MatrixSection]) -> None:
        self.beginResetModel()
        self.sections = list(sections)
        self.lines = []
        for number, section in enumerate(sections):
            if number:
                self.lines.append(Line(section))
            pairs = zip(section.rows, section.cells, strict=True)
            self.lines += [Line(section, label, cells) for label, cells in pairs]
        self.lead = self.sections[0] if self.sections else MatrixSection("", (), (), ())
        self.endResetModel()

    def set_lead(self, row: int) -> bool:
        """Name the columns as for this row; whether that changed anything."""
        if not 0 <= row < len(self.lines):
            return False
        line = self.lines[row]
        section = line.section
        if line.label is None and row:
            section = self.lines[row - 1].section
        changed = section is not self.lead
        self.lead = section
        if changed:
            last = max(0, self.columnCount() - 1)
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, last)
        return changed

    def is_title(self, row: int) -> bool:
        """Whether a row is the title of a section."""
        return self.lines[row].label is None

    def starts_group(self, row: int) -> bool:
        """Whether a row is the first of its group."""
        label = self.lines[row].label
        before = self.lines[row - 1].label if row else None
        return label is not None and (before is None or before.group != label.group)

    def place(self, key: Hashable) -> Index:
        """Where the cell with this key is; an invalid index without one."""
        for row, line in enumerate(self.lines):
            for column, cell in enumerate(line.cells):
                if cell.key is not None and cell.key == key:
                    return self.index(row, column)
        return QModelIndex()

    def describe(self, index: Index) -> str:
        """What a cell says, in words."""
        cell = index.data(Role.UserRole) if index.isValid() else None
        if not isinstance(cell, MatrixCell):
            return ""
        line = self.lines[index.row()]
        assert line.label is not None
        column = _flat(line.section.columns[index.column()])
        name = " ".join(filter(None, (line.label.group, line.label.text, column)))
        reason = f" – {cell.tooltip}" if cell.tooltip else ""
        return f"{name}: {state_word(cell.state)}{reason}"

    def texts(self) -> Rows:
        """Labels and answers in words, each section under its title and columns."""
        grouped = any(row.group for section in self.sections for row in section.rows)
        rows: Rows = []
        for before, section in pairwise([None, *self.sections]):
            if before is not None:
                rows.append([])
            rows += _texts(section, grouped) if section else []
        return rows

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if parent.isValid():
            return 0
        return max((len(section.columns) for section in self.sections), default=0)

    def flags(self, index: Index) -> Qt.ItemFlag:
        cell = self.data(index, Role.UserRole)
        return super().flags(index) if cell is not None else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        line = self.lines[index.row()]
        names = line.section.columns
        if index.column() >= len(names):
            return None
        if line.label is None:
            return shortened_lines(names[index.column()]) if role == Role.DisplayRole else None
        match role:
            case Role.UserRole:
                return line.cells[index.column()]
            case Role.ToolTipRole:
                return plain_tip(self.describe(index))
            case Role.AccessibleTextRole:
                return self.describe(index)
        return None

    def _column_name(self, section: int, role: int) -> str | None:
        names = self.lead.columns
        return _heading(names[section] if section < len(names) else "", role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal:
            return self._column_name(section, role)
        if role not in (Role.DisplayRole, Role.AccessibleTextRole):
            return None
        line = self.lines[section]
        if line.label is None:
            return line.section.title
        return " ".join(filter(None, (line.label.group, line.label.text)))


def _heading(name: str, role: int) -> str | None:
    """A column's name for a role: cut where it is shown, whole where it is pointed at."""
    match role:
        case Role.DisplayRole:
            return shortened_lines(name)
        case Role.ToolTipRole:
            return plain_tip(name)
    return name if role == Role.AccessibleTextRole else None


def state_word(state: CellState) -> str:
    """A state as a word for copies, files and screen readers."""
    words = {
        "yes": QCoreApplication.translate("CapabilityMatrix", "yes"),
        "no": QCoreApplication.translate("CapabilityMatrix", "no"),
        "unknown": QCoreApplication.translate("CapabilityMatrix", "unknown"),
        "none": QCoreApplication.translate("CapabilityMatrix", "not tried"),
    }
    return words[state]


def _texts(section: MatrixSection, grouped: bool) -> Rows:
    head = [section.title, "", *map(_flat, section.columns)]
    rows = [
        [row.group, row.text, *(state_word(cell.state) for cell in cells)]
        for row, cells in zip(section.rows, section.cells, strict=True)
    ]
    return [head, *rows] if grouped else [[row[0] or row[1], *row[2:]] for row in [head, *rows]]


def _flat(name: str) -> str:
    """A name of two lines in one."""
    return name.replace("-\n", "-").replace("\n", " ")
