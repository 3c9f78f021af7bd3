"""The workload “tablespace”, after published scenarios: a table is created from another one,
rewritten and aggregated.

Marques, “Performance – Tablespaces Cifrados”: Oracle tables of two million random numbers from 0 to
500, in an encrypted tablespace and in a plain one.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from statistics import fmean
from typing import ClassVar

from engines.contract.launch import Arrangement, Logs
from engines.contract.message import NOTHING, Message, Number, phrase, plural, significant
from engines.contract.parameter import Shown, parameter
from engines.contract.protection import Keying, Protection, ProtectionKind
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Encryptor, Value, ValueType
from workloads.contract import (
    ENGINE_MEASURES,
    SECONDS,
    Case,
    MarkerColumn,
    Measure,
    Options,
    Parameters,
    Part,
)
from workloads.tablespace.operations import (
    COLUMN,
    NUMBER,
    SOURCE,
    THOUSAND,
    WORD,
    WORDS,
    Aggregate,
    Create,
    Fill,
    Update,
)
from workloads.workload import TRIAL_RECORDS, DatabaseWorkload, MeanOfRuns

# What the name of a case says: buffer, warm or cold, flushed or not, logs.


class CacheState(StrEnum):
    """Whether engine and system still cache what they have just written."""

    WARM = "warm"
    COLD = "cold"


class Flush(StrEnum):
    """Whether an operation ends with the commit, or once its pages are in the files."""

    LEFT = "left"
    INCLUDED = "included"


@dataclass(frozen=True)
class CaseSettings:
    """A case besides its number of rows; `buffer_mb` in MB (2²⁰ bytes), None: the server's own."""

    buffer_mb: int | None = None
    cache: CacheState = CacheState.WARM
    flush: Flush = Flush.LEFT
    logs: Logs = Logs.USUAL

    @property
    def name(self) -> str:
        """As in “64 MB, cold, flushed, logs sealed”; empty for a server's own settings."""
        return ", ".join(
            (
                *(() if self.buffer_mb is None else (f"{self.buffer_mb} MB",)),
                *((_COLD,) if self.cache is CacheState.COLD else ()),
                *((_FLUSHED,) if self.flush is Flush.INCLUDED else ()),
                *(() if self.logs is Logs.USUAL else (f"{_LOGS}{self.logs}",)),
            )
        )

    @property
    def arrangement(self) -> Arrangement:
        """The arrangement of the server for the case."""
        cold = self.cache is CacheState.COLD
        return Arrangement(self.buffer_mb, self.logs, cold, self.flush is Flush.INCLUDED)


_COLD, _FLUSHED, _LOGS = "cold", "flushed", "logs "
_BUFFER = re.compile(r"(\d+) MB")


def settings_of(case: Case) -> CaseSettings:
    """The settings in the name of a case; unknown words are ignored."""
    words = case.name.split(", ")
    buffers = [int(found[1]) for each in words if (found := _BUFFER.fullmatch(each))]
    logs = [each for each in Logs if f"{_LOGS}{each}" in words]
    return CaseSettings(
        buffers[0] if buffers else None,
        CacheState.COLD if _COLD in words else CacheState.WARM,
        Flush.INCLUDED if _FLUSHED in words else Flush.LEFT,
        logs[0] if logs else Logs.USUAL,
    )


def case_words(case: Case) -> Message:
    """“2,000,000 rows, 64 MB, cold”: short enough for the head of a column."""
    settings = settings_of(case)
    message = plural("{n} rows", "{n} row", case.size)
    if settings.buffer_mb is not None:
        message = phrase("{rows}, {size} MB", rows=message, size=Number(settings.buffer_mb))
    if settings.cache is CacheState.COLD:
        message = phrase("{case}, cold", case=message)
    if settings.flush is Flush.INCLUDED:
        message = phrase("{case}, flushed", case=message)
    if settings.logs is Logs.ENCRYPTED:
        message = phrase("{case}, logs encrypted", case=message)
    if settings.logs is Logs.READABLE:
        message = phrase("{case}, logs readable", case=message)
    return message


# How forms show what may be set of the tablespace work.

ROWS = Shown(
    phrase("Rows"),
    phrase("Rows of the source table; the table created from it has twice as many"),
    offers=(10_000, 200_000, 2_000_000),
    words=phrase("Add a number of rows"),
    required_message=phrase("Add at least one number of rows."),
)
BUFFERS = Shown(
    phrase("Buffer"),
    phrase("The engine's page cache; the server's own setting if none is chosen"),
    unit=phrase("MB"),
    offers=(16, 64, 256, 1024),
    words=phrase("Add a size"),
)
TEMPERATURES = Shown(
    phrase("Memory"),
    choices={
        CacheState.WARM: (
            phrase("warm"),
            phrase("Engine and operating system still cache what was just written"),
        ),
        CacheState.COLD: (
            phrase("cold"),
            phrase(
                "Before each operation the server is restarted and the operating system drops its "
                "cache"
            ),
        ),
    },
    required_message=phrase("Choose warm or cold."),
)
FLUSH = Shown(
    phrase("Flush"),
    choices={
        Flush.LEFT: (phrase("later"), phrase("An operation ends when it is committed")),
        Flush.INCLUDED: (
            phrase("included"),
            phrase("An operation ends when its changes are in the tables' files"),
        ),
    },
    required_message=phrase("Choose when an operation ends."),
)
LOGS = Shown(
    phrase("Logs"),
    choices={
        Logs.USUAL: (phrase("as they are"), phrase("The server's own settings")),
        Logs.READABLE: (
            phrase("readable"),
            phrase("MariaDB and MySQL write redo and binary logs, all unencrypted"),
        ),
        Logs.ENCRYPTED: (
            phrase("encrypted"),
            phrase("MariaDB and MySQL write redo and binary logs, all encrypted"),
        ),
    },
    required_message=phrase("Choose how logs are written."),
)


# What a plan may set of the tablespace work.

MOST_ROWS = 1_000_000_000
"""A thousand cubed: the rows come from joining three tables of a thousand rows."""

LEAST_BUFFER_MB = 8
"""The smallest buffer with which every engine starts."""


@dataclass(frozen=True)
class TablespaceParameters(Parameters):
    """`rows` are of the source table; the study's were 2,000,000. `buffers` are in MB (2²⁰ bytes);
    without one a server has its own. There is a case for each combination."""

    name: str = "tablespace"
    rows: tuple[int, ...] = parameter((200_000,), most=100_000_000, shown=ROWS)
    buffers: tuple[int, ...] = parameter((), most=65_536, shown=BUFFERS)
    temperatures: tuple[CacheState, ...] = parameter((CacheState.WARM,), shown=TEMPERATURES)
    flush: tuple[Flush, ...] = parameter((Flush.LEFT,), shown=FLUSH)
    logs: tuple[Logs, ...] = parameter((Logs.USUAL,), shown=LOGS)

    def cases(self) -> tuple[Case, ...]:
        """One case for every combination of the values."""
        buffers = self.buffers or (None,)
        others = product(buffers, self.temperatures, self.flush, self.logs)
        names = [CaseSettings(*each).name for each in others]
        return tuple(Case(rows, name) for rows in self.rows for name in names)

    def faults(self) -> Iterator[Message]:
        """Clauses about what does not fit, beyond limits of single values."""
        lists = {
            "rows": self.rows,
            "temperatures": self.temperatures,
            "flush": self.flush,
            "logs": self.logs,
        }
        for name, values in lists.items():
            if not values:
                yield phrase("workload {name} are empty", name=name)
        for rows in self.rows:
            if not 1 <= rows <= MOST_ROWS:
                yield phrase("{rows} rows are not between 1 and {most}", rows=rows, most=MOST_ROWS)
        for size in self.buffers:
            if size < LEAST_BUFFER_MB:
                yield phrase(
                    "a buffer of {size} MB is below the minimum of {least} MB",
                    size=size,
                    least=LEAST_BUFFER_MB,
                )
        for name, values in {**lists, "buffers": self.buffers}.items():
            if len(set(values)) != len(values):
                yield phrase("a value of workload {name} is named twice", name=name)


# What encrypted logs cost: no comparison within a case shows it, since plaintext pays as well.

type _Means = Mapping[tuple[int, str, CaseSettings], float]


def log_sentences(readings: Sequence[MeanOfRuns]) -> Iterator[Message]:
    """A sentence for each server and protection measured with encrypted and with readable logs."""
    means_of: dict[tuple[str, str], dict[tuple[int, str, CaseSettings], float]] = {}
    for each in readings:
        if each.measure == SECONDS.name and each.mean > 0:
            key = each.case.size, each.operation, settings_of(each.case)
            means_of.setdefault((each.server, each.protection), {})[key] = each.mean
    for (server, protection), means in means_of.items():
        if ratios := _ratios(means):
            yield phrase(
                "{server}, {protection}: with encrypted logs it takes {times} times as long as "
                "with readable ones, on average over all operations. The two were not measured "
                "side by side, so there is no interval.",
                server=server,
                protection=protection,
                times=significant(math.exp(fmean(ratios)), 2),
            )


def _ratios(means: _Means) -> list[float]:
    """Logarithms of the ratios of encrypted to readable logs."""
    return [
        math.log(mean / means[size, operation, readable])
        for (size, operation, settings), mean in means.items()
        if settings.logs is Logs.ENCRYPTED
        and (size, operation, readable := replace(settings, logs=Logs.READABLE)) in means
    ]


_MOST_WORDS = 300
_OVERHEAD_S, _SECONDS_PER_ROW = 2.0, 2e-5


class Tablespace(DatabaseWorkload[TablespaceParameters]):
    """Numbers in tables that are encrypted where they are stored."""

    name = "tablespace"
    title = phrase("Encrypted tables")
    axis = phrase("Rows")
    parameters = TablespaceParameters
    measures: ClassVar[tuple[Measure, ...]] = (SECONDS, *ENGINE_MEASURES)
    engine_counts = True
    sequence = (Create.name, Update.name, Aggregate.name)
    filling = Fill()
    fills_untimed = True
    marker_column = MarkerColumn(0, WORDS, WORD)

    def keying(self, bits: int, sound: bool) -> Keying:
        """Always a fresh key: nothing of what is compared depends on it."""
        return Keying(os.urandom(bits // 8))

    def cases(self, parameters: TablespaceParameters) -> tuple[Case, ...]:
        return parameters.cases()

    def case_label(self, case: Case) -> Message:
        return case_words(case)

    def faults(self, parameters: TablespaceParameters) -> Iterator[Message]:
        return parameters.faults()

    def why_not(
        self,
        parameters: TablespaceParameters,
        case: Case,
        protection: Protection,
        engine: str,
    ) -> Message:
        return _WHY_NOT.get(protection.kind, NOTHING)

    def remarks(self, readings: Sequence[MeanOfRuns]) -> Iterator[Message]:
        return log_sentences(readings)

    def scaled_down(self, options: Options[TablespaceParameters]) -> Options[TablespaceParameters]:
        """Only of the first case: all have the same statements."""
        return replace(options, case=replace(options.parameters.cases()[0], size=TRIAL_RECORDS))

    def seconds(self, options: Options[TablespaceParameters], protection: Protection) -> float:
        return _OVERHEAD_S + _SECONDS_PER_ROW * options.size

    def arrangement(self, options: Options[TablespaceParameters]) -> Arrangement:
        return settings_of(options.case).arrangement

    def parts(self, options: Options[TablespaceParameters]) -> tuple[Part, ...]:
        return (Create(), Update(), Aggregate())

    def schema(self, options: Options[TablespaceParameters], encryptor: Encryptor) -> Schema:
        """Tables of numbers without a key, as in the study; and of words, for a marker to be
        planted in, which nothing timed touches."""
        return Schema(
            (
                Table(THOUSAND, (Column(NUMBER, ValueType.INTEGER),), keyed=False),
                Table(SOURCE, (Column(COLUMN, ValueType.INTEGER),), keyed=False),
                Table(WORDS, (Column(WORD, protected=True),)),
            )
        )

    def records(self, options: Options[TablespaceParameters]) -> Sequence[Sequence[Value]]:
        """The words; the server draws the numbers itself."""
        return [(f"word {number}",) for number in range(min(options.size, _MOST_WORDS))]


_WHY_NOT: Mapping[ProtectionKind, Message] = {
    ProtectionKind.NATIVE: phrase(
        "Numbers encrypted one by one are bytes to the server. To add them, SQL would have to "
        "decrypt and encrypt each one. This workload measures tables encrypted as a whole."
    ),
    ProtectionKind.CLIENT: phrase(
        "The server cannot add, multiply or sum numbers that the application encrypted."
    ),
    ProtectionKind.STORED_FORM: phrase(
        "Encrypted tables do not store single values in another form."
    ),
}
