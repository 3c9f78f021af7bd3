"""Campaigns beside each other, as `compare` tells of several."""

from __future__ import annotations

from collections.abc import Sequence

from app.command_line.terminal import number, print_json, print_table, show


def compare_across(
    named: Sequence[str], measure: str | None, store_url: str | None, as_json: bool
) -> None:
    """What changed from the first of these campaigns to each other.

    Raises: InputError
    """
    from app.results.across.side_by_side import UNPAIRED, side_by_side
    from app.results.database.store import open_store

    with open_store(store_url, write=False) as store:
        first, *others = (store.snapshot(store.find(each)) for each in named)
    rows = side_by_side(first, others, measure)
    if as_json:
        told = [row.to_json() for row in rows]
        note = str(UNPAIRED)
        print_json({"first": first.summary.id, "paired": False, "note": note, "rows": told})
        return
    heads = ("campaign", "server", "protection", "case", "operation", "mean", "before", "worse %",
             "95 %", "change")  # fmt: skip
    cells = [
        (
            f"#{row.campaign}", row.server, row.protection, row.case, row.operation,
            f"{number(row.mean, 4)} {row.unit}", number(row.first_mean, 4),
            number(row.worse_percent, 1, "+"), _interval(row.low_percent, row.high_percent),
            row.change,
        )
        for row in rows
    ]  # fmt: skip
    print_table(heads, cells, left={0, 1, 2, 4, 9})
    show(str(UNPAIRED) if rows else "These campaigns have no cell in common.")


def _interval(low: float | None, high: float | None) -> str:
    return "" if low is None else f"{number(low, 1, '+')} to {number(high, 1, '+')}"
