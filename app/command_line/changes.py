"""`cipherbench changes`: what each way of changing encryption took, and how long it would take with
a table of another size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from app.command_line.common.options import IntegerBetween, json_option, store_option
from app.command_line.common.terminal import print_json, print_text_table, show
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase

if TYPE_CHECKING:
    from app.report.tables.text_table import TextTable

_MOST_ROWS = 1_000_000_000_000


@click.command()
@click.argument("campaign")
@click.option(
    "--rows",
    type=IntegerBetween(1, _MOST_ROWS),
    metavar="ROWS",
    help="Rows of your table: time and log are extrapolated, from three sizes or more.",
)
@store_option
@json_option
def changes(campaign: str, rows: int | None, store_url: str | None, as_json: bool) -> None:
    """Show how long each way of CAMPAIGN took, what waited and what was lost.

    CAMPAIGN is one with the workload “change”. Times and logs have 95 % intervals.
    """
    from app.report.figures.campaign_report import report_on
    from app.report.figures.change_figures import change_rows, extrapolations
    from app.report.tables.change_tables import (
        backups_method,
        backups_table,
        changes_method,
        changes_table,
        extrapolated_from,
        extrapolations_table,
        readable_method,
        readable_table,
    )
    from app.results.store.store import open_store

    with open_store(store_url, write=False) as store:
        report = report_on(store, store.find(campaign))
    measured = change_rows(report)
    if not measured:
        raise InputError(
            phrase("No change"),
            phrase("Campaign “{name}” measured no change of encryption."),
            phrase("Run `cipherbench run change-demo`."),
            name=report.summary.name,
        )
    found = extrapolations(report, rows) if rows else []
    if rows and not found:
        raise InputError(
            phrase("Too few sizes"),
            phrase("Campaign “{name}” has fewer than three sizes: nothing can be extrapolated."),
            phrase("Run it with three sizes, such as `rows = [50000, 100000, 200000]`."),
            name=report.summary.name,
        )
    if as_json:
        extrapolated = {"extrapolated": [each.to_json() for each in found]} if found else {}
        print_json({"changes": [each.to_json() for each in measured], **extrapolated})
        return
    tables: list[tuple[TextTable, Sequence[Message]]] = [
        (changes_table(report), [changes_method(report)])
    ]
    if (readable := readable_table(report)).lines:
        tables.append((readable, readable_method(report)))
    if (backups := backups_table(report, measured)).lines:
        tables.append((backups, backups_method(report)))
    if found:
        tables.append((extrapolations_table(report, found), (extrapolated_from(found),)))
    for at, (table, method) in enumerate(tables):
        if at:
            show("")
        print_text_table(table)
        for each in method:
            show(str(each))
