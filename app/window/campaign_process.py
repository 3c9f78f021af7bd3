"""A campaign in a process of its own, for the window.

The window's interpreter never shares its lock with the runner: it starts this process, reads
batches of events from a pipe, and sends commands back. When the window is gone the campaign is
cancelled, its servers stopped and what is finished kept.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING

from app.campaign.command import Command
from app.campaign.workers.deadlines import CANCEL_SECONDS, Ending
from app.results.events import Event
from app.system.addresses import know_address
from app.system.passwords import take_over, taken
from app.system.process import begin_child
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.secrecy import keep_secret

if TYPE_CHECKING:
    from app.campaign.runner import CampaignRunner
    from app.plan.campaign import Campaign
    from engines.contract.endpoint import Endpoint
    from engines.server import ServerSpec

_SPAWN = multiprocessing.get_context("spawn")
_BATCH_SECONDS = 0.1

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Commission:
    """What the window wants done: a new campaign, the one called `resume` taken up again (or run
    `as_new`), or the evidence of the one called `evidence` gathered."""

    campaign: Campaign | None = None
    resume: str = ""
    evidence: str = ""
    store_url: str | None = field(default=None, repr=False)
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)
    lent: Mapping[ServerSpec, Endpoint] = field(default_factory=dict)
    as_new: bool = False


@dataclass(frozen=True)
class Ended:
    """The last thing that comes from the process. `error` tells why nothing ran, else None."""

    error: CipherbenchError | None = None


type Batch = list[Event | Ended]


class CampaignProcess:
    """The window's end: `receive` gives batches of events, the last of which ends in `Ended`."""

    def __init__(self, commission: Commission) -> None:
        self._pipe, theirs = _SPAWN.Pipe()
        self._process: BaseProcess = _SPAWN.Process(
            target=_serve, args=(commission, taken(), theirs)
        )
        self._process.start()
        theirs.close()

    def receive(self) -> Batch:
        """Everything that has come since the last call; never waits."""
        events: Batch = []
        try:
            while self._pipe.poll():
                events += self._pipe.recv()
        except (EOFError, OSError):
            events.append(Ended(_died()))
        return events

    def send(self, command: Command) -> None:
        """Pause, resume or cancel; no error when the campaign is over already."""
        with suppress(OSError):
            self._pipe.send(command)

    def over(self) -> bool:
        """Whether the process has ended and cleaned up; never waits."""
        if self._process.is_alive():
            return False
        self._pipe.close()
        return True

    def close(self, seconds: float = 10.0) -> None:
        """Cancel what still runs and wait for the process to end."""
        self.send(Command.CANCEL)
        self._pipe.close()
        self._process.join(seconds)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


class _Post:
    """Sends events in batches, ten times a second: one message per sample would wake the window
    for each."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._waiting: Batch = []
        self._guard = threading.Lock()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._deliver, daemon=True)
        self._thread.start()

    def put(self, event: Event | Ended) -> None:
        with self._guard:
            self._waiting.append(event)

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        self._send()

    def _deliver(self) -> None:
        while not self._over.wait(_BATCH_SECONDS):
            self._send()

    def _send(self) -> None:
        with self._guard:
            batch, self._waiting = self._waiting, []
        if batch:
            with suppress(OSError):  # the window is gone; the runner learns it from its pipe
                self._pipe.send(batch)


def _serve(commission: Commission, logins: Mapping[str, str], pipe: Connection) -> None:
    """The process: conduct one campaign and tell the window all about it."""
    from app.campaign.conductor import Conductor  # here, since the window starts without the store
    from app.evidence.gathering import gather_evidence

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin_child()
    _keep_secrets(commission, logins)
    started = time.monotonic()
    post = _Post(pipe)
    conductor = Conductor(
        commission.store_url,
        commission.passwords,
        commission.lent,
        post.put,
        pipe,
        gather=gather_evidence,
    )
    early = _Early(pipe, conductor.ending)
    conductor.ending.look = early.look
    conductor.on_start = early.hand_over
    ended = Ended()
    try:
        if commission.campaign is not None:
            conductor.run(commission.campaign)
        elif commission.evidence:
            conductor.evidence(commission.evidence)
        elif commission.as_new:
            conductor.run_as_new(commission.resume)
        else:
            conductor.resume(commission.resume)
    except CipherbenchError as error:
        ended = Ended(error)
    except Exception:
        log.exception("campaign after %.1f s", time.monotonic() - started)
        ended = Ended(_died())
    post.put(ended)
    post.close()


class _Early:
    """Takes the window's commands before there is a runner; any thread may look.

    What asks for the end is obeyed at once; the rest is for the runner.
    """

    def __init__(self, pipe: Connection, ending: Ending) -> None:
        self._pipe = pipe
        self._ending = ending
        self._kept: list[Command] = []
        self._guard = threading.Lock()
        self._handed_over = self._cancelled = False

    def look(self) -> None:
        with self._guard:
            if self._handed_over or self._cancelled:
                return
            try:
                while self._pipe.poll():
                    self._take(self._pipe.recv())
            except (EOFError, OSError):
                self._cancel()  # the window is gone

    def hand_over(self, runner: CampaignRunner) -> None:
        """Give a runner what came before it."""
        with self._guard:
            self._handed_over = True
            for command in self._kept:
                runner.take(command)
            if self._cancelled:
                runner.cancel()

    def _take(self, command: Command) -> None:
        if command is Command.CANCEL:
            self._cancel()
        else:
            self._kept.append(command)

    def _cancel(self) -> None:
        self._cancelled = True
        self._ending.ask(CANCEL_SECONDS)


def _keep_secrets(commission: Commission, logins: Mapping[str, str]) -> None:
    take_over(logins)
    know_address(commission.store_url or "")
    for password in commission.passwords.values():
        keep_secret(password)


def _died() -> CipherbenchError:
    return CipherbenchError(
        phrase("Campaign ended unexpectedly"),
        phrase("The campaign's process ended by itself."),
        phrase(
            "What had finished is kept: resume it from the results page. The log file says more."
        ),
    )
