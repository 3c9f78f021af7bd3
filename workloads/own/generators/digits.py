"""Texts of digits and letters, a row of bytes for each: many at once, where a text at a time would
take ten times as long."""

from __future__ import annotations

from typing import Any

import numpy as np

ZERO = np.uint8(ord("0"))


def digits_of(numbers: Any, width: int) -> Any:
    """The last `width` decimal digits of numbers, each as 0 to 9: a row for a number."""
    rows = np.empty((len(numbers), width), dtype=np.int64)
    left = numbers.astype(np.int64)
    for place in range(width - 1, -1, -1):
        left, rows[:, place] = np.divmod(left, 10)
    return rows


def texts_of(digits: Any, form: str) -> list[str]:
    """Rows of digits put into a form, in which each `#` stands for the next one of them."""
    rows = np.empty((len(digits), len(form)), dtype=np.uint8)
    rows[:] = np.frombuffer(form.encode("ascii"), dtype=np.uint8)
    places = [place for place, sign in enumerate(form) if sign == "#"]
    rows[:, places] = digits.astype(np.uint8) + ZERO
    return ascii_texts(rows)


def ascii_texts(rows: Any) -> list[str]:
    """Rows of ASCII as texts."""
    if not rows.size:
        return [""] * len(rows)
    texts: list[str] = (
        rows.view(f"S{rows.shape[1]}").reshape(-1).astype(f"U{rows.shape[1]}").tolist()
    )
    return texts
