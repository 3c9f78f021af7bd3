"""Opening a server, in whichever way its source asks for: started here, in a container, entered."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from engines.base.engine import Engine
from engines.contract.endpoint import Endpoint, Source
from engines.contract.errors import InputError, ServerUnavailable
from engines.contract.message import Message, phrase
from engines.registry import all_engines, engine_named
from engines.servers.launched import launch_server
from engines.servers.server import Progress, Server, ServerSpec


def open_server(
    spec: ServerSpec,
    password: str | None = None,
    progress: Progress = lambda text, fraction: None,
    engine: Engine | None = None,
    cancelled: Callable[[], bool] = lambda: False,
    cores: Collection[int] | None = None,
) -> Server:
    """Start or reach a server and make sure that it answers.

    `progress` is told of what takes long, as pulling a container's image. `engine` is what the
    server is asked by, where it is not the engine itself. `cancelled` tells whether nobody waits
    for it any longer. A server that we start is bound to `cores` before it runs, where the system
    lets us.

    Raises: ServerUnavailable, InputError
    """
    engine = engine or engine_named(spec.engine)
    if spec.source is Source.CONTAINER:
        from engines.container.server import open_container

        return open_container(spec, engine, progress, cores)
    if spec.source is Source.ADDRESS and engine.servers.address.fields:
        return _reach(spec, engine, password)
    launcher = engine.servers.launcher(spec.source)
    if launcher is None:
        raise InputError(
            phrase("Source not available"),
            phrase("This version of {engine} has no source named {source}."),
            phrase("Choose one of: {sources}."),
            engine=engine.title,
            source=spec.source,
            sources=", ".join(sources_of(engine)),
        )
    return launch_server(spec, engine, launcher, cancelled, cores)


def sources_of(engine: Engine) -> list[Source]:
    """Where servers of an engine can come from."""
    boxed = [Source.CONTAINER] if engine.servers.container else []
    away = [Source.ADDRESS] if engine.servers.address.fields else []
    return [*(each.source for each in engine.servers.launchers), *boxed, *away]


def found_servers() -> list[tuple[ServerSpec, Message | None]]:
    """Servers that can be had on this machine without asking anybody, named by their engine.

    Each comes with None, or with the reason why it cannot be had. An engine that cannot be loaded
    is among them, since nobody knows which servers it would have found.
    """
    found: list[tuple[ServerSpec, Message | None]] = []
    for name, engine in all_engines().items():
        if isinstance(engine, ServerUnavailable):
            found.append((ServerSpec(name, Source.EMBEDDED, name), engine.advice))
        elif engine.servers.launchers:
            found.append(_first_found(engine))
    return found


def endpoint_of(spec: ServerSpec, engine: Engine, password: str | None) -> Endpoint:
    """How a server at an address is entered."""
    return Endpoint(
        engine.name,
        host=spec.host if spec.socket else (spec.host or "127.0.0.1"),
        port=spec.port or engine.servers.address.port,
        socket=spec.socket,
        user=spec.user,
        password=password,
        database=spec.database,
        directory=spec.directory,
        **spec.security,
        connect_seconds=spec.connect_seconds,
    )


def _reach(spec: ServerSpec, engine: Engine, password: str | None) -> Server:
    endpoint = endpoint_of(spec, engine, password)
    engine.servers.check_connection(endpoint)
    pid = engine.servers.server_pid(endpoint)
    data = engine.servers.data_directory(endpoint) if pid is not None else None
    prepared = spec.database is not None and engine.catalogue.is_prepared(endpoint)
    return Server(spec, engine, replace(endpoint, pid=pid, data=data, prepared=prepared))


def _first_found(engine: Engine) -> tuple[ServerSpec, Message | None]:
    reasons = []
    for launcher in engine.servers.launchers:
        spec = ServerSpec(engine.name, launcher.source, engine.name)
        try:
            launcher.installation(None)
        except ServerUnavailable as error:
            reasons.append((spec, error.advice))
        else:
            return spec, None
    return reasons[0]
