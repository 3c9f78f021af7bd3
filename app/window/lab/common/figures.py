"""Block statistics, a row per picture, and a sentence on the chosen figure."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QModelIndex, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QBoxLayout, QVBoxLayout, QWidget

from app.patterns.base.explanations import UNLIKELY, explanations
from app.patterns.base.statistics import BlockStatistics
from app.window.base.messages import message_text
from engines.contract.message import Message
from widgets.charts.bar_panel import BarPanel, BarSeries, PanelData, top_of
from widgets.charts.chart_frame import ChartFrame
from widgets.look.names import isolated
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import ToneLabel
from widgets.tables.data_table import DataTable
from widgets.tables.table_model import Column

# How many distinct blocks occur once, a few times, many times: what a frequency attack sees.

_LOWEST = 0.6
"""Where the axis begins, so that a single block has a bar to be seen."""
_BINS = {1: "1", 2: "2+", 10: "10+", 100: "100+", 1000: "1k+"}
"""The least count of each bin, and its name: each ends where the next begins."""


class BlockHistogram(ChartFrame):
    """Bars for one picture or column, on axes that hold all that it is compared with."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel = BarPanel(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 6)
        column.addWidget(self.panel)

    def show_counts(
        self, title: str, found: BlockStatistics, among: Sequence[BlockStatistics], *, plain: bool
    ) -> None:
        """Show the counts of `found`, which is one of `among`; `plain` says it is no ciphertext."""
        highest = top_of([self._panel_data(title, each, plain) for each in among])
        data = self._panel_data(title, found, plain)
        self.panel.set_panel(data, max_y=highest, min_y=_LOWEST)
        self.setAccessibleName(self.tr("Histogram of block counts, {0}").format(title))
        bars = zip(data.groups, data.series[0].values, strict=True)
        self.setAccessibleDescription("; ".join(f"{name}: {count}" for name, count in bars))

    def _panel_data(self, title: str, found: BlockStatistics, plain: bool) -> PanelData:
        counts = binned(found.histogram)
        bars = BarSeries("blocks", title, "neutral", plain, counts)
        across = self.tr("occurrences of a block")
        return PanelData(
            title, self.tr("distinct blocks"), list(_BINS.values()), [bars], True, across
        )


def binned(histogram: Sequence[tuple[int, int]]) -> list[int]:
    """How many distinct blocks fall into each bin, from pairs of count and distinct blocks."""
    counts = dict.fromkeys(_BINS, 0)
    for times, many in histogram:
        counts[max(each for each in _BINS if each <= times)] += many
    return list(counts.values())


_tr = QCoreApplication.translate

_LEAK_PERCENT = 1.0
"""From so many repeated blocks on a pattern is likely to be seen."""
_ROOM = 18
"""Pixels next to each figure: nine columns and a histogram fit in one row."""
_HIGH = 380
"""Pixels from which on there is room for the histogram below the table."""
_LEAST_WIDTH = 232
_NO_LIMIT = (1 << 24) - 1
"""Qt's QWIDGETSIZE_MAX."""
_SIDE_SHARES = (3, 1)
_SHARES_BELOW = (1, 1)


class FigureCell(float):
    """A figure that sorts as a number and knows what it means."""

    text: str
    tone: str | None
    explanation: Message | None

    @classmethod
    def of(
        cls, value: float | None, text: str, explanation: Message | None, tone: str | None = None
    ) -> FigureCell:
        """`value` None sorts below all others."""
        made = cls(-1.0 if value is None else value)
        made.text, made.explanation, made.tone = text, explanation, tone
        return made


class FigureTable(QWidget):
    """The table, a histogram of the chosen row, and a sentence on each.

    The histogram is next to the table, or below it where there is much height.
    """

    def __init__(self, parent: QWidget | None = None, *, explained: bool = False) -> None:
        """`explained` where there is room for a verdict and a sentence on what to look at."""
        super().__init__(parent)
        self._explained = explained
        self.verdict = ToneLabel()
        self.verdict.setFont(scaled_font(1.2, bold=True))
        self._look = ToneLabel(
            self.tr(
                "Look at “Repeated”: good ciphertext repeats no block and cannot be compressed. "
                "●: a pattern is visible without any key."
            ),
            "muted",
        )
        self._rows: Sequence[tuple[str, BlockStatistics]] = ()
        self._originals = 0
        self.table = DataTable(self)
        self.table.setAccessibleName(self.tr("Block statistics"))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.table.set_placeholder(self.tr("Figures appear when pictures are encrypted."))
        self.histogram = BlockHistogram(self)
        self.histogram.setMinimumWidth(_LEAST_WIDTH)
        self.histogram.hide()
        self.sentence = ToneLabel("", "muted")
        self.counted = ToneLabel("", "muted")
        self.table.selectionModel().currentChanged.connect(self._tell)
        self._lay_out()

    def show_figures(
        self,
        rows: Sequence[tuple[str, BlockStatistics]],
        *,
        originals: int = 0,
        safe: bool = False,
    ) -> None:
        """Show titles with their figures; the chosen cell stays.

        The first `originals` rows are no ciphertext: what they show gives nothing away, and if
        all are such, no cipher is judged. `safe` says that the protection hides whatever is
        protected.
        """
        index, several = self.table.currentIndex(), self.table.table_model().rowCount() > 1
        place = (index.row(), index.column()) if index.isValid() and several else (1, 1)
        self._rows, self._originals = list(rows), originals
        cells = [
            (title, *figure_cells(found, judged=at >= originals))
            for at, (title, found) in enumerate(rows)
        ]
        self.table.set_rows(_columns(), cells)
        self.table.fit_to_lines(_ROOM)
        self.histogram.setVisible(bool(rows))
        self._arrange()
        self._judge(safe)
        if rows:
            row = min(place[0], len(rows) - 1)
            self.table.setCurrentIndex(self.table.table_model().index(row, place[1]))
        else:
            self.sentence.clear()
            self.counted.clear()

    def minimumSizeHint(self) -> QSize:
        """With all lines of the words: a splitter asks for no height by width, and would take from
        the histogram what they need beyond one. A tab that is hidden is as wide as those in front
        as soon as it is not."""
        above = self.parentWidget()
        width = max(self.width(), above.width() if above and not self.isVisible() else 0)
        words = sum(
            max(0, each.heightForWidth(width) - each.minimumSizeHint().height())
            for each in (self.verdict, self._look, self.sentence, self.counted)
            if not each.isHidden()
        )
        return super().minimumSizeHint() + QSize(0, words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        self.updateGeometry()

    def _arrange(self) -> None:
        """Table and histogram side by side, or the table no higher than its rows on top."""
        high = self.height() > _HIGH
        way = QBoxLayout.Direction
        self._parts.setDirection(way.TopToBottom if high else way.LeftToRight)
        for at, share in enumerate(_SHARES_BELOW if high else _SIDE_SHARES):
            self._parts.setStretch(at, share)
        rows = self.table.horizontalHeader().height() + self.table.verticalHeader().length()
        bar = self.table.horizontalScrollBar().sizeHint().height()  # it must not hide the last row
        most = rows + bar + 2 * self.table.frameWidth() if high and self._rows else _NO_LIMIT
        self.table.setMaximumHeight(most)

    def _lay_out(self) -> None:
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._parts.setSpacing(12)
        self._parts.addWidget(self.table)
        self._parts.addWidget(self.histogram)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8 if self._explained else 0, 0, 0)
        column.setSpacing(6)
        for words in (self.verdict, self._look):
            words.setWordWrap(True)
            column.addWidget(words)
            words.setVisible(self._explained)  # without a parent it would be a window of its own
        column.addLayout(self._parts, 1)
        for words in (self.sentence, self.counted):
            words.setWordWrap(True)
            column.addWidget(words)

    def _judge(self, safe: bool) -> None:
        """Show the verdict on the last row. Unless `safe`, other values may show more."""
        if not self._rows:
            self.verdict.clear()
            return
        found = self._rows[-1][1]
        if self._originals == len(self._rows):
            text, tone = self.tr("Readable text: these figures say nothing about a cipher."), "bad"
        elif found.repeated_percent:
            text, tone = self.tr("{0} of the blocks repeat others."), "bad"
        elif any(cell.tone == "bad" for cell in figure_cells(found, judged=True)):
            text, tone = self.tr("No block repeats, but the bytes are not random."), "bad"
        else:
            text = self.tr("No pattern in blocks or bytes.")
            tone = "good" if safe else "text"
        self.verdict.setText(unbroken(text.format(percent_text(found.repeated_percent))))
        self.verdict.set_tone(tone)

    def _tell(self, index: QModelIndex, _before: QModelIndex) -> None:
        cell = index.data(Qt.ItemDataRole.UserRole)
        title = index.siblingAtColumn(0).data()
        text = _tip(cell)
        self.sentence.setText(f"{isolated(title)}: {text}" if text else "")
        self._show_histogram(self.table.current_source_row())

    def _show_histogram(self, row: int) -> None:
        if not 0 <= row < len(self._rows):
            return
        title, found = self._rows[row]
        among = [each for _, each in self._rows]
        self.histogram.show_counts(title, found, among, plain=row < self._originals)
        explained = explanations(found)["histogram"]
        self.counted.setText(
            self.tr("How often blocks occur: {0}").format(explanation_text(explained))
        )


def percent_text(value: float) -> str:
    """“3.1 %”, “99.98 %”, “0.01 %”: never rounded up to all."""
    if value >= 99.995:
        return "100 %" if value == 100 else f"{format_number(99.99, 2)} %"
    decimals = 2 if value >= 99 or 0 < value < 0.095 else 1
    return f"{format_number(value, decimals)} %"


def leaks(found: BlockStatistics) -> bool:
    """Whether enough blocks repeat for patterns to show."""
    return found.repeated_percent >= _LEAK_PERCENT


def explanation_text(explanation: Message) -> str:
    """A sentence, translated before its places are filled, no figure parted from its “%”."""
    return unbroken(message_text(explanation))


def unbroken(text: str) -> str:
    """The same text with “4.7 %” kept in one line where it is wrapped."""
    return text.replace(" %", f"{NO_BREAK}%")


NO_BREAK = "\u00a0"


def _columns() -> list[Column]:
    titles = {
        "distinct": _tr("Figures", "Distinct\nblocks"),
        "blocks": _tr("Figures", "Blocks"),
        "repeated": _tr("Figures", "Repeated"),
        "longest": _tr("Figures", "Longest run,\nblocks"),
        "entropy": _tr("Figures", "Entropy,\nbits per byte"),
        "chi2": _tr("Figures", "Even bytes,\nχ² p-value"),
        "zlib": _tr("Figures", "Size after\nzlib"),
        "zstd": _tr("Figures", "Size after\nzstd"),
    }
    return [
        Column("name", _tr("Figures", "Name")),
        *(
            Column(key, title, "right", _text, _tone, tip=_tip, sign=_sign)
            for key, title in titles.items()
        ),
    ]


def figure_cells(found: BlockStatistics, *, judged: bool) -> list[FigureCell]:
    """Figures in the order of the columns; what is not `judged` has no tone."""
    explained = explanations(found)
    leaking, p = leaks(found), found.chi2_p

    def cell(name: str, value: float | None, text: str, bad: bool = False) -> FigureCell:
        return FigureCell.of(value, text, explained[name], "bad" if bad and judged else None)

    def squeezed(name: str, percent: float) -> FigureCell:
        return cell(name, percent, percent_text(min(percent, 100.0)), percent < 99)

    share, repeated, entropy = (
        found.distinct_percent,
        found.repeated_percent,
        found.entropy_bits_per_byte,
    )
    return [
        cell("distinct_blocks", share, percent_text(share), leaking),
        cell("blocks", found.blocks, format_number(found.blocks)),
        cell("repeated_percent", repeated, percent_text(repeated), leaking),
        cell("longest_repeat", found.longest_repeat, format_number(found.longest_repeat)),
        cell("entropy_bits_per_byte", entropy, format_number(entropy, 3)),
        cell("chi2_p", p, _p_text(p), p is not None and p < UNLIKELY),
        squeezed("zlib_percent", found.zlib_percent),
        squeezed("zstd_percent", found.zstd_percent),
    ]


def _p_text(p: float | None) -> str:
    if p is None:
        return "–"
    return "< 10⁻⁶" if p < UNLIKELY else format_number(p, 3)


def _text(cell: object) -> str:
    return cell.text if isinstance(cell, FigureCell) else str(cell)


def _tone(cell: object) -> str | None:
    return cell.tone if isinstance(cell, FigureCell) else None


def _sign(cell: object) -> str:
    return "●" if _tone(cell) == "bad" else ""


def _tip(cell: object) -> str:
    return (
        explanation_text(cell.explanation)
        if isinstance(cell, FigureCell) and cell.explanation
        else ""
    )
