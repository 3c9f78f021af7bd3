"""The lab in a process of its own, for the window.

Pixels, ciphertext and counting stay there: the window sends orders and questions, and gets tiles
of 512 pixels and small facts, so that nothing large ever passes through its thread. When the
window is gone the process drops what it made on servers, and ends.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

from app.campaign.workers.deadlines import DEADLINES, no_answer
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase

if TYPE_CHECKING:
    from app.patterns.lab_worker import LabWorker
    from app.patterns.requests import News, Order, Question

_SPAWN = multiprocessing.get_context("spawn")
_MOST_AT_ONCE = 16
_CANCELLED_SECONDS = 10.0
"""How long an order may go on that was cancelled."""
_LOOK_SECONDS, _LONGEST_LOOK = 0.5, 1.0
_BUSY = 0.02
"""Cores that a process at work uses at least."""

log = logging.getLogger(__name__)


class LabProcess:
    """The window's end. `send` never waits for an answer; `receive` gives what has come."""

    def __init__(self, silence_seconds: float = DEADLINES.statement) -> None:
        """`silence_seconds` is how long an order may go on without a sign of life."""
        self._pipe, theirs = _SPAWN.Pipe()
        self._process: BaseProcess = _SPAWN.Process(target=_serve, args=(theirs, silence_seconds))
        self._process.start()
        theirs.close()

    def send(self, message: Order | Question) -> None:
        """An order, done in its turn, or a question, answered at once; no error when it is over."""
        with suppress(OSError):
            self._pipe.send(message)

    def receive(self) -> list[News]:
        """What has come since the last call, sixteen at most; never waits.

        After `LabEnded` nothing comes any more.
        """
        news: list[News] = []
        try:
            while len(news) < _MOST_AT_ONCE and self._pipe.poll():
                news.append(self._pipe.recv())
        except (EOFError, OSError):
            from app.patterns.requests import LabEnded

            news.append(LabEnded(_died()))
        return news

    def fileno(self) -> int:
        """Ready to read when there is something to receive (for a QSocketNotifier)."""
        return self._pipe.fileno()

    def over(self) -> bool:
        """Whether the process has ended; never waits."""
        return not self._process.is_alive()

    def close(self, seconds: float = 10.0) -> None:
        """Cancel what is going on, and wait for the process to drop what it made and end."""
        from app.patterns.requests import Cancel

        self.send(Cancel())
        self._pipe.close()
        self._process.join(seconds)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _serve(pipe: Connection, silence_seconds: float) -> None:
    """The process: one thread for orders, this one for questions."""
    from app.system.process import begin_child

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin_child()
    _Desk(pipe, silence_seconds).serve()


class _Desk:
    """Takes messages in. Orders are done in a thread of their own, and news go out in another, so
    that a window that is slow to read keeps nobody from reading what it asks. An order that shows
    no sign of life takes the process along: a driver may wait for a silent server for ever."""

    def __init__(self, pipe: Connection, silence_seconds: float) -> None:
        from app.patterns.lab_worker import LabWorker

        self._pipe = pipe
        self._life = _Life(silence_seconds)
        self._outgoing: queue.SimpleQueue[News | None] = queue.SimpleQueue()
        self._waiting: queue.SimpleQueue[tuple[int, Order] | None] = queue.SimpleQueue()
        self._cancels = 0
        self._lab_worker: LabWorker = LabWorker(self._tell)

    def serve(self) -> None:
        """Until the window is gone."""
        threads = [threading.Thread(target=each) for each in (self._work, self._post)]
        for thread in threads:
            thread.start()
        with suppress(EOFError, OSError):
            while True:
                if self._pipe.poll(_LOOK_SECONDS):
                    self._take(self._pipe.recv())
                if (silent := self._life.fault()) is not None:
                    self._give_up(silent)
        self._cancel()
        self._waiting.put(None)
        self._outgoing.put(None)
        for thread in threads:
            thread.join()

    def _tell(self, news: News) -> None:
        self._life.sign()
        self._outgoing.put(news)

    def _give_up(self, error: CipherbenchError) -> None:
        """What was made on the server stays until the next lab, which knows it as ours."""
        from app.patterns.requests import LabEnded

        log.warning("%s", error)
        with suppress(OSError):
            self._pipe.send(LabEnded(error))
        os._exit(1)

    def _take(self, message: Order | Question) -> None:
        from app.patterns.requests import AskBlock, AskEqual, AskTile, Cancel, Cancelled, Forget

        match message:
            case AskTile() | AskBlock() | AskEqual() | Forget():
                answer = self._lab_worker.answer(message)
                if answer is not None:
                    self._outgoing.put(answer)
            case Cancel():
                self._outgoing.put(Cancelled(self._cancel()))
            case _:
                self._waiting.put((self._cancels, message))

    def _cancel(self) -> int:
        """End the order in hand at its next step and drop those that wait; how many those were."""
        self._cancels += 1
        self._life.hurry(_CANCELLED_SECONDS)
        dropped = 0
        with suppress(queue.Empty):
            while True:
                self._waiting.get_nowait()
                dropped += 1
        return dropped

    def _work(self) -> None:
        lab_worker = self._lab_worker
        while (waiting := self._waiting.get()) is not None:
            self._outgoing.put(self._done(*waiting))
            if self._waiting.empty():
                with suppress(CipherbenchError):  # the server is gone, and its database with it
                    lab_worker.between()
        lab_worker.close()

    def _done(self, ordered: int, order: Order) -> News:
        """`ordered` counts the cancels that came before the order."""
        from app.patterns.requests import Refused

        place = getattr(order, "place", None)
        try:
            with self._life.of("The server" if place is None else place.name):
                return self._lab_worker.do(order, lambda: self._cancels > ordered)
        except CipherbenchError as error:
            return Refused(order, error)
        except Exception:
            log.exception("%s", type(order).__name__)
            return Refused(order, _failed())

    def _post(self) -> None:
        while (news := self._outgoing.get()) is not None:
            with suppress(OSError):  # the window is gone; `serve` sees it too
                self._pipe.send(news)


class _Life:
    """Signs of life of the order in hand: what it tells, and CPU time, since statistics of a large
    picture tell nothing for a while."""

    def __init__(self, seconds: float) -> None:
        self._most = seconds
        self._server: str | None = None
        self._limit = seconds
        self._signed = False
        self._looked = self._silent = self._cpu = 0.0

    @contextmanager
    def of(self, server: str) -> Iterator[None]:
        """An order is in hand that may wait for this server, until the block ends."""
        self._limit = self._most
        self.sign()
        self._server = server
        try:
            yield
        finally:
            self._server = None

    def sign(self) -> None:
        """There was one; any thread may say so."""
        self._signed = True

    def hurry(self, seconds: float) -> None:
        """What is in hand is to be over soon."""
        self._limit = min(self._limit, seconds)

    def fault(self) -> CipherbenchError | None:
        """Why the order is to be given up; None while it lives, or there is none. To be asked twice
        a second: a process that was stopped itself has not been waiting meanwhile."""
        now, server = time.monotonic(), self._server
        self._silent += min(now - self._looked, _LONGEST_LOOK)
        self._looked = now
        if server is None or self._signed:
            self._begin_anew()
        elif self._silent >= self._limit:
            if time.process_time() - self._cpu < _BUSY * self._silent:
                return no_answer(server, "the lab worked there", self._limit)
            self._begin_anew()
        return None

    def _begin_anew(self) -> None:
        self._signed, self._silent, self._cpu = False, 0.0, time.process_time()


def _failed() -> CipherbenchError:
    return CipherbenchError(
        phrase("Internal error"),
        phrase("This could not be done."),
        phrase("The log file says more."),
    )


def _died() -> CipherbenchError:
    return CipherbenchError(
        phrase("Lab ended unexpectedly"),
        phrase("The lab's process ended by itself."),
        phrase("Open the picture again. The log file says more."),
    )
