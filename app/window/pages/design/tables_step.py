"""First step of designing a workload from a database: server, database and tables, and whether
their rows may be counted or sampled."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QFileDialog,
    QGridLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
)

from app.servers.entry import ServerEntry
from app.window.servers.known_servers import KnownServers
from app.window.servers.password_row import PasswordRow
from app.window.servers.server_choice import ServerChoice
from engines.contract.structure import TableName, TableSummary
from engines.registry import facts_of
from widgets.fields.check_tree import CheckTree, TreeCell, TreeColumn
from widgets.fields.choice import Choice
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import WrappingBox
from widgets.look.names import filled, shortened
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font
from widgets.parts.cards import FormLabel, ToneLabel, WrappedLabel

_INDENT_PX = 27
_LEAST_WIDTH_SIDE_BY_SIDE = 640
"""Pixels: in a narrower window the permissions are below the tables."""
_STACKED_LIST_HEIGHT = 150


class TablesStep(WrappingBox):
    """Server, database and tables to tick. No server is contacted before the user asks for it."""

    databases_requested = Signal()
    """The user wants the list of the chosen server's databases."""
    database_chosen = Signal(str)
    """The user wants the list of this database's tables."""
    changed = Signal()

    def __init__(self, known_servers: KnownServers) -> None:
        super().__init__()
        self._known_servers = known_servers
        self._offers: list[TableSummary] = []
        self._shown: list[tuple[str, list[TableSummary]]] = []
        self._ticked: set[TableName] = set()
        self._server = self._refused = ""
        self._databases_listed = self._tables_listed = False
        self._make_source_fields()
        self._make_tables()
        self._make_permissions()
        self._lay_out()
        self._connect()
        self._follow_server()

    @property
    def tables(self) -> tuple[TableName, ...]:
        """The ticked tables, in the order of the list."""
        return tuple(each.name for each in self._offers if each.name in self._ticked)

    def show_databases(self, names: Sequence[str]) -> None:
        """Offer databases; the only one is chosen."""
        self._offer_databases(names, listed=True)
        if len(names) == 1:
            self.database_chosen.emit(names[0])
        else:
            self.database.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_tables(self, offers: Sequence[TableSummary]) -> None:
        """List tables, none of them ticked."""
        self._offer_tables(offers, listed=True)

    def ask_password_again(self) -> None:
        """Ask for another password: the chosen server refused the login."""
        self._refused = self._server
        self._follow_server()

    def _offer_databases(self, names: Sequence[str], *, listed: bool) -> None:
        self._databases_listed = listed
        self.database.blockSignals(True)
        self.database.clear()
        self.database.addItems(list(names))
        self.database.setCurrentIndex(0 if len(names) == 1 else -1)
        self.database.blockSignals(False)
        self.database.setEnabled(bool(names))
        self._offer_tables([], listed=False)

    def _offer_tables(self, offers: Sequence[TableSummary], *, listed: bool) -> None:
        self._offers, self._ticked, self._tables_listed = list(offers), set(), listed
        self.search.clear()
        self._fill()

    def ask_for_file(self) -> QFileDialog:
        """Open a dialog for a database file, of an engine whose databases are files."""
        dialog = QFileDialog(self, self.tr("Choose a database file"), self.database.currentText())
        dialog.setNameFilters(
            [
                self.tr("Databases (*.db *.db3 *.s3db *.sqlite *.sqlite3)"),
                self.tr("All files (*)"),
            ]
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: self.show_databases([path]))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()
        return dialog

    def _make_source_fields(self) -> None:
        self.server = ServerChoice(self._known_servers, self)
        self.server.setAccessibleName(self.tr("Server"))
        self.connect_button = QPushButton(self.tr("Show &databases"))
        self.connect_button.setToolTip(
            self.tr("Connects, and lists the databases. Nothing is changed on the server.")
        )
        self.file_button = QPushButton(self.tr("Choose &file …"))
        self.file_button.setToolTip(self.tr("Lists the tables of a database file"))
        self.file_button.hide()
        self.password = PasswordRow()
        self.password.hide()
        self.database = Choice(12)
        self.database.setPlaceholderText(self.tr("Choose a database"))
        self.database.setEnabled(False)

    def _make_tables(self) -> None:
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Find tables"))
        self.search.setAccessibleName(self.tr("Find tables"))
        self.search.setClearButtonEnabled(True)
        self.all_button = QPushButton(self.tr("&All"))
        self.none_button = QPushButton(self.tr("N&one"))
        self.list = CheckTree(
            [
                TreeColumn(self.tr("Table"), stretch=True),
                TreeColumn(self.tr("Rows"), self.tr("As the server estimates them"), number=True),
                TreeColumn(
                    self.tr("Measure"),
                    self.tr("The workload has this table (Space)"),
                    Qt.Key.Key_Space,
                ),
            ]
        )
        self.list.setAccessibleName(self.tr("Tables"))
        self.list.tree_model.ticked.connect(self._tick)
        self.note = ToneLabel("", "muted")
        self.hint = WrappedLabel("", "muted")
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vbox(self.list.viewport(), self.hint, margins=(32, 16, 32, 16))

    def _make_permissions(self) -> None:
        self.scan = QCheckBox(self.tr("Allow &counting inside the server"))
        self.sample = QCheckBox(self.tr("Allow a &sample"))
        self._meanings = [
            ToneLabel(
                self.tr(
                    "The server reads all rows of these tables. Only counts leave it; counts below "
                    "5 are left out."
                ),
                "muted",
            ),
            ToneLabel(
                self.tr(
                    "Reads up to 1,000 values of each text column to recognise patterns. Only "
                    "counts are kept."
                ),
                "muted",
            ),
        ]
        for meaning in self._meanings:
            meaning.setWordWrap(True)
            meaning.setFont(scaled_font(0.92))
            meaning.setContentsMargins(_INDENT_PX, 0, 0, 0)
        for box, meaning in zip((self.scan, self.sample), self._meanings, strict=True):
            box.setAccessibleDescription(meaning.text())

    def minimumSizeHint(self) -> QSize:
        return QSize(max(self._half_widths()), super().minimumSizeHint().height())

    def _half_widths(self) -> list[int]:
        return [each.minimumSize().width() for each in self._halves]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        way = QBoxLayout.Direction
        needs = sum(self._half_widths()) + self._row.spacing()
        side_by_side = self.width() >= max(_LEAST_WIDTH_SIDE_BY_SIDE, needs)
        self._row.setDirection(way.LeftToRight if side_by_side else way.TopToBottom)
        self.list.setMinimumHeight(0 if side_by_side else _STACKED_LIST_HEIGHT)

    def _lay_out(self) -> None:
        self._halves = (self._lay_out_tables(), self._lay_out_permissions())
        self._row = row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(24)
        for half, stretch in zip(self._halves, (3, 2), strict=True):
            row.addLayout(half, stretch)

    def _lay_out_tables(self) -> QVBoxLayout:
        place = QGridLayout()
        place.setHorizontalSpacing(12)
        place.setVerticalSpacing(8)
        server = hbox(None, (self.server, 1), self.connect_button, self.file_button, spacing=8)
        place.addWidget(FormLabel(self.tr("Se&rver"), self.server), 0, 0)
        place.addLayout(server, 0, 1)
        place.addWidget(self.password, 1, 1)
        place.addWidget(FormLabel(self.tr("Da&tabase"), self.database), 2, 0)
        place.addWidget(self.database, 2, 1)
        place.setColumnStretch(1, 1)
        tools = hbox(None, (self.search, 1), self.all_button, self.none_button, spacing=8)
        return vbox(None, place, tools, (self.list, 1), self.note, spacing=8)

    def _lay_out_permissions(self) -> QVBoxLayout:
        promise = WrappedLabel(
            self.tr(
                "Cipherbench reads the catalogue and the server's own statistics, in a read-only "
                "transaction. No row leaves the server, and none is read, unless you allow it:"
            )
        )
        right = vbox(None, promise, 8, spacing=4)
        for box, meaning in zip((self.scan, self.sample), self._meanings, strict=True):
            right.addWidget(box)
            right.addWidget(meaning)
            right.addSpacing(8)
        right.addStretch(1)
        return right

    def _connect(self) -> None:
        self.server.changed.connect(self._follow_server)
        self.connect_button.clicked.connect(self.databases_requested)
        self.file_button.clicked.connect(self.ask_for_file)
        self.password.given.connect(self._give_password)
        self.database.activated.connect(self._choose_database)
        self.search.textChanged.connect(lambda _: self._fill())
        self.all_button.clicked.connect(lambda: self._tick_all(True))
        self.none_button.clicked.connect(lambda: self._tick_all(False))
        self.scan.toggled.connect(lambda _: self.changed.emit())
        self.sample.toggled.connect(lambda _: self.changed.emit())

    def _follow_server(self) -> None:
        """Show the fields that the chosen server needs: password, connect or file button."""
        entry = self.server.entry()
        wanted = entry is not None and self._wants_password(entry)
        self.password.setVisible(wanted)
        self.connect_button.setEnabled(entry is not None and not wanted)
        files = entry is not None and _has_files(entry)
        self.connect_button.setVisible(not files)
        self.file_button.setVisible(files)
        if entry is not None and wanted:
            self.password.set_server(entry.name)
            self.password.remember.set_keyring(self._known_servers.keyring)
        name = "" if entry is None else entry.name
        if name != self._server:
            self._server = name
            self._offer_databases([], listed=False)
        self.hint.setText(self._next_words())
        self.changed.emit()

    def _wants_password(self, entry: ServerEntry) -> bool:
        refused = entry.name == self._refused and not entry.spec.managed
        return refused or self._known_servers.needs_password(entry.name)

    def _give_password(self, password: str, remember: bool) -> None:
        self._refused = ""
        self._known_servers.keep_password(self.password.server(), password, remember)
        self._follow_server()
        self.databases_requested.emit()

    def _choose_database(self, _: int) -> None:
        self._offer_tables([], listed=False)
        self.database_chosen.emit(self.database.currentText())

    def _fill(self) -> None:
        words = self.search.text().lower().split()
        database = PurePath(self.database.currentText()).name  # a file, without its folders
        groups: dict[str, list[TableSummary]] = {}
        for each in self._offers:
            if all(word in str(each.name).lower() for word in words):
                groups.setdefault(each.name.schema or database, []).append(each)
        self._shown = list(groups.items())
        names = [(name, *(each.name for each in offers)) for name, offers in self._shown]
        self.list.show_groups(names, [len(offers) for _, offers in self._shown], self._cell)
        self.hint.setVisible(not names)
        self.hint.setText(self._next_words())
        self._show_count()

    def _next_words(self) -> str:
        """Why no table is listed, and what to do next."""
        if self._offers:
            return self.tr("No table has this name.")
        if self._tables_listed:
            return self.tr("This database has no table that you may read.")
        if self.database.count():
            return self.tr("Choose a database.")
        if self._databases_listed:
            return self.tr("This server has no database that you may read.")
        return self._first_words()

    def _first_words(self) -> str:
        entry = self.server.entry()
        if entry is None:
            return self.tr("Add a server on the Servers page.")
        if self._wants_password(entry):
            return self.tr("Enter the password to list the databases.")
        if _has_files(entry):
            return self.tr("Choose a database file.")
        return self.tr("Show the databases of a server, then choose one.")

    def _cell(self, group: int, row: int, column: int) -> TreeCell:
        name, offers = self._shown[group]
        if row < 0:
            return TreeCell(shortened(name), tip=name) if not column else TreeCell()
        offer = offers[row]
        match column:
            case 0:
                return TreeCell(shortened(offer.name.name, 40), tip=str(offer.name))
            case 1:
                return TreeCell("–" if offer.rows is None else format_number(offer.rows))
            case _:
                spoken = f"{self.tr('Measure')}: {offer.name}"
                return TreeCell(check=offer.name in self._ticked, spoken=spoken)

    def _tick(self, group: int, row: int, _: int, on: bool) -> None:
        name = self._shown[group][1][row].name
        (self._ticked.add if on else self._ticked.discard)(name)
        self._show_count()

    def _tick_all(self, on: bool) -> None:
        """Tick or clear all tables that are listed."""
        listed = {each.name for _, offers in self._shown for each in offers}
        self._ticked = self._ticked | listed if on else self._ticked - listed
        self.list.tree_model.notify_changed()
        self._show_count()

    def _show_count(self) -> None:
        there = bool(self._offers)
        for part in (self.search, self.all_button, self.none_button):
            part.setEnabled(there)
        message = filled(
            self.tr("{0} of {1} tables chosen"),
            format_number(len(self._ticked)),
            format_number(len(self._offers)),
        )
        self.note.setText(message if there else "")
        self.changed.emit()


def _has_files(entry: ServerEntry) -> bool:
    return facts_of(entry.spec.engine).databases_are_files
