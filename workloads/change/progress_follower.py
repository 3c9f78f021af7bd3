"""Samples an encryption change while it runs: rows done, latencies of the load, size of log and
disk."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from enum import Enum, auto
from typing import Self

from engines.contract.errors import CipherbenchError
from engines.contract.session import LOGGED, STORED, Session
from workloads.change.concurrent_load import Latencies
from workloads.change.disk import ServerFiles
from workloads.contract import Series, SeriesPoint, Setting

_INTERVAL_S = 0.1


class _State(Enum):
    BEFORE = auto()
    UNDER_WAY = auto()
    ENDED = auto()
    """The change is over; its last sample is still to be taken."""
    AFTER = auto()


class ProgressFollower:
    """Samples a change and its concurrent load, over a connection of its own (unless the engine
    takes one only, or the change needs `exclusive` access) and by the sizes of the server's files.

    As a context manager it is around the load, which begins before the change and ends after it.
    """

    def __init__(
        self,
        setting: Setting,
        latencies: Mapping[Series, Latencies],
        files: ServerFiles,
        *,
        exclusive: bool,
    ) -> None:
        self._setting, self._latencies, self._files = setting, latencies, files
        self._connect = None if exclusive else setting.open_admin_session
        self._reported = dict.fromkeys(latencies, 0)
        """How many latencies of each series were reported."""
        self._rows = list[SeriesPoint]()
        self._sent = 0
        self._at_start: dict[Series, float] = {}
        """Log and disk just before the change, in bytes: points are differences to these."""
        self.largest: dict[Series, float] = {}
        """The largest values of log and disk, in bytes."""
        self._state = _State.BEFORE
        self._ready, self._wake, self._over = (threading.Event() for _ in range(3))
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._wake.set()
        self._thread.join()
        self._report([])

    @contextmanager
    def change(self) -> Iterator[None]:
        """To be held around the change: log and disk are counted from its start to its end."""
        self._state = _State.UNDER_WAY
        self.record_changed_rows(0)
        yield
        self.record_changed_rows(self._setting.options.size)
        self._state = _State.ENDED
        self._wake.set()

    def record_changed_rows(self, rows: int) -> None:
        """Record that so many rows are changed and committed."""
        self._rows.append(SeriesPoint(Series.ROWS, time.perf_counter(), float(rows)))

    def _follow(self) -> None:
        """A failed sample is missing in the chart, but never fails the change."""
        try:
            with suppress(CipherbenchError), self._connection() as session:
                self._sample_until_over(session)
        finally:
            self._ready.set()

    @contextmanager
    def _connection(self) -> Iterator[Session | None]:
        with nullcontext() if self._connect is None else self._connect() as session:
            yield session

    def _sample_until_over(self, session: Session | None) -> None:
        self._report(self._read(session))
        self._ready.set()
        over = False
        while not over:
            self._wake.wait(_INTERVAL_S)
            self._wake.clear()
            over = self._over.is_set()  # before it reads: a sample after the change's end is taken
            self._report(self._read(session))

    def _read(self, session: Session | None) -> list[SeriesPoint]:
        state = self._state
        if state is _State.AFTER:
            return []
        found = {} if session is None else session.cheap_counters()
        stored = self._files.size() if self._files.has_files else found.get(STORED)
        named = {Series.LOG: found.get(LOGGED), Series.DISK: stored}
        known = {series: value for series, value in named.items() if value is not None}
        if state is _State.BEFORE:
            self._at_start.update(known)
            return []
        if state is _State.ENDED:
            self._state = _State.AFTER
        now, points = time.perf_counter(), []
        for series, value in known.items():
            growth = max(0.0, value - self._at_start.setdefault(series, value))
            self.largest[series] = max(growth, self.largest.get(series, 0.0))
            points.append(SeriesPoint(series, now, growth))
        return points

    def _report(self, points: list[SeriesPoint]) -> None:
        sent, self._sent = self._sent, len(self._rows)
        points += self._rows[sent : self._sent]
        for series, latencies in self._latencies.items():
            new = latencies.answered[self._reported[series] :]
            self._reported[series] += len(new)
            points += [SeriesPoint(series, *each) for each in new]
        if points:
            self._setting.report_points(points)
