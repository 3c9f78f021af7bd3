"""The cost of a mix is the ratio of its weighted sums, repetition by repetition."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from statistics import fmean, stdev

import pytest
from scipy.stats import t

from app.findings.across.pivot import Pivot, build_pivot_table
from app.findings.across.sourced_figures import ALL_OPERATIONS, Dimension
from app.findings.figure import Figure
from app.plan.campaign import Order
from app.plan.matrix import schedule
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport, report_on
from app.results.events import CampaignFinished, CampaignStarted, Event, OperationFinished
from app.results.store.store import Store
from tests.app.results.making import CBC, make_cells, whole_run
from tests.app.results.noisy import BASE, GCM, costly_campaign

WEIGHTS = {"INSERT": 3.0, "SELECT": 60.0, "UPDATE": 1.0, "DELETE": 0.5}
TIMES = {"INSERT": 100.0, "SELECT": 20.0, "UPDATE": 100.0, "DELETE": 10.0}
RATIOS = {CBC.name: {"SELECT": 3.0}, GCM.name: {"SELECT": 1.1, "INSERT": 40.0}}


def stored(
    store: Store, lacking: Mapping[str, str], order: Order = Order.LOCKSTEP
) -> CampaignReport:
    """AES-CBC and AES-GCM beside plaintext on one server; `lacking` names the operation that a
    protection cannot do."""
    campaign = replace(costly_campaign(1, (CBC, GCM), repetitions=6), order=order)
    cells = make_cells(campaign)
    number = store.create_campaign(campaign, cells, schedule(campaign, cells))
    runs = store.load(number).runs
    events: list[Event] = [CampaignStarted(number, campaign.name, len(runs), 0)]
    for run in runs:
        name = cells[run.cell].protection.name
        seconds = {
            operation: base
            * RATIOS.get(name, {}).get(operation, 1.0)
            * (1 + 0.004 * math.sin(7 * run.position + place))
            for place, (operation, base) in enumerate(BASE.items())
            if lacking.get(name) != operation
        }
        for event in whole_run(run, seconds, 1000.0 + 10 * run.position):
            if isinstance(event, OperationFinished):
                reported = {"weight": WEIGHTS[event.operation], "times": TIMES[event.operation]}
                events.append(replace(event, measures=reported))
            else:
                events.append(event)
    store.write(number, [*events, CampaignFinished(number, Status.DONE, 99_000.0)])
    return report_on(store, number)


def expected(report: CampaignReport, protection: str, names: set[str]) -> tuple[float, ...]:
    """Percent, low and high, from the times themselves."""

    def mix(name: str) -> dict[int, float]:
        sums: dict[int, float] = {}
        for each in report.operations:
            if each.run.protection == name and each.operation in names:
                part = WEIGHTS[each.operation] * each.seconds / TIMES[each.operation]
                sums[each.run.repetition] = sums.get(each.run.repetition, 0.0) + part
        return sums

    encrypted, plain = mix(protection), mix("plaintext")
    values = [math.log(encrypted[each] / plain[each]) for each in encrypted]
    if report.campaign.order is not Order.LOCKSTEP:
        values = [fmean(values[at : at + 2]) for at in range(0, len(values), 2)]
    middle = fmean(values)
    reach = t.ppf(0.975, len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return tuple(100 * math.expm1(each) for each in (middle, middle - reach, middle + reach))


def total(report: CampaignReport, protection: str) -> Figure:
    (found,) = [each for each in report.weighted if each.protection == protection]
    return found


@pytest.mark.parametrize("order", [Order.LOCKSTEP, Order.ABBA])
def test_that_operations_count_as_often_as_they_are_done(store: Store, order: Order) -> None:
    report = stored(store, {}, order)
    for name in (CBC.name, GCM.name):
        found = total(report, name)
        assert found.cost.interval is not None
        reported = found.cost.interval
        assert (reported.estimate, reported.low, reported.high) == pytest.approx(
            expected(report, name, set(BASE)), rel=1e-9
        )
        assert found.covered_percent == pytest.approx(100)
        assert found.outlier is None or found.outlier.operation == "INSERT"
        assert [each.cost for each in report.headline if each.protection == name] == [found.cost]
    # by their sums alone it would be the other way round
    sums = {
        name: sum(each.mean_s or 0.0 for each in report.comparison if each.protection == name)
        for name in (CBC.name, GCM.name)
    }
    one, other = (total(report, name).cost.percent or 0.0 for name in sums)
    assert one > other and sums[CBC.name] < sums[GCM.name]


def test_that_only_what_all_protections_can_do_counts_and_how_much_is_reported(
    store: Store,
) -> None:
    report = stored(store, {GCM.name: "SELECT"})
    left = set(BASE) - {"SELECT"}
    for name in (CBC.name, GCM.name):
        found = total(report, name)
        assert found.cost.percent == pytest.approx(expected(report, name, left)[0], rel=1e-9)
        assert found.covered_percent == pytest.approx(100 * 4.5 / 64.5)
    reported = total(report, CBC.name).weighted_json()
    assert reported["covered_percent"] == pytest.approx(6.9767, abs=1e-3)


def test_that_a_weighted_total_stands_in_the_pivot_as_any_other_figure(store: Store) -> None:
    report = stored(store, {})
    table = build_pivot_table(
        report.figures, Pivot(columns=Dimension.OPERATION, keep_source_order=True)
    )
    assert table.columns[0] == ALL_OPERATIONS and len(table.columns) == 1 + len(BASE)
    cell = table.cell((report.cells[0].server, CBC.name), ALL_OPERATIONS)
    assert cell is not None and cell.figure is not None
    assert cell.cost == total(report, CBC.name).cost
    assert cell.figure.parts == {("1,000 records", name) for name in BASE}
