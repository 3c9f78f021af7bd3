"""The workload “predicate”: searches by encrypted columns, as in a test published by Rakus.

Suzuki, “DBセキュリティ” (Rakus Developers Blog): a table of a million rows with whole and real
numbers, texts and truth values; searches by encrypted and by plain columns, insert and update,
plaintext against pgcrypto. The text gives factors: 7,600 for a search by an encrypted column.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from engines.contract.message import NOTHING, Message, Number, phrase, plural
from engines.contract.protection import Protection, ProtectionKind
from engines.properties import Ability, properties_of
from engines.registry import facts_of
from engines.sql.schema import Column, Index, Schema, Table
from engines.sql.statement import Encryptor, Value, ValueType
from workloads.contract import (
    SECONDS,
    Case,
    MarkerColumn,
    Measure,
    Options,
    Part,
    Profile,
    Setting,
)
from workloads.predicate.blind_indexes import (
    CASE_WORDS,
    COLUMNS,
    DIGEST_BYTES,
    LEAKS,
    NO_EXPRESSIONS,
    NOT_EQUAL_BYTES,
    NOT_IN_SERVER,
    IndexKind,
    index_of,
)
from workloads.predicate.operations import (
    BYTES_RECEIVED,
    Fill,
    Insert,
    SelectEqual,
    SelectPlain,
    SelectPrefix,
    SelectRange,
    Update,
)
from workloads.predicate.parameters import PredicateParameters
from workloads.predicate.rows import (
    COLUMN_TYPES,
    ENCRYPTED,
    NAME_BYTES,
    TABLE,
    Rows,
    check_still_filled,
)
from workloads.workload import DatabaseWorkload, MeanOfRuns

# Remarks that compare cases: by how many times a search is slower, and what an index leaks.

_PLAINTEXT = "plaintext"
"""The name of the baseline in plans."""

_TIMES: Mapping[IndexKind, Message] = {
    IndexKind.BTREE: phrase(
        "{server}, {rows}: {operation} by a column encrypted with {protection} takes {times} times "
        "as long as by the indexed plain one."
    ),
    IndexKind.DETERMINISTIC: phrase(
        "{server}, {rows}: {operation} by an index on ciphertext of {protection} takes {times} "
        "times as long, on average, as by the indexed plain column."
    ),
    IndexKind.BLIND: phrase(
        "{server}, {rows}: {operation} by a blind index, with {protection}, takes {times} times as "
        "long, on average, as by the indexed plain column."
    ),
    IndexKind.EXPRESSION: phrase(
        "{server}, {rows}: {operation} by an index on the values that {protection} decrypts takes "
        "{times} times as long, on average, as by the indexed plain column."
    ),
}
"""Sentences by the index of a case; plaintext is searched by a B-tree in all of them."""


def slowdown_remarks(readings: Sequence[MeanOfRuns]) -> Iterator[Message]:
    """Slow-down factors of searches by equality, then a sentence for each index."""
    yield from _factors(readings)
    seen = {index_of(each.case) for each in readings if each.protection != _PLAINTEXT}
    yield from (LEAKS[index] for index in IndexKind if index in seen)


def _factors(readings: Sequence[MeanOfRuns]) -> Iterator[Message]:
    """Slow-down of equality searches against plaintext with a B-tree, in the order of `_TIMES`."""
    known = {
        (each.server, each.case, each.protection): each
        for each in readings
        if each.operation == SelectEqual.name
        and each.measure == SECONDS.name
        and index_of(each.case) in _TIMES
    }
    order = sorted(known.items(), key=lambda item: list(_TIMES).index(index_of(item[0][1])))
    for (server, case, protection), each in order:
        plain = known.get((server, case, _PLAINTEXT))
        if protection == _PLAINTEXT or plain is None or plain.mean <= 0:
            continue
        index, times = index_of(case), each.mean / plain.mean
        if index is not IndexKind.BTREE or times >= 2:
            yield _TIMES[index].with_values(
                server=server,
                rows=plural("{n} rows", "{n} row", case.size),
                operation=each.operation,
                protection=protection,
                times=Number(times, 0 if times >= 10 else 1),
            )


_SEARCHES = (SelectEqual, SelectRange, SelectPrefix, SelectPlain)


class Predicate(DatabaseWorkload[PredicateParameters]):
    """Searches in a table some of whose columns are encrypted."""

    name = "predicate"
    title = phrase("Searches on encrypted columns")
    axis = phrase("Rows")
    parameters = PredicateParameters
    filling = Fill()
    fills_untimed = True
    marker_column = MarkerColumn(list(COLUMN_TYPES).index("name"), TABLE, "name")
    measures: ClassVar[tuple[Measure, ...]] = (
        SECONDS,
        Measure(BYTES_RECEIVED, phrase("Bytes sent to the client"), "B"),
    )

    def cases(self, parameters: PredicateParameters) -> tuple[Case, ...]:
        return parameters.cases()

    def case_label(self, case: Case) -> Message:
        return CASE_WORDS[index_of(case)].with_values(rows=plural("{n} rows", "{n} row", case.size))

    def faults(self, parameters: PredicateParameters) -> Iterator[Message]:
        return parameters.faults()

    def why_not(
        self, parameters: PredicateParameters, case: Case, protection: Protection, engine: str
    ) -> Message:
        index = index_of(case)
        if index is IndexKind.EXPRESSION and not facts_of(engine).indexes_expressions:
            return NO_EXPRESSIONS
        if not protection.encrypts_values and protection.kind is not ProtectionKind.STORED_FORM:
            return NOTHING
        match index:
            case IndexKind.DETERMINISTIC:
                known = protection.mode
                mode = facts_of(engine).default_mode if protection.takes_default_mode else known
                fixed = parameters.profile is Profile.STUDY
                properties = properties_of(protection, mode, fixed_iv=fixed)
                return NOTHING if properties.index is not Ability.NO else NOT_EQUAL_BYTES
            case IndexKind.EXPRESSION:
                native = protection.kind is ProtectionKind.NATIVE
                return NOTHING if native else NOT_IN_SERVER
        return NOTHING

    def schema(self, options: Options[PredicateParameters], encryptor: Encryptor) -> Schema:
        index = index_of(options.case)
        blind = COLUMNS if index is IndexKind.BLIND and encryptor.changes_values else ()
        columns = tuple(
            Column(name, kind, protected=name in ENCRYPTED, size=NAME_BYTES)
            for name, kind in COLUMN_TYPES.items()
        )
        index_columns = tuple(Column(name, ValueType.BYTES, size=DIGEST_BYTES) for name in blind)
        return Schema(
            (Table(TABLE, (*columns, *index_columns)),),
            late=tuple(_indexes(index, encryptor, blind)),
        )

    def records(self, options: Options[PredicateParameters]) -> Sequence[Sequence[Value]]:
        return Rows(options.seed, options.size, options.size)

    def parts(self, options: Options[PredicateParameters]) -> tuple[Part, ...]:
        chosen, index = options.parameters, index_of(options.case)
        searches = (search(chosen, index) for search in _SEARCHES)
        return (*searches, Insert(chosen), Update(chosen))

    def scaled_down(self, options: Options[PredicateParameters]) -> Options[PredicateParameters]:
        few = replace(options.parameters, searches=1, scans=1, writes=1)
        return replace(super().scaled_down(options), parameters=few)

    def keeps_database(self, options: Options[PredicateParameters]) -> bool:
        return True

    def check_reused(self, setting: Setting) -> None:
        check_still_filled(setting, setting.records)

    def encrypted_columns(self, parameters: PredicateParameters) -> Sequence[str]:
        return [f"{TABLE}.{each}" for each in ENCRYPTED]

    def blind_indexed_columns(self, parameters: PredicateParameters) -> Sequence[str]:
        return [f"{TABLE}.{each}" for each in COLUMNS if IndexKind.BLIND in parameters.indexes]

    def indexes_in_clock(self, parameters: PredicateParameters) -> bool:
        return IndexKind.BLIND in parameters.indexes

    def leaks(self, case: Case) -> Message:
        return LEAKS[index_of(case)]

    def remarks(self, readings: Sequence[MeanOfRuns]) -> Iterator[Message]:
        return slowdown_remarks(readings)


def _indexes(index: IndexKind, encryptor: Encryptor, blind: Sequence[str]) -> Iterator[Index]:
    """The indexes of a case: on the plain column, and of its kind on the encrypted ones."""
    if index is IndexKind.NONE:
        return
    yield Index(TABLE, "code", ValueType.INTEGER)
    if index is IndexKind.BTREE and encryptor.changes_values:
        return
    if blind:
        yield from (Index(TABLE, name, ValueType.BYTES) for name in blind)
        return
    opened = index is IndexKind.EXPRESSION
    for name in ENCRYPTED:
        yield Index(TABLE, name, COLUMN_TYPES[name], NAME_BYTES, opened)
