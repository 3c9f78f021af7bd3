"""The open database of a store: transactions, who works on it, and whether it is sound."""

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
from app.results.database.file_lock import StoreFileLock, has_writer, true_path
from app.results.database.migrate import checked_version
from app.results.database.soundness import fault_of
from app.results.database.store_connection import (
    WRITING,
    cut_connections,
    damaged,
    file_of,
    readable_faults,
    shown,
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
        self._writing = engine.execution_options(**{WRITING: True})
        self._held = held
        self._current_moment = local()
        """The session of the `moment` that a thread is in."""
        self._claims: dict[int, CampaignLock] = {}
        self._cut_off: set[int] = set()
        """Campaigns of ours whose claim was lost and renewed since their runs were last told."""
        self._pools: list[Pool] = []
        self.answered_at = 0.0
        """When it last answered a statement, be it with an error, in seconds of `time.monotonic`.
        """
        if file_of(url) is None:
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
        """Raises: InputError for what is no bug of ours: the store has values of another kind"""
        try:
            far = isinstance(error, OSError) and error.errno == errno.EOVERFLOW  # a moment
            strange = isinstance(error, _OF_STRANGE_VALUES) and not isinstance(error, Unfit)
            if (far or strange) and (found := self._fault()):
                raise damaged(self._url, found) from error
        finally:
            self.close()

    def _fault(self) -> Message:
        """What is wrong with a file from anywhere, as far as it can be told."""
        if file_of(self._url) is None:
            return NOTHING
        with suppress(SQLAlchemyError), Session(self._engine) as session:
            return fault_of(session)
        return NOTHING

    @property
    def url(self) -> URL:
        """URL of the database, including the password."""
        return self._url

    @property
    def place(self) -> str:
        """The file or the URL of the store, without a password."""
        return shown(self._url)

    @property
    def home(self) -> str:
        """The same from wherever one looks: of a file the whole path."""
        file = file_of(self._url)
        return self.place if file is None else str(true_path(file).absolute())

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

    def at_work(self, session: Session, campaign_id: int) -> bool:
        """Whether a program works on a campaign that the store says is running, as far as it can be
        told: one that was killed has lost its lock."""
        file = file_of(self._url)
        if file is None:
            return campaign_id in self._claims or is_claimed(session, campaign_id)
        writes = self._held is not None and self._held.writes
        return writes or has_writer(true_path(file))

    def close(self) -> None:
        """Leave the database and let others write. May be called again, for a thread that was
        still at work the first time."""
        self._pools.append(self._engine.pool)
        self._engine.dispose()
        for pool in self._pools:
            pool.dispose()
        if self._held is not None:
            self._held.leave()

    def has_answered(self, since: float) -> bool:
        """Whether a server has answered a statement since then; a file has nobody to wait for."""
        return file_of(self._url) is not None or self.answered_at >= since

    def _answered(self, *_: object) -> None:
        self.answered_at = time.monotonic()

    def _refused(self, context: ExceptionContext) -> None:
        if context.connection is not None and not context.is_disconnect:
            self._answered()

    def cut_off(self) -> None:
        """End every connection to a server that says nothing, from any thread: whoever waits for
        an answer is told at once."""
        cut_connections(self._engine)

    @contextmanager
    def transaction(self, *, write: bool = False) -> Iterator[Session]:
        """One transaction of the store; a fault of the database becomes one sentence. Within a
        `moment` what only reads is part of that."""
        shared: Session | None = getattr(self._current_moment, "session", None)
        if shared is not None and not write:
            with readable_faults(self._url):
                yield shared
            return
        engine = self._writing if write else self._engine
        with readable_faults(self._url), Session(engine) as session, session.begin():
            yield session

    @contextmanager
    def moment(self) -> Iterator[Session]:
        """A transaction whose answers are all of one moment, as those of SQLite always are; also
        the answers of every other method that this thread calls meanwhile."""
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
        """See that no page of an SQLite file is damaged, if `thorough` that no index is either; a
        database server looks after its own.

        Raises: InputError
        """
        if self._engine.dialect.name != "sqlite":
            return
        with self.transaction() as session:
            pragma = "integrity_check" if thorough else "quick_check"
            found = session.scalars(text(f"PRAGMA {pragma}(1)")).first()
        if found != "ok":
            raise damaged(self._url, Message(" ".join(str(found).split()).rstrip(".")))

    def check_presence(self) -> None:
        """Raises: InputError where the store is no longer what was opened"""
        fault = self._held.fault() if self._held is not None else NOTHING
        if fault:
            raise self.changed(fault)

    def changed(self, fault: Message) -> InputError:
        """The error for a store that is no longer what was opened."""
        return InputError(
            phrase("Store changed"),
            phrase("{store} was replaced or changed while it was open: {fault}."),
            phrase("Put the original file back, or open the store again."),
            store=self.place,
            fault=fault,
        )
