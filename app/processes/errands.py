"""Errands: questions that the program asks a server outside a run, each carried out by a helper
process that is killed at a deadline.

A driver may wait without limit for a server that has fallen silent, and an engine that runs inside
a process may take it along or never come back. So no server is entered, and no engine run, in the
program's own process.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import cast

from app.processes.deadlines import DEADLINES, Cancellation, SilenceTimer, no_answer
from app.processes.fork_server import (
    die_with_the_fork_server,
    new_pipe,
    not_ready_error,
    start_helper,
)
from app.system import interruption
from engines.contract.errors import CipherbenchError, ServerGivenUp, files_out_of_reach
from engines.contract.message import Message, phrase
from engines.platform.network import receive_ages
from engines.servers.launched import all_supervised, remove_unsupervised

# Whether anything still comes from a server, seen at the TCP connections of this very process: a
# driver that waits for an answer tells nobody, and most would wait for ever.

_SILENCE_LOOK_SECONDS = 0.25

STILL_RECEIVING = None
"""What is sent while a server is heard, before the answer."""


def answer_while_heard(pipe: Connection, work: Callable[[], object]) -> None:
    """Send the result of `work`. Until it is there, send `STILL_RECEIVING` several times a second
    as long as data arrives from a server. While a driver blocks all other threads nothing is
    sent."""
    sending, over = threading.Lock(), threading.Event()

    def tell() -> None:
        looked = time.monotonic()
        while not over.wait(_SILENCE_LOOK_SECONDS):
            before, looked = looked, time.monotonic()
            ago = seconds_since_received()
            with sending:
                if not over.is_set() and (ago is None or ago <= looked - before):
                    pipe.send(STILL_RECEIVING)

    threading.Thread(target=tell, daemon=True).start()
    answer = work()
    with sending:
        over.set()
    pipe.send(answer)


def seconds_since_received() -> float | None:
    """Seconds since data came over any TCP connection of this process; None without one."""
    return min(receive_ages(), default=None)


def _wait_until_all_are_supervised() -> None:
    while not all_supervised():
        time.sleep(0.01)


interruption.before_end(_wait_until_all_are_supervised)
interruption.at_very_end(remove_unsupervised)

_LOOK_SECONDS = 0.1
"""How often a waiting errand looks whether it is to end."""
_START_SECONDS = 60.0
"""A process that is not forked imports everything anew: on a busy machine that takes longer than
entering a server may, and one that is killed meanwhile begins again with it."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Errand:
    """`doing` completes “… while …”. The errand may take `seconds`; within these, a server across a
    network may be silent for at most `silence` at a stretch. An `is_cleanup` may go on for a while
    when the program is closing; any other may get `tidy_seconds` to undo what it did. The time that
    `loads` takes (such as importing a driver) does not count."""

    doing: Message
    seconds: float
    silence: float | None = None
    is_cleanup: bool = False
    tidy_seconds: float = 0.0
    loads: Callable[[], object] | None = None


class HelperProcess:
    """Carries out errands at one server, called `server` in errors; any thread may ask.

    Its process is kept for the next errand until `stop`; errands at the same time have one each.
    """

    def __init__(self, server: str, cancellation: Cancellation | None = None) -> None:
        self._server = server
        self._cancellation = cancellation or Cancellation()
        self._waiting: _Messenger | None = None
        self._guard = threading.Lock()
        self._distrusted = False

    def carry_out[T](self, errand: Errand, work: Callable[..., T], *args: object) -> T:
        """What `work`, a function of a module, gives in another process.

        Raises: ServerUnavailable when it takes too long or the process dies, and what it raises
        """
        messenger = self._messenger()
        try:
            messenger.send((work, args, errand.silence is not None, errand.loads))
            messenger.answer(self._waiting_for_start(errand))
            answer = messenger.answer(self._waiting_for(errand))
        except BaseException:
            messenger.end(errand.tidy_seconds)
            raise
        self._keep(messenger)
        return cast(T, answer())

    def distrust(self) -> None:
        """The server was silent: until it answers again nothing but entering it takes long."""
        self._distrusted = True

    def stop(self) -> None:
        """Stop the process; the next errand starts another."""
        with self._guard:
            messenger, self._waiting = self._waiting, None
        if messenger is not None:
            messenger.close()

    def _messenger(self) -> _Messenger:
        with self._guard:
            messenger, self._waiting = self._waiting, None
        if messenger is not None and messenger.waits():
            return messenger
        return _Messenger()

    def _keep(self, messenger: _Messenger) -> None:
        self._distrusted = False
        with self._guard:
            before, self._waiting = self._waiting, messenger
        if before is not None:
            before.close()

    def _waiting_for(self, errand: Errand) -> _Wait:
        seconds = min(errand.seconds, DEADLINES.login) if self._distrusted else errand.seconds
        silence = seconds if errand.silence is None else min(errand.silence, seconds)

        def too_long(limit: float) -> CipherbenchError:
            self._distrusted = True
            return no_answer(self._server, errand.doing, limit)

        return _Wait(seconds, silence, partial(self._look, errand), too_long)

    def _waiting_for_start(self, errand: Errand) -> _Wait:
        return _Wait(_START_SECONDS, _START_SECONDS, partial(self._look, errand), not_ready_error)

    def _look(self, errand: Errand) -> None:
        if self._cancellation.asked and (not errand.is_cleanup or not self._cancellation.left()):
            raise stopped_waiting(self._server, errand.doing)


class _Wait:
    """For an answer, so many seconds in all, and so many at a stretch in which nothing is heard."""

    def __init__(
        self,
        seconds: float,
        silence: float,
        look: Callable[[], None],
        too_long: Callable[[float], CipherbenchError],
    ) -> None:
        self._seconds, self._silence = seconds, silence
        self._look, self._too_long = look, too_long
        self._patience = SilenceTimer()
        self._heard = 0.0

    def left(self) -> float:
        """Seconds until the next look.

        Raises: what `look` raises, and what `too_long` gives
        """
        self._look()
        now = self._patience.waited()
        end, limit = min(
            (self._heard + self._silence, self._silence), (self._seconds, self._seconds)
        )
        if now >= end:
            raise self._too_long(limit)
        return min(end - now, _LOOK_SECONDS)

    def heard(self) -> None:
        """The server has said something."""
        self._heard = self._patience.waited()


class _Messenger:
    """One process that carries out errands, one after another."""

    def __init__(self) -> None:
        self._pipe, theirs = new_pipe()
        try:
            self._process = start_helper(run_errands, theirs)
        except BaseException:
            self._pipe.close()
            raise
        finally:
            theirs.close()

    def waits(self) -> bool:
        """Whether it is there and has nothing more to say."""
        return not wait([self._pipe, self._process.sentinel], 0)

    def send(self, errand: object) -> None:
        """Raises: ServerUnavailable when the process has died"""
        try:
            self._pipe.send(errand)
        except OSError as error:
            raise _died(self._exit_code()) from error

    def answer(self, waiting: _Wait) -> Callable[[], object]:
        """What comes next: something that says that the work begins, then something that returns
        or raises as it did.

        Raises: what `waiting` raises, and ServerUnavailable when the process dies
        """
        try:
            while True:
                if wait([self._pipe], waiting.left()):
                    if (received := self._pipe.recv()) is not STILL_RECEIVING:
                        return cast("Callable[[], object]", received)
                    waiting.heard()
        except (EOFError, OSError) as error:
            raise _died(self._exit_code()) from error

    def close(self) -> None:
        """It has nothing to do, and so nothing to lose."""
        self._process.kill()
        self._pipe.close()

    def end(self, seconds: float) -> None:
        """Have it leave what it does; after so many seconds it is killed."""
        if seconds:
            self._process.terminate()
            wait([self._process.sentinel], seconds)
        self._process.kill()
        self._pipe.close()

    def _exit_code(self) -> int | None:
        wait([self._process.sentinel], 1.0)
        return self._process.exitcode


@dataclass(frozen=True)
class _Returned:
    value: object

    def __call__(self) -> object:
        return self.value


@dataclass(frozen=True)
class _Raised:
    error: Exception

    def __call__(self) -> object:
        raise self.error


def run_errands(pipe: Connection) -> None:
    """Carry out errands until nobody sends any; the entry point of the process."""
    die_with_the_fork_server()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            work, args, heard, loads = pipe.recv()
            if loads is not None:
                with suppress(Exception):  # which the work meets as well
                    loads()
            pipe.send(_Returned(None))
            if heard:
                answer_while_heard(pipe, partial(_carried_out, work, args))
            else:
                pipe.send(_carried_out(work, args))
    os._exit(0)  # an engine that is short of memory may never come to its end by itself


def _carried_out(work: Callable[..., object], args: tuple[object, ...]) -> object:
    try:
        return _Returned(work(*args))
    except CipherbenchError as error:
        return _Raised(error)
    except OSError as error:
        return _Raised(files_out_of_reach(error))
    except Exception as error:
        from app.system.folders import log_to_file

        log_to_file()
        log.exception("errand %s", getattr(work, "__qualname__", work))
        return _Raised(RuntimeError(f"{type(error).__name__}: {error}"))


def _died(code: int | None) -> ServerGivenUp:
    how = "by itself" if code is None else f"exit code {code}"
    if code is not None and code < 0:
        how = f"signal {signal.Signals(-code).name}"
    return ServerGivenUp(
        phrase("Engine ended"),
        phrase("The process that runs the engine or its driver has ended ({how})."),
        phrase("Try again with more memory: it may be short. Or the engine crashed."),
        how=how,
    )


def stopped_waiting(server: str, doing: Message | str) -> ServerGivenUp:
    """What ends an errand when the program is closing."""
    return ServerGivenUp(
        phrase("Stopped"),
        phrase("Stopped waiting for {server} while {doing}: the program is closing."),
        server=server,
        doing=doing,
    )
