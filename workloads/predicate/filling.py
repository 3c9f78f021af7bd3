"""Fills the table before the clock starts, by the engine's bulk load."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import batched

from engines.contract.session import ApplicationEncryptor, Row
from engines.sql.statement import Statement, Target, Value, ValueType
from engines.sql.statement_text import insert
from engines.sql.value_encoding import encoder, width_of
from workloads.contract import Clock, Operation, Setting
from workloads.predicate.blind_indexes import COLUMNS, DIGEST_BYTES, BlindIndex, IndexKind, index_of
from workloads.predicate.rows import COLUMN_TYPES, ENCRYPTED, NAME_BYTES, TABLE, check_rows


class Fill(Operation):
    """Stores all rows in one transaction: in bulk, or by INSERTs where the server encrypts them."""

    name = "FILL"

    def statements(self, size: int) -> int:
        return size

    def run(self, setting: Setting, clock: Clock) -> int:
        rows, encryptor = setting.records, setting.encryptor
        if encryptor.changes_values and not isinstance(encryptor, ApplicationEncryptor):
            complete = setting.count_rows(_with_indexes(setting, rows))
            # the clock counts statements, which shows that a slowly encrypting server is alive
            setting.session.insert_all(
                insert_statement(setting), encryptor, complete, clock.run_many
            )
        else:
            columns = dict(COLUMN_TYPES)
            if encryptor.changes_values:
                columns |= dict.fromkeys(ENCRYPTED, ValueType.BYTES)
            columns |= dict.fromkeys(index_columns(setting), ValueType.BYTES)
            setting.session.load(TABLE, columns, setting.count_rows(_encrypted_rows(setting, rows)))
        return len(rows)

    def verify(self, setting: Setting) -> None:
        check_rows(setting, setting.records)


def insert_statement(setting: Setting) -> Statement:
    """An INSERT of one row, encrypted, with its blind indexes where there are any."""
    blind = index_columns(setting)
    encrypted = {name: f"seal(:{name}, {TABLE}.{name})" for name in ENCRYPTED}
    places = {"code": ":code", **encrypted, **{name: f":{name}" for name in blind}}
    return insert(TABLE, places, column_types(blind), column_sizes(blind))


def column_types(blind: Sequence[str]) -> dict[str, ValueType]:
    """The types of parameters and encrypted columns in statements on the table."""
    return {
        **COLUMN_TYPES,
        **{f"{TABLE}.{name}": COLUMN_TYPES[name] for name in ENCRYPTED},
        **dict.fromkeys(blind, ValueType.BYTES),
    }


def column_sizes(blind: Sequence[str]) -> dict[str, int]:
    """The lengths in bytes of parameters and encrypted columns."""
    return {"name": NAME_BYTES, f"{TABLE}.name": NAME_BYTES, **dict.fromkeys(blind, DIGEST_BYTES)}


def index_columns(setting: Setting, about: Collection[str] = ENCRYPTED) -> Sequence[str]:
    """The blind index columns of some columns, where values are encrypted and the case has blind
    indexes."""
    blind = index_of(setting.options.case) is IndexKind.BLIND and setting.encryptor.changes_values
    return [name for name in COLUMNS if name.partition("_")[0] in about] if blind else ()


def index_values(
    setting: Setting, about: Sequence[str] = tuple(COLUMN_TYPES)
) -> Callable[[Sequence[Value]], Sequence[Value]] | None:
    """The function from values of the columns `about` to their blind indexes, in the order of
    `index_columns`; None where there are none."""
    if not index_columns(setting):
        return None
    return BlindIndex(setting.index_key, setting.options.size).row_digests(about)


def _with_indexes(setting: Setting, rows: Iterable[Sequence[Value]]) -> Iterator[Row]:
    """Rows followed by their blind indexes."""
    if not index_columns(setting):
        yield from map(tuple, rows)
        return
    blind = BlindIndex(setting.index_key, setting.options.size)
    for some in batched(rows, _ROWS_PER_BLOCK):
        columns = dict(zip(COLUMN_TYPES, zip(*some, strict=True), strict=True))
        yield from zip(*columns.values(), *blind.column_digests(columns), strict=True)


def _encrypted_rows(setting: Setting, rows: Iterable[Sequence[Value]]) -> Iterator[Row]:
    """Rows as their columns store them, encrypted here where the application encrypts."""
    encryptor = setting.encryptor
    if not isinstance(encryptor, ApplicationEncryptor):
        yield from map(tuple, rows)
        return
    kinds = len(COLUMN_TYPES)
    for some in encryptor.blocks(_with_indexes(setting, rows)):
        codes, *columns = zip(*some, strict=True)
        encrypted = (
            encryptor.encrypt_column(list(map(encoder(target.type), column)), target)
            for column, target in zip(columns, _TARGETS, strict=False)
        )
        yield from zip(codes, *encrypted, *columns[kinds - 1 :], strict=True)


_ROWS_PER_BLOCK = 1_000

_TARGETS = tuple(
    Target(TABLE, name, width_of(COLUMN_TYPES[name], NAME_BYTES), None, COLUMN_TYPES[name])
    for name in ENCRYPTED
)
