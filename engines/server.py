"""Servers: what a plan says of one, and bringing it up, entering it and letting it go."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from engines.contract.capability import Capabilities
from engines.contract.endpoint import CONNECT_SECONDS, Endpoint, Source, Tls, TlsMode
from engines.contract.engine import Engine
from engines.contract.errors import InputError, ServerUnavailable
from engines.contract.message import phrase
from engines.looking.filesystem import add_layers
from engines.registry import engine_named


@dataclass(frozen=True)
class ServerSpec:
    """A server as a plan names it. Passwords are never part of it.

    `binaries` is a folder with the server's programs (local), `data_directory` one that its data
    go into (embedded and local; a directory of ours is made in it), `directory` one for a Firebird
    server's database files (address). A container has an `image`, `cpus` cores and `memory_mb`
    (10⁶ bytes) at most. An `optional` server that is not there is left out.
    """

    name: str
    source: Source
    engine: str
    host: str | None = None
    port: int | None = None
    socket: str | None = None
    user: str | None = None
    database: str | None = None
    binaries: str | None = None
    directory: str | None = None
    tls: TlsMode = TlsMode.OFF
    tls_ca: str | None = None
    tls_certificate: str | None = None
    tls_key: str | None = None
    connect_seconds: int = CONNECT_SECONDS
    data_directory: str | None = None
    image: str | None = None
    cpus: float | None = None
    memory_mb: int | None = None
    optional: bool = False

    def same_as(self, other: ServerSpec) -> bool:
        """Whether two specs mean the same server; to be able to do without it is no difference."""
        return replace(self, optional=False) == replace(other, optional=False)


@dataclass
class Server:
    """A server that answers. `close` stops it if we started it."""

    spec: ServerSpec
    engine: Engine
    endpoint: Endpoint
    version: str = ""
    _keeper: subprocess.Popen[str] | None = field(default=None, repr=False)

    @property
    def log(self) -> Path | None:
        """The file of a server of ours that holds its messages as it wrote them; the container
        daemon keeps them in a form of its own."""
        end = self.endpoint
        return Path(end.log) if end.log and end.container is None else None

    def ask(self) -> Capabilities:
        """What the server can do, and what its data lie on.

        Raises: ServerUnavailable
        """
        return add_layers(self.engine.probe(self.endpoint), self.endpoint)

    def lies_on(self) -> Capabilities:
        """What lies under the server's data at this moment, also when it has been closed: the part
        of its answers that can change without its knowing."""
        endpoint = self.endpoint
        if endpoint.data is not None:
            folder = Path(endpoint.data)
            there = next(each for each in (folder, *folder.parents) if each.exists())
            endpoint = replace(endpoint, data=str(there))
        return add_layers(Capabilities(self.version), endpoint)

    def close(self) -> None:
        """Stop a server of ours and remove its directory; leave any other as it is."""
        if self._keeper is None:
            return
        assert self._keeper.stdin is not None and self._keeper.stdout is not None
        self._keeper.stdin.close()
        self._keeper.wait()
        self._keeper.stdout.close()
        self._keeper = None

    def log_tail(self, size: int = 65_536) -> str:
        """The last `size` bytes of the log of a server of ours; empty for any other."""
        if self.log is None or not self.log.exists():
            return ""
        with self.log.open("rb") as handle:
            handle.seek(max(0, self.log.stat().st_size - size))
            return handle.read().decode(errors="replace")


type Progress = Callable[[str, float | None], None]
"""Given what is being done and, where it is known, which part of it is done."""


def open_server(
    spec: ServerSpec,
    password: str | None = None,
    progress: Progress = lambda text, fraction: None,
    engine: Engine | None = None,
) -> Server:
    """Start or reach a server and make sure that it answers.

    `progress` is told of what takes long, as pulling a container's image. `engine` is what the
    server is asked by, where it is not the engine itself.

    Raises: ServerUnavailable, InputError
    """
    engine = engine or engine_named(spec.engine)
    if spec.source is Source.CONTAINER:
        from engines.container.server import open_container

        return open_container(spec, engine, progress)
    if spec.source is Source.ADDRESS and engine.address_fields:
        return _reach(spec, engine, password)
    launcher = engine.launcher(spec.source)
    if launcher is None:
        raise InputError(
            phrase("No such source"),
            phrase("{engine} has no source named {source} in this version."),
            phrase("Choose one of: {sources}."),
            engine=engine.title,
            source=spec.source,
            sources=", ".join(_sources(engine)),
        )
    from engines.keeping.launched import launch_server

    return launch_server(spec, engine, launcher)


def _sources(engine: Engine) -> list[Source]:
    """Where servers of an engine can come from."""
    boxed = [Source.CONTAINER] if engine.container else []
    away = [Source.ADDRESS] if engine.address_fields else []
    return [*(each.source for each in engine.launchers), *boxed, *away]


def found_servers() -> list[tuple[ServerSpec, str | None]]:
    """Servers that can be had on this machine without asking anybody, named by their engine.

    Each comes with None, or with the reason why it cannot be had.
    """
    from engines.registry import engines

    return [_first_found(engine) for engine in engines() if engine.launchers]


def endpoint_of(spec: ServerSpec, engine: Engine, password: str | None) -> Endpoint:
    """How a server at an address is entered."""
    return Endpoint(
        engine.name,
        host=spec.host if spec.socket else (spec.host or "127.0.0.1"),
        port=spec.port or engine.default_port,
        socket=spec.socket,
        user=spec.user,
        password=password,
        database=spec.database,
        directory=spec.directory,
        tls=Tls(spec.tls, spec.tls_ca, spec.tls_certificate, spec.tls_key),
        connect_seconds=spec.connect_seconds,
    )


def _reach(spec: ServerSpec, engine: Engine, password: str | None) -> Server:
    endpoint = endpoint_of(spec, engine, password)
    engine.greet(endpoint)
    pid = engine.server_pid(endpoint)
    data = engine.data_directory(endpoint) if pid is not None else None
    return Server(spec, engine, replace(endpoint, pid=pid, data=data))


def _first_found(engine: Engine) -> tuple[ServerSpec, str | None]:
    reasons = []
    for launcher in engine.launchers:
        spec = ServerSpec(engine.name, launcher.source, engine.name)
        try:
            launcher.find(None)
        except ServerUnavailable as error:
            reasons.append((spec, f"{error.message} {error.hint}".strip()))
        else:
            return spec, None
    return reasons[0]
