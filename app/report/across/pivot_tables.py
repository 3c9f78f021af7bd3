"""A pivot table as text, as CSV rows and as JSON; and the changes from one campaign to others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.findings.across.pivot import PivotTable
from app.findings.across.sourced_figures import (
    ALL_CASES,
    ALL_OPERATIONS,
    Dimension,
    GatheredFigures,
)
from app.findings.across.unpaired_comparison import Baseline, PivotCell, compare_with_baseline
from app.findings.cost import UNPAIRED_KINDS, ComparisonMethod, Cost, VerdictKind
from app.findings.figure import Figure
from app.report.tables.text_table import TextTable
from app.report.words.protection_names import bounds_text, signed
from engines.contract.message import Message, phrase, significant
from engines.properties import mark_text

CSV_COLUMNS = (
    "column", "value", "unit", "n", "blocks", "worse_percent", "low_percent", "high_percent",
    "margin_percent", "p_value", "verdict", "paired", "marks", "published", "said", "sources",
)  # fmt: skip
"""Columns of `csv_rows`, after those of the row's values."""


def text_table(gathered: GatheredFigures, table: PivotTable) -> TextTable:
    """The pivot table, each cell in a few words."""
    pivot = table.pivot
    head = [
        *(str(_DIMENSIONS[each]) for each in pivot.rows),
        *(str(gathered.title_of(pivot.columns, each)) for each in table.columns),
    ]
    lines = [
        [
            *(str(gathered.title_of(*each)) for each in zip(pivot.rows, row.key, strict=True)),
            *(cell_words(cell) for cell in row.cells),
        ]
        for row in table.rows
    ]
    return TextTable(head, lines, ())


_DIMENSIONS = {
    Dimension.SOURCE: phrase("source"),
    Dimension.ENGINE: phrase("engine"),
    Dimension.SERVER: phrase("server"),
    Dimension.VERSION: phrase("version"),
    Dimension.MACHINE: phrase("machine"),
    Dimension.PROTECTION: phrase("protection"),
    Dimension.CASE: phrase("case"),
    Dimension.OPERATION: phrase("operation"),
}


def cell_words(cell: PivotCell) -> str:
    """“+42.1 % (40.2 to 44.0) costs, 0.147 s (ECB)”; a dash, or why there is no comparison."""
    figure = cell.figure
    parts = [cost_words(cell.cost), "" if figure is None else value_words(figure)]
    words = ", ".join(filter(None, parts))
    if figure is not None and figure.marks and words:
        words += f" ({', '.join(str(mark_text(each)) for each in figure.marks)})"
    return words or str(cell.cost.message)


def value_words(figure: Figure) -> str:
    """“0.147 s”; empty without a value."""
    shown = figure.scaled
    return "" if shown.mean is None else str(significant(shown.mean, 4, shown.unit))


def cost_words(cost: Cost) -> str:
    """“+42.1 % (40.2 to 44.0) costs”; what a study says in its own words; empty without a cost."""
    if cost.percent is None:
        return str(cost.message) if cost else ""
    bounds = f"({bounds_text(cost, '')})" if cost.interval else ""
    return " ".join(filter(None, (f"{signed(cost.percent)} %", bounds, verdict_words(cost))))


def verdict_words(cost: Cost) -> str:
    """“no difference shown”, “costs a little”; empty without a verdict."""
    return str(_VERDICTS[cost.verdict]) if cost.verdict else ""


_VERDICTS = {
    VerdictKind.BASELINE: phrase("baseline"),
    VerdictKind.WORSE: phrase("worse"),
    VerdictKind.BETTER: phrase("better"),
    VerdictKind.NONE_SHOWN: phrase("no difference shown"),
    VerdictKind.COSTS: phrase("costs"),
    VerdictKind.COSTS_LITTLE: phrase("costs a little"),
    VerdictKind.NONE_FOUND: phrase("no cost found"),
    VerdictKind.FASTER: phrase("faster"),
    VerdictKind.TOO_NOISY: phrase("too noisy"),
    VerdictKind.UNPROVEN: phrase("unproven"),
    VerdictKind.TOO_FEW: phrase("too few repetitions"),
}


def csv_rows(gathered: GatheredFigures, table: PivotTable) -> Iterator[Sequence[object]]:
    """The names of columns, then a row for each cell that is not empty."""
    yield [*(each.value for each in table.pivot.rows), *CSV_COLUMNS]
    for row in table.rows:
        for at, cell in zip(table.columns, row.cells, strict=True):
            fields = cell_json(cell)
            yield [*row.key, at, *(_plain(fields[name]) for name in CSV_COLUMNS[1:])]


def _plain(value: object) -> object:
    if isinstance(value, list):
        return "; ".join(map(str, value))
    return "" if value is None else value


def cell_json(cell: PivotCell) -> dict[str, object]:
    figure, cost = cell.figure, cell.cost
    paired = cost.method is ComparisonMethod.PAIRED
    return {
        "value": figure and figure.scaled.mean,
        "unit": figure.scaled.unit if figure else "",
        "n": figure.n if figure else 0,
        "blocks": len(figure.blocks) if figure else 0,
        "worse_percent": cost.percent,
        "low_percent": cost.low,
        "high_percent": cost.high,
        "margin_percent": cost.margin,
        "p_value": None if paired else cost.p_value,
        "verdict": cost.verdict or "",
        "paired": paired,
        "marks": list(figure.marks) if figure else [],
        "published": bool(figure and figure.published),
        "said": str(cost.message),
        "sources": list(figure.source_lines) if figure else [],
    }


def pivot_json(gathered: GatheredFigures, table: PivotTable) -> dict[str, object]:
    """The pivot table with its layout, sources and rows."""
    pivot = table.pivot
    baseline = pivot.baseline
    return {
        "sources": [
            {
                "key": each.key,
                "title": each.title,
                "campaign": each.campaign,
                "machine": each.machine,
                "differs": [str(message) for message in each.differs],
            }
            for each in gathered.sources
        ],
        "measure": gathered.measure,
        "baseline": {"dimension": baseline.dimension.value, "value": baseline.value}
        if baseline.dimension
        else None,
        "rows_by": [each.value for each in pivot.rows],
        "columns_by": pivot.columns.value,
        "only": {each.value: value for each, value in pivot.filters.items()},
        "note": " ".join(map(str, table.remarks)),
        "remarks": [str(each) for each in gathered.remarks],
        "columns": list(table.columns),
        "rows": [
            {
                **{by.value: value for by, value in zip(pivot.rows, row.key, strict=True)},
                "cells": {
                    at: cell_json(cell) for at, cell in zip(table.columns, row.cells, strict=True)
                },
            }
            for row in table.rows
        ],
    }


def unpaired_changes(gathered: GatheredFigures, first: str) -> list[PivotCell]:
    """Each operation of each case that another campaign has in common with the `first` one (a key
    of a source), with its cost over that."""
    return [
        cell
        for cell in compare_with_baseline(gathered, Baseline(Dimension.SOURCE, first))
        if cell.figure is not None
        and cell.cost.verdict in UNPAIRED_KINDS
        and cell.figure.case != ALL_CASES
        and cell.figure.operation != ALL_OPERATIONS
    ]


def change_json(gathered: GatheredFigures, cell: PivotCell) -> dict[str, object]:
    """A change's figures by name; those of the first campaign are called so."""
    figure, cost, first = cell.figure, cell.cost, cell.counterpart
    assert figure is not None and first is not None
    return {
        "campaign": gathered.source(figure.source).campaign,
        "machine": figure.machine,
        "first_machine": first.machine,
        "server": figure.server,
        "first_server": first.server,
        "engine": figure.engine,
        "protection": figure.protection,
        "case": figure.case,
        "operation": figure.operation,
        "measure": figure.measure,
        "unit": figure.scaled.unit,
        "mean": figure.scaled.mean,
        "first_mean": first.scaled.mean,
        "blocks": len(figure.blocks),
        "first_blocks": len(first.blocks),
        "worse_percent": cost.percent,
        "low_percent": cost.low,
        "high_percent": cost.high,
        "p_value": cost.p_value,
        "change": cost.verdict,
    }


def table_notes(gathered: GatheredFigures, table: PivotTable) -> Iterator[Message]:
    """Notes below a table: on unpaired comparisons, what is left out, how set-ups differ."""
    yield from table.remarks
    yield from gathered.remarks
    for source in gathered.sources:
        yield from source.differs
