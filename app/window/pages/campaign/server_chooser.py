"""*On these servers* on the campaign page: ticking a server chooses it and has it started and
probed for what it supports."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from app.report.words.colours import colour_keys
from app.servers.entry import ServerEntry, ServerState
from app.window.base.messages import message_text
from app.window.pages.campaign.sentence_part import SentencePart
from app.window.servers.known_servers import KnownServers
from app.window.servers.password_row import PasswordRow
from app.window.servers.server_words import source_word, state_word
from widgets.fields.check_list import CheckItem, CheckList
from widgets.look.names import plain_tip, shortened


class ServerChooser(SentencePart):
    """A list of servers to tick. Those that were ticked in the previous session are started only
    when the user asks for it."""

    changed = Signal()
    servers_page_requested = Signal()
    """The user wants to see or add servers."""

    def __init__(self, known_servers: KnownServers, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("On these servers"), parent)
        self._known_servers = known_servers
        self._chosen: list[str] = []
        self._from_plan: set[str] = set()
        self._items: list[CheckItem] = []
        self.list = CheckList()
        self.list.changed.connect(self._take_ticks)
        self.password = PasswordRow(stacked=True)
        self.password.given.connect(self._give_password)
        self.probe_button = QPushButton(self.tr("Chec&k what they support"))
        self.probe_button.clicked.connect(self._probe)
        add = QPushButton(self.tr("Add a server …"))
        add.setFlat(True)
        add.clicked.connect(self.servers_page_requested)
        self.add_scrolled(self.list)
        for part in (self.probe_button, self.password, add):
            self.add_row(part)
        self.column.addSpacing(8)
        # Rows are rebuilt after the click that changed them has been dealt with.
        self._refresh_soon = QTimer(self, singleShot=True, interval=0)
        self._refresh_soon.timeout.connect(self._refresh)
        known_servers.changed.connect(self._refresh_soon.start)
        self._refresh()

    def chosen(self) -> list[ServerEntry]:
        """The ticked servers, in the order in which a plan named them or they were ticked."""
        entries = (self._known_servers.entry(name) for name in self._chosen)
        return [entry for entry in entries if entry is not None]

    def set_chosen(self, names: Iterable[str], *, ask: bool = True) -> None:
        """Tick exactly these; an unavailable server stays ticked and shows the reason. They are
        started only with `ask`; else when the user asks for it."""
        self._chosen = list(names)
        self._from_plan = set(self._chosen)
        if ask:
            self._probe()
        self._refresh()

    def _probe(self) -> None:
        self._known_servers.ensure_probed(self._chosen)

    def take_focus(self) -> None:
        """Put the cursor on the first server."""
        if self._items:
            self.list.row(self._items[0].key).setFocus()

    def _take_ticks(self) -> None:
        ticked = self.list.checked()
        fresh = [name for name in ticked if name not in self._chosen]
        self._known_servers.cancel_start({*self._chosen}.difference(ticked))
        self._chosen = [name for name in self._chosen if name in ticked] + fresh
        self._known_servers.ensure_probed(fresh, again=True)
        self._refresh_soon.start()

    def _refresh(self) -> None:
        entries = self._known_servers.entries()
        colours = colour_keys((entry.name, entry.spec.engine) for entry in entries)
        items = [self._item(entry, colours[entry.name]) for entry in entries]
        self.refill(self.list, self._items, items)
        self._items = items
        self._ask_password()
        campaign_runs = self._known_servers.measuring
        self.probe_button.setVisible(any(map(self._waits_for_probe, self.chosen())))
        self.probe_button.setEnabled(not campaign_runs)
        self.probe_button.setToolTip(
            self.tr("A campaign is running. The servers are checked when it ends.")
            if campaign_runs
            else self.tr("Start the ticked servers")
        )
        self.changed.emit()

    def _waits_for_probe(self, entry: ServerEntry) -> bool:
        """Whether a ticked server waits to be started; one that needs a password asks for it
        instead."""
        resting = entry.state is ServerState.AVAILABLE and entry.capabilities is None
        if self._known_servers.waits(entry.name):
            return False
        return resting and not self._known_servers.needs_password(entry.name)

    def _item(self, entry: ServerEntry, colour: str) -> CheckItem:
        unavailable = entry.state is ServerState.UNAVAILABLE
        state = state_word(entry)
        if entry.name in self._chosen and self._known_servers.needs_password(entry.name):
            state = self.tr("needs a password")
        elif self._known_servers.waits(entry.name):
            state = self.tr("starts when the campaign has ended")
        reason = message_text(entry.reason)
        words = (entry.version, source_word(entry.spec.source), state)
        return CheckItem(
            key=entry.name,
            text=entry.name,
            tip=_full_name_tip(entry.name),
            subtitle=reason or " · ".join(word for word in words if word),
            checked=entry.name in self._chosen,
            enabled=not unavailable or entry.name in self._from_plan,
            reason=reason,
            colour_key=colour,
        )

    def _ask_password(self) -> None:
        """Ask for a password for the first ticked server that lacks one or refused it."""
        waiting = [
            entry for entry in self.chosen() if self._known_servers.wants_password(entry.name)
        ]
        self.password.setVisible(bool(waiting))
        if waiting:
            self.password.set_server(waiting[0].name)
            self.password.remember.set_keyring(self._known_servers.keyring)

    def _give_password(self, password: str, remember: bool) -> None:
        self._known_servers.give_password(self.password.server(), password, remember)


def _full_name_tip(name: str) -> str:
    """The full name as a tooltip, if the list shows it cut; else empty."""
    return plain_tip(name) if shortened(name) != name else ""
