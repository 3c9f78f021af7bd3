"""Work that may wait for a server: done in threads, its results used on the GUI thread."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

from PySide6.QtCore import QObject, QTimer

from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase

log = logging.getLogger(__name__)

type _Results = deque[tuple[int, Any, CipherbenchError | None]]
type _Caller = tuple[Callable[[Any], None], Callable[[CipherbenchError], None]]

_LOOK_MS = 15
"""How often finished jobs are looked for while any run."""


class Jobs(QObject):
    """Runs each job in a daemon thread of its own, so that none delays the end of the program.

    A server that cannot be reached keeps its thread waiting for seconds; a pool would make others
    wait behind it. Threads know nothing of Qt: they leave their results in a queue, which a timer
    drains while any are awaited. A signal from a thread could meet an object that the window has
    just destroyed, and so could the last reference to one.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._awaited: list[threading.Thread] = []
        self._results: _Results = deque()
        self._numbers = count()
        self._callers: dict[int, _Caller] = {}
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.deliver)

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
        number = next(self._numbers)
        self._callers[number] = then, failed
        thread = threading.Thread(target=_work, args=(number, work, self._results), daemon=True)
        if awaited:
            self._awaited = [each for each in self._awaited if each.is_alive()] + [thread]
        thread.start()
        self._timer.start()

    def deliver(self) -> None:
        """Use the results that have come."""
        while self._results:
            number, result, error = self._results.popleft()
            then, failed = self._callers.pop(number)
            if error is None:
                then(result)
            else:
                failed(error)
        if not self._callers:
            self._timer.stop()

    def wait(self, seconds: float) -> None:
        """Wait for awaited jobs to end, `seconds` at most, and use the results there are."""
        deadline = time.monotonic() + seconds
        for thread in self._awaited:
            thread.join(max(0.0, deadline - time.monotonic()))
        self.deliver()


def _work(number: int, work: Callable[[], object], results: _Results) -> None:
    try:
        results.append((number, work(), None))
    except CipherbenchError as error:
        results.append((number, None, error))
    except Exception as error:  # a bug of ours must not leave the page waiting
        log.exception("job %s", _name_of(work))
        results.append((number, None, _unexpected(error)))


def _name_of(work: Callable[[], object]) -> str:
    """What was called, without what it was given: a password may be among that."""
    function = work.func if isinstance(work, partial) else work
    return getattr(function, "__qualname__", type(function).__name__)


def _unexpected(error: Exception) -> CipherbenchError:
    return CipherbenchError(
        phrase("Internal error"),
        phrase("This is a fault in Cipherbench: {kind}."),
        phrase("See the log file for details."),
        kind=type(error).__name__,
    )
