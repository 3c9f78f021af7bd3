"""The table of percentiles, as the study has it, with what arrived, was late and was dropped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.report.latency import COMPLETED, LATENCIES, LoadRow
from app.results.shortfalls import ARRIVED, DROPPED, LATE
from app.window.shared.run_words import case_words
from widgets.look.names import isolated
from widgets.look.numbers import format_number, format_significant
from widgets.tables.data_table import Column, DataTable

_tr = QCoreApplication.translate
_MOST_ROWS = 8


class PercentileTable(DataTable):
    """As high as its rows, up to eight of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Latencies by protection"))
        self.set_placeholder(self.tr("No run has ended yet."))

    def show_rows(self, workload: str, rows: Sequence[LoadRow]) -> None:
        """Show a row for each protection, next to those it is compared with."""
        cases, servers = {row.case for row in rows}, {row.server for row in rows}
        counts = {"case": len(cases), "server": len(servers)}
        several = [name for name, count in counts.items() if count > 1]
        self.set_rows(_columns(several), [list(_cells(workload, row, several)) for row in rows])
        lines = min(max(1, len(rows)), _MOST_ROWS)
        height = self.horizontalHeader().sizeHint().height()
        bar = self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(height + lines * self.verticalHeader().defaultSectionSize() + bar + 4)


def _columns(several: Sequence[str]) -> list[Column]:
    """`several` of “case” and “server” there are more than one of."""
    heads = {
        "mean": _tr("Latency", "Mean, ms"),
        "min": _tr("Latency", "Min, ms"),
        "p50": _tr("Latency", "Median, ms"),
        "p95": _tr("Latency", "p95, ms"),
        "p99": _tr("Latency", "p99, ms"),
        "p999": _tr("Latency", "p99.9, ms"),
        "max": _tr("Latency", "Max, ms"),
    }
    places = {"case": _tr("Latency", "Case"), "server": _tr("Latency", "Server")}
    return [
        Column("operation", _tr("Latency", "Operation")),
        Column("protection", _tr("Latency", "Protection")),
        *(Column(name, places[name]) for name in several),
        *(Column(name, heads[name], "right", _milliseconds) for name in LATENCIES),
        Column(LATE, _tr("Latency", "Late"), "right", _count, _warning),
        Column(DROPPED, _tr("Latency", "Dropped"), "right", _count, _warning),
        Column(ARRIVED, _tr("Latency", "Arrived"), "right", _count),
        Column(COMPLETED, _tr("Latency", "Answered"), "right", _count),
        Column("rate", _tr("Latency", "Answered, 1/s"), "right", _rate),
        Column("n", _tr("Latency", "Runs"), "right", _count),
    ]


def _cells(workload: str, row: LoadRow, several: Sequence[str]) -> Iterator[object]:
    yield row.operation
    yield isolated(row.protection)
    places = {"case": case_words(workload, row.case), "server": isolated(row.server)}
    yield from (places[name] for name in several)
    yield from (row.latencies[name] for name in LATENCIES)
    yield from (row.counts[name] for name in (LATE, DROPPED, ARRIVED, COMPLETED))
    yield row.rate
    yield row.n


def _milliseconds(value: object) -> str:
    return format_number(value, 2) if isinstance(value, float) else ""


def _rate(value: object) -> str:
    return format_significant(value) if isinstance(value, float) else ""


def _count(value: object) -> str:
    return format_number(value) if isinstance(value, int) else ""


def _warning(value: object) -> str | None:
    return "warning" if value else None
