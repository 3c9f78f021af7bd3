"""The records that the store returns: frozen classes that need no database. Fields of `RunRecord`,
`SessionRecord`, `ServerRecord`, `OperationFinished`, `ProbeSample` and `EvidenceFinding` are
keys in spools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from operator import attrgetter
from typing import Protocol

from app.plan.campaign import Campaign, is_control
from app.plan.cell_key import CellKey, GroupKey, OfCell
from app.plan.matrix import Cell, Unworkable, with_judgements
from app.plan.requirements import NO_REQUIREMENTS, Requirements, requirements_table
from app.plan.status import DONE_WITH_FAILURES, INTERRUPTED, Status
from engines.contract.data_place import place_text
from engines.contract.endpoint import Source
from engines.contract.key_source import KeySource
from engines.contract.message import Message
from engines.contract.protection import Protection, ProtectionKind
from engines.registry import engine_names, facts_of
from workloads.contract import Refusal

# Whether a run may count in figures: one rule for runs in memory and for queries of the store.
# (`run_counting` chooses among several runs of one repetition.)


class EndedRun(Protocol):
    @property
    def status(self) -> Status: ...

    @property
    def warmup(self) -> bool: ...

    @property
    def stalled(self) -> bool: ...


MEASURED: Mapping[str, object] = {"status": Status.DONE, "stalled": False}
"""The fields of a run that has measured its operations, as conditions for queries too."""

_as_it_ended, _AS_MEASURED = attrgetter(*MEASURED), tuple(MEASURED.values())


def is_countable(run: EndedRun) -> bool:
    """Whether a run counts, unless another one replaces it (`app.results.run_counting`)."""
    return not run.warmup and has_measured(run)


def has_measured(run: EndedRun) -> bool:
    """Whether it is done and did not stall."""
    return _as_it_ended(run) == _AS_MEASURED


class SearchSubject(StrEnum):
    """What was searched for: the marker (a random text stored in a protected column), the key that
    encrypts it, or the key of a single row, after key and row were deleted."""

    MARKER = "marker"
    KEY = "key"
    DELETED = "deleted-key"


class SearchArea(StrEnum):
    """Where it was searched: in files, in the memory of the server's processes, in packets of its
    connections, or by a login to the database."""

    FILES = "files"
    MEMORY = "memory"
    NETWORK = "network"
    LOGIN = "login"


@dataclass(frozen=True)
class FindingLocation:
    """Where something was found. `file` is relative to the data directory; `context` are the bytes
    found and 16 before and after, in hex, from `context_offset` on; it is empty for a key."""

    file: str
    offset: int
    form: str
    part: str
    context: str
    context_offset: int


@dataclass(frozen=True)
class EvidenceFinding:
    """What a search found in one place under one protection of one server.

    `place` is the code of the place. `found` is None if it cannot be known; `message` is why, or
    what was found. `count` is how often, and `spots` are the first of these. `files` and `size`
    (bytes) were read; each direction of a connection counts as a file. `opened` says that the
    place was searched through a mounted encrypted file system: on the disk itself it is encrypted.
    """

    server: str
    protection: str
    ground: SearchArea
    subject: SearchSubject
    place: str
    found: bool | None
    message: Message
    count: int = 0
    files: int = 0
    size: int = 0
    opened: bool = False
    spots: tuple[FindingLocation, ...] = ()

    @property
    def where(self) -> Message:
        """The place in words."""
        return place_text(self.place)

    @property
    def detail(self) -> str:
        return str(self.message)


@dataclass(frozen=True)
class ProbeSample:
    """One reading of server, worker and machine, several times a second; None if not available.

    CPU is in percent of one core since the previous reading, memory in MB (10⁶ bytes), I/O in bytes
    since the previous reading. `server_memory` is proportional (PSS) if the system has it, so that
    shared buffers are not counted once per process. `statements` were finished since the previous
    reading; `p50_us` and `p99_us` are of their latencies. An API may run between worker and server.
    """

    at: float
    run_id: int | None
    operation: str | None
    server_cpu: float | None
    worker_cpu: float | None
    machine_cpu: float
    sampler_cpu: float
    server_memory: float | None
    worker_memory: float | None
    machine_memory: float
    server_read: float | None
    server_written: float | None
    statements: int
    progress: float
    p50_us: float | None
    p99_us: float | None
    api_cpu: float | None = None
    api_memory: float | None = None
    waiting: int | None = None
    """Requests of a load that waited for a lane (a process that sends requests); None without a
    load."""
    dropped: int | None = None
    """Requests that found the queue full since the previous reading."""
    points: bytes | None = None
    """Progress of an encryption change since the previous reading (`app.results.change_progress`);
    None for other work."""


@dataclass(frozen=True)
class StoredCampaign:
    """A campaign as it was planned, and its runs in their order."""

    id: int
    campaign: Campaign
    cells: list[Cell]
    runs: Sequence[RunRecord] = field(repr=False)

    @property
    def supported_count(self) -> int:
        """How many of its cells are not unsupported."""
        return sum(not cell.why for cell in self.cells)

    def queued(self, runs: Iterable[RunRecord]) -> list[QueuedRun]:
        return [QueuedRun(run, self.cells[run.cell]) for run in runs]

    def with_judgements(self, judged: Mapping[int, Unworkable]) -> StoredCampaign:
        """With what the cells of these indices cannot do."""
        return replace(self, cells=with_judgements(self.cells, judged))


@dataclass(frozen=True)
class CampaignSummary:
    """One line of the list of campaigns. Warm-ups count among the runs, and so do runs that
    stalled and were repeated: they are done. One that was not repeated has failed."""

    id: int
    name: str
    status: Status
    created_at: float
    finished_at: float | None
    runs_total: int
    runs_done: int
    runs_failed: int
    servers: tuple[str, ...]
    ended_by: Message | None = None
    """Why no more blocks were added; None where nobody asked for more or fewer."""
    tags: tuple[str, ...] = ()
    notes: str = ""
    archived: bool = False
    """Whether the user has hidden it: it is listed only on request."""
    advice: Requirements | None = None
    """What the user requires of protections; None: what the plan says."""

    @property
    def outcome(self) -> str:
        """The status; “done with failures” if not every run is done, “interrupted” for a cancelled
        campaign without a time of its end."""
        if self.status is Status.DONE and self.runs_failed:
            return DONE_WITH_FAILURES
        if self.status is Status.CANCELLED and self.finished_at is None:
            return INTERRUPTED
        return self.status.value

    def matches(self, words: Iterable[str]) -> bool:
        """Whether each of the words is in its name, a server, its status, its number, a tag or the
        notes, in whatever case."""
        searched = (self.name, self.outcome, f"#{self.id}", *self.servers, *self.tags, self.notes)
        text = " ".join(searched).casefold()
        return all(word.casefold() in text for word in words)

    def to_json(self) -> dict[str, object]:
        """For JSON: all fields, and the outcome next to the status."""
        known = asdict(replace(self, ended_by=None))
        known["advice"] = requirements_table(self.advice or NO_REQUIREMENTS)
        known["ended_by"] = str(self.ended_by) if self.ended_by else None
        first = {key: known.pop(key) for key in ("id", "name", "status")}
        return {**first, "outcome": self.outcome, **known}


@dataclass(frozen=True)
class CellRecord(OfCell):
    """A cell and its status; `mode` is the mode in use, also if the plan names none."""

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
    why: Message
    case_name: str = ""
    blind_index: bool = True
    key_source: KeySource | None = None
    refused: tuple[Refusal, ...] = ()
    """The operations that its protection cannot do."""

    @property
    def as_used(self) -> Protection:
        """The protection with the mode actually used."""
        kind = ProtectionKind(self.kind)
        known = self.algorithm, self.bits, self.mode, self.blind_index, self.key_source
        return Protection(self.protection, kind, *known)

    @property
    def reason(self) -> str:
        return str(self.why)

    @property
    def control(self) -> bool:
        """Whether it is the control: the baseline measured a second time."""
        return is_control(self.protection, self.kind)


@dataclass(frozen=True)
class RunRecord(OfCell):
    """A run; `cell` is an index into the campaign's cells, `position` its place in the order."""

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
    why: Message
    started_at: float | None
    finished_at: float | None
    stalled: bool = False
    """Whether it is done but stalled in between, with the reason in `why`; it never counts."""
    placement: Mapping[str, str] | None = None
    replaced: bool = False
    """Whether another run of the same repetition counts instead (`app.results.run_counting`)."""
    case_name: str = ""
    workload: str = ""
    loading_s: float | None = None
    indexing_s: float | None = None
    """Of the run that filled its database: seconds for the rows, and for their indexes."""
    rows_digest: str | None = None
    """SHA-256 of the rows that it filled the database with, if its workload has it."""
    loading_keys: Mapping[str, float] | None = None
    """Calls to a key service during loading (`RunFinished.loading_keys`)."""

    @property
    def lockstep_key(self) -> tuple[GroupKey, int, bool]:
        """The runs with an equal key may take turns: server and case, repetition, warm-up."""
        return self.key.group, self.repetition, self.warmup

    @property
    def is_counted(self) -> bool:
        """Whether its operations are part of figures."""
        return is_countable(self) and not self.replaced

    @property
    def reason(self) -> str:
        return str(self.why)


@dataclass(frozen=True)
class QueuedRun:
    """A run that is still to be done, with its cell."""

    run: RunRecord
    cell: Cell


@dataclass(frozen=True)
class OperationFinished:
    """One operation is over and its transaction committed: an event, and the fields that are
    stored.

    `seconds` is the time inside statements and the commit, `elapsed` the time from the first
    statement to the end; `connect_seconds` is not part of either. `server_seconds` is what the
    server itself counted, if it does. `histogram` is an HDR histogram of statement latencies in
    nanoseconds in its compressed, base64 form.

    CPU seconds, voluntary and involuntary context switches, and bytes that the disk read and wrote
    for the server's processes and for the worker are differences between the operation's two ends;
    None if not available. An engine inside the worker is part of it. `api_cpu_s` is that of an API
    between the two. `first_memory_mb` (10⁶ bytes) of the server was read after the connections were
    opened, `last_memory_mb` before they were closed.
    """

    run_id: int
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
    histogram: bytes
    started_at: float
    finished_at: float
    server_cpu_s: float | None = None
    worker_cpu_s: float | None = None
    server_voluntary: int | None = None
    server_involuntary: int | None = None
    worker_voluntary: int | None = None
    worker_involuntary: int | None = None
    server_read: int | None = None
    server_written: int | None = None
    worker_read: int | None = None
    worker_written: int | None = None
    api_cpu_s: float | None = None
    measures: Mapping[str, float] | None = None
    """Its other values, by the names of measures (`workloads.contract.Measure`)."""
    plans: Mapping[str, str] | None = None
    """Query plans of the server, by the SQL of the statements as the workload has it."""
    turns: bytes | None = None
    """Times of each turn (`app.results.turns.Turns.to_bytes`); None without turns. With turns, CPU
    of server and worker is that within them."""
    first_memory_mb: float | None = None
    last_memory_mb: float | None = None
    hosts: Mapping[str, Mapping[str, float]] | None = None
    """Of a load from several hosts: the figures of each, by its name
    (`app.campaign.load.other_hosts`). All else is of all hosts together, but for memory, switches
    and I/O, which are of this one."""


@dataclass(frozen=True, kw_only=True)
class OperationRecord(OperationFinished):
    """A stored operation with its run, without its histogram. `cpu_percent` is the mean of the
    server's samples; `memory_mb` and `peak_memory_mb` are mean and maximum of the readings at the
    operation's two ends and in between."""

    run: RunRecord
    cpu_percent: float | None
    memory_mb: float | None
    peak_memory_mb: float | None

    @property
    def key(self) -> CellKey:
        return self.run.key._replace(operation=self.operation)

    @property
    def is_counted(self) -> bool:
        """Whether it is part of figures, because its run counts."""
        return self.run.is_counted


def by_key(operations: Iterable[OperationRecord]) -> dict[CellKey, list[OperationRecord]]:
    """The records of each operation of a cell, in the order given."""
    found: dict[CellKey, list[OperationRecord]] = {}
    for each in operations:
        found.setdefault(each.key, []).append(each)
    return found


@dataclass(frozen=True)
class RawCipherSpeed:
    """The speed of a cipher without any database, in blocks of `block` bytes, as measured in a
    stored campaign with a provider (a cryptographic library)."""

    campaign: int
    provider: str
    algorithm: str
    bits: int
    mode: str
    block: int
    bytes_per_second: float


@dataclass(frozen=True)
class ServerRecord:
    """A server of a campaign; as an event it says that the server answers. `version` is empty until
    then, `settings` are those that matter for speed, and `lies_on` names the storage under its data
    (`Capabilities.lies_on`), or is empty if unknown."""

    name: str
    engine: str
    source: str
    version: str
    settings: Mapping[str, str] = field(default_factory=dict)
    lies_on: str = ""

    @property
    def in_process(self) -> bool:
        """Whether its engine runs inside the process that connects, and so has no logins."""
        known = self.engine in engine_names()
        return known and self.source == Source.EMBEDDED and facts_of(self.engine).in_process

    def to_json(self) -> dict[str, object]:
        """Its fields without `lies_on`, which is among the settings."""
        return {name: value for name, value in asdict(self).items() if name != "lies_on"}


MACHINE = "machine"
"""The fact of an environment that names the host, where several machines measure."""


def host_of(environment: Mapping[str, object]) -> str:
    """The name of the host that measured; empty where there is one machine."""
    known = environment.get(MACHINE)
    return known if isinstance(known, str) else ""


@dataclass(frozen=True)
class SessionRecord:
    """The conditions of one session of a campaign: each run or resume of it is a session.

    `data` is the SHA-256 of the data set (hexadecimal), empty if not recorded; `servers` are those
    that answered.
    """

    at: float
    environment: Mapping[str, object]
    data: str
    servers: tuple[ServerRecord, ...]

    def to_json(self) -> dict[str, object]:
        return {**vars(self), "servers": [each.to_json() for each in self.servers]}


@dataclass(frozen=True)
class EventRecord:
    """A line of the event log."""

    at: float
    level: str
    message: Message
    run: int | None

    @property
    def text(self) -> str:
        return str(self.message)


@dataclass(frozen=True)
class CampaignSnapshot:
    """All that is stored of a campaign at one moment, without samples and histograms, and with the
    newest lines of its log only. Lists are in the order of the plan, or of time."""

    summary: CampaignSummary
    campaign: Campaign
    environment: Mapping[str, object]
    servers: list[ServerRecord]
    sessions: list[SessionRecord]
    cells: list[CellRecord]
    runs: list[RunRecord]
    operations: list[OperationRecord]
    evidence: list[EvidenceFinding]
    events: list[EventRecord]


@dataclass(frozen=True)
class ImportResult:
    """What an import added. `known` runs were in the store already; `torn`: the file's last
    line was incomplete and was skipped."""

    campaign: int
    name: str
    new: bool
    added: int
    known: int
    torn: bool

    @property
    def sentence(self) -> str:
        """The result as a sentence for a terminal."""
        answer_text = f"Campaign {self.campaign} “{self.name}”: {self.added} runs imported"
        answer_text += f", {self.known} known already" if self.known else ""
        answer_text += "; it is new in this store" if self.new else ""
        return (
            answer_text
            + ("; its last line was incomplete and was skipped" if self.torn else "")
            + "."
        )


@dataclass(frozen=True)
class RunCores:
    """Sets of cores in the kernel's notation (“0-3, 6”), empty if unknown. An engine inside the
    worker has the worker's cores. `reason` says why the placement that was `asked` for (a
    `Placement`) was not fully possible."""

    asked: str
    server: str = ""
    worker: str = ""
    program: str = ""
    reason: str = ""

    @property
    def one_core(self) -> bool:
        """Whether server and worker shared a single core."""
        return self.worker.isdigit() and self.server in ("", self.worker)

    def to_mapping(self) -> dict[str, str]:
        """For the store: all fields that are not empty."""
        return {name: value for name, value in asdict(self).items() if value}

    @classmethod
    def from_mapping(cls, stored: Mapping[str, str] | None) -> RunCores | None:
        """From the store; None if nothing was recorded."""
        if not stored or "asked" not in stored:
            return None
        known = cls.__dataclass_fields__
        return cls(**{name: value for name, value in stored.items() if name in known})


_FACTS = ("cipherbench", "cpu", "cores_allowed", "cpu_quota", "os", "kernel", "python")
_LOAD = "load_average"
DATA_FACT = "data (SHA-256)"
"""Name of the fact that holds the data's checksum."""


def session_facts(session: SessionRecord) -> Iterator[tuple[str, str]]:
    """(fact, value) lines: program, machine, its load average over a minute, the servers that
    answered, and the checksum of the data."""
    for name in _FACTS:
        if session.environment.get(name) is not None:
            yield name, str(session.environment[name])
    load = session.environment.get(_LOAD)
    if isinstance(load, list) and load:
        yield _LOAD, str(load[0])
    for server in session.servers:
        yield server.name, f"{server.engine} {server.version}, {server.source}"
    if session.data:
        yield DATA_FACT, session.data
