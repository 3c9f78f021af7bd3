"""Texts of a pattern: `#` is a digit, `?` a small letter, `^` a hexadecimal digit; any other sign
is itself."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from workloads.drawing import mixed
from workloads.own.generators.digits import ascii_texts

_SIGNS = {
    "#": b"0123456789",
    "?": b"abcdefghijklmnopqrstuvwxyz",
    "^": b"0123456789abcdef",
    "~": b"01",
}
_DISTINGUISHED = 1 << 28
"""Numbers below this one have different texts, where a pattern has as many."""


def count_of(pattern: str) -> int:
    """How many texts a pattern has."""
    return prod(len(_SIGNS.get(sign, b"1")) for sign in pattern)


def texts_of_pattern(codes: Any, pattern: str) -> list[str]:
    """The texts of numbers: the last signs of each tell numbers apart, those before are drawn."""
    raw = pattern.encode()
    rows = np.empty((len(codes), len(raw)), dtype=np.uint8)
    rows[:] = np.frombuffer(raw, dtype=np.uint8)
    left, reported = codes.astype(np.uint64), 1
    for place in range(len(raw) - 1, -1, -1):
        signs = _SIGNS.get(chr(raw[place]))
        if signs is None:
            continue
        if reported >= _DISTINGUISHED:
            left, reported = mixed(codes.astype(np.uint64) + np.uint64(place + 1)), 1
        left, sign = np.divmod(left, np.uint64(len(signs)))
        rows[:, place] = np.frombuffer(signs, dtype=np.uint8)[sign.astype(np.int64)]
        reported *= len(signs)
    return ascii_texts(rows) if pattern.isascii() else [bytes(row).decode() for row in rows]
