"""What a workload is: its cases, its operations and what they yield.

Most work on a database: a schema, data, and parts that are timed over it. A part that is an
`Operation` prepares its statements on a `Session` and then runs them through a `Clock`, the only
thing that reads time; everything it needs is in the frozen `Setting`. Others need no database: who
does their work is a `Provider`, and what they yield an `Outcome`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self

from engines.contract.launch import AS_IT_IS, Arrangement
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Keying, Protection
from engines.contract.session import Arrived, Prepared, Session
from engines.sql.schema import Schema
from engines.sql.statement import Sealer, Statement, Value
from workloads.stage import Place, Stage

GENERATED = "generated"
"""Where records come from that no file holds."""


class Profile(StrEnum):
    """The published study's fixed key and IV, or a fresh key and an IV per value."""

    STUDY = "study"
    SOUND = "sound"


@dataclass(frozen=True, order=True)
class Case:
    """One point on a workload's axes."""

    size: int
    """What grows: records, rows, bytes, arrivals per second."""
    name: str = ""
    """What else tells cases of one size apart, in a word or two, such as “cold”."""

    def __str__(self) -> str:
        return " ".join(filter(None, (f"{self.size:,}", self.name)))

    @property
    def kind(self) -> str:
        """Its name without the amounts behind a comma: “direct mixed” of “direct mixed, 9 + 1/s”.
        Cases of one kind differ by amounts alone."""
        return self.name.partition(",")[0]


def largest_of_kinds(cases: Iterable[Case]) -> list[Case]:
    """The largest case of each kind, in their order."""
    return sorted({each.kind: each for each in sorted(cases)}.values())


class Better(StrEnum):
    """Which way of a measure is better."""

    LESS = "less"
    MORE = "more"


@dataclass(frozen=True)
class Measure:
    """What a run yields of each operation; `name` is its key in `OperationFinished.measures`."""

    name: str
    title: Message
    unit: str
    better: Better = Better.LESS
    compared: bool = True
    """Whether it says what a protection costs, and not only how a run went."""


SECONDS = Measure("seconds", phrase("Time"), "s")
"""The time inside statements and commit, which every operation on a database has."""


CPU_TIME = Measure("cpu_seconds", phrase("CPU time"), "s")
"""The CPU time of server and worker, where both are counted: of work on a database, and beside
whatever else is compared."""


def readable(unit: str) -> tuple[float, str]:
    """What a value in a unit is divided by to read well, and the unit that it has then."""
    return _READABLE.get(unit, (1.0, unit))


_READABLE = {"B/s": (1e6, "MB/s"), "B": (1e6, "MB")}


@dataclass(frozen=True)
class Parameters:
    """What a plan sets of a workload: the keys of its `[workload]`. Each workload has a subclass
    whose fields have defaults, the name among them, and limits (`engines.contract.parameter`)."""

    name: str

    @property
    def profile(self) -> Profile:
        """How keys and vectors come about."""
        return Profile.STUDY

    @property
    def data(self) -> str:
        """Where records come from: GENERATED, or the path of a file."""
        return GENERATED

    @property
    def idle(self) -> Collection[str]:
        """The names of those that make no difference, as the others are."""
        return ()

    def with_data(self, path: str) -> Self:
        """The same with records from another file; of parameters that have such a field."""
        known: dict[str, Any] = {"data": path}
        return replace(self, **known)

    @property
    def text_columns(self) -> bool:
        """Whether ciphertext is stored as text in hexadecimal digits."""
        return False


@dataclass(frozen=True)
class Options[P: Parameters]:
    """What one run is done with."""

    parameters: P
    case: Case
    seed: int = 0

    @property
    def size(self) -> int:
        """The size of the case."""
        return self.case.size

    @property
    def sound(self) -> bool:
        """Whether keys and vectors are fresh ones instead of the study's."""
        return self.parameters.profile is Profile.SOUND

    @property
    def data(self) -> Path | None:
        """The file that records come from; None to generate them from the seed."""
        data = self.parameters.data
        return None if data == GENERATED else Path(data)


class Clock(Protocol):
    """Runs a prepared statement with the clock around it and counts it."""

    def prepare(self, session: Session, statement: Statement, sealer: Sealer) -> Prepared:
        """Have the server prepare a statement, timed apart from all that is run."""

    @property
    def run(self) -> Callable[[Prepared, Sequence[Value]], Arrived]:
        """Bind outside the clock, execute inside it, and give back what arrived whole; the
        statement's `rows` and `affected` take it apart, outside the clock again."""

    def run_many(self, steps: Iterable[tuple[Prepared, Sequence[Value]]]) -> None:
        """Run statements whose results nobody looks at, each inside the clock, their parameters
        made before. They run a thousand at a time, so no step may depend on the one before it."""


class UntimedClock:
    """Runs statements and measures nothing; `heard` is told after each how many there were."""

    def __init__(self, heard: Callable[[int], None] = lambda statements: None) -> None:
        self._heard = heard
        self.statements = 0

    def prepare(self, session: Session, statement: Statement, sealer: Sealer) -> Prepared:
        return session.prepare(statement, sealer)

    def run(self, prepared: Prepared, values: Sequence[Value]) -> Arrived:
        arrived = prepared.execute(*values)
        self.statements += 1
        self._heard(self.statements)
        return arrived

    def run_many(self, steps: Iterable[tuple[Prepared, Sequence[Value]]]) -> None:
        for prepared, values in steps:
            self.run(prepared, values)


@dataclass(frozen=True)
class Setting:
    """All that an operation works with: the connection, the seal, the records and the options."""

    session: Session
    sealer: Sealer
    records: Sequence[Sequence[Value]]
    options: Options[Any]
    index_key: bytes = field(default=b"", repr=False)
    """The key of blind indexes (HMAC-SHA-256) where the sealer is not deterministic."""
    yielded: dict[str, float] = field(default_factory=dict, compare=False)
    """What an operation tells beside seconds, by the names of measures."""


@dataclass(frozen=True)
class MarkerColumn:
    """Protected text that a marker can be planted in: an index into a record, and the table and
    column that it is stored in. It takes 32 letters and digits; the table's key is `id`."""

    field: int
    table: str
    column: str


@dataclass(frozen=True)
class Explained:
    """A statement whose plan is kept with a run, prepared, and values as it is run with."""

    said: Statement
    prepared: Prepared
    values: Sequence[Value]


class Part(ABC):
    """What is timed in one piece; `operations` are the names that its figures are told under."""

    at_once: ClassVar[bool] = False
    """Whether in lockstep all protections do it at the same time, instead of in turns."""

    @property
    def why_whole(self) -> Message:
        """Why it cannot be done in lockstep; nothing where it can."""
        return NOTHING

    @property
    @abstractmethod
    def operations(self) -> tuple[str, ...]:
        """Names of operations, in order."""


class Operation(Part):
    """One timed part of a workload, run over one connection in one transaction."""

    name: ClassVar[str]
    undone: ClassVar[bool] = False
    """Whether its transaction is rolled back, once it has been verified inside it: no commit is
    timed, and the data stay as they were."""

    @property
    def operations(self) -> tuple[str, ...]:
        return (self.name,)

    @abstractmethod
    def statements(self, size: int) -> int:
        """How many statements it takes for `size` records."""

    warms_up: ClassVar[bool] = True
    """Whether it can be done on a few records, so that caches are warm and plugins loaded."""

    @abstractmethod
    def run(self, setting: Setting, clock: Clock) -> int:
        """Prepare, then run every statement through the clock; the rows read or changed."""

    def verify(self, setting: Setting) -> None:
        """Check what the database now holds, outside any clock; by a connection of its own, unless
        the operation is undone.

        Raises: VerificationFailed
        """
        del setting

    explains: ClassVar[bool] = False
    """Whether it has statements whose plans are kept with a run."""

    def explained(self, setting: Setting) -> Iterator[Explained]:
        """These statements, each prepared for as long as it is the newest."""
        del setting
        return iter(())


@dataclass(frozen=True)
class Reading:
    """A mean of one measure, by server or provider, protection, case and operation."""

    server: str
    protection: str
    case: Case
    operation: str
    measure: str
    mean: float


class Workload[P: Parameters](ABC):
    """What is measured: cases, and in each of them operations with their measures."""

    name: ClassVar[str]
    title: ClassVar[Message]
    parameters: ClassVar[type[Parameters]]
    axis: ClassVar[Message]
    """What the size of a case counts, as the head of a column: “Records”."""
    measures: ClassVar[tuple[Measure, ...]] = (SECONDS,)
    """What can be compared; verdicts are about the first that an operation has."""

    @property
    def axis_words(self) -> Message:
        """What the size of a case counts, within a sentence: “records”."""
        return phrase("“{axis}”", axis=self.axis)

    @abstractmethod
    def cases(self, parameters: P) -> tuple[Case, ...]:
        """The points on its axes that a plan asks for."""

    @abstractmethod
    def case_label(self, case: Case) -> Message:
        """A case in words: “2,000 records”."""

    @abstractmethod
    def operations(self, parameters: P, case: Case, protection: Protection) -> tuple[str, ...]:
        """Names of the operations of one run, in their order."""

    def packages(self, parameters: P) -> tuple[str, ...]:
        """The packages between the clock and a server, beside its driver."""
        del parameters
        return ()

    def faults(self, parameters: P) -> Iterator[Message]:
        """Clauses that complete “The plan cannot be used: …”, beyond limits of single values."""
        del parameters
        return iter(())

    def why_not(self, parameters: P, case: Case, protection: Protection, engine: str) -> Message:
        """Why a protection does not go together with this work on an engine, whatever a server can
        do; nothing where it does."""
        del parameters, case, protection, engine
        return NOTHING

    def why_whole(self, options: Options[P]) -> Message:
        """Why protections cannot take turns of milliseconds in a case, so that each run is measured
        whole; nothing where they can."""
        del options
        return NOTHING

    def at_once(self, options: Options[P]) -> bool:
        """Whether in lockstep protections are measured at the same time, as requests arrive."""
        del options
        return False

    def seconds(self, options: Options[P], protection: Protection) -> float | None:
        """About how long one run takes, its worker's start left out; None where only runs can
        tell."""
        del options, protection
        return None

    def told_with(self, case: Case) -> str | None:
        """The cases whose costs are told as one in a headline have the same word; None keeps a case
        out of it. Cases of one name grow, those of different names are work of different kinds."""
        return case.name

    def leaks(self, case: Case) -> Message:
        """What a case adds to what protections themselves give away; nothing where it adds nothing
        that is worth a word."""
        del case
        return NOTHING

    def remarks(self, readings: Sequence[Reading]) -> Iterator[Message]:
        """What cases tell beside each other that no table of one case shows, a sentence each."""
        del readings
        return iter(())


class DatabaseWorkload[P: Parameters](Workload[P]):
    """Work on a database: a schema, data, and the parts that are timed over it."""

    filling: ClassVar[Operation]
    """Leaves what the first part does, as quickly as may be; for looking at the data."""
    marker_column: ClassVar[MarkerColumn]
    engine_counts: ClassVar[bool] = False
    """Whether what the engine counts is among the measures of operations."""

    @abstractmethod
    def keying(self, bits: int, sound: bool) -> Keying:
        """The key of `bits` bits and the IV policy of the study or the sound profile."""

    @abstractmethod
    def schema(self, options: Options[P], sealer: Sealer) -> Schema:
        """The tables, as they are to be for `sealer`."""

    @abstractmethod
    def records(self, options: Options[P]) -> Sequence[Sequence[Value]]:
        """`options.size` records, the same for the same options.

        Raises: InputError for data that cannot be used.
        """

    def sealed_lengths(self, options: Options[P], operation: str) -> Mapping[int, float]:
        """How many values of each length in bytes a cipher is given, to be sealed or opened, in the
        time that the first measure is of: an operation's, or a request's. Empty where nobody has
        counted them.

        Raises: InputError for data that cannot be used.
        """
        del options, operation
        return {}

    @abstractmethod
    def parts(self, options: Options[P]) -> tuple[Part, ...]:
        """What is timed, in order. The first of them fills the tables where nothing does before."""

    def arrangement(self, options: Options[P]) -> Arrangement:
        """How a server is to be arranged for a run."""
        del options
        return AS_IT_IS

    def why_whole(self, options: Options[P]) -> Message:
        arranged = self.arrangement(options)
        if arranged.cold or arranged.flushed:
            return phrase("the server is restarted or flushed within each run")
        if self.engine_counts:
            return phrase("the engine counts for the whole server, not for each session")
        return next(filter(None, (each.why_whole for each in self.parts(options))), NOTHING)

    def at_once(self, options: Options[P]) -> bool:
        return any(each.at_once for each in self.parts(options))

    def before(self, options: Options[P]) -> Operation | None:
        """What fills the tables before anything is timed; None: the first part does."""
        del options
        return None

    def keeps_database(self, options: Options[P]) -> bool:
        """Whether a database, once it is filled, serves all runs of its cell: `before` must fill
        it, and no part may leave it changed."""
        del options
        return False

    def check_kept(self, setting: Setting) -> None:
        """Check that a database which was kept still holds what it was filled with.

        Raises: VerificationFailed
        """
        del setting

    def stage(self, options: Options[P], place: Place) -> Stage | None:
        """Start what stands before the database while its parts are timed; None: nothing does.

        Raises: CipherbenchError
        """
        del options, place
        return None

    def operations(self, parameters: P, case: Case, protection: Protection) -> tuple[str, ...]:
        parts = self.parts(Options(parameters, case))
        return tuple(name for part in parts for name in part.operations)


PROVIDED = "provided"
"""The source of what is no server: a program or a library."""


@dataclass(frozen=True)
class Provider:
    """A program or a library that does the work where there is no database. It stands where a
    server does in tables; `settings` are what matters for its speed, `missing` says why it cannot
    be used here."""

    name: str
    version: str
    settings: Mapping[str, str] = field(default_factory=dict)
    missing: Message = NOTHING


@dataclass(frozen=True)
class Outcome:
    """What an operation without a database has yielded: `units` of work in `seconds`, and its
    `measures` by name."""

    seconds: float
    units: int
    measures: Mapping[str, float] = field(default_factory=dict)


class BareWorkload[P: Parameters](Workload[P]):
    """Work without a database."""

    def why_whole(self, options: Options[P]) -> Message:
        del options
        return phrase("each measurement is a single call")

    @abstractmethod
    def providers(self, parameters: P) -> tuple[Provider, ...]:
        """Who does it here; of one that is not here `why_not` says so, whatever it is asked.

        Raises: CipherbenchError where none of them is here
        """

    @abstractmethod
    def subjects(self, parameters: P) -> tuple[tuple[Protection, Case], ...]:
        """What each of them does, in order."""

    @abstractmethod
    def baseline(self, parameters: P) -> str:
        """The name of the protection that the others are compared with."""

    def prepare(
        self,
        options: Options[P],
        provider: str,
        protection: Protection,
        operation: str,
        tell: Callable[[float], None],
    ) -> None:
        """Do what must come before an operation and is not counted as its; `tell` as in `perform`.

        Raises: CipherbenchError
        """

    @abstractmethod
    def perform(
        self,
        options: Options[P],
        provider: str,
        protection: Protection,
        operation: str,
        tell: Callable[[float], None],
    ) -> Outcome:
        """Do one operation; `tell` hears how much of it is done, 0 to 1.

        Raises: CipherbenchError
        """


class VerificationFailed(Exception):
    """What a database holds is not what was put in; `said` says where."""

    def __init__(self, said: Message) -> None:
        super().__init__(said)
        self.said = said
