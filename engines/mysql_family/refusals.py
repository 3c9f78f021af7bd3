"""What a server of the family refuses, as errors."""

from __future__ import annotations

from typing import Any

from engines.contract.errors import StatementFailed, disk_full, tells_full_disk
from engines.contract.message import phrase

_DISK_FULL = {1021, 1114}
"""Numbers of “Disk full” and “The table … is full”; other messages carry the system's words."""


def failed(error: Any, title: str) -> StatementFailed:
    """What the server of an engine of that title has refused."""
    return refused(error.errno, str(error), title)


def refused(number: int, told: str, title: str) -> StatementFailed:
    if number in _DISK_FULL or tells_full_disk(told):
        return disk_full(title, words_of(told))
    said = phrase("{engine} says: {said}")
    return StatementFailed(phrase("Statement failed"), said, engine=title, said=words_of(told))


def words_of(told: Exception | str) -> str:
    """The server's words without the numbers that the driver puts behind them."""
    return str(told).partition(" (errno:")[0].strip().rstrip(".")
