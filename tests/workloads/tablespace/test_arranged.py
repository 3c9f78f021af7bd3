"""Runs on real servers that were arranged for them: what was had is told by the engine itself."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from app.campaign.servers.server_pool import LastArrangements
from app.campaign.workers.worker import wait_until_idle
from app.plan.campaign import Campaign, PlannedProtection
from app.plan.plan_file import read_plan
from app.plan.status import Status
from app.results.events import (
    EvidenceGathered,
    Noted,
    OperationFinished,
    OperationStarted,
    RunFinished,
    RunStarted,
)
from engines.contract.data_place import PlaceName
from engines.contract.endpoint import Source
from engines.contract.launch import AS_IT_IS, Arrangement, Logs
from engines.contract.protection import PLAINTEXT, Keying, Protection, ProtectionKind
from engines.contract.session import EXECUTED, PARSED, PLANNED
from engines.mariadb.tablespace import table_options
from engines.opening import open_server
from engines.registry import engine_names
from engines.servers.server import Server, ServerSpec
from engines.sql.statement import Unencrypted
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.conftest import Servers
from tests.engines.offers import place_on
from tests.requirements import spec_of
from workloads.contract import Options, Setting, UntimedClock, VerificationFailed
from workloads.tablespace.operations import DERIVED, Aggregate, Create, Fill, Update
from workloads.tablespace.workload import CacheState, Flush, Tablespace, TablespaceParameters

MARKER = "MARKERTHATMUSTNOTBESEEN"
MEBIBYTE = 1 << 20


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(str(tmp_path / "store.sqlite"))


@pytest.fixture
def disk() -> Iterator[str]:
    """A folder that is not in memory, as those of other tests are."""
    with TemporaryDirectory(dir="/var/tmp") as folder:
        Path(folder).chmod(0o711)
        yield folder


def planned(engine: str, folder: str | None = None, rows: int = 10_000, **asked: Any) -> Campaign:
    """A run of each case in plaintext, of a server whose data are in a folder."""
    return quick_campaign(
        "arranged",
        (replace(spec_of(engine), data_directory=folder),),
        (PlannedProtection(PLAINTEXT),),
        TablespaceParameters(rows=(rows,), **asked),
        repetitions=1,
        warmups=0,
    )


def report(stage: Stage, operation: str) -> dict[str, OperationFinished]:
    """How an operation went, by the name of its case."""
    cases = {each.run_id: each.case_name for each in stage.of(RunStarted)}
    return {
        cases[each.run_id]: each
        for each in stage.of(OperationFinished)
        if each.operation == operation
    }


def from_disk(operation: OperationFinished) -> int:
    return (operation.server_read or 0) + (operation.worker_read or 0)


@pytest.mark.slow
@pytest.mark.parametrize("engine", engine_names())
@pytest.mark.in_every_run("postgresql", "sqlite")
def test_that_buffer_and_cold_are_really_had(stage: Stage, disk: str, engine: str) -> None:
    """A server's also where the campaign was cancelled while it was cold, and taken up again."""
    both = {"temperatures": tuple(CacheState), "flush": (Flush.INCLUDED,)}
    # DuckDB has ten bits for each number, in blocks of 256 KiB
    rows = 200_000 if engine == "duckdb" else 10_000
    campaign = planned(engine, disk, rows, buffers=(24,), **both)
    if engine == "postgresql":
        _cancelled_when_cold(stage, campaign)
        done = stage.executor().resume("arranged")
    else:
        done = stage.run(campaign)
    assert (done.status, done.failed) == (Status.DONE, 0)
    finished = [each for each in stage.of(RunFinished) if each.status is Status.DONE]
    assert [str(each.why) for each in finished] == ["", ""]
    found = report(stage, "AGGREGATE")
    warm, cold = found["24 MB, flushed"], found["24 MB, cold, flushed"]
    for operation, temperature in ((warm, 0.0), (cold, 1.0)):
        assert operation.measures is not None
        assert operation.measures["buffer"] == pytest.approx(24 * MEBIBYTE, rel=0.1)
        assert operation.measures["cold"] == temperature
        assert operation.measures["stored"] > 200_000
        assert operation.measures["flush_seconds"] >= 0
        assert operation.measures["prepare_seconds"] > 0
    assert from_disk(warm) < 150_000 < from_disk(cold)
    create = report(stage, "CREATE")["24 MB, flushed"]
    reported_written = (create.measures or {}).get("engine_written")  # DuckDB counts nothing
    assert (create.worker_written or 0 if reported_written is None else reported_written) > 150_000
    if engine in ("postgresql", "mariadb"):  # what they tell of themselves
        create, update = (report(stage, each)["24 MB, flushed"] for each in ("CREATE", "UPDATE"))
        for each in (create, update):
            phases = [(each.measures or {})[name] for name in (PARSED, PLANNED, EXECUTED)]
            assert all(phases) and phases[2] > max(phases[:2])
            assert sum(phases) < each.elapsed + (each.measures or {})["prepare_seconds"]


def _cancelled_when_cold(stage: Stage, campaign: Campaign) -> None:
    """Run it until an operation begins in the cold case."""

    def cancel(event: object) -> None:
        if isinstance(event, OperationStarted) and "cold" in stage.of(RunStarted)[-1].case_name:
            assert stage.runner is not None
            stage.runner.cancel()

    stage.watch = cancel
    assert stage.run(campaign).status is Status.CANCELLED
    stage.watch = lambda event: None


@pytest.mark.slow
def test_that_each_case_has_its_own_buffer(stage: Stage) -> None:
    """The server is arranged anew in between."""
    assert stage.run(planned("postgresql", buffers=(16, 24))).status is Status.DONE
    had = {
        case: (each.measures or {})["buffer"] for case, each in report(stage, "AGGREGATE").items()
    }
    assert had == {"16 MB": 16 * MEBIBYTE, "24 MB": 24 * MEBIBYTE}


def test_that_files_in_memory_are_not_stated_to_be_cold(stage: Stage, home: Path) -> None:
    if not home.is_relative_to("/dev/shm"):
        pytest.skip("tests are on a disk here")
    stage.run(planned("sqlite", temperatures=(CacheState.COLD,)))
    (finished,) = stage.of(RunFinished)
    assert "are in memory" in finished.reason


@pytest.fixture(scope="module")
def maria() -> Iterator[Server]:
    """A server of its own, since it is started anew."""
    server = open_server(spec_of("mariadb"))
    yield server
    server.close()


@pytest.mark.slow
def test_that_encrypted_logs_hold_no_plaintext_and_readable_ones_do(maria: Server) -> None:
    arranging = LastArrangements()
    for logs, shown in ((Logs.READABLE, True), (Logs.ENCRYPTED, False)):
        arranging.arrange(maria, Arrangement(logs=logs))
        where = _written(maria, f"logs_{logs}")
        assert {name: MARKER.encode() in data for name, data in where.items()} == {
            PlaceName.REDO_LOG: shown,
            PlaceName.BINARY_LOG: shown,
            PlaceName.DATA: False,
        }
    arranging.arrange(maria, AS_IT_IS)
    with maria.engine.driver.connect(maria.endpoint) as session:
        assert session.counted().status["binary_log"] == 0


@pytest.mark.slow
@pytest.mark.in_every_run("mariadb")  # MySQL's logs: tests/engines/mysql/test_mysql_tables.py
@pytest.mark.parametrize(("engine", "bits"), [("mariadb", 128), ("mysql", 256)])
def test_that_evidence_is_of_logs_as_they_were_encrypted(
    stage: Stage, engine: str, bits: int
) -> None:
    """And they are arranged together with a buffer."""
    encrypted = Protection("sealed", ProtectionKind.STORAGE, "aes", bits, "tablespace")
    campaign = replace(
        planned(engine, logs=(Logs.ENCRYPTED,), buffers=(24,)),
        protections=(PlannedProtection(PLAINTEXT), PlannedProtection(encrypted)),
        evidence=True,
    )
    assert stage.run(campaign).failed == 0
    read = [each for each in stage.of(OperationFinished) if each.operation == "AGGREGATE"]
    buffers = [(each.measures or {})["buffer"] for each in read]
    assert buffers == [pytest.approx(24 * MEBIBYTE, rel=0.1)] * 2
    found = {
        (each.protection, each.place): each.found
        for gathered in stage.of(EvidenceGathered)
        for each in gathered.traces
    }
    for place in (PlaceName.REDO_LOG, PlaceName.BINARY_LOG, PlaceName.DATA):
        assert found["plaintext", place] is True
        assert found["sealed", place] is False


@pytest.mark.slow
def test_that_what_an_update_leaves_to_do_is_done_before_the_next(maria: Server) -> None:
    """A reader keeps what is replaced until it ends, so that a quick server does not go through it
    before it is counted."""
    LastArrangements().arrange(maria, Arrangement(buffer_mb=16))
    with ExitStack() as entered:
        session = entered.enter_context(place_on(maria)).session
        ((database,),) = session.fetch("select database()")
        reader = entered.enter_context(maria.engine.driver.connect(maria.endpoint, str(database)))
        numbers = "select seq as n from seq_1_to_500000"
        # its statistics would be made anew after ten seconds, which is reading as well
        session.execute(f"create table made stats_auto_recalc=0 as {numbers}")
        reader.begin()
        reader.fetch("select n from made limit 1")
        session.begin()
        session.execute("update made set n = n * 3")
        session.commit()
        session.flush()
        stored = session.counted()
        assert stored.left
        reader.commit()
        session.execute("insert into made values (0)")  # its end begins what was left
        assert wait_until_idle(session.counted)
        rested = session.counted()
        assert rested.left == 0
        read = rested.growing["engine_read"]
        assert (
            read > stored.growing["engine_read"]
        )  # what was replaced is gone through, page by page
        time.sleep(1)
        assert session.counted().growing["engine_read"] == read


@pytest.mark.exhaustive
@pytest.mark.slow
def test_that_a_server_that_does_not_report_its_purge_is_warned_of(
    stage: Stage, servers: Servers
) -> None:
    server, user = servers["mysql"], "'sees_nothing'@'%'"
    with server.engine.driver.connect(server.endpoint) as session:
        session.execute(f"create user {user} identified by ''")
        session.execute(rf"grant all on `cipherbench\_%`.* to {user}")
        session.execute(f"grant reload on *.* to {user}")
    far = ServerSpec(
        "far", Source.ADDRESS, "mysql", socket=server.endpoint.socket, user="sees_nothing"
    )
    try:
        done = stage.run(replace(planned("mysql", flush=(Flush.INCLUDED,)), servers=(far,)))
    finally:
        with server.engine.driver.connect(server.endpoint) as session:
            session.execute(f"drop user {user}")
    assert (done.status, done.failed) == (Status.DONE, 0)
    warned = [each for each in stage.of(Noted) if "left to purge" in each.text]
    assert [(each.level, each.run_id is None) for each in warned] == [("warning", False)]


def test_that_the_plan_of_the_study_can_be_used() -> None:
    study = read_plan("study-003")
    assert isinstance(study.workload, TablespaceParameters)
    assert study.workload.rows == (2_000_000,)
    assert len(study.workload.cases()) == 12


def _written(server: Server, identifier: str) -> dict[str, bytes]:
    """A marker is put into an encrypted table; what the files of logs and tables hold then."""
    engine, endpoint = server.engine, server.endpoint
    database = engine.catalogue.create_database(endpoint, identifier)
    with engine.driver.connect(endpoint, database) as session:
        session.execute(f"create table kept (word text) {table_options(128)}")
        session.begin()
        session.fetch(f"insert into kept values ('{MARKER}')")
        session.commit()
        switched = session.counted().status
    engine.catalogue.checkpoint(endpoint, database)
    encrypted = float("sealed" in identifier)
    assert (switched["binary_log"], switched["redo_sealed"]) == (1, encrypted)
    assert switched["binary_log_sealed"] == encrypted
    wanted = (PlaceName.REDO_LOG, PlaceName.BINARY_LOG, PlaceName.DATA)
    found = {
        place.name: b"".join(
            path.read_bytes()
            for pattern in place.patterns
            for path in Path(place.root or "").glob(pattern)
            if path.is_file()
        )
        for place in engine.catalogue.data_places(endpoint, database)
        if place.name in wanted
    }
    engine.catalogue.drop_database(endpoint, database)
    return found


def test_that_what_a_table_holds_is_verified_row_for_row(servers: Any) -> None:
    server: Server = servers["sqlite"]
    options = Options(TablespaceParameters(), TablespaceParameters(rows=(3000,)).cases()[0], 7)
    database = server.engine.catalogue.create_database(server.endpoint, "verified")
    with server.engine.driver.connect(server.endpoint, database) as session:
        server.engine.driver.create_schema(
            session, Tablespace().schema(options, Unencrypted()), Unencrypted()
        )
        setting = Setting(session, Unencrypted(), Tablespace().records(options), options)
        for operation in (Fill(), Create(), Update(), Aggregate()):
            operation.run(setting, UntimedClock())
            operation.verify(setting)
        session.fetch(f"update {DERIVED} set r = r + 1 where rowid = 3000")
        with pytest.raises(VerificationFailed):
            Update().verify(setting)
        spoilt = Aggregate()
        spoilt.run(setting, UntimedClock())
        with pytest.raises(VerificationFailed):
            spoilt.verify(setting)
    server.engine.catalogue.drop_database(server.endpoint, database)


def test_that_only_whole_tables_are_encrypted() -> None:
    encrypted = Protection("t", ProtectionKind.STORAGE, "aes", 256, "tablespace")
    work, asked = Tablespace(), TablespaceParameters()
    assert not work.why_not(asked, asked.cases()[0], encrypted, "mariadb")
    assert isinstance(work.keying(256, sound=False), Keying)
