"""The lab in a process of its own, for the window.

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
    Forget,
    ImmediateRequest,
    QueuedRequest,
    Reply,
    Requester,
    RequestRefused,
    requester_of,
)
from app.processes.deadlines import DEADLINES, no_answer
from app.system.child_process import ChildProcess, Post, ProcessEnded
from app.system.folders import see_log
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase

_CANCELLED_SECONDS = 10.0
"""How long a request may go on that was cancelled."""
_LAST_SECONDS = 1.0
"""How long a window may take to hear that its lab was given up."""
_POLL_S, _LONGEST_POLL_S = 0.5, 1.0
_BUSY = 0.02
"""Cores that a process at work uses at least."""

log = logging.getLogger(__name__)


class LabProcess(ChildProcess[QueuedRequest | ImmediateRequest, Reply]):
    """The window's end of the lab. All its users get all replies, and each takes its own."""

    def __init__(self, silence_seconds: float = DEADLINES.statement) -> None:
        """`silence_seconds` is how long a request may go on without a sign of life."""
        super().__init__(_serve, Cancel(), _died(), 0.0, silence_seconds)


def _serve(post: Post[Reply], silence_seconds: float) -> None:
    """The process: one thread for queued requests, this one for immediate ones."""
    _Dispatcher(post, silence_seconds).serve()


class _Dispatcher:
    """Takes messages in. Queued requests are done in a thread of their own. One that shows no sign
    of life takes the process along: a driver may wait for a silent server for ever."""

    def __init__(self, post: Post[Reply], silence_seconds: float) -> None:
        from app.patterns.lab_worker import LabWorker  # here, since the window needs none of it

        self._post = post
        self._watchdog = _Watchdog(silence_seconds)
        self._waiting: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._in_hand: Requester | None = None
        self._cancels: Counter[Requester] = Counter()
        self._lab_worker: LabWorker = LabWorker(self._send)

    def serve(self) -> None:
        """Until the window is gone."""
        worker = threading.Thread(target=self._work)
        worker.start()
        with suppress(EOFError, OSError):
            while True:
                if self._post.pipe.poll(_POLL_S):
                    self._take(self._post.pipe.recv())
                if (silent := self._watchdog.fault()) is not None:
                    self._give_up(silent)
        self._cancel(*Requester)
        self._waiting.put(None)
        worker.join()

    def _send(self, reply: Reply) -> None:
        self._watchdog.sign()
        self._post.put(reply)

    def _give_up(self, error: CipherbenchError) -> None:
        """What was made on the server stays until the next lab, which knows it as ours."""
        log.warning("%s", error)
        self._post.put(ProcessEnded(error))
        self._post.close(_LAST_SECONDS)
        os._exit(1)

    def _take(self, message: QueuedRequest | ImmediateRequest) -> None:
        match message:  # an immediate kind must be listed here, or it is queued
            case AskTile() | AskBlock() | AskEqual() | Forget():
                answer = self._lab_worker.answer(message)
                if answer is not None:
                    self._post.put(answer)
            case Cancel(requester=requester):
                self._cancel(*(Requester if requester is None else (requester,)))
            case _:
                requester = requester_of(message)
                self._waiting.put(_Waiting(message, requester, self._cancels[requester]))

    def _cancel(self, *requesters: Requester) -> None:
        """End the request in hand at its next step, and drop those that wait."""
        self._cancels.update(requesters)
        if self._in_hand in requesters:
            self._watchdog.hurry(_CANCELLED_SECONDS)

    def _is_cancelled(self, waiting: _Waiting) -> bool:
        return self._cancels[waiting.requester] > waiting.cancels

    def _work(self) -> None:
        while (waiting := self._waiting.get()) is not None:
            self._in_hand = waiting.requester
            if not self._is_cancelled(waiting):
                self._post.put(self._done(waiting))
            self._in_hand = None
            if self._waiting.empty():
                self._release_idle_server()
        self._lab_worker.close()

    def _release_idle_server(self) -> None:
        try:
            self._lab_worker.release_idle_server()
        except CipherbenchError:
            pass  # the server is gone, and its database with it
        except Exception:
            log.exception("between two requests")

    def _done(self, waiting: _Waiting) -> Reply:
        request = waiting.request
        server = getattr(request, "server", None)
        try:
            with self._watchdog.of("The server" if server is None else server.name):
                return self._lab_worker.do(request, lambda: self._is_cancelled(waiting))
        except CipherbenchError as error:
            return RequestRefused(request, error)
        except Exception:
            log.exception("%s", type(request).__name__)
            return RequestRefused(request, _failed())


@dataclass(frozen=True)
class _Waiting:
    """A request, and how many cancels of its requester came before it."""

    request: QueuedRequest
    requester: Requester
    cancels: int


class _Watchdog:
    """Signs of life of the current request: messages, and CPU time, since the statistics of a large
    picture send no message for a while."""

    def __init__(self, seconds: float) -> None:
        self._most = seconds
        self._server: str | None = None
        self._limit = seconds
        self._signed = False
        self._looked = self._silent = self._cpu = 0.0

    @contextmanager
    def of(self, server: str) -> Iterator[None]:
        """A request that may wait for this server is carried out in this block."""
        self._limit = self._most
        self.sign()
        self._server = server
        try:
            yield
        finally:
            self._server = None

    def sign(self) -> None:
        """Record a sign of life; any thread may call it."""
        self._signed = True

    def hurry(self, seconds: float) -> None:
        """Lower the limit of the current request."""
        self._limit = min(self._limit, seconds)

    def fault(self) -> CipherbenchError | None:
        """Why the request must be given up; None while it lives, or there is none. Call it twice a
        second: a process that was stopped itself has not been waiting in that time."""
        now, server = time.monotonic(), self._server
        self._silent += min(now - self._looked, _LONGEST_POLL_S)
        self._looked = now
        if server is None or self._signed:
            self._begin_anew()
        elif self._silent >= self._limit:
            if time.process_time() - self._cpu < _BUSY * self._silent:
                return no_answer(server, phrase("working for the pattern lab"), self._limit)
            self._begin_anew()
        return None

    def _begin_anew(self) -> None:
        self._signed, self._silent, self._cpu = False, 0.0, time.process_time()


def _failed() -> CipherbenchError:
    return CipherbenchError(
        phrase("Internal error"),
        phrase("Cipherbench failed in the pattern lab."),
        see_log(),
    )


def _died() -> CipherbenchError:
    return CipherbenchError(
        phrase("Pattern lab stopped"),
        phrase("The process that encrypts and analyses pictures and columns stopped unexpectedly."),
        phrase("Open the picture or column again. {see_log}", see_log=see_log()),
    )
