"""The base classes of workloads: with a database (`DatabaseWorkload`) or without (`BareWorkload`).

Most have a schema, data, and parts that are timed over them. Others need no database: a `Provider`
does their work, and its result is a `BareResult`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from engines.contract.launch import AS_IT_IS, Arrangement
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Keying, Protection
from engines.contract.transition import Course
from engines.sql.schema import Schema
from engines.sql.statement import Encryptor, Value
from workloads.contract import (
    SECONDS,
    Case,
    EncryptionRate,
    MarkerColumn,
    Measure,
    Operation,
    Options,
    Parameters,
    Part,
    Refusal,
    Setting,
)
from workloads.stage import RunDatabase, Stage


@dataclass(frozen=True)
class MeanOfRuns:
    """A mean of one measure, by server or provider, protection, case and operation."""

    server: str
    protection: str
    case: Case
    operation: str
    measure: str
    mean: float


_SPAN = phrase("{one} to {other}")


class Workload[P: Parameters](ABC):
    """What is measured: cases, and in each of them operations with their measures."""

    name: ClassVar[str]
    title: ClassVar[Message]
    parameters: ClassVar[type[Parameters]]
    axis: ClassVar[Message]
    """What the size of a case counts, as the head of a column: “Records”."""
    measures: ClassVar[tuple[Measure, ...]] = (SECONDS,)
    """What can be compared; verdicts are about the first that an operation has."""
    why_not_is_slow: ClassVar[bool] = False
    """Whether `why_not` takes too long for the window's thread, so that a process answers it."""

    binds_rows: ClassVar[bool] = False
    """Whether the application encrypts each value for the key of its row, too, and not only for its
    column: as associated data, where equal values need not be equal ciphertext."""
    leaves_out_index: ClassVar[bool] = False
    """Whether it does without blind indexes under a protection that is to have none."""

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

    def distinct_labels(self, cases: Sequence[Case]) -> tuple[Message, Mapping[Case, Message]]:
        """What is common to all these cases in words, nothing where that is no part of a label, and
        for each case the rest, which tells it from the others."""
        return NOTHING, {case: self.case_label(case) for case in cases}

    def span_label(self, cases: Sequence[Case]) -> Message:
        """Several cases in words: what they have in common, else the first and the last of them."""
        common, labels = self.distinct_labels(cases)
        first, last = labels[min(cases)], labels[max(cases)]
        return common or (first if first == last else _SPAN.with_values(one=first, other=last))

    def rate(self, case: Case) -> float | None:
        """At how many operations per second a case asks a server, whatever it answers; None where
        that is not one figure, or work goes as fast as it can."""
        del case
        return None

    def clients(self, case: Case) -> int | None:
        """How many clients of a case ask at once, each as soon as it is answered; None where that
        is not what its amount is."""
        del case
        return None

    def encryption_rate(self, case: Case) -> EncryptionRate | None:
        """How many values a case has encrypted in a second where the application does it; None
        where that is not known."""
        del case
        return None

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

    def hosts(self, parameters: P) -> int:
        """How many machines carry out its loads together."""
        del parameters
        return 1

    def why_not(self, parameters: P, case: Case, protection: Protection, engine: str) -> Message:
        """Why a protection does not go together with this work on an engine, whatever a server can
        do; nothing where it does."""
        del parameters, case, protection, engine
        return NOTHING

    def refusals(
        self, parameters: P, case: Case, protection: Protection, engine: str
    ) -> tuple[Refusal, ...]:
        """The operations that a protection cannot do on an engine, whatever a server can do; all
        others are measured. Each is an `Operation`, a part of its own."""
        del parameters, case, protection, engine
        return ()

    def all_refused(self, parameters: P, found: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
        """All that cannot be done where these operations cannot."""
        del parameters
        return found

    def why_not_interleaved(self, options: Options[P]) -> Message:
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

    def headline_group(self, case: Case) -> str | None:
        """A name that cases have in common whose costs a headline gives as one figure; None keeps a
        case out of it. Cases of one name differ in size, those of different names in kind."""
        return case.name

    def leaks(self, case: Case) -> Message:
        """What a case adds to what protections themselves give away; nothing where it adds nothing
        that is worth a word."""
        del case
        return NOTHING

    def settled(self, parameters: P) -> P:
        """The same with all written out that is told of results later, as they are kept with a
        campaign: a file of a user's may change by then, or be gone.

        Raises: InputError
        """
        return parameters

    def encrypted_columns(self, parameters: P) -> Sequence[str]:
        """The columns that a protection encrypts by value, as `table.column`; none of work that
        encrypts no single columns."""
        del parameters
        return ()

    def differences(self, parameters: P) -> Sequence[Sequence[str]]:
        """Where its tables are not those of the database that they were designed from: a row for
        each, with the cells of `DIFFERENCE_HEADS`."""
        del parameters
        return ()

    def blind_indexed(self, parameters: P) -> Sequence[str]:
        """Those of them that a blind index stands beside, where equal values are not encrypted
        alike: it shows which rows are equal, and finds them."""
        del parameters
        return ()

    def indexes_in_clock(self, parameters: P) -> bool:
        """Whether the application makes values of blind indexes inside the clock, also where the
        server encrypts."""
        del parameters
        return False

    def remarks(self, means: Sequence[MeanOfRuns]) -> Iterator[Message]:
        """Sentences that compare cases, which no table of one case shows."""
        del means
        return iter(())


REHEARSED = 20
"""Records of a rehearsal."""


class DatabaseWorkload[P: Parameters](Workload[P]):
    """Work on a database: a schema, data, and the parts that are timed over it."""

    users_statements: ClassVar[bool] = False
    """Whether a user wrote its statements, so that any server may refuse one: they are tried on all
    servers before a campaign, those of Cipherbench only on servers that it has not started."""
    sequence: ClassVar[tuple[str, ...]] = ()
    """Operations that go on from what others have left, so that they are measured all or not."""

    filling: ClassVar[Operation]
    """Leaves what the first part does, as quickly as may be; for looking at the data."""
    marker_column: ClassVar[MarkerColumn]
    relies_on_cascade: ClassVar[bool] = False
    """Whether rows go with those that their foreign keys point to."""
    engine_counts: ClassVar[bool] = False
    """Whether what the engine counts is among the measures of operations."""

    def all_refused(self, parameters: P, found: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
        refused = {each.operation: each for each in found}
        first = next((name for name in self.sequence if name in refused), None)
        if first is None:
            return found
        why = phrase("it needs {operation}: {words}").with_values(
            operation=first, words=refused[first].message
        )
        needing = {name: Refusal(name, refused[first].code, why) for name in self.sequence}
        return tuple({**refused, **needing}.values())

    def marker_in(self, options: Options[P]) -> MarkerColumn:
        """The column that a marker is planted in; a record of `records` is a row of its table."""
        del options
        return self.marker_column

    def filled_by(self, options: Options[P]) -> Operation:
        """What fills the tables for looking at the data."""
        del options
        return self.filling

    @abstractmethod
    def keying(self, bits: int, sound: bool) -> Keying:
        """A key of `bits` bits with its IV policy: `sound` a fresh IV for each value, else the one
        fixed IV of the study profile."""

    @abstractmethod
    def schema(self, options: Options[P], encryptor: Encryptor) -> Schema:
        """The tables, as they are to be for `encryptor`."""

    @abstractmethod
    def records(self, options: Options[P]) -> Sequence[Sequence[Value]]:
        """`options.size` records, the same for the same options.

        Raises: InputError for data that cannot be used.
        """

    def digest(self, options: Options[P]) -> str:
        """What tells the rows that fill the tables from others; nothing where it is not kept."""
        del options
        return ""

    def work_digest(self, options: Options[P]) -> str:
        """What tells a load from another of the same plan, whose file may differ from machine to
        machine; nothing where the plan says it all."""
        del options
        return ""

    def encrypted_lengths(self, options: Options[P], operation: str) -> Mapping[int, float]:
        """How many values of each length in bytes a cipher is given, to be encrypted or decrypted,
        in the time that the first measure is of: an operation's, or a request's. Empty where nobody
        has counted them.

        Raises: InputError for data that cannot be used.
        """
        del options, operation
        return {}

    @abstractmethod
    def parts(self, options: Options[P]) -> tuple[Part, ...]:
        """What is timed, in order. The first of them fills the tables where nothing does before."""

    def course(self, options: Options[P]) -> Course | None:
        """What becomes of the encryption in a run; None where it stays as it is."""
        del options
        return None

    def arrangement(self, options: Options[P]) -> Arrangement:
        """How a server is to be arranged for a run."""
        del options
        return AS_IT_IS

    def why_not_interleaved(self, options: Options[P]) -> Message:
        arranged = self.arrangement(options)
        if arranged.cold or arranged.flushed:
            return phrase("the server is restarted or flushed within each run")
        if self.engine_counts:
            return phrase("the engine counts for the whole server, not for each session")
        return next(
            filter(None, (each.why_not_interleaved for each in self.parts(options))), NOTHING
        )

    def at_once(self, options: Options[P]) -> bool:
        return any(each.at_once for each in self.parts(options))

    def rehearsal(self, options: Options[P]) -> Options[P]:
        """A small case in which each operation is tried under each protection before anything is
        measured. Cases with the same one are tried once."""
        return replace(options, case=replace(options.case, size=min(options.size, REHEARSED)))

    def trial_parts(self, options: Options[P]) -> tuple[Part, ...]:
        """What is tried by itself, in this order, before a server is measured."""
        return self.parts(options)

    def untimed_fill(self, options: Options[P]) -> Operation | None:
        """What fills the tables before the clock starts; None: the first timed part fills them."""
        del options
        return None

    def keeps_database(self, options: Options[P]) -> bool:
        """Whether a database, once it is filled, serves all runs of its cell: `untimed_fill` must
        fill it, and no part may leave it changed."""
        del options
        return False

    def check_reused(self, setting: Setting) -> None:
        """Check that a database which was kept still holds what it was filled with.

        Raises: VerificationFailed
        """
        del setting

    def stage(self, options: Options[P], place: RunDatabase) -> Stage | None:
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
class BareResult:
    """What an operation without a database has yielded: `units` of work in `seconds`, and its
    `measures` by name."""

    seconds: float
    units: int
    measures: Mapping[str, float] = field(default_factory=dict)


class BareWorkload[P: Parameters](Workload[P]):
    """Work without a database."""

    def why_not_interleaved(self, options: Options[P]) -> Message:
        del options
        return phrase("each measurement is a single call")

    @abstractmethod
    def providers(self, parameters: P) -> tuple[Provider, ...]:
        """Who does it here; of one that is not here `why_not` says so, whatever it is asked.

        Raises: CipherbenchError where none of them is here
        """

    @abstractmethod
    def measured_pairs(self, parameters: P) -> tuple[tuple[Protection, Case], ...]:
        """The protections that are measured, each with its case, in order."""

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
    ) -> BareResult:
        """Do one operation; `tell` hears how much of it is done, 0 to 1.

        Raises: CipherbenchError
        """
