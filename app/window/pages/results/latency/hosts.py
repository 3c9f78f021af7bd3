"""The table of hosts, for a load that several sent together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.report.figures.load_hosts import HostRow
from app.window.pages.results.latency.table import (
    count,
    fit_height,
    milliseconds,
    place_cells,
    place_columns,
    several_places,
    warning,
)
from widgets.look.names import isolated
from widgets.look.numbers import format_number
from widgets.tables.data_table import Column, DataTable

_tr = QCoreApplication.translate


class HostsTable(DataTable):
    """For each load a row for all hosts, and one for each; hidden for other campaigns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Latencies by host"))

    def show_rows(self, workload: str, rows: Sequence[HostRow]) -> None:
        """Show them; `workload` knows the words of cases."""
        several = several_places(rows)
        self.set_rows(_columns(several), [list(_cells(workload, row, several)) for row in rows])
        self.setVisible(bool(rows))
        fit_height(self, len(rows))


def _columns(several: Sequence[str]) -> list[Column]:
    return [
        *place_columns(several),
        Column("host", _tr("Latency", "Host")),
        Column("p50", _tr("Latency", "Median, ms"), "right", milliseconds),
        Column("p99", _tr("Latency", "p99, ms"), "right", milliseconds),
        Column("late", _tr("Latency", "Late"), "right", count, warning),
        Column("dropped", _tr("Latency", "Dropped"), "right", count, warning),
        Column("arrived", _tr("Latency", "Arrived"), "right", count),
        Column("cpu", _tr("Latency", "CPU, %"), "right", _percent),
        Column("start", _tr("Latency", "Start, ms"), "right", milliseconds),
        Column("spread", _tr("Latency", "Spread, ms"), "right", milliseconds),
        Column("limited", _tr("Latency", "Generator limited, runs"), "right", count,
               warning),
    ]  # fmt: skip


def _cells(workload: str, row: HostRow, several: Sequence[str]) -> Iterator[object]:
    yield from place_cells(workload, row, several)
    yield isolated(row.host) if row.host else _tr("Latency", "all hosts")
    yield from (row.p50_ms, row.p99_ms, row.late, row.dropped, row.arrived)
    yield from (row.cpu_percent, row.start_ms, row.spread_ms, row.limited)


def _percent(value: object) -> str:
    return format_number(value) if isinstance(value, float) else ""
