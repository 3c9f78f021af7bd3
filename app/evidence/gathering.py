"""Gathers the evidence of a campaign: under each protection of each server a marker (a text that is
planted in the data) is stored and searched for, plaintext first. A place where the search does not
find plaintext proves nothing for other protections."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from app.campaign.machine.process_group import ProcessGroup, ResourceUsage
from app.campaign.runner import CampaignRunner
from app.campaign.watching.sampler import usage_of
from app.campaign.workers.supervision import Supervision
from app.evidence.worker import UNABLE, EvidenceOrder, EvidenceResult, gather
from app.plan.campaign import CONTROL
from app.plan.matrix import Cell, arrangement_of, cells_of
from app.processes.fork_server import start_helper
from app.results.events import EvidenceGathered, EvidenceProgressed, EvidenceStarted, Noted
from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from app.system.wall_time import wall_time
from engines.contract.data_place import PlaceName
from engines.contract.errors import CipherbenchError
from engines.contract.launch import Arrangement, Logs
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import PLAINTEXT, ProtectionKind
from engines.servers.server import Server
from workloads.contract import GENERATED, Case
from workloads.registry import database_workload

_RECORDS = 300


def gather_evidence(runner: CampaignRunner) -> bool:
    """Gather all evidence of a campaign on the servers of its runner's pool. False if all searches
    failed.

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
    """Protections whose search failed."""
    _without_control: set[str] = field(default_factory=set)
    """Servers on which the search under plaintext failed."""

    def carry_out(self) -> None:
        todo = _wanted_cells(self.runner)
        for number, cell in enumerate(todo):
            if self.runner.apply_command(0):
                return
            started = EvidenceStarted(
                cell.server, cell.protection.title, number, len(todo), wall_time()
            )
            self.runner.sink(started)
            traces = self._traces(cell)
            if traces is None:
                return
            self.runner.sink(
                EvidenceGathered(cell.server, cell.protection.name, traces, wall_time())
            )

    def _traces(self, cell: Cell) -> tuple[EvidenceFinding, ...] | None:
        """The traces under one protection; None when the campaign was cancelled."""
        if cell.why:
            return (_unknown(cell, cell.why),)
        try:
            name = self.runner.pool.server_for(cell)
            self.runner.pool.ensure(name, self.runner.apply_command)
            self.runner.pool.arrange(name, self._arrangement(cell))
            over = self._search(cell)
        except CipherbenchError as error:
            over = EvidenceResult(why=error.messages[1])
        if over is None:
            return None
        if over.why:
            self.failed += 1
            self._note(cell, over.why)
            if cell.protection.kind is ProtectionKind.PLAINTEXT:
                self._without_control.add(cell.server)
            return (_unknown(cell, over.why),)
        self.gathered += 1
        if cell.protection.kind is ProtectionKind.PLAINTEXT:
            self._unable |= {(cell.server, each.place) for each in over.findings if _failed(each)}
        return tuple(map(self._judged, over.findings))

    def _arrangement(self, cell: Cell) -> Arrangement:
        """The arrangement of the campaign's first case. Under plaintext, which shows what a search
        can find, encrypted logs are searched as readable ones."""
        wanted = arrangement_of(self.runner.campaign, cell.case)
        is_control = cell.protection.kind is ProtectionKind.PLAINTEXT
        if is_control and wanted.logs is Logs.ENCRYPTED:
            return replace(wanted, logs=Logs.READABLE)
        return wanted

    def _search(self, cell: Cell) -> EvidenceResult | None:
        server = self.runner.pool.servers[self.runner.pool.server_for(cell)]
        return _SearchSupervision(self.runner, cell, server).run_to_end()

    def _judged(self, trace: EvidenceFinding) -> EvidenceFinding:
        """“Not found” counts only where plaintext was."""
        place = trace.server, trace.place
        blind = place in self._unable or trace.server in self._without_control
        if blind and trace.found is False and _needs_control(trace):
            return replace(trace, found=None, message=UNABLE)
        return trace

    def _note(self, cell: Cell, why: Message) -> None:
        sentence = phrase(
            "{server}, {protection}: no evidence: {reason}",
            server=cell.server,
            protection=cell.protection.title,
            reason=why,
        )
        self.runner.sink(Noted(sentence, "error", wall_time()))


def _wanted_cells(runner: CampaignRunner) -> list[Cell]:
    """One cell per server and protection, plaintext first on each server, wanted or not."""
    found: dict[tuple[str, str], Cell] = {}
    known = cells_of(runner.campaign, runner.pool.capabilities, runner.pool.missing)
    cells = [cell for cell in known if cell.protection != CONTROL]  # plaintext is looked at once
    for spec in runner.campaign.servers:
        own = [cell for cell in cells if cell.server == spec.name]
        plain = [cell for cell in own if cell.protection.kind is ProtectionKind.PLAINTEXT]
        if own and not plain:
            plain = [Cell(spec.name, spec.engine, PLAINTEXT, own[0].size)]
        for cell in (*plain, *own):
            found.setdefault((cell.server, cell.protection.name), cell)
    return list(found.values())


class _SearchSupervision(Supervision[EvidenceResult | None]):
    """One search; gives None when the campaign was cancelled."""

    look_seconds = 0.2

    def __init__(self, runner: CampaignRunner, cell: Cell, server: Server) -> None:
        super().__init__(runner, server.spec.name, "evidence")
        self._cell, self._server = cell, server
        self._seen: list[ResourceUsage] = []

    def _begin(self, pipe: Connection) -> BaseProcess:
        plan, server = self._runner.campaign.workload, self._server
        most = max(case.size for case in database_workload(plan.name).cases(plan))
        records = _RECORDS if plan.data == GENERATED else min(_RECORDS, most)
        order = EvidenceOrder(
            server=self._cell.server,
            endpoint=server.endpoint,
            protection=self._runner.pool.keys.opened(self._cell.protection),
            workload=plan.name,
            options=self._options(Case(records)),
            identifier=self._identifier,
            no_memory=_why_no_memory(server),
        )
        return start_helper(gather, order, pipe)

    def _attach(self, worker: int) -> None:
        both = ProcessGroup(worker), usage_of(self._server.endpoint)
        self._seen = [each for each in both if each is not None]

    def _look(self) -> None:
        self._liveness.used(sum(each.reading().cpu for each in self._seen))

    def _take(self, event: object) -> None:
        match event:
            case EvidenceResult():
                self._set_result(event)
            case EvidenceProgressed():
                self._runner.sink(event)

    def _failed(self, why: Message) -> EvidenceResult:
        return EvidenceResult(why=why)

    def _cancelled(self) -> None:
        return None


def _why_no_memory(server: Server) -> Message:
    """Reading a server's memory makes it hold all that it has reserved: we only do it to ours."""
    if server.endpoint.in_process:
        return phrase(
            "The engine runs inside the application, whose memory contains the values in use."
        )
    if not server.spec.managed:
        return phrase("Memory is searched only on servers that Cipherbench started.")
    return NOTHING


def _needs_control(trace: EvidenceFinding) -> bool:
    grounds = (SearchArea.FILES, SearchArea.NETWORK)
    return trace.ground in grounds and trace.subject is SearchSubject.MARKER


def _failed(trace: EvidenceFinding) -> bool:
    return trace.found is None and _needs_control(trace)


def _unknown(cell: Cell, why: Message) -> EvidenceFinding:
    return EvidenceFinding(
        cell.server,
        cell.protection.name,
        SearchArea.FILES,
        SearchSubject.MARKER,
        PlaceName.DATA,
        None,
        why,
    )
