"""The published tablespace scenarios: a table is made of another one, rewritten and added up.

Marques, “Performance – Tablespaces Cifrados”: Oracle tables of two million random numbers from 0 to
500, in an encrypted tablespace and in a plain one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from engines.contract.launch import Arrangement
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Keying, Protection, ProtectionKind
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Sealer, Value, ValueType
from workloads.contract import SECONDS, Case, MarkerColumn, Measure, Options, Part
from workloads.counted import COUNTED
from workloads.tablespace.cases import axes_of, case_words
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
from workloads.tablespace.parameters import TablespaceParameters
from workloads.tablespace.unencrypted_traces import log_sentences
from workloads.workload import REHEARSED, DatabaseWorkload, Reading

_MOST_WORDS = 300
_AROUND_SECONDS, _SECONDS_PER_ROW = 2.0, 2e-5


class Tablespace(DatabaseWorkload[TablespaceParameters]):
    """Numbers in tables that are sealed where they are stored."""

    name = "tablespace"
    title = phrase("Encrypted tables")
    axis = phrase("Rows")
    parameters = TablespaceParameters
    measures: ClassVar[tuple[Measure, ...]] = (SECONDS, *COUNTED)
    engine_counts = True
    sequence = (Create.name, Update.name, Aggregate.name)
    filling = Fill()
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

    def remarks(self, readings: Sequence[Reading]) -> Iterator[Message]:
        return log_sentences(readings)

    def rehearsal(self, options: Options[TablespaceParameters]) -> Options[TablespaceParameters]:
        """Of the first case: the statements of all are alike."""
        return replace(options, case=replace(options.parameters.cases()[0], size=REHEARSED))

    def seconds(self, options: Options[TablespaceParameters], protection: Protection) -> float:
        return _AROUND_SECONDS + _SECONDS_PER_ROW * options.size

    def arrangement(self, options: Options[TablespaceParameters]) -> Arrangement:
        return axes_of(options.case).arrangement

    def before(self, options: Options[TablespaceParameters]) -> Fill:
        return self.filling

    def parts(self, options: Options[TablespaceParameters]) -> tuple[Part, ...]:
        return (Create(), Update(), Aggregate())

    def schema(self, options: Options[TablespaceParameters], sealer: Sealer) -> Schema:
        """The numbers stand alone in their table, without a key, as in the study. The words are for
        a marker to be planted among; nothing that is timed touches them."""
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
