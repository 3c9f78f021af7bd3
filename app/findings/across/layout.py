"""How figures are laid out before anybody has chosen, and what a choice brings with it."""

from __future__ import annotations

from dataclasses import replace

from app.findings.across.baseline import OWN, Baseline
from app.findings.across.figures import ALL_CASES, ALL_OPERATIONS, Dimension, Gathered
from app.findings.across.pivot import Pivot

_TOTALS = {Dimension.CASE: ALL_CASES, Dimension.OPERATION: ALL_OPERATIONS}


def by_operation(*rows: Dimension, server: str | None = None) -> Pivot:
    """The table of one campaign, or of one of its servers: a column for each operation, rows in the
    order of its cells, nothing of several operations or cases together."""
    return Pivot(
        rows=rows,
        columns=Dimension.OPERATION,
        held={} if server is None else {Dimension.SERVER: server},
        hidden=frozenset({(Dimension.CASE, ALL_CASES), (Dimension.OPERATION, ALL_OPERATIONS)}),
        as_met=True,
    )


def first_layout(gathered: Gathered) -> Pivot:
    """Several sources beside each other, campaigns over the first of them; one plan of several
    hosts by machine, each over its own baseline; of one its operations, too."""
    if gathered.by_machine:
        return fitting(gathered, Pivot(columns=Dimension.MACHINE))
    campaigns = [each for each in gathered.sources if each.campaign is not None]
    baseline = Baseline(Dimension.SOURCE, campaigns[0].key) if len(campaigns) > 1 else OWN
    several = len(gathered.sources) > 1
    columns = Dimension.SOURCE if several else Dimension.OPERATION
    return fitting(gathered, Pivot(columns=columns, baseline=baseline))


def fitting(gathered: Gathered, pivot: Pivot) -> Pivot:
    """With every figure in a cell of its own, as far as can be told: one case and one operation is
    looked at where they are on no axis, and sources are kept apart."""
    rows = tuple(dict.fromkeys(each for each in pivot.rows if each is not pivot.columns))
    several = len(gathered.values(Dimension.SOURCE)) > 1
    placed = (*rows, pivot.columns, *pivot.held)
    reported = Dimension.MACHINE in placed and gathered.tells_sources(Dimension.MACHINE)
    if several and Dimension.SOURCE not in placed and not reported:
        rows = (Dimension.SOURCE, *rows)
    if not rows:
        rows = (
            Dimension.SERVER if pivot.columns is not Dimension.SERVER else Dimension.PROTECTION,
        )
    held = {each: value for each, value in pivot.held.items() if each not in (*rows, pivot.columns)}
    for dimension in _TOTALS:
        if dimension not in (*rows, pivot.columns):
            held[dimension] = _held(gathered, dimension, held.get(dimension, ""))
    pinned = pivot.pinned if rows == pivot.rows else ()
    return replace(pivot, rows=rows, held=held, pinned=pinned)


def _held(gathered: Gathered, dimension: Dimension, wanted: str) -> str:
    """The value that is wanted, if it is there; else all together where every source has that, else
    the last one that most sources have."""
    known = gathered.values(dimension)
    if wanted in known:
        return wanted
    having: dict[str, set[str]] = {}
    for figure in gathered.figures:
        having.setdefault(figure.along(dimension), set()).add(figure.source)
    most = max((len(each) for each in having.values()), default=0)
    if len(having.get(_TOTALS[dimension], ())) == most:
        return _TOTALS[dimension]
    return next((each for each in reversed(known) if len(having[each]) == most), "")
