"""The evidence of a campaign: under each protection of each server a marker is planted and looked
for, plaintext first. Where the search does not find plaintext it proves nothing of the others."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path

from app.campaign.events import EvidenceGathered, EvidenceProgressed, EvidenceStarted, Noted
from app.campaign.evidence_worker import UNABLE, EvidenceOrder, EvidenceOver, gather
from app.campaign.matrix import Cell, cells_of
from app.campaign.nursery import new_pipe, new_worker
from app.campaign.plan import Profile
from app.campaign.runner import CampaignRunner
from app.patterns.exhibit import Exhibit, Ground, Subject
from engines.contract import database_name
from engines.data_place import PlaceName
from engines.endpoint import Source
from engines.errors import CipherbenchError
from engines.protection import PLAINTEXT, ProtectionKind
from engines.server import Server
from workloads.contract import Options

_RECORDS = 300


def gather_evidence(runner: CampaignRunner) -> None:
    """Gather all evidence of a campaign on the servers of its runner's pool.

    The runner's sink hears of it, and its `cancel` ends it; a failure of one protection leaves
    the others.
    """
    _Gathering(runner).carry_out()


@dataclass
class _Gathering:
    runner: CampaignRunner
    _unable: set[tuple[str, str]] = field(default_factory=set)
    """Servers and places where plaintext was not found."""
    _without_control: set[str] = field(default_factory=set)
    """Servers on which plaintext could not be looked for at all."""

    def carry_out(self) -> None:
        todo = _wanted_cells(self.runner)
        for number, cell in enumerate(todo):
            if self.runner.obey(0):
                return
            started = EvidenceStarted(
                cell.server, cell.protection.name, number, len(todo), time.time()
            )
            self.runner.sink(started)
            exhibits = self._exhibits(cell)
            if exhibits is None:
                return
            self.runner.sink(
                EvidenceGathered(cell.server, cell.protection.name, exhibits, time.time())
            )

    def _exhibits(self, cell: Cell) -> tuple[Exhibit, ...] | None:
        """What is seen under one protection; None when the campaign was cancelled."""
        if cell.reason:
            return (_unknown(cell, cell.reason),)
        try:
            self.runner.pool.ensure(cell.server, self.runner.obey)
            over = _Watch(self.runner, cell, self.runner.pool.servers[cell.server]).until_over()
        except CipherbenchError as error:
            over = EvidenceOver(reason=error.message)
        if over is None:
            return None
        if over.reason:
            self._note(cell, over.reason)
            if cell.protection.kind is ProtectionKind.PLAINTEXT:
                self._without_control.add(cell.server)
            return (_unknown(cell, over.reason),)
        if cell.protection.kind is ProtectionKind.PLAINTEXT:
            self._unable |= {(cell.server, each.place) for each in over.exhibits if _failed(each)}
        return tuple(map(self._judged, over.exhibits))

    def _judged(self, exhibit: Exhibit) -> Exhibit:
        """“Not found” counts only where plaintext was."""
        place = exhibit.server, exhibit.place
        blind = place in self._unable or exhibit.server in self._without_control
        if blind and exhibit.found is False and _is_of_files(exhibit):
            return replace(exhibit, found=None, detail=UNABLE)
        return exhibit

    def _note(self, cell: Cell, reason: str) -> None:
        values = {"server": cell.server, "protection": cell.protection.name, "reason": reason}
        said = "{server}, {protection}: no evidence: {reason}"
        self.runner.sink(Noted(said, "error", time.time(), values=values))


def _wanted_cells(runner: CampaignRunner) -> list[Cell]:
    """One cell per server and protection, plaintext first on each server, wanted or not."""
    found: dict[tuple[str, str], Cell] = {}
    cells = cells_of(runner.campaign, runner.pool.capabilities, runner.pool.missing)
    for spec in runner.campaign.servers:
        own = [cell for cell in cells if cell.server == spec.name]
        plain = [cell for cell in own if cell.protection.kind is ProtectionKind.PLAINTEXT]
        if own and not plain:
            plain = [Cell(spec.name, spec.engine, PLAINTEXT, own[0].size)]
        for cell in (*plain, *own):
            found.setdefault((cell.server, cell.protection.name), cell)
    return list(found.values())


class _Watch:
    """One worker from its start to its end."""

    def __init__(self, runner: CampaignRunner, cell: Cell, server: Server) -> None:
        self._runner = runner
        self._cell = cell
        self._server = server
        self._identifier = f"{runner.mark}_evidence_{secrets.token_hex(3)}"

    def until_over(self) -> EvidenceOver | None:
        """What the worker has to say in the end; None when the campaign was cancelled."""
        ours, theirs = new_pipe()
        process = new_worker(gather, self._order(), theirs)
        process.start()
        theirs.close()
        over: EvidenceOver | None = None
        try:
            over = self._listen(ours)
        finally:
            if over is not None:
                process.join(5)
            if process.is_alive():
                process.kill()
                process.join()
            ours.close()
            if over is None:
                self._clean_up()
        if over is None and not self._runner.obey(0):
            return EvidenceOver(
                reason=f"The worker ended unexpectedly (exit code {process.exitcode})."
            )
        return over

    def _listen(self, events: Connection) -> EvidenceOver | None:
        commands = self._runner.commands
        watched: Sequence[Connection] = [events] if commands is None else [events, commands]
        while not self._runner.obey(0):
            if events not in wait(watched, 0.2):
                continue
            try:
                event = events.recv()
            except (EOFError, OSError):
                return None
            match event:
                case EvidenceOver():
                    return event
                case EvidenceProgressed():
                    self._runner.sink(event)
        return None

    def _clean_up(self) -> None:
        with suppress(CipherbenchError):
            self._server.engine.drop_database(
                self._server.endpoint, database_name(self._identifier)
            )

    def _order(self) -> EvidenceOrder:
        campaign, server = self._runner.campaign, self._server
        plan = campaign.workload
        generated = plan.data == "generated"
        options = Options(
            size=_RECORDS if generated else min(_RECORDS, max(plan.sizes)),
            sound=plan.profile is Profile.SOUND,
            text_columns=plan.text_columns,
            seed=campaign.seed,
            data=None if generated else Path(plan.data),
        )
        return EvidenceOrder(
            server.spec.name,
            server.endpoint,
            self._cell.protection,
            plan.name,
            options,
            self._identifier,
            _why_no_memory(server),
        )


def _why_no_memory(server: Server) -> str:
    """Reading a server's memory makes it hold all that it has reserved: we only do it to ours."""
    if server.endpoint.in_process:
        return "The engine runs inside the application, whose memory holds what it works with."
    if server.spec.source is Source.ADDRESS:
        return "The memory of a server that Cipherbench has not started is not looked into."
    return ""


def _is_of_files(exhibit: Exhibit) -> bool:
    return exhibit.ground is Ground.FILES and exhibit.subject is Subject.MARKER


def _failed(exhibit: Exhibit) -> bool:
    return exhibit.found is None and _is_of_files(exhibit)


def _unknown(cell: Cell, reason: str) -> Exhibit:
    return Exhibit(
        cell.server,
        cell.protection.name,
        Ground.FILES,
        Subject.MARKER,
        PlaceName.DATA,
        None,
        reason,
    )
