"""The section *Tables and statements*: a workload file, and what comes of sealing its columns."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.window.pages.campaign.own.columns import ColumnsView
from app.window.pages.campaign.own.faults import FaultsView
from app.window.pages.campaign.own.file_field import HeldParameter, WorkFileField
from app.window.pages.campaign.own.file_row import WorkFileRow
from app.window.pages.campaign.own.process import Subject
from app.window.pages.campaign.own.reader import OwnReader
from app.window.pages.campaign.own.statements import StatementsView
from engines.contract.protection import Protection
from engines.registry import facts_of
from widgets.fields.choice import Choice
from widgets.layout.flow_layout import FlowLayout
from widgets.layout.turning_splitter import TurningSplitter
from widgets.look.icons import icon
from widgets.parts.cards import EmptyState, FormLabel, SectionTitle
from workloads.own.outline import Outline

_ROOM_FOR_BOTH = 560


class OwnSection(QWidget):
    """Shows what a reader knows, and changes file, sealed and searched columns of the plan."""

    closed = Signal()
    """Back to the campaign."""

    def __init__(
        self, reader: OwnReader, file: WorkFileField, seal: HeldParameter, search: HeldParameter
    ) -> None:
        super().__init__()
        self._reader, self._file, self._seal, self._search = reader, file, seal, search
        self._shown: tuple[Subject, int] | None = None
        self.row = WorkFileRow(file.recent, self)
        self.columns = ColumnsView()
        self.statements = StatementsView()
        self.faults = FaultsView()
        self._make_head()
        self._make_subject()
        self._lay_out()
        self._connect()
        self._show_read()

    def offer(self, protections: Sequence[Protection], engines: Collection[str]) -> None:
        """Offer what statements may be looked at under; what was chosen stays, if it is offered."""
        outline = self._reader.outline
        known = list(engines) or ([outline.dialect] if outline else [])
        _refill(self.engine, [(facts_of(each).title, each) for each in known])
        usual = next((at for at, each in enumerate(protections) if each.seals), 0)
        _refill(self.protection, [(each.name, each) for each in protections], usual)
        self._look()

    @property
    def subject(self) -> Subject | None:
        """The protection and engine that statements are shown under."""
        protection, engine = self.protection.currentData(), self.engine.currentData()
        if not isinstance(protection, Protection) or not engine:
            return None
        return Subject(protection, str(engine))

    def take_focus(self) -> None:
        """Put the keyboard where something is to be done."""
        there = self._stack.currentWidget() is self._parts
        (self.columns if there else self.row).setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_read(self) -> None:
        """Show the file, its errors, or what is to be done."""
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
        self.as_file.setEnabled(self._seal.value() is not None or self._search.value() is not None)
        if not reader.reading:
            self._look(anew=True)

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

    def _look(self, _: object = None, *, anew: bool = False) -> None:
        """Ask for what becomes of the operations under what is chosen."""
        subject = self.subject
        if subject is None or self._reader.outline is None or self._reader.faults:
            return
        now = subject, self.statements.current
        if anew or self._shown is None or self._shown[0] != subject:
            self._reader.weigh(subject)
        if anew or self._shown != now:
            self._shown = now
            if now[1] >= 0:
                self._reader.write(*now)

    def _take_seal(self, names: Collection[str]) -> None:
        outline = self._reader.outline
        if outline is not None:
            self._seal.choose(_choice(names, outline.seal, outline))

    def _take_search(self, names: Collection[str]) -> None:
        outline = self._reader.outline
        if outline is not None:
            self._search.choose(_choice(names, outline.search, outline))

    def _leave_to_file(self) -> None:
        """Have the file say what is sealed, as another file does."""
        self._seal.choose(None)
        self._search.choose(None)
        self._show_read()

    def _connect(self) -> None:
        self._reader.changed.connect(self._show_read)
        self._reader.weighed.connect(self.statements.show_fates)
        self._reader.written.connect(self._show_statements)
        self.row.chosen.connect(self._file.choose)
        self._file.replaced.connect(self._leave_to_file)
        self.columns.sealed_changed.connect(self._take_seal)
        self.columns.searched_changed.connect(self._take_search)
        self.statements.chosen.connect(self._look)
        self.protection.currentIndexChanged.connect(self._look)
        self.engine.currentIndexChanged.connect(self._look)
        self.as_file.clicked.connect(self._leave_to_file)
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
        title = SectionTitle(self.tr("Tables and statements"))
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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(above)
        column.addWidget(self.row)
        column.addWidget(self._stack, 1)

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
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(subject)
        column.addWidget(self.statements, 1)
        halves = TurningSplitter(_ROOM_FOR_BOTH)
        halves.setChildrenCollapsible(False)
        halves.setHandleWidth(12)
        halves.addWidget(self.columns)
        halves.addWidget(right)
        halves.setStretchFactor(1, 1)
        halves.setSizes([370, 500])
        return halves


def _refill(box: Choice, rows: Sequence[tuple[str, object]], usual: int = 0) -> None:
    """Offer other rows; the chosen one stays chosen if it is among them, else the usual one is."""
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
    """Names in the order of the file; None where they are the file's own."""
    everything = (f"{table.name}.{each.name}" for table in outline.tables for each in table.columns)
    chosen = tuple(each for each in everything if each in names)
    return None if chosen == in_file else chosen
