"""The servers of one campaign: opened together, asked what they can do, and let go together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field

from app.campaign.events import Event, Noted, ServerLost, ServerReady
from engines.capability import Capabilities
from engines.contract import Endpoint, Source
from engines.errors import CipherbenchError, ServerUnavailable
from engines.registry import engine_named
from engines.server import Server, ServerSpec, open_server, tidy


@dataclass
class ServerPool:
    """Servers by name. `lent` are running servers of the caller's, which `close` leaves alone."""

    specs: tuple[ServerSpec, ...]
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)
    lent: Mapping[ServerSpec, Endpoint] = field(default_factory=dict)
    servers: dict[str, Server] = field(default_factory=dict)
    capabilities: dict[str, Capabilities] = field(default_factory=dict)

    def open(self, sink: Callable[[Event], None]) -> None:
        """Start or reach every server, all at once, and ask what each can do.

        Raises: ServerUnavailable when one that is not optional cannot be had; none stays open.
        """
        tidy()
        with ThreadPoolExecutor(max(1, len(self.specs))) as threads:
            futures = [(spec, threads.submit(self._open_one, spec)) for spec in self.specs]
        failures: list[CipherbenchError] = []
        for spec, future in futures:
            try:
                sink(self._ready(spec, future.result()))
            except CipherbenchError as error:
                sink(ServerLost(spec.name, error.message))
                if not spec.optional:
                    failures.append(error)
        if failures or not self.servers:
            self.close()
            raise failures[0] if failures else _none_left(self.specs)

    def ensure(self, name: str) -> None:
        """Make sure a server still answers; one of ours that died is started again.

        Raises: ServerUnavailable
        """
        server = self.servers[name]
        try:
            server.engine.connect(server.endpoint).close()
        except CipherbenchError:
            if server.spec.source is Source.ADDRESS or self._lent_for(server.spec) is not None:
                raise
            server.close()
            self.servers[name] = open_server(server.spec, self.passwords.get(name))

    def close(self) -> None:
        """Let go of every server; those we started are stopped, side by side."""
        with ThreadPoolExecutor(max(1, len(self.servers))) as threads:
            list(threads.map(lambda server: server.close(), self.servers.values()))
        self.servers.clear()

    def drop_leftovers(self, mark: str, sink: Callable[[Event], None]) -> None:
        """Drop databases whose marker begins with `mark`: left by a run of the same campaign that
        was killed before it could clean up."""
        for server in self.servers.values():
            with suppress(CipherbenchError):
                owned = server.engine.owned_databases(server.endpoint)
                for database, identifier in owned.items():
                    if identifier.startswith(mark):
                        server.engine.drop_database(server.endpoint, database)
                        values = {"database": database, "server": server.spec.name}
                        sink(Noted("Dropped {database}, left on {server}", values=values))

    def _open_one(self, spec: ServerSpec) -> tuple[Server, Capabilities]:
        if (endpoint := self._lent_for(spec)) is not None:
            server = Server(spec, engine_named(spec.engine), endpoint)
        else:
            server = open_server(spec, self.passwords.get(spec.name))
        try:
            return server, server.engine.probe(server.endpoint)
        except BaseException:
            server.close()
            raise

    def _lent_for(self, spec: ServerSpec) -> Endpoint | None:
        return next((end for lent, end in self.lent.items() if lent.same_as(spec)), None)

    def _ready(self, spec: ServerSpec, opened: tuple[Server, Capabilities]) -> ServerReady:
        server, capabilities = opened
        server.version = capabilities.version
        self.servers[spec.name] = server
        self.capabilities[spec.name] = capabilities
        return ServerReady(
            spec.name,
            spec.engine,
            spec.source,
            capabilities.version,
            dict(capabilities.settings),
            server.endpoint.in_process,
        )


def _none_left(specs: Iterable[ServerSpec]) -> ServerUnavailable:
    return ServerUnavailable(
        "No server",
        "None of the plan's servers ({names}) can be had.",
        "`cipherbench engines` tells why.",
        names=", ".join(spec.name for spec in specs),
    )
