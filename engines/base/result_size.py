"""What a result may take in memory, where a driver gives rows as Python's own values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from operator import length_hint

from engines.contract.errors import result_too_large
from engines.contract.limits import RESULT_BYTES, ROW_BYTES
from engines.contract.session import Row

_STEP = 128


def check_result(engine: str, rows: Iterable[Row]) -> None:
    """Raises: ResultTooLarge"""
    total = 0
    for row in rows:
        size = _row_bytes(row)
        if size > ROW_BYTES:
            raise result_too_large(engine, size, ROW_BYTES)
        total += size
        if total > RESULT_BYTES:
            raise result_too_large(engine, total)


def check_sample(engine: str, rows: Sequence[Row]) -> None:
    """As `check_result` between timed statements, where one row in so many stands for all of them.

    Raises: ResultTooLarge
    """
    looked_at = rows[::_STEP]
    if sum(map(_row_bytes, looked_at)) * _STEP > RESULT_BYTES:
        check_result(engine, rows)


def _row_bytes(row: Row) -> int:
    """Characters of texts count as bytes, any other value as eight."""
    return sum(map(length_hint, row, repeat(8)))
