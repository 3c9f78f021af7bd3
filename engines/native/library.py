"""Loads the compiled loops (`timed.so`), if they were built from these sources."""

from __future__ import annotations

import ctypes
import hashlib
from functools import cache
from pathlib import Path
from typing import Any

PATH = Path(__file__).with_name("timed.so")
"""Compiled by `scripts.native` from `sources`."""


def sources() -> list[Path]:
    """The loops, each engine's statement.c, and what they include."""
    here = PATH.parent
    return [*sorted(here.glob("*.[ch]")), *sorted(here.parent.glob("*/native/statement.c"))]


def digest() -> str:
    """SHA-256 of the sources; the library contains it, too."""
    return hashlib.sha256(b"\0".join(each.read_bytes() for each in sources())).hexdigest()


_FUNCTIONS = ("run", "settle", "look", "conflict", "send", "receive", "descriptor")


class Timed(ctypes.Structure):
    """`struct timed` of timed.h."""

    _fields_ = tuple((name, ctypes.c_void_p) for name in _FUNCTIONS)


@cache
def library() -> Any | None:
    """None where it was not compiled, or not from these sources or for this machine; Python's loop
    times then."""
    try:
        found = ctypes.CDLL(str(PATH))
        digest_inside = ctypes.string_at(address(found.timed_sources)).decode()
        if digest_inside != digest():
            return None
        # `timed_run` returns how many statements were executed; −1 − n where number n failed.
        run, place = found.timed_run, ctypes.c_void_p
        run.argtypes = (place, place, ctypes.c_int, ctypes.c_int64, place)
        found.clients_run.argtypes, found.clients_run.restype = (place,), None
    except (OSError, AttributeError):
        return None
    return found


def address(of: Any) -> int:
    """That of a C function."""
    where: int | None = ctypes.cast(of, ctypes.c_void_p).value
    assert where is not None
    return where


def timed(engine: str) -> Timed | None:
    """The functions that an engine's statement.c defines, those that wait for nothing where it has
    them; None without the library."""
    found = library()
    if found is None:
        return None
    known = {
        name: address(function)
        for name in _FUNCTIONS
        if (function := getattr(found, f"{engine}_{name}", None)) is not None
    }
    return Timed(**known)
