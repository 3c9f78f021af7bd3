"""Rows of text on throughput by clients (knee, peak, throughput within a limit) for tables."""

from __future__ import annotations

from collections.abc import Sequence

from app.findings.interval_words import interval_text
from app.findings.scalability import Curve
from app.findings.statistics import Interval
from app.report.words.protection_names import titles
from app.report.words.terms import PROTECTION, SERVER
from app.results.records import CampaignSnapshot
from engines.contract.message import NOTHING, Message, Number, phrase, significant
from workloads.registry import axis_heading

type Lines = list[tuple[Message, ...]]


def scalability_rows(
    snapshot: CampaignSnapshot, curves: Sequence[Curve]
) -> tuple[tuple[Message, ...], Lines]:
    """Heads and lines: where throughput bends, the highest, and what is carried within the curves'
    limit where they have one; each beside its change over the baseline; and how many requests were
    tried again, where some were. The control has no line; one server and one size have no
    column."""
    shown = [each for each in curves if not each.control]
    limit = next((each.limit_ms for each in shown), None)
    servers = len({each.server for each in shown}) > 1
    sizes = len({each.size for each in shown}) > 1
    retried = any(point.retried for each in shown for point in each.points)
    names = titles(snapshot.cells)
    lines: Lines = []
    for each in shown:
        name = names[each.server, each.protection]
        server = (phrase("{server}", server=each.server),) if servers else ()
        size = (phrase("{n}", n=Number(each.size)),) if sizes else ()
        bend = _ABOVE.with_values(clients=Number(each.points[-1].clients))
        figures: tuple[Message, ...] = (
            bend if each.knee is None else interval_text(each.knee),
            _known(each.peak),
            _known(each.peak_change, "%"),
        )
        if limit is not None:
            figures += (_known(each.rate_at_limit), _known(each.rate_at_limit_change, "%"))
        if retried:
            figures += (_retried(each),)
        lines.append((*server, name, *size, *figures))
    axis = axis_heading(snapshot.campaign.workload.name)
    head = (*((SERVER,) if servers else ()), PROTECTION, *((axis,) if sizes else ()))
    head += (phrase("bends at, clients"), phrase("most, 1/s"), _CHANGE)
    if limit is not None:
        head += (_WITHIN.with_values(limit=significant(limit, 3, "ms")), _CHANGE)
    if retried:
        head += (phrase("tried again"),)
    return head, lines


def _known(found: Interval | None, unit: str = "") -> Message:
    return NOTHING if found is None else interval_text(found, unit)


def _retried(curve: Curve) -> Message:
    return phrase(
        "{n} of {answered}",
        n=Number(sum(each.retried for each in curve.points)),
        answered=Number(sum(each.answered for each in curve.points)),
    )


_ABOVE = phrase("above {clients}")
_CHANGE = phrase("change")
_WITHIN = phrase("within p99 {limit}, 1/s")

SCALABILITY_METHOD = phrase(
    "Throughput bends where the line of the fewest clients meets the highest throughput. Each "
    "pass through all numbers of clients gives one value; intervals are over passes."
)
