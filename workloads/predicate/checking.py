"""Whether what was found, and what the table holds, is what it should be."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice

from engines.contract.message import Number, phrase, plural
from engines.sql.statement import Statement, Value, ValueType
from engines.sql.written import select
from workloads.contract import Setting, VerificationFailed
from workloads.predicate.rows import KINDS, NAME_BYTES, SEALED, TABLE, as_type

_AT_ONCE = 10_000
_LOOKED_AT = 200


def check_found(operation: str, column: str, found: Collection[int], expected: set[int]) -> None:
    """Raises: VerificationFailed unless the same rows were found, each of them once"""
    if len(found) != len(expected) or set(found) != expected:
        raise VerificationFailed(
            plural(
                "{operation} found {n} rows by {column}, not {expected}",
                "{operation} found {n} row by {column}, not {expected}",
                len(found),
                operation=operation,
                column=column,
                expected=Number(len(expected)),
            )
        )


def check_rows(setting: Setting, rows: Sequence[Sequence[Value]], first: int = 0) -> None:
    """Read the rows that were stored from the code `first` on, open them and compare each value.

    Raises: VerificationFailed
    """
    prepared = setting.session.prepare(_READ, setting.sealer)
    try:
        left = iter(rows)
        beyond = first + len(rows)
        for start in range(first, beyond, _AT_ONCE):
            arrived = prepared.execute(start, min(start + _AT_ONCE, beyond))
            held = sorted(prepared.rows(arrived), key=lambda row: int(row[0]))  # type: ignore[arg-type]
            expected = list(islice(left, _AT_ONCE))
            _check_count(len(held), len(expected))
            for stored, row in zip(held, expected, strict=True):
                _check_row(stored, row)
    finally:
        prepared.close()


def check_whole(setting: Setting, rows: Sequence[Sequence[Value]]) -> None:
    """That a table which was filled before still has as many rows, and that the first of them are
    what they were: what a transaction did that was rolled back, or never ended, is not there.

    Raises: VerificationFailed
    """
    counted = setting.session.fetch(f"select count(*) from {TABLE}")[0][0]
    _check_count(int(counted), len(rows))  # type: ignore[arg-type]
    check_rows(setting, list(islice(rows, _LOOKED_AT)))


def _check_count(held: int, expected: int) -> None:
    if held != expected:
        raise VerificationFailed(
            plural(
                "{n} of {all} rows are in the table",
                "{n} of {all} rows is in the table",
                held,
                all=Number(expected),
            )
        )


def _check_row(stored: Sequence[Value], row: Sequence[Value]) -> None:
    for (name, kind), held, wanted in zip(KINDS.items(), stored, row, strict=True):
        if as_type(held, kind) != wanted:
            raise VerificationFailed(
                phrase(
                    "row {number} has {held} in {name}, but {wanted} was stored",
                    number=row[0],
                    held=repr(held),
                    name=name,
                    wanted=repr(wanted),
                )
            )


_READ: Statement = select(
    ("code", *(f"open({TABLE}.{name})" for name in SEALED)),
    f"from {TABLE} where code >= :first and code < :beyond",
    {
        **{f"{TABLE}.{name}": KINDS[name] for name in SEALED},
        **dict.fromkeys(("first", "beyond"), ValueType.INTEGER),
    },
    {f"{TABLE}.name": NAME_BYTES},
)
