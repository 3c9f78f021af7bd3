"""Servers in real containers: started, limited, watched over, and gone without a trace."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from docker.errors import APIError, NotFound

from engines.container.daemon import LABEL, container_reason, daemon, own_mark
from engines.container.server import provide_image, qualified, why_lost
from engines.contract.endpoint import Source, TlsMode
from engines.contract.errors import InputError, ServerUnavailable, StatementFailed
from engines.contract.launch import STUDY_CPUS, STUDY_MEMORY_MB
from engines.contract.secrecy import register_secret
from engines.contract.session import Session
from engines.keeping import owning_program
from engines.leftovers import remove_leftovers
from engines.opening import open_server
from engines.registry import engine_named
from engines.servers.server import Server, ServerSpec
from engines.sql.statement import Unencrypted
from engines.sql.statement_text import select
from tests.engines.containers import (
    ENGINES,
    container_spec,
    image_of,
    need,
    no_containers,
    write_authority,
)
from tests.engines.things import make_table
from tests.patience import wait_until, within

_STARTS_A_CONTAINER = """
import json, sys, time
from engines.contract.endpoint import Source
from engines.leftovers import remove_leftovers
from engines.opening import open_server
from engines.servers.server import ServerSpec
server = open_server(ServerSpec("mine", Source.CONTAINER, "firebird", image=sys.argv[1]))
print(json.dumps({"id": server.endpoint.container, "keeper": server._keeper.pid}), flush=True)
time.sleep(600)
"""


EACH = [pytest.param(each, marks=pytest.mark.slow) for each in ENGINES]


@pytest.fixture(scope="module")
def contained() -> Iterator[Callable[[str], Server]]:
    """An engine's server in a container, with the limits of the study."""
    known: dict[str, Server] = {}

    def get(engine: str) -> Server:
        if engine not in known:
            spec = container_spec(engine, cpus=STUDY_CPUS, memory_mb=STUDY_MEMORY_MB)
            known[engine] = open_server(spec)
        register_secret(known[engine].endpoint.password)
        return known[engine]

    yield get
    for each in known.values():
        each.close()


@pytest.fixture(params=EACH)
def server(request: pytest.FixtureRequest, contained: Callable[[str], Server]) -> Server:
    """Each engine's server in a container."""
    return contained(request.param)


@dataclass(frozen=True)
class Watched:
    """A server in a container, and all command lines that were there while it was started."""

    server: Server
    seen: set[str]


@pytest.fixture(scope="module", params=EACH)
def watched(request: pytest.FixtureRequest) -> Iterator[Watched]:
    """Its server is to be killed."""
    with _command_lines() as seen:
        server = open_server(container_spec(request.param))
        time.sleep(0.1)
    with closing(server):
        yield Watched(server, seen)


@pytest.fixture
def client() -> Iterator[Any]:
    need(no_containers())
    with daemon() as client:
        yield client


@pytest.fixture
def elsewhere() -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """A program of its own that has started a container, and what it tells of it."""
    spec = container_spec("firebird")
    program = subprocess.Popen(
        [sys.executable, "-c", _STARTS_A_CONTAINER, spec.image or ""],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    yield program, json.loads(program.stdout.readline())
    program.kill()
    program.wait()
    program.stdout.close()


def is_there(client: Any, container: str | None) -> bool:
    try:
        client.containers.get(container)
    except NotFound:
        return False
    return True


def volumes_of(client: Any) -> set[str]:
    """Names of all that the daemon has."""
    return {volume.name for volume in client.volumes.list()}


@pytest.mark.slow
@pytest.mark.in_every_run("postgresql")
def test_that_a_container_is_asked_what_its_server_can_do(server: Server) -> None:
    capabilities = server.engine.servers.probe(server.endpoint)
    expected = {"postgresql": "17.", "mariadb": "11.8.", "firebird": "4.0."}
    assert capabilities.version.startswith(expected[server.engine.name])
    assert any((each.algorithm, each.bits) == ("aes", 256) for each in capabilities.native)


def test_that_limits_of_cpu_and_memory_are_in_force(server: Server, client: Any) -> None:
    report = client.containers.get(server.endpoint.container).attrs["HostConfig"]
    assert report["NanoCpus"] == 1_000_000_000
    assert report["Memory"] == report["MemorySwap"] == 4_000_000_000


def test_that_the_port_is_open_to_this_machine_alone(server: Server, client: Any) -> None:
    ports = client.containers.get(server.endpoint.container).ports
    published = [place for places in ports.values() for place in places or ()]
    assert published == [{"HostIp": "127.0.0.1", "HostPort": str(server.endpoint.port)}]


def test_that_a_log_can_be_viewed(server: Server) -> None:
    text = server.log_tail()
    assert {"postgresql": "accept connections", "mariadb": "ready for connections"}.get(
        server.engine.name, "Firebird"
    ) in text
    assert len(server.log_tail(20)) == 20


def test_that_a_databases_whole_life_works_in_a_container(server: Server) -> None:
    engine, end = server.engine, server.endpoint
    name = engine.catalogue.create_database(end, "life")
    with engine.driver.connect(end, name) as session:
        session.execute("create table t (a integer)")
        session.execute("insert into t values (7)")
        assert session.fetch("select a from t") == [(7,)]
    engine.catalogue.drop_database(end, name)
    engine.catalogue.drop_database(end, name)
    with pytest.raises(ServerUnavailable) as caught:
        engine.driver.connect(end, name)
    assert caught.value.title == "Database not found"


def test_that_a_wrong_password_is_reported(server: Server) -> None:
    from dataclasses import replace

    with pytest.raises(ServerUnavailable) as caught:
        server.engine.driver.connect(replace(server.endpoint, password="wrong"))
    assert caught.value.title == "Access denied"


@pytest.mark.in_every_run("postgresql", "firebird")
def test_that_the_password_is_random_and_on_no_command_line(
    watched: Watched, contained: Callable[[str], Server]
) -> None:
    servers = (watched.server, contained(watched.server.spec.engine))
    passwords = {server.endpoint.password or "" for server in servers}
    assert len(passwords) == 2 and all(len(password) >= 20 for password in passwords)
    assert any("keeper.py" in line for line in watched.seen), "it has been looked at"
    assert not [line for line in watched.seen for password in passwords if password in line]
    assert not [each for each in servers for password in passwords if password in repr(each)]


@contextmanager
def _command_lines() -> Iterator[set[str]]:
    """All command lines of this machine, inside containers too, read over and over."""
    seen: set[str] = set()
    over = threading.Event()

    def look() -> None:
        while not over.wait(0.02):
            for process in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 all the time
                with suppress(OSError), open(f"/proc/{process}/cmdline", "rb", 0) as line:  # noqa: PTH123
                    seen.add(line.read().decode(errors="replace"))

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield seen
    finally:
        over.set()
        thread.join()


@pytest.mark.in_every_run("firebird")
@pytest.mark.parametrize("engine", EACH)
def test_that_closing_removes_the_container_and_its_volumes(engine: str, client: Any) -> None:
    server = open_server(container_spec(engine))
    container = client.containers.get(server.endpoint.container)
    volumes = [mount["Name"] for mount in container.attrs["Mounts"]]
    assert volumes, "the image has a volume, as the official one has"
    server.close()
    server.close()
    assert not is_there(client, container.id)
    assert not volumes_of(client) & set(volumes)


@pytest.mark.exhaustive
@pytest.mark.slow
def test_that_a_container_goes_with_the_program_that_was_killed(
    elsewhere: Any, client: Any
) -> None:
    program, report = elsewhere
    assert is_there(client, report["id"])
    program.kill()
    wait_until(lambda: not is_there(client, report["id"]))


@pytest.mark.slow
def test_that_an_orphan_whose_keeper_was_killed_too_is_tidied(elsewhere: Any, client: Any) -> None:
    program, report = elsewhere
    mounts = client.containers.get(report["id"]).attrs["Mounts"]
    volumes = {mount["Name"] for mount in mounts}
    assert volumes and volumes <= volumes_of(client)
    os.kill(report["keeper"], signal.SIGKILL)
    remove_leftovers()
    assert is_there(client, report["id"]), "its program still lives"
    program.kill()
    program.wait()
    remove_leftovers()
    assert not is_there(client, report["id"])
    assert not volumes & volumes_of(client)


@pytest.mark.slow
def test_that_closing_removes_a_container_whose_keeper_was_killed(client: Any) -> None:
    server = open_server(container_spec("firebird"))
    assert server._keeper is not None
    server._keeper.kill()
    server.close()
    assert not is_there(client, server.endpoint.container)


@pytest.mark.in_every_run("postgresql", "firebird")
def test_that_whatever_is_asked_of_a_killed_server_fails_in_its_words(
    watched: Watched, client: Any
) -> None:
    server = watched.server
    database = server.engine.catalogue.create_database(
        server.endpoint, f"test_{secrets.token_hex(4)}"
    )
    make_table(server, database, Unencrypted())
    with server.engine.driver.connect(server.endpoint, database) as session:
        client.containers.get(server.endpoint.container).kill()
        refused = [refusal_of(ask) for ask in asked_of(session)]
    assert refused[-1], "a query needs its server"
    assert all(each.casefold().startswith(f"{server.engine.name} says") for each in refused if each)


def asked_of(session: Session) -> list[Callable[[], object]]:
    return [
        session.begin,
        session.commit_each,
        session.commit,
        session.rollback,
        lambda: session.prepare(select(["word"], "from thing"), Unencrypted()),
        lambda: session.fetch("select id from thing"),
    ]


def refusal_of(ask: Callable[[], object]) -> str:
    """What a session says of its server; nothing where it needs none for it."""
    try:
        ask()
    except StatementFailed as error:
        return error.message
    return ""


def mark_of(name: str, monkeypatch: pytest.MonkeyPatch, **report: str) -> str:
    """Our mark for a container, as a program of another boot or machine would have written it."""
    with monkeypatch.context() as elsewhere:
        for what, value in report.items():
            elsewhere.setattr(
                owning_program,
                {"machine": "_machine", "boot": "boot_id"}[what],
                lambda value=value: value,
            )
        return own_mark(name)


@pytest.mark.parametrize(
    "labels", [{}, {"owner": "me"}, {LABEL: "someone"}, {LABEL: ""}, {LABEL: "a b c d e"}]
)
def test_that_what_may_be_somebody_elses_is_left_alone(labels: Any, client: Any) -> None:
    image = container_spec("firebird").image
    container = client.containers.create(image, labels=labels)
    try:
        assert remove_leftovers() >= 0
        assert is_there(client, container.id)
    finally:
        container.remove(v=True, force=True)


@pytest.mark.parametrize(
    ("named", "report", "gone"),
    [
        ("itself", {"boot": "earlier"}, True),
        ("another", {"boot": "earlier"}, False),  # as an image has it that was made of one of ours
        ("itself", {"boot": "earlier", "machine": "another"}, False),
    ],
)
def test_that_what_an_earlier_boot_left_is_tidied_and_no_copy_of_its_mark(
    named: str, report: dict[str, str], gone: bool, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"cipherbench-test-{secrets.token_hex(6)}"
    mark = mark_of(name if named == "itself" else named, monkeypatch, **report)
    image = container_spec("firebird").image
    left = client.containers.create(image, name=name, labels={LABEL: mark})
    try:
        remove_leftovers()
        assert is_there(client, left.id) is not gone
    finally:
        if not gone:
            left.remove(v=True, force=True)


@pytest.mark.slow
def test_that_a_container_removed_by_someone_else_is_reported(client: Any) -> None:
    server = open_server(container_spec("firebird"))
    assert why_lost(server.endpoint) is None
    client.containers.get(server.endpoint.container).remove(force=True, v=True)
    assert str(why_lost(server.endpoint)) == "Its container was removed by someone else."
    assert server.log_tail() == ""
    server.close()


@pytest.mark.slow
def test_that_a_server_that_ends_is_reported_with_its_last_words(client: Any) -> None:
    spec = container_spec("postgresql", memory_mb=10)
    before = _ours(client)
    with pytest.raises(ServerUnavailable) as caught:
        open_server(spec)
    assert caught.value.title in {"Container ended", "Container did not start"}
    assert len(caught.value.message) > 20
    assert _ours(client) == before


@pytest.mark.slow
def test_that_an_image_of_another_kind_is_reported(client: Any) -> None:
    container_spec("mariadb")
    spec = ServerSpec("x", Source.CONTAINER, "postgresql", image=image_of("mariadb"))
    with pytest.raises(ServerUnavailable, match="MARIADB_ROOT_PASSWORD: must be set") as caught:
        open_server(spec)
    assert caught.value.title == "Container ended"


@pytest.mark.slow
@pytest.mark.in_every_run("postgresql")  # tests/engines/test_addresses.py has TLS of both
@pytest.mark.parametrize("engine", ["postgresql", "mariadb"])
def test_that_tls_to_a_container_is_checked_down_to_its_name(engine: str, tmp_path: Path) -> None:
    spec = container_spec(engine, tls=TlsMode.VERIFY_FULL)
    authority = write_authority(spec.image or "", tmp_path / "ca.pem")
    server = open_server(container_spec(engine, tls=TlsMode.VERIFY_FULL, tls_ca=str(authority)))
    question = {
        "postgresql": "select version from pg_stat_ssl where pid = pg_backend_pid()",
        "mariadb": "select variable_value from information_schema.session_status "
        "where variable_name = 'ssl_version'",
    }[engine]
    try:
        with server.engine.driver.connect(server.endpoint) as session:
            assert str(session.fetch(question)[0][0]).startswith("TLSv1.")
    finally:
        server.close()
    began = time.monotonic()
    with pytest.raises(ServerUnavailable) as caught:
        open_server(spec)
    assert caught.value.title == "Certificate not trusted"
    assert time.monotonic() - began < 40, "waiting would not have mended it"


@pytest.mark.parametrize("mode", [TlsMode.OFF, TlsMode.REQUIRE])
def test_that_firebird_encrypts_the_wire_when_it_is_asked_to(mode: TlsMode) -> None:
    server = open_server(container_spec("firebird", tls=mode))
    try:
        name = server.engine.catalogue.create_database(server.endpoint, "wire")
        with server.engine.driver.connect(server.endpoint, name) as session:
            encrypted = session.fetch(
                "select mon$wire_encrypted from mon$attachments "
                "where mon$attachment_id = current_connection"
            )
        assert encrypted == [(mode is TlsMode.REQUIRE,)]
        server.engine.catalogue.drop_database(server.endpoint, name)
    finally:
        server.close()


def test_that_firebird_has_no_certificates_to_check(client: Any) -> None:
    before = _ours(client)
    with pytest.raises(InputError, match="nothing verifies the server"):
        open_server(container_spec("firebird", tls=TlsMode.VERIFY_FULL))
    assert _ours(client) == before


def test_that_a_firebird_server_is_reached_by_its_address(
    contained: Callable[[str], Server],
) -> None:
    end = contained("firebird").endpoint
    spec = ServerSpec(
        "addr", Source.ADDRESS, "firebird", host=end.host, port=end.port, user=end.user,
        directory=end.directory,
    )  # fmt: skip
    reached = open_server(spec, end.password)
    assert len(reached.engine.servers.probe(reached.endpoint).native) > 100
    with pytest.raises(ServerUnavailable) as caught:
        open_server(spec, "wrong")
    assert caught.value.title == "Access denied"
    nowhere = ServerSpec(**{**vars(spec), "directory": "/nowhere"})
    with pytest.raises(ServerUnavailable) as caught:
        engine_named("firebird").servers.probe(open_server(nowhere, end.password).endpoint)
    assert caught.value.title == "Database not found"


def _ours(client: Any) -> list[Any]:
    program = own_mark("").rpartition(" ")[0]
    found = client.containers.list(all=True, filters={"label": LABEL}, ignore_removed=True)
    return [each for each in found if each.labels[LABEL].startswith(program)]


def test_that_an_image_is_pulled_once_and_tells_how_far_it_is(registry: str, client: Any) -> None:
    report: list[tuple[str, float | None]] = []
    try:
        first = provide_image(client, registry, lambda text, part: report.append((str(text), part)))
        fractions = [fraction for _, fraction in report if fraction is not None]
        assert report[0] == (f"Pulling {registry}", None)
        assert fractions == sorted(fractions) and fractions[-1] == 1.0
        assert report[-1][0] == f"Pulling {registry}: 6 of 6 MB"
        report.clear()
        assert (
            provide_image(client, registry, lambda text, part: report.append((str(text), part)))
            == first
        )
        assert report == []
    finally:
        with suppress(APIError):
            client.images.remove(registry)


@pytest.mark.parametrize("wrong", ["{registry}-none", "127.0.0.1:9/none", "Not A Name"])
def test_that_an_image_that_cannot_be_had_is_reported(registry: str, wrong: str) -> None:
    name = wrong.format(registry=registry)
    with pytest.raises(ServerUnavailable, match="could not be pulled") as caught:
        open_server(ServerSpec("x", Source.CONTAINER, "firebird", image=name))
    assert caught.value.title == "Image not available"
    assert name in caught.value.message


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("postgres:18", "docker.io/library/postgres:18"),
        ("mariadb", "docker.io/library/mariadb:latest"),
        ("firebirdsql/firebird:5", "docker.io/firebirdsql/firebird:5"),
        ("ghcr.io/me/pg:1", "ghcr.io/me/pg:1"),
        ("localhost:5000/pg", "localhost:5000/pg:latest"),
    ],
)
def test_that_names_of_images_are_completed_as_docker_does(short: str, full: str) -> None:
    assert qualified(short) == full


def test_that_defaults_are_the_official_images() -> None:
    recipes = [engine_named(engine).servers.container for engine in ENGINES]
    assert [recipe.image for recipe in recipes if recipe] == [
        "postgres:18", "mariadb:11.8", "firebirdsql/firebird:5",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("unix:///nowhere/docker.sock", "not running|not installed|Neither|not there"),
        ("tcp://127.0.0.1:9", "does not answer"),
        ("tcp://192.0.2.1:2375", "another machine"),
        ("ssh://me@far", "another machine"),
    ],
)
def test_that_a_missing_daemon_is_reported_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, address: str, text: str
) -> None:
    monkeypatch.setenv("DOCKER_HOST", address)
    with pytest.raises(ServerUnavailable, match=text) as caught:
        open_server(ServerSpec("x", Source.CONTAINER, "postgresql"))
    assert caught.value.title == "Containers not available" and caught.value.hint
    assert str(container_reason()) == f"{caught.value.message} {caught.value.hint}"
    assert remove_leftovers() >= 0


def test_that_a_daemon_that_hangs_is_reported_within_a_second(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/s")
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(f"{tmp_path}/s")
        deaf.listen()
        began = time.monotonic()
        assert "timed out" in str(container_reason())
        assert time.monotonic() - began < within(1.5)
    assert "refused" in str(container_reason()).lower()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_that_a_socket_that_is_not_ours_to_enter_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{_closed_socket(tmp_path)}")
    assert "may not open" not in str(container_reason())  # root may
    os.seteuid(65534)
    try:
        text = str(container_reason())
    finally:
        os.seteuid(0)
    assert "This user may not open" in text and "usermod -aG docker" in text


def _closed_socket(folder: Path) -> Path:
    path = folder / "closed.sock"
    with socket.socket(socket.AF_UNIX) as owner:
        owner.bind(str(path))
    path.chmod(0o600)
    return path
