"""Work that may wait for a server: done in threads, its results used on the GUI thread."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from PySide6.QtCore import QObject, Signal

from engines.errors import CipherbenchError

log = logging.getLogger(__name__)


class Jobs(QObject):
    """Runs each job in a daemon thread of its own, so that none delays the end of the program.

    A server that cannot be reached keeps its thread waiting for seconds; a pool would make others
    wait behind it.
    """

    _arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._awaited: list[threading.Thread] = []
        self._results: deque[Callable[[], None]] = deque()
        self._arrived.connect(self.deliver)

    def run[T](
        self,
        work: Callable[[], T],
        then: Callable[[T], None],
        failed: Callable[[CipherbenchError], None],
        *,
        awaited: bool = False,
    ) -> None:
        """Do `work` in a thread; `then` or `failed` is called on this object's own thread.

        `wait` waits for `awaited` ones only.
        """
        thread = threading.Thread(target=self._work, args=(work, then, failed), daemon=True)
        if awaited:
            self._awaited = [each for each in self._awaited if each.is_alive()] + [thread]
        thread.start()

    def deliver(self) -> None:
        """Use the results that have come."""
        while self._results:
            self._results.popleft()()

    def wait(self, seconds: float) -> None:
        """Wait for awaited jobs to end, `seconds` at most, and use the results there are."""
        deadline = time.monotonic() + seconds
        for thread in self._awaited:
            thread.join(max(0.0, deadline - time.monotonic()))
        self.deliver()

    def _work[T](
        self,
        work: Callable[[], T],
        then: Callable[[T], None],
        failed: Callable[[CipherbenchError], None],
    ) -> None:
        try:
            self._results.append(partial(then, work()))
        except CipherbenchError as error:
            self._results.append(partial(failed, error))
        except Exception as error:  # a bug of ours must not leave the page waiting
            log.exception("job %s", work)
            self._results.append(partial(failed, _unexpected(error)))
        with suppress(RuntimeError):  # the window is gone
            self._arrived.emit()


def _unexpected(error: Exception) -> CipherbenchError:
    return CipherbenchError(
        "Something went wrong",
        "This is a fault of the program: {kind}.",
        "The log file says more.",
        kind=type(error).__name__,
    )
