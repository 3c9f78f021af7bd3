"""Texts of digits and letters, a row of bytes for each: many at once, where a text at a time would
take ten times as long."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

ZERO = np.uint8(ord("0"))
_GROUP = 4


@cache
def _groups() -> Any:
    """The digits of 0000 to 9999."""
    numbers = np.arange(10**_GROUP)
    places = [numbers // 10**place % 10 for place in range(_GROUP - 1, -1, -1)]
    return np.column_stack(places).astype(np.uint8)


def digits_of(numbers: Any, width: int) -> Any:
    """The last `width` decimal digits of numbers, each as 0 to 9: a row for a number."""
    rows = np.empty((len(numbers), width), dtype=np.uint8)
    left, end = numbers.astype(np.int64), width
    while end > 0:
        # Four at a time: a division costs more than the table.
        left, group = np.divmod(left, 10**_GROUP)
        start = max(0, end - _GROUP)
        rows[:, start:end] = _groups()[group][:, _GROUP - (end - start) :]
        end = start
    return rows


def texts_of(digits: Any, form: str) -> list[str]:
    """Rows of digits put into a form, in which each `#` stands for the next one of them."""
    rows = np.empty((len(digits), len(form)), dtype=np.uint8)
    rows[:] = np.frombuffer(form.encode("ascii"), dtype=np.uint8)
    places = [place for place, sign in enumerate(form) if sign == "#"]
    for column, place in enumerate(places):
        np.add(digits[:, column], ZERO, out=rows[:, place], casting="unsafe")
    return ascii_texts(rows)


def ascii_texts(rows: Any) -> list[str]:
    width, text = rows.shape[1], rows.tobytes().decode("ascii")
    if not width:
        return [""] * len(rows)
    return [text[at : at + width] for at in range(0, len(text), width)]
