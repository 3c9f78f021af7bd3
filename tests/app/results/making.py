"""Small campaigns and the events of their runs, for the tests of the results store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from hdrh.histogram import HdrHistogram

from app.plan.campaign import Campaign, Order, PlannedProtection
from app.plan.matrix import Cell, PlannedRun, schedule
from app.plan.status import Status
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    OperationFinished,
    RunFinished,
    RunStarted,
    Sampled,
)
from app.results.records import ProbeSample, RunRecord
from app.results.store.store import Store
from engines.contract.endpoint import Source
from engines.contract.message import NOTHING, Message, Number, phrase
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from workloads.contract import Profile
from workloads.hospital.workload import HospitalParameters
from workloads.registry import workload_named

_KINDS: Sequence[type[Event]] = (
    CampaignStarted,
    RunStarted,
    Sampled,
    OperationFinished,
    RunFinished,
    CampaignFinished,
)
OPERATIONS = ("INSERT", "SELECT", "UPDATE", "DELETE")
CBC = Protection("aes-128-cbc", ProtectionKind.NATIVE, "aes", 128, "cbc")
ECB = Protection("aes-128-ecb", ProtectionKind.NATIVE, "aes", 128, "ecb")

WHY = phrase(
    "{server} was away for {seconds}: {why}.",
    server="pg {0}",
    seconds=Number(1234.5, 1, "s"),
    why=phrase("no room on {disk}", disk="ü"),
)
"""A message with a message, a number and braces in it."""


def pending_run(number: int, run: PlannedRun, cell: Cell) -> RunRecord:
    """As a store has it before anything was run."""
    return RunRecord(
        number, run.cell, number, cell.server, cell.engine, cell.protection.name, cell.size,
        run.repetition, run.warmup, Status.PENDING, NOTHING, None, None,
    )  # fmt: skip


def make_campaign(
    name: str = "small",
    *,
    sizes: tuple[int, ...] = (10,),
    servers: tuple[tuple[str, str], ...] = (("pg", "postgresql"),),
    protections: tuple[Protection, ...] = (PLAINTEXT, CBC),
    repetitions: int = 3,
    warmups: int = 1,
    profile: Profile = Profile.STUDY,
    order: Order = Order.ABBA,
) -> Campaign:
    """A campaign; `servers` are (name, engine). Imagined runs have no turns, so that they are
    whole ones where nothing else is said."""
    return quick_campaign(
        name=name,
        servers=tuple(ServerSpec(each, Source.EMBEDDED, engine) for each, engine in servers),
        protections=tuple(PlannedProtection(each) for each in protections),
        workload=HospitalParameters(sizes=sizes, profile=profile),
        repetitions=repetitions,
        warmups=warmups,
        order=order,
    )


def make_cells(
    campaign: Campaign, unsupported: Mapping[tuple[str, str], str] | None = None
) -> list[Cell]:
    """The whole matrix; `unsupported` maps (server, protection) to the reason."""
    reasons = unsupported or {}
    return [
        Cell(
            spec.name,
            spec.engine,
            planned.protection,
            case.size,
            Message(reasons.get((spec.name, planned.protection.name), "")),
            case.name,
        )
        for spec in campaign.servers
        for case in workload_named(campaign.workload.name).cases(campaign.workload)
        for planned in campaign.protections
        if planned.meant_for(spec.name)
    ]


def store_campaign(
    store: Store,
    campaign: Campaign,
    unsupported: Mapping[tuple[str, str], str] | None = None,
) -> int:
    """Create a campaign in `store` with the runs that the scheduler gives it."""
    cells = make_cells(campaign, unsupported)
    return store.create_campaign(campaign, cells, schedule(campaign, cells))


def planned_runs(campaign: Campaign) -> list[PlannedRun]:
    """The runs of a campaign whose cells can all be done."""
    return schedule(campaign, make_cells(campaign))


def started(run: RunRecord, at: float = 1000.0) -> RunStarted:
    """A run begins."""
    return RunStarted(run.id, "pg", "postgresql", "?", 10, run.repetition, run.warmup, at)


def operation_finished(
    run_id: int,
    operation: str,
    seconds: float = 1.0,
    at: float = 1000.0,
    latencies: Sequence[int] = (1000,),
) -> OperationFinished:
    """An operation of `seconds` that began at `at`; `latencies` (ns) fill its histogram."""
    return OperationFinished(
        run_id=run_id,
        operation=operation,
        seconds=seconds,
        elapsed=seconds * 1.25,
        connect_seconds=0.01,
        commit_seconds=0.02,
        server_seconds=None,
        statements=90,
        rows=10,
        p50_us=1.0,
        p99_us=2.0,
        histogram=_encoded(tuple(latencies)),
        started_at=at,
        finished_at=at + seconds,
    )


@cache
def _encoded(latencies: tuple[int, ...]) -> bytes:
    histogram = HdrHistogram(1, 3_600_000_000_000, 3)
    for latency in latencies:
        histogram.record_value(latency)
    encoded: bytes = histogram.encode()
    return encoded


def sampled(
    run_id: int | None, at: float, cpu: float | None = 50.0, memory: float | None = 100.0
) -> Sampled:
    """A probe sample of a server that uses `cpu` percent and `memory` MB."""
    return Sampled(
        ProbeSample(
            at=at,
            run_id=run_id,
            operation="INSERT",
            server_cpu=cpu,
            worker_cpu=5.0,
            machine_cpu=60.0,
            sampler_cpu=0.4,
            server_memory=memory,
            worker_memory=40.0,
            machine_memory=900.0,
            server_read=None,
            server_written=4096.0,
            statements=17,
            progress=0.5,
            p50_us=1.0,
            p99_us=None,
        )
    )


def whole_run(run: RunRecord, seconds: Mapping[str, float], at: float = 1000.0) -> list[Event]:
    """The events of a run that is done, one operation after another."""
    events: list[Event] = [started(run, at)]
    for operation, each in seconds.items():
        events.append(operation_finished(run.id, operation, each, at))
        at += each
    return [*events, RunFinished(run.id, Status.DONE, at)]


def write_all(store: Store, campaign_id: int, events: Sequence[Event]) -> None:
    """Write whole runs of a campaign that is over, all of one kind together: what the store has in
    the end is the same as when each is told in its turn, and is there in half the time."""
    store.write(campaign_id, sorted(events, key=lambda event: _KINDS.index(type(event))))


def half_run(run: RunRecord, seconds: float = 1.0) -> list[Event]:
    """The events of a run that has finished one operation and not more."""
    finished = operation_finished(run.id, "INSERT", seconds)
    return [started(run), finished, sampled(run.id, 1000.5)]


def run_of(
    store: Store, campaign_id: int, cell: int, repetition: int, *, warmup: bool = False
) -> RunRecord:
    """One run of a stored campaign."""
    wanted = (cell, repetition, warmup)
    runs = store.load(campaign_id).runs
    return next(run for run in runs if (run.cell, run.repetition, run.warmup) == wanted)
