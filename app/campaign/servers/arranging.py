"""Servers arranged for runs: started with another buffer or other logs, and made cold.

Only what we have started is ever touched; whether a cell can be had so is known before it is run
(`ServerControl.why_not_arranged`).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from app.servers.opening import restart
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.launch import AS_IT_IS, Arrangement, Logs
from engines.contract.message import phrase
from engines.keeping.page_cache import forget_files
from engines.servers.server import Server


class Arranging:
    """What each server of a campaign, by name, was last started with."""

    def __init__(self) -> None:
        self._had: dict[str, Arrangement] = {}

    def had(self, name: str) -> bool:
        """Whether a server is not as it is by itself."""
        return self._had.get(name, AS_IT_IS) != AS_IT_IS

    def forget(self, name: str) -> None:
        """A server was had anew: it is as it is by itself."""
        self._had.pop(name, None)

    def arrange(self, server: Server, wanted: Arrangement) -> None:
        """Have a server be as wanted for the run that comes; its data stay.

        Raises: CipherbenchError
        """
        name, status = server.spec.name, wanted.status
        if self._had.get(name, AS_IT_IS) != status:
            self._change(server, status)
            self._had[name] = status
        if tidying := server.engine.servers.tidying(status):
            server.engine.servers.carry_out(server.endpoint, tidying)

    def _change(self, server: Server, status: Arrangement) -> None:
        if server.engine.servers.buffer_per_connection:
            server.endpoint = replace(
                server.endpoint,
                buffer_mb=status.buffer_mb,
                seals_temporary=status.logs is Logs.SEALED,
            )
        else:
            restart(server, status)

    def cool(self, server: Server) -> Endpoint:
        """Start a server anew and have the system forget its files; where it is now.

        An engine inside the worker holds nothing between two connections: its files alone are
        forgotten.

        Raises: CipherbenchError
        """
        if server.endpoint.in_process:
            _forget(server)
        else:
            status = self._had.get(server.spec.name, AS_IT_IS)
            restart(server, status, lambda: _forget(server))
        return server.endpoint


def _forget(server: Server) -> None:
    folder = server.endpoint.data or server.endpoint.directory
    if folder is None or not forget_files(Path(folder)):
        raise CipherbenchError(
            phrase("Cold start not possible"),
            phrase(
                "The files of {server} are in memory, or cannot be dropped from the cache here."
            ),
            phrase("Name a data directory on a disk, or remove “cold” from the plan."),
            server=server.spec.name,
        )
