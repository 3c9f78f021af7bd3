"""A matrix of what is possible: a disc for yes, a ring for a yes that needs care, a dash for no,
a question mark for unknown, and nothing where nothing was asked."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from widgets.layout.boxes import hbox
from widgets.layout.layouts import FlowLayout
from widgets.look.names import plain_tip, shortened_lines
from widgets.look.theme import current_palette, scaled_font, theme_signals, tone_color
from widgets.parts.cards import ToneLabel
from widgets.tables.table_tools import LinedHeader, Rows, TableTools

# The contents of a matrix: sections of rows, each section with columns of its own.

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
class MatrixLine:
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
        self.lines: list[MatrixLine] = []
        self.header_section = MatrixSection("", (), (), ())

    def set_sections(self, sections: Sequence[MatrixSection]) -> None:
        self.beginResetModel()
        self.sections = list(sections)
        self.lines = []
        for number, section in enumerate(sections):
            if number:
                self.lines.append(MatrixLine(section))
            pairs = zip(section.rows, section.cells, strict=True)
            self.lines += [MatrixLine(section, label, cells) for label, cells in pairs]
        self.header_section = self.sections[0] if self.sections else MatrixSection("", (), (), ())
        self.endResetModel()

    def set_header_section(self, row: int) -> bool:
        """Name the columns after the section of this row; returns whether they changed."""
        if not 0 <= row < len(self.lines):
            return False
        line = self.lines[row]
        section = line.section
        if line.label is None and row:
            section = self.lines[row - 1].section
        changed = section is not self.header_section
        self.header_section = section
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

    def index_of(self, key: Hashable) -> Index:
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
            rows += _section_as_rows(section, grouped) if section else []
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
        names = self.header_section.columns
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


def _section_as_rows(section: MatrixSection, grouped: bool) -> Rows:
    head = [section.title, "", *map(_flat, section.columns)]
    rows = [
        [row.group, row.text, *(state_word(cell.state) for cell in cells)]
        for row, cells in zip(section.rows, section.cells, strict=True)
    ]
    return [head, *rows] if grouped else [[row[0] or row[1], *row[2:]] for row in [head, *rows]]


def _flat(name: str) -> str:
    """A name of two lines on one."""
    return name.replace("-\n", "-").replace("\n", " ")


__all__ = [
    "CapabilityMatrix",
    "CellState",
    "MatrixCell",
    "MatrixSection",
    "RowLabel",
    "paint_answer",
    "state_word",
]

_ROW_HEIGHT = 26
_TITLE_HEIGHT = 44
_NARROWEST = 48
_EDGE = 12
_GAP = 16


class CapabilityMatrix(QTableView):
    """Rows by columns of answers, in sections with columns of their own.

    Row names stay when it is scrolled sideways, and column names are those of the section at the
    top. Pointing or moving to a cell tells why.
    """

    cell_described = Signal(str)
    """What the current cell says, in words."""

    cell_chosen = Signal(object)
    """The MatrixCell that has become current; None when there is none any more."""

    save_failed = Signal(str)
    """Emitted by `TableTools`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = MatrixModel(self)
        self.setHorizontalHeader(LinedHeader(self))
        self._names = _RowNames(self._model, self)
        self.setVerticalHeader(self._names)
        self.setModel(self._model)
        self.setItemDelegate(_MatrixDelegate(self._model, self))
        self._corner = ToneLabel("", "text", self)
        self._corner.setFont(scaled_font(bold=True))
        self._configure_view()
        self._tools = TableTools(self, self._model.texts, self._model.texts)
        self.selectionModel().currentChanged.connect(self._on_current)
        self.verticalScrollBar().valueChanged.connect(self._follow_top)
        theme_signals().changed.connect(self.viewport().update)

    def set_sections(self, sections: Sequence[MatrixSection]) -> None:
        """Replace the contents. Rows of one group stand together."""
        self._model.set_sections(sections)
        self._fit_rows()
        self._fit_columns()
        self._follow_top()

    def choose(self, key: Hashable) -> None:
        """Make the cell with this key current; none if there is no such cell."""
        self.setCurrentIndex(self._model.index_of(key))

    def save_csv(self, path: Path) -> None:
        """Write the matrix with its labels as CSV. Raises OSError."""
        self._tools.save_csv(path)

    def copy(self) -> None:
        """Put the matrix with its labels on the clipboard as TSV."""
        self._tools.copy_all()

    def full_width(self) -> int:
        """The width that shows all columns, in pixels."""
        inside = self.horizontalHeader().length() + self._names.width()
        return inside + self.verticalScrollBar().sizeHint().width() + 2 * self.frameWidth() + 4

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_corner()

    def _configure_view(self) -> None:
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setMinimumSectionSize(32)
        self.horizontalHeader().setSectionsClickable(False)

    def _fit_rows(self) -> None:
        for row in range(self._model.rowCount()):
            self.setRowHeight(row, _TITLE_HEIGHT if self._model.is_title(row) else _ROW_HEIGHT)
        self._names.fit()

    def _fit_columns(self) -> None:
        """One width for all, so that the eye can run down and across."""
        metrics = self.fontMetrics()
        names = [name for section in self._model.sections for name in section.columns]
        lines = [line for name in names for line in shortened_lines(name).splitlines()]
        widest = max(map(metrics.horizontalAdvance, lines), default=0)
        for column in range(self._model.columnCount()):
            self.setColumnWidth(column, max(_NARROWEST, widest + 18))
        most = max((name.count("\n") + 1 for name in names), default=1)
        self.horizontalHeader().setFixedHeight(most * metrics.height() + 12)

    def _follow_top(self) -> None:
        """Let the section at the top name the columns."""
        self._model.set_header_section(self.rowAt(0))
        self._names.viewport().update()
        self._corner.setText(self._model.header_section.title)
        self._place_corner()

    def _place_corner(self) -> None:
        edge = self.frameWidth()
        height = self.horizontalHeader().height()
        self._corner.setGeometry(edge + _EDGE, edge, self._names.width() - _EDGE, height - 2)

    def _on_current(self, index: Index) -> None:
        self.cell_described.emit(self._model.describe(index))
        self.cell_chosen.emit(index.data(Role.UserRole) if index.isValid() else None)


class _RowNames(QHeaderView):
    """Group and name of each row; a group is named in its first row and in the topmost one."""

    def __init__(self, model: MatrixModel, view: QTableView) -> None:
        super().__init__(Qt.Orientation.Vertical, view)
        self._model = model
        self._view = view
        self._group_width = 0
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(_ROW_HEIGHT)
        self.setDefaultSectionSize(_ROW_HEIGHT)
        self.setHighlightSections(False)

    def fit(self) -> None:
        """Make room for the widest group, name and title."""
        rows = [row for section in self._model.sections for row in section.rows]
        titles = [section.title for section in self._model.sections]
        group = _widest(scaled_font(bold=True), [row.group for row in rows])
        self._group_width = group + _GAP if group else 0
        label = _widest(self._view.font(), [row.text for row in rows])
        title = _widest(scaled_font(bold=True), titles)
        self.setFixedWidth(_EDGE + max(self._group_width + label, title) + _GAP)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        line = self._model.lines[logicalIndex]
        painter.save()
        painter.fillRect(rect, QColor(current_palette().surface))
        painter.setPen(tone_color("text"))
        words = QRectF(rect).adjusted(_EDGE, 0, -4, 0)
        if line.label is None:
            _paint_title(painter, words, line.section.title, QRectF(rect))
        else:
            top = self._view.rowAt(0) == logicalIndex
            if top or self._model.starts_group(logicalIndex):
                painter.setFont(scaled_font(bold=True))
                painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, line.label.group)
            painter.setFont(self._view.font())
            names = words.adjusted(self._group_width, 0, 0, 0)
            painter.drawText(names, Qt.AlignmentFlag.AlignVCenter, line.label.text)
        painter.restore()

    def sectionSizeFromContents(self, logicalIndex: int) -> QSize:
        return QSize(self.width(), self._view.rowHeight(logicalIndex))


class _MatrixDelegate(QStyledItemDelegate):
    """Draws answers as marks that stay crisp at every scale."""

    def __init__(self, model: MatrixModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRectF = QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cell = index.data(Role.UserRole)
        if self._model.is_title(index.row()):
            _paint_title(painter, rect, "", rect)
            painter.setPen(tone_color("muted"))
            names = rect.adjusted(0, 8, 0, -4)
            painter.drawText(names, Qt.AlignmentFlag.AlignCenter, index.data() or "")
        elif isinstance(cell, MatrixCell):
            if state & QStyle.StateFlag.State_Selected:
                _paint_current(painter, rect)
            paint_answer(painter, rect, cell.state, warned=cell.warned)
        painter.restore()

    def helpEvent(
        self,
        event: QEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Show no tooltip for cells that were not checked."""
        cell = index.data(Role.UserRole)
        if isinstance(cell, MatrixCell) and cell.state == "none":
            return False
        return bool(super().helpEvent(event, view, option, index))  # type: ignore[arg-type]


def paint_answer(
    painter: QPainter, rect: QRectF, state: CellState, *, warned: bool = False
) -> None:
    """Draw an answer's mark into the middle of a box."""
    middle = rect.center()
    if state == "yes":
        tone = tone_color("warning" if warned else "good")
        painter.setPen(QPen(tone, 2.4) if warned else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if warned else tone)
        reach = 4.2 if warned else 5.0
        painter.drawEllipse(middle, reach, reach)
    elif state == "no":
        painter.setPen(QPen(QColor(current_palette().control), 1.6))
        painter.drawLine(middle - QPointF(4.5, 0), middle + QPointF(4.5, 0))
    elif state == "unknown":
        painter.setPen(tone_color("warning"))
        painter.setFont(scaled_font(1.05, bold=True))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, "?")


def _paint_current(painter: QPainter, rect: QRectF) -> None:
    """A frame; the ground of what is selected has been painted by the style."""
    painter.setPen(QPen(QColor(current_palette().accent), 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(1, 1, -1, -1))


def _paint_title(painter: QPainter, words: QRectF, title: str, rect: QRectF) -> None:
    """A section's title over a line that runs across the table."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QColor(current_palette().border))
    line = rect.adjusted(0, 0, 0, -1)
    painter.drawLine(line.bottomLeft(), line.bottomRight())
    painter.setPen(tone_color("text"))
    painter.setFont(scaled_font(bold=True))
    painter.drawText(words.adjusted(0, 8, 0, -4), Qt.AlignmentFlag.AlignVCenter, title)
    painter.setFont(scaled_font())


def _widest(font: QFont, words: Sequence[str]) -> int:
    metrics = QFontMetrics(font)
    return max(map(metrics.horizontalAdvance, words), default=0)


# What the marks of a matrix mean, in one line where it is wide enough.


class MatrixLegend(QWidget):
    """Each mark with its words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        lines = FlowLayout(self, gap=20, line_gap=2)
        entries: tuple[tuple[CellState, bool, str], ...] = (
            ("yes", False, self.tr("supported")),
            ("yes", True, self.tr("supported, but weak (ECB, reused key stream)")),
            ("no", False, self.tr("refused")),
        )
        for state, warned, words in entries:
            lines.addWidget(_entry(_Mark(state, warned), _small(words)))
        lines.addWidget(_small(self.tr("empty: no such cipher")))


def _entry(*parts: QWidget) -> QWidget:
    entry = QWidget()
    row = hbox(entry, spacing=6)
    for part in parts:
        row.addWidget(part)
    return entry


class _Mark(QWidget):
    def __init__(self, state: CellState, warned: bool) -> None:
        super().__init__()
        self._state, self._warned = state, warned
        theme_signals().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(14, 14)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_answer(painter, QRectF(self.rect()), self._state, warned=self._warned)


def _small(words: str) -> ToneLabel:
    label = ToneLabel(words, "muted")
    label.setFont(scaled_font(0.92))
    return label
