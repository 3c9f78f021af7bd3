"""Block statistics of pictures or columns: a table with a row each, a histogram of the chosen row,
and a sentence on the chosen cell."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QModelIndex, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QBoxLayout, QWidget

from app.patterns.base.block_statistics import BlockStatistics
from app.patterns.base.explanations import UNLIKELY, explanations
from app.window.base.messages import message_text
from engines.contract.message import Message
from widgets.charts.bar_panel import BarPanel, BarSeries, PanelData, axis_maximum
from widgets.charts.chart_frame import ChartFrame
from widgets.layout.boxes import vbox
from widgets.look.names import isolated
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import ToneLabel
from widgets.tables.data_table import DataTable
from widgets.tables.table_model import Column

_MIN_Y = 0.6
"""Lower end of the logarithmic axis: a count of 1 still has a visible bar."""
_BINS = {1: "1", 2: "2+", 10: "10+", 100: "100+", 1000: "1k+"}
"""Lower bound of each bin → its label; a bin ends where the next begins."""


class BlockHistogram(ChartFrame):
    """How many distinct blocks of one picture or column occur once, a few times, many times: what a
    frequency attack sees."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel = BarPanel(self)
        vbox(self, self.panel, margins=(12, 8, 8, 6))

    def show_counts(
        self,
        title: str,
        found: BlockStatistics,
        all_statistics: Sequence[BlockStatistics],
        *,
        plain: bool,
    ) -> None:
        """`found` is one of `all_statistics`, which share a y axis; `plain`: no ciphertext."""
        highest = axis_maximum([self._panel_data(title, each, plain) for each in all_statistics])
        data = self._panel_data(title, found, plain)
        self.panel.set_panel(data, max_y=highest, min_y=_MIN_Y)
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
    """Distinct blocks per bin, from pairs (occurrences, distinct blocks)."""
    counts = dict.fromkeys(_BINS, 0)
    for times, many in histogram:
        counts[max(each for each in _BINS if each <= times)] += many
    return list(counts.values())


_tr = QCoreApplication.translate

_LEAK_PERCENT = 1.0
"""Repeated blocks from which on a pattern is likely to be visible."""
_CELL_PADDING = 18
"""Pixels: so nine columns and a histogram fit side by side."""
_MIN_HEIGHT_STACKED = 380
"""Pixels from which on the histogram is below the table."""
_MIN_HISTOGRAM_WIDTH = 232
_QWIDGETSIZE_MAX = (1 << 24) - 1
_STRETCH_SIDE_BY_SIDE = (3, 1)
_STRETCH_STACKED = (1, 1)


class StatisticCell(float):
    """A value of the table that sorts as a number, with its text, tone and explanation."""

    text: str
    tone: str | None
    explanation: Message | None

    @classmethod
    def from_value(
        cls, value: float | None, text: str, explanation: Message | None, tone: str | None = None
    ) -> StatisticCell:
        """A cell; without a `value` it sorts first."""
        made = cls(-1.0 if value is None else value)
        made.text, made.explanation, made.tone = text, explanation, tone
        return made


class StatisticsTable(QWidget):
    def __init__(self, parent: QWidget | None = None, *, explained: bool = False) -> None:
        """`explained`: with a verdict, and a hint on what to look at."""
        super().__init__(parent)
        self._explained = explained
        self.verdict = ToneLabel()
        self.verdict.setFont(scaled_font(1.2, bold=True))
        self._hint = ToneLabel(
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
        self.histogram.setMinimumWidth(_MIN_HISTOGRAM_WIDTH)
        self.histogram.hide()
        self.sentence = ToneLabel("", "muted")
        self.histogram_text = ToneLabel("", "muted")
        self.table.selectionModel().currentChanged.connect(self._show_selected)
        self._lay_out()

    def show_figures(
        self,
        rows: Sequence[tuple[str, BlockStatistics]],
        *,
        originals: int = 0,
        safe: bool = False,
    ) -> None:
        """Show a row per title; the selection stays.

        The first `originals` rows are plaintext and have no tones. `safe`: a clean result holds for
        any data under this protection, not just for these.
        """
        index, several = self.table.currentIndex(), self.table.table_model().rowCount() > 1
        place = (index.row(), index.column()) if index.isValid() and several else (1, 1)
        self._rows, self._originals = list(rows), originals
        cells = [
            (title, *figure_cells(found, judged=at >= originals))
            for at, (title, found) in enumerate(rows)
        ]
        self.table.set_rows(_columns(), cells)
        self.table.fit_to_lines(_CELL_PADDING)
        self.histogram.setVisible(bool(rows))
        self._arrange()
        self._show_verdict(safe)
        if rows:
            row = min(place[0], len(rows) - 1)
            self.table.setCurrentIndex(self.table.table_model().index(row, place[1]))
        else:
            self.sentence.clear()
            self.histogram_text.clear()

    def minimumSizeHint(self) -> QSize:
        """With all lines of the labels: a splitter ignores height-for-width, and would take the
        lines beyond the first from the histogram. A hidden tab will be as wide as its parent."""
        above = self.parentWidget()
        width = max(self.width(), above.width() if above and not self.isVisible() else 0)
        words = sum(
            max(0, each.heightForWidth(width) - each.minimumSizeHint().height())
            for each in (self.verdict, self._hint, self.sentence, self.histogram_text)
            if not each.isHidden()
        )
        return super().minimumSizeHint() + QSize(0, words)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        self.updateGeometry()

    def _arrange(self) -> None:
        """Side by side, or stacked with the table no higher than its rows."""
        high = self.height() > _MIN_HEIGHT_STACKED
        way = QBoxLayout.Direction
        self._parts.setDirection(way.TopToBottom if high else way.LeftToRight)
        for at, share in enumerate(_STRETCH_STACKED if high else _STRETCH_SIDE_BY_SIDE):
            self._parts.setStretch(at, share)
        rows = self.table.horizontalHeader().height() + self.table.verticalHeader().length()
        bar = self.table.horizontalScrollBar().sizeHint().height()  # it must not hide the last row
        most = rows + bar + 2 * self.table.frameWidth() if high and self._rows else _QWIDGETSIZE_MAX
        self.table.setMaximumHeight(most)

    def _lay_out(self) -> None:
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._parts.setSpacing(12)
        self._parts.addWidget(self.table)
        self._parts.addWidget(self.histogram)
        column = vbox(self, margins=(0, 8 if self._explained else 0, 0, 0), spacing=6)
        for words in (self.verdict, self._hint):
            words.setWordWrap(True)
            column.addWidget(words)
            words.setVisible(self._explained)  # without a parent it would be a window of its own
        column.addLayout(self._parts, 1)
        for words in (self.sentence, self.histogram_text):
            words.setWordWrap(True)
            column.addWidget(words)

    def _show_verdict(self, safe: bool) -> None:
        """On the last row, the ciphertext; not “good” unless `safe`: other data may repeat."""
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

    def _show_selected(self, index: QModelIndex, _before: QModelIndex) -> None:
        cell = index.data(Qt.ItemDataRole.UserRole)
        title = index.siblingAtColumn(0).data()
        text = _tip(cell)
        self.sentence.setText(f"{isolated(title)}: {text}" if text else "")
        self._show_histogram(self.table.current_source_row())

    def _show_histogram(self, row: int) -> None:
        if not 0 <= row < len(self._rows):
            return
        title, found = self._rows[row]
        all_statistics = [each for _, each in self._rows]
        self.histogram.show_counts(title, found, all_statistics, plain=row < self._originals)
        explained = explanations(found)["histogram"]
        self.histogram_text.setText(
            self.tr("How often blocks occur: {0}").format(explanation_text(explained))
        )


def percent_text(value: float) -> str:
    """“3.1 %”, “99.98 %”, “0.01 %”: never rounded up to 100."""
    if value >= 99.995:
        return "100 %" if value == 100 else f"{format_number(99.99, 2)} %"
    decimals = 2 if value >= 99 or 0 < value < 0.095 else 1
    return f"{format_number(value, decimals)} %"


def leaks(found: BlockStatistics) -> bool:
    return found.repeated_percent >= _LEAK_PERCENT


def explanation_text(explanation: Message) -> str:
    return unbroken(message_text(explanation))


def unbroken(text: str) -> str:
    """The text with no line break before “%”."""
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


def figure_cells(found: BlockStatistics, *, judged: bool) -> list[StatisticCell]:
    """Cells in the order of the columns; unless `judged` without tone."""
    explained = explanations(found)
    leaking, p = leaks(found), found.chi2_p

    def cell(name: str, value: float | None, text: str, bad: bool = False) -> StatisticCell:
        return StatisticCell.from_value(
            value, text, explained[name], "bad" if bad and judged else None
        )

    def compressed(name: str, percent: float) -> StatisticCell:
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
        compressed("zlib_percent", found.zlib_percent),
        compressed("zstd_percent", found.zstd_percent),
    ]


def _p_text(p: float | None) -> str:
    if p is None:
        return "–"
    return "< 10⁻⁶" if p < UNLIKELY else format_number(p, 3)


def _text(cell: object) -> str:
    return cell.text if isinstance(cell, StatisticCell) else str(cell)


def _tone(cell: object) -> str | None:
    return cell.tone if isinstance(cell, StatisticCell) else None


def _sign(cell: object) -> str:
    return "●" if _tone(cell) == "bad" else ""


def _tip(cell: object) -> str:
    return (
        explanation_text(cell.explanation)
        if isinstance(cell, StatisticCell) and cell.explanation
        else ""
    )
