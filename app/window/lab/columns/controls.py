"""Settings of the lab's columns tab, which shows what the ciphertexts of a column reveal: server,
protection, IVs and number of the records to store; and the list of columns to look at, of these
records, of other tables, or of files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from app.patterns.columns.csv_column import FileColumn
from app.patterns.columns.encrypted_records import MOST_RECORDS, RecordsOrder, only_profile
from app.patterns.requests import AnyColumn
from app.window.lab.common.protections import value_protections
from app.window.servers.known_servers import KnownServers
from app.window.servers.server_choice import ServerChoice
from app.window.shared.protection_words import cipher_title, kind_title
from engines.contract.protection import Protection, ProtectionKind
from engines.contract.structure import TableColumn
from widgets.fields.chips import ChoiceRow
from widgets.fields.choice import Choice
from widgets.fields.number_field import NumberField
from widgets.layout.boxes import vbox
from widgets.layout.layouts import FlowLayout
from widgets.look.icons import icon
from widgets.look.names import filled, isolated, plain_tip
from widgets.look.theme import scaled_font
from widgets.parts.cards import ToneLabel, WrappedLabel
from workloads.contract import Profile

_WIDTH = 244
_FIXED_IV, _FRESH_IV = Profile.STUDY, Profile.SOUND
"""IV policies: one IV for all values as in the published study, or a fresh one for each value."""
_DEFAULT_PROTECTION = "aes-128-ecb"


class ColumnControls(QWidget):
    store_requested = Signal()
    cancel_requested = Signal()

    column_chosen = Signal(object)
    """An AnyColumn: of the stored records, of a table, or of a file."""

    settings_changed = Signal()
    """Server, protection, IV policy or number of records was changed."""

    tables_requested = Signal()
    """The user wants the columns of other tables on the server."""

    file_requested = Signal()
    """The user wants to read a CSV file."""

    def __init__(self, known_servers: KnownServers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known_servers = known_servers
        self._known: dict[str, Protection] = {}
        self._preferred_iv_policy: str = _FIXED_IV
        self.seed = RecordsOrder.seed
        """The seed of the generated records."""
        self.server = ServerChoice(known_servers, self)
        self.protection = Choice(parent=self)
        self.iv_policy = ChoiceRow(
            {_FIXED_IV: self.tr("Fixed &IV"), _FRESH_IV: self.tr("Fresh I&V")}, self
        )
        self.no_iv_note = ToneLabel("")
        self._obstacle = WrappedLabel("", "muted")
        self._obstacle.setFont(scaled_font(0.92))
        self._obstacle.hide()
        self.records = NumberField(10, MOST_RECORDS, 8000, parent=self)
        self.store = QPushButton(icon("play", "accent_text"), self.tr("&Store and read"), self)
        self.cancel = QPushButton(self.tr("&Cancel"), self)
        self.columns = QListWidget(self)
        self.other_tables = QPushButton(self.tr("Other &tables …"), self)
        self.file = QPushButton(self.tr("CSV fil&e …"), self)
        self._make_parts()
        self._lay_out()
        self._connect()
        self._server_changed()
        self._show_iv_policy()

    def requested_records(self) -> RecordsOrder | None:
        """The records to store; None while no protection can be chosen."""
        protection = self._known.get(str(self.protection.currentData()))
        if protection is None:
            return None
        fresh_iv = self.iv_policy.chosen() == _FRESH_IV
        return RecordsOrder(protection, self.records.value(), fresh_iv, self.seed)

    def choose(self, protection: str, *, fresh_iv: bool = False) -> None:
        """Choose a protection by its name, and whether IVs are fresh."""
        self._preferred_iv_policy = _FRESH_IV if fresh_iv else _FIXED_IV
        self.protection.setCurrentIndex(self.protection.findData(protection))
        self._show_iv_policy()

    def column(self) -> AnyColumn | None:
        if self.columns.currentRow() < 0:
            return None
        found: AnyColumn = self.columns.currentItem().data(Qt.ItemDataRole.UserRole)
        return found

    def show_columns(self, names: Sequence[str]) -> None:
        """List the columns of the stored records, and choose the first."""
        self.columns.blockSignals(True)  # each removed item would make another one current
        self.columns.clear()
        for name in names:
            self._add_column(name, name)
        self.columns.blockSignals(False)
        if names:
            self.columns.setCurrentRow(0)

    def show_table_columns(self, found: Sequence[TableColumn]) -> None:
        """Add columns of other tables after those of the records."""
        self.columns.blockSignals(True)
        for at in reversed(range(self.columns.count())):
            if isinstance(self.columns.item(at).data(Qt.ItemDataRole.UserRole), TableColumn):
                self.columns.takeItem(at)
        for each in found:
            named = filter(None, (each.schema, each.table, each.column))
            place = ".".join(map(isolated, named))
            self._add_column(f"{isolated(each.database)} · {place}", each)
        self.columns.blockSignals(False)

    def add_file_column(self, column: FileColumn) -> None:
        """Add a column of a file, and choose it."""
        self._add_column(f"{isolated(Path(column.path).name)} · {isolated(column.column)}", column)
        self.columns.setCurrentRow(self.columns.count() - 1)

    def show_working(self, working: bool, obstacle: str = "") -> None:
        """Show Cancel while work runs; `obstacle` is the reason why nothing can start."""
        self.store.setVisible(not working)
        self.cancel.setVisible(working)
        self.store.setEnabled(not obstacle and self.server.entry() is not None)
        self.store.setToolTip(obstacle)
        self._obstacle.setText(obstacle)
        self._obstacle.setVisible(bool(obstacle))
        waits = self._known_servers.measuring
        self.protection.setPlaceholderText(
            self.tr("Checked after the campaign")
            if waits
            else self.tr("Checking what it supports …")
        )
        self.other_tables.setEnabled(
            not working and not obstacle and self.server.entry() is not None
        )
        self.file.setEnabled(not working and not obstacle)
        self.columns.setEnabled(not working and not obstacle)

    def _make_parts(self) -> None:
        self.protection.setAccessibleName(self.tr("Protection"))
        self.records.setAccessibleName(self.tr("Records"))
        self.store.setProperty("primary", True)
        self.store.setShortcut(QKeySequence("Ctrl+Return"))
        self.cancel.hide()
        self.columns.setAccessibleName(self.tr("Columns"))
        self.columns.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.columns.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.other_tables.setToolTip(
            self.tr(
                "Lists columns of tables that this login may read. Views, foreign tables and "
                "computed columns are omitted: reading them would run their owners' code with "
                "this login's rights."
            )
        )

    def _lay_out(self) -> None:
        self.setFixedWidth(_WIDTH)
        column = vbox(self, spacing=6)
        parts = (
            (self.tr("Ser&ver"), self.server),
            (self.tr("Protection of new recor&ds"), self.protection),
            (self.tr("IVs"), self.iv_policy),
            (self.tr("&Records of the hospital workload"), self.records),
        )
        for text, part in parts:
            column.addWidget(_heading(text, part))
            column.addWidget(part)
            if part is self.iv_policy:
                column.addWidget(self.no_iv_note)
        column.addSpacing(4)
        column.addWidget(self._obstacle)
        column.addWidget(self.store)
        column.addWidget(self.cancel)
        column.addSpacing(10)
        column.addWidget(_heading(self.tr("Colu&mn"), self.columns))
        column.addWidget(self.columns, 1)
        below = QWidget(self)
        row = FlowLayout(below)
        for button in (self.other_tables, self.file):
            row.addWidget(button)
        column.addWidget(below)

    def _connect(self) -> None:
        self.server.changed.connect(self._server_changed)
        self.store.clicked.connect(self.store_requested)
        self.cancel.clicked.connect(self.cancel_requested)
        self.other_tables.clicked.connect(self.tables_requested)
        self.file.clicked.connect(self.file_requested)
        self.columns.currentItemChanged.connect(self._chosen)
        self.protection.currentIndexChanged.connect(self._show_iv_policy)
        self.iv_policy.group.buttonClicked.connect(self._remember_iv_policy)
        for changed in (
            self.server.changed,
            self.protection.currentIndexChanged,
            self.iv_policy.group.buttonToggled,
            self.records.valueChanged,
        ):
            changed.connect(lambda *_: self.settings_changed.emit())

    def _server_changed(self) -> None:
        entry = self.server.entry()
        if self.isVisible():
            self.server.probe()
        cipher_mode = self._known_servers.default_mode(entry.spec.engine) if entry else ""
        before = self.protection.currentData()
        known = value_protections(entry, cipher_mode)
        if known == self._known:
            return
        self._known = known
        self.protection.clear()
        for name, each in known.items():
            self.protection.addItem(f"{cipher_title(each)} · {kind_title(each.kind).lower()}", name)
        wanted = before if before in known else _DEFAULT_PROTECTION
        self.protection.setCurrentIndex(max(0, self.protection.findData(wanted)) if known else -1)

    def _show_iv_policy(self) -> None:
        """Offer fixed or fresh IVs as far as the protection allows both; keep the user's choice."""
        protection = self._known.get(str(self.protection.currentData()))
        sole, why = self._only_iv_policy(protection)
        tips = {
            _FIXED_IV: self.tr("As in the published study: one key and one IV for all values"),
            _FRESH_IV: self.tr("A fresh IV for each value"),
        }
        for key, tip in tips.items():
            self.iv_policy.chip(key).setEnabled(sole in ("", key))
            self.iv_policy.chip(key).setToolTip(why or tip)
        self.iv_policy.choose(sole or self._preferred_iv_policy)
        self.iv_policy.setVisible(sole != _FIXED_IV)
        self.no_iv_note.setVisible(sole == _FIXED_IV)
        self.no_iv_note.setText(why)

    def _only_iv_policy(self, protection: Protection | None) -> tuple[str, str]:
        """The only IV policy that a protection allows, and why; empty if it allows both."""
        sole = None if protection is None else only_profile(protection)
        if protection is None or sole is None:
            return "", ""
        if protection.kind is ProtectionKind.CLIENT:
            return _FRESH_IV, self.tr("The application uses a fresh nonce for each value.")
        if sole is _FRESH_IV:
            return _FRESH_IV, self.tr("Each value is encrypted with fresh random bytes.")
        return _FIXED_IV, filled(self.tr("{0} uses no IV."), cipher_title(protection))

    def _remember_iv_policy(self) -> None:
        self._preferred_iv_policy = self.iv_policy.chosen()

    def _add_column(self, text: str, what: AnyColumn) -> None:
        item = QListWidgetItem(text, self.columns)
        item.setData(Qt.ItemDataRole.UserRole, what)
        item.setToolTip(plain_tip(text))

    def _chosen(self, item: QListWidgetItem | None, _before: QListWidgetItem | None) -> None:
        if item is not None:
            self.column_chosen.emit(item.data(Qt.ItemDataRole.UserRole))


def _heading(text: str, buddy: QWidget) -> QLabel:
    label = ToneLabel(text, "muted")
    label.setFont(scaled_font(0.92, bold=True))
    label.setWordWrap(True)
    label.setBuddy(buddy)
    return label
