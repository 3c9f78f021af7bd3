"""The one list of servers that all pages share (`KnownServers`), with Qt signals when it changes;
and waiting until one of them runs (`Readiness`)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.servers.entry import ServerAccess, ServerState
from app.servers.local_servers import LocalServers
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase

_POLL_MS = 15
"""How often results are looked for while any are to come."""


class KnownServers(LocalServers, QObject):
    """`LocalServers` with Qt signals. A timer on the GUI thread delivers the results of its jobs.

    Threads emit no signals: one could reach an object that the window has just destroyed.
    """

    changed = Signal()
    """Entries have changed."""

    tested = Signal(object)
    """A ServerTest, after `test` or `try_out`."""

    failed = Signal(object)
    """A CipherbenchError that belongs to no single server."""

    def __init__(self, parent: QObject | None = None) -> None:
        QObject.__init__(self, parent)
        self._timer = QTimer(self, interval=_POLL_MS)
        self._timer.timeout.connect(self._deliver)
        LocalServers.__init__(self, self.changed.emit, self.tested.emit, self.failed.emit)
        self.jobs.begun = self._timer.start

    def _deliver(self) -> None:
        self.jobs.deliver()
        if not self.jobs.busy:
            self._timer.stop()


class Readiness(QObject):
    """Starts a server if it does not run, waits until it does, then calls back; one at a time."""

    def __init__(self, known_servers: KnownServers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self._name = ""
        self._then: Callable[[ServerAccess], None] = lambda lent: None
        self._failed: Callable[[CipherbenchError], None] = lambda error: None
        known_servers.changed.connect(self._check_state)

    @property
    def waiting(self) -> bool:
        """Whether a server is being started."""
        return bool(self._name)

    def start(
        self,
        name: str,
        then: Callable[[ServerAccess], None],
        failed: Callable[[CipherbenchError], None],
    ) -> None:
        """Call `then` when the server answers, or `failed` with the reason."""
        self._name, self._then, self._failed = name, then, failed
        entry = self._known_servers.entry(name)
        if entry is not None and entry.state is ServerState.FAILED:
            self._known_servers.start(name)
        self._check_state()

    def stop_waiting(self) -> None:
        """Call neither of both; the server goes on starting."""
        self._name = ""

    def _check_state(self) -> None:
        entry = self._known_servers.entry(self._name) if self._name else None
        if entry is None:
            return
        if (lent := entry.lent) is not None:
            self._name = ""
            self._then(lent)
        elif entry.state is ServerState.AVAILABLE:  # it was stopping when it was asked for
            self._known_servers.start(entry.name)
        elif entry.state in (ServerState.FAILED, ServerState.UNAVAILABLE):
            self._name = ""
            self._failed(
                entry.error
                or CipherbenchError(
                    phrase("Server not available"), phrase("{reason}"), reason=entry.reason
                )
            )
