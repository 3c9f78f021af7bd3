"""Jobs on threads of their own, so that the window never waits: reading the results store
(`StoreReader`), and importing what pages need (`WarmUp`)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from engines.contract.errors import CipherbenchError
from engines.platform.processes import SPAWNING_MODULE

if TYPE_CHECKING:
    from app.results.store.store import Store

_IMPORTED_BY_PAGES = (
    "widgets.charts.telemetry_chart",
    "widgets.charts.bar_panel",
    "app.window.shared.telemetry",
    "app.execution.campaign_process",
    "app.campaign.servers.conditions",
    "app.window.pages.servers.detail",
    "app.window.pages.servers.connect_form",
    SPAWNING_MODULE,
    "app.window.pages.results.results_view",
    "app.window.pages.results.compare_view",
    "app.window.pages.patterns.patterns_view",
    "app.window.pages.lessons.lessons_view",
    "PIL.ImageFont",
)
"""Modules that pages import only when there is something to show: they bring pyqtgraph, NumPy,
SQLAlchemy and Pillow."""

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


class WarmUp(QObject):
    """Imports what pages will need on a thread of its own, while the window already answers: a
    page that is opened later, perhaps while something is measured, finds it there."""

    finished = Signal()

    def __init__(self, pages: Sequence[str], parent: QObject) -> None:
        """`pages` are modules."""
        super().__init__(parent)
        self.done = False
        """Whether all of it is there."""
        self._modules = (*pages, *_IMPORTED_BY_PAGES)
        self._pool = ThreadPoolExecutor(1, "warm up")
        self.finished.connect(self._mark_done)

    def start(self) -> None:
        """Begin; `finished` comes on the GUI thread."""
        self._pool.submit(self._load)

    def close(self) -> None:
        """Wait until it is over."""
        self._pool.shutdown()

    def _load(self) -> None:
        try:
            self._import()
        except Exception:  # a page that needs it says so; all others have theirs
            log.exception("imports ahead of pages")
        self.finished.emit()

    def _import(self) -> None:
        from engines.registry import engines
        from workloads.registry import workload_named, workload_names

        for name in self._modules:
            import_module(name)
        engines()
        for name in workload_names():
            workload_named(name)

    @Slot()
    def _mark_done(self) -> None:
        self.done = True
