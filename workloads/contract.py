"""The parts of a workload: cases, measures, parameters, and the operations that are timed.

A `Part` is what is timed in one piece. One that is an `Operation` prepares its statements on a
`Session`, then runs them through a `Clock`, the only thing that reads time; everything it needs is
in the frozen `Setting`. An `Encryptor` (`engines.sql.statement`) is the encryption of single
values.
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
from engines.contract.message import NOTHING, Message, Number, phrase, plural
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
    Prepared,
    RawResult,
    Row,
    Session,
)
from engines.contract.storage_change import StorageWork
from engines.contract.transition import BackupKind
from engines.sql.statement import Encryptor, Statement, Value

GENERATED = "generated"
"""The value of `Parameters.data` for records that are made from the seed, not read from a file."""


class Profile(StrEnum):
    """The published study's fixed key and IV, or a fresh key and an IV per value."""

    STUDY = "study"
    SOUND = "sound"


@dataclass(frozen=True)
class Case:
    """One point on a workload's axes: what one run is done at. Cases sort by size, then by name, in
    which numbers sort by value."""

    size: int
    """What grows: records, rows, bytes, arrivals per second."""
    name: str = ""
    """What else distinguishes cases of one size, in a word or two, such as “cold”."""

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
    """The texts and numbers of a name by turns, so that numbers compare by value."""
    return [float(each) if at % 2 else each for at, each in enumerate(_NUMBER.split(name))]


_NUMBER = re.compile(r"(\d+(?:\.\d+)?)")


class EncryptionRate(NamedTuple):
    """How many values are encrypted in a second: writes, and the encrypted columns of each."""

    writes_per_s: float
    columns: int

    @property
    def per_s(self) -> float:
        """Values a second."""
        return self.writes_per_s * self.columns


@dataclass(frozen=True)
class Refusal:
    """An operation that cannot be done under a protection, and why: `code` for programs (the
    workload's own words), `message` a clause for readers."""

    operation: str
    code: str
    message: Message


def size_faults(sizes: Sequence[int]) -> Iterator[Message]:
    """What is wrong with the sizes of a plan's cases, as clauses."""
    if not sizes:
        yield phrase("workload sizes are empty")
    for size in sizes:
        if size < 1:
            yield phrase("size {size} must be 1 or more", size=size)
    if len(set(sizes)) != len(sizes):
        yield phrase("a size is named twice")


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
"""How often an operation is done in the mix that it is part of, in any unit; yielded together with
TIMES by workloads whose operations have weights."""

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
        """Whether keys and IVs are the published study's or fresh ones."""
        return Profile.STUDY

    @property
    def data(self) -> str:
        """Where records come from: GENERATED, or the path of a file."""
        return GENERATED

    @property
    def idle(self) -> Collection[str]:
        """The names of parameters that have no effect with the values that the others have."""
        return ()

    def with_data(self, path: str) -> Self:
        """With records from another file; only for parameters that have such a field."""
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
        """Whether keys and IVs are fresh ones instead of the study's."""
        return self.parameters.profile is Profile.SOUND

    @property
    def data(self) -> Path | None:
        """The file that records come from; None to generate them from the seed."""
        data = self.parameters.data
        return None if data == GENERATED else Path(data)


class Clock(Protocol):
    """Runs a prepared statement with the clock around it and counts it."""

    def prepare(self, session: Session, statement: Statement, encryptor: Encryptor) -> Prepared:
        """Have the server prepare a statement; its time is counted separately (PREPARING)."""

    @property
    def run(self) -> Callable[[Prepared, Sequence[Value]], RawResult]:
        """Binds outside the clock, executes inside it, and returns the raw result, which the
        statement's `rows` and `affected` read outside the clock."""

    def run_many(self, steps: Iterable[tuple[Prepared, Sequence[Value]]]) -> None:
        """Run statements whose results are not needed, each inside the clock. Parameters are made
        before, for a thousand steps at a time, so no step may depend on the one before it."""


class UntimedClock:
    """Runs statements and measures nothing; `on_statement` is called after each with the number of
    those run."""

    def __init__(self, on_statement: Callable[[int], None] = lambda statements: None) -> None:
        self._on_statement = on_statement
        self.statements = 0

    def prepare(self, session: Session, statement: Statement, encryptor: Encryptor) -> Prepared:
        return session.prepare(statement, encryptor)

    def run(self, prepared: Prepared, values: Sequence[Value]) -> RawResult:
        arrived = prepared.execute(*values)
        self.statements += 1
        self._on_statement(self.statements)
        return arrived

    def run_many(self, steps: Iterable[tuple[Prepared, Sequence[Value]]]) -> None:
        for prepared, values in steps:
            self.run(prepared, values)


class RowCounter(Protocol):
    """Passes rows on, and counts them."""

    def __call__[T](self, rows: Iterable[T]) -> Iterable[T]: ...


def _uncounted[T](rows: Iterable[T]) -> Iterable[T]:
    return rows


@dataclass(frozen=True)
class Setting:
    """What an operation works with: a session, the encryption of values (`encryptor`), the records
    to store and the options of the run."""

    session: Session
    encryptor: Encryptor
    records: Sequence[Sequence[Value]]
    options: Options[Any]
    index_key: bytes = field(default=b"", repr=False)
    """The key of blind indexes (HMAC-SHA-256) where the encryptor is not deterministic."""
    open_session: Callable[[], Session] | None = field(default=None, compare=False)
    """Opens another connection to the database, for operations that time that."""
    measures: dict[str, float] = field(default_factory=dict, compare=False)
    """Measures that the operation adds to its seconds, by name; they replace the engine's counts of
    the same name."""
    former_encryptor: Encryptor | None = None
    """The same protection with the old key, for a run that changes the key."""
    storage: StorageWork | None = field(default=None, compare=False)
    """The change of encryption that the engine is to make to its stored tables."""
    open_admin_session: Callable[[], Session] | None = field(default=None, compare=False)
    """Opens a connection to the database with the server's own login, for maintenance or for
    watching it from another thread; None where the engine takes one connection only."""
    backups: Mapping[BackupKind, BackedUp] = field(default_factory=dict, compare=False)
    """How the database is backed up and restored, by each kind of backup that the engine has."""
    data_places: Callable[[], Sequence[DataPlace]] = field(default=tuple, compare=False)
    """The files and folders in which the server stores the database, its logs among them."""
    count_resources: Callable[[], AbstractContextManager[None]] = field(
        default=nullcontext, compare=False
    )
    """A context manager around the part of an operation of which CPU, memory and the engine's
    counts are taken, where that is not all of it; entered once, outside any transaction."""
    count_rows: RowCounter = field(default=_uncounted, compare=False)
    """Passes on the rows that fill tables and counts them, so that progress can be shown."""
    report_changed_rows: Callable[[int], None] = field(default=lambda rows: None, compare=False)
    """Receives how many rows are changed and committed, while a change is under way."""
    report_points: Callable[[Sequence[SeriesPoint]], None] = field(
        default=lambda points: None, compare=False
    )
    """Receives new points of the series of a change, a few times a second and from one thread at a
    time."""


def fetch_rows(setting: Setting, statement: Statement, *values: Value) -> Sequence[Row]:
    """The rows of a statement with these values, outside any clock."""
    prepared = setting.session.prepare(statement, setting.encryptor)
    try:
        return prepared.rows(prepared.execute(*values))
    finally:
        prepared.close()


def other_count(table: str, stored: int, expected: int) -> Message:
    """That a table has another number of rows than expected."""
    return plural(
        "{table} holds {n} rows, not {expected}",
        "{table} holds {n} row, not {expected}",
        stored,
        table=table,
        expected=expected,
    )


def check_row_count(held: int, expected: int) -> None:
    """Raises: VerificationFailed"""
    if held != expected:
        raise VerificationFailed(
            plural(
                "{n} of {all} rows are in the table",
                "{n} of {all} rows is in the table",
                held,
                all=Number(expected),
            )
        )


@dataclass(frozen=True)
class MarkerColumn:
    """A protected text column that a marker (a text that evidence then searches for on disk) can be
    planted in; `field` is its index in a record. It takes 32 letters and digits; the table's key is
    `id`. `bound_to` is the column whose value the application authenticates with it, if any."""

    field: int
    table: str
    column: str
    bound_to: str = ""


@dataclass(frozen=True)
class ExplainedStatement:
    """A prepared statement whose execution plan is stored with a run, and values to run it with."""

    statement: Statement
    prepared: Prepared
    values: Sequence[Value]


class Part(ABC):
    """What is timed in one piece; `operations` are the names that its figures are stored under."""

    is_simultaneous: ClassVar[bool] = False
    """Whether in lockstep (protections measured side by side) all do it at the same time, instead
    of taking turns."""

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
    is_rolled_back: ClassVar[bool] = False
    """Whether its transaction is rolled back, once it has been verified inside it: no commit is
    timed, and the data stay as they were."""

    @property
    def operations(self) -> tuple[str, ...]:
        return (self.name,)

    def statements(self, size: int) -> int:
        """How many statements it takes for `size` records: one for each, unless it says so."""
        return size

    server_cpu_is_session: ClassVar[bool] = True
    """Whether the server's CPU time is that of the session alone; if not, it is not counted."""

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
        """Carry it out a few times outside any clock, and verify it. Returns its result, which must
        be the same under every protection; None where results are not compared.

        Raises: VerificationFailed
        """
        self.run(setting, UntimedClock())
        self.verify(setting)
        return None

    explains: ClassVar[bool] = False
    """Whether it has statements whose execution plans (EXPLAIN) are stored with a run."""

    def explained_statements(self, setting: Setting) -> Iterator[ExplainedStatement]:
        """These statements; each stays prepared until the next one is yielded."""
        del setting
        return iter(())


class SingleStatement(Operation):
    """One statement, which is not done on a few records before."""

    warms_up = False

    def statements(self, size: int) -> int:
        return 1


class UnpreparedWork(Prepared):
    """Work that is timed as one, such as several statements of an engine, in place of a prepared
    statement."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.bind = tuple
        self.run = lambda bound: work()

    def rows(self, arrived: RawResult) -> Sequence[Row]:
        return ()

    def affected(self, arrived: RawResult) -> int:
        return 0

    def close(self) -> None:
        """Nothing was prepared."""


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
    """A value of a series; `at` is the time.perf_counter of its measurement."""

    series: Series
    at: float
    value: float


class VerificationFailed(Exception):
    """What a database holds is not what was stored; `message` says where."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


STUDY_IV = b"0123456789123456"
"""The published study's IV for all values."""

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
"""Seconds to prepare the statements, and to write what they changed to the tables' files; whether
caches were empty before (1 or 0)."""

TABLES_STORED = Measure(STORED, phrase("Tables stored"), "B")

ENGINE_MEASURES: tuple[Measure, ...] = (
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
