"""What test errands do in a process of their own; it imports no more than that."""

from __future__ import annotations

import os
import signal
import time

from engines.contract.errors import InputError
from engines.contract.message import phrase


def hang() -> None:
    """As a driver that waits for a server for ever, deaf to all signals that can be ignored."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(60)


def crash() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def refuse() -> None:
    raise InputError(phrase("No"), phrase("{what} is not wanted."), what="This")


def stumble() -> None:
    raise ZeroDivisionError("by zero")
