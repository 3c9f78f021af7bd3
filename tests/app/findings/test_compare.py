"""Comparison rows and the headline against numbers worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import scipy

from app.findings.compare import Comparisons
from app.findings.figure import FIGURES, Figure
from app.plan.campaign import Order
from app.plan.status import Status
from app.results.events import RunFinished
from app.results.store.store import Store
from engines.contract.errors import InputError
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from tests.app.results.making import (
    CBC,
    ECB,
    OPERATIONS,
    half_run,
    make_campaign,
    make_cells,
    operation_finished,
    run_of,
    sampled,
    started,
    store_campaign,
    whole_run,
)


def row_of(rows: list[Figure], protection: str, operation: str, size: int = 10) -> Figure:
    [row] = [
        r for r in rows if (r.protection, r.operation, r.at.size) == (protection, operation, size)
    ]
    return row


def measure(store: Store, campaign_id: int, cell: int, *times: dict[str, float]) -> None:
    """Finish the repetitions of a cell with these times."""
    for repetition, each in enumerate(times, start=1):
        run = run_of(store, campaign_id, cell, repetition)
        store.write(campaign_id, whole_run(run, each))


def test_that_a_row_has_the_fields_in_their_order() -> None:
    assert list(FIGURES) == [
        "server",
        "engine",
        "protection",
        "workload",
        "size",
        "operation",
        "n",
        "mean_s",
        "sd_s",
        "median_s",
        "cpu_percent",
        "memory_mb",
        "peak_memory_mb",
        "cost_percent",
        "status",
        "cost_low_percent",
        "cost_high_percent",
        "margin_percent",
        "blocks",
        "p_value",
        "verdict",
        "verdict_text",
        "study_cost_percent",
        "server_cpu_s",
        "worker_cpu_s",
        "cpu_cost_percent",
        "cpu_cost_low_percent",
        "cpu_cost_high_percent",
        "cpu_margin_percent",
        "cpu_p_value",
        "cpu_verdict",
        "cpu_verdict_text",
        "others_percent",
        "control",
        "case",
        "case_text",
        "measure",
        "unit",
        "mean",
        "sd",
        "median",
        "api_cpu_s",
        "why_code",
        "why_text",
    ]


@pytest.mark.in_every_run("sqlite")  # both kinds: tests/app/results
def test_that_figures_are_those_worked_out_by_hand(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    measure(any_store, campaign_id, 0, {"INSERT": 1.0}, {"INSERT": 2.0}, {"INSERT": 6.0})
    measure(any_store, campaign_id, 1, {"INSERT": 4.0}, {"INSERT": 5.0})
    rows = Comparisons(any_store.snapshot(campaign_id)).rows

    plain = row_of(rows, "plaintext", "INSERT")
    assert (plain.n, plain.mean_s, plain.median_s) == (3, 3.0, 2.0)
    assert plain.sd_s == pytest.approx(7**0.5)
    assert plain.cost.percent is None
    assert plain.status is Status.DONE

    encrypted = row_of(rows, CBC.name, "INSERT")
    assert (encrypted.n, encrypted.mean_s, encrypted.median_s) == (2, 4.5, 4.5)
    assert encrypted.sd_s == pytest.approx(0.5**0.5)
    assert encrypted.cost.percent == pytest.approx(50.0)
    assert encrypted.status is Status.PENDING


def in_blocks(store: Store, baseline: list[float], encrypted: list[float], **plan: Any) -> Any:
    """The row of INSERT under protection, of cells with these seconds in each repetition."""
    campaign = replace(make_campaign(repetitions=len(baseline)), **plan)
    campaign_id = store_campaign(store, campaign)
    for cell, seconds in enumerate((baseline, encrypted)):
        measure(store, campaign_id, cell, *({"INSERT": each} for each in seconds))
    return row_of(Comparisons(store.snapshot(campaign_id)).rows, CBC.name, "INSERT")


def test_that_a_cost_is_that_of_mirror_blocks_with_its_verdict(store: Store) -> None:
    drift = [1.0 + 0.1 * number for number in range(12)]
    noise = [1.0, 1.01, 0.99, 1.0, 1.01, 0.995, 1.0, 0.99, 1.005, 1.0, 1.01, 0.99]
    encrypted = [1.3 * each * wobble for each, wobble in zip(drift, noise, strict=True)]
    row = in_blocks(store, drift, encrypted)
    ratios = [math.log(1.3 * each) for each in noise]
    values = [(one + other) / 2 for one, other in zip(ratios[::2], ratios[1::2], strict=True)]
    theirs = scipy.stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert row.cost.blocks == 6
    assert row.cost.percent == pytest.approx(100 * math.expm1(np.mean(values)), rel=1e-9)
    assert row.cost.low == pytest.approx(100 * math.expm1(theirs.low), rel=1e-9)
    assert row.cost.high == pytest.approx(100 * math.expm1(theirs.high), rel=1e-9)
    assert row.cost.p_value == pytest.approx(2 / 64)
    assert (row.cost.verdict, row.cost.margin) == ("costs", None)  # no control
    assert row.cost.text == "costs 30 % (29 to 31 %)"
    means = [sum(each) / len(each) for each in (encrypted, drift)]
    assert row.cost.study_method_percent == pytest.approx(100 * (means[0] / means[1] - 1))


FIVE = [1.0, 1.01, 0.99, 1.0, 1.01, 0.995, 1.0, 0.99, 1.005, 1.0]


@pytest.mark.parametrize(
    ("ratio", "kind", "beginning"),
    [
        (1.3, "costs", "costs 30 % (29 to 31 %)"),
        (1.01, "costs-little", "costs a little: 1.0 % ("),
        (0.8, "faster", "faster by 20 % (20 to 21 %): check why"),
    ],
)
def test_that_a_difference_without_the_exact_test_says_so(
    store: Store, ratio: float, kind: str, beginning: str
) -> None:
    flat = [1.0 + (each - 1.0) * (0.05 if kind == "costs-little" else 1) for each in FIVE]
    row = in_blocks(store, [1.0] * 10, [(ratio - 0.0004) * each for each in flat])
    assert (row.cost.verdict, row.cost.blocks) == (kind, 5)
    assert row.cost.text.startswith(beginning)
    assert row.cost.text.endswith(" (5 blocks: too few for the exact test)")


def test_that_where_nothing_is_reported_the_exact_test_is_not_missed(store: Store) -> None:
    row = in_blocks(store, [1.0] * 4, [1.0] * 4)
    assert row.cost.verdict == "none-found" and "exact test" not in row.cost.text


@pytest.mark.slow
@pytest.mark.parametrize("baseline", [PLAINTEXT.name, CBC.name])
def test_that_only_what_is_encrypted_and_faster_than_plaintext_asks_for_a_cause(
    store: Store, baseline: str
) -> None:
    campaign = make_campaign(protections=(PLAINTEXT, CBC, ECB), repetitions=12)
    campaign_id = store_campaign(store, campaign)
    for cell, seconds in enumerate((1.0, 1.3, 0.7)):
        times = [{"INSERT": seconds * (1 + number / 1000)} for number in range(12)]
        measure(store, campaign_id, cell, *times)
    rows = Comparisons(store.snapshot(campaign_id), baseline).rows
    encrypted = row_of(rows, ECB.name, "INSERT")
    assert encrypted.cost.verdict == "faster" and encrypted.cost
    asks = "check why" in (encrypted.cost.text or "")
    assert asks is (baseline == PLAINTEXT.name)
    assert ("stored form" in str(encrypted.cost.meaning)) is asks
    if baseline == CBC.name:
        plain = row_of(rows, PLAINTEXT.name, "INSERT")
        assert plain.cost.text == "faster by 23 % (23 to 23 %)"
        assert str(plain.cost.meaning) == "It takes less time than the baseline."


def test_that_a_campaign_without_plaintext_is_compared_over_another_baseline(store: Store) -> None:
    campaign_id = store_campaign(store, make_campaign(protections=(CBC, ECB)))
    for cell, seconds in enumerate((1.0, 2.0)):
        measure(store, campaign_id, cell, {"INSERT": seconds})
    encrypted = row_of(Comparisons(store.snapshot(campaign_id), CBC.name).rows, ECB.name, "INSERT")
    assert encrypted.cost.study_method_percent == pytest.approx(100)


def test_that_plaintext_in_the_stored_form_has_nothing_encrypted_to_look_behind(
    store: Store,
) -> None:
    stored = Protection("bytes", ProtectionKind.STORED_FORM, "aes", 128, "cbc")
    campaign = make_campaign(protections=(PLAINTEXT, stored), repetitions=12)
    campaign_id = store_campaign(store, campaign)
    for cell, seconds in enumerate((1.0, 0.9)):
        measure(store, campaign_id, cell, *[{"INSERT": seconds} for _ in range(12)])
    row = row_of(Comparisons(store.snapshot(campaign_id)).rows, "bytes", "INSERT")
    assert row.cost.verdict == "faster" and "look for" not in (row.cost.text or "")


def test_that_one_repetition_gives_no_verdict(store: Store) -> None:
    row = in_blocks(store, [1.0], [1.2])
    assert row.cost.percent == row.cost.study_method_percent == pytest.approx(20.0)
    assert (row.cost.verdict, row.cost.text) == ("too-few", "no verdict: 1 repetition is too few")
    assert (row.cost.blocks, row.cost.low, row.cost.p_value) == (0, None, None)


def test_that_cells_one_after_another_prove_nothing(store: Store) -> None:
    row = in_blocks(store, [1.0, 1.1] * 4, [1.2, 1.3] * 4, order=Order.SEQUENTIAL)
    assert row.cost.verdict == "unproven" and "sequential order" in row.cost.text
    assert row.cost.percent == row.cost.study_method_percent and row.cost.low is None


def test_that_warmups_and_failed_runs_never_count(store: Store) -> None:
    campaign_id = store_campaign(store, make_campaign())
    warmup = run_of(store, campaign_id, 0, 1, warmup=True)
    store.write(campaign_id, whole_run(warmup, {"INSERT": 100.0}))
    failed = run_of(store, campaign_id, 0, 2)
    store.write(campaign_id, half_run(failed, 100.0))
    store.write(campaign_id, [RunFinished(failed.id, Status.FAILED, 1.0)])
    measure(store, campaign_id, 0, {"INSERT": 1.0})
    row = row_of(Comparisons(store.snapshot(campaign_id)).rows, "plaintext", "INSERT")
    assert (row.n, row.mean_s, row.sd_s) == (1, 1.0, None)


def test_that_cpu_and_memory_are_means_over_runs(store: Store) -> None:
    campaign_id = store_campaign(store, make_campaign(repetitions=2))
    for repetition, cpu in ((1, 20.0), (2, 40.0)):
        run = run_of(store, campaign_id, 0, repetition)
        finished = operation_finished(run.id, "INSERT")
        sample = sampled(run.id, 1000.5, cpu, cpu * 3)
        done = RunFinished(run.id, Status.DONE, 1002.0)
        store.write(campaign_id, [started(run), finished, sample, done])
    row = row_of(Comparisons(store.snapshot(campaign_id)).rows, "plaintext", "INSERT")
    assert (row.cpu_percent, row.memory_mb, row.peak_memory_mb) == (30.0, 90.0, 120.0)


@pytest.mark.in_every_run("sqlite")
def test_that_cells_without_results_have_rows_too(any_store: Store) -> None:
    campaign = make_campaign(protections=(PLAINTEXT, CBC, ECB), sizes=(10, 20))
    campaign_id = store_campaign(any_store, campaign, {("pg", ECB.name): "It has no ECB."})
    rows = Comparisons(any_store.snapshot(campaign_id)).rows
    assert len(rows) == 3 * 2 * 4
    assert [row.operation for row in rows[:4]] == list(OPERATIONS)
    for row in rows:
        assert (row.n, row.mean_s, row.sd_s, row.median_s, row.cost.percent) == (0, *[None] * 4)
    assert row_of(rows, ECB.name, "INSERT").status is Status.UNSUPPORTED
    assert row_of(rows, CBC.name, "INSERT").status is Status.PENDING


def test_that_cost_is_over_the_baseline_of_the_same_server_and_size(store: Store) -> None:
    servers = (("one", "postgresql"), ("two", "postgresql"))
    campaign = make_campaign(servers=servers, sizes=(10, 20), repetitions=1)
    campaign_id = store_campaign(store, campaign)
    seconds = {("one", 10): 1.0, ("one", 20): 2.0, ("two", 10): 4.0, ("two", 20): 8.0}
    for index, cell in enumerate(make_cells(campaign)):
        factor = 1.0 if cell.protection == PLAINTEXT else 1.25
        measure(store, campaign_id, index, {"INSERT": seconds[cell.server, cell.size] * factor})
    costs = [
        row.cost.percent
        for row in Comparisons(store.snapshot(campaign_id)).rows
        if row.operation == "INSERT"
    ]
    assert costs == [None, 25.0] * 4


def test_that_any_protection_can_be_the_baseline(store: Store) -> None:
    campaign_id = store_campaign(store, make_campaign(repetitions=1))
    measure(store, campaign_id, 0, {"INSERT": 1.0})
    measure(store, campaign_id, 1, {"INSERT": 2.0})
    rows = Comparisons(store.snapshot(campaign_id), CBC.name).rows
    assert row_of(rows, "plaintext", "INSERT").cost.percent == pytest.approx(-50.0)
    assert row_of(rows, CBC.name, "INSERT").cost.percent is None
    with pytest.raises(InputError, match="plaintext, aes-128-cbc"):
        Comparisons(store.snapshot(campaign_id), "rot13")


def test_that_the_headline_follows_the_studys_method(store: Store) -> None:
    campaign = make_campaign(sizes=(10, 20), repetitions=1)
    campaign_id = store_campaign(store, campaign)
    plain = dict.fromkeys(OPERATIONS, 1.0)
    small = {"INSERT": 1.5, "SELECT": 1.1, "UPDATE": 1.0, "DELETE": 1.2}
    large = {"INSERT": 1.3, "SELECT": 1.3, "UPDATE": 1.0, "DELETE": 1.2}
    for cell, times in enumerate((plain, small, plain, large)):
        measure(store, campaign_id, cell, times)
    [item] = Comparisons(store.snapshot(campaign_id)).totals()
    assert (item.engine, item.server, item.protection) == ("postgresql", "pg", CBC.name)
    assert item.cost.percent == pytest.approx((40 + 20 + 0 + 20) / 4)
    assert item.cost.sd == pytest.approx((800 / 3) ** 0.5)
    assert item.complete


def test_that_a_headline_over_half_the_cells_says_so(store: Store) -> None:
    campaign_id = store_campaign(store, make_campaign(sizes=(10, 20), repetitions=1))
    assert Comparisons(store.snapshot(campaign_id)).totals() == []
    measure(store, campaign_id, 0, {"INSERT": 1.0})
    measure(store, campaign_id, 1, {"INSERT": 1.5})
    [item] = Comparisons(store.snapshot(campaign_id)).totals()
    assert item.cost.percent == pytest.approx(50.0)
    assert not item.complete
