"""CPU time, cores and money, recomputed by hand from what was stored."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import replace
from statistics import fmean

import pytest
from scipy import stats

from app.advice.capacity import CpuUse, cpu_use_of, cpu_uses, month_price
from app.findings.compare import Comparisons
from app.findings.statistics import Interval
from app.plan.campaign import Order
from app.plan.matrix import schedule
from app.plan.status import Status
from app.results.events import CampaignFinished, CampaignStarted, Event, OperationFinished
from app.results.records import CampaignSnapshot
from app.results.store.store import Store
from engines.contract.message import phrase
from tests.app.report.conftest import _empty, store
from tests.app.results.making import make_cells, whole_run
from tests.app.results.noisy import GCM, costly_campaign
from workloads.contract import TIMES, WEIGHT, Case

__all__ = ["_empty", "store"]

COUNTS = {"INSERT": 90, "SELECT": 90, "UPDATE": 90, "DELETE": 90}
SERVER_CPU = {"INSERT": 0.09, "SELECT": 0.018, "UPDATE": 0.045, "DELETE": 0.18}


def measured(store: Store, weights: Mapping[str, float] | None = None) -> CampaignSnapshot:
    """Six repetitions; GCM takes half as much CPU again, the server's part by chance a bit more or
    less."""
    campaign = replace(costly_campaign(1, (GCM,), repetitions=6), order=Order.LOCKSTEP)
    cells = make_cells(campaign)
    number = store.create_campaign(campaign, cells, schedule(campaign, cells))
    luck, events = random.Random(3), list[Event]()
    runs = store.load(number).runs
    events.append(CampaignStarted(number, campaign.name, len(runs), 0))
    for run in runs:
        encrypted = 1.5 if cells[run.cell].protection == GCM else 1.0
        for event in whole_run(run, dict.fromkeys(COUNTS, 1.0), 1000.0 + 10 * run.position):
            if isinstance(event, OperationFinished):
                used = SERVER_CPU[event.operation] * encrypted * math.exp(luck.gauss(0, 0.02))
                report = (
                    {WEIGHT.name: weights[event.operation], TIMES.name: 90} if weights else None
                )
                counted = replace(event, server_cpu_s=used, worker_cpu_s=0.009, measures=report)
                events.append(counted)
            else:
                events.append(event)
    store.write(number, [*events, CampaignFinished(number, Status.DONE, 99_000.0)])
    return store.snapshot(number)


def by_hand(seen: CampaignSnapshot, weights: Mapping[str, float]) -> tuple[float, Interval]:
    """CPU seconds per 1,000 operations in their mix, and the ratio of sums with Student's interval
    of its logarithm over repetitions."""
    cells = {each.position: each.protection for each in seen.cells}
    sums: dict[tuple[str, int], float] = {}
    for each in seen.operations:
        assert each.server_cpu_s is not None and each.worker_cpu_s is not None
        one = (each.server_cpu_s + each.worker_cpu_s) / each.statements
        key = cells[each.run.cell], each.run.repetition
        sums[key] = sums.get(key, 0.0) + one * weights[each.operation]
    plain = {at: value for (name, at), value in sums.items() if name == "plaintext"}
    logs = [math.log(sums[GCM.name, at] / value) for at, value in sorted(plain.items())]
    low, high = stats.ttest_1samp(logs, 0).confidence_interval()
    percent = [100 * (math.exp(each) - 1) for each in (fmean(logs), low, high)]
    return 1000 * fmean(plain.values()) / sum(weights.values()), Interval(*percent)


@pytest.mark.parametrize(
    "weights", [None, {"INSERT": 100.0, "SELECT": 7000.0, "UPDATE": 30.0, "DELETE": 2.0}]
)
def test_that_cpu_time_is_of_operations_alike_or_in_their_mix(
    store: Store, weights: Mapping[str, float] | None
) -> None:
    seen = measured(store, weights)
    (found,) = cpu_uses(seen, Comparisons(seen))
    assert found.weighted is bool(weights) and found.protection == GCM.name
    plain, percent = by_hand(seen, weights or dict.fromkeys(COUNTS, 1.0))
    assert found.plain == pytest.approx(plain)
    for name in ("estimate", "low", "high"):
        assert getattr(found.cost, name) == pytest.approx(getattr(percent, name))
    assert found.cost.low < found.cost.estimate < found.cost.high


def test_that_cores_and_prices_are_plain_arithmetic_with_the_interval() -> None:
    spent = CpuUse("pg", "gcm", Case(1000), ("INSERT",), False, 2.0, Interval(50, 40, 61))
    assert spent.plain_cores(300) == pytest.approx(0.6)
    cores = spent.cores(300)
    assert (cores.estimate, cores.low, cores.high) == pytest.approx((0.9, 0.84, 0.966))
    assert month_price(0.3, 0.05) == pytest.approx(0.3 * 0.05 * 730)
    other = replace(spent, cost=Interval(80, 70, 90))
    assert cpu_use_of([spent, other], "pg", "gcm") is other
    assert cpu_use_of([spent], "pg", "cbc") is None
    by_api = replace(spent, work=phrase("by the API"))
    assert [str(each.named(phrase("GCM"))) for each in (spent, by_api)] == [
        "GCM",
        "GCM (by the API)",
    ]


def test_that_it_is_reported_whose_cpu_time_is_added(store: Store) -> None:
    seen = measured(store, None)

    def with_protected(server: float, worker: float) -> CampaignSnapshot:
        names = {each.position: each.protection for each in seen.cells}
        operations = [
            replace(
                each,
                server_cpu_s=server,
                worker_cpu_s=worker,
            )
            if names[each.run.cell] == GCM.name
            else replace(each, server_cpu_s=1.0, worker_cpu_s=1.0)
            for each in seen.operations
        ]
        return replace(seen, operations=operations)

    for server, worker, expected in (
        (91.0, 11.0, 0.9),
        (0.9, 90.0, 0.0),
        (50.0, 50.0, 0.5),
        (0.5, 0.5, None),
    ):
        changed = with_protected(server, worker)
        (found,) = cpu_uses(changed, Comparisons(changed))
        assert found.server_share == (None if expected is None else pytest.approx(expected))
