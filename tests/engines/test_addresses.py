"""Servers at an address: TLS, passwords of any kind, and what is said when one is not let in."""

from __future__ import annotations

import os
import socket
import struct
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from engines.contract.endpoint import Source, Tls, TlsMode
from engines.contract.errors import InputError, ServerUnavailable, StatementFailed
from engines.opening import endpoint_of, open_server
from engines.postgresql import database_ownership
from engines.registry import engine_named
from engines.servers.server import ServerSpec
from tests.app.campaign.machine.binding import on_core
from tests.engines.certificates import Certificates, make_certificates
from tests.engines.tcp_servers import (
    CERTIFIED,
    SECURED,
    USER,
    Reachable,
    is_family,
    serve_maria,
    serve_postgres,
    set_password,
)

PASSWORDS = ["pass word", "it's;--", 'a"b%40@:/?', "back\\slash\\n", "señha€", "{x} = '' ; %s"]


@pytest.fixture(scope="session")
def folder(home: Path) -> Path:
    made = Path(tempfile.mkdtemp(prefix="tls-", dir=home))
    made.chmod(0o711)
    return made


@pytest.fixture(scope="session")
def files(folder: Path) -> Certificates:
    return make_certificates(folder, CERTIFIED)


@pytest.fixture(scope="session")
def postgres(files: Certificates, folder: Path) -> Iterator[Reachable]:
    with_tls = {"ssl": "on", "ssl_cert_file": files.server, "ssl_key_file": files.server_key,
                "ssl_ca_file": files.ca}  # fmt: skip
    with serve_postgres(folder, with_tls) as served:
        yield served


@pytest.fixture(scope="session")
def plain_postgres(folder: Path) -> Iterator[Reachable]:
    with serve_postgres(folder, {}) as served:
        yield served


@pytest.fixture(scope="session")
def maria(files: Certificates) -> Iterator[Reachable]:
    with_tls = [f"--ssl-cert={files.server}", f"--ssl-key={files.server_key}",
                f"--ssl-ca={files.ca}"]  # fmt: skip
    with serve_maria(with_tls) as served:
        yield served


@pytest.fixture(scope="session")
def plain_maria() -> Iterator[Reachable]:
    with serve_maria(["--skip-ssl"]) as served:
        yield served


@pytest.fixture(params=["postgres", "maria"])
def secured(request: pytest.FixtureRequest) -> Reachable:
    """A server of each engine that has TLS."""
    reachable: Reachable = request.getfixturevalue(request.param)
    return reachable


@pytest.fixture(params=["plain_postgres", "plain_maria"])
def plain(request: pytest.FixtureRequest) -> Reachable:
    """A server of each engine that has no TLS."""
    reachable: Reachable = request.getfixturevalue(request.param)
    return reachable


@pytest.mark.slow
def test_that_tls_off_is_off_and_require_and_verify_full_encrypt(
    secured: Reachable, files: Certificates
) -> None:
    assert secured.cipher(secured.spec()) == ""
    assert "AES" in secured.cipher(secured.spec(tls=TlsMode.REQUIRE))
    verified = secured.spec(tls=TlsMode.VERIFY_FULL, tls_ca=str(files.ca))
    assert "AES" in secured.cipher(verified)


def test_that_require_takes_any_certificate(secured: Reachable, files: Certificates) -> None:
    spec = secured.spec(tls=TlsMode.REQUIRE, tls_ca=str(files.other_ca))
    assert "AES" in secured.cipher(spec)


@pytest.mark.parametrize("own", [True, False])
def test_that_a_certificate_of_an_authority_that_is_not_trusted_is_refused(
    secured: Reachable, files: Certificates, own: bool
) -> None:
    ca = str(files.other_ca) if own else None  # without one the system's authorities count
    error = secured.refusal(secured.spec(tls=TlsMode.VERIFY_FULL, tls_ca=ca))
    assert error.title == "Certificate not trusted"


def test_that_a_certificate_for_another_host_is_refused(
    secured: Reachable, files: Certificates
) -> None:
    spec = secured.spec(tls=TlsMode.VERIFY_FULL, tls_ca=str(files.ca), host="127.0.0.2")
    assert secured.refusal(spec).title == "Certificate is for another host"


@pytest.mark.slow
def test_that_a_server_without_tls_is_refused_where_tls_is_asked_for(
    plain: Reachable, files: Certificates
) -> None:
    assert plain.cipher(plain.spec()) == ""
    for spec in (
        plain.spec(tls=TlsMode.REQUIRE),
        plain.spec(tls=TlsMode.VERIFY_FULL, tls_ca=str(files.ca)),
    ):
        assert plain.refusal(spec).title == "Server has no TLS"


def test_that_a_client_certificate_lets_in_who_must_show_one(
    secured: Reachable, files: Certificates
) -> None:
    spec = secured.spec(user=CERTIFIED, tls=TlsMode.VERIFY_FULL, tls_ca=str(files.ca))
    error = secured.refusal(spec)
    assert "certificate" in error.title + error.hint
    given = replace(spec, tls_certificate=str(files.client), tls_key=str(files.client_key))
    assert "AES" in secured.cipher(given)


def test_that_a_user_who_must_come_with_tls_is_informed(secured: Reachable) -> None:
    spec = secured.spec(user=SECURED)
    error = secured.refusal(spec)
    assert "TLS" in error.hint
    findings = secured.server.engine.servers.diagnose(
        endpoint_of(spec, secured.server.engine, "pw-9d2e")
    )
    assert [finding.error.title for finding in findings] == ["Server requires TLS"]
    assert "AES" in secured.cipher(replace(spec, tls=TlsMode.REQUIRE))


@pytest.mark.parametrize("key", ["tls_ca", "tls_certificate", "tls_key"])
def test_that_a_file_that_is_not_there_is_named(secured: Reachable, key: str) -> None:
    error = secured.refusal(secured.spec(tls=TlsMode.VERIFY_FULL, **{key: "/not/there.pem"}))
    assert error.title == "Certificate file not usable"
    assert "/not/there.pem" in error.message


@pytest.mark.parametrize("mode", [TlsMode.REQUIRE, TlsMode.VERIFY_FULL])
@pytest.mark.parametrize("key", ["tls_ca", "tls_certificate"])
@pytest.mark.parametrize(
    "content",
    [
        "",
        "The certificate is in the other file.",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    ],
    ids=["empty", "text", "damaged"],
)
def test_that_a_file_without_a_certificate_is_named(
    secured: Reachable, tmp_path: Path, key: str, content: str, mode: TlsMode
) -> None:
    path = tmp_path / "no.pem"
    path.write_text(content)
    error = secured.refusal(secured.spec(tls=mode, **{key: str(path)}))
    assert error.title == "Certificate file not usable"
    assert error.message == f"{path} contains no certificate in PEM format."


def test_that_a_file_without_a_key_and_a_key_with_a_passphrase_are_named(
    secured: Reachable, files: Certificates, tmp_path: Path
) -> None:
    path = tmp_path / "key.pem"
    path.touch(mode=0o600)
    spec = secured.spec(tls=TlsMode.REQUIRE, tls_certificate=str(files.client), tls_key=str(path))
    assert f"{path} contains no private key of {files.client}" in secured.refusal(spec).message
    key = serialization.load_pem_private_key(files.client_key.read_bytes(), None)
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.BestAvailableEncryption(b"pass"),
        )
    )
    assert f"{path} has a passphrase" in secured.refusal(spec).message


def test_that_a_key_of_another_certificate_is_reported(
    secured: Reachable, files: Certificates
) -> None:
    spec = secured.spec(
        tls=TlsMode.REQUIRE, tls_certificate=str(files.client), tls_key=str(files.server_key)
    )
    assert secured.refusal(spec).title == "Certificate file not usable"


def test_that_tls_over_a_socket_is_refused_and_not_left_out(secured: Reachable) -> None:
    end = secured.server.endpoint
    spec = secured.spec(host=None, socket=end.socket, port=end.port, tls=TlsMode.REQUIRE)
    with pytest.raises(InputError, match="socket"):
        open_server(spec, "pw-9d2e")


@pytest.mark.parametrize("host", ["db..example", ".local", "long" * 20 + ".example"])
def test_that_a_name_that_can_be_no_hosts_is_reported(secured: Reachable, host: str) -> None:
    assert secured.refusal(secured.spec(host=host)).title == "Unknown host"


@pytest.mark.parametrize("password", PASSWORDS)
@pytest.mark.parametrize("way", ["TCP", "socket"])
def test_that_passwords_of_any_kind_let_in_by_tcp_and_by_socket(
    secured: Reachable, password: str, way: str
) -> None:
    end = secured.server.endpoint
    set_password(secured, "odd", password)
    spec = secured.spec(user="odd")
    if way == "socket":
        spec = replace(spec, host=None, socket=end.socket, port=end.port)
    open_server(spec, password).close()
    assert secured.refusal(spec, password + "x").title == "Access denied"


def test_that_refused_silent_and_unknown_hosts_are_distinguished(secured: Reachable) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        closed = secured.refusal(secured.spec(port=silent.getsockname()[1]))
        silent.listen()
        port = silent.getsockname()[1]
        mute = secured.refusal(secured.spec(port=port, host="127.0.0.1", connect_seconds=2))
    unknown = secured.refusal(secured.spec(host="nobody.invalid"))
    missing = secured.refusal(secured.spec(host=None, socket="/not/there"))
    titles = [error.title for error in (closed, mute, unknown, missing)]
    expected = ["Server not reached", "No answer in time", "Unknown host", "Server not reached"]
    assert titles == expected
    assert "No server listens" in closed.hint
    assert "2 s" in mute.hint
    assert "socket" in missing.hint


def test_that_connections_that_are_reset_are_reported_as_broken_off(secured: Reachable) -> None:
    """On one core it meets us while we still connect, and otherwise when we read."""

    def reset(listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                caller, _ = listener.accept()
                at_once = struct.pack("ii", 1, 0)  # no orderly end
                caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
                caller.close()

    core = min(os.sched_getaffinity(0))
    with on_core(core), socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=reset, args=(listener,), daemon=True).start()
        spec = secured.spec(port=listener.getsockname()[1], host="127.0.0.1", connect_seconds=2)
        errors = [secured.refusal(spec) for _ in range(30)]
        listener.shutdown(socket.SHUT_RDWR)
    assert {error.title for error in errors} == {"Connection closed"}
    assert all("host and port" in error.hint for error in errors)


def test_that_a_database_that_is_not_there_is_reported(secured: Reachable) -> None:
    allowed = secured.spec(user="boss" if is_family(secured) else USER, database="nowhere")
    set_password(secured, "boss", "pw-9d2e")
    error = secured.refusal(allowed)
    assert error.title == "Database not found"
    assert "nowhere" in error.message


def test_that_a_user_who_may_make_no_database_is_reported_what_to_ask_for(
    secured: Reachable,
) -> None:
    engine = secured.server.engine
    before = engine.catalogue.owned_databases(secured.server.endpoint)
    findings = engine.servers.diagnose(endpoint_of(secured.spec(), engine, "pw-9d2e"))
    blocking = [finding.error for finding in findings if finding.blocking]
    assert [error.title for error in blocking] == ["Database not created"]
    assert "denied" in blocking[0].message
    assert blocking[0].hint == str(engine.servers.grant_hint)
    assert engine.catalogue.owned_databases(secured.server.endpoint) == before


def test_that_a_user_with_the_right_to_make_databases_is_reported_nothing(
    secured: Reachable,
) -> None:
    engine = secured.server.engine
    set_password(secured, "maker", "pw-9d2e")
    with secured.admin() as admin:
        if is_family(secured):
            admin.execute(r"grant all on `cipherbench\_%`.* to 'maker'@'%'")
        else:
            admin.execute("alter role maker createdb")
            admin.execute("create extension if not exists pgcrypto")
    findings = engine.servers.diagnose(endpoint_of(secured.spec(user="maker"), engine, "pw-9d2e"))
    assert findings == []
    assert engine.catalogue.owned_databases(secured.server.endpoint) == {}
    with secured.admin() as admin:
        if not is_family(secured):
            admin.execute("drop extension pgcrypto")


@pytest.mark.slow
def test_that_a_database_that_needs_no_pgcrypto_is_left_alone(postgres: Reachable) -> None:
    """Databases that are worked in get the extension by themselves; no other one is changed."""
    engine = postgres.server.engine
    with postgres.admin() as admin:
        admin.execute(f"alter role {USER} createdb")
        admin.execute("create database theirs owner postgres_owner")
        admin.execute("create database mine owner " + USER)
    try:
        for name in ("theirs", "mine"):
            place = endpoint_of(postgres.spec(database=name), engine, "pw-9d2e")
            assert engine.servers.diagnose(place) == []
            assert engine.servers.probe(place).native
            assert engine.catalogue.owned_databases(place) == {}
            with engine.driver.connect(postgres.server.endpoint, name) as inside:
                assert not inside.fetch("select 1 from pg_extension where extname = 'pgcrypto'")
    finally:
        with postgres.admin() as admin:
            admin.execute("drop database theirs")
            admin.execute("drop database mine")
            admin.execute(f"alter role {USER} nocreatedb")


def test_that_without_pgcrypto_the_rest_works_and_nothing_is_left(
    postgres: Reachable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that has no pgcrypto: another name stands for it, which no server has."""
    monkeypatch.setattr(
        "engines.postgresql.catalogue.CREATE_EXTENSION", "create extension no_such_thing"
    )
    engine, end = postgres.server.engine, postgres.server.endpoint
    before = engine.catalogue.owned_databases(end)
    name = engine.catalogue.create_database(end, "without")
    with engine.driver.connect(end, name) as session:
        assert session.fetch("select 1 from pg_extension where extname = 'pgcrypto'") == []
        session.execute("create table t (a int)")
    assert engine.catalogue.owned_databases(end) == before | {name: "without"}
    engine.catalogue.drop_database(end, name)
    assert engine.catalogue.owned_databases(end) == before


def test_that_a_database_that_cannot_be_furnished_does_not_stay(secured: Reachable) -> None:
    """One user may have a single connection, the other may not fill tables."""
    engine = secured.server.engine
    set_password(secured, "limited", "pw-9d2e")
    with secured.admin() as admin:
        if is_family(secured):
            admin.execute(r"grant create, drop on `cipherbench\_%`.* to 'limited'@'%'")
        else:
            admin.execute("alter role limited createdb connection limit 1")
        before = set(admin.fetch(_DATABASES[engine.name]))
        with pytest.raises((StatementFailed, ServerUnavailable)):
            engine.catalogue.create_database(
                endpoint_of(secured.spec(user="limited"), engine, "pw-9d2e"), "limited"
            )
        assert set(admin.fetch(_DATABASES[engine.name])) == before


_DATABASES = {"postgresql": "select datname from pg_database", "mariadb": "show databases"}


def test_that_servers_of_before_postgresql_13_are_dropped_from_too(
    postgres: Reachable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_ownership, "FORCE_SINCE", 10**9)
    engine, end = postgres.server.engine, postgres.server.endpoint
    name = engine.catalogue.create_database(end, "old_way")
    with engine.driver.connect(end, name) as inside:
        inside.fetch("select 1")
        engine.catalogue.drop_database(end, name)
        assert name not in engine.catalogue.owned_databases(end)
        with pytest.raises(StatementFailed):
            inside.fetch("select 1")


def test_that_markers_of_databases_that_go_meanwhile_are_passed_over(secured: Reachable) -> None:
    """Others make and drop theirs while ours are looked up."""
    engine, end = secured.server.engine, secured.server.endpoint
    over = threading.Event()

    def come_and_go() -> None:
        number = 0
        while not over.is_set():
            number += 1
            engine.catalogue.drop_database(
                end, engine.catalogue.create_database(end, f"passing_{number}")
            )

    with ThreadPoolExecutor(1) as pool:
        passing = pool.submit(come_and_go)
        try:
            for _ in range(20):
                engine.catalogue.owned_databases(end)
        finally:
            over.set()
        passing.result()


def test_that_the_endpoint_of_an_address_carries_all_that_its_spec_says() -> None:
    spec = ServerSpec(
        "x", Source.ADDRESS, "postgresql", host="db", tls=TlsMode.VERIFY_FULL, tls_ca="ca",
        tls_certificate="crt", tls_key="key", connect_seconds=9,
    )  # fmt: skip
    end = endpoint_of(spec, engine_named("postgresql"), "pw-9d2e")
    assert end.tls == Tls(TlsMode.VERIFY_FULL, "ca", "crt", "key")
    assert (end.connect_seconds, end.port, end.password) == (9, 5432, "pw-9d2e")
