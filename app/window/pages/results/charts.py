"""Time, CPU and memory by size, one panel an operation, as the published study shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import fmean

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from app.report.campaign_report import CampaignReport
from app.report.wording import marks
from app.results.cost import sample_deviation
from app.results.records import OperationRecord
from app.window.servers.colours import colour_keys
from app.window.shared.protection_words import marked
from widgets.charts.bar_panel import BarGrid, BarSeries, PanelData
from widgets.look.names import filled, isolated, shortened
from widgets.look.numbers import format_number
from widgets.saving.files import ask_save_path
from widgets.saving.last_saved import file_name

type Value = Callable[[OperationRecord], float | None]
type Place = tuple[str, int, str, str]

_MEASURES: dict[str, Value] = {
    "time": lambda each: each.seconds,
    "cpu": lambda each: each.cpu_percent,
    "memory": lambda each: each.memory_mb,
}


class ResultsCharts(QWidget):
    """A choice of measure above a grid of panels."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._report: CampaignReport | None = None
        self._measure = "time"
        self._grid = BarGrid(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._choice())
        column.addWidget(self._grid, 1)

    @property
    def grid(self) -> BarGrid:
        """The panels."""
        return self._grid

    def show_report(self, report: CampaignReport) -> None:
        """Draw the chosen measure of a campaign."""
        self._report = report
        self._grid.set_caption(_caption(report))
        self._grid.set_panels(_panels(report, self._measure, self._units()[self._measure]))

    def ask_where_to_save(self, save: Callable[[Path], None]) -> None:
        """Ask for a picture's file; `save` gets the path."""
        filters = [self.tr("PNG picture (*.png)"), self.tr("SVG drawing (*.svg)")]
        summary = self._report.summary if self._report else None
        name = file_name(summary.name if summary else "", self._measure, ending="png")
        ask_save_path(self, name, filters, save)

    def choose(self, measure: str) -> None:
        """Show another measure: time, cpu or memory."""
        self._measure = measure
        if self._report is not None:
            self.show_report(self._report)

    def _units(self) -> dict[str, str]:
        return {
            "time": self.tr("s"),
            "cpu": self.tr("% of one core"),
            "memory": self.tr("MB"),
        }

    def _choice(self) -> QHBoxLayout:
        words = {
            "time": self.tr("&Time"),
            "cpu": self.tr("CP&U of the server"),
            "memory": self.tr("&Memory of the server"),
        }
        row = QHBoxLayout()
        row.setSpacing(4)
        self._group = QButtonGroup(self)
        for measure, word in words.items():
            button = QToolButton(self)
            button.setText(word)
            button.setCheckable(True)
            button.setChecked(measure == self._measure)
            button.clicked.connect(lambda _, chosen=measure: self.choose(chosen))
            self._group.addButton(button)
            row.addWidget(button)
        row.addStretch(1)
        return row


def _caption(report: CampaignReport) -> str:
    """“three engines · 1,000 and 2,000 records · n = 10”."""
    sizes = sorted({cell.size for cell in report.cells})
    counts = sorted({row.n for row in report.comparison if row.n})
    told = "–".join(format_number(count) for count in dict.fromkeys((*counts[:1], *counts[-1:])))
    frame = QCoreApplication.translate("ResultsCharts", "{name} · {sizes} records · n = {n}")
    cases = ", ".join(map(format_number, sizes))
    return filled(frame, name=report.summary.name, sizes=cases, n=told or "0")


def _panels(report: CampaignReport, measure: str, unit: str) -> list[PanelData]:
    values = _values(report.operations, _MEASURES[measure])
    sizes = sorted({cell.size for cell in report.cells})
    operations = dict.fromkeys(row.operation for row in report.comparison)
    return [
        PanelData(
            operation,
            unit,
            [format_number(size) for size in sizes],
            list(_series(report, operation, sizes, values)),
            x_title=QCoreApplication.translate("ResultsCharts", "records"),
        )
        for operation in operations
    ]


def _values(operations: Iterable[OperationRecord], value: Value) -> dict[Place, list[float]]:
    """What was measured in every run that counts, by operation and cell."""
    found: dict[Place, list[float]] = {}
    for each in operations:
        reading = value(each)
        if each.counts and reading is not None:
            place = (each.operation, each.size, each.server, each.protection)
            found.setdefault(place, []).append(reading)
    return found


def _series(
    report: CampaignReport, operation: str, sizes: list[int], values: dict[Place, list[float]]
) -> Iterable[BarSeries]:
    cells = {(cell.server, cell.protection): cell for cell in report.cells}
    colours = colour_keys((cell.server, cell.engine) for cell in report.cells)
    for (server, protection), cell in cells.items():
        runs = [values.get((operation, size, server, protection), []) for size in sizes]
        yield BarSeries(
            key=f"{server}/{protection}",
            label=f"{isolated(shortened(server))} · {marked(protection, marks(cell))}",
            colour_key=colours[server],
            hollow=protection == report.baseline,
            values=[fmean(each) if each else None for each in runs],
            errors=[sample_deviation(each) for each in runs],
        )
