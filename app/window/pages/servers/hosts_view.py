"""The table of hosts: machines that measure for a coordinator, whose PostgreSQL store lists them;
which have joined, and whether each can measure."""

from __future__ import annotations

import shlex
import threading
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, QSettings, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPushButton, QWidget

from app.hosts.batch_coordination import Coordination
from app.hosts.facts import Facts
from app.hosts.messages import HostRecord, HostState
from app.hosts.shared_schema import queue_library
from app.hosts.store_login import address_of, store_login
from app.results.database.store_connection import store_url
from app.window.base.background import Background
from app.window.base.messages import message_text
from app.window.notices.store_watch import file_of_store
from app.window.servers.store_form import StoreForm
from engines.contract.errors import CipherbenchError
from widgets.layout.boxes import hbox, vbox
from widgets.look.fonts import mono_font
from widgets.look.names import filled, isolated, plain_tip
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import ElidedLabel, FormLabel, ToneLabel, WrappedLabel
from widgets.tables.data_table import Column, DataTable


@dataclass(frozen=True)
class HostList:
    """A coordinator and its hosts when they were read; `place` is the store's host and port."""

    place: str
    coordinator: Facts
    hosts: tuple[HostRecord, ...]


class HostReader:
    """Reads a coordinator's hosts from its store, over a connection that stays open. Any thread may
    call it."""

    def __init__(self, store: str) -> None:
        self.store, self._url = store, store_url(store)
        self._coordination: Coordination | None = None
        self._reading, self._closed = threading.Lock(), False

    @property
    def place(self) -> str:
        """Host and port of the store, without login and options."""
        return f"{self._url.host or ''}:{self._url.port or ''}".strip(":")

    @property
    def host_command(self) -> str:
        login = self._url._replace(username=None, password=None)
        address = address_of(login.render_as_string())
        return f"cipherbench host --name rack1 --store {shlex.quote(address)}"

    def read(self) -> HostList:
        """Raises: InputError"""
        try:
            with self._reading:
                if self._coordination is None:
                    self._coordination = Coordination(store_login(self.store))
                known = self._coordination.coordinator()
                return HostList(self.place, known, tuple(self._coordination.hosts()))
        finally:
            if self._closed:
                self.close()

    def close(self) -> None:
        """Close the connection without waiting: at the end of the reading if one is going on."""
        self._closed = True
        if self._reading.acquire(blocking=False):
            try:
                if self._coordination is not None:
                    self._coordination.close()
            finally:
                self._reading.release()


_tr = QCoreApplication.translate
_TONES = {HostState.READY: "good", HostState.LOST: "warning", HostState.REFUSED: "bad"}


def columns() -> list[Column]:
    return [
        Column("host", _tr("HostsView", "Host"), named=True),
        Column("state", _tr("HostsView", "State"), format=_state, tone=_tone, tip=_state_tip),
        Column("heard", _tr("HostsView", "Last heard\ns ago"), "right", format=_count_text),
        Column("offset", _tr("HostsView", "Clock\nms"), "right", format=_offset, tip=_offset_tip),
        Column("cores", _tr("HostsView", "Cores"), "right", format=_count_text),
        Column("aes", _tr("HostsView", "AES"), format=_yes_no, tip=_aes_tip),
        Column("version", _tr("HostsView", "Version")),
        Column("python", _tr("HostsView", "Python")),
        Column("drivers", _tr("HostsView", "Drivers")),
    ]


def rows(found: HostList) -> list[tuple[object, ...]]:
    return [_row(each, each.state(found.coordinator)) for each in found.hosts]


def differences_text(found: HostList) -> list[str]:
    """What makes hosts unlike the coordinator, a line for each host."""
    lines = []
    for each in found.hosts:
        differences = [message_text(one) for one in each.differences(found.coordinator)]
        if differences:
            lines.append(f"{isolated(each.name)}: {'; '.join(differences)}")
    return lines


def _row(host: HostRecord, state: HostState) -> tuple[object, ...]:
    facts = host.facts
    if facts is None:
        return (host.name, state, host.silent_s, None, None, None, None, None, None)
    return (
        host.name,
        state,
        host.silent_s,
        None if facts.offset_s is None else facts.offset_s * 1000,
        facts.cores,
        facts.has_aes,
        facts.version,
        facts.python.rpartition(" ")[2],
        ", ".join(f"{name} {version}" for name, version in facts.engine_drivers),
    )


def _state(state: object) -> str:
    words = {
        HostState.READY: _tr("HostsView", "ready"),
        HostState.LOST: _tr("HostsView", "lost"),
        HostState.REFUSED: _tr("HostsView", "refused"),
    }
    return words[HostState(str(state))]


def _state_tip(state: object) -> str:
    words = {
        HostState.READY: _tr("HostsView", "It can measure."),
        HostState.LOST: _tr("HostsView", "It has not been heard for ten seconds."),
        HostState.REFUSED: _tr("HostsView", "Its versions differ from the coordinator's."),
    }
    return words[HostState(str(state))]


def _tone(state: object) -> str | None:
    return _TONES[HostState(str(state))]


def _count_text(value: object) -> str:
    return format_number(value) if isinstance(value, int | float) else ""


def _yes_no(value: object) -> str:
    if value is None:
        return ""
    return _tr("HostsView", "yes") if value else _tr("HostsView", "no")


def _aes_tip(value: object) -> str:
    return _tr("HostsView", "Whether its processor has instructions for AES")


def _offset(value: object) -> str:
    if not isinstance(value, float):
        return ""
    return f"{'+' if value >= 0 else '−'}{format_number(abs(value), 1)}"


def _offset_tip(value: object) -> str:
    return _tr("HostsView", "How far the coordinator's clock is ahead of the host's")


_POLL_MS = 2000
_COORDINATOR = "coordinator"


class HostsView(QWidget):
    """Shows the hosts in the window's store if that is in a server; else asks for a coordinator's
    store. Reads it every two seconds while it is visible."""

    entered = Signal(str)
    """The address of a coordinator's store whose hosts could be read."""

    def __init__(
        self, store_url: str | None, settings: QSettings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._entered = ""
        self._reader: HostReader | None = None
        self._background = Background(self)
        self.form = StoreForm(settings, self.tr("&Connect"), _COORDINATOR)
        self.form.chosen.connect(self._read_store)
        self.table = DataTable()
        self.table.setAccessibleName(self.tr("Hosts"))
        self.table.set_placeholder(self.tr("No host has joined yet."))
        self._place = ElidedLabel("", "muted")
        self._message = WrappedLabel("", "warning")
        self.other_button = QPushButton(self.tr("Another &store …"))
        self.other_button.clicked.connect(self._ask)
        self._commands: dict[str, QLineEdit] = {}
        self._lay_out()
        self._timer = QTimer(self, interval=_POLL_MS)
        self._timer.timeout.connect(self._poll)
        self._show_missing_package()
        self._window_store = store_url if file_of_store(store_url) is None else None
        """The window's own store, where it is in a server."""
        self._show_parts()
        if self._window_store is not None:
            self._read_store(self._window_store)

    def begin(self) -> None:
        """Give the focus to the form, or to the table."""
        if self._reader is None:
            self.form.begin()
        else:
            self.table.setFocus()

    def text(self) -> str:
        """The text below the table: how hosts differ, or why they cannot be read."""
        return self._message.text()

    def close_down(self) -> None:
        """Stop reading."""
        self._timer.stop()
        self._background.drop()
        if self._reader is not None:
            self._reader.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()
        self._poll()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def _lay_out(self) -> None:
        title = ToneLabel(self.tr("Hosts"))
        title.setFont(scaled_font(1.35, bold=True))
        hint = WrappedLabel(
            self.tr("Machines that measure for a coordinator, each on its own servers."), "muted"
        )
        head = hbox(None, (title, 1), self.other_button)
        self._missing = WrappedLabel("", "warning")
        self._missing.hide()
        column = vbox(self, head, spacing=8)
        for part in (hint, self._missing, self.form, self._place):
            column.addWidget(part)
        column.addWidget(self.table, 1)
        column.addWidget(self._message)
        column.addWidget(self._make_commands())
        column.addStretch(0)

    def _make_commands(self) -> QWidget:
        """The commands that start a coordinator and a host, to be copied."""
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 4, 0, 0)
        grid.setHorizontalSpacing(8)
        known = {
            "coordinator": (
                self.tr("Start a coordinator"),
                "cipherbench coordinator --listen ADDRESS --host rack1 --host rack2",
            ),
            "host": (self.tr("Join as a host"), "cipherbench host --name rack1 --store 'URL'"),
        }
        for line, (key, (words, command)) in enumerate(known.items()):
            field = self._commands[key] = QLineEdit(command)
            field.setReadOnly(True)
            field.setFont(mono_font(0.92))
            field.setCursorPosition(0)
            field.setToolTip(plain_tip(command))
            copy = QPushButton(self.tr("Copy"))
            copy.setAccessibleName(filled(self.tr("Copy: {0}"), words))
            copy.clicked.connect(partial(self._copy, key))
            grid.addWidget(FormLabel(words, field), line, 0)
            grid.addWidget(field, line, 1)
            grid.addWidget(copy, line, 2)
        return box

    def _copy(self, key: str) -> None:
        QGuiApplication.clipboard().setText(self._commands[key].text())

    def _show_missing_package(self) -> None:
        """Say so if `cipherbench[hosts]` is not installed."""
        try:
            queue_library()
        except CipherbenchError as error:
            _, message, hint = (message_text(each) for each in error.messages)
            self._missing.setText(f"{message} {hint}")
            self._missing.show()

    def _show_parts(self) -> None:
        known = self._reader is not None
        self.form.setVisible(not known)
        self.other_button.setVisible(known and self._window_store is None)
        self._place.setVisible(known)
        self.table.setVisible(known)
        self._message.setVisible(known and bool(self._message.text()))

    def _ask(self) -> None:
        self.close_down()
        self._reader = None
        self._say("")
        self._show_parts()
        self.form.begin()

    def _read_store(self, address: str) -> None:
        self._reader = HostReader(address)
        self._place.setText(filled(self.tr("Reading {0} …"), isolated(self._reader.place)))
        self.table.set_rows([], [])
        self._commands["host"].setText(self._reader.host_command)
        self._commands["host"].setCursorPosition(0)
        self._show_parts()
        if self.isVisible():
            self._timer.start()
            self.table.setFocus()
        self._poll()

    def _poll(self) -> None:
        if self._reader is not None and not self._background.busy:
            self._background.run(self._reader.read, self._show, self._show_error)

    def _show(self, found: HostList) -> None:
        if self._reader is not None and self._entered != self._reader.store:
            self._entered = self._reader.store
            self.entered.emit(self._entered)
        frame = self.tr("{place}. Coordinator: Cipherbench {version}, Python {python}")
        self._place.setText(
            filled(
                frame,
                place=found.place,
                version=found.coordinator.version,
                python=found.coordinator.python.rpartition(" ")[2],
            )
        )
        self.table.set_rows(columns(), rows(found))
        self._say("\n".join(differences_text(found)))

    def _show_error(self, error: CipherbenchError) -> None:
        _, message, hint = (message_text(each) for each in error.messages)
        self._say(f"{message} {hint}".strip())

    def _say(self, words: str) -> None:
        self._message.setText(words)
        self._message.setVisible(bool(words))
