"""The servers at hand for the pages: what comes of them is told on the GUI thread, by signals."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.servers.local_servers import LocalServers

_LOOK_MS = 15
"""How often results are looked for while any are to come."""


class KnownServers(LocalServers, QObject):
    """Servers at hand whose jobs a timer delivers.

    Threads send no signals: one could meet an object that the window has just destroyed.
    """

    changed = Signal()
    """Entries have changed."""

    tested = Signal(object)
    """A Tried, after `test` or `try_out`."""

    failed = Signal(object)
    """A CipherbenchError that no single server stands for."""

    def __init__(self, parent: QObject | None = None) -> None:
        QObject.__init__(self, parent)
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self._deliver)
        LocalServers.__init__(self, self.changed.emit, self.tested.emit, self.failed.emit)
        self.jobs.begun = self._timer.start

    def _deliver(self) -> None:
        self.jobs.deliver()
        if not self.jobs.busy:
            self._timer.stop()
