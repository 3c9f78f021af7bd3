"""Runs a campaign in a process of its own, for the window or for a measuring host.

When the process that started it is gone, the campaign is cancelled and its servers are stopped;
finished runs are stored.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from app.campaign.command import Command
from app.campaign.machine.cores import own_cores, restore_cores
from app.processes.deadlines import CANCEL_SECONDS, Cancellation
from app.system.address_passwords import hide_passwords_in_address
from app.system.child_process import ChildProcess, Outbox
from app.system.folders import see_log
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.secrecy import register_secret

if TYPE_CHECKING:
    from app.campaign.executor import CampaignExecutor
    from app.campaign.load.other_hosts import OtherHosts
    from app.campaign.runner import CampaignRunner
    from app.plan.campaign import Campaign
    from app.results.events import Event
    from engines.contract.endpoint import Endpoint
    from engines.servers.server import ServerSpec

_BATCH_SECONDS = 0.1


@dataclass(frozen=True)
class CampaignRequest:
    """What the process is to do: run (or dry-run) a new `campaign`; continue the stored one named
    by `resume`, with `more` repetitions, or run its plan `as_new`; or gather evidence of the stored
    one named by `evidence`."""

    campaign: Campaign | None = None
    resume: str = ""
    evidence: str = ""
    store_url: str | None = field(default=None, repr=False)
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)
    lent: Mapping[ServerSpec, Endpoint] = field(default_factory=dict)
    as_new: bool = False
    more: int = 0
    facts: Mapping[str, object] = field(default_factory=dict)
    """Facts of this machine to store with its environment."""
    dry_run: bool = False
    """Whether the campaign's operations are only tried, and nothing is measured."""
    others: OtherHosts | None = field(default=None, repr=False)
    """The other hosts of a load that several machines carry out together."""


class CampaignProcess(ChildProcess[Command, "Event"]):
    """The starter's end of a campaign's process."""

    def __init__(self, request: CampaignRequest) -> None:
        self._cores = own_cores()
        super().__init__(_serve, Command.CANCEL, _crash_error(), _BATCH_SECONDS, request)

    def close(self, seconds: float = 10.0) -> None:
        """Close the process, and give the starter its cores back, even after a crash."""
        super().close(seconds)
        restore_cores(self._cores)


def _serve(outbox: Outbox[Event], request: CampaignRequest) -> None:
    """Execute one campaign in the process and send its events to the starter.

    Raises: CipherbenchError when nothing could run
    """
    from app.campaign.executor import (
        CampaignExecutor,  # here, since the window starts without the store
    )
    from app.evidence.gathering import gather_evidence

    _keep_secrets(request)
    executor = CampaignExecutor(
        request.store_url,
        request.passwords,
        request.lent,
        outbox.put,
        outbox.pipe,
        gather=gather_evidence,
        excluded_pids=_starter_pid(),
        facts=request.facts,
        others=request.others,
    )
    early_commands = _EarlyCommands(outbox.pipe, executor.cancellation)
    executor.cancellation.look = early_commands.look
    executor.on_start = early_commands.hand_to
    with nullcontext() if request.others is None else closing(request.others):
        _execute(executor, request)


def _execute(executor: CampaignExecutor, request: CampaignRequest) -> None:
    if request.campaign is not None and request.dry_run:
        executor.dry_run(request.campaign)
    elif request.campaign is not None:
        executor.run(request.campaign)
    elif request.evidence:
        executor.evidence(request.evidence)
    elif request.as_new:
        executor.run_as_new(request.resume)
    else:
        executor.resume(request.resume, request.more)


def _starter_pid() -> list[int]:
    """The process that started this one; none where it is gone."""
    starter = parent_process()
    return [starter.pid] if starter and starter.pid and starter.is_alive() else []


class _EarlyCommands:
    """Receives the starter's commands before there is a runner; thread-safe.

    A cancellation takes effect at once; other commands wait for the runner.
    """

    def __init__(self, pipe: Connection, cancellation: Cancellation) -> None:
        self._pipe = pipe
        self._cancellation = cancellation
        self._waiting: list[Command] = []
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
                self._cancel()  # the starter is gone

    def hand_to(self, runner: CampaignRunner) -> None:
        """Apply the commands that came before the runner to it."""
        with self._guard:
            self._handed_over = True
            for command in self._waiting:
                runner.apply(command)
            self._waiting.clear()
            if self._cancelled:
                runner.cancel()

    def _take(self, command: Command) -> None:
        if command is Command.CANCEL:
            self._cancel()
        else:
            self._waiting.append(command)

    def _cancel(self) -> None:
        self._cancelled = True
        self._cancellation.ask(CANCEL_SECONDS)


def _keep_secrets(request: CampaignRequest) -> None:
    hide_passwords_in_address(request.store_url or "")
    for password in request.passwords.values():
        register_secret(password)


def _crash_error() -> CipherbenchError:
    return CipherbenchError(
        phrase("Campaign ended unexpectedly"),
        phrase("The process that ran the campaign exited early."),
        phrase(
            "Finished runs are kept. Resume the campaign on the results page. {see_log}",
            see_log=see_log(),
        ),
    )
