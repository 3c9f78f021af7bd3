"""What an environment says of sessions and clients reaches none of ours: what a worker stores and
reads is the same as in a clean one."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from app.processes.fork_server import new_pipe, start_worker
from app.processes.own_database import serve
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.registry import engine_named
from engines.servers.server import Server
from engines.sql.schema import Column, Schema, Table
from engines.sql.statement import Unencrypted, ValueType
from engines.sql.statement_text import insert

AGAINST_US = {
    "TZ": "Asia/Kathmandu",
    "LANG": "tr_TR.ISO-8859-9",
    "LC_ALL": "tr_TR.ISO-8859-9",
    "SQLITE_TMPDIR": "/nonexistent",
    "FIREBIRD": "/nonexistent",
    "FIREBIRD_MSG": "/nonexistent",
    "ISC_USER": "somebody",
    "ISC_PASSWORD": "wrong",
    "ISC_PATH": "/nonexistent/",
    "MYSQL_HOME": "/nonexistent",
    "MYSQL_TCP_PORT": "1",
    "MYSQL_UNIX_PORT": "/nonexistent",
    "MARIADB_PLUGIN_DIR": "/nonexistent",
    "LIBMYSQL_PLUGINS": "no_such_plugin",
}
"""Variables that SQLite, DuckDB, Firebird, MariaDB and MySQL or their clients know."""

_DOTFILES = {
    ".my.cnf": "[client]\nuser=somebody\nport=1\n",
    ".sqliterc": ".output /nonexistent\n",
    ".duckdbrc": ".output /nonexistent\n",
}


class _Storing:
    """What a worker does that stores a few values and reads them."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    def carry_out(self) -> str:
        engine, end = engine_named(self._endpoint.engine), self._endpoint
        name = engine.catalogue.create_database(end, f"env_{secrets.token_hex(4)}")
        try:
            login = engine.catalogue.restricted_login(end, name)
            with engine.driver.connect(login, name) as session:
                engine.driver.create_schema(
                    session, Schema((Table("thing", _COLUMNS),)), Unencrypted()
                )
                types = {each.name: each.type for each in _COLUMNS}
                output = insert("thing", {each: f":{each}" for each in types}, types)
                prepared = session.prepare(output, Unencrypted())
                session.begin()
                prepared.execute("Iİi ÇĞ € 🐘", datetime(2024, 3, 31, 2, 30), b"\x00\xff\x80")
                session.commit()
                prepared.close()
                rows = session.fetch("select word, moment, raw, upper(word) from thing")
        finally:
            engine.catalogue.drop_database(end, name)
        return hashlib.sha256(repr(rows).encode()).hexdigest()

    def clear_away(self) -> None:
        pass


_COLUMNS = (
    Column("word", size=64),
    Column("moment", ValueType.TIMESTAMP),
    Column("raw", ValueType.BYTES, size=16),
)


def _work(endpoint: Endpoint, events: Connection) -> None:
    serve(lambda: _Storing(endpoint), events, str)


def _digest(endpoint: Endpoint) -> object:
    here, there = new_pipe()
    process = start_worker(_work, endpoint, there)
    there.close()
    assert here.poll(60)
    report = here.recv()
    process.join(30)
    assert not isinstance(report, CipherbenchError), report
    return report


@pytest.mark.in_every_run("postgresql", "mariadb", "firebird")
def test_that_a_worker_in_a_hostile_environment_stores_and_reads_the_same(
    server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clean = _digest(server.endpoint)
    assert len(str(clean)) == 64, clean
    for name, text in _DOTFILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name, value in AGAINST_US.items():
        monkeypatch.setenv(name, value)
    assert _digest(server.endpoint) == clean
