"""The open database of a store: transactions, which program works on a campaign, and checks of its
file. Base class of `Store`."""

from __future__ import annotations

import errno
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import local
from types import TracebackType
from typing import Self

from sqlalchemy import URL, Engine, ExceptionContext, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import Pool

from app.results.database.campaign_lock import CampaignLock, is_claimed
from app.results.database.file_lock import StoreFileLock, has_writer, trusted_path
from app.results.database.migrate import checked_version
from app.results.database.soundness import store_fault
from app.results.database.store_connection import (
    WRITING_OPTION,
    cut_connections,
    damaged,
    display_location,
    readable_faults,
    sqlite_file,
)
from engines.contract.errors import InputError, Unfit
from engines.contract.message import NOTHING, Message, phrase

_OF_STRANGE_VALUES = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


class OpenDatabase:
    """An open database. Any thread may call it.

    Every method raises InputError when the database itself fails (lost, full, damaged).
    """

    def __init__(self, url: URL, engine: Engine, held: StoreFileLock | None) -> None:
        self._url = url
        self._engine = engine
        self._writing = engine.execution_options(**{WRITING_OPTION: True})
        self._held = held
        self._current_moment = local()
        """By thread, the session of its `consistent_read`."""
        self._claims: dict[int, CampaignLock] = {}
        self._cut_off: set[int] = set()
        """Campaigns of ours whose claim was lost and renewed since their runs were last told."""
        self._pools: list[Pool] = []
        self.answered_at = 0.0
        """When it last answered a statement, be it with an error, in seconds of `time.monotonic`.
        """
        if sqlite_file(url) is None:
            event.listen(engine, "after_cursor_execute", self._answered)
            event.listen(engine, "handle_error", self._refused)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Raises: InputError in place of errors that come from values which no store has"""
        try:
            far = isinstance(error, OSError) and error.errno == errno.EOVERFLOW  # a moment
            strange = isinstance(error, _OF_STRANGE_VALUES) and not isinstance(error, Unfit)
            if (far or strange) and (found := self._fault()):
                raise damaged(self._url, found) from error
        finally:
            self.close()

    def _fault(self) -> Message:
        """What is wrong with a store's file; NOTHING for a database server."""
        if sqlite_file(self._url) is None:
            return NOTHING
        with suppress(SQLAlchemyError), Session(self._engine) as session:
            return store_fault(session)
        return NOTHING

    @property
    def url(self) -> URL:
        """URL of the database, including the password."""
        return self._url

    @property
    def location(self) -> str:
        """The file or the URL of the store, without a password."""
        return display_location(self._url)

    @property
    def absolute_location(self) -> str:
        """The same, of a file the absolute path."""
        file = sqlite_file(self._url)
        return self.location if file is None else str(trusted_path(file).absolute())

    @contextmanager
    def locked(self, campaign_id: int) -> Iterator[None]:
        """Keep other programs from working on a campaign while the block lasts.

        Raises: InputError when one does
        """
        self._claims[campaign_id] = CampaignLock(self._engine, self._url, campaign_id)
        try:
            yield
        finally:
            self._claims.pop(campaign_id).end()

    def is_in_use(self, session: Session, campaign_id: int) -> bool:
        """Whether a program works on a campaign whose stored status is running: a program that was
        killed has lost its lock."""
        file = sqlite_file(self._url)
        if file is None:
            return campaign_id in self._claims or is_claimed(session, campaign_id)
        writes = self._held is not None and self._held.writes
        return writes or has_writer(trusted_path(file))

    def close(self) -> None:
        """Close all connections and release the lock. May be called again, if a thread was still
        using it the first time."""
        self._pools.append(self._engine.pool)
        self._engine.dispose()
        for pool in self._pools:
            pool.dispose()
        if self._held is not None:
            self._held.release()

    def has_answered(self, since: float) -> bool:
        """Whether a server has answered a statement since then (`time.monotonic`); True for a
        file."""
        return sqlite_file(self._url) is not None or self.answered_at >= since

    def _answered(self, *_: object) -> None:
        self.answered_at = time.monotonic()

    def _refused(self, context: ExceptionContext) -> None:
        if context.connection is not None and not context.is_disconnect:
            self._answered()

    def cut_connections(self) -> None:
        """End every connection to a server that does not answer, from any thread: waiting calls
        fail at once."""
        cut_connections(self._engine)

    @contextmanager
    def transaction(self, *, write: bool = False) -> Iterator[Session]:
        """One transaction; faults of the database become an InputError. Inside `consistent_read` a
        transaction that only reads is part of that one."""
        shared: Session | None = getattr(self._current_moment, "session", None)
        if shared is not None and not write:
            with readable_faults(self._url):
                yield shared
            return
        engine = self._writing if write else self._engine
        with readable_faults(self._url), Session(engine) as session, session.begin():
            yield session

    @contextmanager
    def consistent_read(self) -> Iterator[Session]:
        """A transaction whose reads all see one state of the database (as SQLite's always do),
        including those of other methods that this thread calls meanwhile."""
        outer: Session | None = getattr(self._current_moment, "session", None)
        with self.transaction() as session:
            if outer is None and self._engine.dialect.name != "sqlite":
                session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
            self._current_moment.session = session
            try:
                yield session
            finally:
                self._current_moment.session = outer

    def version(self) -> str | None:
        """Which version of the store it is; None where there is none yet.

        Raises: InputError
        """
        with self.transaction() as session:
            return checked_version(session.connection(), self._url)

    def check_pages(self, *, thorough: bool = False) -> None:
        """Check the pages of an SQLite file, if `thorough` its indexes too; nothing is checked of a
        database server.

        Raises: InputError
        """
        if self._engine.dialect.name != "sqlite":
            return
        with self.transaction() as session:
            pragma = "integrity_check" if thorough else "quick_check"
            found = session.scalars(text(f"PRAGMA {pragma}(1)")).first()
        if found != "ok":
            raise damaged(self._url, Message(" ".join(str(found).split()).rstrip(".")))

    def check_unchanged(self) -> None:
        """Raises: InputError where the store is no longer what was opened"""
        fault = self._held.fault() if self._held is not None else NOTHING
        if fault:
            raise self.changed_error(fault)

    def changed_error(self, fault: Message) -> InputError:
        """The error for a store that is no longer what was opened."""
        return InputError(
            phrase("Store changed"),
            phrase("{store} was replaced or changed while it was open: {fault}."),
            phrase("Put the original file back, or open the store again."),
            store=self.location,
            fault=fault,
        )
