"""The order to a run's worker, and messages to its supervision that are no stored events."""

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
    """(Index from 0, number of hosts) among those that send the run's requests."""


@dataclass(frozen=True)
class OperationSkipped:
    """This side had no part in an operation; lockstep counts it as started and finished."""


@dataclass(frozen=True)
class RequestFigures:
    """Figures of one kind of requests of a load that is over. For the supervision, which has seen
    the load end already."""

    finished: OperationFinished


@dataclass(frozen=True)
class ChangeProgress:
    """Points of the progress curves of an encryption change (workloads.contract.Point, wall-clock
    `at`), packed; the supervision puts them into its next sample."""

    points: bytes


@dataclass(frozen=True)
class ApiStarted:
    """The API process between worker and database has started; the supervision samples its CPU and
    memory."""

    pid: int


@dataclass(frozen=True)
class ColdCacheWanted:
    """Restart the server with empty caches; the answer is its new Endpoint, or a
    CipherbenchError."""
