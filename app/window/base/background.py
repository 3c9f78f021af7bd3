"""Work for a page that may wait for a network: done in a thread, its result used by the GUI's."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.servers.jobs import Jobs
from engines.contract.errors import CipherbenchError

_POLL_MS = 50


class Background(QObject):
    """One job at a time counts: what a job before it finds is discarded."""

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
        """Do `work`; then `then` or `failed` is called."""
        self._number += 1
        number = self._number

        def if_asked(use: Callable[..., object]) -> Callable[..., object]:
            return lambda found: use(found) if number == self._number else None

        self._jobs.run(work, if_asked(then), if_asked(failed))

    @property
    def busy(self) -> bool:
        """Whether something is being done."""
        return self._jobs.busy

    def drop(self) -> None:
        """Nobody waits for what is being done."""
        self._number += 1

    def _deliver(self) -> None:
        self._jobs.deliver()
        if not self._jobs.busy:
            self._timer.stop()
