"""The records that the store returns: frozen classes that need no database. Fields of `RunRecord`,
`SessionRecord`, `ServerRecord` and `OperationFinished` are keys in spools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from app.plan.campaign import Campaign, is_control
from app.plan.cell_key import CellKey, GroupKey
from app.plan.matrix import Cell, Unworkable
from app.plan.requirements import NO_REQUIREMENTS, Requirements, requirements_table
from app.plan.status import DONE_WITH_FAILURES, INTERRUPTED, Status
from app.results.countable_runs import is_countable
from app.results.evidence_finding import EvidenceFinding
from engines.contract.endpoint import Source
from engines.contract.key_source import KeySource
from engines.contract.message import Message
from engines.contract.protection import Protection, ProtectionKind
from engines.registry import engine_names, facts_of
from workloads.contract import Case, Refusal


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
        cells = [
            replace(cell, **judged[index]._asdict()) if index in judged else cell
            for index, cell in enumerate(self.cells)
        ]
        return replace(self, cells=cells)


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
class CellRecord:
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
    def case(self) -> Case:
        return Case(self.size, self.case_name)

    @property
    def key(self) -> CellKey:
        return CellKey(self.server, self.protection, self.case)

    @property
    def as_used(self) -> Protection:
        """The protection with the mode actually used."""
        kind = ProtectionKind(self.kind)
        known = self.algorithm, self.bits, self.mode, self.blind_index, self.key_source
        return Protection(self.protection, kind, *known)

    @property
    def reason(self) -> str:
        """The reason for the status, in English."""
        return str(self.why)

    @property
    def control(self) -> bool:
        """Whether it is the control: the baseline measured a second time."""
        return is_control(self.protection, self.kind)


@dataclass(frozen=True)
class RunRecord:
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
    def case(self) -> Case:
        return Case(self.size, self.case_name)

    @property
    def key(self) -> CellKey:
        return CellKey(self.server, self.protection, self.case)

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
        """The reason for the status, in English."""
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
