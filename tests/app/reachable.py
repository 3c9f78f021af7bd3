"""Real servers that listen on 127.0.0.1, for tests that reach them through a proxy."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engines.contract.endpoint import Source
from engines.keeping import home
from engines.keeping.server_folder import new_server_folder
from engines.opening import open_server
from engines.registry import engine_named
from engines.servers.launched import start
from engines.servers.server import Server, ServerSpec
from engines.servers.tcp_access import free_port
from tests.requirements import lacking, spec_of


@dataclass(frozen=True)
class Listening:
    """A server and its port. `turns` is how often its client sends something until it is in."""

    server: Server
    port: int
    turns: int

    def spec(self, port: int, **more: Any) -> ServerSpec:
        """It, reached at another port."""
        end = self.server.endpoint
        found = ServerSpec(
            "behind",
            Source.ADDRESS,
            self.server.spec.engine,
            host="127.0.0.1",
            port=port,
            user=end.user if self.server.spec.engine != "mariadb" else "boss",
            connect_seconds=2,
            directory=end.directory if self.server.spec.engine == "firebird" else None,
        )
        return replace(found, **more)

    @property
    def passwords(self) -> dict[str, str]:
        return {"behind": self.server.endpoint.password or ""}

    def databases(self) -> dict[str, str]:
        return self.server.engine.catalogue.owned_databases(self.server.endpoint)


@contextmanager
def listening(engine: str) -> Iterator[Listening]:
    """A server of an engine that listens on a port of 127.0.0.1 and lets us in without a password,
    or with that of its endpoint."""
    make = {"postgresql": _postgres, "mariadb": _maria, "firebird": _firebird}[engine]
    found = make()
    try:
        yield found
    finally:
        found.server.close()


def _postgres() -> Listening:
    port = free_port()
    rules = home.home() / f"hba-{port}.conf"
    rules.write_text("local all all trust\nhost all all 127.0.0.1/32 trust\n")
    rules.chmod(0o644)
    server = _started(
        "postgresql",
        ["-c", "listen_addresses=127.0.0.1", "-c", f"port={port}", "-c", f"hba_file={rules}"],
        port,
    )
    return Listening(server, port, turns=1)


def _maria() -> Listening:
    port = free_port()
    server = _started("mariadb", [f"--port={port}", "--bind-address=127.0.0.1"], None)
    with server.engine.driver.connect(server.endpoint) as admin:
        admin.execute("create user 'boss'@'%' identified by ''")
        admin.execute("grant all on *.* to 'boss'@'%'")
    return Listening(server, port, turns=1)


def _firebird() -> Listening:
    folder = os.environ.get("CIPHERBENCH_FIREBIRD_BINARIES")
    if not folder:
        lacking("local firebird", "CIPHERBENCH_FIREBIRD_BINARIES names no folder of a Firebird")
    server = open_server(ServerSpec("fb", Source.LOCAL, "firebird", binaries=folder))
    assert server.endpoint.port is not None
    return Listening(server, server.endpoint.port, turns=4)


def _started(engine: str, options: list[str], port: int | None) -> Server:
    kind, spec = engine_named(engine), spec_of(engine)
    launcher = kind.servers.launcher(spec.source)
    assert launcher is not None
    binaries = Path(spec.binaries) if spec.binaries else None
    folder = new_server_folder(engine)
    launch = launcher.launch(launcher.find(binaries), folder.inner)
    assert launch.serve is not None
    serve = [each for each in launch.serve if each not in ("--skip-networking",)]
    endpoint = replace(launch.endpoint, port=port) if port else launch.endpoint
    return start(spec, kind, replace(launch, serve=(*serve, *options), endpoint=endpoint), folder)
