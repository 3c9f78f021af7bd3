"""Where processes really run, as the kernel tells it, and a kernel that refuses to bind them."""

from __future__ import annotations

import ctypes
import os
import platform
import struct
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from engines.platform.process_counters import processes_under
from tests.patience import wait_until

ALLOWED = frozenset(os.sched_getaffinity(0))
LAST = frozenset({max(ALLOWED)})
OTHERS = ALLOWED - LAST

_SCHED_SETAFFINITY = {"x86_64": 203, "aarch64": 122}
_PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS, _MODE_FILTER = 22, 38, 2
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _EPERM = 0x7FFF0000, 0x00050001


def cores_under(root: int) -> set[frozenset[int]]:
    """The sets of cores of all threads of a process and those below it."""
    return cores_of(processes_under(root))


def wait_for_cores(root: int, cores: frozenset[int]) -> None:
    """Wait until a process and those below it have these cores alone. One that was being forked as
    the others were bound is seen only when it is there, and has what its maker had; a server's are
    gone soon.

    Raises: AssertionError, when the time is over
    """
    wait_until(lambda: cores_under(root) == {cores}, 20)


def cores_of(processes: Iterable[int]) -> set[frozenset[int]]:
    """The sets of cores (`Cpus_allowed_list`) of all threads of some processes."""
    found = set()
    for pid in processes:
        with suppress(OSError):
            for task in Path(f"/proc/{pid}/task").iterdir():
                with suppress(OSError):
                    found.add(_allowed((task / "status").read_text()))
    return found


def refuse_binding() -> None:
    """Have the kernel answer EPERM to each sched_setaffinity of this process and those below, as a
    sandbox may (seccomp(2)); never undone."""
    number = _SCHED_SETAFFINITY[platform.machine()]
    program = [
        (_LOAD, 0, 0, 0),  # the number of the call
        (_EQUAL, 0, 1, number),
        (_RETURN, 0, 0, _EPERM),
        (_RETURN, 0, 0, _ALLOW),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *each) for each in program))
    filters = struct.pack("=H6xQ", len(program), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    for args in (
        (_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0),
        (_PR_SET_SECCOMP, _MODE_FILTER, ctypes.c_char_p(filters), 0, 0),
    ):
        if libc.prctl(*args):
            raise OSError(ctypes.get_errno(), "prctl")


def _allowed(status: str) -> frozenset[int]:
    line = next(each for each in status.splitlines() if each.startswith("Cpus_allowed_list:"))
    found: set[int] = set()
    for part in line.split()[1].split(","):
        low, _, high = part.partition("-")
        found |= set(range(int(low), int(high or low) + 1))
    return frozenset(found)
