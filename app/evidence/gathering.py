"""The evidence of a campaign: under each protection of each server a marker is planted and looked
for, plaintext first. Where the search does not find plaintext it proves nothing of the others."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path

from app.campaign.machine.sampler import ProcessGroup, watched
from app.campaign.runner import CampaignRunner
from app.campaign.workers.deadlines import Doing, Vigil
from app.campaign.workers.fork_server import new_pipe, start_worker
from app.campaign.workers.worker import DatabaseThere
from app.evidence.worker import UNABLE, EvidenceOrder, EvidenceOver, gather
from app.plan.campaign import Profile
from app.plan.matrix import Cell, cells_of
from app.results.events import EvidenceGathered, EvidenceProgressed, EvidenceStarted, Noted
from app.results.traces import Ground, Subject, Trace
from engines.contract.data_place import PlaceName
from engines.contract.endpoint import Source
from engines.contract.engine import database_name
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import PLAINTEXT, ProtectionKind
from engines.server import Server
from workloads.contract import Options

_RECORDS = 300


def gather_evidence(runner: CampaignRunner) -> bool:
    """Gather all evidence of a campaign on the servers of its runner's pool; whether there is any,
    or none was wanted.

    The runner's sink hears of it, and its `cancel` ends it; a failure of one protection leaves
    the others.
    """
    gathering = _Gathering(runner)
    gathering.carry_out()
    return bool(gathering.gathered) or not gathering.failed


@dataclass
class _Gathering:
    runner: CampaignRunner
    _unable: set[tuple[str, str]] = field(default_factory=set)
    """Servers and places where plaintext was not found."""
    gathered: int = 0
    failed: int = 0
    """Protections under which nothing could be looked for, though they were to be."""
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
            traces = self._traces(cell)
            if traces is None:
                return
            self.runner.sink(
                EvidenceGathered(cell.server, cell.protection.name, traces, time.time())
            )

    def _traces(self, cell: Cell) -> tuple[Trace, ...] | None:
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
            self.failed += 1
            self._note(cell, over.reason)
            if cell.protection.kind is ProtectionKind.PLAINTEXT:
                self._without_control.add(cell.server)
            return (_unknown(cell, over.reason),)
        self.gathered += 1
        if cell.protection.kind is ProtectionKind.PLAINTEXT:
            self._unable |= {(cell.server, each.place) for each in over.traces if _failed(each)}
        return tuple(map(self._judged, over.traces))

    def _judged(self, trace: Trace) -> Trace:
        """“Not found” counts only where plaintext was."""
        place = trace.server, trace.place
        blind = place in self._unable or trace.server in self._without_control
        if blind and trace.found is False and _is_of_files(trace):
            return replace(trace, found=None, detail=UNABLE)
        return trace

    def _note(self, cell: Cell, reason: str) -> None:
        said = phrase(
            "{server}, {protection}: no evidence: {reason}",
            server=cell.server,
            protection=cell.protection.name,
            reason=reason,
        )
        self.runner.sink(Noted(said, "error", time.time()))


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
        self._vigil = Vigil(server.spec.name, runner.campaign.silence_seconds)
        self._database_there = False
        self._seen: EvidenceOver | None = None
        self._over = False
        """Whether the worker has nothing more to do."""

    def until_over(self) -> EvidenceOver | None:
        """What the worker has to say in the end; None when the campaign was cancelled."""
        ours, theirs = new_pipe()
        self._runner.pool.rest()
        try:
            process = start_worker(gather, self._order(), theirs)
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        try:
            assert process.pid is not None
            self._listen(ours, process.pid)
        finally:
            if self._over:
                process.join(5)
            if process.is_alive():
                process.kill()
                process.join()
            ours.close()
            if self._database_there:
                self._runner.leave(self._cell.server, database_name(self._identifier))
        if self._seen is None and not self._runner.obey(0):
            return EvidenceOver(
                reason=f"The worker ended unexpectedly (exit code {process.exitcode})."
            )
        return self._seen

    def _listen(self, events: Connection, worker: int) -> None:
        """Until the worker is over, given up, cancelled or gone."""
        commands = self._runner.commands
        heard: Sequence[Connection] = [events] if commands is None else [events, commands]
        seen = [ProcessGroup(worker), watched(self._server.endpoint)]
        while not self._over and not self._runner.obey(0):
            if events not in wait(heard, 0.2):
                self._vigil.used(sum(each.reading().cpu for each in seen if each is not None))
                if (fault := self._vigil.fault()) is not None:
                    self._runner.pool.distrust(self._cell.server)
                    self._seen = self._seen or EvidenceOver(reason=fault.advice)
                    return
                continue
            self._vigil.alive()
            try:
                event = events.recv()
            except (EOFError, OSError):
                return
            self._take(event)

    def _take(self, event: object) -> None:
        match event:
            case EvidenceOver():
                self._seen = event
                self._over = not self._database_there
            case Doing():
                self._vigil.begin(event)
            case DatabaseThere(there=there):
                self._database_there = there
                self._over = self._seen is not None
            case EvidenceProgressed():
                self._runner.sink(event)

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


def _is_of_files(trace: Trace) -> bool:
    return trace.ground is Ground.FILES and trace.subject is Subject.MARKER


def _failed(trace: Trace) -> bool:
    return trace.found is None and _is_of_files(trace)


def _unknown(cell: Cell, reason: str) -> Trace:
    return Trace(
        cell.server,
        cell.protection.name,
        Ground.FILES,
        Subject.MARKER,
        PlaceName.DATA,
        None,
        reason,
    )
