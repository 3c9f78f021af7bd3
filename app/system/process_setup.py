"""Sets up each of the program's processes: no core dumps, private files, uncaught errors to the
log."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from types import TracebackType

from app.system.folders import log_to_file
from engines.platform.resource_limits import leave_no_core
from engines.platform.signals import HANGUP_SIGNALS

_WRITABLE_BY_OTHERS = 0o022
_GROUP_AND_OTHERS = 0o077
"""Bits that the umask may have: with bits of the owner we could not read our own files."""
log = logging.getLogger(__name__)


def harden() -> None:
    """Write no core file, no file that others may change, and no traceback on a terminal; child
    processes inherit the first two."""
    os.umask((os.umask(_WRITABLE_BY_OTHERS) | _WRITABLE_BY_OTHERS) & _GROUP_AND_OTHERS)
    leave_no_core()
    sys.excepthook = _log_fault
    threading.excepthook = _log_fault_of_thread


def begin_child() -> None:
    """For a child process: harden it, and log to the file."""
    ignore_terminal_signals()
    harden()
    log_to_file()


def ignore_terminal_signals() -> None:
    """Ctrl+C and a hang-up reach all processes of a terminal; only the program itself acts on them,
    and ends the others."""
    for each in (signal.SIGINT, *HANGUP_SIGNALS):
        signal.signal(each, signal.SIG_IGN)


def _log_fault(
    kind: type[BaseException], fault: BaseException, trace: TracebackType | None
) -> None:
    log.error("not caught", exc_info=(kind, fault, trace))


def _log_fault_of_thread(raised: threading.ExceptHookArgs) -> None:
    if raised.exc_value is not None and not isinstance(raised.exc_value, SystemExit):
        _log_fault(raised.exc_type, raised.exc_value, raised.exc_traceback)
