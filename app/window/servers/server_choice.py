"""A drop-down list of the servers that run or can be started."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.servers.entry import ServerEntry, ServerState
from app.window.servers.known_servers import KnownServers
from app.window.servers.server_words import state_word
from widgets.fields.choice import Choice
from widgets.look.names import isolated


class ServerChoice(Choice):
    """The servers that run or can be started, with their states."""

    changed = Signal()
    """Another server is chosen, or the state of the chosen one changed."""

    def __init__(self, known_servers: KnownServers, parent: QWidget | None = None) -> None:
        super().__init__(12, parent)
        self._known_servers = known_servers
        self._seen: ServerEntry | None = None
        self.setAccessibleName(self.tr("Server"))
        self.setPlaceholderText(self.tr("No server"))
        self.currentIndexChanged.connect(self._emit_if_changed)
        known_servers.changed.connect(self.refresh)
        self.refresh()

    def entry(self) -> ServerEntry | None:
        """The chosen server in its current state; None without one."""
        name = self.currentData()
        return self._known_servers.entry(name) if name else None

    def choose(self, name: str) -> None:
        place = self.findData(name)
        if place >= 0:
            self.setCurrentIndex(place)

    def refresh(self) -> None:
        """Update the states. Keep the choice, or else choose the first running server."""
        usable = [
            each
            for each in self._known_servers.entries()
            if each.state is not ServerState.UNAVAILABLE
        ]
        names = [each.name for each in usable]
        self.blockSignals(True)
        chosen = self.currentData()
        if [self.itemData(at) for at in range(self.count())] != names:
            self.clear()
            for name in names:
                self.addItem("", name)
        for at, each in enumerate(usable):
            self.setItemText(at, f"{isolated(each.name)} · {state_word(each)}")
        if chosen not in names:
            first = next((each.name for each in usable if each.running), next(iter(names), None))
            self.setCurrentIndex(names.index(first) if first else -1)
        else:
            self.setCurrentIndex(names.index(chosen))
        self.blockSignals(False)
        self._emit_if_changed()

    def probe(self) -> None:
        """Have the chosen server started and its capabilities probed, unless they are known."""
        entry = self.entry()
        if entry is not None:
            self._known_servers.ensure_probed([entry.name])

    def _emit_if_changed(self) -> None:
        entry = self.entry()
        if entry != self._seen:
            self._seen = entry
            self.changed.emit()
