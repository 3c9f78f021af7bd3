"""The table of a load that several hosts sent together, by host."""

from __future__ import annotations

from collections.abc import Iterator

from app.report.figures.campaign_report import CampaignReport
from app.report.figures.load_hosts import HostRow, host_rows
from app.report.tables.text_table import TextTable
from app.report.words.protection_names import axis_head, case_figure, marked_names
from app.report.words.terms import OPERATION, PROTECTION, SERVER, heads
from engines.contract.message import in_current_language, phrase

HOSTS_METHOD = (
    phrase("Schedule: one for all hosts, which take turns from an agreed instant."),
    phrase("Requests: sums over the runs that count. Milliseconds: medians."),
    phrase("CPU: worker and lanes, in percent of one core."),
    phrase("Start: delay after the agreed instant, by the store's clock."),
    phrase("Woke late: how late the host's system woke its lanes."),
    phrase("Spread: from the first host's start to the last's."),
)


def hosts_table(report: CampaignReport) -> TextTable:
    """For each load of a cell a line for all hosts and one for each; empty for other loads."""
    places = SERVER, PROTECTION, axis_head(report), OPERATION, phrase("host")
    figures = (
        phrase("share %"), phrase("arrived"), phrase("late"), phrase("dropped"),
        phrase("p50, ms"), phrase("p99, ms"), phrase("CPU %"), phrase("start, ms"),
        phrase("woke late, ms"), phrase("spread, ms"),
        phrase("generator limited"),
    )  # fmt: skip
    head = heads(*places, *figures)
    return TextTable(head, list(_lines(report)), range(len(places), len(head)))


def _lines(report: CampaignReport) -> Iterator[tuple[str, ...]]:
    names = marked_names(report.cells)
    for row in host_rows(report):
        yield (
            row.key.server,
            names[row.key.server, row.key.protection],
            case_figure(report, row.key.case),
            row.key.operation,
            row.host or str(_ALL),
            in_current_language(f"{row.share_percent:.1f}"),
            *(in_current_language(f"{each:,}") for each in (row.arrived, row.late, row.dropped)),
            *(_figure(each, 2) for each in (row.p50_ms, row.p99_ms)),
            _figure(row.cpu_percent, 0),
            *(_figure(each, 2) for each in (row.start_ms, row.woken_ms, row.spread_ms)),
            _limited(row),
        )


def _figure(value: float | None, decimals: int) -> str:
    return "" if value is None else in_current_language(f"{value:.{decimals}f}")


def _limited(row: HostRow) -> str:
    message = _LIMITED.with_values(limited=row.limited, n=row.n) if row.limited else _NOT
    return str(message)


_ALL, _NOT = phrase("all"), phrase("no")
_LIMITED = phrase("in {limited} of {n}")
