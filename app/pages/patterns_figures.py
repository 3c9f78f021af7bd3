"""What can be counted of each picture, a picture a row, and what a figure means in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QVBoxLayout, QWidget

from app.patterns.remark import Remark
from app.patterns.remarks import UNLIKELY, remarks
from app.patterns.statistics import BlockStatistics
from widgets.cards import ToneLabel
from widgets.data_table import DataTable
from widgets.numbers import format_number
from widgets.table_fit import fit_to_lines
from widgets.table_model import Column

_tr = QCoreApplication.translate

_LEAK_PERCENT = 1.0
"""From so many repeated blocks on a pattern is likely to be seen."""


class Cell(float):
    """A figure that sorts as a number and knows what it means."""

    text: str
    tone: str | None
    remark: Remark | None

    @classmethod
    def of(
        cls, value: float | None, text: str, said: Remark | None, tone: str | None = None
    ) -> Cell:
        """`value` None sorts below all others."""
        made = cls(-1.0 if value is None else value)
        made.text, made.remark, made.tone = text, said, tone
        return made


class FigureTable(QWidget):
    """The table, and under it the sentence of the cell that is looked at."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = DataTable(self)
        self.table.setAccessibleName(self.tr("Block statistics"))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.table.set_placeholder(self.tr("Figures appear as pictures are sealed."))
        self.sentence = ToneLabel("", "muted")
        self.sentence.setWordWrap(True)
        self.table.selectionModel().currentChanged.connect(self._tell)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.table, 1)
        column.addWidget(self.sentence)

    def show_figures(self, rows: Sequence[tuple[str, BlockStatistics]]) -> None:
        """Show titles with their figures; the cell looked at stays."""
        index, several = self.table.currentIndex(), self.table.table_model().rowCount() > 1
        place = (index.row(), index.column()) if index.isValid() and several else (1, 1)
        self.table.set_rows(_columns(), [(title, *_cells(found)) for title, found in rows])
        fit_to_lines(self.table)
        if rows:
            row = min(place[0], len(rows) - 1)
            self.table.setCurrentIndex(self.table.table_model().index(row, place[1]))
        else:
            self.sentence.clear()

    def _tell(self, index: QModelIndex, _before: QModelIndex) -> None:
        cell = index.data(Qt.ItemDataRole.UserRole)
        title = index.siblingAtColumn(0).data()
        text = remark_text(cell.remark) if isinstance(cell, Cell) and cell.remark else ""
        self.sentence.setText(f"{title}: {text}" if text else "")


def distinct_percent(found: BlockStatistics) -> float:
    """Distinct blocks in percent of all."""
    return 100 * found.distinct_blocks / found.blocks


def percent_text(value: float) -> str:
    """“3.1 %”, “99.98 %”, “0.01 %”: never rounded up to all."""
    if value >= 99.995:
        return "100 %" if value == 100 else "99.99 %"
    decimals = 2 if value >= 99 or 0 < value < 0.095 else 1
    return f"{format_number(value, decimals)} %"


def leaks(found: BlockStatistics) -> bool:
    """Whether enough blocks repeat for patterns to show."""
    return found.repeated_percent >= _LEAK_PERCENT


def remark_text(said: Remark) -> str:
    """A sentence, translated before its places are filled."""
    return _tr("Remarks", said.template).format(**said.values)


def _columns() -> list[Column]:
    titles = {
        "distinct": _tr("Figures", "Distinct\nblocks"),
        "blocks": _tr("Figures", "Blocks"),
        "repeated": _tr("Figures", "Repeated"),
        "longest": _tr("Figures", "Longest run,\nblocks"),
        "commonest": _tr("Figures", "Commonest,\ntimes"),
        "entropy": _tr("Figures", "Entropy,\nbits per byte"),
        "chi2": _tr("Figures", "Even bytes,\nχ² p-value"),
        "zlib": _tr("Figures", "zlib,\nleft over"),
        "zstd": _tr("Figures", "zstd,\nleft over"),
    }
    return [
        Column("picture", _tr("Figures", "Picture")),
        *(Column(key, title, "right", _text, _tone, tip=_tip) for key, title in titles.items()),
    ]


def _cells(found: BlockStatistics) -> list[Cell]:
    said = {each.name: each for each in remarks(found)}
    share = distinct_percent(found)
    tone = "bad" if leaks(found) else None
    p = found.chi2_p
    return [
        Cell.of(share, percent_text(share), said["distinct_blocks"], tone),
        Cell.of(found.blocks, format_number(found.blocks), said["blocks"]),
        Cell.of(
            found.repeated_percent,
            percent_text(found.repeated_percent),
            said["repeated_percent"],
            tone,
        ),
        Cell.of(found.longest_repeat, format_number(found.longest_repeat), said["longest_repeat"]),
        Cell.of(found.commonest, format_number(found.commonest), said["histogram"]),
        Cell.of(
            found.entropy_bits_per_byte,
            format_number(found.entropy_bits_per_byte, 3),
            said["entropy_bits_per_byte"],
        ),
        Cell.of(p, _p_text(p), said["chi2_p"], "bad" if p is not None and p < UNLIKELY else None),
        _squeezed(found.zlib_percent, said["zlib_percent"]),
        _squeezed(found.zstd_percent, said["zstd_percent"]),
    ]


def _squeezed(percent: float, said: Remark) -> Cell:
    return Cell.of(
        percent, percent_text(min(percent, 100.0)), said, "bad" if percent < 99 else None
    )


def _p_text(p: float | None) -> str:
    if p is None:
        return "–"
    return "< 10⁻⁶" if p < UNLIKELY else format_number(p, 3)


def _text(cell: object) -> str:
    return cell.text if isinstance(cell, Cell) else str(cell)


def _tone(cell: object) -> str | None:
    return cell.tone if isinstance(cell, Cell) else None


def _tip(cell: object) -> str:
    return remark_text(cell.remark) if isinstance(cell, Cell) and cell.remark else ""
