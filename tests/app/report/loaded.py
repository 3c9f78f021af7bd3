"""A stored campaign of web users whose latencies are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.matrix import Cell, cells_of, schedule
from app.plan.status import Status
from app.results.events import CampaignFinished, Event, OperationFinished, RunFinished, Sampled
from app.results.records import RunRecord
from app.results.store.store import Store
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.results.making import operation_finished, sampled, started, write_all
from workloads.web_users.parameters import LoadKind, Path, WebUsersParameters

GCM = Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")
REQUESTS = 1000
LATE, DROPPED = 17, 3
"""Of every run with a protection."""

PARAMETERS = WebUsersParameters(
    loads=(LoadKind.CONCURRENT,), paths=(Path.DIRECT, Path.API), read_rate=(100,), seconds=10
)


def loaded_campaign(
    name: str = "loaded", repetitions: int = 4, workload: WebUsersParameters = PARAMETERS
) -> Campaign:
    """Plaintext and AES-256-GCM on one server, by the driver and through the API where no other
    `workload` is given."""
    return Campaign(
        name=name,
        servers=(ServerSpec("pg", Source.EMBEDDED, "postgresql"),),
        protections=(PlannedProtection(PLAINTEXT), PlannedProtection(GCM)),
        workload=workload,
        repetitions=repetitions,
        warmups=0,
    )


def latency_ms(cell: Cell, operation: str, repetition: int) -> float:
    """The mean of a run: writes take three times as long, AES-256-GCM half as long again."""
    encrypted = 1.5 if cell.protection == GCM else 1.0
    return (3 if operation == "ADD" else 1) * encrypted * (2 + repetition / 100)


def store_loaded(
    store: Store,
    name: str = "loaded",
    *,
    limited: bool = False,
    trouble: bool = True,
    scale: float = 1.0,
    workload: WebUsersParameters = PARAMETERS,
    hosts: Sequence[str] = (),
    limiting: str = "",
    dropping: str = "",
    retried: int = 0,
) -> int:
    """Store it with all its runs done; gives its number. Runs with AES-256-GCM have late and
    dropped requests if there is `trouble`, and their generator was the limit if `limited`; all
    latencies are multiplied by `scale`. With `hosts` each sent as much, the n-th n times as
    slowly; the generator of `limiting` was the limit in the first repetition. Cases with
    `dropping` in their name have dropped half of their requests. Of each run so many were
    `retried`."""
    campaign = loaded_campaign(name, workload=workload)
    cells = cells_of(campaign, {}, ["pg"])
    number = store.create_campaign(campaign, cells, schedule(campaign, cells))
    events: list[Event] = []
    for run in store.load(number).runs:
        cell = cells[run.cell]
        encrypted = cell.protection == GCM
        events.append(started(run))
        for operation in ("GET", "ADD"):
            mean = scale * latency_ms(cell, operation, run.repetition)
            done = _finished(
                run, operation, mean, cell.case.size, bad=encrypted and trouble, limited=limited
            )
            if dropping and dropping in cell.case.name:
                done = replace(done, measures={**(done.measures or {}), "dropped": REQUESTS / 2})
            if retried:
                done = replace(done, measures={**(done.measures or {}), "retried": retried})
            if hosts:
                done = _by_hosts(done, mean, hosts, limiting if run.repetition == 1 else "")
            events += [_sample(run, operation, at, mean) for at in range(10)]
            events.append(done)
        events.append(RunFinished(run.id, Status.DONE, 1001.0))
    write_all(store, number, [*events, CampaignFinished(number, Status.DONE, 2000.0)])
    return number


def _finished(
    run: RunRecord, operation: str, mean: float, rate: int, *, bad: bool, limited: bool
) -> OperationFinished:
    spread = [round(1e6 * mean * share / 10) for share in range(5, 16)]
    at = 1010.0 if operation == "ADD" else 1000.0
    done = operation_finished(run.id, operation, at=at, latencies=spread)
    measures = {
        "latency_mean_ms": mean,
        "latency_min_ms": mean / 2,
        "latency_p50_ms": mean,
        "latency_p95_ms": 2 * mean,
        "latency_p99_ms": 4 * mean,
        "latency_p999_ms": 5 * mean,
        "latency_max_ms": 6 * mean,
        "rate_per_s": 0.995 * rate,
        "arrived": REQUESTS,
        "completed": REQUESTS - DROPPED * bad,
        "late": LATE * bad,
        "dropped": DROPPED * bad,
        "generator_limited": float(limited and bad),
    }
    api = 0.5 if bad else 0.0625
    return replace(done, measures=measures, server_cpu_s=0.25, worker_cpu_s=0.125, api_cpu_s=api)


def _by_hosts(
    done: OperationFinished, mean: float, names: Sequence[str], limiting: str
) -> OperationFinished:
    report = {
        name: {
            "arrived": REQUESTS / len(names),
            "completed": REQUESTS / len(names),
            "late": 0.0,
            "dropped": 0.0,
            "seconds": 10.0,
            "cpu_s": 1.0,
            "start_ms": 0.5 * number,
            "woken_ms": 0.1,
            "round_trip_ms": 1.0,
            "generator_limited": float(name == limiting),
            "latency_p50_ms": number * mean,
            "latency_p99_ms": number * 4 * mean,
        }
        for number, name in enumerate(names, 1)
    }
    whole = {"start_spread_ms": 0.5 * (len(names) - 1)}
    if limiting:
        whole["generator_limited"] = 1.0
    return replace(done, measures={**(done.measures or {}), **whole}, hosts=report)


def _sample(run: RunRecord, operation: str, at: int, mean: float) -> Sampled:
    made = sampled(run.id, 1000.0 + at)
    sample = replace(made.sample, operation=operation, p50_us=1000 * mean, p99_us=4000 * mean)
    return replace(made, sample=replace(sample, waiting=at, dropped=0))
