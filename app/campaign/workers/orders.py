"""What a run's worker is ordered, and what it tells its supervision alone."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.machine.cores import Cores
from app.campaign.turns.baton import Side
from app.processes.own_database import WorkOrder
from app.results.events import OperationFinished
from workloads.load import ONE_HOST


@dataclass(frozen=True, kw_only=True)
class RunOrder(WorkOrder):
    """One run, on `cores` (None: wherever it is put), at a server on `server_cores`."""

    run_id: int
    cores: Cores | None = None
    server_cores: Cores | None = None
    side: Side | None = None
    """Its end of the baton, where it takes turns with others."""
    refused: frozenset[str] = frozenset()
    """Operations that are not done, as its protection cannot do them."""
    native: bool = True
    """Whether the native loop may time its statements."""
    host: tuple[int, int] = ONE_HOST
    """The how manieth of the hosts this one is that send its requests, from 0."""


@dataclass(frozen=True)
class SatOut:
    """An operation of others is over that this side did not take part in. For the supervision
    alone, which counts what all have told."""


@dataclass(frozen=True)
class RequestFigures:
    """Figures of one kind of requests of a load that is over. For the supervision, which has seen
    the load end already."""

    finished: OperationFinished


@dataclass(frozen=True)
class Followed:
    """Points of a change that is under way, packed. For the supervision alone, which puts them
    into its next sample."""

    points: bytes


@dataclass(frozen=True)
class Staged:
    """A process stands between worker and server from now on. For the supervision alone, which
    watches it by itself."""

    pid: int


@dataclass(frozen=True)
class ColdWanted:
    """The server is to hold nothing in memory now; answered by the endpoint that it has then, or
    by a CipherbenchError."""
