"""What is said of the machine, and what follows from it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from app.plan.status import Status
from app.report.campaign_report import report_on
from app.report.document.making import ReportOptions, document_of
from app.report.document.parts import Cover, Paragraph
from app.report.export import export
from app.results.circumstances.quality import Quality, quality_of
from app.results.compare import Comparisons, compare
from app.results.database.store import Store
from app.results.events import RunDisturbed, RunFinished
from app.results.records import StoredRun
from app.results.verdict import VerdictKind, margin_words
from engines.contract.message import phrase
from tests.app.results.making import CBC, OPERATIONS, make_campaign, store_campaign, whole_run
from tests.app.results.noisy import costly_campaign, store_costs

HOST = "the host gave 12 % of the processor to others."
QUIET = dict.fromkeys(OPERATIONS, 1.0)


def finish(
    store: Store, campaign_id: int, run: StoredRun, disturbed: str = "", factor: float = 1.0
) -> None:
    """A run as it was done; a protected one takes half as long again."""
    cost = 1.5 if run.cell == 2 else 1.0
    noise = 1 + 0.001 * ((7 * run.repetition + 3 * run.cell) % 5)
    *events, last = whole_run(run, dict.fromkeys(OPERATIONS, factor * cost * noise))
    assert isinstance(last, RunFinished)
    store.write(campaign_id, [*events, replace(last, disturbed=disturbed, canary_s=0.05)])


def measured(store: Store, marks: Mapping[int, str], repetitions: int = 12) -> int:
    """A campaign with a control; `marks` are by the number of a run."""
    campaign = replace(make_campaign(repetitions=repetitions, warmups=0), control=True)
    campaign = replace(campaign, protections=campaign.measured)
    campaign_id = store_campaign(store, campaign)
    for number, run in enumerate(store.load(campaign_id).runs):
        finish(store, campaign_id, run, marks.get(number, ""))
    return campaign_id


def quality(store: Store, campaign_id: int) -> Quality:
    snapshot = store.snapshot(campaign_id)
    return quality_of(snapshot, Comparisons(snapshot))


def test_that_a_quiet_machine_is_told_in_a_line(any_store: Store) -> None:
    found = quality(any_store, measured(any_store, {}))
    assert found.text == "This machine could tell apart 1.0 %; undisturbed."
    assert (found.runs, found.disturbed, found.busy) == (36, 0, False)
    assert (found.canary_s, found.canary_spread_percent) == (0.05, 0.0)


def test_that_disturbed_runs_are_counted_by_cause_and_still_count(any_store: Store) -> None:
    campaign_id = measured(any_store, {3: HOST, 4: HOST})
    found = quality(any_store, campaign_id)
    assert (found.disturbed, found.still_counting, found.replaced) == (2, 2, 0)
    assert found.causes == {"host": 2}
    assert all(row.n == 12 for row in compare(any_store.snapshot(campaign_id)))
    assert "Disturbed runs: 2 of 36;" in found.text and "The most frequent cause: the host" in (
        found.text
    )


@pytest.mark.slow
def test_that_a_disturbed_run_counts_until_another_one_is_done(any_store: Store) -> None:
    campaign_id = measured(any_store, {3: HOST})
    disturbed = any_store.load(campaign_id).runs[3]
    again, position = any_store.repeat(disturbed.id)
    repeat = replace(disturbed, id=again, position=position)
    before = any_store.cells(campaign_id)
    assert all(cell.status is Status.DONE for cell in before)
    assert quality(any_store, campaign_id).still_counting == 1

    any_store.write(
        campaign_id, [RunFinished(again, Status.FAILED, 1.0, phrase("the server was away"))]
    )
    assert quality(any_store, campaign_id).still_counting == 1
    assert all(cell.status is Status.DONE for cell in any_store.cells(campaign_id))

    any_store.prepare_resume(campaign_id)
    finish(any_store, campaign_id, repeat, factor=3.0)
    found = quality(any_store, campaign_id)
    assert (found.disturbed, found.replaced, found.still_counting, found.runs) == (1, 1, 0, 37)
    runs = {run.id: run for run in any_store.runs(campaign_id)}
    assert runs[disturbed.id].disturbed == HOST and runs[disturbed.id].replaced
    counted = [each for each in any_store.operations(campaign_id) if each.counts]
    done = {run.id for run in runs.values() if run.status is Status.DONE}
    assert {each.run for each in counted} == done - {disturbed.id}
    assert len(runs) - len(done) == 5, "the others of its block are to be done again with it"
    [row] = [
        row
        for row in compare(any_store.snapshot(campaign_id))
        if row.operation == "INSERT" and row.protection == runs[again].protection
    ]
    assert row.n == 12 and (row.mean_s or 0) > 1.1
    latest = any_store.histogram(campaign_id, disturbed.cell, "INSERT")
    assert latest is not None and latest.get_total_count() == 12


def test_that_a_run_may_be_marked_when_it_is_over(any_store: Store) -> None:
    campaign_id = measured(any_store, {})
    run = any_store.load(campaign_id).runs[5]
    any_store.write(campaign_id, [RunDisturbed(run.id, HOST)])
    assert any_store.runs(campaign_id)[5].disturbed == HOST


def test_that_a_busy_machine_is_called_so(any_store: Store) -> None:
    found = quality(any_store, measured(any_store, dict.fromkeys(range(0, 36, 3), HOST)))
    assert found.busy and "the machine is busy" in found.text


def test_that_disturbed_runs_alone_take_no_verdict_away(any_store: Store) -> None:
    """The control and the interval say what can be told apart."""
    campaign_id = measured(any_store, {})
    for run in any_store.load(campaign_id).runs:
        if run.cell != 1 and run.repetition % 4 == 0:
            any_store.write(campaign_id, [RunDisturbed(run.id, HOST)])
    compared = Comparisons(any_store.snapshot(campaign_id))
    rows = [row for row in compared.rows if row.protection == "aes-128-cbc"]
    kinds = {VerdictKind.COSTS}
    assert {row.verdict for row in rows} == kinds
    assert {item.verdict for item in compared.overall() if not item.control} == kinds


@pytest.mark.slow
def test_that_exports_tell_of_the_machine(any_store: Store, tmp_path: Path) -> None:
    campaign_id = measured(any_store, {3: HOST})
    for kind in ("json", "md"):
        export(any_store, campaign_id, kind, tmp_path / f"out.{kind}")
    written = json.loads((tmp_path / "out.json").read_text())
    assert list(written["quality"]) == [
        "text",
        "tells_apart_percent",
        "best_percent",
        "worst_percent",
        "runs",
        "disturbed",
        "replaced",
        "still_counting",
        "busy",
        "causes",
        "canary_s",
        "canary_spread_percent",
        "turns_vary_percent",
        "others_percent",
        "cpu_tells_apart_percent",
    ]
    assert written["quality"]["causes"] == {"host": 1}
    marked = [run for run in written["runs"] if run["disturbed"]]
    assert [run["disturbed"] for run in marked] == [HOST] and not marked[0]["replaced"]
    document = (tmp_path / "out.md").read_text()
    assert "This machine could tell apart 1.0 %" in document
    assert "## Disturbed runs" in document and HOST in document


def test_that_a_campaign_that_nobody_watched_is_not_called_undisturbed(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign(repetitions=2, warmups=0))
    for run in any_store.load(campaign_id).runs:
        any_store.write(campaign_id, whole_run(run, QUIET))
    text = quality(any_store, campaign_id).text
    assert "Nobody looked" in text and "is not known" in text and "undisturbed" not in text


def test_that_margins_that_differ_are_told_by_their_middle_and_their_range(
    any_store: Store,
) -> None:
    """A median alone said 116 % where the same report had 173 and 524 %."""
    noisy = costly_campaign(2, (CBC,), repetitions=4)
    snapshot = any_store.snapshot(store_costs(any_store, noisy, {}, noise=0.2))
    compared = Comparisons(snapshot)
    found = quality_of(snapshot, compared)
    margins = [row.margin_percent or 0.0 for row in compared.rows if row.control]
    assert max(margins) > 2 * min(margins)
    told = [str(margin_words(each)) for each in (median(margins), min(margins), max(margins))]
    assert found.text.startswith(
        f"Two plaintext databases typically differ by {told[0]} here ({told[1]} to {told[2]}):"
    )
    assert (found.best_percent, found.worst_percent) == (min(margins), max(margins))


def test_that_what_is_absurdly_wide_is_said_in_words(any_store: Store, tmp_path: Path) -> None:
    hopeless = costly_campaign(1, (CBC,), repetitions=4)
    campaign_id = store_costs(any_store, hopeless, {}, noise=3.0)
    snapshot = any_store.snapshot(campaign_id)
    compared = Comparisons(snapshot)
    margins = [row.margin_percent or 0.0 for row in compared.rows if row.control]
    assert min(margins) > 1000
    said = [row.verdict_text or "" for row in compared.rows if row.said]
    said += [quality_of(snapshot, compared).text]
    for each in said:
        assert not re.search(r"\d{4,}|\d,\d{3}", each), each
    text = export(any_store, campaign_id, "md", tmp_path / "out.md").read_text("utf-8")
    assert "(control, tells nothing apart)" in text and "control, ±" not in text


@pytest.mark.parametrize(
    ("marks", "again", "said"),
    [
        ({}, False, "Nothing else disturbed a run, so that none was repeated."),
        ({3: HOST}, False, "Runs that something else disturbed are marked; none was repeated."),
        ({3: HOST}, True, "were repeated with their whole mirror block."),
    ],
)
def test_that_the_report_tells_of_repeated_runs_only_where_some_were(
    any_store: Store, marks: Mapping[int, str], again: bool, said: str
) -> None:
    campaign_id = measured(any_store, marks)
    if again:
        disturbed = any_store.load(campaign_id).runs[3]
        number, position = any_store.repeat(disturbed.id)
        finish(any_store, campaign_id, replace(disturbed, id=number, position=position))
    document = document_of(report_on(any_store, campaign_id), ReportOptions(Cover()))
    blocks = [block for section in document.sections for block in section.blocks]
    told = [each.text for each in blocks if isinstance(each, Paragraph)]
    [method] = [each for each in told if "the machine was watched" in each]
    assert method.endswith(said)
