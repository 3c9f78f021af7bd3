"""How far servers that are starting have come: told in their threads, shown on the GUI's own."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.window.base.messages import message_text
from engines.contract.message import NOTHING, Message
from engines.servers.server import Progress

_SHOW_MS = 250
"""A pull tells its bytes many times a second."""


class Steps(QObject):
    """Keeps the last step of each server; threads leave it in a dict and know nothing of Qt."""

    told = Signal(str, str)
    """The name of a server, and what is being done for it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last: dict[str, Message] = {}
        self._shown: dict[str, Message] = {}
        self._timer = QTimer(self, interval=_SHOW_MS)
        self._timer.timeout.connect(self._show)

    def begin(self, name: str) -> Progress:
        """What the thread that starts a server is to call."""
        last = self._last
        last[name] = self._shown[name] = NOTHING
        self._timer.start()

        def tell(text: Message, fraction: float | None) -> None:
            if name in last:
                last[name] = text

        return tell

    def end(self, name: str) -> None:
        """Nothing more is told of a server."""
        self._last.pop(name, None)
        self._shown.pop(name, None)
        if not self._last:
            self._timer.stop()

    def _show(self) -> None:
        for name, text in list(self._last.items()):
            if text != self._shown.get(name):
                self._shown[name] = text
                self.told.emit(name, message_text(text))
