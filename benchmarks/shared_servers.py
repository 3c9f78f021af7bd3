"""One server per engine for all benchmarks, and databases of our own in it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from engines.contract.endpoint import Source
from engines.contract.errors import ServerUnavailable
from engines.leftovers import remove_leftovers
from engines.opening import open_server
from engines.servers.server import Server, ServerSpec

SOURCES = {
    "postgresql": Source.EMBEDDED,
    "firebird": Source.EMBEDDED,
    "mariadb": Source.LOCAL,
    "mysql": Source.LOCAL,
    "sqlite": Source.EMBEDDED,
    "duckdb": Source.EMBEDDED,
}
_BINARIES = {"mysql": "CIPHERBENCH_MYSQL_BINARIES"}
_open: dict[str, Server] = {}


def server(engine: str) -> Server:
    """The running server of an engine, started at the first call.

    Raises: ServerUnavailable
    """
    if engine not in _open:
        remove_leftovers()
        folder = os.environ.get(_BINARIES.get(engine, ""))
        _open[engine] = open_server(ServerSpec(engine, SOURCES[engine], engine, binaries=folder))
    return _open[engine]


def first_of(*engines: str) -> str:
    """The first of these engines that has a server here.

    Raises: ServerUnavailable when none has
    """
    *others, last = engines
    for engine in others:
        with suppress(ServerUnavailable):
            return server(engine).spec.engine
    return server(last).spec.engine


@contextmanager
def database(engine: str) -> Iterator[tuple[Server, str]]:
    """A server and a marked database in it, which is dropped at the end.

    Raises: ServerUnavailable
    """
    host = server(engine)
    name = host.engine.catalogue.create_database(host.endpoint, f"bench_{secrets.token_hex(4)}")
    try:
        yield host, name
    finally:
        host.engine.catalogue.drop_database(host.endpoint, name)


def close() -> None:
    """Stop every server."""
    while _open:
        _open.popitem()[1].close()
