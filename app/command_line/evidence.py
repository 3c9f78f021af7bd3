"""`cipherbench evidence`: searches where a campaign's data are readable, and prints the
findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from app.command_line.common.campaign_execution import campaign_executor, errors_after_run
from app.command_line.common.options import DONE, RUN_FAILED, json_option, store_option
from app.command_line.common.terminal import print_json, print_table, show
from app.plan.status import Status

if TYPE_CHECKING:
    from app.report.words.protection_names import Titles
    from app.results.records import EvidenceFinding


@click.command()
@click.argument("campaign")
@click.option("--again", is_flag=True, help="Search again, even if evidence is stored.")
@click.option("--memory", is_flag=True, help="With --json: include the memory of servers.")
@store_option
@json_option
def evidence(campaign: str, again: bool, memory: bool, store_url: str | None, as_json: bool) -> int:
    """Search what the servers of CAMPAIGN write for readable data.

    A marker is stored under each protection and searched for in files, logs and memory.
    """
    from app.report.tables.evidence_tables import place_rows
    from app.report.words.protection_names import marked_names, titles
    from app.results.store.store import open_store

    with open_store(store_url, write=False) as store:
        campaign_id = store.find(campaign)
        snapshot = store.snapshot(campaign_id)
    findings, cells = snapshot.evidence, snapshot.cells
    if again or not findings:
        with campaign_executor(store_url, snapshot.campaign) as executor:
            outcome = executor.evidence(f"#{campaign_id}")
        if outcome.status is not Status.DONE:
            return RUN_FAILED
        with errors_after_run(), open_store(store_url, write=False) as store:
            findings = store.evidence(campaign_id)
    if as_json:
        print_json(place_rows(findings, memory=memory))
    else:
        print_evidence(findings, marked_names(cells), titles(cells))
    return DONE


def print_evidence(
    evidence: Sequence[EvidenceFinding], names: Mapping[tuple[str, str], str], full_titles: Titles
) -> None:
    """Print, for each server, a table of places × protections and its findings, then the threats.

    `names` are short names for tables, `full_titles` those for findings, both by (server,
    protection)."""
    from app.evidence.threats import Threat, threats, threats_in
    from app.report.tables.evidence_tables import erasure_lines, tables, threat_lines

    every = range(len(evidence) + len(Threat))  # as many columns as there can be
    for table in tables(evidence):
        show("")
        show(table.server)
        print_table(
            ("place", *(names.get((table.server, p), p) for p in table.protections)),
            table.lines,
            left=every,
        )
        for trace in table.cells.values():
            if trace.found is not False:
                title = full_titles.get((trace.server, trace.protection), trace.protection)
                show(f"  {title}, {trace.where}: {trace.detail}")
    show("")
    show("Who can read what")
    lines = [
        (server, names.get((server, protection), protection), *gets)
        for server, protection, *gets in threat_lines(evidence)
    ]
    rows = threats(evidence)
    print_table(("server", "protection", *threats_in(rows)), lines, left=every)
    for row in rows:
        title = full_titles.get((row.server, row.protection), row.protection)
        show(f"  {row.server}, {title}, {row.threat}: {row.detail}")
    for server, protection, left, sentence in erasure_lines(evidence):
        title = full_titles.get((server, protection), protection)
        show(f"  {server}, {title}, deleted key: {left}. {sentence}")
