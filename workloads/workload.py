"""The base classes of workloads: with a database (`DatabaseWorkload`) or without (`BareWorkload`).

A `DatabaseWorkload` has a schema, records, and parts that are timed over them. A `BareWorkload`
has no database: a `Provider` (a program or a library) does the work and returns a `BareResult`.
"""

from __future__ import annotations

import hashlib
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from engines.contract.launch import AS_IT_IS, Arrangement
from engines.contract.message import NOTHING, Message, phrase, plural
from engines.contract.protection import Keying, Protection
from engines.contract.transition import EncryptionTransition
from engines.sql.schema import Schema
from engines.sql.statement import Encryptor, Value
from workloads.app_server import AppServer, RunDatabase
from workloads.contract import (
    SECONDS,
    STUDY_IV,
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


@dataclass(frozen=True)
class MeanOfRuns:
    """The mean of one measure over runs, of one server (or provider), protection, case and
    operation."""

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
    """Whether `why_not` is too slow for the window's thread, so that another process runs it."""

    binds_rows: ClassVar[bool] = False
    """Whether the application authenticates each value with the key of its row, and not only with
    its column, as associated data (AAD): equal values then need not have equal ciphertext."""
    leaves_out_index: ClassVar[bool] = False
    """Whether it supports protections without a blind index (`Protection.blind_index` false)."""

    @property
    def axis_in_sentence(self) -> Message:
        """What the size of a case counts, within a sentence: “records”."""
        return phrase("“{axis}”", axis=self.axis)

    @abstractmethod
    def cases(self, parameters: P) -> tuple[Case, ...]:
        """The points on its axes that a plan asks for."""

    @abstractmethod
    def case_label(self, case: Case) -> Message:
        """A case in words: “2,000 records”."""

    def size_label(self, size: int) -> Message:
        """The size of a case in words, by which curves over clients differ."""
        return plural("{n} rows", "{n} row", size)

    def distinct_labels(self, cases: Sequence[Case]) -> tuple[Message, Mapping[Case, Message]]:
        """What all these cases have in common, in words (nothing where the labels are not split),
        and for each case the rest, which distinguishes it."""
        return NOTHING, {case: self.case_label(case) for case in cases}

    def cases_label(self, cases: Sequence[Case]) -> Message:
        """Several cases in words: what they have in common, else the first and the last of them."""
        common, labels = self.distinct_labels(cases)
        first, last = labels[min(cases)], labels[max(cases)]
        return common or (first if first == last else _SPAN.with_values(one=first, other=last))

    def rate(self, case: Case) -> float | None:
        """Arrival rate of a case in operations per second, independent of answers; None where that
        is not one figure, or work goes as fast as it can."""
        del case
        return None

    def clients(self, case: Case) -> int | None:
        """Clients of a closed load, each of which asks again once it is answered; None for other
        cases."""
        del case
        return None

    def encryption_rate(self, case: Case) -> EncryptionRate | None:
        """How many values per second the application encrypts in a case; None where unknown."""
        del case
        return None

    @abstractmethod
    def operations(self, parameters: P, case: Case, protection: Protection) -> tuple[str, ...]:
        """Names of the operations of one run, in their order."""

    def packages(self, parameters: P) -> tuple[str, ...]:
        """Python packages between the clock and a server, besides its driver."""
        del parameters
        return ()

    def faults(self, parameters: P) -> Iterator[Message]:
        """What is wrong with the parameters, beyond limits of single values: clauses that complete
        “The plan cannot be used: …”."""
        del parameters
        return iter(())

    def hosts(self, parameters: P) -> int:
        """How many machines carry out its loads together."""
        del parameters
        return 1

    def why_not(self, parameters: P, case: Case, protection: Protection, engine: str) -> Message:
        """Why a protection cannot be used with this work on an engine, whatever a server supports;
        nothing where it can."""
        del parameters, case, protection, engine
        return NOTHING

    def refusals(
        self, parameters: P, case: Case, protection: Protection, engine: str
    ) -> tuple[Refusal, ...]:
        """The operations that cannot be done under a protection on an engine, whatever a server
        supports; all others are measured. Each is an `Operation`, a part of its own."""
        del parameters, case, protection, engine
        return ()

    def all_refused(self, parameters: P, found: tuple[Refusal, ...]) -> tuple[Refusal, ...]:
        """These refusals, and those of operations that depend on the refused ones."""
        del parameters
        return found

    def why_not_interleaved(self, options: Options[P]) -> Message:
        """Why protections cannot be interleaved in a case (take turns of milliseconds), so that
        whole runs follow one another; nothing where they can."""
        del options
        return NOTHING

    def is_simultaneous(self, options: Options[P]) -> bool:
        """Whether in lockstep protections are measured at the same time, as requests arrive."""
        del options
        return False

    def seconds(self, options: Options[P], protection: Protection) -> float | None:
        """Estimated duration of one run, without its worker's start; None where unknown."""
        del options, protection
        return None

    def headline_group(self, case: Case) -> str | None:
        """The group whose costs a headline sums up as one figure: cases of one group differ in size
        only. None leaves a case out of the headline."""
        return case.name

    def leaks(self, case: Case) -> Message:
        """What a case's indexes leak beyond what protections themselves leak; nothing where they
        leak nothing more."""
        del case
        return NOTHING

    def resolved(self, parameters: P) -> P:
        """The parameters as they are stored with a campaign: with all that reports need written
        out, since a user's file may change later, or be gone.

        Raises: InputError
        """
        return parameters

    def encrypted_columns(self, parameters: P) -> Sequence[str]:
        """The columns whose values a protection encrypts, as `table.column`; none where whole
        tables or files are encrypted."""
        del parameters
        return ()

    def differences(self, parameters: P) -> Sequence[Sequence[str]]:
        """How its tables differ from the database that they were designed from: one row for each
        difference, with the cells of `DIFFERENCE_HEADS`."""
        del parameters
        return ()

    def blind_indexed_columns(self, parameters: P) -> Sequence[str]:
        """The encrypted columns with a blind index (a keyed hash stored in a second column), where
        equal values have different ciphertext: rows are found by it, and it shows which are
        equal."""
        del parameters
        return ()

    def indexes_in_clock(self, parameters: P) -> bool:
        """Whether the application computes blind indexes inside the clock, also where the server
        encrypts."""
        del parameters
        return False

    def remarks(self, means: Sequence[MeanOfRuns]) -> Iterator[Message]:
        """Sentences that compare cases with each other."""
        del means
        return iter(())


TRIAL_RECORDS = 20
"""Records of the small case in which operations are tried before they are measured."""


class DatabaseWorkload[P: Parameters](Workload[P]):
    """Work on a database: a schema, data, and the parts that are timed over it."""

    users_statements: ClassVar[bool] = False
    """Whether a user wrote its statements, so that any server may refuse one: then they are tried
    on all servers before a campaign, otherwise only on servers not started by Cipherbench."""
    sequence: ClassVar[tuple[str, ...]] = ()
    """Operations that each depend on the one before, so that all are measured or none."""

    filling: ClassVar[Operation]
    """Stores the same data as the first part, as fast as possible; for evidence and the pattern
    lab."""
    fills_untimed: ClassVar[bool] = False
    """Whether it fills the tables before the clock starts, and not by the first timed part."""
    marker_column: ClassVar[MarkerColumn]
    relies_on_cascade: ClassVar[bool] = False
    """Whether it needs ON DELETE CASCADE: rows are deleted with those that they reference."""
    engine_counts: ClassVar[bool] = False
    """Whether its operations yield what the engine counts (`ENGINE_MEASURES`)."""

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
        """The column that a marker is planted in; each of `records` is a row of its table."""
        del options
        return self.marker_column

    def filled_by(self, options: Options[P]) -> Operation:
        """The operation that fills the tables for evidence and the pattern lab."""
        del options
        return self.filling

    def keying(self, bits: int, sound: bool) -> Keying:
        """A key of `bits` bits with its IV policy: `sound` a fresh key, and an IV for each value;
        else a fixed key, and the one fixed IV of the study profile."""
        if sound:
            return Keying(os.urandom(bits // 8))
        return Keying(hashlib.shake_256(self.name.encode()).digest(bits // 8), STUDY_IV)

    @abstractmethod
    def schema(self, options: Options[P], encryptor: Encryptor) -> Schema:
        """The tables, as they are to be for `encryptor`."""

    @abstractmethod
    def records(self, options: Options[P]) -> Sequence[Sequence[Value]]:
        """`options.size` records, the same for the same options.

        Raises: InputError for data that cannot be used.
        """

    def digest(self, options: Options[P]) -> str:
        """A hash of the rows that fill the tables; empty where it is not stored."""
        del options
        return ""

    def work_digest(self, options: Options[P]) -> str:
        """A hash of the load, for workloads whose file may differ between the machines of one
        plan; empty where the plan alone defines it."""
        del options
        return ""

    def encrypted_lengths(self, options: Options[P], operation: str) -> Mapping[int, float]:
        """Length in bytes → how many values of that length are encrypted or decrypted in one
        operation, or in one request of a load. Empty where they are not counted.

        Raises: InputError for data that cannot be used.
        """
        del options, operation
        return {}

    @abstractmethod
    def parts(self, options: Options[P]) -> tuple[Part, ...]:
        """What is timed, in order. The first fills the tables where `untimed_fill` is None."""

    def encryption_transition(self, options: Options[P]) -> EncryptionTransition | None:
        """How encryption changes in a run; None where it does not."""
        del options
        return None

    def arrangement(self, options: Options[P]) -> Arrangement:
        """The server settings that a run needs (buffer, logs, cold caches)."""
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

    def is_simultaneous(self, options: Options[P]) -> bool:
        return any(each.is_simultaneous for each in self.parts(options))

    def scaled_down(self, options: Options[P]) -> Options[P]:
        """Options with a small case, in which each operation is tried under each protection before
        anything is measured. Cases with the same one are tried once."""
        return replace(options, case=replace(options.case, size=min(options.size, TRIAL_RECORDS)))

    def trial_parts(self, options: Options[P]) -> tuple[Part, ...]:
        """The parts that are tried one by one, in this order, before a server is measured."""
        return self.parts(options)

    def untimed_fill(self, options: Options[P]) -> Operation | None:
        """What fills the tables before the clock starts; None: the first timed part fills them."""
        return self.filled_by(options) if self.fills_untimed else None

    def keeps_database(self, options: Options[P]) -> bool:
        """Whether one filled database is reused by all runs of its cell: `untimed_fill` must fill
        it, and no part may leave it changed."""
        del options
        return False

    def check_reused(self, setting: Setting) -> None:
        """Check that a reused database still holds what it was filled with.

        Raises: VerificationFailed
        """
        del setting

    def start_app_server(self, options: Options[P], run_database: RunDatabase) -> AppServer | None:
        """Start the application server that requests go through; None: they go to the database.

        Raises: CipherbenchError
        """
        del options, run_database
        return None

    def operations(self, parameters: P, case: Case, protection: Protection) -> tuple[str, ...]:
        parts = self.parts(Options(parameters, case))
        return tuple(name for part in parts for name in part.operations)


PROVIDED = "provided"
"""`source` of a provider, where a server has its own: a program or a library."""


@dataclass(frozen=True)
class Provider:
    """A program or a library that does the work where there is no database, shown in tables in
    place of a server. `settings` are those that matter for its speed; `missing` says why it cannot
    be used here."""

    name: str
    version: str
    settings: Mapping[str, str] = field(default_factory=dict)
    missing: Message = NOTHING


@dataclass(frozen=True)
class BareResult:
    """The result of an operation without a database: `units` of work in `seconds`, and `measures`
    by name."""

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
        """The providers on this machine, missing ones too, of which `why_not` always says so.

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
        progress: Callable[[float], None],
    ) -> None:
        """Do what must precede an operation, untimed; `progress` as in `perform`.

        Raises: CipherbenchError
        """

    @abstractmethod
    def perform(
        self,
        options: Options[P],
        provider: str,
        protection: Protection,
        operation: str,
        progress: Callable[[float], None],
    ) -> BareResult:
        """Do one operation; `progress` receives the share done, 0 to 1.

        Raises: CipherbenchError
        """
