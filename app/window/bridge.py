"""The bridge from a campaign's process to the window: a timer that empties a pipe."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.campaign.command import Command
from app.results.events import Event
from app.window.campaign_process import CampaignProcess, Commission, Ended


class EventPump(QObject):
    """Runs one campaign at a time and emits its events in batches, ten times a second at most."""

    events = Signal(list)
    """A batch of events, in order."""

    ended = Signal(object)
    """The campaign's process is over; a CipherbenchError when nothing could run, else None."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: CampaignProcess | None = None
        self._end: Ended | None = None
        self._timer = QTimer(self, interval=100)
        self._timer.timeout.connect(self._pump)

    @property
    def running(self) -> bool:
        """Whether a campaign runs now."""
        return self._process is not None

    def start(self, commission: Commission) -> None:
        """Start a campaign; there must be none."""
        assert self._process is None
        self._process = CampaignProcess(commission)
        self._timer.start()

    def send(self, command: Command) -> None:
        """Pause, resume or cancel the campaign."""
        if self._process is not None:
            self._process.send(command)

    def close(self) -> None:
        """Cancel what runs and wait until it has cleaned up."""
        self._timer.stop()
        if self._process is not None:
            self._process.close()
            self._process = None

    def _pump(self) -> None:
        if self._process is None:
            return
        if self._end is None:
            batch = self._process.receive()
            events: list[Event] = [item for item in batch if not isinstance(item, Ended)]
            if events:
                self.events.emit(events)
            self._end = next((item for item in batch if isinstance(item, Ended)), None)
        elif self._process.over():  # only now are its servers stopped and its store free
            self._timer.stop()
            error, self._process, self._end = self._end.error, None, None
            self.ended.emit(error)
