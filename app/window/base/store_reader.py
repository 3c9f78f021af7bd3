"""Reads and writes the results store on a thread of its own, so that the window never waits."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from engines.contract.errors import CipherbenchError

if TYPE_CHECKING:
    from app.results.store.store import Store

log = logging.getLogger(__name__)


class StoreReader(QObject):
    """Runs jobs on the store one after another and returns their results on the GUI thread.

    It closes with its parent at the latest: a thread that emits through an object that is being
    destroyed crashes the program.
    """

    failed = Signal(object)
    """A CipherbenchError of a job."""

    _done = Signal(object, object)

    def __init__(self, store_url: str | None, parent: QObject) -> None:
        super().__init__(parent)
        self._store_url = store_url
        self._store: Store | None = None
        """The store, kept open where it is in a server: to log in each time would take longer than
        to ask."""
        self._pool = ThreadPoolExecutor(1, "store reader")
        self._closed = False
        self._done.connect(self._hand_over)
        parent.destroyed.connect(self.close)  # which comes before its children go

    def read[T](
        self,
        job: Callable[[Store], T],
        then: Callable[[T | None], None],
        on_error: Callable[[CipherbenchError], None] | None = None,
    ) -> None:
        """Have `job` read the store and give its result to `then`; None without a store yet.

        An error goes to `on_error` where that is given, else to the signal `failed`. After `close`
        this does nothing: a campaign may end while the window closes.
        """
        if self._closed:
            return
        self._pool.submit(self._carry_out, lambda: self._reading(job), then, on_error)

    def write(self, job: Callable[[Store], None], then: Callable[[], None]) -> None:
        """Have `job` change the store; it fails while a campaign is being written. After `close`
        this does nothing."""
        if self._closed:
            return
        self._pool.submit(self._carry_out, lambda: self._writing(job), lambda _done: then())

    @Slot()
    def close(self) -> None:
        """Wait for the running job, drop the others, and discard all results."""
        self._closed = True
        self._pool.shutdown(cancel_futures=True)
        self._close_store()

    @Slot(object, object)
    def _hand_over(self, then: Callable[[object], None], result: object) -> None:
        """Runs on the GUI thread, since it is a slot of an object that lives there."""
        if not self._closed:
            then(result)

    def _reading[T](self, job: Callable[[Store], T]) -> T | None:
        from app.results.database.store_connection import sqlite_file, store_url
        from app.results.store.store import open_store

        file = sqlite_file(store_url(self._store_url))
        if file is None:
            return self._reading_open(job)
        if not file.exists():
            return None
        with open_store(self._store_url, write=False) as store:
            return job(store)

    def _reading_open[T](self, job: Callable[[Store], T]) -> T:
        from app.results.store.store import open_store

        try:
            self._store = self._store or open_store(self._store_url, write=False)
            return job(self._store)
        except CipherbenchError:
            self._close_store()
            raise

    def _close_store(self) -> None:
        store, self._store = self._store, None
        if store is not None:
            store.close()

    def _writing(self, job: Callable[[Store], None]) -> None:
        from app.results.store.store import open_store

        with open_store(self._store_url, write=True) as store:
            job(store)

    def _carry_out(
        self,
        job: Callable[[], object],
        then: Callable[..., None],
        on_error: Callable[[CipherbenchError], None] | None = None,
    ) -> None:
        try:
            self._done.emit(then, job())
        except CipherbenchError as error:
            if on_error is None:
                self.failed.emit(error)
            else:
                self._done.emit(on_error, error)
        except Exception:
            log.exception("job on the results store")
