"""The results store: what a campaign measured, written while it runs and read at any time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path

from hdrh.histogram import HdrHistogram
from sqlalchemy import URL, Engine, select
from sqlalchemy.orm import Session

from app.plan.campaign import Campaign, Order
from app.plan.matrix import Cell, PlannedRun, Unworkable, passes_of
from app.plan.status import FINAL, Status
from app.results.database import campaign_list, reader
from app.results.database.campaign_lock import CampaignInUse
from app.results.database.file_lock import StoreFileLock, check_is_file, trusted_path
from app.results.database.host_campaigns import check_host_campaign, read_from_host, refused_in_list
from app.results.database.ledger import Ledger
from app.results.database.migrate import check_version, upgrade
from app.results.database.models import CampaignRow, CellRow, OperationRow, RunRow, SampleRow
from app.results.database.open_database import OpenDatabase
from app.results.database.store_connection import (
    check_reachable,
    damaged,
    default_url,
    display_location,
    make_engine,
    readable_faults,
    sqlite_file,
    store_url,
)
from app.results.events import Event
from app.results.records import (
    CampaignSnapshot,
    CampaignSummary,
    CellRecord,
    EventRecord,
    EvidenceFinding,
    OperationRecord,
    ProbeSample,
    RawCipherSpeed,
    RunRecord,
    ServerRecord,
    SessionRecord,
    StoredCampaign,
)
from app.results.store.campaigns import (
    add_campaign,
    add_session,
    cancel_left_running,
    changes_since,
    delete_campaign,
    exists,
    left_running,
    set_environment,
    undo_cancel,
)
from app.results.store.event_writer import write_events
from app.results.store.run_event_writer import run_of
from app.results.store.runs import (
    add_repeat,
    add_runs,
    later_run_of,
    mark_unsupported,
    repeat_interrupted_blocks,
    repeat_stalled,
    reset_unfinished,
)
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase

__all__ = ["Store", "default_url", "open_store"]


class StoreReading(OpenDatabase):
    """The methods that read an open store, also while a campaign is written to it. Each method is
    one transaction.

    What a host has written into a shared store is checked before it is read: methods that read a
    campaign raise HostDataRefused, an InputError, if it is invalid.
    """

    @contextmanager
    def _reading(
        self, campaign_id: int, rows: Mapping[str, str] | None = None
    ) -> Iterator[Session]:
        with self.transaction() as session:
            check_host_campaign(session, self._url, campaign_id, rows)
            with read_from_host(session, self._url, campaign_id):
                yield session

    def campaigns(self) -> list[CampaignSummary]:
        """All campaigns, newest first, except those that a host has written with invalid data."""
        with self.transaction() as session:
            found = campaign_list.campaigns(session, refused_in_list(session))
            return [self._as_it_stands(session, each) for each in found]

    def running(self) -> list[CampaignSummary]:
        """The campaigns that are running, oldest first."""
        with self.transaction() as session:
            found = campaign_list.running(session, refused_in_list(session))
            return [each for each in found if self.is_in_use(session, each.id)]

    def summary(self, campaign_id: int) -> CampaignSummary:
        """One campaign's line of the list.

        Raises: InputError
        """
        with self._reading(campaign_id, _row(CampaignRow, campaign_id)) as session:
            return self._as_it_stands(session, campaign_list.summary(session, campaign_id))

    def _as_it_stands(self, session: Session, seen: CampaignSummary) -> CampaignSummary:
        """With the status cancelled if its program was killed, which is not stored yet."""
        if seen.status is not Status.RUNNING or self.is_in_use(session, seen.id):
            return seen
        return replace(seen, status=Status.CANCELLED)

    def snapshot(self, campaign_id: int) -> CampaignSnapshot:
        """All that is stored of a campaign at this moment, also while another program writes it.

        Raises: InputError
        """
        with self.consistent_read() as session:
            check_host_campaign(session, self._url, campaign_id)
            with read_from_host(session, self._url, campaign_id):
                found = reader.snapshot(session, campaign_id)
            return replace(found, summary=self._as_it_stands(session, found.summary))

    def find(self, name_or_id: str) -> int:
        """The id of the newest campaign of that name, or of the one with that number (`#12`).

        Raises: InputError that lists campaigns there are.
        """
        with self.transaction() as session:
            return campaign_list.find(session, name_or_id)

    def load(self, campaign_id: int) -> StoredCampaign:
        """A campaign with its plan, cells and runs.

        Raises: InputError
        """
        with self._reading(campaign_id) as session:
            return reader.load(session, campaign_id)

    def plan_text(self, campaign_id: int) -> str:
        """The plan of a campaign as it is stored: TOML.

        Raises: InputError
        """
        with self._reading(campaign_id) as session:
            return reader.plan_text(session, campaign_id)

    def cells(self, campaign_id: int) -> list[CellRecord]:
        """The cells of a campaign in the order of the matrix."""
        with self._reading(campaign_id) as session:
            return reader.cells(session, campaign_id)

    def runs(self, campaign_id: int) -> list[RunRecord]:
        """The runs of a campaign in their order."""
        with self._reading(campaign_id) as session:
            return reader.runs(session, campaign_id)

    def operations(
        self, campaign_id: int, of_runs: Iterable[RunRecord] | None = None
    ) -> list[OperationRecord]:
        """Every operation of every run, warm-ups and failed runs too, in the order of the runs."""
        with self._reading(campaign_id) as session:
            return reader.operations(session, campaign_id, of_runs)

    def runs_since(self, campaign_id: int, at: float) -> list[RunRecord]:
        """Runs that began or ended at `at` or later; `replaced` is not set in them."""
        with self._reading(campaign_id) as session:
            return reader.runs_since(session, campaign_id, at)

    def operations_of(self, runs: Collection[int]) -> list[OperationRecord]:
        """Every operation of some runs, in whose records `replaced` is not set."""
        with self.transaction() as session:
            self._check_runs(session, OperationRow, runs)
            return reader.operations_of(session, runs)

    def raw_ciphers(self, operation: str, measure: str) -> list[RawCipherSpeed]:
        """The speeds of raw ciphers in an operation, by a measure, from the newest campaign that
        measured any; else empty."""
        with self.transaction() as session:
            return reader.raw_ciphers(
                session,
                operation,
                measure,
                lambda each: check_host_campaign(session, self._url, each),
            )

    def samples(self, run_id: int, after: float = 0.0) -> list[ProbeSample]:
        """The probe samples of a run that were taken later than `after`, in order of time."""
        with self.transaction() as session:
            self._check_runs(session, SampleRow, [run_id])
            return reader.samples(session, run_id, after)

    def events(self, campaign_id: int, limit: int = 200) -> list[EventRecord]:
        """The newest `limit` lines of the event log, oldest first."""
        with self._reading(campaign_id) as session:
            return reader.events(session, campaign_id, limit)

    def environment(self, campaign_id: int) -> dict[str, object]:
        """Facts on the machine and the program that measured."""
        with self._reading(campaign_id) as session:
            return reader.environment(session, campaign_id)

    def evidence(self, campaign_id: int) -> list[EvidenceFinding]:
        """The findings of evidence, in the order of the plan; empty until it was gathered."""
        with self._reading(campaign_id) as session:
            return reader.evidence(session, campaign_id)

    def sessions(self, campaign_id: int) -> list[SessionRecord]:
        """The conditions of each session of a campaign, oldest first."""
        with self._reading(campaign_id) as session:
            return reader.sessions(session, campaign_id)

    def servers(self, campaign_id: int) -> list[ServerRecord]:
        """The servers of a campaign in the order of its plan."""
        with self._reading(campaign_id) as session:
            return reader.servers(session, campaign_id)

    def histogram(self, campaign_id: int, cell: int, operation: str) -> HdrHistogram | None:
        """Statement latencies (ns) of an operation over the runs of a cell that count.

        `cell` is the cell's index in the matrix. None when no run counts yet.
        """
        with self._reading(campaign_id) as session:
            return reader.histogram(session, campaign_id, cell, operation)

    def histograms(
        self, campaign_id: int, cells: Collection[int]
    ) -> dict[tuple[int, str], HdrHistogram]:
        """The same by (cell, operation), for these cells and all of their operations."""
        with self._reading(campaign_id) as session:
            return reader.histograms(session, campaign_id, cells)

    def _check_runs(
        self, session: Session, table: type[OperationRow | SampleRow], runs: Collection[int]
    ) -> None:
        """Check what is about to be read of some runs.

        Raises: HostDataRefused
        """
        if not runs:
            return
        which = ", ".join(str(int(each)) for each in runs)
        rows = {table.__tablename__: f"run_id IN ({which})"}
        query = select(CellRow.campaign_id).join(RunRow).where(RunRow.id.in_(runs)).distinct()
        for campaign_id in session.scalars(query).all():
            check_host_campaign(session, self._url, campaign_id, rows)


def _row(table: type[CampaignRow], campaign_id: int) -> Mapping[str, str]:
    return {table.__tablename__: f"id = {int(campaign_id)}"}


class Store(StoreReading):
    """An open store: the methods that read it, and those that change it, for which it must have
    been opened with write=True. Each method is one transaction."""

    def create_campaign(
        self, campaign: Campaign, cells: Sequence[Cell], runs: Sequence[PlannedRun]
    ) -> int:
        """Store a new campaign, its runs all pending and in the order given; return its id."""
        with self.transaction(write=True) as session:
            return add_campaign(session, campaign, cells, runs)

    def prepare_resume(self, campaign_id: int) -> list[RunRecord]:
        """Delete what unfinished runs measured; these runs, pending, in their order.

        Runs that are done stay; failed and cancelled ones are tried again, stalled ones repeated.
        In lockstep, or with a control, interrupted blocks are repeated as a whole; else the
        campaign goes on at its first unfinished run.

        Raises: InputError
        """
        with self.transaction(write=True) as session:
            planned = reader.plan(session, campaign_id)
            reset_unfinished(session, campaign_id)
            repeat_stalled(session, campaign_id)
            if planned.order is Order.LOCKSTEP or planned.controlled:
                repeat_interrupted_blocks(session, campaign_id, passes_of(planned))
            known = reader.runs(session, campaign_id)
            return [run for run in known if run.status not in FINAL]

    def mark_unsupported(self, campaign_id: int, found: Mapping[int, Unworkable]) -> None:
        """Store which operations of cells (by their index) are unsupported. A cell without any
        supported operation becomes unsupported, unless one of its runs is done."""
        with self.transaction(write=True) as session:
            mark_unsupported(session, campaign_id, found)

    def set_environment(self, campaign_id: int, facts: Mapping[str, object]) -> None:
        """Store facts on machine and program, except those stored before; values must fit JSON."""
        with self.transaction(write=True) as session:
            set_environment(session, campaign_id, facts)

    def add_session(self, campaign_id: int, conditions: SessionRecord) -> None:
        with self.transaction(write=True) as session:
            add_session(session, campaign_id, conditions)

    def add_repeat(self, run_id: int) -> tuple[int, int]:
        """Add another run of the same cell and repetition to the end of a campaign, unless it
        exists; its id and position."""
        with self.transaction(write=True) as session:
            return later_run_of(session, run_id) or add_repeat(session, run_id)

    def add_runs(self, campaign_id: int, runs: Sequence[PlannedRun]) -> tuple[RunRecord, ...]:
        """Add repetitions to the end of a campaign, unless they exist; the records of all of them,
        in the order given."""
        if not runs:
            return ()
        with self.transaction(write=True) as session:
            made = [number for number, _ in add_runs(session, campaign_id, runs)]
            found = {run.id: run for run in reader.runs_of(session, RunRow.id.in_(made))}
        return tuple(found[number] for number in made)

    def write(self, campaign_id: int, events: Sequence[Event], *, idempotent: bool = False) -> None:
        """Store a batch of events; once this returns, killing the program loses none of it.

        `idempotent`: some may be stored already; nothing is stored twice.

        Raises: InputError, also if the store's file was replaced
        """
        self.check_unchanged()
        try:
            self._write(campaign_id, events, idempotent)
        except InputError:
            if sqlite_file(self._url) is None:
                self._engine.dispose()  # the next try is not to meet another dead connection
            raise
        self.check_unchanged()

    def _write(self, campaign_id: int, events: Sequence[Event], idempotent: bool) -> None:
        if campaign_id in self._claims and self._claims[campaign_id].renew():
            # The lock had been lost: another program may have marked our runs cancelled.
            self._cut_off.add(campaign_id)
        runs = {run for each in events if (run := run_of(each)) is not None}
        cut_off = campaign_id in self._cut_off and bool(runs)
        with self.transaction(write=True) as session:
            if not exists(session, campaign_id):
                raise self.changed_error(
                    phrase("campaign {number} is no longer in it", number=campaign_id)
                )
            if cut_off:
                undo_cancel(session, campaign_id, runs)
            write_events(session, campaign_id, events, idempotent=idempotent)
        if cut_off:
            self._cut_off.discard(campaign_id)

    def delete_campaign(self, campaign_id: int) -> None:
        """Remove a campaign and all that belongs to it."""
        with self.transaction(write=True) as session:
            delete_campaign(session, campaign_id)

    def delete_unchanged(self, seen: CampaignSummary, seen_at: float) -> Message:
        """Remove a campaign unless it has changed since `seen_at`; what has changed, or NOTHING if
        it was removed."""
        try:
            with self.locked(seen.id), self.transaction(write=True) as session:
                added = changes_since(session, seen, seen_at)
                if not added:
                    delete_campaign(session, seen.id)
                return added
        except CampaignInUse:
            return phrase("another program is working on it")

    def cancel_abandoned(self) -> None:
        """Cancel campaigns that killed programs left running: those that nobody has locked, and
        those that are locked here."""
        with self.transaction() as session:
            found = left_running(session)
        for each in found:
            ours = nullcontext() if each in self._claims else self.locked(each)
            with suppress(CampaignInUse), ours, self.transaction(write=True) as session:
                cancel_left_running(session, each)

    def verify(self, campaign_id: int, ledger: Ledger) -> None:
        """Check on fresh connections that the store is intact and has what was recorded.

        Raises: InputError
        """
        self.check_unchanged()
        self._engine.dispose()  # SQLite copies its log into the file
        if self._held is not None:
            self._held.forget_log()
        self.check_unchanged()
        self.check_pages()
        with self.transaction() as session:
            lacking = ledger.first_difference(session, campaign_id)
        if lacking:
            raise damaged(self._url, lacking)


def open_store(url: str | None = None, *, write: bool) -> Store:
    """Open the store at a URL or in a file, by default the user's own.

    A store that is opened to write is created if missing, and an SQLite file is locked until it is
    closed. Readers take no lock and may read while another process writes.

    Raises: InputError if there is no store to read, it cannot be used, or another program writes to
        it
    """
    place = store_url(url)
    file = _checked_file(place)
    return _open_to_write(place, file) if write else _open_to_read(place, file)


def open_any_version(url: str | None) -> Store:
    """Open a database to read, whatever the version of the store, and even if it is none: for
    checks.

    Raises: InputError if nothing is there, or it cannot be reached
    """
    place = store_url(url)
    with _opened_to_read(place, _checked_file(place)) as store:
        return store


def _checked_file(url: URL) -> Path | None:
    """The file of a store, an ordinary one if it is there; None for a server."""
    file = sqlite_file(url)
    if file is not None:
        check_is_file(trusted_path(file))
    return file


def _open_to_read(url: URL, file: Path | None) -> Store:
    with _opened_to_read(url, file) as store:
        version = store.version()
        if version is None:
            raise no_store_error(url)
        if not check_version(version, url):
            open_store(url.render_as_string(hide_password=False), write=True).close()
        return store


def _open_to_write(url: URL, file: Path | None) -> Store:
    engine = make_engine(url, write=True)
    held = None if file is None else StoreFileLock.for_writing(trusted_path(file))
    with _opened(url, engine, held) as store:
        version = store.version()
        if version is None or not check_version(version, url):
            with readable_faults(url):
                upgrade(engine, url)
        store.cancel_abandoned()
        return store


@contextmanager
def _opened_to_read(url: URL, file: Path | None) -> Iterator[Store]:
    if file is not None and not file.exists():
        raise no_store_error(url)
    held = None if file is None else StoreFileLock.for_reading(trusted_path(file))
    with _opened(url, make_engine(url, write=False), held) as store:
        yield store


@contextmanager
def _opened(url: URL, engine: Engine, held: StoreFileLock | None) -> Iterator[Store]:
    store = Store(url, engine, held)
    try:
        check_reachable(engine, url)
        yield store
    except BaseException:
        store.close()
        raise


def no_store_error(url: URL) -> InputError:
    """The error for a location without a store."""
    return InputError(
        phrase("Store not found"),
        phrase("There is no store at {store} yet."),
        phrase("Run a campaign first, or name another store."),
        store=display_location(url),
    )
