"""What is said of the machine, and what follows from it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from app.findings.compare import Comparisons
from app.findings.interval_words import margin_words
from app.findings.quality import Quality, quality_of
from app.plan.status import Status
from app.report.files.export import export
from app.results.events import Event, RunFinished
from app.results.records import RunRecord
from app.results.store.store import Store
from engines.contract.message import phrase
from tests.app.results.making import (
    CBC,
    OPERATIONS,
    make_campaign,
    store_campaign,
    whole_run,
    write_all,
)
from tests.app.results.noisy import costly_campaign, store_costs

IN_A_FILE = pytest.mark.in_every_run("sqlite")
"""What a server's store tells is the same: tests/app/results."""
QUIET = dict.fromkeys(OPERATIONS, 1.0)


def finished(run: RunRecord, factor: float = 1.0) -> list[Event]:
    """A run as it was done; a protected one takes half as long again."""
    cost = 1.5 if run.cell == 2 else 1.0
    noise = 1 + 0.001 * ((7 * run.repetition + 3 * run.cell) % 5)
    return whole_run(run, dict.fromkeys(OPERATIONS, factor * cost * noise))


def measured(store: Store, repetitions: int = 12) -> int:
    """A campaign with a control."""
    campaign = replace(make_campaign(repetitions=repetitions, warmups=0), control=True)
    campaign = replace(campaign, protections=campaign.measured)
    campaign_id = store_campaign(store, campaign)
    runs = store.load(campaign_id).runs
    write_all(store, campaign_id, [each for run in runs for each in finished(run)])
    return campaign_id


def quality(store: Store, campaign_id: int) -> Quality:
    snapshot = store.snapshot(campaign_id)
    return quality_of(snapshot, Comparisons(snapshot))


@IN_A_FILE
def test_that_the_control_alone_says_what_whole_runs_could_distinguish(any_store: Store) -> None:
    assert quality(any_store, measured(any_store)).text == "Detection limit: 1.0 %."


@IN_A_FILE
@pytest.mark.slow
def test_that_a_run_counts_until_the_one_repeated_in_its_place_is_done(any_store: Store) -> None:
    campaign_id = measured(any_store)
    first = any_store.load(campaign_id).runs[3]
    again, position = any_store.add_repeat(first.id)
    repeat = replace(first, id=again, position=position)
    assert all(cell.status is Status.DONE for cell in any_store.cells(campaign_id))

    any_store.write(
        campaign_id, [RunFinished(again, Status.FAILED, 1.0, phrase("the server was away"))]
    )
    assert not any(run.replaced for run in any_store.runs(campaign_id))
    assert all(cell.status is Status.DONE for cell in any_store.cells(campaign_id))

    any_store.prepare_resume(campaign_id)
    any_store.write(campaign_id, finished(repeat, factor=3.0))
    runs = {run.id: run for run in any_store.runs(campaign_id)}
    assert [run.id for run in runs.values() if run.replaced] == [first.id]
    counted = [each for each in any_store.operations(campaign_id) if each.is_counted]
    done = {run.id for run in runs.values() if run.status is Status.DONE}
    assert {each.run_id for each in counted} == done - {first.id}
    assert len(runs) - len(done) == 5, "the others of its block are to be done again with it"
    [row] = [
        row
        for row in Comparisons(any_store.snapshot(campaign_id)).rows
        if row.operation == "INSERT" and row.protection == runs[again].protection
    ]
    assert row.n == 12 and (row.mean_s or 0) > 1.1
    latest = any_store.histogram(campaign_id, first.cell, "INSERT")
    assert latest is not None and latest.get_total_count() == 12


@IN_A_FILE
@pytest.mark.slow
def test_that_exports_tell_of_the_machine(any_store: Store, tmp_path: Path) -> None:
    campaign_id = measured(any_store)
    for kind in ("json", "md"):
        export(any_store, campaign_id, kind, tmp_path / f"out.{kind}")
    written = json.loads((tmp_path / "out.json").read_text())
    assert list(written["quality"]) == [
        "text",
        "tells_apart_percent",
        "best_percent",
        "worst_percent",
        "turns_vary_percent",
        "others_percent",
        "cpu_tells_apart_percent",
    ]
    assert "Detection limit: 1.0 %" in (tmp_path / "out.md").read_text()


@IN_A_FILE
def test_that_without_a_control_nobody_knows_what_could_be_distinguished(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign(repetitions=2, warmups=0))
    for run in any_store.load(campaign_id).runs:
        any_store.write(campaign_id, whole_run(run, QUIET))
    assert "Detection limit: unknown" in quality(any_store, campaign_id).text


@IN_A_FILE
def test_that_margins_that_differ_are_reported_by_their_middle_and_their_range(
    any_store: Store,
) -> None:
    """A median alone said 116 % where the same report had 173 and 524 %."""
    noisy = costly_campaign(2, (CBC,), repetitions=4)
    snapshot = any_store.snapshot(store_costs(any_store, noisy, {}, noise=0.2))
    compared = Comparisons(snapshot)
    found = quality_of(snapshot, compared)
    margins = [row.cost.margin or 0.0 for row in compared.rows if row.control]
    assert max(margins) > 2 * min(margins)
    report = [str(margin_words(each)) for each in (median(margins), min(margins), max(margins))]
    assert found.text.startswith(
        f"Two identical plaintext databases typically differed by {report[0]} "
        f"({report[1]} to {report[2]}):"
    )
    assert (found.best_percent, found.worst_percent) == (min(margins), max(margins))


@IN_A_FILE
def test_that_what_is_absurdly_wide_is_stated_in_words(any_store: Store, tmp_path: Path) -> None:
    hopeless = costly_campaign(1, (CBC,), repetitions=4)
    campaign_id = store_costs(any_store, hopeless, {}, noise=3.0)
    snapshot = any_store.snapshot(campaign_id)
    compared = Comparisons(snapshot)
    margins = [row.cost.margin or 0.0 for row in compared.rows if row.control]
    assert min(margins) > 1000
    output = [row.cost.text or "" for row in compared.rows if row.cost]
    output += [quality_of(snapshot, compared).text]
    for each in output:
        assert not re.search(r"\d{4,}|\d,\d{3}", each), each
    text = export(any_store, campaign_id, "md", tmp_path / "out.md").read_text("utf-8")
    assert "(control, too noisy)" in text and "control, ±" not in text
