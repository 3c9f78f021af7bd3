"""Processes held so that no other is taken for them: by descriptor, by start, by descent.

A keeper imports it as it starts, so it asks for little.
"""

from __future__ import annotations

import ctypes
import os
import signal
from contextlib import suppress
from pathlib import Path

_PIDFD_SEND_SIGNAL, _PIDFD_OPEN = 424, 434
"""Linux's numbers, the same on every processor."""
_HIGHEST_PID = (1 << 31) - 1


def started(pid: int) -> str:
    """The start time of a process in clock ticks since boot, which tells it from a later one."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return ""


def boot() -> str:
    """Which start of the machine this is; empty where nothing tells."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def process_handle(pid: int) -> int:
    """A descriptor of a process, which is readable once that has ended. Interpreters that are built
    for old systems, as those that uv fetches, know neither this call nor the next.

    Raises: OSError, OverflowError
    """
    if hasattr(os, "pidfd_open"):
        return os.pidfd_open(pid)
    if pid > _HIGHEST_PID:
        raise OverflowError(pid)
    return _call(_PIDFD_OPEN, pid, 0)


def kill_by_handle(handle: int) -> None:
    """Kill the process of that descriptor, and none that has got its number since.

    Raises: OSError
    """
    if hasattr(signal, "pidfd_send_signal"):
        signal.pidfd_send_signal(handle, signal.SIGKILL)
    else:
        _call(_PIDFD_SEND_SIGNAL, handle, signal.SIGKILL, None, 0)


def _call(number: int, *values: int | None) -> int:
    result: int = ctypes.CDLL(None, use_errno=True).syscall(number, *values)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def processes_below(pid: int) -> list[int]:
    """The processes that one has started, and those they have."""
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return [*found, *(each for child in found for each in processes_below(child))]
