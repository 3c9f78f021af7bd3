"""What the scripts on lockstep make of campaigns; the campaigns themselves are for a quiet day."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.findings.compare import Comparisons
from app.plan.campaign import Order
from app.plan.plan_file import read_plan
from app.results.events import Event
from app.results.store.store import Store, open_store
from benchmarks.lockstep import orders, same
from benchmarks.lockstep.campaigns import MEASURES, Campaigned
from tests.app.results.making import CBC, store_campaign, whole_run
from tests.app.results.noisy import BASE, costly_campaign


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "results.sqlite"), write=True) as opened:
        yield opened


@pytest.fixture
def measured(store: Store) -> Callable[[Order, float], Campaigned]:
    """A campaign in an order, in which AES takes so many times as long."""

    def make(order: Order, ratio: float) -> Campaigned:
        campaign = replace(costly_campaign(1, (CBC,), repetitions=12), order=order)
        campaign_id = store_campaign(store, campaign)
        stored, chance = store.load(campaign_id), random.Random(7)
        events: list[Event] = []
        for run in stored.runs:
            factor = ratio if stored.cells[run.cell].protection == CBC else 1.0
            luck = 1 + 0.01 * chance.random()
            events += whole_run(run, {name: each * factor * luck for name, each in BASE.items()})
        store.write(campaign_id, events)
        snapshot = store.snapshot(campaign_id)
        compared = {name: Comparisons(snapshot, None, each) for name, each in MEASURES.items()}
        return Campaigned(compared, 61.0, "2026-11-24 10:00", 0.5)

    return make


def test_that_orders_that_tell_the_same_agree_and_others_are_named(
    measured: Callable[[Order, float], Campaigned], capsys: pytest.CaptureFixture[str]
) -> None:
    whole = measured(Order.ABBA, 1.4)
    orders._tell(Order.ABBA, whole)
    assert "1 min 1 s" in (report := capsys.readouterr().out)
    assert "controls by elapsed time, half-width in points: median 0." in report
    assert "controls by CPU time, half-width in points: none (0)" in report, "nobody counted it"
    orders._tell_agreement("elapsed", measured(Order.LOCKSTEP, 1.4), whole)
    assert "0 of 8 differ by more" in capsys.readouterr().out
    orders._tell_agreement("elapsed", measured(Order.LOCKSTEP, 1.5), whole)
    report = capsys.readouterr().out
    assert "4 of 8 differ by more" in report and f"INSERT {CBC.name} (+6." in report


def test_that_the_plan_of_orders_can_be_measured_in_either() -> None:
    plan = read_plan(orders._PLAN)
    assert {spec.engine for spec in plan.servers} == {"postgresql", "mariadb", "firebird"}
    assert all(replace(plan, order=each).controlled for each in orders._ORDERS)


def line(low: float, high: float, operation: str) -> dict[str, object]:
    kind = "costs" if low > 0 else "none-found"
    return {"measure": "elapsed", "server": "sqlite", "operation": operation, "low": low,
            "high": high, "alone": kind, "in_table": kind}  # fmt: skip


def test_that_what_is_known_is_counted_and_not_measured_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "same.jsonl"
    design = {"repetitions": 6, "records": 200, "seconds": 1.0, "load": 0.1}
    report = [line(0.1, 0.9, "INSERT"), line(-0.4, 0.5, "SELECT"), line(-0.2, 0.4, same._ALL)]
    other = {**design, "repetitions": 4, "told": [line(1, 2, "INSERT")]}
    lines = [{**design, "told": report}, {**design, "told": report}, other]
    file.write_text("".join(json.dumps(each) + "\n" for each in lines), "utf-8")
    assert same.main("--campaigns", "2", "--file", str(file)) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("2 campaigns")
    assert "2 of 4: 50.0 % (15.0 to 85.0)" in printed
    assert "0 of 2: 0.0 %" in printed
    assert len(file.read_text("utf-8").splitlines()) == 3
