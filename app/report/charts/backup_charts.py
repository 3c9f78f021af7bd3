"""Charts of the size of backups, as written and compressed by gzip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from app.findings.interval_words import data_size
from app.report.charts.chart_names import axis_range, chart_name
from app.report.drawing.chart import Bar, Chart, MarkPlot, PlotPanel, Row, StackPart
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.change_figures import BackupFigures, ChangeRow
from app.report.tables.change_tables import BACKED_UP
from app.report.words.colours import colour_keys
from app.report.words.protection_names import marked_names
from engines.contract.message import NOTHING, phrase

BACKUP_SIZES = phrase("Size of backups")
BACKUP_SIZES_METHOD = phrase("What gzip leaves of a backup, of its size as it was written.")
_GZIP, _WRITTEN = (
    StackPart(phrase("by gzip"), "#24508f"),
    StackPart(phrase("as written"), "#cdd2da"),
)
_SCALES = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"))


def backup_charts(report: CampaignReport, rows: Sequence[ChangeRow]) -> Iterator[Chart]:
    """One chart with a panel for each server, if any of `rows` was backed up."""
    known = [(row, made) for row in rows for made in row.backups]
    if not known:
        return
    colours = colour_keys((cell.server, cell.engine) for cell in report.cells)
    names = marked_names(report.cells)
    panels = tuple(
        _panel(server, colours[server], names, list(some))
        for server, some in groupby(known, key=lambda each: each[0].key.server)
    )
    yield Chart(chart_name("backups"), BACKUP_SIZES, NOTHING, (), panels, parts=(_GZIP, _WRITTEN))


def _panel(
    server: str,
    colour: str,
    names: dict[tuple[str, str], str],
    known: Sequence[tuple[ChangeRow, BackupFigures]],
) -> PlotPanel:
    largest = max(made.size.estimate for _, made in known)
    scale, unit = next((e for e in _SCALES if largest >= e[0]), _SCALES[-1])
    several = len({row.key.case for row, _ in known}) > 1
    kinds = len({made.kind for _, made in known}) > 1
    rows, bars = [], []
    for at, (row, made) in enumerate(known):
        gzip, size = made.gzip.estimate / scale, made.size.estimate / scale
        name = names[server, row.key.protection]
        kind = (BACKED_UP[made.kind],) if kinds else ()
        rows.append(Row(name, (*((row.way,) if several else ()), *kind)))
        message = phrase(
            "{protection}: {size}, by gzip {gzip}", protection=name,
            size=data_size(made.size.estimate), gzip=data_size(made.gzip.estimate),
        )  # fmt: skip
        bars += [Bar(at, 0, 0.0, gzip), Bar(at, 1, gzip, max(gzip, size), message=message)]
    title = phrase("size, {unit}", unit=unit)
    plot = MarkPlot(title, (), *axis_range([0.0, *(bar.end for bar in bars)]), bars=tuple(bars))
    return PlotPanel(server, colour, tuple(rows), (plot,))
