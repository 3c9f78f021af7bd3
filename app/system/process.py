"""What every process of ours does first, so that nothing of what it knows is left lying about."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from types import TracebackType

from app.system.folders import log_to_file
from engines.platform.limits import leave_no_core
from engines.platform.signals import HANGUP_SIGNALS

_OPEN_TO_OTHERS = 0o022
_ABOUT_OTHERS = 0o077
"""What a umask may take away: an odd one leaves us without the right to what we make."""
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
    for each in (signal.SIGINT, *HANGUP_SIGNALS):
        signal.signal(each, signal.SIG_IGN)


def _log_fault(
    kind: type[BaseException], fault: BaseException, trace: TracebackType | None
) -> None:
    log.error("not caught", exc_info=(kind, fault, trace))


def _log_fault_of_thread(raised: threading.ExceptHookArgs) -> None:
    if raised.exc_value is not None and not isinstance(raised.exc_value, SystemExit):
        _log_fault(raised.exc_type, raised.exc_value, raised.exc_traceback)
