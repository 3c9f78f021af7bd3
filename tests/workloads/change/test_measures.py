"""What is measured while rows are encrypted, against the servers' own counters."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from app.campaign.machine.meter import Meter
from app.campaign.workers.worker import MeteredSpan
from engines.contract.data_place import DataPlace, PlaceName
from engines.contract.message import phrase
from engines.contract.session import LOGGED, STORED, Session
from engines.servers.server import Server
from engines.sql.statement import Unencrypted
from tests.workloads.change.test_switching import filled, lets_writers_wait, skip_unless_it_has
from workloads.change import workload
from workloads.change.column_conversion import ColumnMethod, Conversion
from workloads.change.concurrent_load import (
    AnsweredRequest,
    Latencies,
    RequestThread,
    concurrent_requests,
    percentile,
)
from workloads.change.disk import DiskSearch, ServerFiles
from workloads.change.measures import (
    CHANGE,
    READ_LONGEST,
    READ_P99,
    REQUESTS,
    TABLE,
    UPDATE_LONGEST,
    UPDATE_P99,
    Phase,
    load_measures,
)
from workloads.change.progress_follower import ProgressFollower
from workloads.change.table_choice import PERSON, PERSONS
from workloads.change.ways import COLUMN_WAYS, Way
from workloads.change.workload import SwitchOn
from workloads.contract import Clock, Series, SeriesPoint, Setting, UntimedClock

pytestmark = pytest.mark.in_every_run("postgresql", "mysql")


def test_that_a_request_belongs_to_the_phase_it_arrived_in() -> None:
    """One that arrived during the change and was answered long afterwards waited during it."""
    reads = Latencies(
        [AnsweredRequest(9.0, 0.5), AnsweredRequest(10.0, 0.001), AnsweredRequest(20.0, 7.0)]
    )
    updates = Latencies([AnsweredRequest(19.9, 30.0), AnsweredRequest(20.1, 0.002)])
    found = {measure.name: value for measure, value in load_measures(reads, updates, 10.0, 20.0)}
    assert [found[REQUESTS[each].name] for each in Phase] == [1, 2, 2]
    assert (found[READ_LONGEST.name], found[UPDATE_LONGEST.name]) == (1.0, 30_000.0)
    assert not {each.name for each in READ_P99.values()} & found.keys()


def test_that_few_requests_have_no_99th_percentile() -> None:
    assert percentile([*range(99)], 99) is None
    assert percentile([*range(100)], 99) == 98
    assert percentile([*range(1000)], 99) == 989


def test_that_a_log_that_begins_with_the_change_counts(tmp_path: Path) -> None:
    """DuckDB's is deleted by the checkpoint before the change."""
    places = [
        DataPlace(PlaceName.DATA, str(tmp_path), ("db",)),
        DataPlace(PlaceName.WRITE_AHEAD_LOG, str(tmp_path), ("db.wal*",)),
    ]
    (tmp_path / "db").write_bytes(bytes(8_192))
    files = ServerFiles(places)
    before = files.size()
    (tmp_path / "db.wal").write_bytes(bytes(40_960))
    (tmp_path / "another").write_bytes(bytes(4_096))
    assert (before, files.size()) == (8_192, 8_192 + 40_960)


class _SlowFiles(ServerFiles):
    """They grow at the end of a change, and the only reading within it takes longer than it."""

    def __init__(self) -> None:
        super().__init__(())
        self.read_within = threading.Event()
        self._readings = 0

    @property
    def has_files(self) -> bool:
        return True

    def size(self) -> int:
        self._readings += 1
        if self._readings == 2:  # the first is before the change
            self.read_within.set()
            time.sleep(0.3)
        return 9_000 if self._readings > 2 else 1_000


def test_that_disk_is_read_after_the_end_of_a_change_that_is_quickly_over() -> None:
    points: list[SeriesPoint] = []
    setting = SimpleNamespace(options=SimpleNamespace(size=9), report_points=points.extend)
    files = _SlowFiles()
    follower = ProgressFollower(cast("Setting", setting), {}, files, exclusive=True)
    with follower, follower.change():
        assert files.read_within.wait(60)
    assert follower.largest == {Series.DISK: 8_000.0}
    assert [each.value for each in points if each.series is Series.DISK] == [0.0, 8_000.0]


class _HoldsARow(ColumnMethod):
    title = phrase("holds a row")

    def carry_out(self, setting: Setting, clock: Clock, conversion: Conversion, batch: int) -> None:
        del clock, conversion, batch
        setting.session.fetch(f"update {PERSON} set visits = visits where id = 1")
        time.sleep(0.8)


def test_that_the_load_is_measured_before_and_after_as_well(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Updates wait while the row is held, and are of the phase that they arrived in."""
    if not lets_writers_wait(server):
        pytest.skip("one writer locks the whole file, or ends the other's transaction")
    monkeypatch.setattr(workload, "COLUMN_WAYS", {Way.UPDATE: _HoldsARow()})
    with filled(server, Unencrypted(), Way.UPDATE, rows=1) as setting:
        SwitchOn(Way.UPDATE, 150, 100, quiet_seconds=1.1).run(setting, UntimedClock())
        found = setting.measures
        for phase in (Phase.BEFORE, Phase.AFTER):
            assert found[REQUESTS[phase].name] >= 200
            assert UPDATE_P99[phase].name in found and READ_P99[phase].name in found
        assert found[REQUESTS[Phase.DURING].name] >= 150
        assert found[UPDATE_LONGEST.name] > 600


def _wal_bytes(session: Session) -> float:
    """What the checkpointer, vacuum and every session have written to the log."""
    session.fetch("select 1 from pg_stat_force_next_flush()")
    ((written,),) = session.fetch("select wal_bytes from pg_stat_wal")
    return float(str(written))


def _redo_bytes(session: Session) -> float:
    names = "'innodb_os_log_written', 'binlog_bytes_written'"
    rows = session.fetch(f"show global status where variable_name in ({names})")
    return sum(float(str(value)) for _, value in rows)


_COUNTERS = {"postgresql": _wal_bytes, "mysql": _redo_bytes, "mariadb": _redo_bytes}


def _span(server: Server, setting: Setting) -> MeteredSpan:
    meter = Meter(server.engine, server.endpoint, "")
    meter.read_before()
    return MeteredSpan(meter, setting.session.counted)


@pytest.mark.parametrize("way", COLUMN_WAYS)
def test_that_figures_are_those_of_the_servers_own_counters(server: Server, way: Way) -> None:
    """Seconds by a clock around it, bytes of logs by the server's counter, and sizes of files."""
    skip_unless_it_has(server, way)
    count = _COUNTERS.get(server.spec.engine)
    if count is None:
        pytest.skip("it has no counter of its own to compare with")
    with filled(server, Unencrypted(), way, rows=2_000) as setting:
        span = _span(server, setting)
        change = SwitchOn(way, 150, 0, disk=DiskSearch())
        began = time.perf_counter()
        reported = _run_between(setting, span, count, change)
        took = time.perf_counter() - began
        assert span.counted[LOGGED] == pytest.approx(reported, rel=0.03)
        assert reported > 2_000 * 60
        assert 0 < setting.measures[CHANGE.name] <= span.seconds < took
        assert span.seconds - setting.measures[CHANGE.name] < 0.5
        assert _files(server, setting.session) == _bytes_by_server(setting)


def _run_between(
    setting: Setting, span: MeteredSpan, count: Callable[[Session], float], change: SwitchOn
) -> float:
    """What a counter has grown by while a change was carried out."""
    assert setting.open_session is not None
    with setting.open_session() as other:
        setting.session.commit()
        count(setting.session)  # which tells what it has written before now
        counted: list[float] = []

        @contextmanager
        def metered() -> Iterator[None]:
            counted.append(count(other))
            with span.measured_part():
                yield
            counted.append(count(other))

        change.run(replace(setting, count_resources=metered), UntimedClock())
    before, after = counted
    return after - before


def _files(server: Server, session: Session) -> int:
    """What the file system has: on PostgreSQL of the table, with what of it lies beside and that
    one's index, else of the database."""
    if server.spec.engine == "postgresql":
        paths = session.fetch(
            "select current_setting('data_directory') || '/' || pg_relation_filepath(each.oid) "
            f"from pg_class person, pg_class each where person.oid = '{PERSON}'::regclass "
            "and each.oid in (select person.oid union select person.reltoastrelid union "
            "select indexrelid from pg_index where indrelid = person.reltoastrelid)"
        )
        mains = [Path(str(path)) for (path,) in paths]
        files = [file for main in mains for file in main.parent.glob(f"{main.name}*")]
    else:
        ((folder, database),) = session.fetch("select @@datadir, database()")
        files = [*Path(str(folder), str(database)).glob("*.ibd")]
    return sum(each.stat().st_size for each in files)


def _bytes_by_server(setting: Setting) -> int:
    if setting.session.engine == "postgresql":
        return int(setting.measures[TABLE.name])
    return int(setting.session.counted().status[STORED])


def test_that_the_log_is_of_the_change_alone(server: Server) -> None:
    """The updates before and after it are not in it."""
    if server.spec.engine not in _COUNTERS:
        pytest.skip("it counts no log, or lets nobody else in")
    with filled(server, Unencrypted(), Way.UPDATE, rows=200) as setting:
        span = _span(server, setting)
        assert setting.open_session is not None
        with setting.open_session() as other:
            before = _COUNTERS[server.spec.engine](other)
            change = SwitchOn(Way.UPDATE, 150, 400, quiet_seconds=1.5)
            change.run(replace(setting, count_resources=span.measured_part), UntimedClock())
            everything = _COUNTERS[server.spec.engine](other) - before
        assert 0 < span.counted[LOGGED] < everything / 2


def test_that_a_load_ends_which_the_server_cannot_keep_up_with(server: Server) -> None:
    """What arrived by then is sent, however long it takes, and nothing that arrives later."""
    if server.engine.driver.connects_once:
        pytest.skip("it lets nobody else in")
    with filled(server, Unencrypted(), Way.UPDATE, rows=1) as setting:
        assert setting.open_session is not None
        reads = RequestThread(setting.open_session, Unencrypted(), PERSONS.read_one, 20_000)
        with concurrent_requests((reads,), 1):
            time.sleep(0.001)
        assert 0 < len(reads.latencies.answered) < 100_000
