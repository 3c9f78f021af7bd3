"""What statements make a server write to its disk has a bound, whoever reads them first."""

from __future__ import annotations

import re
import resource
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from engines.platform.resource_limits import file_size_limit
from engines.servers.server import Server
from tests.app.typed import Started
from tests.requirements import NEWER, spec_of
from tests.workloads.own.test_rehearsal import database_on

ENDLESS = {
    "postgresql": (
        "with recursive x (a) as (select repeat('x', 1000000) union all select a from x) "
        "select count(*) from x"
    ),
    **dict.fromkeys(
        ("mariadb", "mysql"),
        "with recursive x (n, a) as (select cast(1 as signed), repeat('x', 1000000) "
        "union all select n + 1, a from x where n < 900) select count(*) from x",
    ),
}
"""By engine: a statement without a table that puts 900 MB or more into temporary files."""

MOST = 250_000_000
"""Bytes of a file in the test: a fresh server's own are shorter."""

CHILD = """
import sys
from contextlib import closing
from engines.contract.errors import StatementFailed
from engines.opening import open_server
from tests.app.typed import Started
from tests.requirements import spec_of
from tests.security.confinement.test_bounded_files import ENDLESS
from tests.workloads.own.test_rehearsal import database_on
with closing(open_server(spec_of(sys.argv[1]))) as server, database_on(server) as name:
    engine, end = server.engine, server.endpoint
    with engine.driver.connect(engine.catalogue.restricted_login(end, name), name) as session:
        try:
            session.fetch(ENDLESS[engine.name])
        except StatementFailed as error:
            print(type(error).__name__, error)
        print(session.fetch("select 1"))
"""


@pytest.mark.parametrize("engine", ["postgresql", "mariadb", NEWER, "mysql"])
@pytest.mark.in_every_run("mariadb")
def test_that_a_file_beyond_its_bound_fails_the_statement_and_not_the_server(engine: str) -> None:
    spec_of(engine)  # or this test is skipped
    bound = {resource.RLIMIT_FSIZE: MOST}
    with Started("-c", CHILD, engine, limits=bound, stdout=subprocess.PIPE, text=True) as child:
        output, _ = child.communicate(timeout=300)
    *failed, alive = output.splitlines()
    assert re.match("DiskFull .* full, or nearly so", " ".join(failed))
    assert alive == "[(1,)]"


def test_that_no_file_of_a_server_of_ours_fills_its_disk(server: Server) -> None:
    pid = server.endpoint.pid
    if pid is None:
        pytest.skip("it runs in our process, or its number is not known")
    limits = Path(f"/proc/{pid}/limits").read_text().splitlines()
    (line,) = (each for each in limits if each.startswith("Max file size"))
    check_bound(server, int(line.split()[3]))
    status = Path(f"/proc/{pid}/status").read_text().splitlines()
    (ignored,) = (int(each.split()[1], 16) for each in status if each.startswith("SigIgn"))
    assert ignored & 1 << signal.SIGXFSZ - 1


def check_bound(server: Server, most: float) -> None:
    """Of a server that was started a while ago on a disk that others fill as well: an honest table
    takes what is free, and no file takes all of it."""
    pid, folder = server.endpoint.pid, server.endpoint.directory
    free = shutil.disk_usage(f"/proc/{pid}/cwd" if pid else str(folder)).free
    assert free * 0.75 < most < free * 1.25


def test_that_a_file_of_a_server_that_is_started_again_may_grow_by_what_is_free(
    tmp_path: Path,
) -> None:
    free = shutil.disk_usage(tmp_path).free
    fresh = file_size_limit(tmp_path / "of a server to come")
    assert free * 0.85 < fresh < free
    with (tmp_path / "table.ibd").open("wb") as table:
        table.truncate(1 << 40)
    assert file_size_limit(tmp_path) - fresh == pytest.approx(1 << 40, rel=0.01)


SETTINGS = {
    "postgresql": "select setting::bigint * 1024 from pg_settings where name = 'temp_file_limit'",
    "mariadb": "select @@global.tmp_disk_table_size",
    "duckdb": "select value from duckdb_settings() where name = 'max_temp_directory_size'",
}


@pytest.mark.parametrize("server", SETTINGS, indirect=True)
def test_that_temporary_files_of_a_statement_take_no_more_either(server: Server) -> None:
    engine = server.engine
    with database_on(server) as name, engine.driver.connect(server.endpoint, name) as session:
        ((most,),) = session.fetch(SETTINGS[engine.name])
    check_bound(server, in_bytes(str(most)))


def in_bytes(text: str) -> float:
    number, _, unit = text.partition(" ")
    power = ("", "KiB", "MiB", "GiB", "TiB").index(unit)
    return float(float(number) * 1024**power)
