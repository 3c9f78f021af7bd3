"""One server: name and state, buttons, and its tabs."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.servers.entry import ServerEntry, ServerState
from app.servers.opening import Tried
from app.window.pages.servers.capabilities import ServerCapabilities
from app.window.pages.servers.log import ServerLog
from app.window.pages.servers.overview import ServerOverview
from app.window.servers.known_servers import KnownServers
from app.window.servers.password_row import PasswordRow
from app.window.servers.words import dot_of, error_texts, source_word, state_word, step_of
from engines.contract.errors import CipherbenchError
from engines.servers.server import ServerSpec
from widgets.layout.flow_layout import FlowLayout
from widgets.look.icons import icon
from widgets.look.names import plain_tip, shortened
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import ElidedLabel, StatusDot, ToneLabel
from widgets.parts.error_panel import ErrorPanel

_ROOM_FOR_BUTTONS, _NARROWEST = 860, 366
_ALL_BUTTONS = 640
"""Width at which all buttons fit in one line, in pixels."""
"""Pixels from which on name, facts and buttons stand in one row, and at least."""


class ServerDetail(QWidget):
    """Shows one of the known servers, with buttons to act on it."""

    forgotten = Signal(str)
    """The server of this name was removed."""

    change_asked = Signal(str)
    """The user wants to edit the server of this name."""

    def __init__(self, known_servers: KnownServers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self._name = self._step = ""
        self._spec: ServerSpec | None = None
        self._dot = StatusDot()
        self._title = ToneLabel()
        self._title.setFont(scaled_font(1.35, bold=True))
        self._facts = ElidedLabel("", "muted")
        self._news = ToneLabel("", "good")
        self._news.setWordWrap(True)
        self._errors = ErrorPanel()
        self._password = PasswordRow()
        self._password.given.connect(self._give_password)
        self._make_buttons()
        self._make_tabs()
        self._lay_out()
        known_servers.tested.connect(self._show_test)

    def show_entry(self, entry: ServerEntry) -> None:
        """Show a server, or update it if it is shown already."""
        if entry.name != self._name or entry.spec != self._spec:
            self._name, self._spec = entry.name, entry.spec
            self._news.hide()
            self._errors.clear()
        self._show_head(entry)
        self._show_step(step_of(entry))
        self._show_buttons(entry)
        self._password.setVisible(self._known_servers.wants_password(entry.name))
        self._password.set_server(entry.name)
        self._password.remember.set_keyring(self._known_servers.keyring)
        if entry.error is not None:
            self.show_error(entry.error)
        elif entry.state is ServerState.STARTING:
            self._errors.clear()
        titles = {kind.engine: kind.title for kind in self._known_servers.kinds()}
        self._overview.show_entry(entry, titles.get(entry.spec.engine, entry.spec.engine))
        self._capabilities.show_entry(entry, self._known_servers.entries())
        self._log.show_entry(entry)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put the buttons in line with the name, or below it if the width is too small."""
        in_line = self.width() >= _ROOM_FOR_BUTTONS
        way = QBoxLayout.Direction.LeftToRight if in_line else QBoxLayout.Direction.TopToBottom
        self._head.setDirection(way)

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, super().minimumSizeHint().height())

    def show_error(self, error: CipherbenchError) -> None:
        """Show what went wrong under the title."""
        self._news.hide()
        self._errors.show_error(*error_texts(error))

    def focus_password(self) -> None:
        """Put the cursor where the password goes."""
        self._password.take_focus()

    def start(self) -> None:
        """Start or connect, as the button does."""
        self.start_button.click()

    def _show_head(self, entry: ServerEntry) -> None:
        self._dot.set_state(dot_of(entry))
        self._dot.setToolTip(state_word(entry))
        self._title.setText(shortened(entry.name))
        self._title.setToolTip(plain_tip(entry.name))
        words = [entry.version, source_word(entry.spec.source), state_word(entry)]
        if self._known_servers.locked(entry.name):
            words.append(self.tr("in use by a campaign"))
        self._facts.setText(" · ".join(word for word in words if word))

    def _show_step(self, step: str) -> None:
        """Show the current step of a start until it ends."""
        if step:
            self._say(step, "muted")
        elif self._step:
            self._news.hide()
        self._step = step

    def _show_buttons(self, entry: ServerEntry) -> None:
        address = not entry.spec.ours
        locked = self._known_servers.locked(entry.name)
        self.start_button.setText(self.tr("Connec&t") if address else self.tr("S&tart"))
        self.stop_button.setText(self.tr("D&isconnect") if address else self.tr("St&op"))
        self.start_button.setEnabled(entry.startable)
        self.stop_button.setEnabled(
            entry.state in (ServerState.RUNNING, ServerState.STARTING) and not locked
        )
        self.test_button.setEnabled(entry.running or entry.startable)
        for button in (self.change_button, self.forget_button):
            button.setEnabled(not entry.found and not locked)
        self._explain_buttons(entry, locked)
        self._stress_start(entry.startable and not self._known_servers.wants_password(entry.name))

    def _stress_start(self, primary: bool) -> None:
        self.start_button.setIcon(icon("play", "accent_text" if primary else "text"))
        self.start_button.setProperty("primary", primary)
        self.start_button.style().unpolish(self.start_button)
        self.start_button.style().polish(self.start_button)

    def _explain_buttons(self, entry: ServerEntry, locked: bool) -> None:
        busy = self.tr("A campaign is using this server. Wait until it ends, or cancel it.")
        self.stop_button.setToolTip(busy if locked else self.tr("Stop it (Ctrl+.)"))
        tips = {
            self.change_button: self.tr("Change name, address or user (F2)"),
            self.forget_button: self.tr("Remove it from the list (Ctrl+Del)"),
        }
        for button, tip in tips.items():
            if locked:
                button.setToolTip(busy)
            elif entry.found:
                button.setToolTip(
                    self.tr("Servers found on this machine cannot be changed or removed.")
                )
            else:
                button.setToolTip(tip)

    def _start(self) -> None:
        if self._known_servers.needs_password(self._name):
            self._password.take_focus()
            return
        self._known_servers.start(self._name)

    def _stop(self) -> None:
        try:
            self._known_servers.stop(self._name)
        except CipherbenchError as error:
            self.show_error(error)

    def _test(self) -> None:
        self._errors.clear()
        self._say(self.tr("Testing …"), "muted")
        self._known_servers.test(self._name)

    def _change(self) -> None:
        self.change_asked.emit(self._name)

    def _forget(self) -> None:
        name = self._name
        try:
            self._known_servers.forget(name)
        except CipherbenchError as error:
            self.show_error(error)
        else:
            self.forgotten.emit(name)

    def _give_password(self, password: str, remember: bool) -> None:
        self._known_servers.give_password(self._name, password, remember)

    def _show_test(self, tried: Tried) -> None:
        if tried.spec.name != self._name:
            return
        if tried.error is not None:
            self.show_error(tried.error)
            return
        text = self.tr("It answered in {ms} ms: version {version}.")
        self._say(
            text.format(version=tried.version, ms=format_number(tried.seconds * 1000, 1)), "good"
        )

    def _say(self, text: str, tone: str) -> None:
        self._news.set_tone(tone)
        self._news.setText(text)
        self._news.show()

    def _make_buttons(self) -> None:
        self.start_button = self._button(
            "play", self._start, self.tr("Start it (Ctrl+R)"), "Ctrl+R"
        )
        self.stop_button = self._button("stop", self._stop, "", "Ctrl+.")
        self.test_button = self._button("check", self._test, self.tr("Connect once (F5)"), "F5")
        self.test_button.setText(self.tr("T&est"))
        self.change_button = self._button("edit", self._change, "", "F2")
        self.change_button.setText(self.tr("Chan&ge"))
        self.forget_button = self._button("close", self._forget, "", "Ctrl+Del")
        self.forget_button.setText(self.tr("&Forget"))

    def _button(self, icon_name: str, act: Callable[[], None], tip: str, keys: str) -> QPushButton:
        button = QPushButton(icon(icon_name), "", self)
        button.setToolTip(tip)
        button.clicked.connect(act)
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.activated.connect(button.click)
        return button

    def _make_tabs(self) -> None:
        self._overview = ServerOverview()
        self._capabilities = ServerCapabilities()
        self._capabilities.start_asked.connect(self.start)
        self._log = ServerLog(self._known_servers.log_tail)
        self.tabs = QTabWidget()
        self.tabs.addTab(self._overview, self.tr("O&verview"))
        self.tabs.addTab(self._capabilities, self.tr("&Capabilities"))
        self.tabs.addTab(self._log, self.tr("&Log"))

    def _lay_out(self) -> None:
        words = QHBoxLayout()
        words.setSpacing(8)
        words.addWidget(self._dot)
        words.addWidget(self._title)
        words.addWidget(self._facts, 1)
        buttons = FlowLayout(wish=_ALL_BUTTONS)
        for button in (
            self.start_button,
            self.stop_button,
            self.test_button,
            self.change_button,
            self.forget_button,
        ):
            buttons.addWidget(button)
        self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._head.setSpacing(8)
        self._head.addLayout(words, 1)
        self._head.addLayout(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._head)
        for part in (self._password, self._news, self._errors):
            part.hide()
            column.addWidget(part)
        column.addWidget(self.tabs, 1)
