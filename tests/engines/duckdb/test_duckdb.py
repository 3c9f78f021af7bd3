"""DuckDB: whole files encrypted by OpenSSL, what it spills, and who may open a file."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from fnmatch import fnmatch
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import Any

import duckdb
import pytest

from engines.base.ownership import drop
from engines.contract.data_place import PlaceName
from engines.contract.endpoint import Endpoint, Source, StorageKey
from engines.contract.errors import NotDropped, ServerUnavailable, StatementFailed, Unsupported
from engines.contract.launch import Arrangement, Logs
from engines.contract.protection import Keying, Protection, ProtectionKind
from engines.contract.session import BUFFER, Session
from engines.duckdb import attached_files, installation
from engines.properties import properties_of
from engines.servers.server import Server
from engines.sql.statement import Unencrypted, ValueType
from engines.sql.statement_text import statement

KEY = bytes(range(32))
SECRET = "a word that nobody may read on the disk"
HEADERS, BLOCK = 3 * 4096, 1 << 18
"""Of a file: bytes before the first block, and of each."""
PLACES = (PlaceName.DATA, PlaceName.WRITE_AHEAD_LOG, PlaceName.TEMPORARY)


@pytest.fixture
def duck(servers: Any) -> Server:
    server: Server = servers["duckdb"]
    return server


@contextmanager
def database_on(server: Server, cipher: str | None, **how: Any) -> Iterator[tuple[Endpoint, str]]:
    """A database, encrypted or plain, that is gone afterwards."""
    storage = None if cipher is None else StorageKey(cipher, KEY)
    endpoint = replace(server.endpoint, storage=storage, **how)
    name = server.engine.catalogue.create_database(endpoint, f"d_{os.urandom(4).hex()}")
    try:
        yield endpoint, name
    finally:
        server.engine.catalogue.drop_database(endpoint, name)
    assert list(Path(str(endpoint.directory)).glob(f"{name}*")) == []


@contextmanager
def session_on(
    server: Server, cipher: str | None = None, **how: Any
) -> Iterator[tuple[Session, Endpoint, str]]:
    with (
        database_on(server, cipher, **how) as (endpoint, name),
        server.engine.driver.connect(endpoint, name) as session,
    ):
        yield session, endpoint, name


def shown(server: Server, endpoint: Endpoint, database: str) -> tuple[bool, ...]:
    """In which places the secret stands."""
    found = dict.fromkeys(PLACES, False)
    for place in server.engine.catalogue.data_places(endpoint, database):
        for path in Path(str(place.root)).rglob("*"):
            below = str(path.relative_to(str(place.root)))
            if path.is_file() and any(fnmatch(below, each) for each in place.patterns):
                found[PlaceName(place.name)] |= SECRET.encode() in path.read_bytes()
    return tuple(found.values())


@pytest.mark.parametrize(
    ("cipher", "spill_encrypted", "rows", "places"),
    [
        (None, False, 300_001, (True, True, True)),
        ("aes256gcm", False, 50, (False, False, True)),
        ("aes256ctr", True, 50, (False, False, False)),
    ],
)
def test_that_an_encrypted_file_leaves_what_it_spills_readable_unless_that_is_encrypted_too(
    duck: Server, cipher: str | None, spill_encrypted: bool, rows: int, places: tuple[bool, ...]
) -> None:
    with session_on(duck, cipher, encrypts_temporary_files=spill_encrypted) as (
        session,
        endpoint,
        name,
    ):
        before = session.counted().status[BUFFER]
        session.execute(f"create table t as select '{SECRET}' as word from range({rows})")
        session.write_everywhere("t", "word")
        assert shown(duck, endpoint, name) == places
        assert session.counted().status[BUFFER] == pytest.approx(before, rel=0.1)


def test_that_no_other_key_or_cipher_opens_a_file_and_no_error_tells_the_key(duck: Server) -> None:
    with database_on(duck, "aes256gcm") as (endpoint, name):
        wrong = (None, StorageKey("aes256gcm", bytes(32)), StorageKey("aes256ctr", KEY))
        for key in wrong:
            with pytest.raises(ServerUnavailable, match="Check key and cipher") as caught:
                duck.engine.driver.connect(replace(endpoint, storage=key), name)
            assert KEY.hex() not in str(caught.value)
            assert str(endpoint.directory) not in str(caught.value)
        duck.engine.driver.connect(endpoint, name).close()
        rot13 = replace(endpoint, storage=StorageKey("rot13", KEY))
        with pytest.raises(ServerUnavailable, match="rot13"):
            duck.engine.catalogue.create_database(rot13, "unsealed")
        assert list(Path(str(endpoint.directory)).glob("cipherbench_unsealed*")) == []


@pytest.mark.parametrize("cipher", installation.CIPHERS)
def test_that_a_changed_file_is_refused_where_it_is_stated_to_be_authenticated(
    duck: Server, cipher: str
) -> None:
    with database_on(duck, cipher) as (endpoint, name):
        with duck.engine.driver.connect(endpoint, name) as session:
            session.fetch("set force_compression = 'uncompressed'")
            session.execute("create table t as select n::integer as n from range(200000) r(n)")
            session.flush()
            [(before,)] = session.fetch("select sum(n) from t")
        path = installation.FILES.path_of(endpoint, name)
        raw = bytearray(path.read_bytes())
        for middle in range(HEADERS + BLOCK // 2, len(raw), BLOCK):
            raw[middle + 7] ^= 0x80  # the highest bits of two words: its checksum stays right
            raw[middle + 15] ^= 0x80
        path.write_bytes(raw)
        refused = False
        try:
            with duck.engine.driver.connect(endpoint, name) as session:
                assert session.fetch("select sum(n) from t") != [(before,)]
        except (ServerUnavailable, StatementFailed):
            refused = True
    protection = Protection("p", ProtectionKind.STORAGE, cipher)
    authenticated = properties_of(protection, None, fixed_iv=False).authenticated
    assert authenticated is refused


def test_that_a_file_in_use_is_known_and_refused_to_others(duck: Server) -> None:
    with session_on(duck) as (_, endpoint, name):
        path = installation.FILES.path_of(endpoint, name)
        opening = f"import duckdb; duckdb.connect({str(path)!r})"
        done = subprocess.run(
            [sys.executable, "-c", opening], capture_output=True, text=True, check=False
        )
        assert "Conflicting lock" in done.stderr
        with pytest.raises(ServerUnavailable, match="not opened"):
            attached_files.open_to_read(path)
        assert name in duck.engine.catalogue.owned_databases(endpoint)


def test_that_statements_reach_no_other_file_and_nothing_is_fetched(duck: Server) -> None:
    with (
        database_on(duck, None) as (endpoint, name),
        duck.engine.driver.connect(endpoint, name) as session,
    ):
        for sql in ("from read_text('/etc/hostname')", "attach '/var/tmp/x.duckdb'"):
            with pytest.raises(StatementFailed, match="disabled"):
                session.fetch(sql)
            with (
                duck.engine.driver.connect(endpoint) as alone,
                pytest.raises(StatementFailed, match="disabled"),
            ):
                alone.fetch(sql)
        for setting in ("force_mbedtls_unsafe", "autoinstall_known_extensions"):
            with pytest.raises(StatementFailed, match="locked"):
                session.fetch(f"set {setting} = true")
        settings = "select value from duckdb_settings() where name like 'auto%known_extensions'"
        assert session.fetch(settings) == [("false",), ("false",)]


def test_that_rows_of_every_type_are_loaded_as_they_are(duck: Server) -> None:
    kinds = {
        "word": ValueType.TEXT, "number": ValueType.INTEGER, "raw": ValueType.BYTES,
        "price": ValueType.DECIMAL, "flag": ValueType.BOOLEAN, "share": ValueType.REAL,
        "day": ValueType.DATE, "moment": ValueType.TIMESTAMP,
    }  # fmt: skip
    began = datetime(1999, 12, 31, 23, 59, 59, 123000)
    rows = [
        (
            f"é\0\"{n}", n, b"\0\xff" * n, Decimal(n) / 4, n % 2 == 0, n / 7,
            began.date() + timedelta(n), began + timedelta(milliseconds=n),
        )
        for n in range(2500)
    ]  # fmt: skip
    nothing = (None,) * len(kinds)
    with (
        database_on(duck, None) as (endpoint, name),
        duck.engine.driver.connect(endpoint, name) as session,
    ):
        session.execute(
            "create table t (word varchar, number integer, raw blob, price decimal(9, 2), "
            "flag boolean, share double, day date, moment timestamp_ms)"
        )
        session.begin()
        session.load("t", kinds, [*rows, nothing])
        session.commit()
        assert session.fetch("from t order by number nulls last") == [*rows, nothing]


def test_that_a_table_with_indexes_takes_the_name_of_another(duck: Server) -> None:
    """DuckDB itself renames no such table."""
    with session_on(duck) as (session, _, _):
        session.execute("create table city (id integer primary key)")
        for number, name in enumerate(("bed", "bed_new")):
            session.execute(
                f"create table {name} (id integer primary key, ward varchar unique, "
                "city integer references city (id))"
            )
            session.execute(f"create index {name}_ward on {name} (ward, city)")
            session.execute(f"insert into {name} values ({number}, 'a', null)")
        with pytest.raises(StatementFailed, match="Cannot alter entry"):
            session.execute("alter table bed rename to bed_old")
        session.swap_tables("bed", "bed_new", "bed_old")
        assert session.fetch("select id from bed") == [(1,)]
        assert session.fetch("select id from bed_old") == [(0,)]
        indexes = "select index_name, table_name, sql from duckdb_indexes()"
        assert session.fetch(f"{indexes} where database_name = current_database()") == [
            ("bed_new_ward", "bed", "CREATE INDEX bed_new_ward ON bed(ward, city);")
        ]


def test_that_no_text_but_one_statement_is_prepared(duck: Server) -> None:
    with session_on(duck) as (session, _, _):
        for sql in ("", "select 1; select 2"):
            with pytest.raises(StatementFailed, match="one statement at a time"):
                session.prepare(statement(sql), Unencrypted())


def test_that_an_extension_that_does_not_load_is_reported_as_one(
    duck: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (broken := tmp_path / "httpfs.duckdb_extension").write_bytes(b"none")
    monkeypatch.setattr(installation, "httpfs", lambda: broken)
    with pytest.raises(ServerUnavailable, match="DuckDB cannot start"):
        duck.engine.driver.connect(duck.endpoint)


def test_that_there_is_a_thread_for_each_core_of_the_process(duck: Server) -> None:
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        with duck.engine.driver.connect(duck.endpoint) as session:
            assert session.fetch("select current_setting('threads')") == [(1,)]
    finally:
        os.sched_setaffinity(0, before)


def test_that_a_long_statement_shows_no_progress_in_a_process_without_a_file() -> None:
    """As workers are; DuckDB takes it for a person at a prompt."""
    asking = (
        "from engines.duckdb.attached_files import without_file as start;"
        "print(*start().execute(\"select current_setting('enable_progress_bar')\").fetchone())"
    )
    done = subprocess.run(
        [sys.executable, "-c", asking], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


class _Searches(MetaPathFinder):
    """Modules that were looked for."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:
        self.names.append(fullname)


def test_that_the_client_looks_for_no_other_library_at_each_value(
    duck: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "pandas", raising=False)
    with session_on(duck) as (session, _, _):
        session.execute("create table t (word varchar)")
        insert = session.prepare(statement("insert into t (word) values (:word)"), Unencrypted())
        insert.execute("first")
        monkeypatch.setattr(sys, "meta_path", [searches := _Searches(), *sys.meta_path])
        insert.execute("é")
        assert session.fetch("from t") == [("first",), ("é",)]
    assert searches.names == []


def test_that_a_worker_writes_for_its_user_alone(duck: Server) -> None:
    umask = os.umask(0o022)
    try:
        duck.engine.driver.begin_worker()
        with session_on(duck) as (session, endpoint, name):
            session.execute(f"create table t as select '{SECRET}' as word from range(9)")
            session.write_everywhere("t", "word")
            found = list(Path(str(endpoint.directory)).glob(f"{name}*/**/*"))
            found += Path(str(endpoint.directory)).glob(f"{name}*")
            assert len(found) >= 5  # file, log, mark, folder, and what is spilled into that
            assert [each for each in found if each.stat().st_mode & 0o077] == []
    finally:
        os.umask(umask)


def test_that_the_mark_stays_as_long_as_anything_of_a_database_does(
    duck: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(path: object, **where: object) -> None:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(path))

    with database_on(duck, None) as (endpoint, name):
        path = installation.FILES.path_of(endpoint, name)
        for end in (".wal.checkpoint", ".wal.recovery", ".tmp/spilled"):
            planted = Path(f"{path}{end}")
            planted.parent.mkdir(exist_ok=True)
            planted.write_text(SECRET)
        with monkeypatch.context() as patched:
            patched.setattr(os, "rmdir", busy)
            with pytest.raises(NotDropped, match="busy"):
                drop(duck.engine.catalogue, endpoint, name)
        assert Path(f"{path}.tmp").is_dir() and name in duck.engine.catalogue.owned_databases(
            endpoint
        )


def test_that_without_openssl_nothing_is_encrypted_and_the_package_is_named(
    duck: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installation, "httpfs", lambda: None)
    report = duck.engine.servers.probe(duck.endpoint)
    assert not report.storage and report.settings["cryptography"] == "mbedTLS, read only"
    assert report.settings["force_mbedtls_unsafe"] == "false"
    wanted = Protection("p", ProtectionKind.STORAGE, "aes256gcm")
    assert "duckdb-extension-httpfs" in str(report.why_not(wanted, ""))
    encrypted_logs = Arrangement(logs=Logs.ENCRYPTED)
    assert "httpfs" in str(duck.engine.servers.why_not_arranged(encrypted_logs, Source.EMBEDDED))
    with pytest.raises(ServerUnavailable, match="duckdb-extension-httpfs"):
        duck.engine.catalogue.create_database(
            replace(duck.endpoint, storage=StorageKey("aes256gcm", KEY)), "unsealed"
        )


def test_that_it_has_no_functions_that_encrypt(duck: Server) -> None:
    native = Protection("p", ProtectionKind.NATIVE, "aes", 128)
    with pytest.raises(Unsupported, match="no encryption functions"):
        duck.engine.encryption.native_encryptor(native, Keying(KEY))
    assert duck.engine.servers.probe(duck.endpoint).version == duckdb.__version__


def test_that_engines_are_known_without_the_library() -> None:
    output = (
        "import sys; from engines.opening import found_servers; "
        "assert 'duckdb' in {spec.engine for spec, _ in found_servers()}; "
        "sys.exit('duckdb' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", output], check=False, timeout=120).returncode == 0
