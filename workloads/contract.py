"""What a workload is: a schema, data, and operations that are timed.

An operation is a function that prepares its statements on a `Session` and then runs them through
a `Clock`, the only thing that reads time. Everything it needs is in the frozen `Setting`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Protocol

from engines.contract.message import Message
from engines.contract.protection import Keying
from engines.contract.schema import Schema
from engines.contract.session import Arrived, Prepared, Session
from engines.contract.statement import Sealer, Value


class Clock(Protocol):
    """Runs a prepared statement with the clock around it and counts it."""

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

    def run(self, prepared: Prepared, values: Sequence[Value]) -> Arrived:
        arrived = prepared.execute(*values)
        self.statements += 1
        self._heard(self.statements)
        return arrived

    def run_many(self, steps: Iterable[tuple[Prepared, Sequence[Value]]]) -> None:
        for prepared, values in steps:
            self.run(prepared, values)


@dataclass(frozen=True)
class Options:
    """What a plan chose. `sound` asks for fresh keys and IVs instead of the study's own."""

    size: int
    sound: bool = False
    text_columns: bool = False
    seed: int = 0
    data: Path | None = None
    """A CSV in the public layout; None to generate records from `seed`."""


@dataclass(frozen=True)
class Setting:
    """All that an operation works with: the connection, the seal, the records and the options."""

    session: Session
    sealer: Sealer
    records: Sequence[Sequence[Value]]
    options: Options
    index_key: bytes = field(default=b"", repr=False)
    """The key of blind indexes (HMAC-SHA-256) where the sealer is not deterministic."""


@dataclass(frozen=True)
class MarkerColumn:
    """Protected text that a marker can be planted in: an index into a record, and the table and
    column that it is stored in. It takes 32 letters and digits; the table's key is `id`."""

    field: int
    table: str
    column: str


class Operation(ABC):
    """One timed part of a workload, run over one connection in one transaction."""

    name: ClassVar[str]

    @abstractmethod
    def statements(self, size: int) -> int:
        """How many statements it takes for `size` records."""

    @abstractmethod
    def run(self, setting: Setting, clock: Clock) -> int:
        """Prepare, then run every statement through the clock; the rows read or changed."""

    def verify(self, setting: Setting) -> None:
        """Check, by a connection of its own and outside any clock, what the database now holds.

        Raises: VerificationFailed
        """
        del setting


class Workload(ABC):
    """A schema, its data and its operations, in the order they are run."""

    name: ClassVar[str]
    title: ClassVar[Message]
    sequence: ClassVar[tuple[Operation, ...]]
    """The first of them fills the tables."""
    filling: ClassVar[Operation]
    """Leaves what the first of `sequence` does, as quickly as may be; for looking at the data."""
    marker_column: ClassVar[MarkerColumn]

    @property
    def operations(self) -> tuple[str, ...]:
        """Names of the operations in their order."""
        return tuple(operation.name for operation in self.sequence)

    @abstractmethod
    def keying(self, bits: int, sound: bool) -> Keying:
        """The key of `bits` bits and the IV policy of the study or the sound profile."""

    @abstractmethod
    def schema(self, options: Options, sealer: Sealer) -> Schema:
        """The tables, as they are to be for `sealer`."""

    @abstractmethod
    def records(self, options: Options) -> Sequence[Sequence[Value]]:
        """`options.size` records, the same for the same options.

        Raises: InputError for data that cannot be used.
        """


class VerificationFailed(Exception):
    """What a database holds is not what was put in; `said` says where."""

    def __init__(self, said: Message) -> None:
        super().__init__(said)
        self.said = said
