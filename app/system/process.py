"""What every process of ours does first, so that nothing of what it knows is left lying about."""

from __future__ import annotations

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
    """Harden a process that this program has started, and send its log to the file.

    Ctrl+C goes to all processes of a terminal: it is for the program, which ends the others.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    harden()
    log_to_file()


def give_way() -> None:
    """Let the other threads of the machine go before the one that calls this, and before what it
    starts; Linux gives each thread a priority of its own."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _BEHIND_OTHERS)


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


def _log_fault_of_thread(told: threading.ExceptHookArgs) -> None:
    if told.exc_value is not None and not isinstance(told.exc_value, SystemExit):
        _log_fault(told.exc_type, told.exc_value, told.exc_traceback)
