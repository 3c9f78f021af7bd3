"""What every process of ours does first, so that nothing of what it knows is left lying about."""

from __future__ import annotations

import ctypes
import logging
import os
import resource
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from app.system.folders import log_to_file

_OPEN_TO_OTHERS = 0o022
_ABOUT_OTHERS = 0o077
"""What a umask may take away: an odd one leaves us without the right to what we make."""
_PIPED = ("|", "@")
"""What the pattern of core files begins with where a program takes them."""

_BEHIND_OTHERS = 5
"""A third of the time that others get where all want the same core."""

_SHORT_SLICE_NS = 100_000
"""The least that the kernel knows; what others get is between 0.7 and 4 ms."""
_SCHED_SETATTR = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
"""Numbers of a call that no library has, by processor."""
_RESET_ON_FORK = 1

log = logging.getLogger(__name__)


def harden() -> None:
    """Leave no core file, write nothing that others may change, and no traceback on a terminal.

    Processes that are started from here inherit the first two.
    """
    os.umask((os.umask(_OPEN_TO_OTHERS) | _OPEN_TO_OTHERS) & _ABOUT_OTHERS)
    leave_no_core()
    sys.excepthook = _log_fault
    threading.excepthook = _log_fault_of_thread


def begin_child() -> None:
    """Harden a process that this program has started, and send its log to the file."""
    hear_no_terminal()
    harden()
    log_to_file()


def hear_no_terminal() -> None:
    """Ctrl+C and a terminal's end go to all of its processes: they are for the program, which ends
    the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def give_way() -> None:
    """Let the other threads of the machine go before the one that calls this, and before what it
    starts; Linux gives each thread a priority of its own."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _BEHIND_OTHERS)


class _SchedAttr(ctypes.Structure):
    """`struct sched_attr` as sched_setattr(2) has it."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("policy", ctypes.c_uint32),
        ("flags", ctypes.c_uint64),
        ("nice", ctypes.c_int32),
        ("priority", ctypes.c_uint32),
        ("runtime", ctypes.c_uint64),
        ("deadline", ctypes.c_uint64),
        ("period", ctypes.c_uint64),
    )


def wake_soon() -> None:
    """Have the thread that calls this wait less for a core whenever it has something to do, for the
    price of shorter turns on it: its share stays what it is, and any user may ask for that.

    Linux does it from 6.12 on (EEVDF with slices of one's own); an older one leaves all as it was.
    What the thread starts, threads and processes, has slices as anybody has.
    """
    number = _SCHED_SETATTR.get(os.uname().machine) if sys.platform == "linux" else None
    if number is None or os.sched_getscheduler(0) != os.SCHED_OTHER:
        return
    nice = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    wanted = _SchedAttr(
        size=ctypes.sizeof(_SchedAttr),
        policy=os.SCHED_OTHER,
        flags=_RESET_ON_FORK,
        nice=nice,
        runtime=_SHORT_SLICE_NS,
    )
    ctypes.CDLL(None).syscall(number, 0, ctypes.byref(wanted), 0)


def leave_no_core() -> None:
    """Have the kernel write nothing of this process's memory when it crashes.

    A program that takes core files by a pipe gets them whatever the limit is, but for a limit of
    one byte (core(5)). In case the pattern is changed later, nothing of the memory is to be in
    them either.
    """
    limit = 1 if _core_pattern().startswith(_PIPED) else 0
    with suppress(OSError, ValueError):
        hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
        least = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(resource.RLIMIT_CORE, (least, least))
    with suppress(OSError):
        Path("/proc/self/coredump_filter").write_text("0")


def _core_pattern() -> str:
    try:
        return Path("/proc/sys/kernel/core_pattern").read_text()
    except OSError:
        return ""


def _log_fault(
    kind: type[BaseException], fault: BaseException, trace: TracebackType | None
) -> None:
    log.error("not caught", exc_info=(kind, fault, trace))


def _log_fault_of_thread(raised: threading.ExceptHookArgs) -> None:
    if raised.exc_value is not None and not isinstance(raised.exc_value, SystemExit):
        _log_fault(raised.exc_type, raised.exc_value, raised.exc_traceback)
