"""A child process of the window, with messages to it and batches of news from it: a campaign, the
pattern lab and others run in one.

The window's interpreter never shares its lock with such work. It sends messages by a pipe and
reads batches of news from it; when the window is gone, the process sees its end of the pipe
closed, clears away what it has made, and ends.
"""

from __future__ import annotations

import logging
import multiprocessing
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Concatenate

from app.system.password_sources import adopt_secrets, known_secrets
from app.system.process_setup import begin_child
from engines.contract.errors import CipherbenchError

CONTEXT = multiprocessing.get_context("spawn")
"""How processes are started: anew, since the window's own has threads and much that is not needed.
"""
_MOST_AT_ONCE = 16

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ProcessEnded:
    """The last thing that comes from a process. `error` tells why it could not do what it was
    for, else None."""

    error: CipherbenchError | None = None


class Post[News]:
    """The process's end: what it tells goes out in batches, by a thread of its own, so that a
    window that is slow to read keeps nobody waiting.

    There are `pause` seconds between two batches: one message for each sample would wake the
    window for each.
    """

    def __init__(self, pipe: Connection, pause: float) -> None:
        self.pipe = pipe
        self._pause = pause
        self._waiting: list[News | ProcessEnded] = []
        self._ended_sent = False
        self._guard = threading.Lock()
        self._some = threading.Event()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._deliver, daemon=True)
        self._thread.start()

    def put(self, news: News | ProcessEnded) -> None:
        """Tell something; any thread may, and none waits. After `ProcessEnded` nothing is told."""
        with self._guard:
            if not self._ended_sent:
                self._waiting.append(news)
            self._ended_sent |= isinstance(news, ProcessEnded)
        self._some.set()

    def close(self, seconds: float | None = None) -> None:
        """Wait for what was told to be read, for ever or so many seconds."""
        self._over.set()
        self._some.set()
        self._thread.join(seconds)

    def _deliver(self) -> None:
        while not self._over.wait(self._pause):
            self._some.wait()
            self._send()
        self._send()

    def _send(self) -> None:
        self._some.clear()
        with self._guard:
            batch, self._waiting = self._waiting, []
        if batch:
            with suppress(OSError):  # the window is gone; the process sees it too
                self.pipe.send(batch)


class ChildProcess[Message, News]:
    """The window's end. Nothing here waits but `close`."""

    def __init__[**P](
        self,
        serve: Callable[Concatenate[Post[News], P], None],
        goodbye: Message,
        died: CipherbenchError,
        pause: float,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """`serve`, a function of a module, is what the process does. `goodbye` has it end what it
        does, `died` is told where it has ended by itself, and `pause` is that of `Post`."""
        self._goodbye = goodbye
        self._died = died
        self._ended = False
        self._pipe, theirs = CONTEXT.Pipe()
        self._process: BaseProcess = CONTEXT.Process(
            target=_begin, args=(serve, theirs, pause, died, known_secrets(), args, kwargs)
        )
        self._process.start()
        theirs.close()

    def send(self, message: Message) -> None:
        """Send something; no error when the process is over already."""
        with suppress(OSError):
            self._pipe.send(message)

    def receive(self) -> list[News | ProcessEnded]:
        """What has come since the last call; the last of all is `ProcessEnded`. After a call that
        gives many there may be more."""
        news: list[News | ProcessEnded] = []
        try:
            while not self._ended and len(news) < _MOST_AT_ONCE and self._pipe.poll():
                news += self._pipe.recv()
                self._ended = isinstance(news[-1], ProcessEnded)
        except (EOFError, OSError):
            news.append(ProcessEnded(self._died))
            self._ended = True
        return news

    def fileno(self) -> int:
        """Ready to read when there is something to receive (for a QSocketNotifier)."""
        return self._pipe.fileno()

    def over(self) -> bool:
        """Whether the process has ended and cleared away what it made."""
        return not self._process.is_alive()

    def close(self, seconds: float = 10.0) -> None:
        """Say goodbye and wait for the process to end; one that does not is killed."""
        self.send(self._goodbye)
        self._pipe.close()
        self._process.join(seconds)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _begin(
    serve: Callable[..., None],
    pipe: Connection,
    pause: float,
    died: CipherbenchError,
    logins: Mapping[str, str],
    args: tuple[object, ...],
    kwargs: Mapping[str, object],
) -> None:
    """Main function of the child process."""
    begin_child()
    adopt_secrets(logins)
    post: Post[object] = Post(pipe, pause)
    ended = ProcessEnded()
    try:
        serve(post, *args, **kwargs)
    except CipherbenchError as error:
        ended = ProcessEnded(error)
    except Exception:
        log.exception("%s", serve.__module__)
        ended = ProcessEnded(died)
    post.put(ended)
    post.close()
