"""A user's way through a window, as a generator: what it yields is waited for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.window.main_window import MainWindow

_LOOK_MS = 5

type Wait = float | Callable[[], bool]
"""Seconds, or what must become true."""


class Walk(QObject):
    """Takes the steps of `walk` one after another, and ends the program after the last."""

    def __init__(self, window: MainWindow, latest_ms: int) -> None:
        super().__init__(window)
        self.window = window
        self._steps = self.walk()
        window.workbench.failed.connect(lambda error: _give_up(str(error)))
        QTimer.singleShot(0, self._go)
        QTimer.singleShot(latest_ms, lambda: _give_up("it did not come to an end"))

    def walk(self) -> Iterator[Wait]:
        """The steps."""
        raise NotImplementedError

    def _go(self) -> None:
        wait = next(self._steps, None)
        if wait is None:
            self.window.close()
            QApplication.exit(0)
        elif callable(wait):
            self._await(wait)
        else:
            QTimer.singleShot(int(1000 * wait), self._go)

    def _await(self, condition: Callable[[], bool]) -> None:
        if condition():
            self._go()
        else:
            QTimer.singleShot(_LOOK_MS, lambda: self._await(condition))


def _give_up(why: str) -> None:
    print(why, file=sys.stderr, flush=True)
    QApplication.exit(1)
