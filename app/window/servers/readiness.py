"""Waiting for a server to run, which is started if it does not."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.servers.entry import LentServer, ServerState
from app.window.servers.known_servers import KnownServers
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase


class Readiness(QObject):
    """Waits until a server runs, and then goes on; one wait at a time."""

    def __init__(self, known_servers: KnownServers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self._name = ""
        self._then: Callable[[LentServer], None] = lambda place: None
        self._failed: Callable[[CipherbenchError], None] = lambda error: None
        known_servers.changed.connect(self._look)

    @property
    def waiting(self) -> bool:
        """Whether a server is being started."""
        return bool(self._name)

    def ensure(
        self,
        name: str,
        then: Callable[[LentServer], None],
        failed: Callable[[CipherbenchError], None],
    ) -> None:
        """Call `then` when the server answers, or `failed` with the reason."""
        self._name, self._then, self._failed = name, then, failed
        entry = self._known_servers.entry(name)
        if entry is not None and entry.state is ServerState.FAILED:
            self._known_servers.start(name)
        self._look()

    def forget(self) -> None:
        """Wait no longer; the server goes on starting."""
        self._name = ""

    def _look(self) -> None:
        entry = self._known_servers.entry(self._name) if self._name else None
        if entry is None:
            return
        if (lent := entry.lent) is not None:
            self._name = ""
            self._then(lent)
        elif entry.state is ServerState.AVAILABLE:  # it was just stopping when it was asked for
            self._known_servers.start(entry.name)
        elif entry.state in (ServerState.FAILED, ServerState.UNAVAILABLE):
            self._name = ""
            self._failed(
                entry.error
                or CipherbenchError(
                    phrase("Server not available"), phrase("{reason}"), reason=entry.reason
                )
            )
