"""A change is followed while it is under way: rows done, waits of its load, log and disk."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress

from engines.contract.errors import StatementFailed
from engines.contract.session import LOGGED, STORED, Session
from workloads.change.load import Waits
from workloads.contract import Point, Series, Setting

_LOOK_SECONDS = 0.1


@contextmanager
def following(
    setting: Setting, waits: Mapping[Series, Waits], *, alone: bool
) -> Iterator[Callable[[int], None]]:
    """Follow what the body does, by a connection of its own where the engine lets others in and the
    change is not to be `alone`; gives what is to be called with the number of rows that are changed
    and committed."""
    follower = _Follower(setting, waits)
    follower.begin(alone=alone)
    try:
        yield follower.changed
    finally:
        follower.end()


class _Follower:
    def __init__(self, setting: Setting, waits: Mapping[Series, Waits]) -> None:
        self._setting, self._waits = setting, waits
        self._seen = dict.fromkeys(waits, 0)
        self._rows = list[Point]()
        self._sent = 0
        self._first: dict[Series, float] = {}
        self._ready, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def begin(self, *, alone: bool) -> None:
        session = self._setting.session
        session.commit()  # what it reads in a transaction would be all that it sees of the load
        self._sees = not alone and bool(session.followed())
        session.begin()
        self._thread.start()
        self._ready.wait()

    def changed(self, rows: int) -> None:
        self._rows.append(Point(Series.ROWS, time.perf_counter(), float(rows)))

    def end(self) -> None:
        self._over.set()
        self._thread.join()
        self._tell([])

    def _follow(self) -> None:
        """What cannot be seen is missing in the picture, and never ends a change."""
        try:
            with suppress(StatementFailed):
                self._look_while_it_lasts()
        finally:
            self._ready.set()

    def _look_while_it_lasts(self) -> None:
        with self._connection() if self._sees else nullcontext() as session:
            self._tell(self._read(session))
            self._ready.set()
            while not self._over.wait(_LOOK_SECONDS):
                self._tell(self._read(session))
            self._tell(self._read(session))

    def _connection(self) -> Session:
        """One that may see what the change's own may, which has no time to be asked."""
        assert self._setting.enter is not None
        session, main = self._setting.enter(), self._setting.session
        if main.administration is not main:
            session.administration = main.administration
        return session

    def _read(self, session: Session | None) -> list[Point]:
        if session is None:
            return []
        found, now = session.followed(), time.perf_counter()
        named = {Series.LOG: found.get(LOGGED), Series.DISK: found.get(STORED)}
        points = []
        for series, value in named.items():
            if value is not None:
                begun = self._first.setdefault(series, value)
                points.append(Point(series, now, max(0.0, value - begun)))
        return points

    def _tell(self, points: list[Point]) -> None:
        sent, self._sent = self._sent, len(self._rows)
        points += self._rows[sent : self._sent]
        for series, waits in self._waits.items():
            new = waits.answered[self._seen[series] :]
            self._seen[series] += len(new)
            points += [Point(series, *each) for each in new]
        if points:
            self._setting.followed(points)
