"""Prepares a run up to its clock: creates its database with schema and rows, starts its API if it
has one, and warms up."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from app.campaign.load.lanes import LaneGroup
from app.campaign.machine.meter import Meter
from app.campaign.machine.server_cpu import CpuReader, server_cpu
from app.campaign.turns.timed_loop import TimedClock
from app.campaign.turns.turn_recorder import TurnRecorder
from app.campaign.workers.worker_messages import ApiStarted, ChangeProgress, RunOrder
from app.processes.deadlines import WorkerStep
from app.processes.live_counters import LiveCounters
from app.processes.own_database import DatabaseWork, answer
from app.results.change_progress import pack_points
from app.results.events import Activity, Event, Noted, RunFinished
from app.system.wall_time import wall_time
from engines.contract.errors import CipherbenchError
from engines.contract.message import Number, phrase, plural
from engines.contract.session import Session, key_calls_of, without_key_delay
from engines.servers.backed_up_server import backed_up
from workloads.app_server import AppServer, RunDatabase
from workloads.contract import Operation, Part, SeriesPoint, Setting

_WARMUP_RECORDS = 20
_ROWS_PER_CLOCK_READ, _REPORT_SECONDS = 64, 0.25
"""The clock is read once in so many rows, and progress reported at most once in so many seconds."""


class PreparedRun(DatabaseWork[RunFinished]):
    """One run in its worker; subclasses time it, in `_work`."""

    making = WorkerStep(phrase("creating its database"), administrative=True, marks=True)
    dropping = WorkerStep(phrase("dropping its database"), administrative=True)

    def __init__(
        self,
        order: RunOrder,
        events: Connection,
        counters: LiveCounters,
        lane_group: LaneGroup | None,
    ) -> None:
        self._turns: TurnRecorder | None = None
        if order.side is not None:
            order.side.wait()
            self._turns = TurnRecorder(order.side)
        super().__init__(order, events, changes=True)
        self._order = order
        self._lane_group = lane_group
        self._clock = TimedClock(counters, self._turns, native=order.native)
        self._meter = Meter(self._engine, self._endpoint, self._database)
        self._arrangement = self._workload.arrangement(order.options)
        self._stage: AppServer | None = None
        self._loading: float | None = None
        self._indexing: float | None = None
        self._digest: str | None = None
        self._loading_keys: Mapping[str, float] | None = None
        self._index_key = os.urandom(32) if order.reused is None else order.reused.index_key
        self._records = self._workload.records(order.options)
        self._parts = self._workload.parts(order.options)
        self._loads = 0
        """Number of loads that have begun together with other hosts."""
        self._clock_offset = _clock_offset()

    def _make_schema(self) -> None:
        schema = self._workload.schema(self._order.options, self._encryptor)
        with self._enter() as session:
            self._engine.driver.create_schema(
                session,
                schema,
                self._encryptor,
                lambda: self._begin(phrase("creating tables"), administrative=True),
            )

    def _fill(self) -> None:
        """Fill the tables and finish the schema, before anything is timed."""
        filling = self._workload.untimed_fill(self._order.options)
        if filling is None:
            return
        self._begin(phrase("filling tables"))
        loading = _Loading(filling.statements(len(self._records)), self._send)
        self._digest = self._workload.digest(self._order.options) or None
        begun = time.perf_counter()
        if (asked := key_calls_of(self._encryptor)) is not None:
            asked.clear()
        with self._enter() as session, without_key_delay(self._encryptor):
            session.begin()
            setting = self._setting(session, self._records)
            filling.run(replace(setting, count_rows=loading.counted), self._clock)
            session.commit()
        filled = time.perf_counter()
        if asked is not None:
            self._loading_keys = {"statements": float(loading.total), **asked.measures()}
        self._finish_schema()
        self._loading, self._indexing = filled - begun, time.perf_counter() - filled
        if self._reused is not None:
            self._send(_loaded(self._order, self._loading, self._indexing))

    def _finish_schema(self) -> None:
        self._send(Activity(phrase("creating indexes")))
        schema = self._workload.schema(self._order.options, self._encryptor)
        with self._enter() as session:
            self._engine.driver.finish_schema(
                session,
                schema,
                self._encryptor,
                lambda: self._begin(phrase("creating indexes"), administrative=True),
            )

    def _check_reused(self) -> None:
        """Check that a database of an earlier run still holds what it was filled with."""
        self._begin(phrase("checking the database of an earlier run"))
        with self._enter() as session, without_key_delay(self._encryptor):
            self._workload.check_reused(self._setting(session, self._records))

    @contextmanager
    def _staged(self) -> Iterator[None]:
        """What stands before the database, if anything does, stands as long as this lasts."""
        stage = self._stage = self._workload.start_app_server(self._order.options, self._place)
        if stage is None:
            yield
            return
        self._events.send(ApiStarted(stage.pid))
        self._meter.watch_api(stage.pid)
        try:
            yield
        except CipherbenchError as error:
            raise stage.explain_failure(error) from error
        finally:
            stage.close()

    def _warm_up(self) -> None:
        """Every operation on a few records, so that caches are warm and plugins loaded."""
        self._begin(phrase("warming up"))
        few = self._records[:_WARMUP_RECORDS]
        timed = [
            (number, each)
            for number, each in enumerate(self._parts)
            if isinstance(each, Operation) and each.warms_up and not self._refuses(each)
        ]
        if self._turns is not None:
            for number, each in enumerate(self._parts):
                if self._refuses(each):
                    self._turns.side.skip(number)
        if not timed:
            return
        with self._enter() as session:
            spent = self._spent_by(session)
            for number, operation in timed:
                session.begin()
                self._clock.start(operation.statements(len(few)))
                before = spent()
                operation.run(self._setting(session, few), self._clock)
                self._report_time(number, before, spent())
                if operation.is_rolled_back:
                    session.rollback()
                else:
                    session.commit()

    def _spent_by(self, session: Session) -> CpuReader:
        """What server and worker spend on a session, where turns are to be taken."""
        if self._turns is None:
            return lambda: None
        server = server_cpu(self._endpoint, session.thread)

        def spent() -> int | None:
            there = server()
            return None if there is None else there + time.process_time_ns()

        return spent

    def _report_time(self, number: int, before: int | None, after: int | None) -> None:
        """Report how long a statement takes, by which the length of turns is chosen: in CPU time
        where that can be read, since something else may keep the core busy."""
        statements = self._clock.statements
        if self._turns is None or not statements:
            return
        nanoseconds = self._clock.busy_seconds * 1e9
        if before is not None and after is not None and after > before:
            nanoseconds = min(nanoseconds, after - before)
        self._turns.side.report_time(number, round(nanoseconds / statements))

    def _refuses(self, part: Part) -> bool:
        return self._order.refused.issuperset(part.operations)

    def _wait_for_others(self) -> None:
        """Until all sides of a lockstep are done with what this one is done with."""
        if self._turns is not None:
            self._begin(phrase("waiting for its turn"))
            self._turns.side.rest()

    def clear_away(self) -> None:
        if self._order.side is not None:
            self._order.side.take_up()
        super().clear_away()

    @property
    def _place(self) -> RunDatabase:
        return RunDatabase(
            endpoint=self._login,
            database=self._database,
            protection=self._protection,
            keying=self._keying,
            cores=self._order.server_cores,
        )

    def _setting(self, session: object, records: object) -> Setting:
        return Setting(
            session,  # type: ignore[arg-type]
            self._encryptor,
            records,  # type: ignore[arg-type]
            self._order.options,
            self._index_key,
            self._enter,
            former_encryptor=self._old_key_encryptor,
            report_points=self._follow,
            storage=self._storage,
            open_admin_session=None if self._engine.driver.connects_once else self._administer,
            backups=backed_up(self._engine, lambda: self._endpoint, self._database),
            data_places=lambda: self._engine.catalogue.data_places(self._endpoint, self._database),
        )

    def _administer(self) -> Session:
        return self._engine.driver.connect(self._endpoint, self._database)

    def _follow(self, points: Sequence[SeriesPoint]) -> None:
        """Send points of a change with wall-clock times, as samples have."""
        moved = (each._replace(at=each.at + self._clock_offset) for each in points)
        self._events.send(ChangeProgress(pack_points(moved)))

    def _send(self, event: Event) -> None:
        self._events.send(event)


def _clock_offset() -> float:
    """By how many seconds the wall clock is ahead of `time.perf_counter`. Read anew for each batch
    of points, it would be less where the process has to wait between the two, and a batch would
    begin before the end of the last."""
    return max(wall_time() - time.perf_counter() for _ in range(_CLOCK_READINGS))


_CLOCK_READINGS = 5


class _Loading:
    """Reports how many of `total` rows have been loaded, a few times a second."""

    def __init__(self, total: int, send: Callable[[Event], None]) -> None:
        self.total, self._send = total, send
        self._doing = plural("loading {n} rows", "loading {n} row", total)
        self._done = 0
        self._sent_at = 0.0
        self._tell()

    def counted[T](self, rows: Iterable[T]) -> Iterator[T]:
        for number, row in enumerate(rows, self._done + 1):
            self._done = number
            if (
                not number % _ROWS_PER_CLOCK_READ
                and time.monotonic() - self._sent_at > _REPORT_SECONDS
            ):
                self._tell()
            yield row

    def _tell(self) -> None:
        self._sent_at = time.monotonic()
        self._send(Activity(self._doing, min(self._done, self.total), self.total))


def await_answer() -> Any:
    """The supervision's answer. Raises: CipherbenchError where that is the answer"""
    answered = answer()
    if isinstance(answered, CipherbenchError):
        raise answered
    return answered


def _loaded(order: RunOrder, filling: float, finishing: float) -> Noted:
    message = plural(
        "Loading {n} rows took {seconds} s; indexing and ANALYZE took {more} s",
        "Loading {n} row took {seconds} s; indexing and ANALYZE took {more} s",
        order.options.size,
        seconds=Number(filling, 1),
        more=Number(finishing, 1),
    )
    return Noted(message, "info", wall_time(), order.run_id)
