"""A campaign from plan to store: what the command line and the window both call."""

from __future__ import annotations

import hashlib
import queue
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from app.campaign.environment import environment
from app.campaign.events import Event, Noted
from app.campaign.evidence import gather_evidence
from app.campaign.matrix import cells_of, schedule, why_not
from app.campaign.nursery import open_nursery
from app.campaign.plan import Campaign
from app.campaign.runner import CampaignRunner, QueuedRun
from app.campaign.servers import ServerPool
from app.campaign.status import FINAL, Status
from app.results.records import ServerRecord, StoredCampaign
from app.results.store import Store, open_store
from engines.capability import DATA_LIES_ON
from engines.endpoint import Endpoint
from engines.server import ServerSpec

_BATCH_SECONDS = 0.25

type Sink = Callable[[Event], None]
type _TakenUp = tuple[Store, StoredCampaign, ServerPool, list[Event]]


@dataclass(frozen=True)
class Outcome:
    """How a campaign ended; `failed` counts the runs of this session that failed."""

    campaign_id: int
    status: Status
    failed: int


@dataclass
class Conductor:
    """Opens store and servers, runs what is to be run, and lets go of everything.

    `passwords` are by server name; `lent` are running servers of the caller's. `on_start` is given
    the runner, so that a signal can cancel it.
    """

    store_url: str | None = None
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)
    lent: Mapping[ServerSpec, Endpoint] = field(default_factory=dict)
    sink: Sink = lambda event: None
    commands: Connection | None = None
    on_start: Callable[[CampaignRunner], None] = lambda runner: None

    def run(self, campaign: Campaign) -> Outcome:
        """Run a new campaign.

        Raises: CipherbenchError before anything has run
        """
        check_data(campaign)
        early: list[Event] = []
        with (
            open_store(self.store_url, write=True) as store,
            closing(self._pool(campaign)) as pool,
        ):
            pool.open(_tee(early.append, self.sink))
            cells = cells_of(campaign, pool.capabilities, pool.missing)
            campaign_id = store.create_campaign(campaign, cells, schedule(campaign, cells))
            with store.claimed(campaign_id):
                store.set_environment(campaign_id, environment())
                return self._conduct(store, campaign_id, pool, early)

    def resume(self, name_or_id: str) -> Outcome:
        """Go on with a campaign at its first unfinished run.

        Raises: CipherbenchError before anything has run
        """
        with self._taken_up(name_or_id) as (store, stored, pool, early):
            store.refuse(stored.id, _unable(stored, pool, _known(store, stored.id)))
            store.prepare_resume(stored.id)
            return self._conduct(store, stored.id, pool, early)

    def evidence(self, name_or_id: str) -> Outcome:
        """Gather the evidence of a campaign, run or not, in place of what was gathered before.

        Raises: CipherbenchError before anything was done
        """
        with (
            self._taken_up(name_or_id) as (store, stored, pool, early),
            closing(StoreWriter(store, stored.id)) as writer,
        ):
            runner = CampaignRunner(
                stored.id,
                _mark(store, stored.id),
                stored.campaign,
                [],
                0,
                pool,
                _tee(writer.put, self.sink),
                self.commands,
            )
            self.on_start(runner)
            for event in early:
                writer.put(event)
            gather_evidence(runner)
            status = Status.CANCELLED if runner.obey(0) else Status.DONE
            return Outcome(stored.id, status, 0)

    @contextmanager
    def _taken_up(self, name_or_id: str) -> Iterator[_TakenUp]:
        """A campaign of the store, its servers open and what a killed run left on them gone."""
        with open_store(self.store_url, write=True) as store:
            campaign_id = store.find(name_or_id)
            with store.claimed(campaign_id):
                stored = store.load(campaign_id)
                check_data(stored.campaign)
                early: list[Event] = []
                told = _tee(early.append, self.sink)
                with closing(self._pool(stored.campaign)) as pool:
                    pool.open(told)
                    _tell_moved(store.servers(campaign_id), pool, told)
                    pool.drop_leftovers(_mark(store, campaign_id), told)
                    yield store, stored, pool, early

    def _pool(self, campaign: Campaign) -> ServerPool:
        open_nursery()  # its imports and the start of servers side by side
        return ServerPool(campaign.servers, self.passwords, self.lent)

    def _conduct(
        self, store: Store, campaign_id: int, pool: ServerPool, early: Sequence[Event]
    ) -> Outcome:
        stored = store.load(campaign_id)
        todo = [
            QueuedRun(run.id, stored.cells[run.cell], run.repetition, run.warmup)
            for run in stored.runs
            if run.status not in FINAL
        ]
        pool.rely_on((each.cell.server, each.cell.protection) for each in todo)
        writer = StoreWriter(store, campaign_id)
        runner = CampaignRunner(
            campaign_id,
            _mark(store, campaign_id),
            stored.campaign,
            todo,
            len(stored.runs),
            pool,
            _tee(writer.put, self.sink),
            self.commands,
        )
        if stored.campaign.evidence and not store.evidence(campaign_id):
            runner.afterwards = gather_evidence
        self.on_start(runner)
        try:
            for event in early:
                writer.put(event)
            status = runner.run()
        finally:
            writer.close()
        return Outcome(campaign_id, status, runner.failed)


class StoreWriter:
    """The one thread that writes a campaign's events into the store, in batches.

    What has been put is written within a quarter of a second. A fault of the store (a full disk,
    for one) is raised by the next `put`, so that no campaign runs on unrecorded.
    """

    def __init__(self, store: Store, campaign_id: int) -> None:
        self._store = store
        self._campaign_id = campaign_id
        self._queue: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
        self._fault: Exception | None = None
        self._thread = threading.Thread(target=self._write, name="store writer")
        self._thread.start()

    def put(self, event: Event) -> None:
        """Have an event written soon."""
        if self._fault is not None:
            raise self._fault
        self._queue.put(event)

    def close(self) -> None:
        """Write what is left and end the thread.

        Raises: the fault of the store, if there was one
        """
        self._queue.put(None)
        self._thread.join()
        if self._fault is not None:
            raise self._fault

    def _write(self) -> None:
        going = True
        while going:
            batch, going = self._batch()
            if batch and self._fault is None:
                try:
                    self._store.write(self._campaign_id, batch)
                except Exception as error:  # noqa: BLE001 handed to the thread that puts
                    self._fault = error

    def _batch(self) -> tuple[list[Event], bool]:
        """Events of about a quarter of a second, and whether more may come."""
        batch: list[Event] = []
        timeout: float | None = None
        while True:
            try:
                event = self._queue.get(timeout=timeout)
            except queue.Empty:
                return batch, True
            if event is None:
                return batch, False
            batch.append(event)
            timeout = _BATCH_SECONDS if timeout is None else 0.01
            if len(batch) >= 100:
                return batch, True


def check_data(campaign: Campaign) -> None:
    """Read the data of a plan once, so that a file that does not fit is told before anything runs.

    Raises: InputError
    """
    from pathlib import Path

    from workloads.contract import Options
    from workloads.registry import workload_named

    plan = campaign.workload
    if plan.data != "generated":
        options = Options(max(plan.sizes), data=Path(plan.data))
        workload_named(plan.name).records(options)


def _mark(store: Store, campaign_id: int) -> str:
    """What begins the names of this campaign's databases, and of no other's."""
    created = next(each.created_at for each in store.campaigns() if each.id == campaign_id)
    return hashlib.sha256(f"{campaign_id} {created!r}".encode()).hexdigest()[:8]


def _known(store: Store, campaign_id: int) -> set[str]:
    """Servers that have answered in this campaign before."""
    return {server.name for server in store.servers(campaign_id) if server.version}


def _unable(stored: StoredCampaign, pool: ServerPool, known: Collection[str]) -> dict[int, str]:
    """Cells (by index) that turn out to be unsupported, of servers that were away before.

    What lay below a server that was there can be mounted again: until then its runs fail.
    """
    reasons = {
        index: why_not(cell.protection, cell.engine, pool.capabilities.get(cell.server))
        for index, cell in enumerate(stored.cells)
        if not cell.reason and not (cell.protection.below_server and cell.server in known)
    }
    return {index: reason for index, reason in reasons.items() if reason}


def _tell_moved(before: Iterable[ServerRecord], pool: ServerPool, tell: Sink) -> None:
    """Note where data lie on something else than for the runs so far, whose record is replaced."""
    for server in before:
        now = pool.capabilities.get(server.name)
        then = server.settings.get(DATA_LIES_ON)
        if now is None or then is None or now.settings.get(DATA_LIES_ON) == then:
            continue
        values = {"server": server.name, "then": then, "now": now.settings.get(DATA_LIES_ON, "")}
        said = "The data directory of {server} was {then} until now; from here on it is {now}"
        tell(Noted(said, "warning", time.time(), values=values))


def _tee(*sinks: Sink) -> Sink:
    def pour(event: Event) -> None:
        for sink in sinks:
            sink(event)

    return pour
