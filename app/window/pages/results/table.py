"""The comparison as a pivot: an operation and size a row, a server and protection a column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.report.campaign_report import CampaignReport
from app.report.wording import marks
from app.results.compare import ComparisonRow
from app.window.pages.results.words import within_noise
from app.window.shared.protection_words import marked
from widgets.look.names import filled
from widgets.look.numbers import decimals_for, format_number
from widgets.tables.data_table import Column, DataTable

_MOST_DECIMALS = 5
_HEAD_ROOM = 18

type Group = tuple[str, str]


class Mean(float):
    """A mean that sorts as a number and knows its standard deviation."""

    sd: float | None

    @classmethod
    def of(cls, mean: float | None, sd: float | None) -> Self | None:
        """None where there is no mean."""
        if mean is None:
            return None
        made = cls(mean)
        made.sd = sd
        return made


class Cost(float):
    """Percent over plaintext; `noise` where the runs spread wider than it."""

    noise: bool

    @classmethod
    def of(cls, percent: float | None, noise: bool) -> Self | None:
        """None where there is nothing to compare."""
        if percent is None:
            return None
        made = cls(percent)
        made.noise = noise
        return made


class ResultsTable(QWidget):
    """Mean ± standard deviation in seconds, cost in percent with colour and sign."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = DataTable(self)
        self._table.setAccessibleName(self.tr("Comparison"))
        self._table.set_placeholder(self.tr("Nothing has been measured yet."))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.addWidget(self._table)

    @property
    def table(self) -> DataTable:
        """The table."""
        return self._table

    def show_report(self, report: CampaignReport) -> None:
        """Fill the pivot."""
        rows = report.comparison
        groups = list(dict.fromkeys((row.server, row.protection) for row in rows))
        found = {(row.operation, row.size, row.server, row.protection): row for row in rows}
        lines = list(dict.fromkeys((row.operation, row.size) for row in rows))
        operations = list(dict.fromkeys(operation for operation, _ in lines))
        lines.sort(key=lambda line: (operations.index(line[0]), line[1]))
        names = {
            (cell.server, cell.protection): marked(cell.protection, marks(cell))
            for cell in report.cells
        }
        columns = self._columns(groups, names, report.baseline, _decimals(rows))
        self._table.set_rows(
            columns, [_line(line, groups, found, report.baseline) for line in lines]
        )
        fit_columns(self._table, columns)

    def _columns(
        self, groups: Sequence[Group], marked_names: dict[Group, str], baseline: str, decimals: int
    ) -> list[Column]:
        def time_text(value: object) -> str:
            return _mean_text(value, decimals)

        columns = [
            Column("operation", self.tr("\nOperation")),
            Column("size", self.tr("\nRecords"), "right", _whole),
        ]
        for server, protection in groups:
            key = f"{server}/{protection}"
            title = self.tr("{server}\n{protection}, s")
            tip = self.tr("Mean ± sample standard deviation over the repetitions, in seconds")
            names = {"server": server, "protection": marked_names[server, protection]}
            columns.append(Column(key, filled(title, **names), "right", time_text, tooltip=tip))
            if protection != baseline:
                title = self.tr("cost of\n{protection}, %")
                tip = self.tr(
                    "Percent over {baseline} on {server}; grey: within one standard deviation"
                )
                tip = filled(tip, baseline=baseline, server=server)
                columns.append(
                    Column(
                        f"{key} cost", filled(title, **names), "right", cost_text, cost_tone, tip
                    )
                )
        return columns


def fit_columns(table: DataTable, columns: Sequence[Column]) -> None:
    """Make columns as wide as their longest line; Qt takes a header's lines for one."""
    metrics = table.horizontalHeader().fontMetrics()
    for number, column in enumerate(columns):
        words = max(metrics.horizontalAdvance(line) for line in column.heading.splitlines())
        table.setColumnWidth(number, max(words + _HEAD_ROOM, table.sizeHintForColumn(number)))


def _line(
    line: tuple[str, int],
    groups: Sequence[Group],
    found: dict[tuple[str, int, str, str], ComparisonRow],
    baseline: str,
) -> list[object]:
    cells: list[object] = list(line)
    for server, protection in groups:
        row = found.get((*line, server, protection))
        cells.append(Mean.of(row.mean_s, row.sd_s) if row else None)
        if protection != baseline:
            base = found.get((*line, server, baseline))
            noise = row is not None and within_noise(row, base)
            cells.append(Cost.of(row.cost_percent, noise) if row else None)
    return cells


def _decimals(rows: Sequence[ComparisonRow]) -> int:
    """As many as show the smallest mean with two figures or more, so that all digits line up."""
    smallest = min((row.mean_s for row in rows if row.mean_s), default=1.0)
    return min(_MOST_DECIMALS, max(3, decimals_for(smallest, 2)))


def _whole(value: object) -> str:
    return format_number(value) if isinstance(value, int) else ""


def _mean_text(value: object, decimals: int) -> str:
    if not isinstance(value, Mean):
        return "–"
    mean = format_number(value, decimals)
    return mean if value.sd is None else f"{mean} ± {format_number(value.sd, decimals)}"


def cost_text(value: object) -> str:
    """“+16.0”, “−4.0”; a dash where there is no cost."""
    if not isinstance(value, Cost):
        return "–"
    return f"{'−' if round(value, 1) < 0 else '+'}{format_number(abs(value), 1)}"


def cost_tone(value: object) -> str | None:
    """Grey where a cost cannot be told from nothing, else by whether it costs or saves."""
    if not isinstance(value, Cost) or value.noise:
        return "muted"
    return "bad" if value > 0 else "good"
