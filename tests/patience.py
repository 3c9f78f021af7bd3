"""How long tests wait: a minute for what must come, and less where quickness is promised."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QEventLoop, QTimer
from pytestqt.qtbot import QtBot

PATIENCE = 3 if os.environ.get("CI") else 1
"""So many times as long is everything waited for where CI is set: others compute on those machines,
and their cores are slower."""
_MINUTE = 60_000


def within(seconds: float) -> float:
    """The limit of something that promises to be quick, in seconds: a test that asks for it is
    marked `timing`, and runs last, beside one more at most.
    """
    return seconds * PATIENCE


def is_within(began: float, seconds: float) -> bool:
    """Whether no more than so many seconds have passed since a moment of `time.monotonic`, at the
    speed that the machine has now: where others compute, servers that are to end get less of the
    cores than `within` allows for. As with that, a test that asks runs last."""
    spent = time.monotonic() - began
    return spent < within(seconds) or spent < seconds * slowness()


def slowness() -> float:
    """How many times as long as on a quiet machine a program takes now, at least 1."""
    return max(1.0, statistics.median(_seconds_of_a_program() for _ in range(5)) / _USUAL_SECONDS)


_PROGRAM = "sum(each & 1 for each in range(1_000_000))"
_USUAL_SECONDS = 0.06
"""Where ten million additions in a function take 0.35 s."""


def _seconds_of_a_program() -> float:
    began = time.monotonic()
    subprocess.run([sys.executable, "-S", "-E", "-c", _PROGRAM], check=True)
    return time.monotonic() - began


def wait_until(condition: Callable[[], object], seconds: float = 60) -> None:
    """Wait without Qt's events, and ask the less often the more of this process's time it takes.

    Raises: AssertionError, when the time is over
    """
    deadline = time.monotonic() + seconds * PATIENCE
    began = time.thread_time()
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(min(0.1, max(0.02, 4 * (time.thread_time() - began))))
        began = time.thread_time()


class PatientBot(QtBot):
    """Waits a minute for what must come, instead of five seconds."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        super().__init__(request)
        self._loop = QEventLoop()
        self._timer = QTimer(singleShot=True)
        self._timer.timeout.connect(self._loop.quit)

    def wait(self, ms: int) -> None:
        """`waitUntil` does so a hundred times a second, and the library makes a loop anew for each,
        which takes three times as long."""
        if self._loop.isRunning():  # from inside a wait
            super().wait(ms)
            return
        self._timer.start(ms)
        self._loop.exec()

    def waitUntil(self, callback: Any, *, timeout: int = _MINUTE) -> None:
        super().waitUntil(callback, timeout=timeout * PATIENCE)

    def waitActive(self, widget: Any, *, timeout: int = _MINUTE) -> Any:
        return super().waitActive(widget, timeout=timeout * PATIENCE)

    def waitSignal(self, signal: Any, *, timeout: int = _MINUTE, **how: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout * PATIENCE, **how)

    def waitSignals(self, signals: Any, *, timeout: int = _MINUTE, **how: Any) -> Any:
        return super().waitSignals(signals, timeout=timeout * PATIENCE, **how)
