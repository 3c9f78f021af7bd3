"""Follows an encryption change while it runs: rows done, waits of its load, size of log and
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
from workloads.change.disk import ServerFiles
from workloads.change.load import Waits
from workloads.contract import Series, SeriesPoint, Setting

_LOOK_SECONDS = 0.1


class _State(Enum):
    BEFORE = auto()
    UNDER_WAY = auto()
    ENDED = auto()
    """What it has written is still to be read for the last time."""
    AFTER = auto()


class Follower:
    """Follows a change and the load around it: by a connection of its own where the engine lets
    others in and the change is not to be `alone`, and by looking at the server's files.

    As a context manager it stands around the load, which comes before the change and stays after
    it.
    """

    def __init__(
        self,
        setting: Setting,
        waits: Mapping[Series, Waits],
        files: ServerFiles,
        *,
        alone: bool,
    ) -> None:
        self._setting, self._waits, self._files = setting, waits, files
        self._enter = None if alone else setting.administer
        self._seen = dict.fromkeys(waits, 0)
        self._rows = list[SeriesPoint]()
        self._sent = 0
        self._first: dict[Series, float] = {}
        self.most: dict[Series, float] = {}
        """The largest value of log and of disk."""
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
        self._tell([])

    @contextmanager
    def change(self) -> Iterator[None]:
        """Log and disk are counted from here to the end of the body."""
        self._state = _State.UNDER_WAY
        self.changed(0)
        yield
        self.changed(self._setting.options.size)
        self._state = _State.ENDED
        self._wake.set()

    def changed(self, rows: int) -> None:
        """So many rows are changed and committed."""
        self._rows.append(SeriesPoint(Series.ROWS, time.perf_counter(), float(rows)))

    def _follow(self) -> None:
        """What cannot be seen is missing in the picture, and never ends a change."""
        try:
            with suppress(CipherbenchError), self._connection() as session:
                self._look_while_it_lasts(session)
        finally:
            self._ready.set()

    @contextmanager
    def _connection(self) -> Iterator[Session | None]:
        with nullcontext() if self._enter is None else self._enter() as session:
            yield session

    def _look_while_it_lasts(self, session: Session | None) -> None:
        self._tell(self._read(session))
        self._ready.set()
        while not self._over.is_set():
            self._wake.wait(_LOOK_SECONDS)
            self._wake.clear()
            self._tell(self._read(session))

    def _read(self, session: Session | None) -> list[SeriesPoint]:
        state = self._state
        if state is _State.AFTER:
            return []
        found = {} if session is None else session.followed()
        stored = self._files.size() if self._files.seen else found.get(STORED)
        named = {Series.LOG: found.get(LOGGED), Series.DISK: stored}
        known = {series: value for series, value in named.items() if value is not None}
        if state is _State.BEFORE:
            self._first.update(known)
            return []
        if state is _State.ENDED:
            self._state = _State.AFTER
        now, points = time.perf_counter(), []
        for series, value in known.items():
            more = max(0.0, value - self._first.setdefault(series, value))
            self.most[series] = max(more, self.most.get(series, 0.0))
            points.append(SeriesPoint(series, now, more))
        return points

    def _tell(self, points: list[SeriesPoint]) -> None:
        sent, self._sent = self._sent, len(self._rows)
        points += self._rows[sent : self._sent]
        for series, waits in self._waits.items():
            new = waits.answered[self._seen[series] :]
            self._seen[series] += len(new)
            points += [SeriesPoint(series, *each) for each in new]
        if points:
            self._setting.followed(points)
