"""The table of percentiles, as the study has it, with what arrived, was late and was dropped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.findings.shortfalls import ARRIVED, DROPPED, LATE
from app.report.figures.latency import COMPLETED, LATENCIES, RATE, LoadRow
from app.report.figures.load_hosts import HostRow
from app.report.figures.study_values import TheirValues
from app.window.shared.run_words import case_words
from widgets.look.names import filled, isolated
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
        self._names: list[str] = []

    def show_rows(
        self, workload: str, rows: Sequence[LoadRow], theirs: Sequence[TheirValues] = ()
    ) -> None:
        """Show a row per protection, and below it the matching rows of studies."""
        several = several_places(rows)
        found: list[list[object]] = []
        for row in rows:
            found.append(list(_cells(workload, row, several)))
            matching = (each for each in theirs if _matches(each, row))
            found += [list(_their_cells(workload, row, each, several)) for each in matching]
        self.set_rows(_columns(several), found)
        names = [each.name for each in theirs]
        if names != self._names:
            self._names = names
            self.fit_to_lines()
        fit_height(self, len(found))


def fit_height(table: DataTable, rows: int) -> None:
    """Make it as high as its rows, up to eight of them."""
    lines = min(max(1, rows), _MOST_ROWS)
    height = table.horizontalHeader().sizeHint().height()
    bar = table.horizontalScrollBar().sizeHint().height()
    table.setFixedHeight(height + lines * table.verticalHeader().defaultSectionSize() + bar + 4)


def several_places(rows: Sequence[LoadRow] | Sequence[HostRow]) -> list[str]:
    """Those of “case” and “server” of which rows have more than one."""
    cases, servers = {row.case for row in rows}, {row.server for row in rows}
    found = {"case": len(cases), "server": len(servers)}
    return [name for name, many in found.items() if many > 1]


def place_columns(several: Sequence[str]) -> Iterator[Column]:
    places = {"case": _tr("Latency", "Case"), "server": _tr("Latency", "Server")}
    yield Column("operation", _tr("Latency", "Operation"))
    yield Column("protection", _tr("Latency", "Protection"))
    yield from (Column(name, places[name]) for name in several)


def place_cells(workload: str, row: LoadRow | HostRow, several: Sequence[str]) -> Iterator[object]:
    yield row.operation
    yield isolated(row.protection)
    places = {"case": case_words(workload, row.case), "server": isolated(row.server)}
    yield from (places[name] for name in several)


def _columns(several: Sequence[str]) -> list[Column]:
    heads = {
        "mean": _tr("Latency", "Mean, ms"),
        "min": _tr("Latency", "Min, ms"),
        "p50": _tr("Latency", "Median, ms"),
        "p95": _tr("Latency", "p95, ms"),
        "p99": _tr("Latency", "p99, ms"),
        "p999": _tr("Latency", "p99.9, ms"),
        "max": _tr("Latency", "Max, ms"),
    }
    return [
        *place_columns(several),
        *(Column(name, heads[name], "right", milliseconds) for name in LATENCIES),
        Column(LATE, _tr("Latency", "Late"), "right", count, warning),
        Column(DROPPED, _tr("Latency", "Dropped"), "right", count, warning),
        Column(ARRIVED, _tr("Latency", "Arrived"), "right", count),
        Column(COMPLETED, _tr("Latency", "Answered"), "right", count),
        Column("rate", _tr("Latency", "Answered, 1/s"), "right", _rate),
        Column("n", _tr("Latency", "Runs"), "right", count),
    ]


def _matches(published: TheirValues, row: LoadRow) -> bool:
    return published.place == (row.server, row.protection, row.operation, row.case)


def _their_cells(
    workload: str, row: LoadRow, published: TheirValues, several: Sequence[str]
) -> Iterator[object]:
    """A row of a study; values that it does not report are empty."""
    frame = _tr("Latency", "{protection} · {study}")
    yield row.operation
    yield filled(frame, protection=row.protection, study=published.name)
    places = {"case": case_words(workload, row.case), "server": isolated(row.server)}
    yield from (places[name] for name in several)
    yield from (published.values.get(f"latency_{name}_ms") for name in LATENCIES)
    yield from (None for _ in (LATE, DROPPED, ARRIVED, COMPLETED))
    yield published.values.get(RATE)
    yield None


def _cells(workload: str, row: LoadRow, several: Sequence[str]) -> Iterator[object]:
    yield from place_cells(workload, row, several)
    yield from (row.latencies[name] for name in LATENCIES)
    yield from (row.counts[name] for name in (LATE, DROPPED, ARRIVED, COMPLETED))
    yield row.rate
    yield row.n


def milliseconds(value: object) -> str:
    return format_number(value, 2) if isinstance(value, float) else ""


def _rate(value: object) -> str:
    return format_significant(value) if isinstance(value, float) else ""


def count(value: object) -> str:
    return format_number(value) if isinstance(value, int) else ""


def warning(value: object) -> str | None:
    return "warning" if value else None
