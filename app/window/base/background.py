"""Runs a page's slow work, such as network requests, on a thread; its result comes back on the GUI
thread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.servers.jobs import Jobs
from engines.contract.errors import CipherbenchError

_POLL_MS = 50


class Background(QObject):
    """Only the latest job counts: the result of a job that was started before it is discarded."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = Jobs()
        self._number = 0
        self._timer = QTimer(self, interval=_POLL_MS)
        self._timer.timeout.connect(self._deliver)
        self._jobs.begun = self._timer.start

    def run[T](
        self,
        work: Callable[[], T],
        then: Callable[[T], object],
        failed: Callable[[CipherbenchError], object],
    ) -> None:
        """Do `work` on a thread; then call `then` with its result, or `failed`, on this one."""
        self._number += 1
        number = self._number

        def if_latest(use: Callable[..., object]) -> Callable[..., object]:
            return lambda found: use(found) if number == self._number else None

        self._jobs.run(work, if_latest(then), if_latest(failed))

    @property
    def busy(self) -> bool:
        """Whether a job is running, also one whose result will be discarded."""
        return self._jobs.busy

    def drop(self) -> None:
        """Discard the result of the job that is running."""
        self._number += 1

    def _deliver(self) -> None:
        self._jobs.deliver()
        if not self._jobs.busy:
            self._timer.stop()
