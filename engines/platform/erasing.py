"""Writing over what the system shows of how this program was started.

Linux keeps the command line and the first environment of a process in its own memory, and lets
others read them there: the command line everybody, the environment its user. What is taken out of
`os.environ` or `sys.argv` stays there until it is written over.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

_ARGUMENTS, _ENVIRONMENT = (45, 46), (47, 48)
"""Where /proc/PID/stat tells the first and the last address, counted after the program's name."""
_COVER = ord("*")


def erase_variables(names: Collection[str]) -> None:
    """Write over the values of variables; no error where the system does not let us."""
    with suppress(OSError, ValueError, IndexError):
        start, block = _block(_ENVIRONMENT)
        place = 0
        for entry in block.split(b"\0"):
            name, equals, value = entry.partition(b"=")
            if equals and os.fsdecode(name) in names:
                ctypes.memset(start + place + len(name) + 1, _COVER, len(value))
            place += len(entry) + 1


def erase_argument(argument: str, span: tuple[int, int]) -> None:
    """Write over a part of an argument; no error where the system does not let us."""
    whole, before, secret = (
        os.fsencode(each) for each in (argument, argument[: span[0]], argument[slice(*span)])
    )
    with suppress(OSError, ValueError, IndexError):
        start, block = _block(_ARGUMENTS)
        place = 0
        for entry in block.split(b"\0"):
            if entry == whole:
                ctypes.memset(start + place + len(before), _COVER, len(secret))
            place += len(entry) + 1


def _block(fields: tuple[int, int]) -> tuple[int, bytes]:
    """An address in this process's memory, and what stands there."""
    known = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    start, end = (int(known[field]) for field in fields)
    return start, ctypes.string_at(start, end - start) if start else b""
