"""What protections cost beside what they guard against: no insecure choice wins unmarked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from app.report.campaign_report import CampaignReport
from app.report.charts.chart import Chart, Panel, Plot, Row, Spot, span_around_0
from app.report.series import MUTED, paper_colours
from app.report.wording import marks, properties
from app.results.compare import HeadlineItem
from app.results.records import CellRecord
from app.results.verdict import VerdictKind
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.properties import Kept, Properties
from engines.contract.protection import ProtectionKind

type _Cells = Mapping[tuple[str, str], CellRecord]
type _Guarded = tuple[Kept, Kept, Kept, bool, bool]
"""Stolen disk, login to the machine, login to the database; whether changes are noticed, and equal
values hidden."""

_WORTH = {Kept.OUT: 2, Kept.PARTLY: 1, Kept.IN: 0}


def guarding_chart(report: CampaignReport) -> Chart | None:
    """A panel for each of what is guarded against, the most first, with the cost of all operations
    together; None without a protection that was compared."""
    cells = {(each.server, each.protection): each for each in report.cells}
    groups: dict[_Guarded, list[HeadlineItem]] = {}
    for item in report.headline:
        cell = cells[item.server, item.protection]
        if cell.kind != ProtectionKind.CIPHER:
            groups.setdefault(_guarded(properties(cell)), []).append(item)
    if not groups:
        return None
    colours = paper_colours((cell.server, cell.engine) for cell in report.cells)
    panels = [_panel(key, groups[key], cells, colours) for key in sorted(groups, key=_rank)]
    low, high = span_around_0(spot for panel in panels for spot in panel.plots[0].spots)
    title = phrase("cost over {baseline}, %", baseline=report.baseline)
    return Chart(
        "guarding",
        "Cost beside what is guarded against",
        phrase("All operations together, with the 95 % interval; grey is not proved."),
        ("all operations",),
        tuple(
            Panel(
                each.title,
                each.colour,
                each.rows,
                (Plot(title, each.plots[0].spots, low, high, zero=True),),
            )
            for each in panels
        ),
    )


def _guarded(found: Properties) -> _Guarded:
    kept = found.disk, found.os_login, found.database_login
    return (*kept, found.authenticated, found.hides_equality)


def _rank(key: _Guarded) -> tuple[int, int]:
    """The most first."""
    return -sum(_WORTH[each] for each in key[:3]), -(key[3] + key[4])


def _panel(
    key: _Guarded, items: Sequence[HeadlineItem], cells: _Cells, colours: Mapping[str, str]
) -> Panel:
    ranked = sorted(items, key=lambda each: each.cost_percent)
    rows = tuple(_row(each, cells[each.server, each.protection]) for each in ranked)
    spots = tuple(_spot(at, each, colours[each.server]) for at, each in enumerate(ranked))
    return Panel(guarded_words(key), MUTED, rows, (Plot(NOTHING, spots, 0, 1),))


def guarded_words(key: _Guarded) -> str:
    """“stolen disk: kept out · OS login: partly · database login: partly · unnoticed changes …”"""
    disk, os_login, database_login, authenticated, hides = key
    same = {disk, os_login, database_login}
    if len(same) == 1:
        told = [f"stolen disk, OS login, database login: {disk.value}"]
    else:
        told = [
            f"stolen disk: {disk.value}",
            f"OS login: {os_login.value}",
            f"database login: {database_login.value}",
        ]
    if any(each is not Kept.IN for each in same):
        told.append("changes noticed" if authenticated else "changes unnoticed")
        told.append("equal values hidden" if hides else "equal values show")
    return " · ".join(told)


def _row(item: HeadlineItem, cell: CellRecord) -> Row:
    parts: Iterable[str] = (item.server, item.protection, item.case if cell.case_name else "")
    return Row(" · ".join(filter(None, parts)), marks(cell))


def _spot(at: int, item: HeadlineItem, colour: str) -> Spot:
    proved = item.verdict in (VerdictKind.COSTS, VerdictKind.COSTS_LITTLE, VerdictKind.FASTER)
    said: Message = item.said.said if item.said else NOTHING
    return Spot(
        at,
        0,
        item.cost_percent,
        item.cost_low_percent,
        item.cost_high_percent,
        faint=not proved,
        band=item.margin_percent,
        said=said,
        colour=colour,
    )
