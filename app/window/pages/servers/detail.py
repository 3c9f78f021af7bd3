"""One server in detail: name and state, buttons to act on it, and its tabs overview, capabilities
and log."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QHideEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QWidget,
)

from app.servers.entry import ServerEntry, ServerState
from app.servers.opening import ServerTest
from app.window.base.messages import message_text
from app.window.pages.servers.capabilities import ServerCapabilities
from app.window.servers.known_servers import KnownServers
from app.window.servers.password_row import PasswordRow
from app.window.servers.server_words import (
    address_of,
    dot_of,
    error_texts,
    source_word,
    state_word,
    step_of,
)
from engines.base.capability import DATA_LIES_ON
from engines.contract.endpoint import Source, TlsMode
from engines.contract.errors import CipherbenchError
from engines.servers.server import ServerSpec
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.fonts import mono_font
from widgets.look.icons import icon
from widgets.look.names import plain_tip, shortened
from widgets.look.numbers import format_number, number_locale
from widgets.look.theme import scaled_font
from widgets.parts.cards import ElidedLabel, SectionTitle, StatusDot, ToneLabel, WrappedLabel
from widgets.parts.error_panel import ErrorPanel
from widgets.tables.data_table import Column, DataTable

_THIS_MACHINE = (None, "localhost", "127.0.0.1", "::1")


class ServerOverview(QWidget):
    """The overview tab: facts above, settings that affect measurements below."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: list[tuple[str, str]] = []
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(24)
        self._facts.setVerticalSpacing(6)
        self._facts.setColumnStretch(1, 1)
        self._note = WrappedLabel("", "muted")
        self._settings_title = SectionTitle(self.tr("Relevant settings"))
        self._settings = DataTable()
        self._settings.setAccessibleName(self.tr("Settings"))
        column = vbox(
            self,
            self._facts,
            self._note,
            4,
            self._settings_title,
            (self._settings, 1),
            margins=(0, 16, 0, 0),
            spacing=12,
        )
        column.addStretch(0)

    def show_entry(self, entry: ServerEntry, title: str) -> None:
        """Show a server; `title` is its engine's."""
        self._show_facts(self._facts_of(entry, title))
        note = self._note_of(entry)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._show_settings(entry)

    def facts(self) -> dict[str, str]:
        """The facts shown, by their names."""
        return dict(self._shown)

    def _facts_of(self, entry: ServerEntry, title: str) -> list[tuple[str, str]]:
        place = entry.endpoint or entry.spec
        facts = [
            (self.tr("Engine"), f"{title} {entry.version}".strip()),
            (self.tr("Source"), self._source_sentence(entry.spec.source)),
            (self.tr("Where"), address_of(entry)),
            (self.tr("User"), place.user or ""),
            (self.tr("Database"), place.database or ""),
            (self.tr("Connection"), self._connection(entry)),
            (self.tr("Container"), self._container(entry)),
            (self.tr("Programs"), entry.spec.binaries or ""),
            (self.tr("Folder"), place.directory or ""),
            (self.tr("Data directory"), self._data(entry)),
            (self.tr("Process"), str(entry.endpoint.pid or "") if entry.endpoint else ""),
            (self.tr("Protections"), self._protections(entry)),
        ]
        return [(name, value) for name, value in facts if value]

    def _connection(self, entry: ServerEntry) -> str:
        """How the connection is secured; empty without a network connection."""
        place = entry.endpoint
        if place is None or place.in_process:
            return ""
        words = {
            TlsMode.REQUIRE: self.tr("encrypted with TLS, server not verified"),
            TlsMode.VERIFY_FULL: self.tr("encrypted with TLS, server certificate verified"),
        }
        if place.tls.mode in words:
            own = self.tr("{tls}, with a client certificate")
            secured = words[place.tls.mode]
            return own.format(tls=secured) if place.tls.certificate else secured
        if place.socket:
            return self.tr("local socket: data stay on this machine")
        if place.host in _THIS_MACHINE:
            return self.tr("not encrypted: data stay on this machine")
        return self.tr("not encrypted: values and keys cross the network in plain text")

    def _container(self, entry: ServerEntry) -> str:
        """Image and limits of a container."""
        spec = entry.spec
        if spec.source is not Source.CONTAINER:
            return ""
        parts = [spec.image or ""]
        if spec.cpus:
            parts.append(
                self.tr("at most {0} CPU").format(number_locale().toString(spec.cpus, "g", 6))
            )
        if spec.memory_mb:
            parts.append(self.tr("at most {0} MB").format(format_number(spec.memory_mb)))
        if not (spec.cpus or spec.memory_mb):
            parts.append(self.tr("no limits"))
        return " · ".join(filter(None, parts))

    def _data(self, entry: ServerEntry) -> str:
        """The data directory, and what it is stored on."""
        layers = message_text(entry.capabilities.layers) if entry.capabilities else ""
        place = (entry.endpoint.data if entry.endpoint else None) or entry.spec.data_directory
        return " · ".join(filter(None, (place, layers)))

    def _protections(self, entry: ServerEntry) -> str:
        """The number of ciphers of each kind."""
        if entry.capabilities is None:
            return ""
        able = entry.capabilities
        words = self.tr("{native} in the server, {client} in the application, {storage} in storage")
        return words.format(
            native=format_number(len(able.native)),
            client=format_number(len(able.client)),
            storage=format_number(len(able.storage)),
        )

    def _source_sentence(self, source: Source) -> str:
        sentences = {
            Source.EMBEDDED: self.tr("embedded: comes with Cipherbench, which starts it"),
            Source.LOCAL: self.tr("local: started from installed programs, in a private folder"),
            Source.CONTAINER: self.tr(
                "container: started from an image, reachable from this machine only"
            ),
            Source.ADDRESS: self.tr("address: external server, connect only"),
        }
        return sentences.get(source) or source_word(source)

    def _note_of(self, entry: ServerEntry) -> str:
        if entry.endpoint and entry.endpoint.in_process:
            return self.tr(
                "This engine runs inside the process that connects. Its CPU time and memory are "
                "those of the worker process, which does nothing else."
            )
        if entry.spec.source in (Source.EMBEDDED, Source.LOCAL) and not entry.endpoint:
            return self.tr(
                "It starts in a private folder, reachable from this machine only, and leaves "
                "nothing behind when it stops."
            )
        return ""

    def _show_facts(self, facts: list[tuple[str, str]]) -> None:
        if facts == self._shown:
            return
        self._shown = facts
        while item := self._facts.takeAt(0):
            if widget := item.widget():
                widget.hide()  # until Qt deletes it
                widget.deleteLater()
        for row, (name, value) in enumerate(facts):
            label = ToneLabel(value)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setWordWrap(True)
            top = Qt.AlignmentFlag.AlignTop
            self._facts.addWidget(ToneLabel(name, "muted"), row, 0, top)
            self._facts.addWidget(label, row, 1, top)

    def _show_settings(self, entry: ServerEntry) -> None:
        settings = entry.capabilities.settings if entry.capabilities else {}
        columns = [
            Column("name", self.tr("Setting")),
            Column("value", self.tr("Value")),
        ]
        for part in (self._settings_title, self._settings):
            part.setVisible(bool(settings))
        shown = sorted(item for item in settings.items() if item[0] != DATA_LIES_ON)
        self._settings.set_rows(columns, shown)
        self._settings.resizeColumnsToContents()


_REFRESH_MS = 2000


class ServerLog(QWidget):
    """The log tab: the end of a server's log, read every two seconds while it is shown."""

    def __init__(self, read: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._read = read
        self._name = ""
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setAccessibleName(self.tr("Log"))
        self._text.setFont(mono_font())
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._text.setTabChangesFocus(True)
        self._copy = QPushButton(icon("copy"), self.tr("Copy log"))
        self._copy.setFlat(True)
        self._copy.clicked.connect(self._copy_all)
        self._lay_out()
        self._timer = QTimer(self, interval=_REFRESH_MS)
        self._timer.timeout.connect(self._refresh)

    def show_entry(self, entry: ServerEntry) -> None:
        self._name = entry.name
        self._text.setPlaceholderText(self._why_empty(entry))
        self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        self._timer.start()
        self._refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()

    def _refresh(self) -> None:
        text = self._read(self._name).rstrip()
        self._copy.setEnabled(bool(text))
        if text == self._text.toPlainText():
            return
        bar = self._text.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - 1
        place = bar.value()
        self._text.setPlainText(text)
        bar.setValue(bar.maximum() if at_end else place)

    def _why_empty(self, entry: ServerEntry) -> str:
        if not entry.spec.managed:
            return self.tr("The server's log is on its own machine.")
        if entry.endpoint and entry.endpoint.in_process:
            return self.tr("This engine runs inside other processes and writes no log.")
        if entry.running:
            return self.tr("The log is empty.")
        return self.tr("Start the server to read its log.")

    def _copy_all(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())

    def _lay_out(self) -> None:
        note = WrappedLabel(
            self.tr("Newest entries last. Ciphers that the server refused appear as errors."),
            "muted",
        )
        head = hbox(None, (note, 1), self._copy)
        vbox(self, head, (self._text, 1), margins=(0, 12, 0, 0), spacing=8)


_ONE_ROW_FROM_PX = 860
"""Width from which on name, facts and buttons are in one row."""
_MIN_WIDTH_PX = 366
_BUTTONS_WIDTH_PX = 640
"""Width at which all buttons fit in one line."""


class ServerDetail(QWidget):
    """Shows one of the known servers, with buttons to act on it."""

    forgotten = Signal(str)
    """The server of this name was removed."""

    edit_requested = Signal(str)
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
        self._message = WrappedLabel("", "good")
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
            self._message.hide()
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
        in_line = self.width() >= _ONE_ROW_FROM_PX
        way = QBoxLayout.Direction.LeftToRight if in_line else QBoxLayout.Direction.TopToBottom
        self._head.setDirection(way)

    def minimumSizeHint(self) -> QSize:
        return QSize(_MIN_WIDTH_PX, super().minimumSizeHint().height())

    def show_error(self, error: CipherbenchError) -> None:
        """Show what went wrong under the title."""
        self._message.hide()
        self._errors.show_error(*error_texts(error))

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
            self._message.hide()
        self._step = step

    def _show_buttons(self, entry: ServerEntry) -> None:
        address = not entry.spec.managed
        locked = self._known_servers.locked(entry.name)
        self.start_button.setText(self.tr("Connec&t") if address else self.tr("S&tart"))
        self.stop_button.setText(self.tr("D&isconnect") if address else self.tr("St&op"))
        self.start_button.setEnabled(entry.startable)
        self.stop_button.setEnabled(
            entry.state in (ServerState.RUNNING, ServerState.STARTING) and not locked
        )
        self.test_button.setEnabled(entry.running or entry.startable)
        for button in (self.change_button, self.forget_button):
            button.setEnabled(not entry.discovered and not locked)
        self._explain_buttons(entry, locked)
        self._highlight_start(
            entry.startable and not self._known_servers.wants_password(entry.name)
        )

    def _highlight_start(self, primary: bool) -> None:
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
            elif entry.discovered:
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
        self.edit_requested.emit(self._name)

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

    def _show_test(self, tried: ServerTest) -> None:
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
        self._message.set_tone(tone)
        self._message.setText(text)
        self._message.show()

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
        self._capabilities.start_requested.connect(self.start)
        self._log = ServerLog(self._known_servers.log_tail)
        self.tabs = QTabWidget()
        self.tabs.addTab(self._overview, self.tr("O&verview"))
        self.tabs.addTab(self._capabilities, self.tr("&Capabilities"))
        self.tabs.addTab(self._log, self.tr("&Log"))

    def _lay_out(self) -> None:
        words = hbox(None, self._dot, self._title, (self._facts, 1), spacing=8)
        buttons = FlowLayout(wish=_BUTTONS_WIDTH_PX)
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
        column = vbox(self, self._head, spacing=8)
        for part in (self._password, self._message, self._errors):
            part.hide()
            column.addWidget(part)
        column.addWidget(self.tabs, 1)
