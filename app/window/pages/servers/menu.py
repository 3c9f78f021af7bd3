"""The menu to add a server of each source; an unavailable source shows why."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.window.base.messages import message_text
from app.window.servers.known_servers import KnownServers
from engines.contract.endpoint import Source
from engines.contract.message import NOTHING
from widgets.look.names import plain_tip


class AddMenu(QMenu):
    """Refilled each time it opens, from the sources found."""

    asked = Signal(object)
    """The Source that a server is to be added from."""

    def __init__(self, known_servers: KnownServers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        self.clear()
        self._add(Source.EMBEDDED, self.tr("&Embedded …"))
        self._add(Source.LOCAL, self.tr("&Local …"))
        self._add(Source.CONTAINER, self.tr("In a &container …"))
        self._add(Source.ADDRESS, self.tr("At an &address …") + "\tCtrl+N")

    def _add(self, source: Source, text: str) -> None:
        action = self.addAction(text)
        kinds = [kind for kind in self._known_servers.kinds() if kind.source is source]
        action.setEnabled(any(kind.available for kind in kinds))
        if not action.isEnabled():
            action.setToolTip(
                plain_tip(message_text(next((kind.reason for kind in kinds), NOTHING)))
            )
        action.triggered.connect(lambda: self.asked.emit(source))
