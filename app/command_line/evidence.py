"""`cipherbench evidence`: where the data of a campaign lie readable."""

from __future__ import annotations

import click

from app.command_line.common.execution import after_a_run, executing
from app.command_line.common.options import DONE, RUN_FAILED, json_option, store_option
from app.command_line.common.terminal import print_json
from app.plan.status import Status


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
    from app.command_line.evidence_text import print_evidence
    from app.evidence.tables import place_rows
    from app.report.words.wording import marked_names, titles
    from app.results.store.store import open_store

    with open_store(store_url, write=False) as store:
        campaign_id = store.find(campaign)
        snapshot = store.snapshot(campaign_id)
    seen, cells = snapshot.evidence, snapshot.cells
    if again or not seen:
        with executing(store_url, snapshot.campaign) as executor:
            outcome = executor.evidence(f"#{campaign_id}")
        if outcome.status is not Status.DONE:
            return RUN_FAILED
        with after_a_run(), open_store(store_url, write=False) as store:
            seen = store.evidence(campaign_id)
    if as_json:
        print_json(place_rows(seen, memory=memory))
    else:
        print_evidence(seen, marked_names(cells), titles(cells))
    return DONE
