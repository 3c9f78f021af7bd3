"""Runs a campaign from plan to store (new, resumed, dry run, evidence alone): the entry point of
command line and window. At its end the sinks of events, and messages on what is not measured as
planned."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection

from app.campaign.campaign_progress import CampaignProgress
from app.campaign.dry_run import FAULTS, dry_run
from app.campaign.environment import environment, timed_loop_language
from app.campaign.load.other_hosts import OtherHosts
from app.campaign.machine.cores import Cores, CoreShares, bind, reserved_cores
from app.campaign.recorder import Recorder
from app.campaign.runner import CampaignRunner
from app.campaign.servers.bound_servers import BoundServers, previous_cores
from app.campaign.servers.conditions import (
    ConditionDifference,
    DataWatch,
    check_comparable,
    csv_dialect_note,
    fingerprint,
    free_name,
    harmless_note,
    initial_conditions,
    server_differences,
    session_differences,
)
from app.campaign.servers.lost_servers import Leftovers
from app.campaign.servers.server_pool import ServerPool
from app.campaign.stopping import Stopping
from app.plan.campaign import Campaign
from app.plan.cell_key import GroupKey
from app.plan.matrix import (
    Cell,
    PlannedRun,
    Unworkable,
    arranges,
    cells_of,
    further_runs,
    passes_of,
    reasons_for_whole,
    schedule,
    why_not,
    with_judgements,
)
from app.plan.status import FINAL, Status
from app.processes.deadlines import Cancellation
from app.processes.fork_server import fork_server_pid, open_fork_server
from app.results.events import CampaignFinished, DryRunFinished, Event, Noted, Progressed
from app.results.records import SessionRecord, StoredCampaign
from app.results.spool.spool_import import import_leftovers
from app.results.store.store import Store, open_store
from app.servers.plan_programs import refuse_unknown_programs
from app.system import interruption
from app.system.wall_time import anchor, wall_time
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, FailedAfterRun, InputError
from engines.contract.message import Message, phrase, plural
from engines.platform.process_counters import processes_under
from engines.servers.server import ServerSpec
from workloads.registry import workload_named
from workloads.workload import BareWorkload, Provider

# Repetitions beyond those of the plan (`cipherbench resume --more`).


def check_extra_repetitions(campaign: Campaign, more: int) -> None:
    """Raises: InputError for a number of repetitions that makes no whole blocks"""
    if more < 0:
        raise InputError(
            phrase("Number of repetitions not usable"),
            plural("{n} repetitions cannot be added.", "{n} repetition cannot be added.", more),
            phrase("Give a number above 0, such as 8."),
        )
    passes = passes_of(campaign)
    cases = workload_named(campaign.workload.name).cases(campaign.workload)
    if any(more % passes(case) for case in cases):
        raise InputError(
            phrase("Number of repetitions not usable"),
            plural(
                "{n} repetitions cannot be added: a block has two.",
                "{n} repetition cannot be added: a block has two.",
                more,
            ),
            phrase("Give an even number, such as 8."),
        )


def extra_repetitions(stored: StoredCampaign, more: int) -> list[PlannedRun]:
    """The runs of `more` further repetitions of each server and case. Where mirror blocks (two
    repetitions) are measured and the last is half done, one more repetition completes it."""
    passes, paired = passes_of(stored.campaign), stored.campaign.paired
    last: dict[GroupKey, int] = {}
    for run in stored.runs:
        if more and not run.warmup:
            group = stored.cells[run.cell].group
            last[group] = max(run.repetition, last.get(group, 0))
    wanted = {
        group: range(had + 1, had + (had % passes(group.case) if paired else 0) + more + 1)
        for group, had in last.items()
    }
    return further_runs(stored.campaign, stored.cells, wanted)


type Gather = Callable[[CampaignRunner], bool]
"""Gathers the evidence of a runner's campaign; returns False if it was wanted and there is none."""


@dataclass(frozen=True)
class _OpenCampaign:
    """A stored campaign with its store and servers open; `data` is the fingerprint of its records,
    `early` are events from before its recorder was there."""

    store: Store
    stored: StoredCampaign
    pool: ServerPool
    data: str
    early: list[Event]
    trial: CampaignRunner | None = None
    """The runner of the dry run; a pause or cancellation that it received holds for the runs,
    too."""
    refused: frozenset[int] = frozenset()
    """Cells of which a dry run found something that cannot be done."""


@dataclass(frozen=True)
class CampaignOutcome:
    """How a campaign ended. `failed` counts runs of this session, `supported` the cells that can be
    measured, `refused` cells of which a server refused an operation."""

    campaign_id: int
    status: Status
    failed: int
    supported: int
    refused: int = 0


@dataclass
class CampaignExecutor:
    """Opens store and servers, runs a campaign, and closes them.

    `passwords` are by server name; `lent` are servers that the caller has running and keeps.
    `on_start` is given each runner, that of the dry run first, so that a signal can cancel it.
    `gather` searches for evidence if the plan asks for it.
    """

    gather: Gather = field(kw_only=True)
    store_url: str | None = field(default=None, repr=False)
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)
    lent: Mapping[ServerSpec, Endpoint] = field(default_factory=dict)
    sink: Sink = lambda event: None
    commands: Connection | None = None
    on_start: Callable[[CampaignRunner], None] = lambda runner: None
    excluded_pids: Collection[int] = ()
    """Processes that, like this one, are moved off the cores that are measured on."""
    cancellation: Cancellation = field(default_factory=Cancellation)
    """Requested when everything is to end, also before there is a runner."""
    facts: Mapping[str, object] = field(default_factory=dict)
    """Facts of this machine to store with its environment."""
    others: OtherHosts | None = None
    """The other hosts of a load that several machines carry out together."""

    def run(self, campaign: Campaign) -> CampaignOutcome:
        """Run a new campaign.

        Raises: CipherbenchError before anything has run
        """
        anchor()
        campaign = campaign.resolved()
        self._check_hosts(campaign)
        data = fingerprint(campaign)
        early: list[Event] = []
        with (
            open_store(self.store_url, write=True) as store,
            self.pool_of(campaign, tee(early.append, self.sink)) as pool,
        ):
            store.check_pages()
            pool.open(tee(early.append, self.sink))
            cells = _cells_on(campaign, pool)
            campaign_id = store.create_campaign(campaign, cells, schedule(campaign, cells))
            with store.locked(campaign_id):
                session = self._session(campaign, pool, data)
                store.set_environment(campaign_id, session.environment)
                store.add_session(campaign_id, session)
                opened = _OpenCampaign(store, store.load(campaign_id), pool, data, early)
                return self._execute(self._after_dry_run(opened), [session])

    def dry_run(self, campaign: Campaign) -> DryRunFinished:
        """Try a campaign's operations and measure nothing.

        Raises: CipherbenchError
        """
        campaign = campaign.resolved()
        with self.pool_of(campaign, self.sink) as pool:
            pool.open(self.sink)
            cells = _cells_on(campaign, pool)
            mark = secrets.token_hex(4)
            runner = self.runner_without_runs(0, mark, campaign, pool, self.sink)
            found = {
                index: Unworkable(pool.missing[cell.server].advice)
                for index, cell in enumerate(cells)
                if not cell.why and cell.server in pool.missing
            }
            found |= dry_run(campaign, cells, pool, self.sink, mark, everywhere=True)
            runner.clear_up()
        tried = tuple(with_judgements(cells, found))
        finished = DryRunFinished(tried, frozenset(found), runner.apply_command(0))
        self.sink(finished)
        return finished

    def resume(self, name_or_id: str, more: int = 0) -> CampaignOutcome:
        """Go on with a campaign at its first unfinished run, under the conditions that it began
        under, and with so many repetitions `more` of every cell that its server can do.

        Raises: CipherbenchError before anything has run, ConditionsChanged under other conditions
        """
        anchor()
        with self._opened(name_or_id, more) as opened:
            store, stored, pool = opened.store, opened.stored, opened.pool
            self._check_hosts(stored.campaign)
            session = self._session(stored.campaign, pool, opened.data)
            sessions = store.sessions(stored.id)
            then = initial_conditions(sessions)
            found = list(session_differences(stored.campaign, then, session)) if then else []
            check_comparable(store, stored.id, found)
            for each in found:
                tee(opened.early.append, self.sink)(harmless_note(each))
            unable = _newly_unsupported(stored, pool, _answered_before(store, stored.id))
            store.mark_unsupported(stored.id, unable)
            if more:
                store.add_runs(stored.id, extra_repetitions(stored.with_judgements(unable), more))
            store.prepare_resume(stored.id)
            store.add_session(stored.id, session)
            # what was read before tells nothing of the runs that these have changed
            ready = replace(opened, stored=store.load(stored.id))
            return self._execute(self._after_dry_run(ready), [*sessions, session])

    def _after_dry_run(self, opened: _OpenCampaign) -> _OpenCampaign:
        """With what a dry run of its operations has found."""
        store, stored, pool = opened.store, opened.stored, opened.pool
        mark, tell = owner_mark(store, stored.id), tee(opened.early.append, self.sink)
        runner = self.runner_without_runs(stored.id, mark, stored.campaign, pool, tell)
        unfinished = {run.cell for run in stored.runs if run.status not in FINAL}
        found = dry_run(stored.campaign, stored.cells, pool, tell, mark, unfinished)
        store.mark_unsupported(stored.id, found)
        return replace(opened, stored=store.load(stored.id), trial=runner, refused=frozenset(found))

    def runner_without_runs(
        self, campaign_id: int, mark: str, campaign: Campaign, pool: ServerPool, tell: Sink
    ) -> CampaignRunner:
        """A runner for what is done on a campaign's servers without measuring."""
        runner = CampaignRunner(campaign_id, mark, campaign, [], 0, pool, tell, self.commands)
        self.on_start(runner)
        return runner

    def _check_hosts(self, campaign: Campaign) -> None:
        """Raises: InputError for a load from several hosts where there are none"""
        if campaign.hosts > 1 and self.others is None:
            raise InputError(
                phrase("Load from several hosts"),
                phrase("{campaign} needs {hosts} hosts at the same time."),
                phrase("Name them: `cipherbench run PLAN --on rack1,rack2 --store URL`."),
                campaign=campaign.name,
                hosts=campaign.hosts,
            )

    def run_as_new(self, name_or_id: str) -> CampaignOutcome:
        """Run the plan of a stored campaign as a campaign of its own, under a name of its own.

        Raises: CipherbenchError before anything has run
        """
        with open_store(self.store_url, write=False) as store:
            campaign_id = store.find(name_or_id)
            campaign = store.load(campaign_id).campaign
            name = free_name(
                store.summary(campaign_id).name, [each.name for each in store.campaigns()]
            )
        return self.run(replace(campaign, name=name))

    def evidence(self, name_or_id: str) -> CampaignOutcome:
        """Gather the evidence of a campaign, run or not, in place of what was gathered before.

        Raises: CipherbenchError before anything was done
        """
        self._refuse_without_database(name_or_id)
        with self._opened(name_or_id) as opened:
            others = _other_servers(opened.store, opened.stored.id, opened.pool)
            check_comparable(opened.store, opened.stored.id, others)
            return self._gather(opened)

    def _refuse_without_database(self, name_or_id: str) -> None:
        with open_store(self.store_url, write=False) as store:
            campaign = store.load(store.find(name_or_id)).campaign
        if isinstance(workload_named(campaign.workload.name), BareWorkload):
            raise InputError(
                phrase("Evidence not searched"),
                phrase("{campaign} uses no database."),
                phrase(
                    "Choose a campaign that uses a database: evidence is what its servers write."
                ),
                campaign=campaign.name,
            )

    def _gather(self, opened: _OpenCampaign) -> CampaignOutcome:
        store, stored = opened.store, opened.stored
        recorder = Recorder(store, stored.id, self.sink)
        mark, tell = owner_mark(store, stored.id), tee(recorder.put, self.sink)
        runner = self.runner_without_runs(stored.id, mark, stored.campaign, opened.pool, tell)
        with interruption.before_end_within(recorder.secure):
            try:
                for event in opened.early:
                    recorder.put(event)
                gathered = self.gather(runner)
                runner.clear_up()
            finally:
                recorder.close(lambda: runner.apply_command(0))
        status = Status.DONE if gathered else Status.FAILED
        if runner.apply_command(0):
            status = Status.CANCELLED
        return CampaignOutcome(stored.id, status, 0, stored.supported_count)

    @contextmanager
    def _opened(self, name_or_id: str, more: int = 0) -> Iterator[_OpenCampaign]:
        """A campaign of the store, its servers open and what a killed run left on them gone.

        Raises: InputError for a number of repetitions `more` that makes no whole blocks
        """
        with open_store(self.store_url, write=True) as store:
            store.check_pages()
            campaign_id = store.find(name_or_id)
            with store.locked(campaign_id):
                early: list[Event] = []
                sink = tee(early.append, self.sink)
                import_leftovers(store, campaign_id, sink)
                stored = store.load(campaign_id)
                if more:
                    check_extra_repetitions(stored.campaign, more)
                data = fingerprint(stored.campaign)
                had = previous_cores(stored.campaign.placement, stored.runs)
                with self.pool_of(stored.campaign, sink, had) as pool:
                    pool.open(sink)
                    Leftovers(pool, sink).look_for(owner_mark(store, campaign_id))
                    yield _OpenCampaign(store, stored, pool, data, early)

    @contextmanager
    def pool_of(
        self, campaign: Campaign, tell: Sink, had: Cores = frozenset()
    ) -> Iterator[ServerPool]:
        """The servers of a campaign, on the cores that its plan wants for them, if possible those
        that it `had` before; the program keeps off these meanwhile."""
        refuse_unknown_programs(each for each in campaign.opened if each not in self.lent)
        with reserved_cores(campaign.placement, self.excluded_pids, _forking, had) as shares:
            for message in filter(None, (shares.reason, shares.elsewhere)):
                tell(Noted(message, "warning", wall_time()))
            if note := csv_dialect_note(campaign):
                tell(Noted(note, "info", wall_time()))
            open_fork_server()  # its imports and the start of servers side by side
            _fork_where_measured(shares)
            bound = BoundServers(shares)
            pool = ServerPool(
                campaign.opened,
                self.passwords,
                self.lent,
                _providers(campaign),
                bound,
                cancellation=self.cancellation,
                own_servers=arranges(campaign),
            )
            with closing(pool):
                pool.keys.check(
                    [each.protection for each in campaign.protections], self.cancellation
                )
                yield pool

    def _session(self, campaign: Campaign, pool: ServerPool, data: str) -> SessionRecord:
        facts = {**environment(), "timed_loop": timed_loop_language(campaign), **self.facts}
        return SessionRecord(wall_time(), facts, data, tuple(pool.answered.values()))

    def _execute(self, opened: _OpenCampaign, sessions: Sequence[SessionRecord]) -> CampaignOutcome:
        store, stored, pool = opened.store, opened.stored, opened.pool
        for message in plan_deviations(stored):
            self.sink(Noted(message, "warning", wall_time()))
        todo = stored.queued(run for run in stored.runs if run.status not in FINAL)
        pool.rely_on(each.cell for each in todo)
        recorder = Recorder(store, stored.id, self.sink)
        ended: list[Event] = []
        starts = [each.at for each in sessions]
        progress = CampaignProgress(
            stored, stored.runs, store.operations(stored.id, stored.runs), starts
        )
        stopping = Stopping(stored, progress, recorder.add_runs)
        runner = CampaignRunner(
            stored.id,
            owner_mark(store, stored.id),
            stored.campaign,
            todo,
            len(stored.runs),
            pool,
            tee(
                recorder.put,
                progress.take,
                stopping.take,
                with_progress(progress, withhold_end(self.sink, ended)),
            ),
            self.commands,
        )
        runner.progress, runner.others = progress, self.others
        runner.check_data = DataWatch(stored.campaign, opened.data).check
        if self.others is None:  # what one host repeats, or adds, others would not
            runner.stopping = stopping
            runner.repeats.request_repeat = recorder.repeat
        if stored.campaign.evidence and not store.evidence(stored.id):
            runner.after_runs = self.gather
        self.on_start(runner)
        if opened.trial is not None:
            runner.inherit_state(opened.trial)
        with interruption.before_end_within(recorder.secure):
            try:
                for event in opened.early:
                    recorder.put(event)
                status = _run(runner)
            finally:
                recorder.close(lambda: runner.apply_command(0))
        for event in ended:
            self.sink(event)
        refused = opened.refused | {
            index
            for index, cell in enumerate(stored.cells)
            if any(each.code in FAULTS for each in cell.refused)
        }
        return CampaignOutcome(
            stored.id, status, runner.failed, stored.supported_count, len(refused)
        )


def _cells_on(campaign: Campaign, pool: ServerPool) -> list[Cell]:
    """The matrix on the servers, or providers, that are open."""
    providers = [each.name for each in pool.providers]
    return cells_of(campaign, pool.capabilities, pool.missing, providers)


def _providers(campaign: Campaign) -> tuple[Provider, ...]:
    """Raises: CipherbenchError where none of them is here"""
    workload = workload_named(campaign.workload.name)
    if isinstance(workload, BareWorkload):
        return workload.providers(campaign.workload)
    return ()


def _forking() -> list[int]:
    """The process that workers and errands are forked from, and those that it has forked."""
    pid = fork_server_pid()
    return [] if pid is None else processes_under(pid)


def _fork_where_measured(shares: CoreShares) -> None:
    """To fork a worker takes milliseconds, and those that look on have one core of two: nothing is
    measured while a worker begins, and there it begins on the core that it needs anyway."""
    pid = fork_server_pid()
    if pid is not None and shares.program is not None and shares.worker is not None:
        bind(lambda: [pid], shares.worker)


def _run(runner: CampaignRunner) -> Status:
    """Raises: FailedAfterRun, since what ends a runner does not undo what it has measured"""
    try:
        return runner.run()
    except FailedAfterRun:
        raise
    except CipherbenchError as error:
        raise FailedAfterRun.of(error) from error


def owner_mark(store: Store, campaign_id: int) -> str:
    """What begins the names of this campaign's databases, and of no other's."""
    created = store.summary(campaign_id).created_at
    return hashlib.sha256(f"{campaign_id} {created!r}".encode()).hexdigest()[:8]


def _answered_before(store: Store, campaign_id: int) -> set[str]:
    """Servers that have answered in this campaign before."""
    return {server.name for server in store.servers(campaign_id) if server.version}


def _newly_unsupported(
    stored: StoredCampaign, pool: ServerPool, known: Collection[str]
) -> dict[int, Unworkable]:
    """Cells (by index) that turn out to be unsupported, of servers that were away before.

    What lay below a server that was there can be mounted again: until then its runs fail.
    """
    reasons = {
        index: why_not(cell.protection, cell.engine, pool.capabilities.get(cell.server))
        for index, cell in enumerate(stored.cells)
        if not cell.why
        and cell.server in pool.servers
        and not (cell.protection.below_server and cell.server in known)
    }
    return {index: Unworkable(reason) for index, reason in reasons.items() if reason}


def _other_servers(
    store: Store, campaign_id: int, pool: ServerPool
) -> Iterator[ConditionDifference]:
    """How servers differ from those that answered in this campaign before."""
    for then in store.servers(campaign_id):
        if then.name in pool.answered:
            yield from server_differences(then, pool.answered[then.name])


type Sink = Callable[[Event], None]


def tee(*sinks: Sink) -> Sink:
    """Sends each event to all of them, in this order."""

    def send(event: Event) -> None:
        for sink in sinks:
            sink(event)

    return send


def withhold_end(sink: Sink, ended: list[Event]) -> Sink:
    """Puts `CampaignFinished` into `ended` instead of sending it: the executor sends it once the
    store holds all results."""

    def send(event: Event) -> None:
        if isinstance(event, CampaignFinished):
            ended.append(event)
        else:
            sink(event)

    return send


def with_progress(progress: CampaignProgress, sink: Sink) -> Sink:
    """Sends the changed progress of cells as well, between runs: once for all that ended
    together."""

    def send(event: Event) -> None:
        if isinstance(event, Progressed | CampaignFinished):
            for each in progress.changed_cells():
                sink(each)
        sink(event)

    return send


def plan_deviations(stored: StoredCampaign) -> Iterator[Message]:
    """Messages on what is measured in another way than planned, or not at all."""
    for why in reasons_for_whole(stored.campaign):
        yield _WHOLE.with_values(why=why)
    reasons = {str(cell.why): cell.why for cell in stored.cells}
    if not stored.supported_count and len(reasons) == 1:
        [why] = reasons.values()
        yield phrase("Nothing can be measured: {why}", why=why)
        return
    yield from unsupported_messages(stored.cells)
    if not stored.supported_count:
        yield phrase("Nothing to measure: all cells are unsupported.")


def unsupported_messages(cells: Iterable[Cell]) -> Iterator[Message]:
    """A message for each server, operation and reason, with the protections that have it."""
    found: dict[tuple[str, str, str], tuple[Message, list[Cell]]] = {}
    for cell in cells:
        separate = [(each.operation, each.message) for each in cell.refused]
        for operation, why in [("", cell.why)] if cell.why else separate:
            key = cell.server, operation, str(why)
            found.setdefault(key, (why, []))[1].append(cell)
    for (server, operation, _), (why, those) in found.items():
        names = ", ".join(dict.fromkeys(each.protection.name for each in those))
        frame = _OPERATION if operation else _CELL
        yield frame.with_values(
            server=server, protections=names, operation=operation, why=why
        ).with_count(len(those))


_WHOLE = phrase("Runs are measured one after another, in mirror blocks: {why}.")
_CELL = plural(
    "{server} · {protections}: {n} cells unsupported: {why}",
    "{server} · {protections}: {n} cell unsupported: {why}",
    0,
)
_OPERATION = plural(
    "{server} · {protections}: “{operation}” unsupported in {n} cells: {why}",
    "{server} · {protections}: “{operation}” unsupported in {n} cell: {why}",
    0,
)
