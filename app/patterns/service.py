"""The lab in a process of its own, for the window.

Pixels, ciphertext and counting stay there: the window sends orders and questions, and gets tiles
of 512 pixels and small facts, so that nothing large ever passes through its thread. When the
window is gone the process drops what it made on servers, and ends.
"""

from __future__ import annotations

import logging
import multiprocessing
import queue
import signal
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

from engines.errors import CipherbenchError

if TYPE_CHECKING:
    from app.patterns.orders import News, Order, Question
    from app.patterns.workshop import Workshop

_SPAWN = multiprocessing.get_context("spawn")
_MOST_AT_ONCE = 16

log = logging.getLogger(__name__)


class LabProcess:
    """The window's end. `send` never waits for an answer; `receive` gives what has come."""

    def __init__(self) -> None:
        self._pipe, theirs = _SPAWN.Pipe()
        self._process: BaseProcess = _SPAWN.Process(target=_serve, args=(theirs,))
        self._process.start()
        theirs.close()

    def send(self, message: Order | Question) -> None:
        """An order, done in its turn, or a question, answered at once; no error when it is over."""
        with suppress(OSError):
            self._pipe.send(message)

    def receive(self) -> list[News]:
        """What has come since the last call, sixteen at most; never waits.

        After `Ended` nothing comes any more.
        """
        news: list[News] = []
        try:
            while len(news) < _MOST_AT_ONCE and self._pipe.poll():
                news.append(self._pipe.recv())
        except (EOFError, OSError):
            from app.patterns.orders import Ended

            news.append(Ended(_died()))
        return news

    def fileno(self) -> int:
        """Ready to read when there is something to receive (for a QSocketNotifier)."""
        return self._pipe.fileno()

    def over(self) -> bool:
        """Whether the process has ended; never waits."""
        return not self._process.is_alive()

    def close(self, seconds: float = 10.0) -> None:
        """Cancel what is going on, and wait for the process to drop what it made and end."""
        from app.patterns.orders import Cancel

        self.send(Cancel())
        self._pipe.close()
        self._process.join(seconds)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _serve(pipe: Connection) -> None:
    """The process: one thread for orders, this one for questions."""
    from app.folders import log_to_file

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    log_to_file()
    _Desk(pipe).serve()


class _Desk:
    """Takes messages in. Orders are done in a thread of their own, and news go out in another, so
    that a window that is slow to read keeps nobody from reading what it asks."""

    def __init__(self, pipe: Connection) -> None:
        from app.patterns.workshop import Workshop

        self._pipe = pipe
        self._outgoing: queue.SimpleQueue[News | None] = queue.SimpleQueue()
        self._waiting: queue.SimpleQueue[tuple[int, Order] | None] = queue.SimpleQueue()
        self._cancels = 0
        self._workshop: Workshop = Workshop(self._outgoing.put)

    def serve(self) -> None:
        """Until the window is gone."""
        threads = [threading.Thread(target=each) for each in (self._work, self._post)]
        for thread in threads:
            thread.start()
        with suppress(EOFError, OSError):
            while True:
                self._take(self._pipe.recv())
        self._cancel()
        self._waiting.put(None)
        self._outgoing.put(None)
        for thread in threads:
            thread.join()

    def _take(self, message: Order | Question) -> None:
        from app.patterns.orders import AskBlock, AskEqual, AskTile, Cancel, Cancelled, Forget

        match message:
            case AskTile() | AskBlock() | AskEqual() | Forget():
                answer = self._workshop.answer(message)
                if answer is not None:
                    self._outgoing.put(answer)
            case Cancel():
                self._outgoing.put(Cancelled(self._cancel()))
            case _:
                self._waiting.put((self._cancels, message))

    def _cancel(self) -> int:
        """End the order in hand at its next step and drop those that wait; how many those were."""
        self._cancels += 1
        dropped = 0
        with suppress(queue.Empty):
            while True:
                self._waiting.get_nowait()
                dropped += 1
        return dropped

    def _work(self) -> None:
        workshop = self._workshop
        while (waiting := self._waiting.get()) is not None:
            self._outgoing.put(self._done(*waiting))
            if self._waiting.empty():
                with suppress(CipherbenchError):  # the server is gone, and its database with it
                    workshop.between()
        workshop.close()

    def _done(self, ordered: int, order: Order) -> News:
        """`ordered` counts the cancels that came before the order."""
        from app.patterns.orders import Refused

        try:
            return self._workshop.do(order, lambda: self._cancels > ordered)
        except CipherbenchError as error:
            return Refused(order, error)
        except Exception:
            log.exception("%s", type(order).__name__)
            return Refused(order, _failed())

    def _post(self) -> None:
        while (news := self._outgoing.get()) is not None:
            with suppress(OSError):  # the window is gone; `serve` sees it too
                self._pipe.send(news)


def _failed() -> CipherbenchError:
    return CipherbenchError("Internal error", "This could not be done.", "The log file says more.")


def _died() -> CipherbenchError:
    return CipherbenchError(
        "Lab ended unexpectedly",
        "The lab's process ended by itself.",
        "Open the picture again. The log file says more.",
    )
