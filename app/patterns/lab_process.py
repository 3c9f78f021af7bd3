"""The pattern lab's process, which works for the window.

Pixels, ciphertext and counting stay there: the window sends requests and gets tiles of 512 pixels
and small facts, so that nothing large ever passes through its thread. When the window is gone the
process drops what it made on servers, and ends.

One process serves pictures and columns, one queued request after another: three pictures of four
megapixels are encrypted in half a second, 8000 records stored in one, while a second process would
take 46 MB and half a second of a core before its first request.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from app.patterns.requests import (
    AskBlock,
    AskEqual,
    AskTile,
    Cancel,
    ForgetViews,
    ImmediateRequest,
    QueuedRequest,
    Reply,
    Requester,
    RequestRefused,
    requester_of,
)
from app.processes.deadlines import DEADLINES, no_answer
from app.system.child_process import ChildProcess, Outbox, ProcessEnded
from app.system.folders import see_log
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase

_CANCELLED_SECONDS = 10.0
"""How long a cancelled request may go on."""
_LAST_MESSAGE_SECONDS = 1.0
"""How long the window may take to receive the error before the process exits."""
_POLL_S, _LONGEST_POLL_S = 0.5, 1.0
_BUSY_CORES = 0.02
"""CPU use from which on the process counts as working: a share of a core."""

log = logging.getLogger(__name__)


class LabProcess(ChildProcess[QueuedRequest | ImmediateRequest, Reply]):
    """The window's end. All its users get all replies, and each uses its own."""

    def __init__(self, silence_seconds: float = DEADLINES.statement) -> None:
        """`silence_seconds` is how long a request may go on without a sign of life."""
        super().__init__(_serve, Cancel(), _crash_error(), 0.0, silence_seconds)


def _serve(outbox: Outbox[Reply], silence_seconds: float) -> None:
    """The process's main function: this thread does immediate requests, another one queued ones."""
    _Dispatcher(outbox, silence_seconds).serve()


class _Dispatcher:
    """Receives messages, and has queued requests done in a thread of their own. Where one of these
    shows no sign of life the process exits: a driver may wait for a silent server for ever."""

    def __init__(self, outbox: Outbox[Reply], silence_seconds: float) -> None:
        from app.patterns.lab_worker import LabWorker  # here, since the window needs none of it

        self._outbox = outbox
        self._watchdog = _Watchdog(silence_seconds)
        self._queued: queue.SimpleQueue[_QueuedWork | None] = queue.SimpleQueue()
        self._current_requester: Requester | None = None
        self._cancels: Counter[Requester] = Counter()
        self._lab_worker: LabWorker = LabWorker(self._send)

    def serve(self) -> None:
        """Until the window is gone."""
        worker = threading.Thread(target=self._work)
        worker.start()
        with suppress(EOFError, OSError):
            while True:
                if self._outbox.pipe.poll(_POLL_S):
                    self._handle(self._outbox.pipe.recv())
                if (silent := self._watchdog.silence_error()) is not None:
                    self._give_up(silent)
        self._cancel(*Requester)
        self._queued.put(None)
        worker.join()

    def _send(self, reply: Reply) -> None:
        self._watchdog.record_life()
        self._outbox.put(reply)

    def _give_up(self, error: CipherbenchError) -> None:
        """Exit at once. Databases on the server stay until the next lab, which recognises and drops
        them."""
        log.warning("%s", error)
        self._outbox.put(ProcessEnded(error))
        self._outbox.close(_LAST_MESSAGE_SECONDS)
        os._exit(1)

    def _handle(self, message: QueuedRequest | ImmediateRequest) -> None:
        match message:  # an immediate kind must be listed here, or it is queued
            case AskTile() | AskBlock() | AskEqual() | ForgetViews():
                answer = self._lab_worker.answer(message)
                if answer is not None:
                    self._outbox.put(answer)
            case Cancel(requester=requester):
                self._cancel(*(Requester if requester is None else (requester,)))
            case _:
                requester = requester_of(message)
                self._queued.put(_QueuedWork(message, requester, self._cancels[requester]))

    def _cancel(self, *requesters: Requester) -> None:
        """End the current request at its next step, and drop queued ones."""
        self._cancels.update(requesters)
        if self._current_requester in requesters:
            self._watchdog.shorten(_CANCELLED_SECONDS)

    def _is_cancelled(self, queued: _QueuedWork) -> bool:
        return self._cancels[queued.requester] > queued.cancels

    def _work(self) -> None:
        while (queued := self._queued.get()) is not None:
            self._current_requester = queued.requester
            if not self._is_cancelled(queued):
                self._outbox.put(self._carry_out(queued))
            self._current_requester = None
            if self._queued.empty():
                self._release_idle_server()
        self._lab_worker.close()

    def _release_idle_server(self) -> None:
        try:
            self._lab_worker.release_idle_server()
        except CipherbenchError:
            pass  # the server is gone, and its database with it
        except Exception:
            log.exception("between two requests")

    def _carry_out(self, queued: _QueuedWork) -> Reply:
        request = queued.request
        server = getattr(request, "server", None)
        try:
            with self._watchdog.watch("The server" if server is None else server.name):
                return self._lab_worker.carry_out(request, lambda: self._is_cancelled(queued))
        except CipherbenchError as error:
            return RequestRefused(request, error)
        except Exception:
            log.exception("%s", type(request).__name__)
            return RequestRefused(request, _failed())


@dataclass(frozen=True)
class _QueuedWork:
    """A request, and how many cancels of its requester came before it."""

    request: QueuedRequest
    requester: Requester
    cancels: int


class _Watchdog:
    """Watches for signs of life of the current request: messages, and CPU time, since the
    statistics of a large picture send no message for a while."""

    def __init__(self, seconds: float) -> None:
        self._most = seconds
        self._server: str | None = None
        self._limit = seconds
        self._signed = False
        self._looked = self._silent = self._cpu = 0.0

    @contextmanager
    def watch(self, server: str) -> Iterator[None]:
        """Watch a request that is carried out in this block; `server` is named in the error."""
        self._limit = self._most
        self.record_life()
        self._server = server
        try:
            yield
        finally:
            self._server = None

    def record_life(self) -> None:
        """Record a sign of life; any thread may call it."""
        self._signed = True

    def shorten(self, seconds: float) -> None:
        self._limit = min(self._limit, seconds)

    def silence_error(self) -> CipherbenchError | None:
        """The error of a request that was silent for too long; None otherwise. Call it twice a
        second: longer gaps, in which this process was stopped itself, count as one second."""
        now, server = time.monotonic(), self._server
        self._silent += min(now - self._looked, _LONGEST_POLL_S)
        self._looked = now
        if server is None or self._signed:
            self._restart()
        elif self._silent >= self._limit:
            if time.process_time() - self._cpu < _BUSY_CORES * self._silent:
                return no_answer(server, phrase("working for the pattern lab"), self._limit)
            self._restart()
        return None

    def _restart(self) -> None:
        self._signed, self._silent, self._cpu = False, 0.0, time.process_time()


def _failed() -> CipherbenchError:
    return CipherbenchError(
        phrase("Internal error"),
        phrase("Cipherbench failed in the pattern lab."),
        see_log(),
    )


def _crash_error() -> CipherbenchError:
    return CipherbenchError(
        phrase("Pattern lab stopped"),
        phrase("The process that encrypts and analyses pictures and columns stopped unexpectedly."),
        phrase("Open the picture or column again. {see_log}", see_log=see_log()),
    )
