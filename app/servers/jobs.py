"""Background jobs for questions to servers: each runs in a thread of its own, and its callbacks are
called in the owner's thread."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any

from app.system.folders import see_log
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase

log = logging.getLogger(__name__)

type Tell[News] = Callable[[News], None]


class Jobs:
    """Runs each job in a daemon thread of its own, so that none delays the end of the program.

    A server that cannot be reached keeps its thread waiting for seconds; a pool would make others
    wait behind it. Threads put results into a queue, which the owner empties by `deliver`, `settle`
    or `wait`. They hold no reference to whom the results are for: the last reference to an object
    of the window must not be dropped in a thread.
    """

    def __init__(self) -> None:
        self._awaited: list[threading.Thread] = []
        self._results: SimpleQueue[_Heard | _Ended] = SimpleQueue()
        self._numbers = count()
        self._callers: dict[int, _Caller] = {}
        self.begun: Callable[[], object] = lambda: None
        """Called when a job begins, so that the owner delivers from now on."""

    @property
    def busy(self) -> bool:
        """Whether results are to come."""
        return bool(self._callers)

    def run[T](
        self,
        work: Callable[[], T],
        then: Callable[[T], object],
        failed: Callable[[CipherbenchError], object],
        *,
        awaited: bool = False,
    ) -> None:
        """Do `work` in a thread; `then` or `failed` is called on the owner's own.

        `wait` waits for `awaited` ones only.
        """
        self._begin(next(self._numbers), work, _Caller(then, failed), awaited)

    def run_reporting[T, News](
        self,
        work: Callable[[Tell[News]], T],
        heard: Callable[[News], object],
        then: Callable[[T], object],
        failed: Callable[[CipherbenchError], object],
        *,
        awaited: bool = False,
    ) -> None:
        """As `run`; what `work` reports meanwhile goes to `heard`, on the owner's thread too."""
        number, come = next(self._numbers), self._results
        telling = partial(work, lambda news: come.put(_Heard(number, news)))
        self._begin(number, telling, _Caller(then, failed, heard), awaited)

    def deliver(self) -> None:
        """Call back for the results that have come."""
        while True:
            try:
                self._use(self._results.get_nowait())
            except Empty:
                return

    def settle(self) -> None:
        """Call back for results until every job has ended."""
        while self._callers:
            self._use(self._results.get())

    def wait(self, seconds: float | None) -> None:
        """Wait for awaited jobs to end, `seconds` at most, and use what has come."""
        deadline = None if seconds is None else time.monotonic() + seconds
        for thread in self._awaited:
            thread.join(None if deadline is None else max(0.0, deadline - time.monotonic()))
        self.deliver()

    def _begin(
        self, number: int, work: Callable[[], object], caller: _Caller, awaited: bool
    ) -> None:
        self._callers[number] = caller
        thread = threading.Thread(target=_work, args=(number, work, self._results), daemon=True)
        if awaited:
            self._awaited = [each for each in self._awaited if each.is_alive()] + [thread]
        thread.start()
        self.begun()

    def _use(self, come: _Heard | _Ended) -> None:
        if isinstance(come, _Heard):
            self._callers[come.number].heard(come.news)
            return
        caller = self._callers.pop(come.number)
        if come.error is None:
            caller.then(come.result)
        else:
            caller.failed(come.error)


@dataclass(frozen=True)
class _Caller:
    then: Callable[[Any], object]
    failed: Callable[[CipherbenchError], object]
    heard: Callable[[Any], object] = lambda news: None


@dataclass(frozen=True)
class _Heard:
    number: int
    news: object


@dataclass(frozen=True)
class _Ended:
    number: int
    result: object = None
    error: CipherbenchError | None = None


def _work(number: int, work: Callable[[], object], come: SimpleQueue[_Heard | _Ended]) -> None:
    try:
        come.put(_Ended(number, work()))
    except CipherbenchError as error:
        come.put(_Ended(number, error=error))
    except BaseException as error:  # a bug of ours must not leave anybody waiting
        log.exception("job %s", _name_of(work))
        come.put(_Ended(number, error=_unexpected(error)))


def _name_of(work: Callable[[], object]) -> str:
    """What was called, without what it was given: a password may be among that."""
    function = work.func if isinstance(work, partial) else work
    return getattr(function, "__qualname__", type(function).__name__)


def _unexpected(error: BaseException) -> CipherbenchError:
    return CipherbenchError(
        phrase("Internal error"),
        phrase("This is a fault in Cipherbench: {kind}."),
        see_log(),
        kind=type(error).__name__,
    )
