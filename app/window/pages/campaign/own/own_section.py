"""The section *Tables and statements* of the campaign page: columns of a workload file to encrypt,
and what its statements become under a protection; or the errors of the file."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QCoreApplication, QModelIndex, Qt, QUrl, Signal
from PySide6.QtGui import (
    QDesktopServices,
    QKeySequence,
    QShortcut,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from app.window.base.messages import message_text
from app.window.pages.campaign.own.file_field import HiddenParameter, WorkFileField, WorkFileRow
from app.window.pages.campaign.own.work_file_reader import WorkFileReader
from app.window.pages.campaign.own.workload_file_process import ProtectedEngine
from engines.contract.message import Message, plural
from engines.contract.protection import Protection, ProtectionKind
from engines.registry import facts_of
from widgets.fields.check_tree import CheckTree, TreeCell, TreeColumn
from widgets.fields.choice import Choice
from widgets.layout.boxes import hbox, vbox
from widgets.layout.layouts import FlowLayout, TurningSplitter
from widgets.look.fonts import mono_font
from widgets.look.icons import icon
from widgets.look.names import shortened
from widgets.look.numbers import format_number
from widgets.look.theme import scaled_font, theme_signals, tone_color
from widgets.parts.cards import (
    ElidedLabel,
    EmptyState,
    FormLabel,
    SectionTitle,
    ToneLabel,
    WrappedLabel,
)
from widgets.tables.data_table import Column, DataTable
from workloads.own.form_view import (
    ColumnOutline,
    Consequences,
    Markup,
    OperationOutline,
    Outline,
    TableOutline,
    WrittenStatement,
)
from workloads.toml_document import PlacedFault

_tr = QCoreApplication.translate
_MAX_CHARACTERS = 20_000
"""Characters of a statement that are shown."""


class StatementsView(QSplitter):
    """Operations above, the statements of the chosen one below."""

    chosen = Signal(int)
    """Another operation is current."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.table = DataTable()
        self.table.setAccessibleName(self.tr("Operations"))
        self.table.setSelectionMode(DataTable.SelectionMode.SingleSelection)
        self.table.current_row_changed.connect(self._choose)
        self.text = StatementText()
        self._operations: Sequence[OperationOutline] = ()
        self._consequences: Sequence[Consequences] = ()
        self.setChildrenCollapsible(False)
        self.addWidget(self.table)
        self.addWidget(self.text)
        self.setSizes([200, 220])

    @property
    def current(self) -> int:
        """The number of the current operation; -1 without one."""
        return self.table.current_source_row()

    def show_operations(self, operations: Sequence[OperationOutline]) -> None:
        """List the operations of a file; `show_consequences` fills their last column."""
        same = [each.name for each in operations] == [each.name for each in self._operations]
        self._operations = operations
        if not same:
            self._consequences = ()
        self._fill(self.current if same else 0)

    def show_consequences(self, consequences: Sequence[Consequences]) -> None:
        """Show what becomes of each operation under the protection."""
        self._consequences = consequences
        self._fill(self.current)

    def show_statements(
        self, statements: Sequence[WrittenStatement], protection: Protection
    ) -> None:
        """Show the statements of the current operation."""
        if 0 <= self.current < len(self._operations):
            self.text.show_statements(self._operations[self.current].name, statements, protection)

    def _fill(self, current: int) -> None:
        known = len(self._consequences) == len(self._operations)
        rows = [
            (each.name, 100 * each.share, self._consequences[number] if known else None)
            for number, each in enumerate(self._operations)
        ]
        self.table.blockSignals(True)
        self.table.set_rows(self._columns(), rows)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        if rows:
            self.table.select_source_row(min(max(0, current), len(rows) - 1))
        self.table.blockSignals(False)
        self._choose(self.current)

    def _choose(self, operation: int) -> None:
        if operation >= 0:
            self.chosen.emit(operation)

    def _columns(self) -> list[Column]:
        return [
            Column("name", self.tr("Operation"), named=True),
            Column(
                "weight",
                self.tr("Weight, %"),
                "right",
                format=lambda share: format_number(share, 1),  # type: ignore[arg-type]
                tooltip=self.tr("Its part of all weights of the file"),
            ),
            Column(
                "fate",
                self.tr("Under this protection"),
                format=lambda fate: (
                    consequences_words(fate) if isinstance(fate, Consequences) else ""
                ),
                tone=lambda fate: (
                    consequences_tone(fate) if isinstance(fate, Consequences) else None
                ),
                tip=lambda fate: message_text(fate.why) if isinstance(fate, Consequences) else "",
            ),
        ]


def consequences_words(consequences: Consequences) -> str:
    """What becomes of an operation under a protection, in a few words."""
    if consequences.why:
        return _tr("OwnSection", "unsupported")
    parts = [
        message_text(words)
        for words, count in (
            (plural("{n} decrypted", "{n} decrypted", consequences.opened), consequences.opened),
            (
                plural("{n} encrypted", "{n} encrypted", consequences.encrypted),
                consequences.encrypted,
            ),
            (plural("{n} by index", "{n} by index", consequences.index), consequences.index),
        )
        if count
    ]
    if consequences.filters:
        parts.append(_tr("OwnSection", "rows filtered"))
    if consequences.orders:
        parts.append(_tr("OwnSection", "rows ordered"))
    return " · ".join(parts) or _tr("OwnSection", "as written")


def consequences_tone(consequences: Consequences) -> str | None:
    if consequences.why:
        return "warning"
    return "muted" if consequences == Consequences() else None


class StatementText(QWidget):
    """The statements of one operation as they are executed, or why they cannot be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel()
        self.title.setFont(scaled_font(bold=True))
        self.why = WrappedLabel("", "warning")
        self.body = QPlainTextEdit()
        self.body.setReadOnly(True)
        self.body.setFont(mono_font(0.92))
        self.body.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.body.setAccessibleName(self.tr("Statements"))
        self.body.setTabChangesFocus(True)
        self.legend = QWidget()
        self._entries = {kind: ToneLabel("", tone) for kind, tone in MARKUP_TONES.items()}
        lines = vbox(self.legend, spacing=2)
        for entry in self._entries.values():
            entry.setFont(scaled_font(0.92))
            entry.setWordWrap(True)
            lines.addWidget(entry)
        self.filtered = WrappedLabel("")
        self.filtered.setFont(scaled_font(0.92))
        lines.addWidget(self.filtered)
        vbox(
            self, self.title, self.why, (self.body, 1), self.legend, margins=(0, 6, 0, 0), spacing=6
        )
        self._shown: tuple[str, Sequence[WrittenStatement], Protection] | None = None
        theme_signals().changed.connect(self._colour)

    def show_statements(
        self, name: str, statements: Sequence[WrittenStatement], protection: Protection
    ) -> None:
        self._shown = name, statements, protection
        self.title.setText(name)
        whys: list[Message] = [each.why for each in statements if each.why]
        self.why.setText("\n".join(dict.fromkeys(map(message_text, whys))))
        self.why.setVisible(bool(whys))
        for kind, entry in self._entries.items():
            there = any(s.kind is kind for each in statements for s in each.spans)
            entry.setText(markup_words(kind, protection))
            entry.setVisible(there)
        self.filtered.setText(filter_sentence(statements))
        self.filtered.setVisible(bool(self.filtered.text()))
        self._write(statements)

    def _write(self, statements: Sequence[WrittenStatement]) -> None:
        self.body.clear()
        cursor = QTextCursor(self.body.document())
        room = _MAX_CHARACTERS
        for number, each in enumerate(statements):
            if number:
                cursor.insertText(";\n\n", QTextCharFormat())
            if not each.spans:
                cursor.insertText(each.sql[:room], _ink("muted"))
                room -= len(each.sql)
            for span in each.spans:
                if room > 0:
                    tone = MARKUP_TONES.get(span.kind)
                    cursor.insertText(span.text[:room], _ink(tone, bold=tone is not None))
                room -= len(span.text)
        if room < 0:
            cursor.insertText(" …", _ink("muted"))
        self.body.moveCursor(QTextCursor.MoveOperation.Start)

    def _colour(self) -> None:
        if self._shown is not None:
            self._write(self._shown[1])


def filter_sentence(statements: Sequence[WrittenStatement]) -> str:
    """What the application, not the server, does with the rows; empty where it does nothing."""
    filters, orders = any(e.filters for e in statements), any(e.orders for e in statements)
    if filters and orders:
        return _tr("OwnSection", "The application filters and orders the rows.")
    if filters:
        return _tr("OwnSection", "The application filters the rows.")
    return _tr("OwnSection", "The application orders the rows.") if orders else ""


def markup_words(kind: Markup, protection: Protection) -> str:
    """What a marked stretch of a statement means under a protection."""
    served = protection.kind is ProtectionKind.NATIVE
    match kind:
        case Markup.OPENED if served:
            return _tr("OwnSection", "open(…): the server decrypts the column")
        case Markup.OPENED:
            return _tr("OwnSection", "open(…): the application decrypts the column")
        case Markup.SEALED if served:
            return _tr("OwnSection", "seal(…): the server encrypts the value")
        case Markup.SEALED:
            return _tr("OwnSection", "seal(…): the application encrypts the value")
        case Markup.INDEX:
            return _tr("OwnSection", "index(…): HMAC of the value, in a blind index")
    return ""


MARKUP_TONES = {
    Markup.OPENED: "accent",
    Markup.SEALED: "warning",
    Markup.INDEX: "good",
}
"""The colour of each kind of stretch; its word, such as `seal(…)`, says the same."""


def _ink(tone: str | None, *, bold: bool = False) -> QTextCharFormat:
    ink = QTextCharFormat()
    ink.setForeground(tone_color(tone))
    ink.setFontWeight(600 if bold else 400)
    return ink


_NAME, _TYPE, _ENCRYPTED, _SEARCHED = range(4)


class ColumnsView(CheckTree):
    """The file's tables with their columns. Space toggles whether a column is encrypted, “=”
    whether statements find it by equality."""

    encrypted_changed = Signal(object)
    """The columns to encrypt (frozenset of `table.column`)."""
    searched_changed = Signal(object)
    """The columns to find by equality, likewise."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_columns(), parent)
        self._tables: tuple[TableOutline, ...] = ()
        self._encrypted: frozenset[str] = frozenset()
        self._searched: frozenset[str] = frozenset()
        self.setAccessibleName(self.tr("Tables and columns"))
        self.tree_model.ticked.connect(self._tick)

    def show_tables(
        self,
        tables: tuple[TableOutline, ...],
        encrypted: Collection[str],
        searched: Collection[str],
    ) -> None:
        self._tables = tables
        self._encrypted, self._searched = frozenset(encrypted), frozenset(searched)
        names = [(each.name, *(column.name for column in each.columns)) for each in tables]
        self.show_groups(names, [len(each.columns) for each in tables], self._cell)

    def index_of(self, name: str, *, searched: bool = False) -> QModelIndex:
        """The check box of `table.column`.

        Raises: StopIteration where there is none
        """
        group, row = next(
            (group, row)
            for group, table in enumerate(self._tables)
            for row, column in enumerate(table.columns)
            if f"{table.name}.{column.name}" == name
        )
        return self.cell_index(group, row, _SEARCHED if searched else _ENCRYPTED)

    def _tick(self, group: int, row: int, column: int, on: bool) -> None:
        table = self._tables[group]
        name = {f"{table.name}.{table.columns[row].name}"}
        if column == _ENCRYPTED:
            self._encrypted = self._encrypted | name if on else self._encrypted - name
            self.encrypted_changed.emit(self._encrypted)
        else:
            self._searched = self._searched | name if on else self._searched - name
            self.searched_changed.emit(self._searched)

    def _cell(self, group: int, row: int, column: int) -> TreeCell:
        table = self._tables[group]
        if row < 0:
            return _table_cell(table, column)
        return self._column_cell(f"{table.name}.", table.columns[row], column)

    def _column_cell(self, table: str, known: ColumnOutline, column: int) -> TreeCell:
        name = f"{table}{known.name}"
        match column:
            case 0:
                return TreeCell(shortened(known.name), tip=name)
            case 1:
                return TreeCell(_type_words(known), "muted", f"{name}: {_type_words(known)}")
            case 2 if known.why_not:
                return TreeCell(tip=message_text(known.why_not))
            case 2:
                spoken = f"{self.tr('Encrypt')}: {name}"
                return TreeCell(tip=name, check=name in self._encrypted, spoken=spoken)
            case _ if name not in self._encrypted:
                return TreeCell()
            case _:
                spoken = f"{self.tr('Find by =')}: {name}"
                return TreeCell(tip=name, check=name in self._searched, spoken=spoken)


def _type_words(column: ColumnOutline) -> str:
    """A column's type and constraints: “text 20, key, → patient.id, unique”."""
    parts = [f"{column.type} {column.size}" if column.size else column.type]
    if column.key:
        parts.append(_tr("OwnSection", "key"))
    if column.to:
        parts.append(f"→ {column.to}")
    if column.unique:
        parts.append(_tr("OwnSection", "unique"))
    return ", ".join(parts)


def _table_cell(table: TableOutline, column: int) -> TreeCell:
    if column == _NAME:
        return TreeCell(shortened(table.name), tip=table.name)
    if column != _TYPE:
        return TreeCell()
    rows = message_text(plural("{n} rows", "{n} row", table.rows))
    tip = _tr("ColumnsView", "Rows at the size that the file has; sizes of the plan scale them")
    return TreeCell(rows, "muted", tip)


def _columns() -> list[TreeColumn]:
    return [
        TreeColumn(_tr("ColumnsView", "Column")),
        TreeColumn(_tr("ColumnsView", "Type"), stretch=True),
        TreeColumn(
            _tr("ColumnsView", "Encrypt"),
            _tr("ColumnsView", "Protections encrypt this column (Space)"),
            Qt.Key.Key_Space,
        ),
        TreeColumn(
            _tr("ColumnsView", "Find by ="),
            _tr(
                "ColumnsView",
                "Statements find the encrypted column by equality (=). Where equal values have "
                "different ciphertexts it gets a blind index, which shows equal values",
            ),
            Qt.Key.Key_Equal,
        ),
    ]


class FaultsView(QWidget):
    """All errors of a workload file, with line and column, in the order of lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._file = ""
        self.title = SectionTitle("")
        hint = WrappedLabel(
            self.tr("Correct the file in an editor. It is read again when it is saved."), "muted"
        )
        self.open_button = QPushButton(self.tr("&Open the file"))
        self.open_button.clicked.connect(
            lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(self._file))
        )
        self.table = DataTable()
        self.table.setAccessibleName(self.tr("Errors"))
        self.table.setWordWrap(True)
        head = hbox(None, (hint, 1), self.open_button)
        vbox(self, self.title, head, (self.table, 1), spacing=8)

    def show_faults(self, file: str, faults: Sequence[PlacedFault]) -> None:
        self._file = file
        self.title.setText(
            message_text(plural("{n} errors in the file", "{n} error in the file", len(faults)))
        )
        rows = [
            (
                each.position.line if each.position else None,
                each.position.column if each.position else None,
                message_text(each.clause),
            )
            for each in faults
        ]
        self.table.set_rows(
            [
                Column("line", self.tr("Line"), "right"),
                Column("column", self.tr("Column"), "right"),
                Column("what", self.tr("What is wrong"), tip=str),
            ],
            rows,
        )
        self.table.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.table.resizeRowsToContents()


_SIDE_BY_SIDE_FROM_PX = 560


class OwnSection(QWidget):
    """Shows what a reader has read; changes the plan's file, encrypted columns and searched
    columns."""

    closed = Signal()
    """The user goes back to the campaign."""

    def __init__(
        self,
        reader: WorkFileReader,
        file: WorkFileField,
        seal: HiddenParameter,
        search: HiddenParameter,
        *,
        runs_statements: bool,
    ) -> None:
        """`runs_statements`: whether the workload executes the file's statements, which are shown
        then; else it uses only its tables."""
        super().__init__()
        self._reader, self._file, self._seal, self._search = reader, file, seal, search
        self._runs_statements = runs_statements
        self._shown: tuple[ProtectedEngine, int] | None = None
        self.row = WorkFileRow(file.recent, self)
        self.columns = ColumnsView()
        self.statements = StatementsView()
        self.faults = FaultsView()
        self._make_head()
        self._make_subject()
        self._lay_out()
        self._connect()
        self._show_contents()

    def offer(self, protections: Sequence[Protection], engines: Collection[str]) -> None:
        """Offer protections and engines to show statements under; a choice stays if it is
        offered."""
        outline = self._reader.outline
        known = list(engines) or ([outline.dialect] if outline else [])
        _refill(self.engine, [(facts_of(each).title, each) for each in known])
        usual = next((at for at, each in enumerate(protections) if each.encrypts_values), 0)
        _refill(self.protection, [(each.name, each) for each in protections], usual)
        self._ask_consequences()

    @property
    def subject(self) -> ProtectedEngine | None:
        """The protection and engine that statements are shown under."""
        protection, engine = self.protection.currentData(), self.engine.currentData()
        if not isinstance(protection, Protection) or not engine:
            return None
        return ProtectedEngine(protection, str(engine))

    def take_focus(self) -> None:
        """Focus the columns if they are shown, else the row that chooses a file."""
        shows_columns = self._stack.currentWidget() is self._parts
        (self.columns if shows_columns else self.row).setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_contents(self) -> None:
        """Show the file's contents, its errors, or a hint to choose one."""
        reader = self._reader
        self.row.show_path(self._file.value())
        outline = reader.outline
        if reader.faults:
            self.faults.show_faults(self._file.value(), reader.faults)
            self._stack.setCurrentWidget(self.faults)
        elif outline is not None:
            self._show_outline(outline)
        elif not reader.reading:
            self._stack.setCurrentWidget(self._empty)
        chosen = (each.value() for each in (self._seal, self._search))
        self.as_file.setEnabled(any(each is not None for each in chosen))
        if not reader.reading:
            self._ask_consequences(anew=True)

    def _show_outline(self, outline: Outline) -> None:
        seal, search = self._seal.value(), self._search.value()
        self.columns.show_tables(
            outline.tables,
            outline.seal if seal is None else seal,
            outline.search if search is None else search,
        )
        if not self._reader.reading:
            self.statements.show_operations(outline.operations)
        self._stack.setCurrentWidget(self._parts)

    def _ask_consequences(self, _: object = None, *, anew: bool = False) -> None:
        """Ask what becomes of the operations under the chosen protection and engine."""
        subject = self.subject
        if subject is None or self._reader.outline is None or self._reader.faults:
            return
        now = subject, self.statements.current
        if anew or self._shown is None or self._shown[0] != subject:
            self._reader.ask_consequences(subject)
        if anew or self._shown != now:
            self._shown = now
            if now[1] >= 0:
                self._reader.ask_statements(*now)

    def _set_encrypted(self, names: Collection[str]) -> None:
        outline = self._reader.outline
        if outline is not None:
            self._seal.choose(_choice(names, outline.seal, outline))

    def _set_searched(self, names: Collection[str]) -> None:
        outline = self._reader.outline
        if outline is not None:
            self._search.choose(_choice(names, outline.search, outline))

    def _use_columns_of_file(self) -> None:
        """Encrypt and search the columns that the file names, instead of the plan's."""
        self._seal.choose(None)
        self._search.choose(None)
        self._show_contents()

    def _connect(self) -> None:
        self._reader.changed.connect(self._show_contents)
        self._reader.consequences_found.connect(self.statements.show_consequences)
        self._reader.statements_found.connect(self._show_statements)
        self.row.chosen.connect(self._file.choose)
        self._file.replaced.connect(self._use_columns_of_file)
        self.columns.encrypted_changed.connect(self._set_encrypted)
        self.columns.searched_changed.connect(self._set_searched)
        self.statements.chosen.connect(self._ask_consequences)
        self.protection.currentIndexChanged.connect(self._ask_consequences)
        self.engine.currentIndexChanged.connect(self._ask_consequences)
        self.as_file.clicked.connect(self._use_columns_of_file)
        self.again.clicked.connect(self._reader.read_again)
        self.back.clicked.connect(self.closed)
        for keys, act in (("Escape", self.closed.emit), ("F5", self._reader.read_again)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    def _show_statements(self, statements: Sequence[object]) -> None:
        if self._shown is not None:
            self.statements.show_statements(statements, self._shown[0].protection)  # type: ignore[arg-type]

    def _make_head(self) -> None:
        self.back = QPushButton(self.tr("← &Campaign"))
        self.back.setToolTip(self.tr("Back to servers and protections (Esc)"))
        self.as_file = QPushButton(self.tr("As in the &file"))
        self.as_file.setToolTip(self.tr("Encrypt and search the columns that the file names"))
        self.again = QPushButton(icon("draw"), self.tr("&Refresh"))
        self.again.setToolTip(self.tr("Read the file again (F5)"))

    def _make_subject(self) -> None:
        self.protection, self.engine = Choice(12), Choice(8)
        self.protection.setAccessibleName(self.tr("Protection"))
        self.engine.setAccessibleName(self.tr("Engine"))

    def _lay_out(self) -> None:
        above = QWidget()
        head = FlowLayout(above)
        title = SectionTitle(
            self.tr("Tables and statements")
            if self._runs_statements
            else self.tr("Tables and columns")
        )
        for each in (self.back, title, self.as_file, self.again):
            head.addWidget(each)
        self._empty = EmptyState(
            "open",
            self.tr("Choose a workload file"),
            self.tr("It describes tables and statements of your own. Files has an example."),
        )
        self._parts = self._make_parts()
        self._stack = QStackedWidget()
        for part in (self._empty, self.faults, self._parts):
            self._stack.addWidget(part)
        vbox(self, above, self.row, (self._stack, 1), spacing=8)

    def _make_parts(self) -> TurningSplitter:
        subject = QHBoxLayout()
        subject.setSpacing(8)
        for words, field, share in (
            (self.tr("&Under"), self.protection, 3),
            (self.tr("o&n"), self.engine, 2),
        ):
            subject.addWidget(FormLabel(words, field))
            subject.addWidget(field, share)
        right = QWidget()
        vbox(right, subject, (self.statements, 1), spacing=8)
        halves = TurningSplitter(_SIDE_BY_SIDE_FROM_PX)
        halves.setChildrenCollapsible(False)
        halves.setHandleWidth(12)
        halves.addWidget(self.columns)
        halves.addWidget(right)
        halves.setStretchFactor(1, 1)
        halves.setSizes([370, 500])
        if not self._runs_statements:
            right.hide()
        return halves


def _refill(box: Choice, rows: Sequence[tuple[str, object]], usual: int = 0) -> None:
    """Replace a box's rows; the choice stays if it is among them, else it is the row `usual`."""
    if [(box.itemText(at), box.itemData(at)) for at in range(box.count())] == list(rows):
        return
    before = box.currentData()
    box.blockSignals(True)
    box.clear()
    for words, data in rows:
        box.addItem(words, data)
    values = [data for _, data in rows]
    box.setCurrentIndex(values.index(before) if before in values else usual)
    box.blockSignals(False)


def _choice(
    names: Collection[str], in_file: tuple[str, ...], outline: Outline
) -> tuple[str, ...] | None:
    """Names in the order of the file, for the plan; None if they are those that the file names."""
    everything = (f"{table.name}.{each.name}" for table in outline.tables for each in table.columns)
    chosen = tuple(each for each in everything if each in names)
    return None if chosen == in_file else chosen
