"""MySQL's tablespace encryption and logs: what lies on the disk, where the keys are, who is
refused."""

from __future__ import annotations

import secrets
import stat
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engines.contract.endpoint import Source
from engines.contract.launch import Arrangement, Logs
from engines.contract.protection import PLAINTEXT, Cipher, Keying, Protection, ProtectionKind
from engines.contract.session import BINARY_LOG_ENCRYPTED, REDO_ENCRYPTED, STORED, Row
from engines.mysql.servers import LocalMySQL
from engines.mysql.session import counted
from engines.mysql.tablespace import keyring_of
from engines.mysql_family.session import FamilySession
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from engines.sql.schema import Column, Schema, Table
from tests.conftest import Servers
from tests.engines.tcp_servers import serve_mysql
from tests.patience import wait_until

MARKER = b"marker text that must not lie on a disk"
ENCRYPTED = Protection("tablespace", ProtectionKind.STORAGE, "aes", 256, "tablespace")

pytestmark = pytest.mark.slow


@pytest.fixture
def mysql(servers: Servers) -> Server:
    return servers["mysql"]


@pytest.fixture
def place(mysql: Server) -> Iterator[str]:
    name = mysql.engine.catalogue.create_database(mysql.endpoint, f"space_{secrets.token_hex(4)}")
    yield name
    mysql.engine.catalogue.drop_database(mysql.endpoint, name)


def table_with_marker(server: Server, database: str, protection: Protection) -> None:
    encryptor = server.engine.encryption.encryptor(protection, Keying(bytes(16)))
    schema = Schema((Table(protection.name, (Column("word", protected=True),)),))
    with server.engine.driver.connect(server.endpoint, database) as session:
        for statement in server.engine.driver.schema_statements(schema, encryptor):
            session.execute(statement)
        session.execute(f"insert into {protection.name} (word) values ('{MARKER.decode()}')")


def file_of(server: Server, database: str, table: str) -> bytes:
    """A table's file once the server has written all its pages."""
    assert server.endpoint.data is not None
    with server.engine.driver.connect(server.endpoint, database) as session:
        session.execute(f"flush tables {table} for export")
        content = (Path(server.endpoint.data) / database / f"{table}.ibd").read_bytes()
        session.execute("unlock tables")
    return content


def test_that_an_encrypted_tables_file_hides_what_a_plain_tables_shows(
    mysql: Server, place: str
) -> None:
    table_with_marker(mysql, place, PLAINTEXT)
    table_with_marker(mysql, place, ENCRYPTED)
    assert MARKER in file_of(mysql, place, "plaintext")
    assert MARKER not in file_of(mysql, place, "tablespace")
    with mysql.engine.driver.connect(mysql.endpoint, place) as session:
        assert session.fetch("select word from tablespace") == [(MARKER.decode(),)]


def test_that_one_length_is_offered_and_the_others_say_why(mysql: Server) -> None:
    answers = mysql.engine.servers.probe(mysql.endpoint)
    assert answers.storage == {Cipher("aes", 256, "tablespace")}
    assert "AES-256 only" in str(answers.why_not(replace(ENCRYPTED, bits=128), ""))
    assert answers.settings["default_table_encryption"] == "OFF"


def test_that_the_keyring_is_the_servers_own(mysql: Server, place: str) -> None:
    table_with_marker(mysql, place, ENCRYPTED)
    with mysql.engine.driver.connect(mysql.endpoint) as session:
        assert isinstance(session, FamilySession)
        report = keyring_of(session)
    keyring = Path(report["Data_file"])
    assert report["Component_status"] == "Active"
    assert stat.S_IMODE(keyring.stat().st_mode) & 0o077 == 0
    assert keyring.stat().st_uid == Path(f"/proc/{mysql.endpoint.pid}").stat().st_uid
    key = mysql.engine.encryption.stored_key(mysql.endpoint, ENCRYPTED, Keying(bytes(16)))
    assert key is not None and len(key) == 32


def test_that_the_installation_is_left_as_it_is(mysql: Server) -> None:
    folder = LocalMySQL().find(Path(mysql.spec.binaries) if mysql.spec.binaries else None)
    assert not list(folder.parent.rglob("mysqld.my"))
    assert not list(folder.parent.rglob("component_keyring_file.cnf"))


def log_files(server: Server) -> dict[str, bytes]:
    """What lies in logs, by the kind of log."""
    assert server.endpoint.data is not None
    data = Path(server.endpoint.data)
    patterns = {"redo": "#innodb_redo/#ib_redo*", "undo": "undo_0*", "binary": "binlog.0*"}
    return {
        kind: b"".join(each.read_bytes() for each in data.glob(pattern))
        for kind, pattern in patterns.items()
    }


@pytest.mark.parametrize(
    "logs", [pytest.param(Logs.READABLE, marks=pytest.mark.exhaustive), Logs.ENCRYPTED]
)
def test_that_logs_are_readable_or_encrypted_as_a_case_wants(logs: Logs) -> None:
    """Encrypted ones are looked into once more when the same server writes them readable."""
    with serve_mysql([*LocalMySQL().arrangement_options(Arrangement(logs=logs))]) as reachable:
        server = reachable.server
        engine, end = server.engine, server.endpoint
        name = engine.catalogue.create_database(end, "logs")
        table_with_marker(server, name, ENCRYPTED)
        with engine.driver.connect(end, name) as session:
            session.execute("update tablespace set word = concat(word, ' again')")
            session.flush()
            status = session.counted().status
            found = {kind: MARKER in content for kind, content in log_files(server).items()}
            for option in ("innodb_redo_log_encrypt", "binlog_encryption"):
                session.execute(f"set global {option} = off")
            session.execute("update tablespace set word = concat(word, ' and again')")
            session.flush()
            then = {kind: MARKER in content for kind, content in log_files(server).items()}
    assert then["redo"] and then["binary"]
    encrypted = float(logs is Logs.ENCRYPTED)
    assert (status[REDO_ENCRYPTED], status[BINARY_LOG_ENCRYPTED]) == (encrypted, encrypted)
    assert (found["redo"], found["binary"]) == (not encrypted, not encrypted), found
    assert not (encrypted and found["undo"])


def test_that_what_an_update_leaves_to_do_is_reported_until_it_is_done(
    mysql: Server, place: str
) -> None:
    engine, end = mysql.engine, mysql.endpoint
    with engine.driver.connect(end, place) as session, engine.driver.connect(end, place) as reader:
        session.execute("create table kept as select 1 as n")
        wait_until(lambda: session.counted().left == 0)
        reader.begin()
        reader.fetch("select n from kept")
        session.begin()
        session.execute("update kept set n = n + 1")
        session.commit()
        time.sleep(0.5)
        left = session.counted().left
        assert left is not None and left > 0, "the reader may still ask for what was replaced"
        reader.commit()
        wait_until(lambda: session.counted().left == 0)


def test_that_purge_is_unknown_where_the_server_tells_of_it_in_other_words(mysql: Server) -> None:
    with mysql.engine.driver.connect(mysql.endpoint) as session:

        def reworded(sql: str) -> list[Row]:
            report = [tuple(str(each) for each in row) for row in session.fetch(sql)]
            return [tuple(each.replace("Purge done", "Purged") for each in row) for row in report]

        assert counted(session.fetch).left is not None
        assert counted(reworded).left is None


def guest(mysql: Server, *grants: str) -> Server:
    """The server as a user with these privileges reaches it."""
    with mysql.engine.driver.connect(mysql.endpoint) as session:
        session.execute("drop user if exists 'guest'@'%'")
        session.execute("create user 'guest'@'%' identified by ''")
        for grant in grants:
            session.execute(f"grant {grant} to 'guest'@'%'")
    socket = mysql.endpoint.socket
    return open_server(ServerSpec("far", Source.ADDRESS, "mysql", socket=socket, user="guest"))


def test_that_the_right_to_databases_of_ours_suffices_to_encrypt(mysql: Server) -> None:
    far = guest(mysql, r"all on `cipherbench\_%`.*")
    assert far.probe().why_not(ENCRYPTED, "") is None
    name = far.engine.catalogue.create_database(far.endpoint, "guests")
    with far.engine.driver.connect(far.endpoint, name) as session:
        report = session.counted()
        assert STORED not in report.status, "that takes a privilege"
        assert report.left is None, "and so does this"
        assert session.thread is None
    assert far.engine.catalogue.owned_databases(far.endpoint)[name] == "guests"
    far.engine.catalogue.drop_database(far.endpoint, name)
    assert name not in far.engine.catalogue.owned_databases(far.endpoint)


def test_that_who_may_make_no_database_is_refused_in_the_servers_words(mysql: Server) -> None:
    answers = guest(mysql).probe()
    assert not [cipher for cipher in answers.storage if cipher.mode == "tablespace"]
    assert "Access denied for user 'guest'" in str(answers.why_not(ENCRYPTED, ""))
