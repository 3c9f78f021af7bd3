"""Blind indexes of searched columns during a change: values are computed by the server or by the
application, whichever encrypts, and the columns are then indexed."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from engines.contract.session import Session
from engines.sql.schema import Column, index_name
from engines.sql.statement import Encryptor, Parameter, ValueType
from workloads.change.changed_table import ChangedColumn, ChangedTable
from workloads.own.filling import purpose_of
from workloads.own.sql.parsed import INDEX_BYTES


def indexed_columns(table: ChangedTable, encryptor: Encryptor | None) -> Sequence[ChangedColumn]:
    """The columns that get a blind index where `encryptor` encrypts them."""
    if encryptor is None or not encryptor.needs_blind_index:
        return ()
    return [each for each in table.columns if each.index]


def index_columns(table: ChangedTable, encryptor: Encryptor) -> list[Column]:
    return [
        Column(each.index, ValueType.BYTES, size=INDEX_BYTES)
        for each in indexed_columns(table, encryptor)
    ]


def index_parameter(column: ChangedColumn) -> Parameter:
    return Parameter(column.index, ValueType.BYTES, INDEX_BYTES)


def index_expression(
    session: Session, encryptor: Encryptor, key: bytes, column: ChangedColumn
) -> str:
    """The SQL of a plaintext column's blind index, equal to `workloads.own.filling.blind_index`."""
    block = key.ljust(_BLOCK_BYTES, b"\0")
    inner, outer = (bytes(byte ^ pad for byte in block) for pad in (0x36, 0x5C))
    value = encryptor.bytes_of(column.plain.column, column.plain.size)
    hashed = session.hmac_sha256.format(
        value=value, inner=(inner + purpose_of(column.encrypted)).hex(), outer=outer.hex()
    )
    return f"substring({hashed}, 1, {INDEX_BYTES})"


_BLOCK_BYTES = sha256().block_size
"""HMAC pads shorter keys to this length (RFC 2104)."""


def create_indexes(session: Session, columns: Sequence[ChangedColumn], table: str) -> None:
    """Create the indexes that do not exist yet (a change may continue an interrupted one); commits
    what precedes.

    Raises: StatementFailed
    """
    for each in columns:
        name = index_name(table, each.index)
        if not session.fetch(session.index_named.format(name=name)):
            session.commit()
            session.execute(f"create index {name} on {table} ({each.index})")
            session.begin()
