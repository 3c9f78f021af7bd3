"""The events of a campaign, as a closed union of frozen classes.

The worker sends some, the runner the others; the store, the command line and the window handle them
in one `match` each. Texts of drivers and servers lose the secrets that this process knows when an
event is made, so that none reaches store, terminal or window. Names of classes and fields are keys
in spools.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from app.plan.cell_key import OfCell
from app.plan.matrix import Cell
from app.plan.status import Status
from app.results.records import EvidenceFinding, ProbeSample, RunRecord, ServerRecord
from app.results.records import OperationFinished as OperationFinished  # noqa: PLC0414 an event
from engines.contract.message import NOTHING, Message, phrase
from workloads.contract import SECONDS, Measure


@dataclass(frozen=True)
class CampaignStarted:
    """The matrix is known; `total` runs, of which `done` were finished by an earlier session."""

    campaign_id: int
    name: str
    total: int
    done: int


@dataclass(frozen=True)
class ServerLost:
    """A server is not available, and why. Its runs fail; an `optional` server is skipped."""

    server: str
    why: Message
    optional: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", self.why.without_secrets())

    @property
    def reason(self) -> str:
        return str(self.why)

    @property
    def message(self) -> Message:
        """The reason and its consequence."""
        if self.optional:
            return phrase("{server}: {why} It is skipped.", server=self.server, why=self.why)
        return phrase("{server}: {why}", server=self.server, why=self.why)

    @property
    def text(self) -> str:
        return str(self.message)


def lost_server(message: Message) -> tuple[str, Message] | None:
    """The server that a line of the log reports as not available, and why; None for other lines."""
    why = message.values.get("why")
    if message.values.keys() != {"server", "why"} or not isinstance(why, Message):
        return None
    return str(message.values["server"]), why


@dataclass(frozen=True)
class RunStarted(OfCell):
    """A worker begins a run. `repetition` counts from 1; a warm-up has its own count."""

    run_id: int
    server: str
    engine: str
    protection: str
    size: int
    repetition: int
    warmup: bool
    at: float
    """Seconds since the epoch."""
    placement: Mapping[str, str] = field(default_factory=dict)
    """The cores that it runs on (`app.results.records`); empty if they were not recorded."""
    case_name: str = ""
    workload: str = "hospital"
    """The default is what events without a name of the workload meant."""
    compared: tuple[str, ...] = ()
    """The protections that take turns in its lockstep, its own included; empty for a run that is
    measured by itself."""

    @classmethod
    def of(cls, run: RunRecord, at: float, compared: tuple[str, ...] = ()) -> RunStarted:
        """The event of a run that is stored."""
        return cls(
            run.id, run.server, run.engine, run.protection, run.size, run.repetition, run.warmup,
            at, run.placement or {}, run.case_name, run.workload, compared,
        )  # fmt: skip

    @property
    def is_first_of_lockstep(self) -> bool:
        """Whether it is the first of the runs that take turns, which is reported for all of
        them."""
        return not self.compared or self.protection == self.compared[0]


@dataclass(frozen=True)
class OperationStarted:
    """A worker begins one operation of a run; it will take `statements` statements."""

    run_id: int
    operation: str
    statements: int
    at: float


@dataclass(frozen=True)
class Sampled:
    sample: ProbeSample


@dataclass(frozen=True)
class RunFinished:
    """A run is over; `why` if it is not done, or if it `stalled` (such a run is done and stored,
    but does not count)."""

    run_id: int
    status: Status
    at: float
    why: Message = NOTHING
    stalled: bool = False
    loading_s: float | None = None
    """Seconds for filling the database before anything was timed; None if it was filled already, or
    the workload needs no data."""
    indexing_s: float | None = None
    """Seconds for creating the indexes after that, and for analysing the table."""
    rows_digest: str | None = None
    """SHA-256 of the rows that it filled the database with; None if its workload has none."""
    loading_keys: Mapping[str, float] | None = None
    """Calls to a key service during loading, by the names of measures, and rows as `statements`;
    None without a key service."""
    broken_off: bool = False
    """Whether it ended because a run that it took turns with ended, whose event says why."""
    by_key_service: bool = False
    """Whether the key service of its protection failed: the runs that it took turns with go on."""

    @classmethod
    def of(cls, run: RunRecord, at: float) -> RunFinished:
        """The event of a run that is stored."""
        filled = run.loading_s, run.indexing_s, run.rows_digest, run.loading_keys
        return cls(run.id, run.status, at, run.why, run.stalled, *filled)

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", self.why.without_secrets())

    @property
    def reason(self) -> str:
        return str(self.why)


@dataclass(frozen=True)
class RunRepeated:
    """Run `of` is to be repeated, since it or another run of its block stalled: as run `run_id`, at
    `position` in the order."""

    run_id: int
    position: int
    of: int


@dataclass(frozen=True)
class RunsAdded:
    """Repetitions beyond those planned were added to cells; none of them has begun."""

    runs: tuple[RunRecord, ...]


@dataclass(frozen=True)
class RunsDropped:
    """Planned runs were removed, since intervals are narrow enough without them."""

    runs: tuple[RunRecord, ...]


@dataclass(frozen=True)
class CellMeasured(OfCell):
    """The status of a cell between two runs, and why if it is not done.

    `figures` are means over the runs that count: the seconds of all operations together, or of
    another measure one value for each operation, in its unit. This event is not stored.
    """

    server: str
    engine: str
    protection: str
    size: int
    status: Status
    why: Message = NOTHING
    case_name: str = ""
    figures: tuple[float, ...] = ()
    measure: Measure = SECONDS

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", self.why.without_secrets())


@dataclass(frozen=True)
class Progressed:
    """The progress of the campaign; `remaining` are estimated seconds, None without a basis.

    `widest` is the half-width (percentage points) of the interval that is farthest from its
    `target`; None without intervals.
    """

    finished: int
    total: int
    remaining: float | None
    paused: bool = False
    widest: float | None = None
    target: float | None = None


@dataclass(frozen=True)
class Activity:
    """What is being done while nothing is timed: `done` of `total`, both 0 if that is not counted.
    This event is not stored."""

    message: Message
    done: int = 0
    total: int = 0


@dataclass(frozen=True)
class DryRunFinished:
    """All operations of a campaign were tried, and none was measured. `cells` have the operations
    that are unsupported; `faults` are the indices of cells of which a server refused something."""

    cells: tuple[Cell, ...]
    faults: frozenset[int] = frozenset()
    cancelled: bool = False
    """Whether it was ended before all were tried."""


class Note(StrEnum):
    """The subject of a line of the log, where other parts of the program need it."""

    REMARK = "remark"
    AWAITING = "awaiting"
    """A server that was lost is waited for, or started again."""
    POWERFUL_LOGIN = "powerful-login"
    """The login at an address may do more than its databases need."""


@dataclass(frozen=True)
class Noted:
    """Something worth a line in the event log. `level` is info, warning or error."""

    message: Message
    level: str = "info"
    at: float = 0.0
    run_id: int | None = None
    about: Note = Note.REMARK

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", self.message.without_secrets())

    @property
    def text(self) -> str:
        return str(self.message)


@dataclass(frozen=True)
class EvidenceStarted:
    """The search for evidence begins under one protection; `done` of `total` are over."""

    server: str
    title: Message
    """Display title of the protection."""
    done: int
    total: int
    at: float


@dataclass(frozen=True)
class EvidenceProgressed:
    """Bytes that the search has read, of all."""

    done: int
    total: int


@dataclass(frozen=True)
class EvidenceGathered:
    """All findings under one protection of one server; they replace earlier ones."""

    server: str
    protection: str
    traces: tuple[EvidenceFinding, ...]
    at: float

    def __post_init__(self) -> None:
        reported = (replace(each, message=each.message.without_secrets()) for each in self.traces)
        object.__setattr__(self, "traces", tuple(reported))


@dataclass(frozen=True)
class CampaignFinished:
    """All runs are over, or the campaign was cancelled or interrupted."""

    campaign_id: int
    status: Status
    at: float
    failed: int = 0
    ended_by: Message = NOTHING
    """Why no more blocks were added; empty if their number was fixed."""


type Event = (
    CampaignStarted
    | ServerRecord
    | ServerLost
    | RunStarted
    | OperationStarted
    | OperationFinished
    | Sampled
    | RunFinished
    | RunRepeated
    | RunsAdded
    | RunsDropped
    | CellMeasured
    | Progressed
    | Activity
    | DryRunFinished
    | Noted
    | EvidenceStarted
    | EvidenceProgressed
    | EvidenceGathered
    | CampaignFinished
)
