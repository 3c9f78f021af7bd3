"""Figures in rows and columns, beside whatever they are compared with."""

from __future__ import annotations

from dataclasses import replace
from math import expm1, log

import pytest
import scipy

from app.findings.across.pivot import (
    Pivot,
    PivotTable,
    build_pivot_table,
    default_layout,
    fit_layout,
)
from app.findings.across.sourced_figures import (
    Dimension,
    FigureSource,
    GatheredFigures,
    SourcedFigure,
)
from app.findings.across.unpaired_comparison import OWN_BASELINE, UNPAIRED, Baseline, PivotCell
from app.findings.cost import ComparisonMethod, Cost, VerdictKind
from engines.contract.message import Message
from workloads.contract import Case

QUICK = tuple(map(log, (1.0, 1.1, 0.9, 1.05)))
SLOW = tuple(map(log, (2.0, 2.2, 1.9, 2.1)))
COSTS = Cost(
    *(42.0, 40.0, 44.0, 1.0),
    verdict=VerdictKind.COSTS,
    message=Message("costs 42 %"),
    meaning=Message("it does"),
    method=ComparisonMethod.PAIRED,
)
FIRST = Baseline(Dimension.SOURCE, "#1")


def figure(source: str = "#1", **fields: object) -> SourcedFigure:
    """A second on a server of PostgreSQL in plaintext, unless told otherwise."""
    known = SourcedFigure(
        *("pg", "postgresql", "plaintext", "hospital", Case(10), "INSERT", "10 records"),
        source=source,
        version="18",
        machine="here",
        mean=1.0,
        n=8,
        blocks=QUICK,
    )
    return replace(known, **fields)  # type: ignore[arg-type]


def study(**fields: object) -> SourcedFigure:
    return figure("a-study", published=True, n=0, blocks=(), mean=3.0, **fields)


def gathered(*figures: SourcedFigure) -> GatheredFigures:
    keys = dict.fromkeys(each.source for each in figures)
    sources = [FigureSource(key, key, int(key[1:]) if key[0] == "#" else None) for key in keys]
    return GatheredFigures(tuple(sources), figures)


def cells(table: PivotTable) -> dict[tuple[str, ...], PivotCell]:
    """By the values of the row, and the column."""
    return {
        (*row.key, at): cell
        for row in table.rows
        for at, cell in zip(table.columns, row.cells, strict=True)
    }


def only(table: PivotTable, *place: str) -> PivotCell:
    return cells(table)[place]


def test_that_campaigns_are_compared_by_welch_and_reported_that_pairs_are_better() -> None:
    known = gathered(figure(), figure("#2", mean=2.05, blocks=SLOW))
    table = build_pivot_table(known, Pivot(baseline=FIRST))
    found = only(table, "pg", "plaintext", "#2").cost
    wanted = scipy.stats.ttest_ind(SLOW, QUICK, equal_var=False)
    low, high = wanted.confidence_interval(0.95)
    assert (found.low, found.high) == pytest.approx((expm1(low) * 100, expm1(high) * 100))
    assert found.p_value == pytest.approx(wanted.pvalue)
    assert (found.verdict, found.method, found.meaning) == (
        VerdictKind.WORSE,
        ComparisonMethod.UNPAIRED,
        UNPAIRED,
    )
    assert table.remarks == (UNPAIRED,)
    assert str(found.message).startswith("worse by 10") and "unpaired" in str(found.message)
    assert only(table, "pg", "plaintext", "#1").cost.verdict == VerdictKind.BASELINE
    back = build_pivot_table(known, Pivot(baseline=Baseline(Dimension.SOURCE, "#2")))
    report = only(back, "pg", "plaintext", "#1").cost
    assert report.verdict == VerdictKind.BETTER and str(report.message).startswith("better by 5")


def test_that_p_values_are_corrected_for_all_that_was_gathered() -> None:
    luck = tuple(each + 0.2 for each in QUICK)
    pairs = [(figure(operation=name), figure("#2", operation=name)) for name in "ABCDEFGH"]
    alone = gathered(figure(), figure("#2", blocks=luck))
    many = gathered(*alone.figures, *(each for pair in pairs for each in pair))
    rows = (Dimension.OPERATION,)
    one = only(build_pivot_table(alone, Pivot(rows, baseline=FIRST)), "INSERT", "#2").cost
    same = only(build_pivot_table(many, Pivot(rows, baseline=FIRST)), "INSERT", "#2").cost
    assert one.verdict == VerdictKind.WORSE and same.verdict == VerdictKind.NONE_SHOWN
    assert same.percent == one.percent and (same.p_value or 0) > (one.p_value or 0)
    hidden = frozenset((Dimension.OPERATION, name) for name in "ABCDEFGH")
    alone_shown = build_pivot_table(many, Pivot(rows, baseline=FIRST, hidden=hidden))
    assert len(alone_shown.rows) == 1
    assert only(alone_shown, "INSERT", "#2").cost == same


def test_that_what_a_campaign_says_in_pairs_is_taken_over() -> None:
    encrypted = figure(protection="cbc", cost=COSTS)
    bare = figure(cost=Cost(message=Message("itself")))
    table = build_pivot_table(gathered(bare, encrypted), Pivot(columns=Dimension.OPERATION))
    found = only(table, "pg", "cbc", "INSERT").cost
    assert (found.percent, found.low, found.high, found.margin) == (42.0, 40.0, 44.0, 1.0)
    assert (found.verdict, found.method, str(found.message)) == (
        "costs",
        ComparisonMethod.PAIRED,
        "costs 42 %",
    )
    none = only(table, "pg", "plaintext", "INSERT").cost
    assert none.percent is None and str(none.message) == "itself"
    assert not table.remarks


def test_that_servers_of_a_campaign_are_compared_and_stated_to_be_unpaired() -> None:
    known = gathered(figure(), figure(server="maria", engine="mariadb", blocks=SLOW))
    pivot = Pivot((Dimension.PROTECTION,), Dimension.SERVER, Baseline(Dimension.SERVER, "pg"))
    found = only(build_pivot_table(known, pivot), "plaintext", "maria").cost
    assert found.verdict == VerdictKind.WORSE and "compared in pairs" in str(found.meaning)


def test_that_a_server_of_another_name_stands_for_that_of_its_engine() -> None:
    known = gathered(figure(server="other"), figure("#2", blocks=SLOW))
    pivot = Pivot((Dimension.PROTECTION,), baseline=FIRST)
    assert (
        only(build_pivot_table(known, pivot), "plaintext", "#2").cost.verdict == VerdictKind.WORSE
    )
    two = gathered(*known.figures, figure(server="third"))
    pivot = Pivot(baseline=FIRST)
    found = only(build_pivot_table(two, pivot), "pg", "plaintext", "#2").cost
    assert found.percent is None and "several such cells" in str(found.message)


@pytest.mark.parametrize(
    ("here", "why"),
    [
        (figure("#2", protection="cbc"), "has no such cell"),
        (figure("#2", engine="mariadb"), "has no such cell"),
        (figure("#2", measure="throughput"), "throughput here, seconds in the baseline"),
        (figure("#2", parts=frozenset({("10", "INSERT")})), "different operations or cases"),
        (figure("#2", blocks=QUICK[:1]), "1 block here, 4 blocks in the baseline"),
        (figure("#2", why=Message("No such mode.")), "No such mode."),
        (study(unit="ms"), "no value in this measure"),
    ],
)
def test_that_a_cell_that_cannot_be_compared_says_why(here: SourcedFigure, why: str) -> None:
    table = build_pivot_table(gathered(figure(), here), Pivot(baseline=FIRST))
    found = only(table, here.server, here.protection, here.source).cost
    assert found.percent is None and why in str(found.message)


def test_that_a_source_without_any_figure_is_reported_to_have_none() -> None:
    """It was an internal error: `compare 1 --study NAME --csv` with a study of other engines."""
    known = gathered(figure())
    lone = replace(known, sources=(*known.sources, FigureSource("a-study", "A study")))
    [output] = build_pivot_table(lone, Pivot()).remarks
    assert str(output).startswith("a-study has no figures for this selection")


def test_that_a_study_has_no_interval_but_the_one_that_it_gives() -> None:
    report = Cost(5.0, message=Message("+5 %"), method=ComparisonMethod.PUBLISHED)
    known = gathered(figure(), study(cost=report))
    own = only(build_pivot_table(known, Pivot()), "pg", "plaintext", "a-study").cost
    assert (own.percent, own.low, own.method, own.verdict) == (
        5.0,
        None,
        ComparisonMethod.PUBLISHED,
        None,
    )
    compared = only(
        build_pivot_table(known, Pivot(baseline=FIRST)), "pg", "plaintext", "a-study"
    ).cost
    assert (compared.percent, compared.low, compared.verdict) == (200.0, None, None)
    assert "another machine" in str(compared.meaning)
    bounds = study(cost=Cost(None, 10.0, 20.0, message=Message("10 to 20 %")))
    found = only(build_pivot_table(gathered(bounds), Pivot()), "pg", "plaintext", "a-study").cost
    assert (found.percent, found.middle) == (None, 15.0)


def test_that_rows_are_ordered_hidden_and_pinned_as_was_chosen() -> None:
    known = gathered(
        *(figure(server=name, protection=of) for name in "ab" for of in ("plaintext", "cbc", "gcm"))
    )
    pivot = fit_layout(known, Pivot())

    def rows(pivot: Pivot) -> list[tuple[str, ...]]:
        return [row.key for row in build_pivot_table(known, pivot).rows]

    assert rows(pivot) == [(s, p) for s in "ab" for p in ("plaintext", "cbc", "gcm")]
    shown = build_pivot_table(known, pivot).values_along(Dimension.PROTECTION)
    moved = pivot.with_moved(Dimension.PROTECTION, shown, "gcm", 0)
    assert rows(moved) == [(s, p) for s in "ab" for p in ("gcm", "plaintext", "cbc")]
    hidden = moved.with_hidden(Dimension.PROTECTION, "cbc").with_hidden(Dimension.SERVER, "a")
    assert rows(hidden) == [("b", "gcm"), ("b", "plaintext")]
    pinned = moved.with_pinned(("b", "cbc"))
    assert rows(pinned)[0] == ("b", "cbc") and len(rows(pinned)) == 6
    assert [row.pinned for row in build_pivot_table(known, pinned).rows] == [True, *[False] * 5]
    assert rows(pinned.with_pinned(("b", "cbc"))) == rows(moved)


def test_that_figures_that_fall_together_say_by_what_they_differ() -> None:
    known = gathered(figure(), figure(server="b", version="17"))
    pivot = Pivot((Dimension.PROTECTION,), Dimension.CASE)
    found = only(build_pivot_table(known, pivot), "plaintext", "10 records")
    assert found.figure is None and found.cost.percent is None
    assert "2 figures" in str(found.cost.message) and "version" in str(found.cost.message)
    held = replace(pivot, filters={Dimension.SERVER: "b"})
    assert (
        only(build_pivot_table(known, held), "plaintext", "10 records").figure == known.figures[1]
    )


def test_that_a_layout_keeps_sources_separately_and_looks_at_one_case_and_operation() -> None:
    every = [
        figure(source, operation=operation, case=case)
        for source in ("#1", "#2")
        for operation in ("all operations", "INSERT")
        for case in ("10 records", "20 records", "all cases")
        if (source, case) != ("#2", "all cases")
    ]
    known = gathered(*every)
    pivot = default_layout(known)
    assert (pivot.columns, pivot.baseline) == (Dimension.SOURCE, FIRST)
    assert pivot.filters == {Dimension.CASE: "20 records", Dimension.OPERATION: "all operations"}
    by_operation = fit_layout(known, replace(pivot, columns=Dimension.OPERATION))
    assert by_operation.rows == (Dimension.SOURCE, Dimension.SERVER, Dimension.PROTECTION)
    assert by_operation.filters == {Dimension.CASE: "20 records"}
    matched = build_pivot_table(known, by_operation)
    assert matched.columns == ("all operations", "INSERT") and matched.remarks == (UNPAIRED,)
    lone = replace(by_operation, filters={Dimension.CASE: "all cases"})
    absent = build_pivot_table(known, lone).remarks[-1]
    assert str(absent).startswith("#2 has no figures for this selection")
    one = default_layout(gathered(*(each for each in every if each.source == "#1")))
    assert (one.columns, one.baseline) == (Dimension.OPERATION, OWN_BASELINE)
    assert one.filters == {Dimension.CASE: "all cases"}
