"""What is weak is said of the cells that are so, and of no others."""

from __future__ import annotations

from math import log

import pytest

from app.findings.across.pivot import Pivot, build_pivot_table
from app.findings.across.sourced_figures import (
    Dimension,
    FigureSource,
    GatheredFigures,
    SourcedFigure,
)
from app.findings.across.unpaired_comparison import Baseline
from app.window.pages.results.compare_table import PivotFigures
from widgets.tables.interval_view import IntervalGroup, IntervalRow
from workloads.contract import Case

BLOCKS = tuple(map(log, (1.0, 1.1, 0.9, 1.05)))
FIRST = Baseline(Dimension.SOURCE, "#1")


def figure(source: str, server: str, marks: tuple[str, ...], value: float = 1.0) -> SourcedFigure:
    return SourcedFigure(
        *(server, server, "aes-128", "hospital", Case(10), "INSERT", "10 records"),
        source=source,
        version="18",
        machine="here",
        mean=value,
        n=8,
        blocks=tuple(each + log(value) for each in BLOCKS),
        marks=marks,
    )


@pytest.fixture(scope="module")
def gathered() -> GatheredFigures:
    """One protection that is CBC on PostgreSQL and ECB on MariaDB, in two campaigns."""
    figures = [
        figure(source, server, marks, value)
        for source, value in (("#1", 1.0), ("#2", 2.0))
        for server, marks in (("postgresql", ()), ("mariadb", ("ECB",)))
    ]
    sources = FigureSource("#1", "one", 1), FigureSource("#2", "two", 2)
    return GatheredFigures(sources, tuple(figures))


def groups(gathered: GatheredFigures, pivot: Pivot) -> dict[str, IntervalGroup]:
    found = PivotFigures(gathered, build_pivot_table(gathered, pivot)).groups()
    return {bare(each.title): each for each in found}


def bare(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def below(row: IntervalRow) -> list[str]:
    return [bare(each.text + each.second_line) for each in row.cells]


def test_that_a_server_has_the_marks_of_its_own_mode_alone(gathered: GatheredFigures) -> None:
    rows = (Dimension.SERVER, Dimension.PROTECTION)
    known = groups(gathered, Pivot(rows, baseline=FIRST))
    assert {key: each.rows[0].note for key, each in known.items()} == {
        "postgresql": "",
        "mariadb": "ECB",
    }
    turned = groups(gathered, Pivot(rows[::-1], baseline=FIRST))
    assert list(turned) == ["aes-128"], "one name for both, so that no mark is right for all"


def test_that_where_a_name_stands_for_several_modes_the_cell_says_which(
    gathered: GatheredFigures,
) -> None:
    rows = (Dimension.PROTECTION, Dimension.SERVER)
    [group] = groups(gathered, Pivot(rows, baseline=FIRST)).values()
    report = {row.label: below(row) for row in group.rows}
    assert all("ECB" in each for each in report["mariadb"])
    assert not any("ECB" in each for each in report["postgresql"])
    across = Pivot((Dimension.SOURCE,), Dimension.SERVER, FIRST)
    [row, _] = groups(gathered, across)[next(iter(groups(gathered, across)))].rows
    assert ["ECB" in each for each in below(row)] == [False, True]


def test_that_the_strip_names_the_marks_of_the_chosen_cell_alone(gathered: GatheredFigures) -> None:
    table = build_pivot_table(
        gathered, Pivot((Dimension.SERVER, Dimension.PROTECTION), baseline=FIRST)
    )
    figures = PivotFigures(gathered, table)
    for server, weak in (("postgresql", False), ("mariadb", True)):
        output, meaning = figures.sentences(((server, "aes-128"), False), 1)
        assert ("ECB" in output + meaning) is weak
