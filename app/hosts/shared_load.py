"""Coordinates hosts that send one load together: common start, exchange of counts, end for all.
Each calls functions of the shared store, since hosts have no connections to each other."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from statistics import median
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Engine, Row, text
from sqlalchemy.exc import DBAPIError

from app.campaign.load.other_hosts import (
    COMPLETE,
    ExchangeRequest,
    HostLoad,
    LoadReport,
    Start,
    from_json,
    merge_reports,
    to_json,
)
from app.hosts.batch_coordination import PATIENCE_SECONDS, LostHostDetector
from app.hosts.membership import CLOCK
from app.hosts.messages import LOST_SECONDS
from app.hosts.store_login import StoreLogin, StoreNotPermitted, readable_login_errors
from app.results.database.store_connection import make_engine
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase

ROUND_TRIPS = 20
"""Offset errors at 20 ± 5 ms each way were 0.6 ms in the median, 2.4 ms at most."""


def clock_offset(
    ask: Callable[[], float], own: Callable[[], float] = time.time
) -> tuple[float, float]:
    """By how much the database's clock is ahead of this machine's, and the round trip to it, in
    seconds, each the median of twenty. `ask` reads the other clock, `own` this machine's.

    A median, since one retransmission ruins a mean (27 ms), and the smallest of all is no better.
    """
    found = [_trip(ask, own) for _ in range(ROUND_TRIPS)]
    return median(each[0] for each in found), median(each[1] for each in found)


def _trip(ask: Callable[[], float], own: Callable[[], float]) -> tuple[float, float]:
    sent_at, before = own(), time.perf_counter()
    answered_at = ask()
    trip = time.perf_counter() - before
    return answered_at - (sent_at + trip / 2), trip


START_NOTICE_SECONDS = 0.6
"""From the instant when the last host is ready to the common start."""
_POLL_SECONDS = 0.05
"""How often a waiting host polls: it learns of a start 0.6 s ahead in time."""
_CHECK_HOSTS_SECONDS = 1.0

log = logging.getLogger(__name__)


class EndReason(StrEnum):
    """Why a repetition ended on all hosts: a host was lost, its run failed, it had ended its share,
    or it is at a later repetition already."""

    LOST = "lost"
    FAILED = "failed"
    ENDED = "ended"
    PASSED = "passed"


@dataclass
class SharedLoad:
    """The load of several hosts as one of them sees it (an `OtherHosts`). `token` is its share,
    `position` (index from 0, number of hosts). Pickles, to reach the process of the campaign."""

    login: StoreLogin = field(repr=False)
    token: UUID
    position: tuple[int, int]

    def __getstate__(self) -> tuple[object, ...]:
        return self.login, self.token, self.position

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.login, self.token, self.position = state

    def close(self) -> None:
        self._engine.dispose()

    def start(self, run: str, load: int, over: Callable[[], bool], step: int = 0) -> Start:
        offset, trip = self._retried(self._perf_counter_offset, over)
        values = {"run": run, "load": load, "step": step, "notice": START_NOTICE_SECONDS}
        attempt = self._retried(lambda: self._call(_READY, **values), over)
        assert isinstance(attempt, int)
        self._attempts[run] = attempt

        def start_at() -> float | None:
            found = self._status(run, load)
            return None if found is None else found.start_at

        agreed = self._poll(run, start_at, over)
        return Start(round((agreed - offset) * 1e9), agreed, trip)

    def exchange(
        self, run: str, request: ExchangeRequest, over: Callable[[], bool]
    ) -> Sequence[HostLoad]:
        offset, _ = self._retried(self._perf_counter_offset, over)
        key = {"run": run, "try": self._attempts[run], "load": request.load, "side": request.side}
        since, report = request.began / 1e9 + offset, json.dumps(to_json(request.reported))
        self._retried(lambda: self._call(_TELL, **key, since=since, reported=report), over)

        def all_of_them() -> list[Row[Any]] | None:
            with self._connection() as connection:
                rows = list(connection.execute(text(_REPORTED), {"token": self.token, **key}))
            if len(rows) == self.position[1]:
                return rows
            self._status(run, request.load)
            return None

        found = self._poll(run, all_of_them, over)
        return [
            HostLoad(row.host, _parsed_report(row, request.reported), row.began) for row in found
        ]

    def fault(self, run: str) -> CipherbenchError | None:
        if run not in self._attempts:
            return None
        try:
            self._status(run, 0)
            self._check_other_hosts(run)
        except StoreNotPermitted as error:
            return error
        except InputError:
            raise
        except CipherbenchError as error:
            return error
        return None

    def give_up(self, run: str) -> None:
        def break_off() -> bool:
            self._call(_BREAK, run=run, by=self.login.url.username, why=EndReason.FAILED)
            return True

        try:
            self._retried(break_off, lambda: False)
        except (CipherbenchError, DBAPIError):
            log.info("others were not told of a run that failed", exc_info=True)

    def _status(self, run: str, load: int) -> Row[Any] | None:
        """The state of a run's load.

        Raises: CipherbenchError if it has ended for all hosts
        """
        with self._connection() as connection:
            values = {"token": self.token, "run": run, "try": self._attempts[run], "load": load}
            found = connection.execute(text(_STATUS), values).one_or_none()
        if found is not None and found.why is not None:
            raise _ended(found.broken_by, EndReason(found.why))
        return found

    def _check_other_hosts(self, run: str) -> None:
        """End a run for all hosts if one is lost, or has ended its share. Uses the database's clock
        at the reading: the store may have stalled before it answered."""
        with self._guard, self._connection() as connection:  # the detector needs instants in order
            rows = connection.execute(text(_OTHERS), {"token": self.token}).all()
            if not rows or not self._detector.has_watched_long_enough(rows[0].at):
                return
            for row in rows:
                why = EndReason.ENDED if row.ended else EndReason.LOST
                if row.ended or row.silent > LOST_SECONDS:
                    values = {"token": self.token, "run": run, "by": row.host, "why": why}
                    connection.execute(text(_BREAK), values)

    def _poll[Found](
        self, run: str, look: Callable[[], Found | None], over: Callable[[], bool]
    ) -> Found:
        """Poll `look` until it finds something, and check the other hosts meanwhile.

        Raises: CipherbenchError if the run has ended for all hosts
        """
        checked_at = 0.0
        while True:
            found = self._retried(look, over)
            if found is not None:
                return found
            if (now := time.monotonic()) - checked_at > _CHECK_HOSTS_SECONDS:
                checked_at = now

                def check() -> None:
                    self._check_other_hosts(run)

                self._retried(check, over)
            time.sleep(_POLL_SECONDS)

    def _retried[Found](self, ask: Callable[[], Found], over: Callable[[], bool]) -> Found:
        """The store's answer, retried while it does not answer.

        Raises: CipherbenchError if the store stays away, or the run is over here
        """
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            if over():
                raise CipherbenchError(*_OVER)
            try:
                return ask()
            except StoreNotPermitted:
                raise
            except InputError:
                if time.monotonic() > until:
                    raise
                time.sleep(_CHECK_HOSTS_SECONDS)

    def _call(self, query: str, **values: object) -> Any:
        with self._connection() as connection:
            return connection.scalar(text(query), {"token": self.token, **values})

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        with readable_login_errors(self.login), self._engine.connect() as connection:
            yield connection

    def _perf_counter_offset(self) -> tuple[float, float]:
        """By how much the database's clock is ahead of `perf_counter`, and the round trip to it."""
        with self._connection() as connection:

            def ask() -> float:
                return float(connection.exec_driver_sql(CLOCK).scalar_one())

            ask()  # which opens the connection: the first trip would take several
            return clock_offset(ask, time.perf_counter)

    @cached_property
    def _engine(self) -> Engine:
        return make_engine(self.login.url, write=True).execution_options(
            isolation_level="AUTOCOMMIT"
        )

    @cached_property
    def _attempts(self) -> dict[str, int]:
        """The attempt of each run that this host takes part in, by run."""
        return {}

    @cached_property
    def _detector(self) -> LostHostDetector:
        return LostHostDetector()

    @cached_property
    def _guard(self) -> threading.Lock:
        return threading.Lock()


_READY = "SELECT hosts.ready(:token, :run, :load, :step, :notice)"
_STATUS = "SELECT * FROM hosts.status(:token, :run, :try, :load)"
_OTHERS = (
    "WITH others AS MATERIALIZED (SELECT * FROM hosts.others(:token)), "
    "now AS MATERIALIZED (SELECT extract(epoch FROM pg_catalog.clock_timestamp())"
    "::double precision AS at FROM (SELECT count(*) FROM others) seen) "
    "SELECT others.*, now.at FROM others, now"
)
"""The clock is read after all rows of other hosts."""
_BREAK = "SELECT hosts.break_off(:token, :run, :by, :why)"
_TELL = "SELECT hosts.tell(:token, :run, :try, :load, :side, :since, CAST(:reported AS jsonb))"
_REPORTED = "SELECT * FROM hosts.reported(:token, :run, :try, :load, :side)"


def _parsed_report(row: Row[Any], own: LoadReport) -> LoadReport:
    try:
        found = from_json(row.reported)
        merge_reports([own, found])
        return found
    except ValueError as error:
        raise CipherbenchError(
            phrase("Load not understood"),
            phrase("{host} told counts that cannot be read: this repetition does not count."),
            phrase("Use the same version of Cipherbench on all hosts."),
            host=row.host,
        ) from error


def _ended(host: str, why: EndReason) -> CipherbenchError:
    message = {
        EndReason.LOST: phrase("{host} was lost: this repetition ended on all hosts."),
        EndReason.FAILED: phrase("The run failed on {host}: this repetition ended on all hosts."),
        EndReason.ENDED: phrase("{host} stopped before: this repetition ended on all hosts."),
        EndReason.PASSED: phrase(
            "{host} is at a later repetition already: this repetition ended on all hosts."
        ),
    }
    return CipherbenchError(phrase("Repetition ended"), message[why], COMPLETE, host=host)


_OVER = (phrase("Repetition ended"), phrase("It ended on this host."))
