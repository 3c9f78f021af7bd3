"""A store as a year of work leaves it: a hundred campaigns and a million probe samples.

One campaign is written as a campaign writes it, with made figures; the others are copies of its
rows, made by the database, since writing all of them would take an hour.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hdrh.histogram import HdrHistogram
from sqlalchemy import Column, ColumnElement, func, insert, literal, select
from sqlalchemy.orm import Session

from app.plan.matrix import Cell, schedule
from app.plan.plan_file import read_plan
from app.plan.status import Status
from app.results.database.archived_tables import ArchivedTable, archived_tables
from app.results.database.models import CampaignRow
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    OperationFinished,
    RunFinished,
    RunStarted,
    Sampled,
)
from app.results.records import ProbeSample, RunRecord, ServerRecord
from app.results.store.store import open_store
from workloads.registry import workload_named

CAMPAIGNS, SAMPLES = 100, 1_000_000
_PLAN = Path(__file__).parents[1] / "measuring/control.toml"
_SECONDS = {"INSERT": 0.104, "SELECT": 0.034, "UPDATE": 0.064, "DELETE": 0.191}
_COST, _NOISE = 1.4, 0.015
_STATEMENTS = 2000


def fill(path: Path) -> None:
    """Make the store; takes about a minute."""
    with open_store(str(path), write=True) as store:
        campaign = read_plan(str(_PLAN))
        cases = workload_named(campaign.workload.name).cases(campaign.workload)
        cells = [
            Cell(spec.name, spec.engine, planned.protection, case.size)
            for spec in campaign.servers
            for case in cases
            for planned in campaign.measured
            if not planned.servers or spec.name in planned.servers
        ]
        number = store.create_campaign(campaign, cells, schedule(campaign, cells))
        runs = store.load(number).runs
        events: list[Event] = [CampaignStarted(number, campaign.name, len(runs), 0)]
        events += (ServerRecord(s.name, s.engine, "embedded", "1.0", {}) for s in campaign.servers)
        luck = random.Random(7)
        for run in runs:
            events += _of_run(run, cells[run.cell], SAMPLES // CAMPAIGNS // len(runs) + 1, luck)
        store.write(number, [*events, CampaignFinished(number, Status.DONE, 99_000.0)])
        with store.transaction(write=True) as session:
            _copy(session)


def _of_run(run: RunRecord, cell: Cell, samples: int, luck: random.Random) -> Iterator[Event]:
    began = at = 1000.0 + 10 * run.position
    ratio = _COST if cell.protection.encrypts_values else 1.0
    yield RunStarted(
        run.id, cell.server, cell.engine, cell.protection.name, cell.size, run.repetition,
        run.warmup, at,
    )  # fmt: skip
    for name, base in _SECONDS.items():
        seconds = base * ratio * math.exp(luck.gauss(0, _NOISE))
        yield _operation(run.id, name, seconds, at, luck)
        at += seconds
    for tick in range(samples):
        yield Sampled(_sample(run.id, began + tick * (at - began) / samples, luck))
    yield RunFinished(run.id, Status.DONE, at)


def _operation(
    run: int, name: str, seconds: float, at: float, luck: random.Random
) -> OperationFinished:
    histogram = HdrHistogram(1, 3_600_000_000_000, 3)
    for _ in range(200):
        histogram.record_value(int(1e9 * seconds / _STATEMENTS * math.exp(luck.gauss(0, 0.3))))
    return OperationFinished(
        run_id=run,
        operation=name,
        seconds=seconds,
        elapsed=seconds * 1.01,
        connect_seconds=0.01,
        commit_seconds=0.02,
        server_seconds=None,
        statements=_STATEMENTS,
        rows=_STATEMENTS,
        p50_us=histogram.get_value_at_percentile(50) / 1000,
        p99_us=histogram.get_value_at_percentile(99) / 1000,
        histogram=histogram.encode(),
        started_at=at,
        finished_at=at + seconds,
    )


def _sample(run: int, at: float, luck: random.Random) -> ProbeSample:
    return ProbeSample(
        at=at,
        run_id=run,
        operation="INSERT",
        server_cpu=50 + luck.random(),
        worker_cpu=5.0,
        machine_cpu=60.0,
        sampler_cpu=0.4,
        server_memory=100 + luck.random(),
        worker_memory=40.0,
        machine_memory=900.0,
        server_read=0.0,
        server_written=4096.0,
        statements=17,
        progress=0.5,
        p50_us=1.0,
        p99_us=2.0,
    )


def _copy(session: Session) -> None:
    """Every row of the first campaign again for each other one, with numbers of its own."""
    counts = {
        each.name: session.scalar(select(func.max(each.table.c[each.number_column]))) or 0
        for each in archived_tables()
        if each.number_column
    }
    for copy in range(1, CAMPAIGNS):
        for each in archived_tables():
            columns = [_copied(each, column, copy, counts) for column in each.table.columns]
            first = select(*columns)
            keys = [k for k, v in each.references.items() if v == CampaignRow.__tablename__]
            if each.table.name == CampaignRow.__tablename__:
                first = first.where(each.table.c.id == 1)
            elif keys:
                first = first.where(each.table.c[keys[0]] == 1)
            else:
                key, above = next(iter(each.references.items()))
                first = first.where(each.table.c[key] <= counts[above])
            session.execute(insert(each.table).from_select(each.columns, first))


def _copied(
    each: ArchivedTable, column: Column[Any], copy: int, counts: dict[str, int]
) -> ColumnElement[Any]:
    if column.name == each.number_column:
        return column + copy * counts[each.name]
    if column.name in each.references:
        return column + copy * counts[each.references[column.name]]
    if each.name == CampaignRow.__tablename__ and column.name == "name":
        return literal(f"campaign {copy + 1} of {CAMPAIGNS}")
    return column
