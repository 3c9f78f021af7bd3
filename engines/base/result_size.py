"""Bounds the memory of a result, where a driver gives rows as Python values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from operator import length_hint
from typing import ClassVar

from engines.contract.errors import result_too_large
from engines.contract.limits import RESULT_BYTES, ROW_BYTES
from engines.contract.session import Prepared, RawResult, Row

_SAMPLE_EVERY = 128


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
    """`check_result` between timed statements: one row in `_SAMPLE_EVERY` stands for all.

    Raises: ResultTooLarge
    """
    looked_at = rows[::_SAMPLE_EVERY]
    if sum(map(_row_bytes, looked_at)) * _SAMPLE_EVERY > RESULT_BYTES:
        check_result(engine, rows)


class FetchedStatement(Prepared):
    """Base of drivers' statements whose `run` fetches all rows: limits their memory."""

    engine: ClassVar[str]
    """Its title in errors."""

    def check_outcome(self, arrived: RawResult) -> RawResult:
        """Called after each `run`, outside the clock: checks a sample of the rows.

        Raises: ResultTooLarge
        """
        check_sample(self.engine, arrived)  # type: ignore[arg-type]
        return arrived

    def rows(self, arrived: RawResult) -> Sequence[Row]:
        rows: Sequence[Row] = arrived  # type: ignore[assignment]
        check_result(self.engine, rows)
        return rows


def _row_bytes(row: Row) -> int:
    """Characters of texts count as bytes, any other value as eight."""
    return sum(map(length_hint, row, repeat(8)))
