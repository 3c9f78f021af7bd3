"""Coordinates the hosts that send one load together: each asks for the others by functions of the
store, since hosts have no connections to each other."""

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

from app.campaign.load.load_report import LoadReport, from_json, to_json, together
from app.campaign.load.other_hosts import COMPLETE, ExchangeRequest, HostLoad, Start
from app.hosts.batch_coordination import PATIENCE_SECONDS, LostHostDetector
from app.hosts.messages import LOST_SECONDS
from app.hosts.store_login import StoreLogin, StoreNotPermitted, answering
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


NOTICE_SECONDS = 0.6
"""From the moment at which the last host is ready to the start of all."""
_LOOK_SECONDS = 0.05
"""How often a host looks for what it waits for: a start that is 0.6 s ahead is heard in time."""
_JUDGE_SECONDS = 1.0

log = logging.getLogger(__name__)


class Broken(StrEnum):
    """Why a repetition was over for all: a host was lost, its run did not go well, it had ended
    its share, or it waits for a later repetition."""

    LOST = "lost"
    FAILED = "failed"
    ENDED = "ended"
    PASSED = "passed"


@dataclass
class LoadParty:
    """The share with this `token`, the how manieth (from 0) of how many; pickles, so that it
    reaches the program that performs it."""

    login: StoreLogin = field(repr=False)
    token: UUID
    place: tuple[int, int]

    def __getstate__(self) -> tuple[object, ...]:
        return self.login, self.token, self.place

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.login, self.token, self.place = state

    def close(self) -> None:
        self._engine.dispose()

    def start(self, run: str, load: int, over: Callable[[], bool], step: int = 0) -> Start:
        offset, trip = self._patiently(self._own_offset, over)
        values = {"run": run, "load": load, "step": step, "notice": NOTICE_SECONDS}
        attempt = self._patiently(lambda: self._call(_READY, **values), over)
        assert isinstance(attempt, int)
        self._attempts[run] = attempt

        def start_at() -> float | None:
            found = self._status(run, load)
            return None if found is None else found.start_at

        agreed = self._awaited(run, start_at, over)
        return Start(round((agreed - offset) * 1e9), agreed, trip)

    def exchange(
        self, run: str, wanted: ExchangeRequest, over: Callable[[], bool]
    ) -> Sequence[HostLoad]:
        offset, _ = self._patiently(self._own_offset, over)
        key = {"run": run, "try": self._attempts[run], "load": wanted.load, "side": wanted.side}
        since, report = wanted.began / 1e9 + offset, json.dumps(to_json(wanted.reported))
        self._patiently(lambda: self._call(_TELL, **key, since=since, reported=report), over)

        def all_of_them() -> list[Row[Any]] | None:
            with self._asking() as connection:
                rows = list(connection.execute(text(_REPORTED), {"token": self.token, **key}))
            if len(rows) == self.place[1]:
                return rows
            self._status(run, wanted.load)
            return None

        found = self._awaited(run, all_of_them, over)
        return [HostLoad(row.host, _understood(row, wanted.reported), row.began) for row in found]

    def fault(self, run: str) -> CipherbenchError | None:
        if run not in self._attempts:
            return None
        try:
            self._status(run, 0)
            self._judge_others(run)
        except StoreNotPermitted as error:
            return error
        except InputError:
            raise
        except CipherbenchError as error:
            return error
        return None

    def give_up(self, run: str) -> None:
        def break_off() -> bool:
            self._call(_BREAK, run=run, by=self.login.url.username, why=Broken.FAILED)
            return True

        try:
            self._patiently(break_off, lambda: False)
        except (CipherbenchError, DBAPIError):
            log.info("others were not told of a run that failed", exc_info=True)

    def _status(self, run: str, load: int) -> Row[Any] | None:
        """How a run stands now.

        Raises: CipherbenchError where it is over for all
        """
        with self._asking() as connection:
            values = {"token": self.token, "run": run, "try": self._attempts[run], "load": load}
            found = connection.execute(text(_STATUS), values).one_or_none()
        if found is not None and found.why is not None:
            raise _ended(found.broken_by, Broken(found.why))
        return found

    def _judge_others(self, run: str) -> None:
        """End a run for all where a host is lost, or does nothing more; by what was seen of them,
        and when: the store may have stood still before it answered."""
        with self._guard, self._asking() as connection:  # the judge is told instants in their order
            rows = connection.execute(text(_OTHERS), {"token": self.token}).all()
            if not rows or not self._judge.has_watched_long_enough(rows[0].at):
                return
            for row in rows:
                why = Broken.ENDED if row.ended else Broken.LOST
                if row.ended or row.silent > LOST_SECONDS:
                    values = {"token": self.token, "run": run, "by": row.host, "why": why}
                    connection.execute(text(_BREAK), values)

    def _awaited[Found](
        self, run: str, look: Callable[[], Found | None], over: Callable[[], bool]
    ) -> Found:
        """What `look` finds in the end, others being judged meanwhile.

        Raises: CipherbenchError where the run is over for all
        """
        judged = 0.0
        while True:
            found = self._patiently(look, over)
            if found is not None:
                return found
            if (now := time.monotonic()) - judged > _JUDGE_SECONDS:
                judged = now

                def judge() -> None:
                    self._judge_others(run)

                self._patiently(judge, over)
            time.sleep(_LOOK_SECONDS)

    def _patiently[Found](self, ask: Callable[[], Found], over: Callable[[], bool]) -> Found:
        """What the store answers; one that does not is asked again.

        Raises: CipherbenchError where it stays away, or the run is over here
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
                time.sleep(_JUDGE_SECONDS)

    def _call(self, query: str, **values: object) -> Any:
        with self._asking() as connection:
            return connection.scalar(text(query), {"token": self.token, **values})

    @contextmanager
    def _asking(self) -> Iterator[Connection]:
        with answering(self.login), self._engine.connect() as connection:
            yield connection

    def _own_offset(self) -> tuple[float, float]:
        """By how much the database's clock is ahead of `perf_counter`, and the round trip to it."""
        with self._asking() as connection:

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
        """Which attempt of each run this host takes part in."""
        return {}

    @cached_property
    def _judge(self) -> LostHostDetector:
        return LostHostDetector()

    @cached_property
    def _guard(self) -> threading.Lock:
        return threading.Lock()


CLOCK = "SELECT extract(epoch FROM pg_catalog.clock_timestamp())::double precision"
_READY = "SELECT hosts.ready(:token, :run, :load, :step, :notice)"
_STATUS = "SELECT * FROM hosts.status(:token, :run, :try, :load)"
_OTHERS = (
    "WITH others AS MATERIALIZED (SELECT * FROM hosts.others(:token)), "
    "now AS MATERIALIZED (SELECT extract(epoch FROM pg_catalog.clock_timestamp())"
    "::double precision AS at FROM (SELECT count(*) FROM others) seen) "
    "SELECT others.*, now.at FROM others, now"
)
"""The clock is read once all of them were seen."""
_BREAK = "SELECT hosts.break_off(:token, :run, :by, :why)"
_TELL = "SELECT hosts.tell(:token, :run, :try, :load, :side, :since, CAST(:reported AS jsonb))"
_REPORTED = "SELECT * FROM hosts.reported(:token, :run, :try, :load, :side)"


def _understood(row: Row[Any], own: LoadReport) -> LoadReport:
    try:
        found = from_json(row.reported)
        together([own, found])
        return found
    except ValueError as error:
        raise CipherbenchError(
            phrase("Load not understood"),
            phrase("{host} told counts that cannot be read: this repetition does not count."),
            phrase("Use the same version of Cipherbench on all hosts."),
            host=row.host,
        ) from error


def _ended(host: str, why: Broken) -> CipherbenchError:
    message = {
        Broken.LOST: phrase("{host} was lost: this repetition ended on all hosts."),
        Broken.FAILED: phrase("The run failed on {host}: this repetition ended on all hosts."),
        Broken.ENDED: phrase("{host} stopped before: this repetition ended on all hosts."),
        Broken.PASSED: phrase(
            "{host} is at a later repetition already: this repetition ended on all hosts."
        ),
    }
    return CipherbenchError(phrase("Repetition ended"), message[why], COMPLETE, host=host)


_OVER = (phrase("Repetition ended"), phrase("It ended on this host."))
