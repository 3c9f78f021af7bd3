"""Servers of our own that listen on TCP and know users with passwords."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError, ServerUnavailable
from engines.contract.session import Session
from engines.keeping import data_folder
from engines.keeping.server_folder import new_server_folder
from engines.opening import open_server
from engines.registry import engine_named
from engines.servers.launched import start
from engines.servers.server import Server, ServerSpec
from engines.servers.tcp_access import free_port
from tests.app.prepared_servers import prepared_once
from tests.engines.certificates import HOST
from tests.requirements import spec_of

USER, CERTIFIED, SECURED = "ana", "certified", "secured"


@dataclass(frozen=True)
class Reachable:
    """A server with TCP on 127.0.0.1 that knows three users: `ana`; `certified`, who must show a
    certificate; `secured`, who must come with TLS. All with the password "pw-9d2e"."""

    server: Server
    port: int
    encrypted: str
    """A query whose last column tells the cipher of its connection."""

    def spec(self, **changes: Any) -> ServerSpec:
        spec = ServerSpec(
            "there", Source.ADDRESS, self.server.spec.engine, host=HOST, port=self.port, user=USER
        )
        return replace(spec, **changes)

    def cipher(self, spec: ServerSpec, password: str = "pw-9d2e") -> str:
        """How the session of an entered server is encrypted, as the server says; or not: ""."""
        reached = open_server(spec, password)
        with reached.engine.driver.connect(reached.endpoint) as session:
            return str(session.fetch(self.encrypted)[0][-1] or "")

    def refusal(self, spec: ServerSpec, password: str = "pw-9d2e") -> CipherbenchError:
        with pytest.raises(ServerUnavailable) as caught:
            open_server(spec, password)
        assert password not in str(caught.value)
        assert caught.value.hint
        return caught.value

    def admin(self) -> Session:
        return self.server.engine.driver.connect(self.server.endpoint)


def is_family(reachable: Reachable) -> bool:
    """Whether it is MariaDB or MySQL."""
    return reachable.server.spec.engine != "postgresql"


def set_password(reachable: Reachable, user: str, password: str) -> None:
    """Let in a user by this password, and make it where there is none."""
    with reachable.admin() as admin:
        if is_family(reachable):
            quoted = password.replace("\\", "\\\\").replace("'", "''")
            admin.execute(f"create user if not exists '{user}'@'%'")
            admin.execute(f"alter user '{user}'@'%' identified by '{quoted}'")
            if user == "boss":
                admin.execute("grant all on *.* to 'boss'@'%'")
        else:
            quoted = password.replace("'", "''")
            admin.execute(
                f"do $$ begin create role {user} login; exception when others then end $$"
            )
            admin.execute(f"alter role {user} login password '{quoted}'")


@contextmanager
def serve_postgres(folder: Path, settings: dict[str, object]) -> Iterator[Reachable]:
    """A PostgreSQL that listens on two addresses of this machine, with these settings."""
    engine = engine_named("postgresql")
    spec = spec_of("postgresql", "reachable")
    launcher = engine.servers.launcher(spec.source)
    assert launcher is not None
    directory = new_server_folder("postgresql")
    data = data_folder.inside(directory.inner)
    with prepared_once():
        launch = launcher.launch(launcher.find(None), directory.inner, data, directory.sockets)
    port = free_port()
    settings = {"listen_addresses": "127.0.0.1,127.0.0.2", "port": port, **settings,
                "hba_file": _access_rules(folder)}  # fmt: skip
    assert launch.serve is not None
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    server = start(
        spec,
        engine,
        replace(
            launch,
            serve=(*launch.serve, *options),
            endpoint=replace(launch.endpoint, port=port, data=str(data)),
        ),
        directory,
    )
    try:
        with engine.driver.connect(server.endpoint) as admin:
            for user in (USER, CERTIFIED, SECURED, "postgres_owner"):
                admin.execute(f"create role {user} login password 'pw-9d2e'")
        query = "select cipher from pg_stat_ssl where pid = pg_backend_pid()"
        yield Reachable(server, port, query)
    finally:
        server.close()


def _access_rules(folder: Path) -> Path:
    """A pg_hba.conf: only the superuser comes without a password, and by socket."""
    path = folder / "pg_hba.conf"
    path.write_text(
        "local all cipherbench trust\n"
        "local all all scram-sha-256\n"
        f"hostssl all {CERTIFIED} all cert\n"
        f"hostssl all {SECURED} all scram-sha-256\n"
        f"host all {USER},odd,boss,maker,limited all scram-sha-256\n"
    )
    return path


def serve_maria(settings: list[str]) -> AbstractContextManager[Reachable]:
    """A MariaDB that listens on every address, with these options."""
    return _serve("mariadb", settings)


def serve_mysql(settings: list[str]) -> AbstractContextManager[Reachable]:
    """A MySQL that does."""
    return _serve("mysql", settings)


@contextmanager
def _serve(name: str, settings: list[str]) -> Iterator[Reachable]:
    engine = engine_named(name)
    spec = spec_of(name, "reachable")
    launcher = engine.servers.launcher(spec.source)
    assert launcher is not None
    directory = new_server_folder(name)
    binaries = Path(spec.binaries) if spec.binaries else None
    data = data_folder.inside(directory.inner)
    with prepared_once():
        launch = launcher.launch(launcher.find(binaries), directory.inner, data, directory.sockets)
    port = free_port()
    left_out = {"--skip-networking", "--skip-ssl"}
    assert launch.serve is not None
    serve = [part for part in launch.serve if part not in left_out]
    serve += [f"--port={port}", "--bind-address=0.0.0.0", "--skip-name-resolve", *settings]
    endpoint = replace(launch.endpoint, data=str(data))
    server = start(spec, engine, replace(launch, serve=tuple(serve), endpoint=endpoint), directory)
    try:
        with engine.driver.connect(server.endpoint) as admin:
            for user, demand in ((USER, ""), (CERTIFIED, "require x509"), (SECURED, "require ssl")):
                admin.execute(f"create user '{user}'@'%' identified by 'pw-9d2e' {demand}")
        yield Reachable(server, port, "show session status like 'Ssl_cipher'")
    finally:
        server.close()
