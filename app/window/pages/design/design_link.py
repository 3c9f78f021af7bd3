"""What the steps ask of the process, one order at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from app.window.base.process_link import ProcessLink
from app.window.pages.design.design_process import (
    DesignProcess,
    News,
    Order,
    OrderRefused,
    StopInspection,
)
from engines.contract.errors import CipherbenchError


class DesignLink(QObject):
    """Starts the process with the first order."""

    changed = Signal()
    """It begins or ends to be busy."""
    failed = Signal(object)
    """A CipherbenchError of the last order."""
    answered = Signal(object)
    """What came of the last order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.doing = ""
        """What is being done, in words; empty while nothing is."""
        self._number = 0
        self._link: ProcessLink[Order | StopInspection, News] = ProcessLink(self)
        self._link.received.connect(self._take)
        self._link.ended.connect(self._lose)

    def order(self, make: Callable[[int], Order], doing: str) -> None:
        """Have an order done, in place of the one in hand."""
        if self.doing:
            self._link.send(StopInspection())
        if not self._link.running:
            self._link.start(DesignProcess())
        self._number += 1
        self._link.send(make(self._number))
        self._say(doing)

    def stop(self) -> None:
        """Stop the order in hand; its answer is not wanted any more."""
        if self.doing:
            self._number += 1
            self._link.send(StopInspection())
            self._say("")

    def close(self) -> None:
        """End the process."""
        self._link.close()

    def _take(self, batch: Sequence[News]) -> None:
        for news in batch:
            if news.number != self._number:
                continue
            self._say("")
            if isinstance(news, OrderRefused):
                self.failed.emit(news.error)
            else:
                self.answered.emit(news)

    def _lose(self, error: CipherbenchError | None) -> None:
        self._say("")
        if error is not None:
            self.failed.emit(error)

    def _say(self, doing: str) -> None:
        self.doing = doing
        self.changed.emit()
