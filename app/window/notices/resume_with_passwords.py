"""Resumes stored campaigns, and asks in a strip for the passwords that their servers need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.servers.entry import ServerState
from app.window.base.store_reader import StoreReader
from app.window.servers.known_servers import KnownServers
from app.window.servers.password_row import PasswordRow
from app.window.servers.server_words import error_texts
from engines.contract.errors import CipherbenchError
from widgets.look.names import filled, shortened
from widgets.look.theme import current_palette, mix, scaled_font, theme_signals, tone_tint
from widgets.parts.cards import ToneLabel

if TYPE_CHECKING:
    from app.results.store.store import Store
    from engines.servers.server import ServerSpec

type Act = Callable[[Mapping[str, str]], None]
"""The action to run, given passwords by the campaign's names of its servers."""


class ResumeWithPasswords(QObject):
    """Without its password, every run on a server would fail.

    Servers at an address are therefore added to the known servers, as those of an opened plan are,
    and each is connected before the campaign starts.
    """

    asked = Signal(str, str)
    """The server whose password is needed, and why the last one failed; empty at first."""

    connecting = Signal(str)
    """This server is being connected with the password given."""

    finished = Signal()
    """No question is open any more: the action starts, or was cancelled."""

    failed = Signal(object)
    """A CipherbenchError: the store could not be read."""

    def __init__(
        self, servers: KnownServers, store_url: str | None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._servers = servers
        self._reader = StoreReader(store_url, self)
        self._act: Act | None = None
        self._names: dict[str, str] = {}
        """Names of servers at an address: from the campaign's name to the one here."""
        self._without: set[str] = set()
        self._tried: set[str] = set()
        """Servers connected for this request: an earlier failure may be over."""
        self._known = False
        self._request = 0
        """Number of the current request; answers to earlier ones are discarded."""
        servers.changed.connect(self._ask_next)

    def begin(self, campaign_id: int, act: Act) -> None:
        """Do `act` with a stored campaign once no password is missing."""
        self.drop()
        self._act = act
        self._reader.read(
            lambda store: _addresses(store, campaign_id),
            partial(self._adopt, self._request),
            partial(self._unreadable, self._request),
        )

    def give(self, server: str, password: str, remember: bool) -> None:
        """The password of the server that was asked for."""
        self._tried.add(server)
        self._servers.give_password(server, password, remember)

    def go_without(self, server: str) -> None:
        """Start without this server: its runs fail, all others go on."""
        self._without.add(server)
        self._ask_next()

    def drop(self) -> None:
        """Cancel the request."""
        self._request += 1
        self._act, self._names, self._known = None, {}, False
        self._without.clear()
        self._tried.clear()
        self.finished.emit()

    def close(self) -> None:
        """Wait for what is still being read."""
        self._act = None
        self._reader.close()

    def _adopt(self, request: int, specs: list[ServerSpec] | None) -> None:
        if request != self._request:
            return
        names: dict[str, str] = {}
        for spec in specs or ():
            names[spec.name] = self._servers.adopt(spec, names.values())
        self._names, self._known = names, True
        self._ask_next()

    def _unreadable(self, request: int, error: CipherbenchError) -> None:
        if request != self._request:
            return
        self.drop()
        self.failed.emit(error)

    def _ask_next(self) -> None:
        """Ask for the next password, or begin when none is missing."""
        if self._act is None or not self._known or self._servers.asking_keyring:
            return
        for name in self._names.values():
            if name in self._without:
                continue
            entry = self._servers.entry(name)
            refused = entry is not None and entry.state is ServerState.FAILED
            if refused and name in self._given() and name not in self._tried:
                self._tried.add(name)
                self._servers.start(name)  # which leads here again
                return
            if self._servers.wants_password(name):
                why = error_texts(entry.error)[1] if entry and entry.error else ""
                self.asked.emit(name, why if refused else "")
                return
            if entry is not None and entry.state is ServerState.STARTING:
                self.connecting.emit(name)
                return
        self._begin(self._act)

    def _begin(self, act: Act) -> None:
        given = self._given()
        passwords = {own: given[name] for own, name in self._names.items() if name in given}
        self.drop()
        act(passwords)

    def _given(self) -> dict[str, str]:
        return self._servers.passwords()


def _addresses(store: Store, campaign_id: int) -> list[ServerSpec]:
    """The servers of a campaign that are reached at an address."""
    servers = store.load(campaign_id).campaign.servers
    return [each for each in servers if not each.managed]


# A strip above the pages that asks for a password before a stored campaign is resumed.


class PasswordStrip(QWidget):
    """Sends the password to the server only, as the campaign page does; Esc cancels."""

    def __init__(
        self, resuming: ResumeWithPasswords, servers: KnownServers, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._resuming = resuming
        self._servers = servers
        self._title = ToneLabel("")
        self._title.setFont(scaled_font(bold=True))
        self._title.setWordWrap(True)
        self._why = ToneLabel("", "warning")
        self._why.setWordWrap(True)
        self.row = PasswordRow()
        self.row.given.connect(self._give)
        self.without_button = QPushButton(self.tr("&Go on without it"), self)
        self.without_button.setToolTip(
            self.tr("Runs on this server will fail. You can resume them later.")
        )
        self.without_button.clicked.connect(lambda: resuming.go_without(self.row.server()))
        self.later_button = QPushButton(self.tr("&Not now"), self)
        self.later_button.clicked.connect(resuming.drop)
        escape = QShortcut(QKeySequence(QKeySequence.StandardKey.Cancel), self)
        escape.activated.connect(resuming.drop)
        escape.activatedAmbiguously.connect(resuming.drop)
        self._lay_out()
        resuming.asked.connect(self._ask)
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
        answers = QHBoxLayout()
        answers.setSpacing(8)
        answers.addWidget(self.row, 1)
        answers.addWidget(self.without_button)
        answers.addWidget(self.later_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 12, 12)
        column.setSpacing(6)
        column.addWidget(self._title)
        column.addWidget(self._why)
        column.addLayout(answers)

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

    def _give(self, password: str, remember: bool) -> None:
        self._resuming.give(self.row.server(), password, remember)

    def _connecting(self, server: str) -> None:
        self._title.setText(filled(self.tr("Connecting to {0} …"), shortened(server)))
        self._why.hide()
        self.row.setEnabled(False)
        self.without_button.setEnabled(False)
        self.show()

    def _close(self) -> None:
        self.row.clear()
        self.hide()
