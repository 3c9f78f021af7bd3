"""The events of a campaign, as a closed union of frozen classes.

The worker sends some, the runner the others; the results store, the command line and the window
take them apart in one `match` each. What is said in the words of drivers and servers goes into them
without the secrets that the process knows, and so on to store, terminal and window.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from app.plan.cell_key import CellKey
from app.plan.matrix import Cell
from app.plan.status import Status
from app.results.records import OperationFinished as OperationFinished  # noqa: PLC0414 an event
from app.results.records import RunRecord, ServerRecord
from app.results.traces import EvidenceFinding, ProbeSample
from engines.contract.message import NOTHING, Message, phrase
from workloads.contract import SECONDS, Case, Measure


@dataclass(frozen=True)
class CampaignStarted:
    """The matrix is known; `total` runs, of which `done` were finished by an earlier session."""

    campaign_id: int
    name: str
    total: int
    done: int


@dataclass(frozen=True)
class ServerLost:
    """A server could not be had, and why. Its runs fail; one that is `optional` has none."""

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
        """`message` in English."""
        return str(self.message)


def lost_server(message: Message) -> tuple[str, Message] | None:
    """The server that a line of the log says could not be had, and why."""
    why = message.values.get("why")
    if message.values.keys() != {"server", "why"} or not isinstance(why, Message):
        return None
    return str(message.values["server"]), why


@dataclass(frozen=True)
class RunStarted:
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
    """Where it runs: see `app.results.run_cores`; empty where nobody has noted it."""
    case_name: str = ""
    workload: str = "hospital"
    """The only workload when events did not name it."""
    compared: tuple[str, ...] = ()
    """The protections that take turns in its lockstep, its own among them; none where it is
    measured whole."""

    @classmethod
    def of(cls, run: RunRecord, at: float, compared: tuple[str, ...] = ()) -> RunStarted:
        """What was reported of a run that a store has."""
        return cls(
            run.id, run.server, run.engine, run.protection, run.size, run.repetition, run.warmup,
            at, run.placement or {}, run.case_name, run.workload, compared,
        )  # fmt: skip

    @property
    def leads(self) -> bool:
        """Whether it is told of for all that it takes turns with."""
        return not self.compared or self.protection == self.compared[0]

    @property
    def case(self) -> Case:
        return Case(self.size, self.case_name)

    @property
    def key(self) -> CellKey:
        return CellKey(self.server, self.protection, self.case)


@dataclass(frozen=True)
class OperationStarted:
    """A worker begins one operation of a run; it will take `statements` statements."""

    run_id: int
    operation: str
    statements: int
    at: float


@dataclass(frozen=True)
class Sampled:
    """A probe sample was taken."""

    sample: ProbeSample


@dataclass(frozen=True)
class RunFinished:
    """A run is over; `why` where it is not done, or where it `stalled`: such a run is done, is
    kept, and does not count."""

    run_id: int
    status: Status
    at: float
    why: Message = NOTHING
    stalled: bool = False
    loading_s: float | None = None
    """Seconds that it took to fill the database before anything was timed; None where the run found
    it filled, or needs nothing in it."""
    indexing_s: float | None = None
    """What making the indexes took after that, and the server's look at the table."""
    rows_digest: str | None = None
    """What tells the rows that it filled the database with from others; None where its workload
    keeps no such thing."""
    loading_keys: Mapping[str, float] | None = None
    """What loading asked of a key service, by the names of measures, and the rows, as `statements`;
    None without a key service."""
    broken_off: bool = False
    """Whether it ended because one that it took turns with did, which tells why."""
    by_key_service: bool = False
    """Whether the key service of its protection failed: those that it took turns with go on."""

    @classmethod
    def of(cls, run: RunRecord, at: float) -> RunFinished:
        """What was reported of a run that a store has."""
        filled = run.loading_s, run.indexing_s, run.rows_digest, run.loading_keys
        return cls(run.id, run.status, at, run.why, run.stalled, *filled)

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", self.why.without_secrets())

    @property
    def reason(self) -> str:
        return str(self.why)


@dataclass(frozen=True)
class RunRepeated:
    """A run that stood still, or one of the same block, is to be done again: as run `run_id`, at
    `position` in the order."""

    run_id: int
    position: int
    of: int


@dataclass(frozen=True)
class RunsAdded:
    """More runs of cells that there are, none of them begun: repetitions beyond those planned."""

    runs: tuple[RunRecord, ...]


@dataclass(frozen=True)
class RunsDropped:
    """Planned runs that are not needed any more, as intervals are narrow enough without them."""

    runs: tuple[RunRecord, ...]


@dataclass(frozen=True)
class CellMeasured:
    """How a cell stands between two runs, and why where it is not done.

    `figures` are means over the runs that count so far: seconds of all operations together, or of
    another measure one for each operation, in its unit. It is reported, and stored nowhere.
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

    @property
    def case(self) -> Case:
        return Case(self.size, self.case_name)

    @property
    def key(self) -> CellKey:
        return CellKey(self.server, self.protection, self.case)


@dataclass(frozen=True)
class Progressed:
    """Where the campaign stands; `remaining` seconds are estimated, None until there is a basis.

    `widest` is the half-width of the interval that is farthest from being narrow enough, in points,
    and `target` the one at which it would be; None while there is none.
    """

    finished: int
    total: int
    remaining: float | None
    paused: bool = False
    widest: float | None = None
    target: float | None = None


@dataclass(frozen=True)
class Activity:
    """What is being done while nothing is timed: `done` of `total`, both 0 where that is not
    counted. It is told, and kept nowhere."""

    message: Message
    done: int = 0
    total: int = 0


@dataclass(frozen=True)
class DryRunFinished:
    """The operations of a campaign were tried, none was measured; its cells, with what of each
    cannot be done. `faults` are the indices of those of which a server refused something."""

    cells: tuple[Cell, ...]
    faults: frozenset[int] = frozenset()
    cancelled: bool = False
    """Whether it was ended before all were tried."""


class Note(StrEnum):
    """What a line of the log is about, as far as anything but the log asks for it."""

    REMARK = "remark"
    AWAITING = "awaiting"
    """A server that has gone is waited for, or started again."""
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
    """A marker is about to be planted under one protection; `done` of `total` are over."""

    server: str
    title: Message
    """Display title of the protection."""
    done: int
    total: int
    at: float


@dataclass(frozen=True)
class EvidenceProgressed:
    """How far the search has come: bytes passed, of all."""

    done: int
    total: int


@dataclass(frozen=True)
class EvidenceGathered:
    """All that was seen under one protection of one server; it replaces what was seen before."""

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
    """Why no more blocks were added; empty where nobody asked for more or fewer."""


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
