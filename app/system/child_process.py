"""A child process of the window, with messages to it and batches of events from it: a campaign, the
pattern lab and others run in one.

The window does not share its GIL with such work. It sends messages by a pipe and reads batches of
events from it. In the child a function `serve(outbox, …)` does the work: it reads messages from
`outbox.pipe`, sends events with `outbox.put`, and must return on the message `goodbye` or on
EOFError, which it gets when the window is gone, after it has cleared away what it made.
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
"""Events after which one `receive` reads no further batch; a batch is never divided."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ProcessEnded:
    """The last event of a process. `error` says why it could not do its work, else None."""

    error: CipherbenchError | None = None


class Outbox[Event]:
    """The process's end: its events go out in batches, by a thread of its own, so that a
    window that is slow to read keeps nobody waiting.

    There are `pause` seconds between two batches: one message for each sample would wake the
    window for each.
    """

    def __init__(self, pipe: Connection, pause: float) -> None:
        self.pipe = pipe
        self._pause = pause
        self._waiting: list[Event | ProcessEnded] = []
        self._ended_sent = False
        self._guard = threading.Lock()
        self._wake = threading.Event()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._deliver, daemon=True)
        self._thread.start()

    def put(self, event: Event | ProcessEnded) -> None:
        """Send an event; any thread may, and none waits. After `ProcessEnded` nothing is sent."""
        with self._guard:
            if not self._ended_sent:
                self._waiting.append(event)
            self._ended_sent |= isinstance(event, ProcessEnded)
        self._wake.set()

    def close(self, seconds: float | None = None) -> None:
        """Wait until the window has read all events, for ever or so many seconds."""
        self._closing.set()
        self._wake.set()
        self._thread.join(seconds)

    def _deliver(self) -> None:
        while not self._closing.wait(self._pause):
            self._wake.wait()
            self._send()
        self._send()

    def _send(self) -> None:
        self._wake.clear()
        with self._guard:
            batch, self._waiting = self._waiting, []
        if batch:
            with suppress(OSError):  # the window is gone; the process sees it too
                self.pipe.send(batch)


class ChildProcess[Message, Event]:
    """The window's end. Nothing here waits but `close`."""

    def __init__[**P](
        self,
        serve: Callable[Concatenate[Outbox[Event], P], None],
        goodbye: Message,
        crash_error: CipherbenchError,
        pause: float,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """`serve`, a function of a module, is what the process does. `goodbye` is the message that
        makes it return, `crash_error` the error where the process crashed, and `pause` that of
        `Outbox`."""
        self._goodbye = goodbye
        self._crash_error = crash_error
        self._ended = False
        self._pipe, child_pipe = CONTEXT.Pipe()
        self._process: BaseProcess = CONTEXT.Process(
            target=_begin,
            args=(serve, child_pipe, pause, crash_error, known_secrets(), args, kwargs),
        )
        self._process.start()
        child_pipe.close()

    def send(self, message: Message) -> None:
        """Send something; no error when the process is over already."""
        with suppress(OSError):
            self._pipe.send(message)

    def receive(self) -> list[Event | ProcessEnded]:
        """What has come since the last call; the last of all is `ProcessEnded`. After a call that
        gives many there may be more."""
        events: list[Event | ProcessEnded] = []
        try:
            while not self._ended and len(events) < _MOST_AT_ONCE and self._pipe.poll():
                events += self._pipe.recv()
                self._ended = isinstance(events[-1], ProcessEnded)
        except (EOFError, OSError):
            events.append(ProcessEnded(self._crash_error))
            self._ended = True
        return events

    def fileno(self) -> int:
        """Ready to read when there is something to receive (for a QSocketNotifier)."""
        return self._pipe.fileno()

    def has_ended(self) -> bool:
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
    crash_error: CipherbenchError,
    passwords: Mapping[str, str],
    args: tuple[object, ...],
    kwargs: Mapping[str, object],
) -> None:
    """Main function of the child process."""
    begin_child()
    adopt_secrets(passwords)
    outbox: Outbox[object] = Outbox(pipe, pause)
    ended = ProcessEnded()
    try:
        serve(outbox, *args, **kwargs)
    except CipherbenchError as error:
        ended = ProcessEnded(error)
    except Exception:
        log.exception("%s", serve.__module__)
        ended = ProcessEnded(crash_error)
    outbox.put(ended)
    outbox.close()
