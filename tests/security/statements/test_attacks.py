"""What was done with a file of four SELECTs is refused before a server is asked."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest

from engines.contract.errors import InputError
from engines.servers.server import Server
from tests.security.statements.test_refused import FILE
from tests.security.statements.test_regenerated_statements import filled
from workloads.own.file_reading import parse_work
from workloads.own.rewriting import parsed_statements

READS = {
    "postgresql": "select pg_read_file('/etc/passwd') from t where id = 1",
    "mariadb": "select load_file('/etc/passwd') from t where id = 1",
    "mysql": "select load_file('/etc/passwd') from t where id = 1",
    "sqlite": "select name from sqlite_master",
    "duckdb": "select content from read_text('/etc/passwd')",
    "firebird": "select mon$attachment_name from mon$attachments",
}
"""What gives something of the machine or the server, with the rights of whoever started it."""

CHAIN = (
    "select lo_from_bytea(4711, convert_to('archive_mode=on', 'UTF8')) from t where id = 1",
    "select lo_export(4711, '{target}') from t where id = 1",
    "select pg_reload_conf() from t where id = 1",
    "select pg_sleep(0.1) from t where id = 1",
)
"""The shell command of a workload file: settings are written and read again."""


@pytest.mark.parametrize("engine", READS)
def test_that_a_file_that_reads_the_machine_is_refused(engine: str) -> None:
    with pytest.raises(InputError) as error:
        parse_work(FILE.format(engine=engine, sql=READS[engine]), "sent.toml")
    output = str(error.value)
    assert "is not allowed" in output or "no table" in output


@pytest.mark.parametrize("sql", CHAIN)
def test_that_each_step_to_a_shell_is_refused(sql: str) -> None:
    with pytest.raises(InputError, match="is not allowed"):
        parse_work(FILE.format(engine="postgresql", sql=sql), "sent.toml")


UNION = "select a from t where id = 1 /*!50000 union select user from mysql.user */"


@pytest.mark.parametrize("server", ["mariadb", "mysql"], indirect=True)
def test_that_an_executable_comment_is_carried_out_as_written_and_does_not_travel(
    server: Server,
) -> None:
    work = parse_work(FILE.format(engine=server.engine.name, sql=UNION), "sent.toml")
    [parsed] = parsed_statements(work, 0, server.engine.name)
    with filled(server) as session:
        session.begin()
        as_written, anew = session.fetch(UNION), session.fetch(parsed.text)
        session.rollback()
    assert ("root",) in as_written
    assert anew == [("one",)]


@pytest.mark.parametrize("server", ["postgresql"], indirect=True)
def test_that_what_is_refused_would_have_read_and_written_files(server: Server) -> None:
    """As a login that may do all, which no campaign's statement has."""
    folder = Path(mkdtemp())  # not pytest's, which nobody else may enter
    folder.chmod(0o777)
    target = folder / "written"
    with filled(server) as session:
        [row] = session.fetch(READS["postgresql"])
        session.begin()
        for each in CHAIN[:2]:
            session.fetch(each.format(target=target))
        session.rollback()
    assert "root:" in str(row)
    assert target.read_text() == "archive_mode=on"
    rmtree(folder)
