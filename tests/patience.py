"""How long tests wait: a minute for what must come, and less where quickness is promised."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from pytestqt.qtbot import QtBot

PATIENCE = 3 if os.environ.get("CI") else 1
"""So many times as long is everything waited for where CI is set: others compute on those machines,
and their cores are slower."""
_MINUTE = 60_000


def within(seconds: float) -> float:
    """The limit of something that promises to be quick, in seconds: a test that asks for it is
    marked `timing`, and runs alone and last.
    """
    return seconds * PATIENCE


def wait_until(condition: Callable[[], object], seconds: float = 60) -> None:
    """Wait without Qt's events.

    Raises: AssertionError, when the time is over
    """
    deadline = time.monotonic() + seconds * PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


class PatientBot(QtBot):
    """Waits a minute for what must come, instead of five seconds."""

    def waitUntil(self, callback: Any, *, timeout: int = _MINUTE) -> None:
        super().waitUntil(callback, timeout=timeout * PATIENCE)

    def waitActive(self, widget: Any, *, timeout: int = _MINUTE) -> Any:
        return super().waitActive(widget, timeout=timeout * PATIENCE)

    def waitSignal(self, signal: Any, *, timeout: int = _MINUTE, **how: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout * PATIENCE, **how)

    def waitSignals(self, signals: Any, *, timeout: int = _MINUTE, **how: Any) -> Any:
        return super().waitSignals(signals, timeout=timeout * PATIENCE, **how)
