"""A light load on a table before, during and after the change of its encryption:
reads and updates by key.

Each kind of request has a thread and a connection of its own. Arrivals are evenly spaced whatever
the server does, and latency counts from the scheduled arrival, so time spent behind a lock is
included (open-loop load; no coordinated omission).
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import ceil, inf
from typing import NamedTuple

from engines.contract.errors import StatementFailed
from engines.contract.session import Session
from engines.sql.statement import Encryptor, Statement


class AnsweredRequest(NamedTuple):
    """A request: its scheduled arrival (seconds of `time.perf_counter`), and its latency."""

    arrived: float
    seconds: float


@dataclass
class Latencies:
    """Latencies of one kind of request, in order of arrival; failed requests are only counted."""

    answered: list[AnsweredRequest] = field(default_factory=list)
    failed: int = 0

    def between(self, begin: float, end: float) -> Sequence[float]:
        """Latencies, in seconds, of requests that arrived from `begin` to before `end`."""
        return [each.seconds for each in self.answered if begin <= each.arrived < end]


def percentile(seconds: Sequence[float], percent: int) -> float | None:
    """By nearest rank; None of so few values that it would be the largest."""
    rank = ceil(percent * len(seconds) / 100)
    return sorted(seconds)[rank - 1] if rank < len(seconds) else None


class RequestThread:
    """Sends requests of one kind, `rate` a second, for rows with ids from 1 to `rows`, until
    `end`."""

    def __init__(
        self,
        connect: Callable[[], Session],
        encryptor: Encryptor,
        statement: Statement,
        rate: float,
    ) -> None:
        self._connect, self._encryptor, self._statement, self._rate = (
            connect,
            encryptor,
            statement,
            rate,
        )
        self.latencies = Latencies()
        self._ready, self._over = threading.Event(), threading.Event()
        self._until = inf
        self._broken: BaseException | None = None
        self._thread: threading.Thread | None = None

    def begin(self, rows: int) -> None:
        """Start the thread; returns once it is connected and prepared.

        Raises: whatever prevented that
        """
        self._thread = threading.Thread(target=self._serve, args=(rows,), daemon=True)
        self._thread.start()
        self._ready.wait()
        self.check()

    def end(self) -> None:
        """Send the requests that have arrived by now, and no more."""
        self._until = time.perf_counter()
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def check(self) -> None:
        """Raises: the error that ended the thread early, if any, so that no latency is missing
        unseen"""
        if self._broken is not None:
            raise self._broken

    def _serve(self, rows: int) -> None:
        try:
            with self._connect() as session:
                self._ask(session, rows)
        except BaseException as error:  # noqa: BLE001 raised by `check`
            self._broken = error
        finally:
            self._ready.set()

    def _ask(self, session: Session, rows: int) -> None:
        draw = random.Random(2_147_483_647).randint
        session.begin()
        prepared = session.prepare(self._statement, self._encryptor)
        prepared.execute(0)  # warm-up: no row has id 0
        session.commit()
        self._ready.set()
        began, number = time.perf_counter(), 0
        while True:
            arrives = began + number / self._rate
            self._over.wait(max(0.0, arrives - time.perf_counter()))
            if arrives >= self._until:
                break
            try:
                session.begin()
                prepared.execute(draw(1, rows))
                session.commit()
                latency = time.perf_counter() - arrives
                self.latencies.answered.append(AnsweredRequest(arrives, latency))
            except StatementFailed:
                self.latencies.failed += 1
                with suppress(StatementFailed):
                    session.rollback()
            number += 1
        with suppress(StatementFailed):
            prepared.close()


@contextmanager
def concurrent_requests(threads: Sequence[RequestThread], rows: int) -> Iterator[None]:
    started: list[RequestThread] = []
    try:
        for each in threads:
            started.append(each)
            each.begin(rows)
        yield
    finally:
        for each in started:
            each.end()
    for each in started:
        each.check()
