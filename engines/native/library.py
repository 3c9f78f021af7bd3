"""The compiled loop."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

PATH = Path(__file__).with_name("timed.so")
"""Compiled by `scripts.native` from loop.c and each engine's statement.c."""


class Timed(ctypes.Structure):
    """`struct timed` of timed.h."""

    _fields_ = (("run", ctypes.c_void_p), ("settle", ctypes.c_void_p))


@cache
def library() -> Any | None:
    """None where it was not compiled, or not for this machine; Python's loop times then."""
    try:
        found = ctypes.CDLL(str(PATH))
        run, place = found.timed_run, ctypes.c_void_p
        run.argtypes = (place, place, ctypes.c_int, ctypes.c_int64, place)
    except (OSError, AttributeError):
        return None
    return found


def address(of: Any) -> int:
    """That of a C function."""
    where: int | None = ctypes.cast(of, ctypes.c_void_p).value
    assert where is not None
    return where


def timed(engine: str) -> Timed | None:
    """The functions that an engine's statement.c defines; None without the library."""
    found = library()
    if found is None:
        return None
    return Timed(address(found[f"{engine}_run"]), address(found[f"{engine}_settle"]))
