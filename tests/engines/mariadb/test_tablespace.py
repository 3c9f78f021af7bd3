"""MariaDB's tablespace encryption: what is on the disk, where the keys are, who is refused."""

from __future__ import annotations

import json
import secrets
import stat
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engines.base.capability import Capabilities
from engines.container.daemon import daemon
from engines.contract.data_place import local_path
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT, Cipher, Keying, Protection, ProtectionKind
from engines.contract.session import STORED
from engines.mariadb import tablespace
from engines.mariadb.servers import LocalMariaDB
from engines.mariadb.tablespace import KEY_IDS, KEYS_NAME
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from engines.sql.schema import Column, Schema, Table
from tests.app.prepared_servers import prepared_once
from tests.conftest import Servers
from tests.engines.containers import container_spec
from tests.patience import within
from tests.requirements import NEWER, lacking

MARKER = "marker text that must not lie on a disk"
LENGTHS = tuple(KEY_IDS)


@pytest.fixture
def maria(servers: Servers) -> Server:
    """MariaDB with its plugins: Debian's, and not the newer build, which has none."""
    server = servers["mariadb"]
    programs = LocalMariaDB().find(None)
    if tablespace.find_plugin(programs / "mariadbd", programs.parent) is None:
        lacking("mariadb plugins", "this MariaDB has no plugin file_key_management")
    return server


@pytest.fixture(scope="module")
def contained() -> Iterator[Server]:
    with closing(open_server(container_spec("mariadb"))) as server:
        yield server


@pytest.fixture(params=["maria", pytest.param("contained", marks=pytest.mark.slow)])
def either(request: pytest.FixtureRequest) -> Server:
    """A server that we start, as a program or in a container."""
    server: Server = request.getfixturevalue(request.param)
    return server


def encrypted_by(bits: int) -> Protection:
    return Protection("tablespace", ProtectionKind.STORAGE, "aes", bits, "tablespace")


def table_with_marker(server: Server, database: str, protection: Protection) -> None:
    encryptor = server.engine.encryption.encryptor(protection, Keying(bytes(16)))
    schema = Schema((Table(protection.name, (Column("word", protected=True),)),))
    with server.engine.driver.connect(server.endpoint, database) as session:
        for statement in server.engine.driver.schema_statements(schema, encryptor):
            session.execute(statement)
        session.execute(f"insert into {protection.name} (word) values ('{MARKER}')")


def file_of(server: Server, database: str, table: str) -> bytes:
    """A table's file once the server has written all its pages."""
    with server.engine.driver.connect(server.endpoint, database) as session:
        session.execute(f"flush tables {table} for export")
        [(data,)] = session.fetch("select @@datadir")
        content = Path(local_path(server.endpoint, f"{data!s}{database}/{table}.ibd")).read_bytes()
        session.execute("unlock tables")
    return content


@pytest.fixture
def place(either: Server) -> Iterator[str]:
    name = either.engine.catalogue.create_database(either.endpoint, f"space_{secrets.token_hex(4)}")
    yield name
    either.engine.catalogue.drop_database(either.endpoint, name)


@pytest.mark.parametrize("bits", LENGTHS)
def test_that_an_encrypted_tables_file_hides_what_a_plain_tables_shows(
    either: Server, place: str, bits: int
) -> None:
    table_with_marker(either, place, PLAINTEXT)
    table_with_marker(either, place, encrypted_by(bits))
    assert MARKER.encode() in file_of(either, place, "plaintext")
    assert MARKER.encode() not in file_of(either, place, "tablespace")
    with either.engine.driver.connect(either.endpoint, place) as session:
        assert session.fetch("select word from tablespace") == [(MARKER,)]


@pytest.mark.parametrize("bits", LENGTHS)
def test_that_each_length_is_encrypted_by_the_key_of_that_length(
    either: Server, place: str, bits: int
) -> None:
    table_with_marker(either, place, encrypted_by(bits))
    with either.engine.driver.connect(either.endpoint) as session:
        [(key,)] = session.fetch(
            "select current_key_id from information_schema.innodb_tablespaces_encryption "
            f"where name = '{place}/tablespace' and encryption_scheme = 1"
        )
    keys = dict(line.split(";") for line in keys_of(either).read_text().splitlines())
    assert len(bytes.fromhex(keys[str(key)])) * 8 == bits
    report = either.engine.encryption.stored_key(
        either.endpoint, encrypted_by(bits), Keying(bytes(16))
    )
    assert report == bytes.fromhex(keys[str(key)])


KEYS = 2 * len(LENGTHS)
"""One of each length, and another to change to."""


def keys_of(server: Server) -> Path:
    with server.engine.driver.connect(server.endpoint) as session:
        [(path,)] = session.fetch("select @@file_key_management_filename")
    assert Path(str(path)).name == KEYS_NAME
    return Path(local_path(server.endpoint, str(path)))


def test_that_keys_are_the_servers_own_and_in_no_command_line(maria: Server) -> None:
    keys = keys_of(maria)
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    assert keys.stat().st_uid == Path(f"/proc/{maria.endpoint.pid}").stat().st_uid
    written = [line.partition(";")[2] for line in keys.read_text().splitlines()]
    assert len(set(written)) == KEYS
    output = b"".join(map(command_line, Path("/proc").glob("[0-9]*/cmdline")))
    assert str(keys).encode() in output, "the file is named, and this looked at the right places"
    assert not any(key.encode() in output for key in written)


def command_line(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def test_that_the_keys_of_a_container_are_in_nothing_that_the_daemon_tells(
    contained: Server,
) -> None:
    with daemon() as client:
        report = json.dumps(client.containers.get(contained.endpoint.container).attrs)
    assert contained.endpoint.password is not None and contained.endpoint.password in report
    keys = [line.partition(";")[2] for line in keys_of(contained).read_text().splitlines()]
    assert len(keys) == KEYS and not any(key in report for key in keys)


@pytest.mark.slow
@pytest.mark.parametrize(
    "either", ["maria", pytest.param("contained", marks=pytest.mark.exhaustive)], indirect=True
)
def test_that_two_servers_have_different_keys(either: Server) -> None:
    with prepared_once():
        other = open_server(replace(either.spec, name="other"))
    with closing(other):
        assert keys_of(other).read_text() != keys_of(either).read_text()


def test_that_every_key_length_is_offered_and_the_probe_leaves_nothing(either: Server) -> None:
    before = either.engine.catalogue.owned_databases(either.endpoint)
    answers = either.engine.servers.probe(either.endpoint)
    assert answers.storage == {Cipher("aes", bits, "tablespace") for bits in LENGTHS}
    assert answers.probe_seconds < within(2)
    assert answers.settings["innodb_encrypt_tables"] == "OFF"
    assert answers.settings["innodb_encrypt_log"] == "OFF"
    assert answers.settings["file_key_management_encryption_algorithm"] in ("aes_ctr", "aes_cbc")
    assert either.engine.catalogue.owned_databases(either.endpoint) == before


def by_address(server: Server, user: str) -> Server:
    end = server.endpoint
    return open_server(ServerSpec("far", Source.ADDRESS, "mariadb", socket=end.socket, user=user))


def answers_for(maria: Server, *grants: str) -> Capabilities:
    """What a user with these privileges is told."""
    with maria.engine.driver.connect(maria.endpoint) as session:
        session.execute("create or replace user 'guest'@'%'")
        for grant in grants:
            session.execute(f"grant {grant} to 'guest'@'%'")
    return by_address(maria, "guest").probe()


def test_that_a_user_who_may_make_no_database_is_refused_in_the_servers_words(
    maria: Server,
) -> None:
    answers = answers_for(maria)
    assert not [cipher for cipher in answers.storage if cipher.mode == "tablespace"]
    output = str(answers.why_not(encrypted_by(128), ""))
    assert "Access denied for user 'guest'" in output


def test_that_a_user_with_the_right_to_make_databases_of_ours_can_encrypt(maria: Server) -> None:
    answers = answers_for(maria, "process on *.*", r"all on `cipherbench\_%`.*")
    assert answers.why_not(encrypted_by(256), "") is None


def test_that_a_count_that_takes_a_privilege_is_left_out(maria: Server) -> None:
    answers_for(maria, r"all on `cipherbench\_%`.*")
    far = by_address(maria, "guest")
    with (
        far.engine.driver.connect(far.endpoint) as guest,
        maria.engine.driver.connect(maria.endpoint) as root,
    ):
        assert root.counted().status.keys() - guest.counted().status.keys() == {STORED}
        assert guest.counted().growing.keys() == root.counted().growing.keys()


@pytest.mark.slow
def test_that_no_key_length_is_claimed_where_the_keys_file_is_not_ours(
    maria: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(tablespace, "KEYS_NAME", "theirs.txt")
        with prepared_once():
            theirs = open_server(replace(maria.spec, name="theirs"))
    try:
        answers = theirs.engine.servers.probe(theirs.endpoint)
        assert answers.storage == {Cipher("aes", 0, "tablespace")}
        assert answers.why_not(encrypted_by(128), "") is not None
        assert answers.why_not(replace(encrypted_by(128), bits=None), "") is None
    finally:
        theirs.close()


def test_that_a_build_without_plugins_says_so(servers: Servers) -> None:
    answers = servers[NEWER].probe()
    assert not answers.storage
    output = str(answers.why_not(encrypted_by(128), ""))
    assert "no plugin for keys" in output
