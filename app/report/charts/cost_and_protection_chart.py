"""The chart of cost and protection: costs grouped by the attackers that a protection keeps out, so
that no insecure choice looks best."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from app.findings.across.pivot import Pivot
from app.findings.across.sourced_figures import (
    ALL_OPERATIONS,
    Dimension,
    GatheredFigures,
    SourcedFigure,
)
from app.findings.cost import Cost
from app.findings.figure import Figure
from app.report.drawing.chart import (
    Chart,
    PlotPanel,
    Row,
    cost_mark,
    cost_plot,
    span_around_0,
)
from app.report.figures.campaign_report import CampaignReport
from app.report.words.colours import NEUTRAL, colour_keys
from app.report.words.phrased import joined_by_dots
from app.report.words.protection_names import name_words, properties
from app.report.words.terms import EXCLUSION_TERMS
from app.results.records import CellRecord, EvidenceFinding
from engines.contract.message import Message, phrase
from engines.contract.protection import ProtectionKind
from engines.properties import Exclusion, Properties, mark_text

_level = attrgetter("at_rest", "found_here", "authenticated", "hides_equality", "only_in_transit")
"""What protections of one panel have in common, findings of evidence included."""

_EXCLUSION_SCORE = {Exclusion.FULL: 2, Exclusion.PARTLY: 1, Exclusion.NONE: 0}


@dataclass(frozen=True)
class _Priced:
    """A protection on a server with its properties and its cost; `where` says of which source,
    server and case."""

    name: str
    where: tuple[str, ...]
    server: str
    properties: Properties
    cost: Cost


def cost_and_protection_chart(
    report: CampaignReport, shows: Callable[[str, str], bool] = lambda server, protection: True
) -> Chart | None:
    """A panel for each level of protection, the strongest first, with the total cost of each
    protection; None without any cost. `shows` selects (server, protection) pairs."""
    cells = {(each.server, each.protection): each for each in report.cells}
    priced = [
        _of_headline(item, cells[item.server, item.protection], report.evidence)
        for item in report.headline
        if cells[item.server, item.protection].kind != ProtectionKind.CIPHER
        and shows(item.server, item.protection)
    ]
    colours = colour_keys((cell.server, cell.engine) for cell in report.cells)
    title = phrase("cost over {baseline}, %", baseline=Message(report.baseline))
    return _chart(priced, colours, title)


def cost_and_protection_across(gathered: GatheredFigures, pivot: Pivot) -> Chart | None:
    """The same for several campaigns, of the case that the pivot shows."""
    if not gathered.figures:
        return None
    case = pivot.filters.get(Dimension.CASE) or gathered.values(Dimension.CASE)[0]
    priced = [
        _of_figure(each, gathered)
        for each in gathered.figures
        if each.case == case and _is_reported(each, pivot) and each.properties is not None
    ]
    colours = colour_keys((each.server, each.engine) for each in gathered.figures)
    if gathered.over is not None:
        title = phrase("cost over {baseline}, %", baseline=Message(gathered.over))
    else:
        title = phrase("cost over each campaign's own baseline, %")
    return _chart(priced, colours, title)


def _is_reported(figure: SourcedFigure, pivot: Pivot) -> bool:
    """Whether it is the total of a protection with a cost, and passes the pivot's filters."""
    if figure.operation != ALL_OPERATIONS or figure.control or not figure.cost:
        return False
    others = [each for each in Dimension if each not in (Dimension.CASE, Dimension.OPERATION)]
    hidden = any((each, figure.along(each)) in pivot.hidden for each in others)
    return not hidden and all(
        figure.along(each) == pivot.filters.get(each, figure.along(each)) for each in others
    )


def _of_headline(item: Figure, cell: CellRecord, evidence: Sequence[EvidenceFinding]) -> _Priced:
    case = item.case if cell.case_name else ""
    return _Priced(
        item.protection,
        tuple(filter(None, (item.server, case))),
        item.server,
        properties(cell, evidence),
        item.cost,
    )


def _of_figure(figure: SourcedFigure, gathered: GatheredFigures) -> _Priced:
    good = figure.properties
    assert good is not None
    source = figure.source if len(gathered.sources) > 1 else ""
    return _Priced(
        figure.protection,
        tuple(filter(None, (source, figure.server))),
        figure.server,
        good,
        figure.cost,
    )


def _chart(priced: Sequence[_Priced], colours: Mapping[str, str], title: Message) -> Chart | None:
    groups: dict[object, list[_Priced]] = {}
    for each in priced:
        groups.setdefault(_level(each.properties), []).append(each)
    if not groups:
        return None
    by_cost = (sorted(each, key=lambda one: one.cost.percent or 0.0) for each in groups.values())
    ranked = sorted(by_cost, key=lambda known: _rank(known[0].properties))
    marks = [
        [
            cost_mark(at, 0, e.cost, faint=not e.cost.is_proved, colour=colours[e.server])
            for at, e in enumerate(known)
        ]
        for known in ranked
    ]
    span = span_around_0(mark for known in marks for mark in known)
    levels = [_level_text(known[0].properties) for known in ranked]
    return Chart(
        "guarding",
        phrase("Cost and protection"),
        _CAPTION,
        (Message(ALL_OPERATIONS),),
        tuple(
            PlotPanel(
                str(level),
                NEUTRAL,
                tuple(map(_row, known)),
                (cost_plot(title, drawn, span),),
                level,
            )
            for level, known, drawn in zip(levels, ranked, marks, strict=True)
        ),
    )


def _row(priced: _Priced) -> Row:
    return Row(
        name_words(priced.name),
        tuple(map(mark_text, priced.properties.marks)),
        " · ".join(priced.where),
    )


def _rank(found: Properties) -> tuple[int, int]:
    """Sort key: the most protection first."""
    score = sum(_EXCLUSION_SCORE[each] for each in found.at_rest)
    return -score, -(found.authenticated + found.hides_equality)


def _level_text(level: Properties) -> Message:
    """“stolen disk: kept out · OS login: partly · … · tampering unnoticed …”"""
    exclusions = level.at_rest
    same = set(exclusions)
    if len(same) == 1 and not any(level.found_here):
        parts = [_ALL_THREE.with_values(exclusion=EXCLUSION_TERMS[exclusions[0]])]
    else:
        each = zip((_DISK, _OS, _DATABASE), exclusions, level.found_here, strict=True)
        parts = [
            template.with_values(exclusion=_exclusion_text(exclusion, found))
            for template, exclusion, found in each
        ]
    if level.only_in_transit:
        parts.append(_NETWORK.with_values(exclusion=EXCLUSION_TERMS[Exclusion.FULL]))
    elif same != {Exclusion.NONE}:
        parts.append(_NOTICED if level.authenticated else _UNNOTICED)
        parts.append(_HIDDEN if level.hides_equality else _SHOW)
    return joined_by_dots(parts)


def _exclusion_text(exclusion: Exclusion, found_here: Message) -> Message:
    if not found_here:
        return EXCLUSION_TERMS[exclusion]
    return phrase(
        "{exclusion} (found here: {where})", exclusion=EXCLUSION_TERMS[exclusion], where=found_here
    )


_CAPTION = phrase("Cost over all operations with its 95 % interval; grey: unproven.")
_ALL_THREE = phrase("stolen disk, OS login, database login: {exclusion}")
_DISK = phrase("stolen disk: {exclusion}")
_OS = phrase("OS login: {exclusion}")
_DATABASE = phrase("database login: {exclusion}")
_NETWORK = phrase("network listener: {exclusion}")
_NOTICED, _UNNOTICED = phrase("tampering noticed"), phrase("tampering unnoticed")
_HIDDEN, _SHOW = phrase("equal values hidden"), phrase("equal values visible")
