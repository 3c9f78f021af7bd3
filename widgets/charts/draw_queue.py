"""Parts of one page draw one after another, so that the window answers in between."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid

_SPACING_MS = 20


class DrawQueue(QObject):
    """Calls one drawing function each `_SPACING_MS`: all charts of a page together would block the
    window for 11 ms, and for as long again where it shares its core."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[Callable[[], None]] = []
        self._pause = QTimer(self, singleShot=True, interval=_SPACING_MS)
        self._pause.timeout.connect(self._draw_next)

    def request(self, draw: Callable[[], None]) -> None:
        """Have `draw` called, now where nobody has drawn just before."""
        if draw not in self._waiting:
            self._waiting.append(draw)
        if not self._pause.isActive():
            self._draw_next()

    def request_later(self, draw: Callable[[], None]) -> None:
        """Have `draw` called after what is being drawn now."""
        if not self._pause.isActive():
            self._pause.start()
        self.request(draw)

    def is_waiting(self, draw: Callable[[], None]) -> bool:
        """Whether `draw` is still to be called."""
        return draw in self._waiting

    def _draw_next(self) -> None:
        self._waiting = [draw for draw in self._waiting if _is_there(draw)]
        if self._waiting:
            self._pause.start()
            self._waiting.pop(0)()


def _is_there(draw: Callable[[], None]) -> bool:
    """Whether what draws has not gone with its page while it waited."""
    owner = getattr(draw, "__self__", None)
    return not isinstance(owner, QObject) or isValid(owner)
