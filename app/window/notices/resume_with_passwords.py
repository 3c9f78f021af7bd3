"""Asks in a strip for the passwords that a stored campaign's servers need, before it is resumed,
run again, or searched for evidence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QPushButton, QWidget

from app.servers.entry import ServerState
from app.window.base.store_reader import StoreReader
from app.window.servers.known_servers import KnownServers
from app.window.servers.password_row import PasswordRow
from app.window.servers.server_words import error_texts
from engines.contract.errors import CipherbenchError
from widgets.layout.boxes import hbox, vbox
from widgets.look.names import filled, shortened
from widgets.look.theme import current_palette, mix, scaled_font, theme_signals, tone_tint
from widgets.parts.cards import ToneLabel, WrappedLabel

if TYPE_CHECKING:
    from app.results.store.store import Store
    from engines.servers.server import ServerSpec

type CampaignAction = Callable[[Mapping[str, str]], None]
"""What to do with the campaign, given passwords by the campaign's names of its servers."""


class ResumeWithPasswords(QObject):
    """Connects a campaign's servers at an address, one after another, then calls the action.

    They are added to the known servers, as those of an opened plan are. Without a password every
    run on such a server would fail.
    """

    password_needed = Signal(str, str)
    """The server whose password is needed, and why the last one was refused; empty at first."""

    connecting = Signal(str)
    """The name of the server that is being connected with the typed password."""

    finished = Signal()
    """The request has ended: its action starts, or it was cancelled."""

    failed = Signal(object)
    """A CipherbenchError: the store could not be read."""

    def __init__(
        self, servers: KnownServers, store_url: str | None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._servers = servers
        self._reader = StoreReader(store_url, self)
        self._action: CampaignAction | None = None
        self._names: dict[str, str] = {}
        """Names of servers at an address, by the campaign's name of each."""
        self._skipped: set[str] = set()
        self._tried: set[str] = set()
        """Servers that were connected for this request; an earlier failure may not count."""
        self._servers_read = False
        self._request = 0
        """Number of the current request; answers to earlier ones are dropped."""
        servers.changed.connect(self._ask_next)

    def begin(self, campaign_id: int, action: CampaignAction) -> None:
        """Do `action` with a stored campaign once no password is missing."""
        self.cancel()
        self._action = action
        self._reader.read(
            lambda store: _servers_at_addresses(store, campaign_id),
            partial(self._adopt, self._request),
            partial(self._fail, self._request),
        )

    def set_password(self, server: str, password: str, remember: bool) -> None:
        """Connect the server with a password; `remember` stores it in the keyring."""
        self._tried.add(server)
        self._servers.give_password(server, password, remember)

    def skip_server(self, server: str) -> None:
        """Start without connecting this server: its runs will fail, the others not."""
        self._skipped.add(server)
        self._ask_next()

    def cancel(self) -> None:
        """Cancel the request."""
        self._request += 1
        self._action, self._names, self._servers_read = None, {}, False
        self._skipped.clear()
        self._tried.clear()
        self.finished.emit()

    def close(self) -> None:
        """Cancel, and wait until the store has been read."""
        self._action = None
        self._reader.close()

    def _adopt(self, request: int, specs: list[ServerSpec] | None) -> None:
        if request != self._request:
            return
        names: dict[str, str] = {}
        for spec in specs or ():
            names[spec.name] = self._servers.adopt(spec, names.values())
        self._names, self._servers_read = names, True
        self._ask_next()

    def _fail(self, request: int, error: CipherbenchError) -> None:
        if request != self._request:
            return
        self.cancel()
        self.failed.emit(error)

    def _ask_next(self) -> None:
        """Ask for the next password, or call the action when none is missing."""
        if self._action is None or not self._servers_read or self._servers.asking_keyring:
            return
        for name in self._names.values():
            if name in self._skipped:
                continue
            entry = self._servers.entry(name)
            refused = entry is not None and entry.state is ServerState.FAILED
            if refused and name in self._given() and name not in self._tried:
                self._tried.add(name)
                self._servers.start(name)  # which leads here again
                return
            if self._servers.wants_password(name):
                why = error_texts(entry.error)[1] if entry and entry.error else ""
                self.password_needed.emit(name, why if refused else "")
                return
            if entry is not None and entry.state is ServerState.STARTING:
                self.connecting.emit(name)
                return
        self._begin(self._action)

    def _begin(self, action: CampaignAction) -> None:
        given = self._given()
        passwords = {own: given[name] for own, name in self._names.items() if name in given}
        self.cancel()
        action(passwords)

    def _given(self) -> dict[str, str]:
        return self._servers.passwords()


def _servers_at_addresses(store: Store, campaign_id: int) -> list[ServerSpec]:
    """The servers of a campaign that are reached at an address."""
    servers = store.load(campaign_id).campaign.servers
    return [each for each in servers if not each.managed]


class PasswordStrip(QWidget):
    """The strip that asks for a server's password; Esc cancels the request."""

    def __init__(
        self, resuming: ResumeWithPasswords, servers: KnownServers, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._resuming = resuming
        self._servers = servers
        self._title = ToneLabel("")
        self._title.setFont(scaled_font(bold=True))
        self._title.setWordWrap(True)
        self._why = WrappedLabel("", "warning")
        self.row = PasswordRow()
        self.row.given.connect(self._set_password)
        self.without_button = QPushButton(self.tr("&Go on without it"), self)
        self.without_button.setToolTip(
            self.tr("Runs on this server will fail. You can resume them later.")
        )
        self.without_button.clicked.connect(lambda: resuming.skip_server(self.row.server()))
        self.later_button = QPushButton(self.tr("&Not now"), self)
        self.later_button.clicked.connect(resuming.cancel)
        escape = QShortcut(QKeySequence(QKeySequence.StandardKey.Cancel), self)
        escape.activated.connect(resuming.cancel)
        escape.activatedAmbiguously.connect(resuming.cancel)
        self._lay_out()
        resuming.password_needed.connect(self._ask)
        resuming.connecting.connect(self._connecting)
        resuming.finished.connect(self._close)
        theme_signals().changed.connect(self.update)
        self.hide()

    def text(self) -> str:
        return "\n".join(part.text() for part in (self._title, self._why) if part.text())

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(mix(palette.surface, palette.accent, 0.45)))
        painter.setBrush(tone_tint("accent"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _lay_out(self) -> None:
        answers = hbox(None, (self.row, 1), self.without_button, self.later_button, spacing=8)
        vbox(self, self._title, self._why, answers, margins=(16, 12, 12, 12), spacing=6)

    def _ask(self, server: str, why: str) -> None:
        fresh = self.isHidden() or self.row.server() != server or not self.row.isEnabled()
        text = self.tr("{server} needs a password to resume the campaign.")
        self._title.setText(filled(text, server=shortened(server)))
        self._why.setText(why)
        self._why.setVisible(bool(why))
        self.row.set_server(server)
        self.row.remember.set_keyring(self._servers.keyring)
        self.row.setEnabled(True)
        self.without_button.setEnabled(True)
        self.show()
        if fresh:
            self.row.take_focus()

    def _set_password(self, password: str, remember: bool) -> None:
        self._resuming.set_password(self.row.server(), password, remember)

    def _connecting(self, server: str) -> None:
        self._title.setText(filled(self.tr("Connecting to {0} …"), shortened(server)))
        self._why.hide()
        self.row.setEnabled(False)
        self.without_button.setEnabled(False)
        self.show()

    def _close(self) -> None:
        self.row.clear()
        self.hide()
