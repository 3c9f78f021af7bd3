"""Time limits of everything asked of a server, the cancellation of such work, and the detection of
silent servers and workers."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from engines.contract.endpoint import Endpoint
from engines.contract.errors import Cause, CipherbenchError, ServerUnavailable
from engines.contract.message import Message, phrase

CANCEL_SECONDS = 8.0
"""How long dropping databases may take once a campaign is cancelled."""


@dataclass
class Deadlines:
    """Seconds: for logging in after the connection stands, for asking a server what it can do, and
    for each statement that makes or drops databases and tables."""

    login: float = 5.0
    probe: float = 30.0
    statement: float = 60.0

    def enter(self, endpoint: Endpoint) -> float:
        """Seconds for entering a server and leaving it again."""
        return endpoint.connect_seconds + self.login


DEADLINES = Deadlines()


class Cancellation:
    """Whether work is to stop, and by when.

    `look` is called before each answer: it may take the command that asks for the end.
    """

    def __init__(self) -> None:
        self._until: float | None = None
        self.look: Callable[[], object] = lambda: None

    def ask(self, seconds: float) -> None:
        """Have everything over within so many seconds; a later moment than before changes
        nothing."""
        until = time.monotonic() + seconds
        self._until = until if self._until is None else min(self._until, until)

    @property
    def asked(self) -> bool:
        self.look()
        return self._until is not None

    def left(self) -> float | None:
        """Seconds that are left; None while nobody has asked."""
        return None if self._until is None else max(0.0, self._until - time.monotonic())


MARKED_SECONDS = 0.5
"""How long a worker of a cancelled campaign may take to mark a database that it has begun to make;
the other half of the shortest time for an end is there to drop it."""

_STEP_SECONDS = 1.0
"""What passes at most between two looks of a program that looks around several times a second."""


class SilenceTimer:
    """Seconds that somebody who looks around often has waited.

    A look that comes much later than the one before was held up, as by SIGSTOP or a machine that
    slept: that absence was ours, and is no silence of a server.
    """

    def __init__(self) -> None:
        self._waited = 0.0
        self._looked = time.monotonic()

    def waited(self) -> float:
        """Seconds waited so far. A longer gap between two calls counts as one step."""
        now = time.monotonic()
        self._waited += min(now - self._looked, _STEP_SECONDS)
        self._looked = now
        return self._waited


@dataclass(frozen=True)
class WorkerStep:
    """What a worker begins to do; `activity` completes “… while …”. What is `administrative` has a
    deadline of its own; all else may take its time as long as it is not silent. What `marks` a
    database is not broken off at once: of one without its mark nobody can tell whose it is."""

    activity: Message
    administrative: bool = False
    marks: bool = False


_BUSY = 0.02
"""Cores that a server or worker at work uses at least; one that rests looks around now and then."""


class LivenessWatch:
    """Watches for signs of life in a worker and its server.

    `limit` is how many seconds of silence there may be, 0 for any number. CPU time counts as life
    where it can be seen: one statement may take minutes.
    """

    def __init__(self, server: str, limit: float) -> None:
        self._server = server
        self._limit = limit
        self._doing = WorkerStep(phrase("starting the worker"))
        self._patience = SilenceTimer()
        self._since = self._begun = 0.0
        self._cpu = 0.0
        self._looked = time.monotonic()
        self._total: float | None = None

    @property
    def marks(self) -> bool:
        """Whether the worker is at work on what is not broken off at once."""
        return self._doing.marks

    def begin(self, doing: WorkerStep) -> None:
        self._doing = doing
        self.alive()
        self._begun = self._since

    def alive(self) -> None:
        self._since = self._patience.waited()
        self._cpu = 0.0

    def spent(self, percent: float) -> None:
        """Server and worker have used so many percent of a core until now."""
        now = time.monotonic()
        self._cpu += percent / 100 * (now - self._looked)
        self._looked = now

    def used(self, total: float) -> None:
        """Server and worker have used so many seconds of CPU time in all."""
        self._cpu += total - (self._total if self._total is not None else total)
        self._total = total

    def fault(self) -> CipherbenchError | None:
        """Why the worker is to be given up; None while it is not."""
        now = self._patience.waited()
        if self._doing.administrative:
            over = now - self._begun > DEADLINES.statement
            seconds = DEADLINES.statement
            return no_answer(self._server, self._doing.activity, seconds) if over else None
        if not self._limit or now - self._since < self._limit:
            return None
        if self._cpu >= _BUSY * (now - self._since):
            self.alive()
            return None
        return _silent(self._server, self._doing.activity, self._limit)


def no_answer(server: str, doing: Message, seconds: float) -> ServerUnavailable:
    """The error for a server that did not answer in time."""
    return ServerUnavailable(
        phrase("No answer in time"),
        phrase("{server} did not answer within {seconds} s while {doing}."),
        phrase(
            "Check that the server runs and answers, and that no firewall is in between; then try "
            "again."
        ),
        Cause.TIMEOUT,
        server=server,
        seconds=f"{seconds:g}",
        doing=doing,
    )


def _silent(server: str, doing: Message, seconds: float) -> ServerUnavailable:
    return ServerUnavailable(
        phrase("No statement finished"),
        phrase("{server} finished no statement for {seconds} s while {doing}."),
        phrase(
            "The server may be waiting for a lock or a full disk: check it. To wait longer, raise "
            "`silence_seconds` in the plan; 0 waits without limit."
        ),
        server=server,
        seconds=f"{seconds:g}",
        doing=doing,
    )
