"""A grid of cells that are filled while work runs: colour, status icon and a few words each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from widgets.look.names import plain_tip, shortened
from widgets.look.theme import current_palette, number_font, theme_signals, tone_color, tone_tint
from widgets.tables.table_tools import LinedHeader, Rows, TableTools

CellStatus = Literal[
    "pending", "running", "done", "flawed", "failed", "cancelled", "interrupted", "unsupported"
]
"""`flawed`: done, with failures. `interrupted`: its program was killed."""

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

_NAME_LETTERS = (24, 20, 16)
"""To how many letters a long row name is cut: the first where there is room, else the next. Names
of up to the first stay whole if possible."""
_CELL_ROOM = 40
"""Pixels around a cell's words: its icon and the padding."""
_NAME_ROOM = 16
"""Pixels around a row's name."""
_TONES: dict[str, str] = {
    "pending": "neutral",
    "running": "accent",
    "done": "good",
    "flawed": "warning",
    "failed": "bad",
    "cancelled": "warning",
    "interrupted": "warning",
    "unsupported": "neutral",
}


@dataclass(frozen=True)
class GridCell:
    """What one cell shows: a status, one or two short lines, and the reason."""

    status: CellStatus = "pending"
    text: str = ""
    tooltip: str = ""


class CellGrid(QTableView):
    """Rows by columns of cells; a double click or Enter sends `cell_activated(row, column)`."""

    cell_activated = Signal(int, int)
    save_failed = Signal(str)
    """Emitted by `TableTools`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _GridModel(self)
        self._longest = "0,000.0 ms"
        self._text_widths: list[int] = []
        """Width of the longest line of each column's cells, in pixels."""
        self._needed_widths: list[int] = []
        """Width of each column in which nothing is cut, in pixels."""
        self._fitted_to = -1
        """The width that names and columns are cut for; -1 when they are others."""
        self.setHorizontalHeader(LinedHeader(self))
        self.setModel(self._model)
        self.setItemDelegate(_CellDelegate(self))
        self._configure()
        self._tools = TableTools(self, self._model.texts, self._model.texts)
        self.activated.connect(lambda i: self.cell_activated.emit(i.row(), i.column()))
        theme_signals().changed.connect(self.viewport().update)

    def set_layout(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        """Start over with these row and column names and every cell pending."""
        self._model.set_layout(rows, columns)
        self._text_widths = [_width_of(self._longest)] * len(columns)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_names()

    def reserve_width_for(self, text: str) -> None:
        """Reserve room for a line such as this in every cell, from the next layout on."""
        self._longest = text

    def set_cell(
        self, row: int, column: int, status: CellStatus, text: str = "", tooltip: str = ""
    ) -> None:
        """Change one cell; `text` may have two lines."""
        self._model.set_cell(row, column, GridCell(status, text, tooltip))
        words = max(map(_width_of, text.splitlines()), default=0)
        if words > self._text_widths[column]:
            self._text_widths[column] = words
            self._fit()

    def cell(self, row: int, column: int) -> GridCell:
        return self._model.cell(row, column)

    def show_cell(self, row: int, column: int) -> None:
        """Scroll to a cell, unless the user is scrolling here."""
        if not self.underMouse() and not self.hasFocus():
            self.scrollTo(self._model.index(row, column))

    def set_compact(self, compact: bool) -> None:
        """Use rows of one line of text instead of two."""
        lines = 1 if compact else 2
        height = lines * self.fontMetrics().height() + 14
        self.verticalHeader().setDefaultSectionSize(height)

    def _fit(self) -> None:
        header = self.horizontalHeader()
        self._needed_widths = [
            max(words + _CELL_ROOM, header.sectionSizeHint(at))
            for at, words in enumerate(self._text_widths)
        ]
        self._fitted_to = -1
        if self.isVisible():  # else its width says nothing yet
            self._fit_names()

    def _fit_names(self) -> None:
        """Cut long names of rows until all columns fit, or at least one."""
        if self.width() == self._fitted_to:
            return  # what was fitted resizes the cells, which Qt reports, too
        self._fitted_to = self.width()
        room = self.width() - 2 * self.frameWidth() - self.verticalScrollBar().sizeHint().width()
        all_columns, widest = sum(self._needed_widths), max(self._needed_widths, default=0)
        longest = _NAME_LETTERS[0]
        for columns, uncut_up_to in ((all_columns, longest), (widest, longest), (widest, 0)):
            if letters := self._letters_for(room - columns, uncut_up_to):
                break
        letters = letters or _NAME_LETTERS[-1]
        self._model.set_name_letters(letters, uncut_up_to)
        names = self._names_width(letters, uncut_up_to)
        self.verticalHeader().setFixedWidth(names)
        self._fit_columns(room - names)
        self.updateGeometries()

    def _letters_for(self, room: int, uncut_up_to: int) -> int:
        """The largest of `_NAME_LETTERS` that fits, when names longer than `uncut_up_to` are cut to
        it; 0 where none does."""
        return next(
            (each for each in _NAME_LETTERS if self._names_width(each, uncut_up_to) <= room), 0
        )

    def _names_width(self, cut_to: int, uncut_up_to: int) -> int:
        """Width of the longest line of a name, in pixels; Qt measures two lines as one."""
        metrics = self.verticalHeader().fontMetrics()
        lines = self._model.name_lines(cut_to, uncut_up_to)
        return _NAME_ROOM + max(map(metrics.horizontalAdvance, lines), default=0)

    def _fit_columns(self, room: int) -> None:
        """Size the columns so that none is cut: alike if that has room, else as each needs it; if
        not all fit, the rest is scrolled to."""
        header, count = self.horizontalHeader(), len(self._needed_widths)
        widest, spare = max(self._needed_widths, default=1), room - sum(self._needed_widths)
        if widest * count <= room:
            header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
            return
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        alike = max(widest, room // max(1, room // widest))
        for at, needed in enumerate(self._needed_widths):
            header.resizeSection(at, alike if spare < 0 else needed + spare // count)

    def _configure(self) -> None:
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.horizontalHeader().setMinimumSectionSize(_CELL_ROOM)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().setSectionsClickable(False)
        self.verticalHeader().setHighlightSections(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.set_compact(False)


class _GridModel(QAbstractTableModel):
    """Names and cells; UserRole gives the GridCell."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._rows: list[str] = []
        self._columns: list[str] = []
        self._cells: list[list[GridCell]] = []
        self._cut_to, self._uncut_up_to = _NAME_LETTERS[0], _NAME_LETTERS[0]
        self._shown_rows: list[str] = []
        self._shown_columns: list[str] = []
        """Names as headers show them, which ask for each of them dozens of times."""

    def name_lines(self, cut_to: int, uncut_up_to: int) -> list[str]:
        """The lines of the row names, those longer than `uncut_up_to` letters cut to `cut_to`; each
        once: a dozen servers have the same protections."""
        lines = dict.fromkeys(line for name in self._rows for line in name.split("\n"))
        return [_cut(line, cut_to, uncut_up_to) for line in lines]

    def set_name_letters(self, cut_to: int, uncut_up_to: int) -> None:
        """Cut lines of row names longer than `uncut_up_to` to `cut_to`; tooltips show all."""
        if (cut_to, uncut_up_to) != (self._cut_to, self._uncut_up_to):
            self._cut_to, self._uncut_up_to = cut_to, uncut_up_to
            self._cut_rows()
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, max(0, len(self._rows) - 1))

    def set_layout(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        self.beginResetModel()
        self._rows, self._columns = list(rows), list(columns)
        self._cells = [[GridCell()] * len(columns) for _ in rows]
        letters = _NAME_LETTERS[0]
        self._shown_columns = [_cut(name, letters, letters) for name in columns]
        self._cut_rows()
        self.endResetModel()

    def _cut_rows(self) -> None:
        self._shown_rows = [_cut(name, self._cut_to, self._uncut_up_to) for name in self._rows]

    def set_cell(self, row: int, column: int, cell: GridCell) -> None:
        if cell == self._cells[row][column]:
            return
        self._cells[row][column] = cell
        index = self.index(row, column)
        self.dataChanged.emit(index, index)

    def cell(self, row: int, column: int) -> GridCell:
        return self._cells[row][column]

    def texts(self) -> Rows:
        """Names and cells in words, with headers."""
        rows = [
            [name, *(" ".join(cell.text.split()) or status_word(cell.status) for cell in cells)]
            for name, cells in zip(self._rows, self._cells, strict=True)
        ]
        return [["", *self._columns], *rows]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        cell = self.cell(index.row(), index.column())
        match role:
            case Role.UserRole:
                return cell
            case Role.ToolTipRole | Role.AccessibleTextRole:
                lines = [status_word(cell.status), cell.text, cell.tooltip]
                message = "\n".join(filter(None, dict.fromkeys(lines)))
                return plain_tip(message) if role == Role.ToolTipRole else message
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        across = orientation == Qt.Orientation.Horizontal
        names = self._columns if across else self._rows
        match role:
            case Role.DisplayRole:
                shown = self._shown_columns if across else self._shown_rows
                return shown[section] if section < len(shown) else None
            case Role.ToolTipRole:
                return plain_tip(names[section]) if section < len(names) else None
            case Role.TextAlignmentRole:
                side = Qt.AlignmentFlag.AlignRight if across else Qt.AlignmentFlag.AlignLeft
                return side | Qt.AlignmentFlag.AlignVCenter
        return None


def _cut(name: str, cut_to: int, uncut_up_to: int) -> str:
    """A name whose lines are cut where they are longer than `uncut_up_to`."""
    lines = name.split("\n")
    return "\n".join(shortened(line, cut_to) if len(line) > uncut_up_to else line for line in lines)


class _CellDelegate(QStyledItemDelegate):
    """Draws a tinted box with the status icon at the left and the text at the right."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, 2 * option.fontMetrics.height() + 14)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        cell = index.data(Role.UserRole)
        box = QRectF(option.rect).adjusted(2, 2, -2, -2)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_box(painter, box, cell.status, focused)
        paint_status_icon(
            painter, QRectF(box.left() + 8, box.center().y() - 6, 12, 12), cell.status
        )
        painter.setFont(number_font())
        painter.setPen(tone_color("text"))
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        words = box.adjusted(26, 0, -8, 0)
        painter.drawText(words, side, _elided(cell.text, painter.font(), int(words.width())))
        painter.restore()


def _width_of(line: str) -> int:
    """Width of a line in a cell, in pixels."""
    return QFontMetrics(number_font()).horizontalAdvance(line)


def _elided(text: str, font: QFont, width: int) -> str:
    metrics = QFontMetrics(font)
    cut = Qt.TextElideMode.ElideRight
    return "\n".join(metrics.elidedText(line, cut, width) for line in text.splitlines())


def _paint_box(painter: QPainter, box: QRectF, status: CellStatus, focused: bool) -> None:
    palette = current_palette()
    empty = status in ("pending", "unsupported")
    edge = QColor(palette.accent if focused or status == "running" else palette.border)
    dashed = Qt.PenStyle.DashLine if status == "unsupported" and not focused else None
    painter.setPen(QPen(edge, 2.0 if focused else 1.0, dashed or Qt.PenStyle.SolidLine))
    painter.setBrush(Qt.BrushStyle.NoBrush if empty else tone_tint(_TONES[status]))
    painter.drawRoundedRect(box, 4, 4)


def paint_status_icon(painter: QPainter, rect: QRectF, status: CellStatus) -> None:
    """Draw the icon of a status into a square: its shape alone tells it from the others."""
    colour = tone_color(_TONES[status])
    mark = rect.adjusted(1.5, 1.5, -1.5, -1.5)
    pen = QPen(colour, 1.7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    middle = mark.center()
    match status:
        case "pending":
            painter.setBrush(colour)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(middle, 1.8, 1.8)
        case "running":
            painter.setBrush(colour)
            point = QPointF(mark.right(), middle.y())
            painter.drawPolygon(QPolygonF([mark.topLeft(), point, mark.bottomLeft()]))
        case "done":
            bend = QPointF(mark.left() + mark.width() * 0.38, mark.bottom() - 0.5)
            start = QPointF(mark.left(), middle.y() + 0.5)
            painter.drawPolyline(QPolygonF([start, bend, mark.topRight()]))
        case "flawed":
            painter.drawPolygon(
                QPolygonF([QPointF(middle.x(), mark.top()), mark.bottomRight(), mark.bottomLeft()])
            )
            below = QPointF(middle.x(), mark.bottom() - 2.5)
            painter.drawLine(QPointF(middle.x(), middle.y() - 1.0), below)
        case "failed":
            painter.drawLine(mark.topLeft(), mark.bottomRight())
            painter.drawLine(mark.topRight(), mark.bottomLeft())
        case "cancelled":
            painter.drawRect(mark.adjusted(1, 1, -1, -1))
        case "interrupted":
            square = mark.adjusted(1, 1, -1, -1)
            for side, end in ((square.left(), middle.x() - 2), (square.right(), middle.x() + 2)):
                top, bottom = QPointF(end, square.top()), QPointF(end, square.bottom())
                corners = QPointF(side, square.top()), QPointF(side, square.bottom())
                painter.drawPolyline(QPolygonF([top, *corners, bottom]))
        case "unsupported":
            painter.drawLine(QPointF(mark.left(), middle.y()), QPointF(mark.right(), middle.y()))


def status_word(status: CellStatus) -> str:
    words = {
        "pending": QCoreApplication.translate("CellGrid", "pending"),
        "running": QCoreApplication.translate("CellGrid", "running"),
        "done": QCoreApplication.translate("CellGrid", "done"),
        "flawed": QCoreApplication.translate("CellGrid", "done with failures"),
        "failed": QCoreApplication.translate("CellGrid", "failed"),
        "cancelled": QCoreApplication.translate("CellGrid", "cancelled"),
        "interrupted": QCoreApplication.translate("CellGrid", "interrupted"),
        "unsupported": QCoreApplication.translate("CellGrid", "unsupported"),
    }
    return words[status]
