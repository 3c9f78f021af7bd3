"""A Firebird server that we start: what every engine must do, and what is its own.

Debian 12 has Firebird 3.0, which knows no ENCRYPT: that is told, and the rest works.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from engines.contract.endpoint import Source
from engines.contract.errors import ServerUnavailable, StatementFailed
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.firebird.local_server import LocalFirebird
from engines.keeping.server_folder import INNER
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from engines.sql.statement import Unencrypted
from engines.sql.statement_text import statement
from tests.app.typed import cipherbench
from tests.engines.contract.test_conformance import (
    test_that_a_database_without_our_mark_is_never_dropped,
    test_that_a_refused_cipher_comes_with_the_servers_own_message,
    test_that_a_refused_statement_carries_the_servers_words,
    test_that_dropping_a_database_that_is_gone_is_no_error,
    test_that_probing_takes_less_than_two_seconds_and_leaves_nothing,
    test_that_uncommitted_work_is_gone_when_the_session_closes,
    test_that_values_of_every_type_come_back_as_they_went,
)
from tests.engines.keeping.test_data_directories import (
    test_that_a_folder_that_is_too_full_is_reported,
    test_that_a_folder_the_serving_user_cannot_enter_is_reported,
    test_that_data_lie_where_the_user_wants_them_and_go_with_the_server,
)
from tests.engines.keeping.test_servers import (
    test_that_servers_die_with_the_program_that_was_killed_and_their_data_anywhere,
)
from tests.engines.keeping.test_servers import (
    test_that_servers_of_killed_keepers_are_gone_and_the_next_start_tidies_up as killed_keepers,
)
from tests.engines.other_programs import gone
from tests.patience import within
from tests.requirements import lacking
from tests.workloads.ward import OPERATIONS, Ward, hospital_options

__all__ = [
    "test_that_a_database_without_our_mark_is_never_dropped",
    "test_that_a_folder_that_is_too_full_is_reported",
    "test_that_a_folder_the_serving_user_cannot_enter_is_reported",
    "test_that_a_refused_cipher_comes_with_the_servers_own_message",
    "test_that_a_refused_statement_carries_the_servers_words",
    "test_that_data_lie_where_the_user_wants_them_and_go_with_the_server",
    "test_that_dropping_a_database_that_is_gone_is_no_error",
    "test_that_probing_takes_less_than_two_seconds_and_leaves_nothing",
    "test_that_servers_die_with_the_program_that_was_killed_and_their_data_anywhere",
    "test_that_uncommitted_work_is_gone_when_the_session_closes",
    "test_that_values_of_every_type_come_back_as_they_went",
]

pytestmark = pytest.mark.slow

_UNPACKED = Path("/var/tmp/cipherbench-firebird/usr/sbin")
"""Where scripts/firebird_server puts it."""


def _programs() -> str:
    named = os.environ.get("CIPHERBENCH_FIREBIRD_BINARIES")
    ours = _UNPACKED.is_dir() and _UNPACKED.stat().st_uid == os.geteuid()
    try:
        return str(LocalFirebird().find(Path(named) if named else _UNPACKED if ours else None))
    except ServerUnavailable as error:
        lacking("local firebird", f"{error.message} (scripts/firebird_server)")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    opened = open_server(ServerSpec("fb", Source.LOCAL, "firebird", binaries=_programs()))
    yield opened
    opened.close()


@pytest.mark.slow
def test_that_firebird_3_refuses_every_cipher_in_its_own_words(server: Server) -> None:
    capabilities = server.probe()
    if not capabilities.version.startswith("3."):
        pytest.skip(f"this is {capabilities.version}")
    assert not capabilities.native
    assert len(capabilities.refused) > 100
    assert all("Token unknown" in str(output) for output in capabilities.refused.values())
    wanted = Protection("p", ProtectionKind.NATIVE, "aes", 256, "cbc")
    output = str(capabilities.why_not(wanted, server.engine.default_mode))
    assert "aes-256-cbc: Dynamic SQL Error" in output


@pytest.mark.exhaustive  # MariaDB's and SQLite's are killed in every run
def test_that_servers_of_killed_keepers_are_gone_and_the_next_start_tidies_up(
    victim: tuple[subprocess.Popen[str], list[dict[str, Any]]], disk: Path
) -> None:
    killed_keepers(victim, disk)


def test_that_two_servers_run_side_by_side(server: Server) -> None:
    other = open_server(replace(server.spec, name="second"))
    try:
        assert other.endpoint.port != server.endpoint.port
        assert other.endpoint.password != server.endpoint.password
        name = other.engine.catalogue.create_database(other.endpoint, "there")
        assert other.engine.catalogue.owned_databases(other.endpoint) == {name: "there"}
        assert server.engine.catalogue.owned_databases(server.endpoint) == {}
        with pytest.raises(ServerUnavailable) as caught:
            server.engine.driver.connect(replace(server.endpoint, password=other.endpoint.password))
        assert caught.value.title == "Access denied"
        pid, folder = other.endpoint.pid, other.log
    finally:
        began = time.monotonic()
        other.close()
    assert time.monotonic() - began < within(2)
    assert gone(pid)
    assert folder is not None and not folder.parent.exists()
    server.engine.driver.connect(server.endpoint).close()


@pytest.mark.slow
def test_that_a_lost_session_still_closes_without_a_word(server: Server) -> None:
    name = server.engine.catalogue.create_database(server.endpoint, "lost")
    session = server.engine.driver.connect(server.endpoint, name)
    prepared = session.prepare(
        statement("select id from cipherbench_marker where id = :word"), Unencrypted()
    )
    session.begin()
    assert prepared.rows(prepared.execute("lost")) == [("lost",)]
    server.engine.catalogue.drop_database(server.endpoint, name)
    assert server.engine.catalogue.owned_databases(server.endpoint) == {}
    with pytest.raises(StatementFailed):
        prepared.execute("lost")
    prepared.close()
    session.close()
    del prepared, session
    gc.collect()  # what the driver says as it is collected fails this test


def test_that_it_listens_on_this_machine_alone_and_keeps_to_its_folders(server: Server) -> None:
    assert server.endpoint.pid is not None and server.log is not None
    process = psutil.Process(server.endpoint.pid)
    listening = [each.laddr for each in process.net_connections() if each.status == "LISTEN"]
    assert listening == [("127.0.0.1", server.endpoint.port)]
    own, data = server.log.parent / INNER, server.endpoint.data
    assert stat.S_IMODE(own.stat().st_mode) & 0o077 == 0
    assert (own / "lock").is_dir()
    with pytest.raises(ServerUnavailable, match="not allowed by server configuration"):
        server.engine.catalogue.create_database(
            replace(server.endpoint, directory=str(own)), "outside"
        )
    places = {
        place.name: place.root
        for place in server.engine.catalogue.data_places(server.endpoint, "cipherbench")
    }
    assert places["data files"] == places["temporary files"] == data


def test_that_the_password_is_in_no_process_list_and_no_file_of_ours(server: Server) -> None:
    password = server.endpoint.password
    assert password and server.log is not None
    assert password not in repr(server)
    seen = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # processes end while they are looked at
            seen.append(path.read_bytes())
    assert any(b"firebird" in line for line in seen)
    assert not [line for line in seen if password.encode() in line]
    files = [path for path in server.log.parent.rglob("*") if path.is_file()]
    assert server.log in files
    assert not [path for path in files if password.encode() in path.read_bytes()]


@pytest.mark.parametrize("name", ["with space é %41 semi;colon hash#'\""])
def test_that_data_may_lie_in_a_folder_of_any_name(server: Server, disk: Path, name: str) -> None:
    chosen = disk / name
    chosen.mkdir(mode=0o711)
    own = open_server(replace(server.spec, name="odd", data_directory=str(chosen)))
    try:
        database = own.engine.catalogue.create_database(own.endpoint, "odd")
        with own.engine.driver.connect(own.endpoint, database) as session:
            assert session.fetch("select id from cipherbench_marker") == [("odd",)]
        assert list(own.engine.catalogue.owned_databases(own.endpoint)) == [database]
    finally:
        own.close()
    assert list(chosen.iterdir()) == []


def test_that_the_program_is_found_by_its_folder_by_itself_and_on_path(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = Path(server.spec.binaries or "")
    find = LocalFirebird().find
    assert find(folder) == find(folder / "firebird") == folder
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    assert find(None) == folder
    with pytest.raises(ServerUnavailable, match=str(tmp_path)):
        find(tmp_path)


def test_that_a_server_that_cannot_make_its_logins_is_reported(server: Server, disk: Path) -> None:
    programs = disk / "bin"
    programs.mkdir()
    for name in ("firebird", "isql-fb"):
        shutil.copy("/bin/false", programs / name)
    with pytest.raises(ServerUnavailable, match="isql-fb ended with 1") as caught:
        open_server(replace(server.spec, binaries=str(programs)))
    assert caught.value.title == "Server did not start"


GCM = Protection("gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")

_PLAN = """
[campaign]
name = "local firebird"
repetitions = 1
warmups = 0
seed = 7
control = false
placement = "free"
[[server]]
name = "fb"
source = "local"
engine = "firebird"
binaries = "{binaries}"
data_directory = "{data}"
[[protection]]
name = "plaintext"
[[protection]]
name = "gcm"
kind = "client"
algorithm = "aes"
bits = 256
mode = "gcm"
[[protection]]
name = "native"
kind = "native"
algorithm = "aes"
bits = 128
mode = "ofb"
[workload]
name = "hospital"
profile = "sound"
data = "generated"
sizes = [10]
"""


@pytest.mark.parametrize("protection", [PLAINTEXT, GCM], ids=lambda each: each.name)
def test_that_the_hospitals_operations_run_on_it(server: Server, protection: Protection) -> None:
    with closing(Ward(server, protection, hospital_options(10, sound=True))) as ward:
        for name in OPERATIONS:
            rows, _ = ward.operate(name)
            assert rows > 0
            ward.verify(name)


@pytest.mark.exhaustive  # campaigns are run on other servers of this machine in every run
def test_that_the_hospital_workload_runs_on_it(server: Server, disk: Path) -> None:
    work = Path(tempfile.mkdtemp(dir=disk))
    data = work / "data"
    data.mkdir(mode=0o711)
    work.chmod(0o711)
    plan = work / "plan.toml"
    plan.write_text(_PLAN.format(binaries=server.spec.binaries, data=data))
    store = f"sqlite:///{work}/store.sqlite"
    _cipherbench("run", str(plan), "--store", store)
    rows = json.loads(_cipherbench("compare", "1", "--store", store, "--json"))
    statuses = {row["protection"]: row["status"] for row in rows}
    refuses = server.probe().version.startswith("3.")
    assert statuses == {
        "plaintext": "done",
        "gcm": "done",
        "native": "unsupported" if refuses else "done",
    }
    assert list(data.iterdir()) == []


def _cipherbench(*words: str) -> str:
    done = cipherbench(*words)
    assert done.code == 0, done.err
    return done.out
