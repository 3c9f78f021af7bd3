"""What the store hands out: frozen records, free of the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.campaign.matrix import Cell
from app.campaign.plan import Campaign
from app.campaign.status import Status


@dataclass(frozen=True)
class StoredRun:
    """A run; `cell` is an index into the campaign's cells, `position` its place in the order."""

    id: int
    cell: int
    repetition: int
    warmup: bool
    status: Status
    position: int


@dataclass(frozen=True)
class StoredCampaign:
    """A campaign as it was planned, and where its runs stand. Runs are in their order."""

    id: int
    campaign: Campaign
    cells: list[Cell]
    runs: list[StoredRun]


@dataclass(frozen=True)
class CampaignSummary:
    """One line of the list of campaigns. Warm-ups count among the runs."""

    id: int
    name: str
    status: Status
    created_at: float
    finished_at: float | None
    runs_total: int
    runs_done: int
    runs_failed: int
    servers: tuple[str, ...]


@dataclass(frozen=True)
class CellRecord:
    """A cell and where it stands; `mode` is the mode in use, also where the plan names none."""

    id: int
    position: int
    server: str
    engine: str
    protection: str
    kind: str
    algorithm: str | None
    bits: int | None
    mode: str | None
    workload: str
    profile: str
    size: int
    status: Status
    reason: str


@dataclass(frozen=True)
class RunRecord:
    """A run and the cell it belongs to (`cell` is the cell's index)."""

    id: int
    cell: int
    position: int
    server: str
    engine: str
    protection: str
    size: int
    repetition: int
    warmup: bool
    status: Status
    reason: str
    started_at: float | None
    finished_at: float | None


@dataclass(frozen=True)
class OperationRecord:
    """One operation of a run; `status` is the run's, `cell` and `run` say where it belongs."""

    run: int
    cell: int
    position: int
    server: str
    engine: str
    protection: str
    workload: str
    size: int
    repetition: int
    warmup: bool
    status: Status
    operation: str
    seconds: float
    elapsed: float
    connect_seconds: float
    commit_seconds: float
    server_seconds: float | None
    statements: int
    rows: int
    p50_us: float
    p99_us: float
    cpu_percent: float | None
    memory_mb: float | None
    started_at: float
    finished_at: float

    @property
    def counts(self) -> bool:
        """Whether it may enter a mean: no warm-up, and its run was verified and done."""
        return not self.warmup and self.status is Status.DONE


@dataclass(frozen=True)
class ServerRecord:
    """A server of a campaign; `version` is empty until it has answered."""

    name: str
    engine: str
    source: str
    version: str
    settings: Mapping[str, str]


@dataclass(frozen=True)
class EventRecord:
    """A line of the event log."""

    at: float
    level: str
    message: str
    run: int | None
