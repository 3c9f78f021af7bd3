"""Passes messages of a child process to the window as Qt signals."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal

from app.system.child_process import ChildProcess, ProcessEnded
from engines.platform.streams import PIPES_WAKE

_POLL_MS = 50


class ProcessLink[Message, Event](QObject):
    """One process at a time; its messages arrive on the GUI thread."""

    received = Signal(list)
    """A batch of events, in order."""

    ended = Signal(object)
    """The process has ended: a CipherbenchError if its work failed, else None."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: ChildProcess[Message, Event] | None = None
        self._notifier: QSocketNotifier | None = None
        self._end: ProcessEnded | None = None
        self._end_timer = QTimer(self, interval=_POLL_MS)
        self._end_timer.timeout.connect(self._check_ended)
        self._poll_timer = QTimer(self, interval=_POLL_MS)
        self._poll_timer.timeout.connect(self._receive)

    @property
    def running(self) -> bool:
        return self._process is not None

    def start(self, process: ChildProcess[Message, Event]) -> None:
        """Listen to a process; there must be none."""
        assert self._process is None
        self._process = process
        if PIPES_WAKE:
            self._notifier = QSocketNotifier(process.fileno(), QSocketNotifier.Type.Read, self)
            self._notifier.activated.connect(self._receive)
        else:
            self._poll_timer.start()

    def send(self, message: Message) -> None:
        """Send something to the process, if there is one; never waits."""
        if self._process is not None:
            self._process.send(message)

    def close(self) -> None:
        """End the process, and wait until it has cleared away what it made."""
        self._stop_listening()
        self._end_timer.stop()
        process, self._process, self._end = self._process, None, None
        if process is not None:
            process.close()

    def _receive(self) -> None:
        if self._process is None or self._end is not None:
            return
        batch = self._process.receive()
        events = [item for item in batch if not isinstance(item, ProcessEnded)]
        self._end = next((item for item in batch if isinstance(item, ProcessEnded)), None)
        if self._end is not None:
            self._stop_listening()
            self._end_timer.start()
        if events:
            self.received.emit(events)

    def _check_ended(self) -> None:
        """Wait for the process to end: only then are its servers stopped and its store free."""
        if self._process is None or self._end is None or not self._process.has_ended():
            return
        error = self._end.error
        self.close()
        self.ended.emit(error)

    def _stop_listening(self) -> None:
        self._poll_timer.stop()
        if self._notifier is not None:
            self._notifier.setEnabled(False)
            self._notifier.deleteLater()
            self._notifier = None
