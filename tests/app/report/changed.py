"""A stored campaign that switched encryption on, whose figures and course are known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from app.plan.campaign import Campaign, PlannedProtection
from app.plan.matrix import Cell, cells_of, schedule
from app.plan.status import Status
from app.results.change_progress import pack_points
from app.results.events import CampaignFinished, Event, RunFinished, Sampled
from app.results.records import RunRecord
from app.results.store.store import Store
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.contract.transition import BackupKind
from engines.servers.server import ServerSpec
from tests.app.results.making import operation_finished, sampled, started, write_all
from workloads.change.ways import Way
from workloads.change.workload import ChangeParameters
from workloads.contract import Series, SeriesPoint
from workloads.registry import workload_named

AES = Protection("aes-256", ProtectionKind.NATIVE, "aes", 256, "cbc")
ROWS = (10_000, 20_000, 40_000)
WAYS = (Way.UPDATE, Way.BATCHES, Way.NEW_TABLE)
LOST = 7
"""Updates that a new table loses in each run."""
LOG_OF_ROW = 500.0


def seconds_of(way: str, size: int, repetition: int, *, encrypted: bool) -> float:
    """Linear in rows; encryption takes three times as long, batches twice as long."""
    factor = (2.0 if way == Way.BATCHES else 1.0) * (3.0 if encrypted else 1.0)
    return factor * size / 10_000 * (1 + 0.01 * (repetition % 3))


def waits_ms(way: str, seconds: float, protection: Protection) -> tuple[float, float]:
    """Of a read and of an update: one UPDATE blocks updates for as long as it takes, and batches
    that the application encrypts for longer than any UPDATE of the server's."""
    if protection.kind is ProtectionKind.CLIENT:
        return 4.0, 60_000.0
    return 4.0, 20.0 if way == Way.BATCHES else 1000 * seconds


def store_changed(
    store: Store,
    rows: tuple[int, ...] = ROWS,
    ways: tuple[Way, ...] = WAYS,
    rate: int = 40,
    protections: tuple[Protection, ...] = (AES,),
    *,
    back_up: bool = False,
    back_up_files: bool = False,
    dumped: bool = False,
) -> int:
    """Store it with all its runs done, where the application encrypts those of batches; gives its
    number. What is `dumped` is plain text in the backup, as of an encrypted table."""
    campaign = Campaign(
        name="changed",
        servers=(ServerSpec("pg", Source.EMBEDDED, "postgresql"),),
        protections=tuple(map(PlannedProtection, (PLAINTEXT, *protections))),
        workload=ChangeParameters(
            rows=rows, ways=ways, rates=(rate,), back_up=back_up, back_up_files=back_up_files
        ),
        repetitions=4,
        warmups=0,
    )
    cells = cells_of(campaign, {}, ["pg"])
    number = store.create_campaign(campaign, cells, schedule(campaign, cells))
    events: list[Event] = []
    for run in store.load(number).runs:
        cell = cells[run.cell]
        if cell.protection.kind is not ProtectionKind.CLIENT or Way.BATCHES in cell.case.name:
            events += _run(run, cell, campaign, dumped=dumped)
    write_all(store, number, [*events, CampaignFinished(number, Status.DONE, 2000.0)])
    return number


def _run(run: RunRecord, cell: Cell, campaign: Campaign, *, dumped: bool) -> Iterator[Event]:
    parameters = campaign.workload
    work = workload_named("change")
    operation, *afterwards = work.operations(parameters, cell.case, cell.protection)
    way = next(each for each in WAYS if each in cell.case.name)
    size = cell.case.size
    seconds = seconds_of(way, size, run.repetition, encrypted=cell.protection != PLAINTEXT)
    read, update = waits_ms(way, seconds, cell.protection)
    yield started(run)
    yield _sample(run, operation, seconds, size, update)
    measures = {
        "change_seconds": seconds,
        "rows_per_s": size / seconds,
        "read_longest_ms": read,
        "update_longest_ms": update,
        "updates_lost": float(LOST if way == Way.NEW_TABLE else 0),
        "requests_failed": 0.0,
        "log_written": LOG_OF_ROW * size,
        "stored": 100.0 * size,
    }
    if "/s" not in cell.case.name:
        measures = {
            name: value
            for name, value in measures.items()
            if not name.startswith(("read_", "update"))
        }
    done = operation_finished(run.id, operation, seconds, 1000.0)
    yield replace(done, measures={**measures, **_readable(size, cell.protection, 0)})
    for number, each in enumerate(afterwards, 1):
        cleaned = operation_finished(run.id, each, 0.2, 1000.5)
        later = _backed_up(size, PLAINTEXT if dumped else cell.protection).get(each)
        yield replace(cleaned, measures=later or _readable(size, cell.protection, number))
    yield RunFinished(run.id, Status.DONE, 1001.0)


def readable_of(size: int, protection: Protection, step: int) -> int:
    """Rows whose names are in data files after the change, cleaned up, and written anew."""
    return size if protection == PLAINTEXT else (size, size - 100, size - 100, 0)[step]


def _backed_up(size: int, protection: Protection) -> dict[str, dict[str, float]]:
    """By operation: ciphertext is four times as large, and gzip makes half of it instead of a
    quarter."""
    encrypted = protection != PLAINTEXT
    written = 100.0 * size * (4 if encrypted else 1)
    return {
        BackupKind.DATABASE.back_up: {
            "backup_seconds": 0.2,
            "backup_bytes": written,
            "backup_gzip_bytes": written / (2 if encrypted else 4),
            "readable_backup": 0.0 if encrypted else float(size),
        },
        BackupKind.DATABASE.restore: {"restore_seconds": 0.5},
        BackupKind.FILES.back_up: {
            "backup_seconds": 0.1,
            "backup_bytes": 3 * written,
            "backup_gzip_bytes": written,
            "readable_backup": float(size),
        },
        BackupKind.FILES.restore: {"restore_seconds": 1.5},
    }


def _readable(size: int, protection: Protection, step: int) -> dict[str, float]:
    """All names are in the log."""
    data = readable_of(size, protection, step)
    return {"readable_data": float(data), "readable_logs": float(size), "readable": float(size)}


def _sample(run: RunRecord, operation: str, seconds: float, size: int, update: float) -> Sampled:
    """With the course of the change: one read and one update before it, and two during it."""
    at = 1000.5
    points = [
        SeriesPoint(Series.READS, at - 0.25, 0.001),
        SeriesPoint(Series.ROWS, at, 0.0),
        SeriesPoint(Series.LOG, at, 0.0),
        SeriesPoint(Series.READS, at + seconds / 4, 0.004),
        SeriesPoint(Series.UPDATES, at + seconds / 2, update / 1000),
        SeriesPoint(Series.ROWS, at + seconds, float(size)),
        SeriesPoint(Series.LOG, at + seconds, LOG_OF_ROW * size),
    ]
    made = sampled(run.id, 1000.75)
    return replace(
        made, sample=replace(made.sample, operation=operation, points=pack_points(points))
    )
