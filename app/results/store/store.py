"""The results store: what a campaign measured, written while it runs and read at any time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from sqlalchemy import URL, Engine

from app.plan.campaign import Campaign, Order
from app.plan.matrix import Cell, Judgement, PlannedRun, passes_of
from app.plan.status import FINAL, Status
from app.results.database import reader
from app.results.database.campaign_lock import AtWork
from app.results.database.file_lock import Presence, check_kind, true_path
from app.results.database.ledger import Ledger
from app.results.database.location import (
    damaged,
    default_url,
    file_of,
    locate,
    make_engine,
    plain_faults,
    reach,
    shown,
)
from app.results.database.migrate import check_version, upgrade
from app.results.events import Event
from app.results.records import CampaignSummary, SessionRecord, StoredRun
from app.results.store.campaigns import (
    abandon,
    add_campaign,
    add_session,
    added_since,
    delete_campaign,
    is_there,
    left_running,
    set_environment,
    take_back,
)
from app.results.store.events import write_events
from app.results.store.reading import StoreReading
from app.results.store.run_events import run_of
from app.results.store.runs import add_runs, later, refuse, repeat, repeat_stalled, reset_unfinished
from app.results.store.whole_blocks import make_whole
from engines.contract.errors import InputError
from engines.contract.message import Message, phrase

__all__ = ["Store", "default_url", "open_store"]


class Store(StoreReading):
    """An open store: what is read from it, and what changes it, for which it must have been opened
    with write=True. Each method is one transaction."""

    def create_campaign(
        self, campaign: Campaign, cells: Sequence[Cell], runs: Sequence[PlannedRun]
    ) -> int:
        """Store a new campaign, its runs all pending and in the order given; return its id."""
        with self.transaction(write=True) as session:
            return add_campaign(session, campaign, cells, runs)

    def prepare_resume(self, campaign_id: int) -> list[StoredRun]:
        """Forget what unfinished runs measured and return them, pending, in their order.

        Runs that are done stay; failed and cancelled ones are tried again, and those that stood
        still are repeated. Sides that take turns are done again together, and so are mirror blocks
        where plaintext is measured twice, for verdicts: without it whole runs go on at the first
        unfinished one.

        Raises: InputError
        """
        with self.transaction(write=True) as session:
            planned = reader.plan(session, campaign_id)
            reset_unfinished(session, campaign_id)
            repeat_stalled(session, campaign_id)
            if planned.order is Order.LOCKSTEP or planned.controlled:
                make_whole(session, campaign_id, passes_of(planned))
            known = reader.stored_runs(session, campaign_id)
            return [run for run in known if run.status not in FINAL]

    def refuse(self, campaign_id: int, found: Mapping[int, Judgement]) -> None:
        """Note what of cells (by their index) cannot be done. One of which nothing can becomes
        unsupported, but for those that have a run that is done."""
        with self.transaction(write=True) as session:
            refuse(session, campaign_id, found)

    def set_environment(self, campaign_id: int, facts: Mapping[str, object]) -> None:
        """Note the machine and the program that measure, as far as nothing was noted before;
        values must fit JSON."""
        with self.transaction(write=True) as session:
            set_environment(session, campaign_id, facts)

    def add_session(self, campaign_id: int, conditions: SessionRecord) -> None:
        """Note the conditions of a session beside those of the sessions before."""
        with self.transaction(write=True) as session:
            add_session(session, campaign_id, conditions)

    def repeat(self, run_id: int) -> tuple[int, int]:
        """Add another run of the same cell and repetition to the end of a campaign, unless there is
        one; its id and its place in the order."""
        with self.transaction(write=True) as session:
            return later(session, run_id) or repeat(session, run_id)

    def add_runs(self, campaign_id: int, runs: Sequence[PlannedRun]) -> tuple[StoredRun, ...]:
        """Add further repetitions to the end of a campaign, but for those that it has; all of them
        as they are stored, in the order given."""
        if not runs:
            return ()
        with self.transaction(write=True) as session:
            places = add_runs(session, campaign_id, runs)
        return tuple(
            StoredRun(made, run.cell, run.repetition, False, Status.PENDING, position)
            for run, (made, position) in zip(runs, places, strict=True)
        )

    def write(self, campaign_id: int, events: Sequence[Event], *, again: bool = False) -> None:
        """Store a batch of events; when this returns, a kill of the program loses none of it.

        `again`: it may have been stored before, for all that is known; nothing is stored twice.

        Raises: InputError, also where the store is no longer what was opened
        """
        self.check_presence()
        try:
            self._write(campaign_id, events, again)
        except InputError:
            if file_of(self._url) is None:
                self._engine.dispose()  # the next try is not to meet another dead connection
            raise
        self.check_presence()

    def _write(self, campaign_id: int, events: Sequence[Event], again: bool) -> None:
        if campaign_id in self._claims and self._claims[campaign_id].renew():
            self._cut_off.add(campaign_id)
        runs = {run for each in events if (run := run_of(each)) is not None}
        cut_off = campaign_id in self._cut_off and bool(runs)
        with self.transaction(write=True) as session:
            if not is_there(session, campaign_id):
                raise self.changed(
                    phrase("campaign {number} is no longer in it", number=campaign_id)
                )
            if cut_off:
                take_back(session, campaign_id, runs)
            write_events(session, campaign_id, events, again=again)
        if cut_off:
            self._cut_off.discard(campaign_id)

    def delete_campaign(self, campaign_id: int) -> None:
        """Remove a campaign and all that belongs to it."""
        with self.transaction(write=True) as session:
            delete_campaign(session, campaign_id)

    def delete_unchanged(self, seen: CampaignSummary, seen_at: float) -> Message:
        """Remove a campaign unless something was added to it after somebody had seen it so; what
        that is, nothing where it was removed."""
        try:
            with self.locked(seen.id), self.transaction(write=True) as session:
                added = added_since(session, seen, seen_at)
                if not added:
                    delete_campaign(session, seen.id)
                return added
        except AtWork:
            return phrase("another program is working on it")

    def abandon_running(self) -> None:
        """Mark as cancelled what killed programs left running: campaigns that nobody works on, and
        those that were claimed here."""
        with self.transaction() as session:
            found = left_running(session)
        for each in found:
            ours = nullcontext() if each in self._claims else self.locked(each)
            with suppress(AtWork), ours, self.transaction(write=True) as session:
                abandon(session, each)

    def verify(self, campaign_id: int, ledger: Ledger) -> None:
        """See on fresh connections that the store is sound and holds what was recorded.

        Raises: InputError
        """
        self.check_presence()
        self._engine.dispose()  # SQLite copies its log into the file
        if self._held is not None:
            self._held.settle()
        self.check_presence()
        self.check_pages()
        with self.transaction() as session:
            lacking = ledger.lacking(session, campaign_id)
        if lacking:
            raise damaged(self._url, lacking)


def open_store(url: str | None = None, *, write: bool) -> Store:
    """Open the store at a URL or in a file; without either, the user's own.

    A store that is opened to write is made when it is missing, and an SQLite one is locked until
    it is closed. Readers take no lock and may read while another process writes.

    Raises: InputError when there is no store yet, it cannot be used, or another writes to it.
    """
    place = locate(url)
    file = file_of(place)
    if file is not None:
        check_kind(true_path(file))
    return _open_to_write(place, file) if write else _open_to_read(place, file)


def open_unchanged(url: str | None) -> Store:
    """Open a store to read, whatever its version and even if it is none: to look what it is.

    Raises: InputError when there is nothing, or it cannot be reached
    """
    place = locate(url)
    file = file_of(place)
    if file is not None:
        check_kind(true_path(file))
        if not file.exists():
            raise no_store(place)
    held = None if file is None else Presence.look(true_path(file))
    with _opened(place, make_engine(place, write=False), held) as store:
        return store


def _open_to_read(url: URL, file: Path | None) -> Store:
    if file is not None and not file.exists():
        raise no_store(url)
    engine = make_engine(url, write=False)
    with _opened(url, engine, None if file is None else Presence.look(true_path(file))) as store:
        version = store.version()
        if version is None:
            raise no_store(url)
        if not check_version(version, url):
            open_store(url.render_as_string(hide_password=False), write=True).close()
        return store


def _open_to_write(url: URL, file: Path | None) -> Store:
    engine = make_engine(url, write=True)
    held = None if file is None else Presence.hold(true_path(file))
    with _opened(url, engine, held) as store:
        version = store.version()
        if version is None or not check_version(version, url):
            with plain_faults(url):
                upgrade(engine, url)
        store.abandon_running()
        return store


@contextmanager
def _opened(url: URL, engine: Engine, held: Presence | None) -> Iterator[Store]:
    store = Store(url, engine, held)
    try:
        reach(engine, url)
        yield store
    except BaseException:
        store.close()
        raise


def no_store(url: URL) -> InputError:
    """The error for a place where nothing has been stored."""
    return InputError(
        phrase("Store not found"),
        phrase("There is no store at {store} yet."),
        phrase("Run a campaign first, or name another store."),
        store=shown(url),
    )
