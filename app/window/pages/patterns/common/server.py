"""The server that the lab uses; a stopped one is started when it is needed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.servers.entry import LentServer, ServerEntry, ServerState
from app.window.servers.known_servers import KnownServers
from app.window.servers.words import state_word
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
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
        self.currentIndexChanged.connect(self._tell)
        known_servers.changed.connect(self.refresh)
        self.refresh()

    def entry(self) -> ServerEntry | None:
        """The chosen server as it stands now."""
        name = self.currentData()
        return self._known_servers.entry(name) if name else None

    def choose(self, name: str) -> None:
        """Choose a server by its name."""
        place = self.findData(name)
        if place >= 0:
            self.setCurrentIndex(place)

    def refresh(self) -> None:
        """Update the states. Keep the choice, or else choose the first running server."""
        usable = [each for each in self._known_servers.entries() if _usable(each)]
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
        self._tell()

    def ask(self) -> None:
        """Have the chosen server started and asked what it can do, unless that is known."""
        entry = self.entry()
        if entry is not None:
            self._known_servers.ensure_probed([entry.name])

    def _tell(self) -> None:
        entry = self.entry()
        if entry != self._seen:
            self._seen = entry
            self.changed.emit()


class CampaignWatch(QObject):
    """Whether a campaign runs: then nothing else may use its servers."""

    changed = Signal()

    def __init__(self, workbench: Workbench, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running = workbench.running
        workbench.campaign_started.connect(self._begin)
        workbench.campaign_ended.connect(self._end)

    def obstacle(self) -> str:
        """Why nothing can start now; empty if it can."""
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


class Readiness(QObject):
    """Waits until a server runs, and then goes on; one wait at a time."""

    def __init__(self, known_servers: KnownServers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self._name = ""
        self._then: Callable[[LentServer], None] = lambda place: None
        self._failed: Callable[[CipherbenchError], None] = lambda error: None
        known_servers.changed.connect(self._look)

    @property
    def waiting(self) -> bool:
        """Whether a server is being started."""
        return bool(self._name)

    def ensure(
        self,
        name: str,
        then: Callable[[LentServer], None],
        failed: Callable[[CipherbenchError], None],
    ) -> None:
        """Call `then` when the server answers, or `failed` with the reason."""
        self._name, self._then, self._failed = name, then, failed
        entry = self._known_servers.entry(name)
        if entry is not None and entry.state is ServerState.FAILED:
            self._known_servers.start(name)
        self._look()

    def forget(self) -> None:
        """Wait no longer; the server goes on starting."""
        self._name = ""

    def _look(self) -> None:
        entry = self._known_servers.entry(self._name) if self._name else None
        if entry is None:
            return
        if (lent := entry.lent) is not None:
            self._name = ""
            self._then(lent)
        elif entry.state is ServerState.AVAILABLE:  # it was just stopping when it was asked for
            self._known_servers.start(entry.name)
        elif entry.state in (ServerState.FAILED, ServerState.UNAVAILABLE):
            self._name = ""
            self._failed(
                entry.error
                or CipherbenchError(
                    phrase("Server not available"), phrase("{reason}"), reason=entry.reason
                )
            )


def _usable(entry: ServerEntry) -> bool:
    return entry.state is not ServerState.UNAVAILABLE
