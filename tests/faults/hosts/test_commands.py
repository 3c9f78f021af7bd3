"""`cipherbench coordinator` as a command, with a certificate of one's own and on any PostgreSQL:
hosts join it, and those that trust another authority do not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import mkdtemp

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from sqlalchemy import URL, create_engine, make_url

from app.system.password_sources import variable_of
from benchmarks.hosts.network import network
from engines.contract.endpoint import Source
from engines.keeping.home import home
from engines.keeping.server_folder import give
from engines.keeping.service_user import service_account
from engines.platform.users import is_root
from engines.postgresql.servers import NetworkAccess, SharedPostgreSQL
from engines.registry import engine_named
from engines.servers.launched import launch_server
from engines.servers.server import ServerSpec
from engines.servers.tcp_access import LOOPBACK, address_name, free_port, self_signed
from tests.app.typed import plan_of
from tests.faults.hosts.stage import MOST_SECONDS, Program, Stage, staged

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

_HOST = "desk1"
_LONGEST_SECONDS = 120


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """All of it on this machine's loopback."""
    monkeypatch.setenv("CIPHERBENCH_HOSTS_LOOPBACK", "1")
    folder = Path(mkdtemp(prefix="commands-", dir=home()))
    folder.chmod(0o711)  # PostgreSQL's user has to pass
    with network(1) as loopback, staged(folder, loopback) as made:
        yield made


@dataclass(frozen=True)
class Signed:
    """PEM files: an authority's certificate, and one for this machine that it has signed."""

    authority: Path
    certificate: Path
    key: Path


def signed(folder: Path, name: str) -> Signed:
    """As a company's authority would do it."""
    made = Signed(*(folder / f"{name}.{each}" for each in ("ca", "crt", "key")))
    ours = self_signed(f"authority {name}", [x509.DNSName(name)], timedelta(days=9))
    authority = x509.load_pem_x509_certificate(ours.pem)
    secret = serialization.load_pem_private_key(ours.key, None)
    assert isinstance(secret, ec.EllipticCurvePrivateKey)
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=9))
        .add_extension(x509.SubjectAlternativeName([address_name(LOOPBACK)]), critical=False)
        .sign(secret, hashes.SHA256())
    )
    made.authority.write_bytes(ours.pem)
    made.certificate.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    made.key.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return made


def drawn(program: Program, role: str) -> str:
    """The password that it has drawn for a role, and printed."""
    [found] = re.findall(rf"^export {variable_of(role)}=(\S+)$", program.out.read_text(), re.M)
    return str(found)


def shown(program: Program) -> tuple[str, str]:
    """The addresses in the commands that it has printed, for the host and for the coordinator."""
    report = program.out.read_text()
    [own] = re.findall(rf"^cipherbench host --name {_HOST} --store '(\S+)'$", report, re.M)
    [url] = re.findall(r"^cipherbench run PLAN --on all --store '(\S+)'$", report, re.M)
    return own, url


def host(stage: Stage, store: str, password: str) -> Program:
    words = ("host", "--name", _HOST, "--store", store)
    return stage.start(_HOST, *words, place=0, **{variable_of(_HOST): password})


def check_refused(stage: Stage, store: str, password: str, why: str) -> None:
    refused = host(stage, store, password)
    assert refused.wait(MOST_SECONDS) == 2 and why in refused.message, refused.message
    assert "Traceback" not in refused.message


def check_joined(stage: Stage, store: str, password: str, url: str) -> None:
    joined = host(stage, store, password)
    joined.await_words(f"{_HOST} joined")
    listed = stage.start("coordinator", "hosts", "--store", url, "--json")
    assert listed.wait(MOST_SECONDS) == 0, listed.message
    assert [(each["name"], each["state"]) for each in json.loads(listed.out.read_text())] == [
        (_HOST, "ready")
    ]


def check_a_plan(stage: Stage, url: str) -> None:
    plan = plan_of(
        stage.folder, ServerSpec("sqlite", Source.EMBEDDED, "sqlite"), size=20, repetitions=1
    )
    run = stage.start("coordinator", "run", plan, "--on", _HOST, "--store", url, "--json")
    assert run.wait(_LONGEST_SECONDS) == 0, run.message
    [report] = json.loads(run.out.read_text())
    assert (report["state"], report["runs_done"]) == ("done", 1)


def test_that_a_coordinator_serves_with_a_certificate_of_ones_own(here: Stage) -> None:
    ours, other = signed(here.folder, "ours"), signed(here.folder, "other")
    address, port = here.network.coordinator(0)
    words = ("coordinator", "--listen", address, "--port", port, "--host", _HOST)
    unfit = here.start("coordinator", *words, "--certificate", ours.certificate, "--key", other.key)
    assert unfit.wait(MOST_SECONDS) == 2
    assert "are not a certificate and its key" in unfit.message

    own = ("--certificate", ours.certificate, "--key", ours.key)
    coordinator = here.start("coordinator", *words, *own)
    coordinator.await_words("Serving until Ctrl+C.")
    assert "&sslrootcert=FILE" in coordinator.message
    password, (store, url) = drawn(coordinator, _HOST), shown(coordinator)
    assert "sslmode=verify-full" in store and "sslrootcert" not in store
    trusting = f"&sslrootcert={ours.authority}"
    check_refused(
        here, f"{store}&sslrootcert={other.authority}", password, "certificate verify failed"
    )
    elsewhere = store.replace(address, "localhost")
    check_refused(here, f"{elsewhere}{trusting}", password, "does not match host name")
    check_refused(here, f"{store}{trusting}", "guessed", "password authentication failed")
    check_joined(here, f"{store}{trusting}", password, f"{url}{trusting}")


@contextmanager
def postgresql(folder: Path) -> Iterator[tuple[URL, Signed]]:
    """One with TLS that is not ours: the address of a database for its owner, who may make roles;
    nobody but the machine's own superuser may do more."""
    files = signed(folder, "theirs")
    pem, key = files.certificate.read_text(), files.key.read_text()
    access = NetworkAccess(LOOPBACK, free_port(), "all", ("all",), (), pem, key)
    data = folder / "theirs"
    data.mkdir(mode=0o700)
    if is_root():
        give(data, service_account())
    spec = ServerSpec("theirs", SharedPostgreSQL.source, "postgresql")
    launcher = SharedPostgreSQL(data, access)
    with closing(launch_server(spec, engine_named("postgresql"), launcher)) as server:
        end = server.endpoint
        socket = {"host": end.socket or ""}
        admin = create_engine(
            URL.create("postgresql+psycopg", end.user, None, None, end.port, end.database, socket),
            isolation_level="AUTOCOMMIT",
        )
        with admin.connect() as connection:
            for statement in (
                "CREATE ROLE keeper LOGIN CREATEROLE PASSWORD 'of keeper'",
                "CREATE DATABASE results OWNER keeper",
                "CREATE ROLE weak LOGIN PASSWORD 'of weak'",
                "CREATE DATABASE others OWNER weak",
            ):
                connection.exec_driver_sql(statement)
        admin.dispose()
        query = {"sslmode": "verify-full", "sslrootcert": str(files.authority)}
        yield (
            URL.create("postgresql", "keeper", None, LOOPBACK, end.port, "results", query),
            files,
        )


def test_that_any_postgresql_is_prepared_by_its_address(here: Stage) -> None:
    with postgresql(here.folder) as (keeper, _):
        other = str(signed(here.folder, "other").authority)

        def prepared(url: URL, password: str, *more: str) -> Program:
            words = ("coordinator", "--store", url.render_as_string(), "--host", _HOST, *more)
            return here.start("coordinator", *words, PGPASSWORD=password)

        stranger = prepared(keeper.update_query_dict({"sslrootcert": other}), "of keeper")
        assert stranger.wait(MOST_SECONDS) == 2
        assert "certificate verify failed" in stranger.message
        weak = prepared(keeper.set(username="weak", database="others"), "of weak")
        assert weak.wait(MOST_SECONDS) == 2
        assert "weak may not do this in" in weak.message and "Traceback" not in weak.message

        first = prepared(keeper, "of keeper")
        assert first.wait(MOST_SECONDS) == 0, first.message
        password, (store, url) = drawn(first, _HOST), shown(first)
        assert "of keeper" not in first.out.read_text() + first.message
        wrong = make_url(store).update_query_dict({"sslrootcert": other})
        check_refused(here, wrong.render_as_string(), password, "certificate verify failed")
        check_refused(here, store, "guessed", "password authentication failed")
        check_joined(here, store, password, url)
        check_a_plan(here, url)

        again = prepared(keeper, "of keeper", "--host", "desk2")
        assert again.wait(MOST_SECONDS) == 0, again.message
        assert variable_of(_HOST) not in again.out.read_text(), "it keeps the password it has"
        assert drawn(again, "desk2")
