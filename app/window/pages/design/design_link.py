"""The wizard's connection to the child process that inspects a database, one order at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from app.window.base.process_link import ProcessLink
from app.window.pages.design.design_process import (
    DesignAnswer,
    DesignProcess,
    Order,
    OrderRefused,
    StopInspection,
)
from engines.contract.errors import CipherbenchError


class DesignLink(QObject):
    """Sends orders and emits their answers. The process starts with the first order."""

    changed = Signal()
    """`activity` has changed."""
    failed = Signal(object)
    """A CipherbenchError of the last order."""
    answered = Signal(object)
    """The answer to the last order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.activity = ""
        """The text of the current order, such as “Listing tables …”; empty if there is none."""
        self._number = 0
        self._link: ProcessLink[Order | StopInspection, DesignAnswer] = ProcessLink(self)
        self._link.received.connect(self._receive)
        self._link.ended.connect(self._process_ended)

    def send(self, make: Callable[[int], Order], activity: str) -> None:
        """Send the order `make(number)`, which replaces the current one."""
        if self.activity:
            self._link.send(StopInspection())
        if not self._link.running:
            self._link.start(DesignProcess())
        self._number += 1
        self._link.send(make(self._number))
        self._set_activity(activity)

    def stop(self) -> None:
        """Cancel the current order."""
        if self.activity:
            self._number += 1
            self._link.send(StopInspection())
            self._set_activity("")

    def close(self) -> None:
        """End the process."""
        self._link.close()

    def _receive(self, batch: Sequence[DesignAnswer]) -> None:
        for news in batch:
            if news.number != self._number:
                continue
            self._set_activity("")
            if isinstance(news, OrderRefused):
                self.failed.emit(news.error)
            else:
                self.answered.emit(news)

    def _process_ended(self, error: CipherbenchError | None) -> None:
        self._set_activity("")
        if error is not None:
            self.failed.emit(error)

    def _set_activity(self, activity: str) -> None:
        self.activity = activity
        self.changed.emit()
