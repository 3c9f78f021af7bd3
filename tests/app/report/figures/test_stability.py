"""How steady comparisons are, in figures and in the sentences of what matters."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy

from app.findings.statistics import Interval
from app.plan.campaign import Order
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.figures.stability import stabilities
from app.report.files.export import export
from app.results.events import Event
from app.results.store.store import Store
from tests.app.results.making import CBC, OPERATIONS, store_campaign, whole_run, write_all
from tests.app.results.noisy import BASE, costly_campaign

type Ratio = Callable[[int], float]
"""Repetition → how many times as long it takes with the protection."""


def measured(store: Store, ratio: Ratio, repetitions: int = 12, wobble: float = 0.004) -> int:
    """Plaintext, its control and AES, which takes `ratio` as long, in whole runs."""
    campaign = replace(costly_campaign(1, (CBC,), repetitions=repetitions), order=Order.ABBA)
    campaign_id = store_campaign(store, campaign)
    stored, chance = store.load(campaign_id), random.Random(7)
    events: list[Event] = []
    for run in stored.runs:
        encrypted = stored.cells[run.cell].protection == CBC
        factor = ratio(run.repetition) if encrypted else 1.0
        luck = 1 + wobble * chance.random()
        times = {name: each * factor * luck for name, each in BASE.items()}
        events += whole_run(run, times)
    write_all(store, campaign_id, events)
    return campaign_id


def insert(store: Store, campaign_id: int, folder: Path) -> dict[str, Any]:
    """What JSON has for INSERT under protection."""
    document = json.loads(export(store, campaign_id, "json", folder / "out.json").read_text())
    [found] = [
        each
        for each in document["stability"]
        if (each["protection"], each["operation"]) == (CBC.name, "INSERT")
    ]
    return dict(found)


def of_insert(report: CampaignReport) -> object:
    return next(
        row
        for row in report.comparison
        if (row.protection, row.operation) == (CBC.name, OPERATIONS[0])
    )


@pytest.mark.slow
def test_that_json_has_a_record_for_each_comparison(store: Store, tmp_path: Path) -> None:
    campaign_id = measured(store, lambda _: 1.2, repetitions=20)
    found = insert(store, campaign_id, tmp_path)
    assert list(found) == [
        *("server", "protection", "size", "case", "operation", "hodges_lehmann_percent"),
        *("trimmed_mean", "ratio_of_means", "ratio_of_medians", "order_effect", "drift"),
        *("outlier_blocks", "text"),
    ]
    report = report_on(store, campaign_id)
    blocks = next(each.blocks for each in stabilities(report) if each.row == of_insert(report))
    walsh = [
        (one + other) / 2
        for number, one in enumerate(blocks.values)
        for other in blocks.values[number:]
    ]
    assert found["hodges_lehmann_percent"] == pytest.approx(
        100 * math.expm1(np.median(walsh)), rel=1e-9
    )
    orders = [block.order_effect for block in blocks.blocks]
    theirs = scipy.stats.ttest_1samp(orders, 0).confidence_interval(0.95)
    assert found["order_effect"]["low"] == pytest.approx(100 * math.expm1(theirs.low), rel=1e-9)
    means = found["ratio_of_means"]
    assert means["low"] < means["percent"] < means["high"]
    assert means["percent"] == pytest.approx(20, abs=0.5)
    assert found["ratio_of_medians"]["percent"] == pytest.approx(20, abs=0.5)
    document = json.loads((tmp_path / "out.json").read_text())
    assert len(document["stability"]) == 2 * len(OPERATIONS), "the control too, plaintext not"


def test_that_too_few_blocks_have_no_bootstrap_and_one_has_no_record(
    store: Store, tmp_path: Path
) -> None:
    found = insert(store, measured(store, lambda _: 1.2, repetitions=4), tmp_path)
    assert (found["ratio_of_means"], found["ratio_of_medians"], found["drift"]) == (None,) * 3
    assert not stabilities(report_on(store, measured(store, lambda _: 1.2, repetitions=2)))


@pytest.mark.slow
def test_that_seconds_that_are_all_alike_can_be_exported(store: Store, tmp_path: Path) -> None:
    found = insert(store, measured(store, lambda _: 1.2, 20, wobble=0.0), tmp_path)
    assert found["hodges_lehmann_percent"] == pytest.approx(20)
    assert found["drift"]["percent"] == pytest.approx(0, abs=1e-9)
    assert found["text"] == []


def test_that_a_steady_comparison_has_nothing_to_say(store: Store, tmp_path: Path) -> None:
    campaign_id = measured(store, lambda _: 1.2)
    assert insert(store, campaign_id, tmp_path)["text"] == []
    text = export(store, campaign_id, "md", tmp_path / "out.md").read_text("utf-8")
    assert "## Stability" not in text


@pytest.mark.parametrize(
    ("ratio", "sentence"),
    [
        (
            lambda n: 1.1 if n % 2 == 0 else 1.0,
            "Order effect: the backward pass takes 10 % longer (",
        ),
        (
            lambda n: 1.0 if n % 2 == 0 else 1.1,
            "Order effect: the backward pass takes 9.1 % less time (",
        ),
        (lambda n: 1 + 0.02 * n, "Drift: relative to the baseline, the time rose by "),
        (lambda n: 1.4 - 0.02 * n, "Drift: relative to the baseline, the time fell by "),
        (lambda n: 1.3 if n in (5, 6) else 1.0, "that move the estimate: 3; they are not excluded"),
        (lambda n: 1.3 if n in (5, 6) else 1.0, ": a few blocks pull the mean"),
    ],
)
def test_that_what_exceeds_the_margin_is_reported_alike_everywhere(
    store: Store, tmp_path: Path, ratio: Ratio, sentence: str
) -> None:
    campaign_id = measured(store, ratio)
    reported = insert(store, campaign_id, tmp_path)["text"]
    assert any(sentence in each for each in reported), reported
    text = export(store, campaign_id, "md", tmp_path / "out.md").read_text("utf-8")
    section = text.split("## Stability")[1].split("## ")[0]
    assert "; ".join(reported) in section
    assert "| control |" not in section


def test_that_a_block_that_differs_but_moves_nothing_is_only_listed(
    store: Store, tmp_path: Path
) -> None:
    found = insert(store, measured(store, lambda n: 1.015 if n in (5, 6) else 1.0), tmp_path)
    assert found["outlier_blocks"] == [3] and found["text"] == []


def test_that_blocks_far_separately_tell_no_order_and_no_drift(
    store: Store, tmp_path: Path
) -> None:
    wild = insert(
        store, measured(store, lambda n: 30.0 if n in (2, 3) else 1.0, repetitions=4), tmp_path
    )
    assert not any("backward pass" in each or "time" in each for each in wild["text"])


@pytest.mark.parametrize(("percent", "matters"), [(20.5, False), (35.0, True)])
def test_that_turns_that_tell_another_cost_than_their_sum_are_explained(
    store: Store, percent: float, matters: bool
) -> None:
    report = report_on(store, measured(store, lambda _: 1.2))
    [steady] = [each for each in stabilities(report) if each.row == of_insert(report)]
    assert steady.trimmed is None and not steady.message, "whole runs have no turns"
    found = replace(steady, trimmed=Interval(percent, percent - 1, percent + 1))
    assert found.to_json()["trimmed_mean"] == {
        "percent": percent,
        "low": percent - 1,
        "high": percent + 1,
    }
    assert ("trimmed mean of the turns 35 %: the cost differs" in str(found.message)) is matters
