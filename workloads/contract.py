"""The parts of a workload: cases, measures, parameters, and the operations that are timed.

A part that is an `Operation` prepares its statements on a `Session` and then runs them through a
`Clock`, the only thing that reads time; everything it needs is in the frozen `Setting`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from engines.base.backed_up import BackedUp
from engines.contract.data_place import DataPlace
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.parameter import Shown
from engines.contract.session import (
    BINARY_LOG,
    BINARY_LOG_ENCRYPTED,
    BUFFER,
    EXECUTED,
    FLUSHED,
    LOGGED,
    PARSED,
    PLANNED,
    READ,
    REDO_ENCRYPTED,
    STORED,
    WRITTEN,
    Arrived,
    Prepared,
    Session,
)
from engines.contract.storage_change import StorageWork
from engines.contract.transition import BackupKind
from engines.sql.statement import Encryptor, Statement, Value

GENERATED = "generated"
"""Where records come from that no file holds."""


class Profile(StrEnum):
    """The published study's fixed key and IV, or a fresh key and an IV per value."""

    STUDY = "study"
    SOUND = "sound"


@dataclass(frozen=True)
class Case:
    """One point on a workload's axes. In order of size, then of name, its numbers by value."""

    size: int
    """What grows: records, rows, bytes, arrivals per second."""
    name: str = ""
    """What else tells cases of one size apart, in a word or two, such as “cold”."""

    def __str__(self) -> str:
        return " ".join(filter(None, (f"{self.size:,}", self.name)))

    def __lt__(self, other: Case) -> bool:
        return (self.size, _by_value(self.name)) < (other.size, _by_value(other.name))

    @property
    def kind(self) -> str:
        """Its name without the amounts behind a comma: “direct mixed” of “direct mixed, 9 + 1/s”.
        Cases of one kind differ by amounts alone."""
        return self.name.partition(",")[0]


def _by_value(name: str) -> list[str | float]:
    """Texts and numbers in turn, so that two names compare place by place."""
    return [float(each) if at % 2 else each for at, each in enumerate(_NUMBER.split(name))]


_NUMBER = re.compile(r"(\d+(?:\.\d+)?)")


class EncryptionRate(NamedTuple):
    """Values that are encrypted in a second: writes, and the columns that each of them has."""

    writes_per_s: float
    columns: int

    @property
    def per_s(self) -> float:
        """Values a second."""
        return self.writes_per_s * self.columns


@dataclass(frozen=True)
class Refusal:
    """That an operation cannot be done under a protection. `code` is the reason for programs, one
    of the workload's own words, and `message` a clause for readers."""

    operation: str
    code: str
    message: Message


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


WEIGHT = Measure("weight", phrase("Weight"), "", compared=False)
"""How often an operation is done in the mix that it is part of, in any unit: of work whose
operations have weights. It goes with TIMES."""

TIMES = Measure("times", phrase("Times"), "", compared=False)
"""How often a run has done such an operation."""


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
    def restores(self) -> bool:
        """Whether a run may restore a backup of its database into another one."""
        return False

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

    def prepare(self, session: Session, statement: Statement, encryptor: Encryptor) -> Prepared:
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

    def prepare(self, session: Session, statement: Statement, encryptor: Encryptor) -> Prepared:
        return session.prepare(statement, encryptor)

    def run(self, prepared: Prepared, values: Sequence[Value]) -> Arrived:
        arrived = prepared.execute(*values)
        self.statements += 1
        self._heard(self.statements)
        return arrived

    def run_many(self, steps: Iterable[tuple[Prepared, Sequence[Value]]]) -> None:
        for prepared, values in steps:
            self.run(prepared, values)


class RowCount(Protocol):
    """Passes rows on, and counts them."""

    def __call__[T](self, rows: Iterable[T]) -> Iterable[T]: ...


def _uncounted[T](rows: Iterable[T]) -> Iterable[T]:
    return rows


@dataclass(frozen=True)
class Setting:
    """All that an operation works with: the connection, the encrypt, the records and the
    options."""

    session: Session
    encryptor: Encryptor
    records: Sequence[Sequence[Value]]
    options: Options[Any]
    index_key: bytes = field(default=b"", repr=False)
    """The key of blind indexes (HMAC-SHA-256) where the encryptor is not deterministic."""
    enter: Callable[[], Session] | None = field(default=None, compare=False)
    """Opens another connection to the database, where that is a thing to be timed."""
    yielded: dict[str, float] = field(default_factory=dict, compare=False)
    """What an operation tells beside seconds, by the names of measures; of what the engine counts,
    too, it stands before that."""
    former: Encryptor | None = None
    """The same protection with the key that a run changes."""
    storage: StorageWork | None = field(default=None, compare=False)
    """What is to become of what the engine has stored."""
    administer: Callable[[], Session] | None = field(default=None, compare=False)
    """Opens a connection to the database by the server's own login, to look at it from another
    thread or to take care of it; None where no other connection can be had."""
    backed_up: Mapping[BackupKind, BackedUp] = field(default_factory=dict, compare=False)
    """The database, to be backed up and restored, in each way that the engine has."""
    places: Callable[[], Sequence[DataPlace]] = field(default=tuple, compare=False)
    """Where the server keeps the database, and what it writes beside it."""
    metered: Callable[[], AbstractContextManager[None]] = field(default=nullcontext, compare=False)
    """Around the part of an operation that CPU, memory and the engine's counts are to be of, where
    that is not all of it; entered once, outside any transaction."""
    counted: RowCount = field(default=_uncounted, compare=False)
    """Passes on the rows that fill tables and counts them, so that progress can be shown."""
    changed: Callable[[int], None] = field(default=lambda rows: None, compare=False)
    """Is told how many rows are changed and committed so far, while a change is under way."""
    followed: Callable[[Sequence[SeriesPoint]], None] = field(
        default=lambda points: None, compare=False
    )
    """Takes what is followed of it, a few times a second and from one thread at a time."""


@dataclass(frozen=True)
class MarkerColumn:
    """Protected text that a marker can be planted in: an index into a record, and the table and
    column that it is stored in. It takes 32 letters and digits; the table's key is `id`. `bound_to`
    is the column that a protection in the application binds it to, where statements name one."""

    field: int
    table: str
    column: str
    bound_to: str = ""


@dataclass(frozen=True)
class ExplainedStatement:
    """A statement whose plan is kept with a run, prepared, and values as it is run with."""

    statement: Statement
    prepared: Prepared
    values: Sequence[Value]


class Part(ABC):
    """What is timed in one piece; `operations` are the names that its figures are told under."""

    at_once: ClassVar[bool] = False
    """Whether in lockstep all protections do it at the same time, instead of in turns."""

    @property
    def why_not_interleaved(self) -> Message:
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

    server_cpu_is_session: ClassVar[bool] = True
    """Whether what a server spends is spent on the session alone; else its CPU is not counted."""

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

    def sample(self, setting: Setting) -> object:
        """Carry it out a few times outside any clock, and verify it; what it gives, the same under
        every protection. None where that is not compared.

        Raises: VerificationFailed
        """
        self.run(setting, UntimedClock())
        self.verify(setting)
        return None

    explains: ClassVar[bool] = False
    """Whether it has statements whose plans are kept with a run."""

    def explained(self, setting: Setting) -> Iterator[ExplainedStatement]:
        """These statements, each prepared for as long as it is the newest."""
        del setting
        return iter(())


class Series(StrEnum):
    """What is followed of a change while it is under way."""

    ROWS = "rows"
    """Rows changed and committed."""
    READS = "reads"
    UPDATES = "updates"
    """Seconds that a request of this kind waited, at the moment of its arrival."""
    LOG = LOGGED
    DISK = STORED
    """Bytes, counted from where the change began."""


class SeriesPoint(NamedTuple):
    """A value of a series; `at` is of time.perf_counter where it is measured."""

    series: Series
    at: float
    value: float


class VerificationFailed(Exception):
    """What a database holds is not what was put in; `message` says where."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


# How forms show the choice between a study's keys and sound ones.

PROFILES = Shown(
    phrase("Profile"),
    choices={
        Profile.STUDY: (
            phrase("Stu&dy"),
            phrase(
                "Repeats the published study: a fixed key, and one IV for all values. Equal values "
                "have equal ciphertext: no protection for real data"
            ),
        ),
        Profile.SOUND: (
            phrase("So&und"),
            phrase("Suits your own databases: a new key for each run, a new IV for each value"),
        ),
    },
    begins=Profile.SOUND,
)


# What is measured of an operation beside its time, where the engine is asked for what it counts:
# the measures of a `DatabaseWorkload` with `engine_counts`.

PREPARING, FLUSHING, COLD = "prepare_seconds", "flush_seconds", "cold"
"""Seconds until the statements were prepared, and until what they changed was in the tables' files;
whether nothing was held in memory before (1 or 0)."""

TABLES_STORED = Measure(STORED, phrase("Tables stored"), "B")

COUNTED: tuple[Measure, ...] = (
    Measure(PREPARING, phrase("Preparing"), "s"),
    Measure(PARSED, phrase("Parsing, reported by the engine"), "s"),
    Measure(PLANNED, phrase("Planning, reported by the engine"), "s"),
    Measure(EXECUTED, phrase("Executing, reported by the engine"), "s"),
    Measure(FLUSHING, phrase("Flush"), "s"),
    Measure(READ, phrase("Read by the engine"), "B"),
    Measure(WRITTEN, phrase("Written by the engine"), "B"),
    Measure(LOGGED, phrase("Written to logs"), "B"),
    Measure(FLUSHED, phrase("Pages flushed"), ""),
    TABLES_STORED,
    Measure(BUFFER, phrase("Buffer"), "B", compared=False),
    Measure(COLD, phrase("Cold"), "", compared=False),
    Measure(REDO_ENCRYPTED, phrase("Redo log encrypted"), "", compared=False),
    Measure(BINARY_LOG, phrase("Binary log written"), "", compared=False),
    Measure(BINARY_LOG_ENCRYPTED, phrase("Binary log encrypted"), "", compared=False),
)
