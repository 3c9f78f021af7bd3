"""Campaigns through PgBouncer, which deals transactions of many clients to few sessions."""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.results.events import RunFinished
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError, StatementFailed
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.keeping import home
from engines.opening import open_server
from engines.postgresql.session import PostgresSession
from engines.servers.server import ServerSpec
from engines.sql.statement import Unencrypted, ValueType
from engines.sql.statement_text import statement
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.engines.tcp_servers import Reachable, serve_postgres, set_password
from tests.requirements import lacking
from workloads.hospital.workload import HospitalParameters

FOLDER = Path("/var/tmp/cipherbench-pgbouncer/usr/bin")
"""Where scripts/pgbouncer puts it."""
PASSWORD = "pw-9d2e"


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """The users that serve can enter it."""
    with tempfile.TemporaryDirectory(prefix="pooled-", dir=home.home()) as made:
        Path(made).chmod(0o711)
        yield Path(made)


@pytest.fixture(scope="module")
def reachable(folder: Path) -> Iterator[Reachable]:
    with serve_postgres(folder, {}) as made:
        set_password(made, "maker", PASSWORD)
        with made.admin() as admin:
            admin.execute("alter role maker createdb")
        yield made


@contextmanager
def pooler(
    reachable: Reachable, mode: str, folder: Path, *, databases: str = "*", prepared: int = 200
) -> Iterator[ServerSpec]:
    program = FOLDER / "pgbouncer"
    if not program.exists():
        lacking("pgbouncer", "scripts/pgbouncer has not been run")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "users").write_text(f'"maker" "{PASSWORD}"\n')
    (folder / "ini").write_text(
        f"[databases]\n{databases} = host=127.0.0.1 port={reachable.port}\n[pgbouncer]\n"
        f"listen_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = scram-sha-256\nauth_file = {folder}/users\npool_mode = {mode}\n"
        f"max_prepared_statements = {prepared}\ndefault_pool_size = 4\n"
    )
    for each in ("users", "ini"):
        (folder / each).chmod(0o644)
    user = ("-u", "nobody") if os.getuid() == 0 else ()
    with (folder / "log").open("w") as log:
        process = subprocess.Popen([program, *user, folder / "ini"], stderr=log, stdout=log)
    try:
        spec = ServerSpec(
            "pooled", Source.ADDRESS, "postgresql", host="127.0.0.1", port=port, user="maker",
            database="postgres",
        )  # fmt: skip
        deadline = time.monotonic() + 20
        while True:
            try:
                open_server(spec, PASSWORD)
                break
            except CipherbenchError as error:
                if "pooling mode" in error.message:
                    break
                assert time.monotonic() < deadline, (folder / "log").read_text()
                time.sleep(0.1)
        yield spec
    finally:
        process.kill()
        process.wait()


@pytest.fixture(params=["transaction", pytest.param("session", marks=pytest.mark.exhaustive)])
def pooled(
    request: pytest.FixtureRequest, reachable: Reachable, folder: Path
) -> Iterator[ServerSpec]:
    with pooler(reachable, request.param, folder) as spec:
        yield spec


def test_that_a_campaign_runs_through_a_pooler(pooled: ServerSpec, tmp_path: Path) -> None:
    protections = (
        PlannedProtection(PLAINTEXT),
        PlannedProtection(Protection("aes", ProtectionKind.NATIVE, "aes", 128, "cbc")),
        PlannedProtection(Protection("gcm", ProtectionKind.CLIENT, "aes", 128, "gcm")),
    )
    stage = Stage(f"sqlite:///{tmp_path}/results.db")
    campaign = quick_campaign(
        "pooled", (pooled,), protections, HospitalParameters(sizes=(5,)), repetitions=1, warmups=0
    )
    stage.run(campaign, passwords={pooled.name: PASSWORD})
    ended = stage.of(RunFinished)
    assert len(ended) >= 3
    assert {each.status for each in ended} == {Status.DONE}, [str(each.why) for each in ended]
    with stage.store() as store:
        [server] = store.servers(1)
    assert server.settings["pooler"] == "a pooler"


def test_that_a_pooler_that_cannot_be_measured_through_says_what_to_do(
    reachable: Reachable, folder: Path
) -> None:
    with (
        pooler(reachable, "session", folder, databases="postgres") as spec,
        pytest.raises(CipherbenchError) as refused,
    ):
        open_server(spec, PASSWORD).probe()
    assert refused.value.title == "Database not found"
    assert "add one for “*” to [databases]" in refused.value.hint
    with (
        pooler(reachable, "statement", folder) as spec,
        pytest.raises(CipherbenchError) as refused,
    ):
        open_server(spec, PASSWORD).probe()
    assert refused.value.hint == "Have PgBouncer pool sessions or transactions (pool_mode)."


def test_that_statements_that_a_pooler_does_not_know_say_what_to_do(
    reachable: Reachable, folder: Path
) -> None:
    """Two clients, whose transactions are dealt to whichever session is free."""
    put = statement("select :x", {"x": ValueType.INTEGER})
    with pooler(reachable, "transaction", folder, prepared=0) as spec:
        server = open_server(spec, PASSWORD)
        connect = server.engine.driver.connect
        with connect(server.endpoint) as one, connect(server.endpoint) as other:
            prepared = one.prepare(put, Unencrypted())
            other.begin()
            other.fetch("select 1")  # it has that session now
            with pytest.raises(StatementFailed) as refused:
                prepared.execute(1)
            other.rollback()
    assert "max_prepared_statements" in refused.value.hint


def test_that_nothing_of_ours_reaches_other_clients_of_a_pooler(
    reachable: Reachable, folder: Path
) -> None:
    """One session of the server is dealt to all."""
    asked = "select name, setting from pg_settings where source = 'session' order by 1"
    with pooler(reachable, "transaction", folder) as spec:
        server = open_server(spec, PASSWORD)
        with server.engine.driver.connect(server.endpoint) as theirs:
            before = theirs.fetch(asked)
            server.engine.servers.probe(server.endpoint)
            name = server.engine.catalogue.create_database(server.endpoint, "leaks")
            with server.engine.driver.connect(server.endpoint, name) as ours:
                assert isinstance(ours, PostgresSession) and ours.is_pooled
                assert ours.thread is None
                ours.execute("create table t (x integer)")
                put = statement("insert into t values (:x)", {"x": ValueType.INTEGER})
                ours.begin()
                prepared = ours.prepare(put, Unencrypted())
                prepared.execute(1)
                prepared.close()  # DEALLOCATE would undo the transaction
                ours.commit()
                ours.counted()
                assert ours.fetch("select x from t") == [(1,)]
            server.engine.catalogue.drop_database(server.endpoint, name)
            assert theirs.fetch(asked) == before


def test_that_a_prepared_database_behind_a_pooler_is_refused_and_left_as_it_was(
    reachable: Reachable, folder: Path, tmp_path: Path
) -> None:
    """There a SET of ours would reach sessions of others."""
    schemas = "select nspname::text from pg_namespace where nspname ~ 'cipherbench'"
    with reachable.admin() as admin:
        admin.execute("create database given owner maker")
        admin.execute("alter role maker nocreatedb")
    try:
        with pooler(reachable, "transaction", folder) as spec:
            given = replace(spec, database="given")
            server = open_server(given, PASSWORD)
            assert server.endpoint.prepared
            campaign = quick_campaign(
                "given", (given,), (PlannedProtection(PLAINTEXT),), HospitalParameters(sizes=(5,)),
                repetitions=1, warmups=0,
            )  # fmt: skip
            stage = Stage(f"sqlite:///{tmp_path}/results.db")
            with pytest.raises(CipherbenchError, match="cannot be used through a pooler"):
                stage.run(campaign, passwords={given.name: PASSWORD})
            assert not stage.of(RunFinished)
            with server.engine.driver.connect(server.endpoint) as session:
                assert session.fetch(schemas) == []
    finally:
        with reachable.admin() as admin:
            admin.execute("alter role maker createdb")
            admin.execute("drop database given with (force)")


def test_that_a_session_that_is_no_poolers_knows_its_process(reachable: Reachable) -> None:
    with reachable.admin() as admin:
        assert isinstance(admin, PostgresSession)
        assert not admin.is_pooled and admin.thread == admin.connection.info.backend_pid


def test_that_what_is_pinned_holds_in_every_session_that_a_pooler_deals(
    pooled: ServerSpec, reachable: Reachable
) -> None:
    with reachable.admin() as admin:
        admin.execute("alter role maker set search_path = app")
        admin.execute("alter role maker set bytea_output = escape")
    server = open_server(replace(pooled), PASSWORD)
    try:
        name = server.engine.catalogue.create_database(server.endpoint, "dealt")
        with server.engine.driver.connect(server.endpoint, name) as session:
            session.execute("create table t (x bytea)")
            session.execute("insert into t values ('\\x00')")
            assert session.fetch("select x::text from public.t") == [("\\x00",)]
        server.engine.catalogue.drop_database(server.endpoint, name)
    finally:
        with reachable.admin() as admin:
            admin.execute("alter role maker reset all")
