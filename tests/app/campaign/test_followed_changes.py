"""A change is followed while it is under way: from the worker through the store to an archive."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.plan.campaign import Order, PlannedProtection
from app.plan.status import Status
from app.report.figures.change_figures import is_change
from app.results.change_progress import BadPoints, pack_points, unpack_points
from app.results.events import RunFinished
from engines.contract.protection import PLAINTEXT
from tests.app.quick import quick_campaign
from tests.requirements import spec_of
from tests.workloads.change.test_own_table import written
from workloads.change.ways import Way
from workloads.change.workload import ChangeParameters
from workloads.contract import Series, SeriesPoint

ROWS = 6_000
_WITH_FREE_SPACE = ("mariadb", "mysql")
"""InnoDB's tablespace grows by 4 MB, and its log is written in a circle: so few rows have room."""


@pytest.mark.parametrize(
    ("engine", "rate", "seen"),
    [
        ("postgresql", 40, set(Series)),
        pytest.param("mariadb", 40, set(Series), marks=pytest.mark.exhaustive),
        pytest.param("mysql", 40, set(Series), marks=pytest.mark.exhaustive),
        ("sqlite", 0, {Series.ROWS, Series.DISK}),
        pytest.param("duckdb", 0, {Series.ROWS, Series.DISK}, marks=pytest.mark.exhaustive),
        pytest.param("firebird", 0, {Series.ROWS, Series.DISK}, marks=pytest.mark.exhaustive),
    ],
)
def test_that_a_change_is_followed_into_the_store(
    stage: Any, servers: Any, engine: str, rate: int, seen: set[Series]
) -> None:
    parameters = ChangeParameters(rows=(ROWS,), ways=(Way.BATCHES,), rates=(rate,), batch=1_000)
    protections = (PlannedProtection(PLAINTEXT),)
    campaign = quick_campaign(
        "change", (spec_of(engine),), protections, parameters,
        repetitions=1, warmups=0, order=Order.ABBA,
    )  # fmt: skip
    outcome = stage.run(campaign, lent={servers[engine].spec: servers[engine].endpoint})
    assert (outcome.status, outcome.failed) == (Status.DONE, 0), stage.of(RunFinished)
    with stage.store() as store:
        known = store.operations(outcome.campaign_id)
        [operation] = [each for each in known if each.is_counted and is_change(each)]
        samples = store.samples(operation.run_id)
    points = [each for sample in samples for each in unpack_points(sample.points or b"")]
    assert {each.series for each in points} == seen
    rows = [each.value for each in points if each.series is Series.ROWS]
    assert sorted({*rows}) == [0, *range(1_000, ROWS + 1, 1_000)]
    assert all(operation.started_at <= each.at for each in points)
    change = [each.at for each in points if each.series is Series.ROWS]
    assert max(change) <= operation.finished_at
    disk = [each.value for each in points if each.series is Series.DISK]
    assert max(disk) == operation.measures["disk_peak"]
    assert max(disk) > 0 or engine in _WITH_FREE_SPACE
    for series, measure in ((Series.READS, "read"), (Series.UPDATES, "update")):
        arrived = [each for each in points if each.series is series]
        assert bool(rate) is any(each.at < min(change) - 0.5 for each in arrived)
        assert bool(rate) is any(each.at > max(change) + 0.5 for each in arrived)
        waits = [each.value for each in arrived if min(change) <= each.at < max(change)]
        if waits:
            assert 1000 * max(waits) == pytest.approx(operation.measures[f"{measure}_longest_ms"])
    if Series.LOG in seen:
        log = [each.value for each in points if each.series is Series.LOG]
        assert log == sorted(log)
        assert log[-1] == pytest.approx(operation.measures["log_written"], rel=0.2)


@pytest.mark.slow
def test_that_an_own_table_with_indexes_is_changed_on_duckdb(
    stage: Any, servers: Any, tmp_path: Path
) -> None:
    """By a new table, too, though DuckDB renames no such table. It drops none of its columns, as
    the trial before the first run finds."""
    parameters = ChangeParameters(
        rows=(300,), ways=(Way.BATCHES, Way.NEW_TABLE), rates=(0,), file=written(tmp_path)
    )
    protections = (PlannedProtection(PLAINTEXT),)
    campaign = quick_campaign(
        "change", (spec_of("duckdb"),), protections, parameters,
        repetitions=1, warmups=0, order=Order.ABBA,
    )  # fmt: skip
    outcome = stage.run(campaign, lent={servers["duckdb"].spec: servers["duckdb"].endpoint})
    assert (outcome.status, outcome.failed) == (Status.DONE, 0), stage.of(RunFinished)
    with stage.store() as store:
        done = sorted(each.operation for each in store.operations(outcome.campaign_id))
    assert done == 2 * ["CLEAN UP"] + 2 * ["SWITCH ON"]


@pytest.mark.parametrize(
    "damaged",
    [
        b"x",
        pack_points([SeriesPoint(Series.ROWS, 1.0, -1.0)]),
        pack_points([SeriesPoint(Series.ROWS, float("nan"), 1)]),
    ],
)
def test_that_damaged_points_are_no_points(damaged: bytes) -> None:
    with pytest.raises(BadPoints):
        unpack_points(damaged)
