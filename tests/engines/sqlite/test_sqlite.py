"""SQLite: whole files encrypted, and databases of our own told from anybody else's."""

from __future__ import annotations

import secrets
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw
import pytest

from engines.base.database_files import file_key
from engines.contract.endpoint import Source, StorageKey
from engines.contract.errors import InputError, ServerUnavailable, StatementFailed, Unsupported
from engines.contract.protection import PLAINTEXT, Cipher, Keying, Protection, ProtectionKind
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec
from engines.sql.statement import Unencrypted
from engines.sql.statement_text import statement
from engines.sqlite.encrypted_files import KEY_BYTES
from tests.engines.sqlite.ciphers import EVERY_CIPHER, KEYING, SECRET
from tests.engines.things import insert, make_table, read

VALUES = ("", "a", "x" * 15, "x" * 16, "x" * 17, "y" * 255, "São Paulo €", "z" * 4096, None)


def files(server: Server, database: str) -> list[Path]:
    return sorted(Path(str(server.endpoint.directory)).glob(f"{database}*"))


def written(server: Server, database: str) -> bytes:
    return b"".join(path.read_bytes() for path in files(server, database))


def test_that_every_cipher_is_offered_with_its_key_length(sqlite: Server) -> None:
    answers = sqlite.engine.servers.probe(sqlite.endpoint)
    assert answers.native == frozenset() and answers.refused == {}
    assert {(each.algorithm, each.bits) for each in answers.storage} == {
        ("aes128cbc", 128), ("aes256cbc", 256), ("chacha20", 256), ("sqlcipher", 256),
        ("rc4", 128), ("ascon128", 128), ("aegis", 128), ("aegis", 256),
    }  # fmt: skip
    assert {each for each in answers.storage if each.mode != "file"} == {
        Cipher("sqlcipher", 256, "passphrase"), Cipher("aegis", 256, "passphrase"),
    }  # fmt: skip
    assert answers.settings["synchronous"] == "full" and answers.settings["journal_mode"] == "wal"


@EVERY_CIPHER
def test_that_an_encrypted_file_gives_back_every_value(
    sqlite: Server, make: Any, cipher: Cipher
) -> None:
    endpoint, name = make(cipher)
    encrypted = replace(sqlite, endpoint=endpoint)
    make_table(encrypted, name, Unencrypted())
    with sqlite.engine.driver.connect(endpoint, name) as session:
        insert(session, Unencrypted(), *((value, 1, True, b"\x00") for value in VALUES))
    with sqlite.engine.driver.connect(endpoint, name) as session:
        assert [row[0] for row in read(session, Unencrypted(), "word")] == list(VALUES)


@EVERY_CIPHER
def test_that_neither_file_nor_log_shows_plaintext(
    sqlite: Server, make: Any, cipher: Cipher
) -> None:
    endpoint, name = make(cipher)
    plain, open_one = make()
    for where, database in ((endpoint, name), (plain, open_one)):
        session = sqlite.engine.driver.connect(where, database)
        session.execute(f"create table t as select '{SECRET}' as word")
        shown = SECRET.encode() in written(sqlite, database)  # the log is there while it is open
        assert any(path.name.endswith("-wal") for path in files(sqlite, database))
        session.close()
        assert shown == (SECRET.encode() in written(sqlite, database)) == (database == open_one)


@EVERY_CIPHER
def test_that_no_other_key_or_cipher_opens_a_file(
    sqlite: Server, make: Any, cipher: Cipher
) -> None:
    endpoint, name = make(cipher)
    key: StorageKey = endpoint.storage
    one_bit = bytes([key.key[0] ^ 1]) + key.key[1:]
    other = "aes256cbc" if key.cipher != "aes256cbc" else "chacha20"
    swapped = replace(key, passphrase=not key.passphrase)
    for wrong in (None, replace(key, key=one_bit), StorageKey(other, KEYING.key), swapped):
        with pytest.raises(
            ServerUnavailable, match=r"not a database.*Check key and cipher"
        ) as caught:
            sqlite.engine.driver.connect(replace(endpoint, storage=wrong), name)
        assert key.key.hex() not in str(caught.value)
    sqlite.engine.driver.connect(endpoint, name).close()


def test_that_the_key_is_used_as_it_is_where_the_cipher_takes_a_raw_one(
    sqlite: Server, make: Any
) -> None:
    _, name = make(Cipher("chacha20", 256, "file"))
    path = next(path for path in files(sqlite, name) if path.suffix == ".sqlite")
    connection = apsw.Connection(str(path))
    connection.pragma("cipher", "chacha20")
    connection.pragma("key", f"raw:{KEYING.key.hex()}")
    assert connection.execute("select id from cipherbench_marker").get
    connection.close()


def test_that_an_unknown_cipher_never_leaves_a_plain_file(sqlite: Server) -> None:
    endpoint = replace(sqlite.endpoint, storage=StorageKey("rot13", KEYING.key))
    with pytest.raises(ServerUnavailable, match="rot13"):
        sqlite.engine.catalogue.create_database(endpoint, "unsealed")
    assert files(sqlite, "cipherbench_unsealed") == []


@pytest.mark.parametrize(
    ("algorithm", "bits", "length"),
    [
        ("aegis", None, 32), ("aegis", 128, 16), ("aes128cbc", None, 16), ("rc4", 128, 16),
        ("ascon128", 128, 32), ("sqlcipher", 256, 32),
    ],
)  # fmt: skip
def test_that_a_key_gets_the_length_its_cipher_takes(
    algorithm: str, bits: int | None, length: int
) -> None:
    wanted = Protection("p", ProtectionKind.STORAGE, algorithm, bits)
    short, long = Keying(KEYING.key[:16]), KEYING
    keys = [file_key("SQLite", KEY_BYTES, wanted, each).key for each in (short, long, short)]
    assert {len(key) for key in keys} == {length}
    assert keys[0] == keys[2] != keys[1]


def test_that_what_is_no_file_cipher_is_refused_and_what_lies_below_needs_no_key(
    sqlite: Server,
) -> None:
    engine, end = sqlite.engine, sqlite.endpoint
    for algorithm, bits in (("rot13", None), ("chacha20", 128)):
        wanted = Protection("p", ProtectionKind.STORAGE, algorithm, bits)
        with pytest.raises(Unsupported, match=algorithm):
            engine.encryption.storage_endpoint(end, wanted, KEYING)
    below = Protection("p", ProtectionKind.STORAGE, "gocryptfs", 256, "filesystem")
    assert engine.encryption.storage_endpoint(end, below, KEYING) is end
    assert engine.encryption.storage_endpoint(end, PLAINTEXT, KEYING) is end


def test_that_an_encrypted_leftover_is_known_and_dropped_without_its_key(
    sqlite: Server, make: Any
) -> None:
    endpoint, name = make(Cipher("aegis", 256, "file"))
    at_work = sqlite.engine.driver.connect(
        endpoint, name
    )  # as a killed worker leaves it, log and all
    at_work.execute("create table t (word text)")
    assert len(files(sqlite, name)) == 4
    assert sqlite.engine.catalogue.owned_databases(sqlite.endpoint)[name] == name.removeprefix(
        "cipherbench_"
    )
    sqlite.engine.catalogue.drop_database(sqlite.endpoint, name)
    assert files(sqlite, name) == []
    assert name not in sqlite.engine.catalogue.owned_databases(sqlite.endpoint)
    at_work.close()


def test_that_files_of_others_are_never_touched(sqlite: Server) -> None:
    folder = Path(str(sqlite.endpoint.directory))
    plain, encrypted = folder / "cipherbench_theirs.sqlite", folder / "cipherbench_sealed.sqlite"
    connection = sqlite3.connect(plain)
    connection.execute("create table precious (word)")
    connection.close()
    encrypted.write_bytes(secrets.token_bytes(8192))
    before = plain.read_bytes(), encrypted.read_bytes()
    try:
        for path in (plain, encrypted):
            sqlite.engine.catalogue.drop_database(sqlite.endpoint, path.stem)
            assert path.stem not in sqlite.engine.catalogue.owned_databases(sqlite.endpoint)
            with pytest.raises(ServerUnavailable, match="there is a file of that name"):
                sqlite.engine.catalogue.create_database(
                    sqlite.endpoint, path.stem.removeprefix("cipherbench_")
                )
        assert (plain.read_bytes(), encrypted.read_bytes()) == before
        assert sorted(folder.glob("cipherbench_theirs*")) == [plain]
    finally:
        plain.unlink()
        encrypted.unlink()


def test_that_a_missing_database_is_reported_and_not_made(sqlite: Server) -> None:
    with pytest.raises(ServerUnavailable, match="unable to open"):
        sqlite.engine.driver.connect(sqlite.endpoint, "cipherbench_none")
    assert files(sqlite, "cipherbench_none") == []


def test_that_a_server_whose_folder_is_gone_is_reported() -> None:
    server = open_server(ServerSpec("sqlite", Source.EMBEDDED, "sqlite"))
    server.close()
    with pytest.raises(ServerUnavailable, match="no folder"):
        server.engine.driver.connect(server.endpoint)
    server.engine.catalogue.drop_database(server.endpoint, "cipherbench_gone")


@pytest.mark.parametrize("source", [Source.ADDRESS, Source.LOCAL])
def test_that_it_comes_from_no_other_source(source: Source) -> None:
    with pytest.raises(InputError, match=rf"no source named {source}.*one of: embedded\."):
        open_server(ServerSpec("x", source, "sqlite"))


def test_that_preparing_runs_nothing_and_refuses_what_cannot_run(sqlite: Server, make: Any) -> None:
    endpoint, name = make()
    make_table(sqlite, name, Unencrypted())
    with sqlite.engine.driver.connect(endpoint, name) as session:
        insert(session, Unencrypted(), ("kept", 1, True, b""))
        session.prepare(statement("delete from thing where word = :word"), Unencrypted()).close()
        session.prepare(statement("delete from thing"), Unencrypted()).close()
        assert session.fetch("select word from thing") == [("kept",)]
        with pytest.raises(StatementFailed, match="no such column: absent"):
            session.prepare(statement("select absent from thing"), Unencrypted())


def test_that_a_prepared_statement_is_compiled_once(sqlite: Server, make: Any) -> None:
    endpoint, name = make()
    make_table(sqlite, name, Unencrypted())
    session: Any = sqlite.engine.driver.connect(endpoint, name)
    prepared = session.prepare(statement("select word from thing where id = :id"), Unencrypted())
    before = session._connection.cache_stats()
    for number in range(500):
        prepared.execute(number)
    after = session._connection.cache_stats()
    assert after["misses"] == before["misses"] and after["hits"] - before["hits"] == 500
    prepared.close()
    session.close()


def test_that_foreign_keys_hold(sqlite: Server, make: Any) -> None:
    endpoint, name = make()
    with sqlite.engine.driver.connect(endpoint, name) as session:
        session.execute("create table a (id integer primary key)")
        session.execute("create table b (a integer references a (id) on delete cascade)")
        session.execute("insert into a values (1)")
        session.execute("insert into b values (1)")
        with pytest.raises(StatementFailed, match="FOREIGN KEY"):
            session.execute("insert into b values (2)")
        session.execute("delete from a")
        assert session.fetch("select count(*) from b") == [(0,)]
