"""Tells pages why they cannot use servers now: a campaign runs, or the store is read-only."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.window.workbench.workbench import Workbench


class CampaignWatch(QObject):
    """Watches whether a campaign runs, while which nothing else may use servers.

    With `needs_write`, for work that writes to the results store, a read-only store is an obstacle
    too."""

    changed = Signal()

    def __init__(
        self, workbench: Workbench, parent: QObject | None = None, *, needs_write: bool = False
    ) -> None:
        super().__init__(parent)
        self._read_only = needs_write and workbench.read_only
        self._running = workbench.running
        workbench.campaign_started.connect(self._begin)
        workbench.campaign_ended.connect(self._end)

    def obstacle(self) -> str:
        """Why nothing can start now; empty if it can."""
        if self._read_only:
            return self.tr("The store is open read only. Nothing can be started here.")
        if self._running:
            return self.tr(
                "A campaign is running. Wait until it ends, or cancel it on the Run page."
            )
        return ""

    def _begin(self) -> None:
        self._running = True
        self.changed.emit()

    def _end(self) -> None:
        self._running = False
        self.changed.emit()
