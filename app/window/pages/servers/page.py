"""The servers page: the list of servers at the left; one in detail, a form or hosts at the
right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, QSignalBlocker, Qt
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QPushButton,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from app.window.pages.servers.server_list import AddMenu, ServerList
from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench
from engines.base.late_imports import LateModule
from engines.contract.endpoint import Source
from widgets.layout.boxes import hbox, vbox
from widgets.layout.fold_handle import FoldHandle
from widgets.layout.notices_above import NoticesAbove
from widgets.look.names import filled, shortened
from widgets.parts.cards import EmptyState, SectionTitle
from widgets.parts.strips import UndoStrip

if TYPE_CHECKING:
    from app.window.pages.servers import connect_form, detail
    from app.window.pages.servers.connect_form import ConnectForm
    from app.window.pages.servers.detail import ServerDetail
    from app.window.pages.servers.hosts_view import HostsView
else:  # imported late: this page is painted first, before any server is known
    detail = LateModule("app.window.pages.servers.detail")
    connect_form = LateModule("app.window.pages.servers.connect_form")

_FOLD_BELOW_PX = 760
"""Width of the page below which the list folds away."""


class ServersPage(Page):
    key = "servers"
    guide = "guide/servers"

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(workbench, parent)
        known_servers = workbench.servers
        self.list = ServerList()
        self._detail: ServerDetail | None = None
        self._form: ConnectForm | None = None
        self._source_to_add: Source | None = None
        """The source for which a form was requested before discovery had ended."""
        self._hosts: HostsView | None = None
        self._settings: QSettings | None = None
        self._outdated = False
        """Whether servers changed while the page was hidden."""
        self.add_button = QPushButton(self.tr("+ &Add server"))
        self._menu = AddMenu(known_servers, self)
        self.pending_button = QPushButton(self.tr("&Back to the form"))
        self.pending_button.setFlat(True)
        self.pending_button.hide()
        self.own_button = QPushButton(self.tr("&Measure my own …"))
        self.own_button.setToolTip(
            self.tr("Make a workload of the tables and statements of a database on this server")
        )
        self.hosts_button = QPushButton(self.tr("&Hosts …"))
        self.hosts_button.setToolTip(self.tr("Other machines that measure for a coordinator"))
        self.undo = UndoStrip()
        self.add_button.setMenu(self._menu)
        self._searching = EmptyState(
            "search",
            self.tr("Looking for servers on this machine"),
            self.tr("Servers that ship with Cipherbench or are installed on this machine."),
        )
        self._lay_out()
        self._connect(workbench)
        self._show_servers()

    def help_text(self) -> str:
        return self.tr(
            "This page lists the servers that you can measure: those that come with Cipherbench "
            "(embedded), installed on this machine, in a container, or reached over the "
            "network.\n\n"
            "Start a server to see what it supports. Capabilities shows which ciphers encrypted "
            "and decrypted a value just now. Choose a mark, by mouse or arrow keys: the card "
            "shows the server's message, and what the protection protects and reveals. All "
            "servers compares them. Save writes CSV, JSON or Markdown.\n\n"
            "Hosts lists other machines that measure for a coordinator.\n\n"
            "Servers started here stop when the program ends, and leave nothing behind."
        )

    def remember_in(self, settings: QSettings) -> None:
        self._settings = settings

    def close_down(self) -> None:
        if self._hosts is not None:
            self._hosts.close_down()

    def shown(self) -> None:
        self.workbench.servers.discover()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def detail(self) -> ServerDetail:
        """The view of one server, made when it is first needed."""
        if self._detail is None:
            self._detail = detail.ServerDetail(self.workbench.servers)
            self._detail.edit_requested.connect(self.change_server)
            self._detail.forgotten.connect(self._offer_undo)
            self._stack.addWidget(self._detail)
        return self._detail

    @property
    def form(self) -> ConnectForm:
        """The form for a server, made when it is first needed."""
        if self._form is None:
            self._form = connect_form.ConnectForm(self.workbench.servers)
            self._form.added.connect(self._show_added)
            self._form.closed.connect(self._show_current)
            self._stack.addWidget(self._form)
        return self._form

    @property
    def hosts(self) -> HostsView:
        """The hosts of a coordinator, made when they are first shown."""
        if self._hosts is None:
            from app.window.pages.servers.hosts_view import HostsView

            assert self._settings is not None
            self._hosts = HostsView(self.workbench.store_url, self._settings)
            self._hosts.entered.connect(self.workbench.set_coordinator)
            self._stack.addWidget(self._hosts)
        return self._hosts

    def show_hosts(self) -> None:
        """Show the hosts in place of a server."""
        self._stack.setCurrentWidget(self.hosts)
        self._show_pending()
        self.hosts.begin()

    @property
    def _in_form(self) -> bool:
        return self._form is not None and self._stack.currentWidget() is self._form

    @property
    def _in_hosts(self) -> bool:
        return self._hosts is not None and self._stack.currentWidget() is self._hosts

    def connect_to_address(self) -> None:
        """Open the form for a server at an address."""
        self.open_form(Source.ADDRESS)

    def open_form(self, source: Source) -> None:
        """Open the form for a server of a source, as soon as discovery has found the engines."""
        if not self.workbench.servers.discovered:
            self._source_to_add = source
            self.workbench.servers.discover()
            return
        self._stack.setCurrentWidget(self.form)
        if not self.form.is_unfinished_for(source):
            self.form.begin(source)
        self._show_pending()

    def change_server(self, name: str) -> None:
        """Open the form for a server that was added."""
        entry = self.workbench.servers.entry(name)
        if entry is not None:
            self._stack.setCurrentWidget(self.form)
            self.form.change(entry.spec)
            self._show_pending()

    def _connect(self, workbench: Workbench) -> None:
        known_servers = workbench.servers
        known_servers.changed.connect(self._refresh)
        self.list.current_changed.connect(self._show_current)
        self.list.activated.connect(lambda _: self.detail.start())
        for button in (self.own_button, self.hosts_button, self.pending_button):
            button.clicked.connect(self.fold.show_content)
        self._menu.source_chosen.connect(lambda _: self.fold.show_content())
        self.list.clicked.connect(lambda _: self._show_clicked())
        self.undo.undo_requested.connect(self._undo)
        self.undo.dismissed.connect(known_servers.drop_undo)
        self.pending_button.clicked.connect(self._return_to_form)
        self.own_button.clicked.connect(self._measure_own)
        self.hosts_button.clicked.connect(self.show_hosts)
        self._menu.source_chosen.connect(self.open_form)
        new = QShortcut(QKeySequence("Ctrl+N"), self)
        new.activated.connect(self.connect_to_address)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._outdated:
            self._show_servers()

    def _refresh(self) -> None:
        """Postponed while the page is hidden: it took 10 ms of the click that starts a campaign."""
        if self.isHidden():
            self._outdated = True
        else:
            self._show_servers()

    def _show_servers(self) -> None:
        self._outdated = False
        known_servers = self.workbench.servers
        with QSignalBlocker(self.list):  # so that the form or the hosts stay in front
            self.list.set_entries(known_servers.entries())
        wanted = self._source_to_add if known_servers.discovered else None
        if wanted is not None:
            self._source_to_add = None
            self.open_form(wanted)
        elif not self._in_form and not self._in_hosts:
            self._show_current()
        self._show_pending()

    def _show_current(self) -> None:
        entry = self.workbench.servers.entry(self.list.current())
        if entry is None:
            self._stack.setCurrentWidget(self._searching)
            return
        self.detail.show_entry(entry)
        self._stack.setCurrentWidget(self.detail)
        self._show_pending()

    def _show_clicked(self) -> None:
        """Show the clicked server; on a narrow page the list gives way to it."""
        self._show_current()
        self.fold.show_content()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < _FOLD_BELOW_PX
        self.fold.setVisible(narrow)
        self.fold.fold_when_narrow(narrow, self._right)

    def _show_pending(self) -> None:
        """Offer to return to a form that was left unfinished."""
        left = self._form is not None and self._form.pending and not self._in_form
        self.pending_button.setVisible(left)

    def _return_to_form(self) -> None:
        self._stack.setCurrentWidget(self.form)
        self._show_pending()
        self.form.fields.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def _measure_own(self) -> None:
        self.workbench.page_requested.emit("design")
        self.workbench.design_requested.emit(self.list.current())

    def _offer_undo(self, name: str) -> None:
        self.undo.offer(filled(self.tr("{0} was forgotten."), shortened(name)))

    def _undo(self) -> None:
        name = self.workbench.servers.restore()
        if name:
            self.list.set_current(name)
            self._show_current()

    def _show_added(self, name: str) -> None:
        self._stack.setCurrentWidget(self.detail)
        self.list.set_current(name)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_current()

    def _lay_out(self) -> None:
        head = hbox(None, (SectionTitle(self.tr("Servers")), 1), self.add_button)
        left = QWidget()
        vbox(
            left,
            head,
            (self.list, 1),
            self.pending_button,
            self.own_button,
            self.hosts_button,
            spacing=8,
        )
        self._stack = QStackedWidget()
        self._stack.addWidget(self._searching)
        self._right = right = QWidget()
        vbox(right, self._stack, margins=(12, 0, 0, 0))
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setChildrenCollapsible(False)
        halves.addWidget(left)
        halves.addWidget(right)
        halves.setStretchFactor(1, 1)
        halves.setSizes([270, 900])
        self.fold = FoldHandle(left, self.tr("the list of servers"), at_left=True)
        body = QWidget()
        hbox(body, self.fold, (halves, 1), spacing=4)
        vbox(self, NoticesAbove([self.undo], body), margins=(16, 16, 16, 16))
