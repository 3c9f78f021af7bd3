"""A primary and its synchronous standby behind one address, where the primary can be killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from engines.contract.endpoint import Source, Standby
from engines.contract.errors import ServerUnavailable
from engines.keeping import home
from engines.mysql_family.replication import FollowedByTcp
from engines.registry import engine_named
from engines.servers.poolers import HAProxy
from engines.servers.server import ServerSpec
from engines.servers.tcp_access import free_port
from tests.engines.tcp_servers import (
    OPEN_TO_TCP,
    Reachable,
    serve_family,
    serve_postgres,
    set_password,
    start_on_tcp,
)
from tests.patience import wait_until
from tests.requirements import lacking

USER, PASSWORD = "maker", "pw-6a1f"
_REPLICATING = "boss"

_PROMOTION = {
    "postgresql": ("select pg_promote()",),
    "mariadb": ("stop slave", "reset slave all", "set global read_only = 0"),
    "mysql": ("stop replica", "reset replica all", "set global read_only = 0"),
}
_IDENTIFIERS = {
    "postgresql": (
        "system_identifier",
        "select system_identifier::text from pg_control_system()",
    ),
    "mariadb": ("server_id", "select @@server_id"),
    "mysql": ("server_uuid", "select @@server_uuid"),
}
"""The variable that tells servers from each other, and what asks for it."""


@dataclass(frozen=True)
class Pair:
    """Both behind a HAProxy on `port`, which leads to the standby once the primary is away."""

    engine: str
    primary: Reachable
    standby: Reachable
    port: int
    names: tuple[str, str]
    """How messages begin to name the primary and the standby."""

    @property
    def spec(self) -> ServerSpec:
        return ServerSpec(
            "pair", Source.ADDRESS, self.engine, host="127.0.0.1", port=self.port, user=USER,
            database="postgres" if self.engine == "postgresql" else None, failover_seconds=20,
        )  # fmt: skip

    def kill(self) -> None:
        assert self.primary.server.endpoint.pid is not None
        os.kill(self.primary.server.endpoint.pid, signal.SIGKILL)

    def promote(self) -> None:
        with self.standby.admin() as admin:
            for each in _PROMOTION[self.engine]:
                admin.execute(each)

    def fail_over(self) -> None:
        self.kill()
        self.promote()


@contextmanager
def replicated_pair(engine: str) -> Iterator[Pair]:
    """Commits wait for the standby. `USER` may make databases of ours and see how they are
    encrypted."""
    try:
        program = HAProxy().find()
    except ServerUnavailable:
        lacking("haproxy", "the package haproxy is not installed")
    with tempfile.TemporaryDirectory(prefix="pair-", dir=home.home()) as made:
        folder = Path(made)
        folder.chmod(0o711)  # the users that serve can enter it
        both = _postgres_pair(folder) if engine == "postgresql" else _family_pair(engine)
        with both as (primary, standby):
            servers = primary.server.engine.servers
            ends = primary.server.endpoint, standby.server.endpoint
            wait_until(lambda: servers.standby_of(ends[0]) is Standby.SYNCHRONOUS)
            wait_until(lambda: servers.standby_lag(*ends) == 0)
            names = _name(primary), _name(standby)
            with _proxy(program, folder, primary.port, standby.port) as port:
                yield Pair(engine, primary, standby, port, names)


def _name(server: Reachable) -> str:
    engine = server.server.spec.engine
    host = "127.0.0.1" if engine == "postgresql" else socket.gethostname()
    variable, query = _IDENTIFIERS[engine]
    with server.admin() as admin:
        ((value,),) = admin.fetch(query)
    return f"{host}:{server.port} ({variable} {value!s}"


@contextmanager
def _postgres_pair(folder: Path) -> Iterator[tuple[Reachable, Reachable]]:
    with serve_postgres(folder, {}) as primary:
        set_password(primary, USER, PASSWORD)
        rules = folder / "pg_hba.conf"
        rules.write_text(f"local replication all trust\n{rules.read_text()}")
        with primary.admin() as admin:
            admin.execute(f"alter role {USER} createdb")
            admin.fetch("select pg_reload_conf()::text")
        options = ("--listen_addresses=127.0.0.1", f"--hba_file={rules}")
        with start_on_tcp("postgresql", options, primary.server.endpoint) as standby:
            with primary.admin() as admin:
                admin.execute("alter system set synchronous_standby_names = 'standby'")
                admin.fetch("select pg_reload_conf()::text")
            yield primary, standby


@contextmanager
def _family_pair(engine: str) -> Iterator[tuple[Reachable, Reachable]]:
    """Both log what they commit, as those do that are to take over from each other."""
    [launcher] = engine_named(engine).servers.launchers
    assert isinstance(launcher, FollowedByTcp)
    words = launcher.replication
    logs, waits = words.binary_log_options, words.semi_sync_options
    with serve_family(engine, _dashed(logs, waits)) as primary:
        for user in (USER, _REPLICATING):
            set_password(primary, user, PASSWORD)
        with primary.admin() as admin:
            admin.execute(rf"grant all on `cipherbench\_%`.* to '{USER}'@'%'")
            admin.execute(f"grant process on *.* to '{USER}'@'%'")
        entered = replace(
            primary.server.endpoint, host="127.0.0.1", user=_REPLICATING, password=PASSWORD
        )
        options = (*OPEN_TO_TCP, *_dashed([each for each in logs if "server-id" not in each]))
        with start_on_tcp(engine, options, entered) as standby:
            with primary.admin() as admin:
                admin.execute(words.enable_semi_sync.rstrip(";"))
            yield primary, standby


def _dashed(*options: Sequence[str]) -> list[str]:
    return [f"--{each}" for some in options for each in some]


@contextmanager
def _proxy(program: Path, folder: Path, first: int, second: int) -> Iterator[int]:
    port = free_port()
    (folder / "haproxy.cfg").write_text(
        "global\nmaxconn 100\ndefaults\nmode tcp\ntimeout connect 2s\ntimeout client 1h\n"
        f"timeout server 1h\nlisten pair\nbind 127.0.0.1:{port}\n"
        "default-server check inter 100ms fall 1 rise 1 on-marked-down shutdown-sessions\n"
        f"server first 127.0.0.1:{first}\nserver second 127.0.0.1:{second} backup\n"
    )
    with subprocess.Popen([program, "-db", "-f", folder / "haproxy.cfg"]) as process:
        try:
            wait_until(lambda: _listens(port))
            yield port
        finally:
            process.kill()


def _listens(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), 1):
            return True
    except OSError:
        return False
