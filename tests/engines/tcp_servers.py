"""Servers of our own that listen on TCP and know users with passwords."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from engines.contract.endpoint import Endpoint, Source
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
    settings = {"listen_addresses": "127.0.0.1,127.0.0.2", **settings,
                "hba_file": _access_rules(folder)}  # fmt: skip
    with start_on_tcp("postgresql", [f"--{key}={value}" for key, value in settings.items()]) as it:
        with it.admin() as admin:
            for user in (USER, CERTIFIED, SECURED, "postgres_owner"):
                admin.execute(f"create role {user} login password 'pw-9d2e'")
        yield it


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
    return serve_family("mariadb", settings)


def serve_mysql(settings: list[str]) -> AbstractContextManager[Reachable]:
    """A MySQL that does."""
    return serve_family("mysql", settings)


@contextmanager
def serve_family(name: str, settings: Sequence[str]) -> Iterator[Reachable]:
    """Either of them."""
    with start_on_tcp(name, [*OPEN_TO_TCP, *settings]) as served:
        with served.admin() as admin:
            for user, demand in ((USER, ""), (CERTIFIED, "require x509"), (SECURED, "require ssl")):
                admin.execute(f"create user '{user}'@'%' identified by 'pw-9d2e' {demand}")
        yield served


OPEN_TO_TCP = ("--bind-address=0.0.0.0", "--skip-name-resolve")
"""Options of MariaDB and MySQL."""
_LEFT_OUT = {"--skip-networking", "--skip-ssl"}


@contextmanager
def start_on_tcp(
    name: str, options: Sequence[str], primary: Endpoint | None = None
) -> Iterator[Reachable]:
    """A server of an engine on a free port, with further options; a standby, where it has a
    `primary`."""
    engine, spec = engine_named(name), spec_of(name, "reachable")
    launcher = engine.servers.launcher(spec.source)
    assert launcher is not None
    directory = new_server_folder(name)
    binaries = Path(spec.binaries) if spec.binaries else None
    data = data_folder.inside(directory.inner)
    with prepared_once():
        launch = launcher.launch(launcher.find(binaries), directory.inner, data, directory.sockets)
    if primary is not None:
        launch = launcher.standby(primary, launch, directory.inner)
    port = free_port()
    assert launch.serve is not None
    own = (part for part in launch.serve if part not in _LEFT_OUT)
    endpoint = replace(launch.endpoint, port=port, data=str(data))
    launch = replace(launch, serve=(*own, f"--port={port}", *options), endpoint=endpoint)
    server = start(spec, engine, launch, directory)
    try:
        yield Reachable(server, port, _ENCRYPTED.get(name, "show session status like 'Ssl_cipher'"))
    finally:
        server.close()


_ENCRYPTED = {"postgresql": "select cipher from pg_stat_ssl where pid = pg_backend_pid()"}
