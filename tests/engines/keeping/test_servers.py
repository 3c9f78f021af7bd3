"""Servers that we start, and servers that others started."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import InputError, ServerUnavailable
from engines.keeping.home import servers_folder
from engines.leftovers import remove_leftovers
from engines.opening import found_servers, open_server
from engines.postgresql.servers import EmbeddedPostgreSQL
from engines.servers.server import Server, ServerSpec
from engines.sql.statement import Unencrypted
from engines.sql.statement_text import statement
from tests.app.prepared_servers import prepared_once
from tests.engines.other_programs import STARTS_A_SERVER, gone
from tests.patience import wait_until


@pytest.mark.slow
@pytest.mark.in_every_run("postgresql", "sqlite")  # Firebird and DuckDB end as SQLite does
def test_that_servers_die_with_the_program_that_was_killed_and_their_data_anywhere(
    victim: Any, disk: Path
) -> None:
    program, report = victim
    assert all(each.exists() for each in folders(report)) and list(disk.iterdir())
    program.kill()
    program.wait()
    wait_until(lambda: all(gone(each["pid"]) and gone(each["keeper"]) for each in report))
    wait_until(lambda: not any(each.exists() for each in folders(report)))
    wait_until(lambda: not list(disk.iterdir()))


@pytest.mark.slow
@pytest.mark.in_every_run("mariadb", "sqlite")
def test_that_servers_of_killed_keepers_are_gone_and_the_next_start_tidies_up(
    victim: Any, disk: Path
) -> None:
    """A keeper is killed before the program and one after it."""
    program, report = victim
    first, elsewhere = report
    assert list(disk.iterdir())
    os.kill(elsewhere["keeper"], signal.SIGKILL)
    program.kill()
    os.kill(first["keeper"], signal.SIGKILL)
    program.wait()
    wait_until(lambda: all(gone(each["pid"]) and gone(each["keeper"]) for each in report))

    def there() -> bool:
        return any(each.exists() for each in folders(report))

    wait_until(
        lambda: not there() or (remove_leftovers() > 0 and not there())
    )  # keepers may have finished
    wait_until(lambda: not list(disk.iterdir()))


def folders(report: list[dict[str, str]]) -> list[Path]:
    return [Path(each[kind]) for each in report for kind in ("folder", "directory")]


@pytest.mark.in_every_run("postgresql", "mariadb", "firebird", "sqlite", "duckdb")
def test_that_tidying_leaves_servers_that_run_alone(server: Server) -> None:
    remove_leftovers()
    server.engine.driver.connect(server.endpoint).close()
    assert server.log is not None and server.log.parent.exists()


@pytest.mark.in_every_run("postgresql", "mariadb", "firebird", "sqlite", "duckdb")
def test_that_a_server_of_ours_leaves_nothing_when_it_is_closed(server: Server) -> None:
    with prepared_once():
        own = open_server(replace(server.spec, name="second"))
    assert own.log is not None
    folder, pid = own.log.parent, own.endpoint.pid
    assert own.endpoint != server.endpoint
    own.close()
    own.close()
    assert gone(pid)
    assert not folder.exists()
    server.engine.driver.connect(server.endpoint).close()


def test_that_what_is_found_here_can_be_opened(server: Server) -> None:
    if server.spec.binaries:
        pytest.skip("in a folder of its own it is not found, but named")
    found = {spec.name: (spec, reason) for spec, reason in found_servers()}
    assert found[server.spec.name] == (server.spec, None)


@pytest.mark.slow
def test_that_programs_are_taken_from_the_folder_that_is_named(servers: Any) -> None:
    embedded = servers["postgresql"]
    launch = EmbeddedPostgreSQL().launch(EmbeddedPostgreSQL().find(None), Path("/unused"))
    assert launch.serve is not None
    spec = ServerSpec("pg2", Source.LOCAL, "postgresql", binaries=str(Path(launch.serve[0]).parent))
    with prepared_once():
        local = open_server(spec)
    try:
        assert (
            local.engine.servers.probe(local.endpoint).version
            == embedded.engine.servers.probe(embedded.endpoint).version
        )
    finally:
        local.close()


def test_that_a_folder_without_programs_is_reported(tmp_path: Path) -> None:
    for engine in ("postgresql", "mariadb"):
        spec = ServerSpec("x", Source.LOCAL, engine, binaries=str(tmp_path))
        with pytest.raises(ServerUnavailable, match=str(tmp_path)):
            open_server(spec)


def test_that_a_source_an_engine_does_not_have_is_bad_input() -> None:
    with pytest.raises(InputError, match="embedded"):
        open_server(ServerSpec("x", Source.LOCAL, "sqlite"))


def by_address(end: Endpoint, **changes: Any) -> ServerSpec:
    spec = ServerSpec(
        "addr", Source.ADDRESS, end.engine, socket=end.socket, port=end.port, user=end.user,
        database=end.database,
    )  # fmt: skip
    return replace(spec, **changes)


@pytest.mark.parametrize("engine", ["postgresql", "mariadb"])
def test_that_a_server_is_reached_by_its_address_and_left_running(
    servers: Any, engine: str
) -> None:
    server = servers[engine]
    reached = open_server(by_address(server.endpoint))
    assert reached.endpoint.pid == server.endpoint.pid, "its processes can be watched"
    reached.close()
    server.engine.driver.connect(server.endpoint).close()


@pytest.mark.parametrize("engine", ["postgresql", "mariadb", "firebird"])
def test_that_a_server_that_is_not_there_is_reported_with_its_place(engine: str) -> None:
    spec = ServerSpec("x", Source.ADDRESS, engine, host="127.0.0.1", port=9, user="nobody")
    with pytest.raises(ServerUnavailable, match=r"127\.0\.0\.1:9") as caught:
        open_server(spec, "secret-word")
    assert caught.value.title == "Server not reached"
    assert "secret-word" not in str(caught.value)


@pytest.mark.parametrize("password", ["pass word", "it's;--", 'a"b%40@:/?', "señha€"])
def test_that_passwords_of_any_kind_work_and_wrong_ones_are_reported(
    servers: Any, password: str
) -> None:
    server = servers["mariadb"]
    session = server.engine.driver.connect(server.endpoint)
    quoted = password.replace("'", "''")
    session.execute(f"create or replace user 'ana'@'%' identified by '{quoted}'")
    session.close()
    spec = by_address(server.endpoint, user="ana")
    open_server(spec, password).close()
    with pytest.raises(ServerUnavailable) as caught:
        open_server(spec, "wrong")
    assert caught.value.title == "Access denied"


def test_that_an_unknown_user_of_postgresql_is_not_let_in(servers: Any) -> None:
    with pytest.raises(ServerUnavailable) as caught:
        open_server(by_address(servers["postgresql"].endpoint, user="who"), "x")
    assert caught.value.title == "Access denied"


@pytest.mark.parametrize(
    ("text", "values"), [("select :word", ("x",)), ("select 'a:b''c\\\\d'", ())]
)
def test_that_mariadb_prepares_a_statement_once(
    servers: Any, text: str, values: tuple[str, ...]
) -> None:
    server = servers["mariadb"]
    session = server.engine.driver.connect(server.endpoint)

    def count() -> int:
        return int(session.fetch("show session status like 'Com_stmt_prepare'")[0][1])

    first = count()
    prepared = session.prepare(statement(text), Unencrypted())
    for _ in range(50):
        assert len(prepared.rows(prepared.execute(*values))) == 1
    assert count() - first == 1
    prepared.close()
    session.close()


@pytest.mark.parametrize("engine", ["postgresql", "mariadb"])
def test_that_the_servers_own_seconds_grow_with_its_work(servers: Any, engine: str) -> None:
    server = servers[engine]
    sleep = {"postgresql": "select pg_sleep(0.3)", "mariadb": "select sleep(0.3)"}[engine]
    name = server.engine.catalogue.create_database(server.endpoint, "busy")
    login = server.engine.catalogue.restricted_login(server.endpoint, name)
    server.engine.driver.connect(login, name).close()  # MariaDB counts nobody who has never been in

    def seconds() -> float:
        return float(server.engine.servers.server_seconds(server.endpoint, name) or 0.0)

    wait_until(lambda: seconds() > 0.0)
    before = seconds()
    began = time.monotonic()
    session = server.engine.driver.connect(login, name)
    session.fetch(sleep)
    session.close()
    took = time.monotonic() - began

    # MariaDB accounts for a session after its end
    wait_until(lambda: seconds() - before >= 0.3)
    assert seconds() - before <= took + 0.05
    server.engine.catalogue.drop_database(server.endpoint, name)


@pytest.mark.slow
def test_that_what_prepares_a_server_and_hangs_ends_with_the_program(home: Path) -> None:
    programs = Path(tempfile.mkdtemp(prefix="hanging-", dir=home))
    programs.chmod(0o755)
    for name in ("initdb", "postgres"):
        (programs / name).write_text(f"#!/bin/sh\n{shlex.join(_SLEEPER)} &\nwait\n")
        (programs / name).chmod(0o755)
    before = set(servers_folder().iterdir())
    program = subprocess.Popen(
        [sys.executable, "-c", STARTS_A_SERVER, "postgresql", "local", str(programs)]
    )
    wait_until(_sleepers)
    program.kill()
    program.wait()
    wait_until(lambda: not _sleepers() and not set(servers_folder().iterdir()) - before)


def test_that_what_prepares_a_server_and_hangs_is_given_up(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = Path(tempfile.mkdtemp(prefix="hanging-", dir=home))
    programs.chmod(0o755)
    for name in ("initdb", "postgres"):
        (programs / name).write_text(f"#!/bin/sh\n{shlex.join(_SLEEPER)} &\nwait\n")
        (programs / name).chmod(0o755)
    before = set(servers_folder().iterdir())
    monkeypatch.setattr("engines.servers.launched._PREPARED_SECONDS", 1.0)
    spec = ServerSpec("mine", Source.LOCAL, "postgresql", binaries=str(programs))
    with pytest.raises(ServerUnavailable, match="was not created within 1 s"):
        open_server(spec)
    wait_until(lambda: not _sleepers() and not set(servers_folder().iterdir()) - before)


def _sleepers() -> list[psutil.Process]:
    return [each for each in psutil.process_iter(["cmdline"]) if each.info["cmdline"] == _SLEEPER]


_SLEEPER = ["sleep", f"{10_000_000 + os.getpid()}"]
"""Nobody else's: these tests may run twice at once on a machine."""


def test_that_a_log_that_is_being_removed_has_nothing_to_tell(
    servers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a keeper removes it whose server has just ended."""
    server, log, over = servers["sqlite"], tmp_path / "server.log", threading.Event()
    monkeypatch.setattr(type(server), "log", property(lambda _: log))

    def come_and_go() -> None:
        while not over.is_set():
            log.write_text("why")
            log.unlink()

    thread = threading.Thread(target=come_and_go)
    thread.start()
    try:
        assert {server.log_tail() for _ in range(3000)} <= {"", "why"}
    finally:
        over.set()
        thread.join()
