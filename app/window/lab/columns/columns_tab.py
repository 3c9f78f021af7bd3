"""The columns tab: stores records on a server, or reads a table or a CSV file, and shows what a
column's ciphertext reveals without the key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QTabWidget,
    QWidget,
)

from app.patterns.columns.column import ColumnReport
from app.patterns.columns.csv_column import FileColumn
from app.patterns.requests import (
    AnalyseColumn,
    AnyColumn,
    BitsFlipped,
    Cancel,
    ColumnReady,
    ColumnsListed,
    CribDragged,
    DragCrib,
    FlipBits,
    ListColumns,
    QueuedRequest,
    RecordsReady,
    Reply,
    Requester,
    RequestProgressed,
    RequestRefused,
    StoreRecords,
    requester_of,
)
from app.servers.entry import ServerAccess
from app.window.base.messages import message_text
from app.window.lab.columns.bit_flip_view import FlipView
from app.window.lab.columns.columns_summary import ColumnSummary, GuidedView, invitation
from app.window.lab.columns.controls import ColumnControls
from app.window.lab.columns.crib_dragging_view import StreamView
from app.window.lab.columns.frequency_view import FrequencyView
from app.window.lab.columns.prefixes_view import PrefixView
from app.window.lab.common.lab_link import LabLink
from app.window.lab.common.statistics_table import StatisticsTable
from app.window.servers.known_servers import Readiness
from app.window.servers.server_words import starting_words
from app.window.shared.protection_words import cipher_title, marks_words
from app.window.workbench.campaign_watch import CampaignWatch
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError, Unfit
from engines.contract.message import Message, plural
from engines.contract.structure import TableColumn
from engines.inspection.csv_file import (
    ENCODINGS,
    LATIN_1,
    SEPARATORS,
    UTF_8,
    CsvForm,
    form_of,
    open_csv,
)
from engines.inspection.regular_files import why_not_read
from engines.properties import ECB, properties_of
from widgets.fields.choice import Choice
from widgets.fields.file_dialog import ask_for_file
from widgets.layout.boxes import hbox, vbox
from widgets.layout.fold_handle import FoldHandle
from widgets.layout.page_stack import FrontPart
from widgets.look.names import filled, isolated
from widgets.look.stale_overlay import StaleOverlay
from widgets.parts.cards import ElidedLabel, EmptyState, FormLabel, ToneLabel, WrappedLabel
from widgets.parts.progress_line import ProgressLine
from widgets.tables.data_table import Column, DataTable

_PREVIEW_ROWS = 8
_DIALOG_SIZE_PX = (720, 420)


class CsvChoice(QDialog):
    """A dialog to choose a column of a CSV file, with its first rows. Separator and encoding are
    detected, and can be changed."""

    chosen = Signal(object)
    """A FileColumn."""

    def __init__(self, path: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self.setWindowTitle(self.tr("Read a table"))
        self.separator, self.encoding, self.column = Choice(), Choice(), Choice(16)
        self.preview = DataTable(self)
        self.preview.setAccessibleName(self.tr("First rows"))
        self._fault = WrappedLabel("", "warning")
        wanted = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(wanted.Ok | wanted.Cancel, self)
        self.buttons.button(wanted.Ok).setText(self.tr("&Read the column"))
        self._lay_out()
        self._offer(self._guessed_form())
        self._show_rows()
        for choice in (self.separator, self.encoding):
            choice.currentIndexChanged.connect(self._show_rows)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)

    def form(self) -> CsvForm:
        """How the file is to be read."""
        return CsvForm(self.separator.currentData(), self.encoding.currentData())

    def fault(self) -> str:
        """Why the file cannot be read with these settings; empty if it can."""
        return self._fault.text()

    def _lay_out(self) -> None:
        self.resize(*_DIALOG_SIZE_PX)
        fields = QGridLayout()
        fields.setHorizontalSpacing(12)
        for at, (text, part) in enumerate(
            (
                (self.tr("Se&parator"), self.separator),
                (self.tr("&Encoding"), self.encoding),
                (self.tr("&Column"), self.column),
            )
        ):
            fields.addWidget(FormLabel(text, part), 0, at)
            fields.addWidget(part, 1, at)
        path = WrappedLabel(isolated(self._path), "muted")
        vbox(
            self,
            path,
            fields,
            self._fault,
            (self.preview, 1),
            self.buttons,
            margins=None,
            spacing=10,
        )

    def _guessed_form(self) -> CsvForm:
        try:
            return form_of(self._path)
        except (OSError, ValueError):
            return CsvForm()  # reading it says why

    def _offer(self, guessed: CsvForm) -> None:
        latin = guessed.encoding if guessed.encoding != UTF_8 else LATIN_1
        for choice, known, now in (
            (self.separator, tuple(SEPARATORS.items()), guessed.separator),
            (self.encoding, tuple((e, ENCODINGS[e]) for e in (UTF_8, latin)), guessed.encoding),
        ):
            for value, word in known:
                choice.addItem(message_text(word), value)
            choice.setCurrentIndex(choice.findData(now))

    def _show_rows(self) -> None:
        """The first rows, or why there are none."""
        before, fault = self.column.currentText(), ""
        columns: tuple[str, ...] = ()
        rows: list[tuple[str, ...]] = []
        try:
            with open_csv(self._path, self.form()) as table:
                columns = table.columns
                rows = [tuple(row.values()) for _, row in islice(table, _PREVIEW_ROWS)]
        except (OSError, ValueError) as error:
            why = error.message if isinstance(error, Unfit) else why_not_read(error)
            reason = message_text(why) if isinstance(why, Message) else why
            fault = filled(self.tr("Not readable with these settings: {reason}."), reason=reason)
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))
        self.column.clear()
        self.column.addItems(columns)
        self.column.setCurrentIndex(max(0, self.column.findText(before)) if columns else -1)
        self.preview.set_rows([Column(str(at), name) for at, name in enumerate(columns)], rows)
        self.preview.fit_to_lines()
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(bool(columns) and not fault)

    def _accept(self) -> None:
        self.chosen.emit(FileColumn(self._path, self.column.currentText(), self.form()))
        self.accept()


_tr = QCoreApplication.translate


@dataclass(frozen=True)
class ShownColumn:
    """The column that the views show: the parts of its description; the server of a table, or the
    stored records, if it is of one; and the name of the frequency table that guesses used."""

    parts: tuple[str, ...]
    server: ServerAccess | None
    records: RecordsReady | None
    table: str


def protection_words(records: RecordsReady) -> tuple[str, str]:
    """“AES-128-CBC” and “fixed IV”; ECB is named only in the first."""
    protection = records.protection
    found = properties_of(protection, protection.mode, fixed_iv=not records.records_order.sound)
    return cipher_title(protection), marks_words([mark for mark in found.marks if mark != ECB])


def description_parts(
    reply: ColumnReady,
    server: ServerAccess | None,
    records: RecordsReady | None,
    records_server: str,
) -> tuple[str, ...]:
    """Column, protection and server: of a file, of a table on `server`, or of stored `records`, on
    the server named `records_server`."""
    shown = reply.column
    if isinstance(shown, FileColumn):
        form = message_text(shown.form.description)
        return shown.column, Path(shown.path).name, form, _readability(reply.report)
    if isinstance(shown, TableColumn):
        return shown.column, shown.table, server.name if server else "", _readability(reply.report)
    assert records is not None
    title, marks = protection_words(records)
    order = records.records_order
    fresh = _tr("ColumnsTab", "fresh IVs") if order.sound else ""
    count = message_text(
        plural(
            "{n} records, seed {seed}", "{n} record, seed {seed}", order.records, seed=order.seed
        )
    )
    return shown, f"{title} ({marks})" if marks else title, fresh, records_server, count


def _readability(report: ColumnReport) -> str:
    """How much of a column whose protection is unknown is readable text."""
    if report.readable is None:
        return _tr("ColumnsTab", "protection unknown")
    if report.is_readable:
        return _tr("ColumnsTab", "readable text")
    return _tr("ColumnsTab", "partly readable")


_MIN_WIDTH_PX, _FOLD_BELOW_PX = 380, 760
"""The least width; the width below which the settings fold away."""


class ColumnsTab(QWidget):
    """Settings at the left; at the right views of the column: frequencies, beginnings, key stream,
    bit flips, block figures."""

    report_shown = Signal(object)
    """The ColumnReport of a column, once it is shown."""

    reply_shown = Signal(object)
    """A CribDragged or BitsFlipped, once it is shown."""

    def __init__(
        self,
        workbench: Workbench,
        lab: LabLink,
        parent: QWidget | None = None,
        *,
        guided: GuidedView | None = None,
    ) -> None:
        """`guided`: a lesson shows only this view, and makes the settings and requests itself."""
        super().__init__(parent)
        self._guided = guided
        self._workbench = workbench
        self._lab = lab
        self.controls = ColumnControls(workbench.servers, self)
        self.summary = ColumnSummary(self)
        self.frequency = FrequencyView(self, guided=guided is not None)
        self.prefixes = PrefixView(self)
        self.stream = StreamView(self, guided=guided is not None)
        self.flip = FlipView(self, guided=guided is not None)
        self.figures = StatisticsTable(self, explained=True)
        self.views = QTabWidget(self)
        self.views.tabBar().setProperty("dense", True)  # five of them, next to the settings
        guides = guided is not None
        self.description = ElidedLabel("", "muted") if guides else ToneLabel("", "muted")
        self.description.setWordWrap(not guides)
        self.progress = ProgressLine(parent=self)
        self._campaign = CampaignWatch(workbench, self)
        self._readiness = Readiness(workbench.servers, self)
        self._readable: set[str] = set()
        """Names of servers whose rows the user allows to be read."""
        self.rows: tuple[tuple[int, str], ...] = ()
        """The first rows of the shown column: ids, and plaintexts where known, else empty."""
        self._records: RecordsReady | None = None
        self._records_server = self._storing_server = ""
        self._tables_server: ServerAccess | None = None
        self._shown: ShownColumn | None = None
        self._request: QueuedRequest | None = None
        self._storing = False  # whether records are stored when the server is ready
        self._cancelling = False
        self._lay_out()
        self._connect()

    def shown(self) -> None:
        self.controls.server.probe()
        self.frequency.known.offer()  # a lesson may have added a table

    def close_down(self) -> None:
        """Stop waiting for a server."""
        self._readiness.stop_waiting()

    def clear(self) -> None:
        """Show no column."""
        self._records, self._shown, self.rows = None, None, ()
        self.controls.show_columns(())
        self.description.clear()
        self.stale_overlay.draw(False)
        self._right.show_part(self._empty)

    @property
    def working(self) -> bool:
        """Whether records are being stored, or a column read."""
        return self._readiness.waiting or self._request is not None

    # what is built

    def _lay_out(self) -> None:
        counts = QWidget(self)
        vbox(counts, self.summary, (self.frequency, 1), margins=(0, 8, 0, 0), spacing=4)
        for part, title, guided in (
            (counts, self.tr("&Frequencies"), GuidedView.COUNTS),
            (self.prefixes, self.tr("&Beginnings"), None),
            (self.stream, self.tr("&Key stream"), GuidedView.STREAM),
            (self.flip, self.tr("Bit fli&p"), GuidedView.FLIP),
            (self.figures, self.tr("Block fi&gures"), None),
        ):
            if self._guided and guided is not self._guided:
                part.hide()  # so that its height does not count
            else:
                self.views.addTab(part, title)
        self._right = self._make_right()
        self.stale_overlay = StaleOverlay(self.views)
        self.progress.hide()
        self._content = QWidget(self)
        vbox(self._content, self.progress, (self._right, 1), spacing=8)
        row = hbox(self, margins=(0, 0 if self._guided else 12, 0, 0), spacing=4)
        self.fold = FoldHandle(self.controls, self.tr("the settings"), at_left=True)
        row.addWidget(self.controls)
        row.addWidget(self.fold)
        row.addWidget(self._content, 1)
        for hidden in (self.controls, self.fold, self.views.tabBar()):
            hidden.setVisible(not self._guided)

    def _make_right(self) -> FrontPart:
        """The invitation, the views, and the question whether rows of a table may be read."""
        self._empty = EmptyState(
            "patterns",
            *invitation(self._guided),
            None if self._guided else self.tr("Store and read"),
            self,
        )
        self._empty.activated.connect(self.controls.store.click)
        self._filled = QWidget(self)
        vbox(self._filled, self.description, (self.views, 1), spacing=6)
        self.consent = EmptyState(
            "patterns",
            self.tr("Rows of another table"),
            self.tr(
                "Reading a column shows values of this table on the screen. Nothing is stored. "
                "You are asked once for each server."
            ),
            self.tr("&Read rows"),
            self,
        )
        self.consent.activated.connect(self._consent)
        return FrontPart(self._empty, self._filled, self.consent, parent=self)

    def minimumSizeHint(self) -> QSize:
        """Without the settings, which can be folded away."""
        least = super().minimumSizeHint()
        return QSize(min(least.width(), _MIN_WIDTH_PX), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._guided:
            self.fold.fold_when_narrow(self.width() < _FOLD_BELOW_PX, self._content)

    def _connect(self) -> None:
        self.controls.store_requested.connect(self.store)
        self.controls.cancel_requested.connect(self._cancel)
        self.controls.column_chosen.connect(self._choose)
        self.controls.tables_requested.connect(self._list)
        self.controls.file_requested.connect(self._choose_file)
        self.controls.settings_changed.connect(self._show_description)
        self.frequency.known.changed.connect(self._table_changed)
        self.frequency.known.failed.connect(self._workbench.failed)
        self.frequency.known.error_resolved.connect(self._workbench.error_resolved)
        self.stream.asked.connect(self._lab.send)
        self.flip.asked.connect(self._lab.send)
        self.views.currentChanged.connect(self._view_changed)
        self._lab.replied.connect(self._receive)
        self._lab.ended.connect(self._end_request)
        self._campaign.changed.connect(self._show_state)
        self._workbench.servers.changed.connect(self._show_state)

    # what happens

    def store(self) -> None:
        """Store records on the chosen server, started if necessary, and read them."""
        self._storing = True
        self._with_server(self._store_on)

    def _store_on(self, server: ServerAccess) -> None:
        order = self.controls.requested_records()
        self._storing_server = server.name
        if order is not None:
            self._begin(StoreRecords(server, order), self.tr("Storing records"), 0.0)
        self._show_state()

    def _list(self) -> None:
        self._storing = False
        self._with_server(self._list_on)

    def _list_on(self, server: ServerAccess) -> None:
        self._tables_server = server
        self._begin(ListColumns(server), filled(self.tr("Listing columns on {0}"), server.name))

    def _with_server(self, then: Callable[[ServerAccess], None]) -> None:
        entry = self.controls.server.entry()
        if entry is None or self._campaign.obstacle():
            return
        begun = filled(starting_words([entry.spec.source]), entry.name)
        self.progress.show_progress(begun, None, "")
        self._readiness.start(entry.name, then, self._not_started)
        self._show_state()

    def _choose_file(self) -> None:
        filters = self.tr("Tables (*.csv *.tsv *.txt)"), self.tr("All files (*)")
        title = self.tr("Read a table")
        ask_for_file(self, title, filters, lambda chosen: self.open_file(str(chosen)))

    def open_file(self, path: str) -> CsvChoice:
        """Show the dialog that chooses a column of a CSV file."""
        choice = CsvChoice(path, self)
        choice.chosen.connect(self.controls.add_file_column)
        choice.finished.connect(choice.deleteLater)
        choice.show()
        return choice

    def _choose(self, column: AnyColumn) -> None:
        """Read a column; rows of a table only once the user has allowed that."""
        server = self._tables_server
        if isinstance(column, TableColumn) and server and server.name not in self._readable:
            self._right.show_part(self.consent)
            return
        self._request_report(column)

    def _consent(self) -> None:
        if self._tables_server is not None:
            self._readable.add(self._tables_server.name)
        if (column := self.controls.column()) is not None:
            self._request_report(column)

    def _request_report(self, column: AnyColumn) -> None:
        server = self._tables_server if isinstance(column, TableColumn) else None
        request = AnalyseColumn(column, server, table=self.frequency.known.table())
        self._begin(request, self.tr("Reading the column"))

    def _table_changed(self) -> None:
        """Read the column again for guesses by another frequency table; a lesson waits for Run."""
        column = self.controls.column()
        if column is not None and self._shown is not None and not self._guided:
            self._choose(column)
        self._show_description()

    def _begin(self, request: QueuedRequest, words: str, fraction: float | None = None) -> None:
        self._cancelling = False
        self._request = request
        self.progress.show_progress(words, fraction, "")
        self._lab.send(request)
        self._show_state()

    def _cancel(self) -> None:
        self._readiness.stop_waiting()
        self._cancelling = True
        self._lab.send(Cancel(Requester.COLUMNS))
        self._request = None
        self._show_state()

    def _not_started(self, error: CipherbenchError) -> None:
        self._workbench.failed.emit(error)
        self._show_state()

    def _receive(self, reply: Reply) -> None:
        match reply:
            case RequestProgressed(request=StoreRecords(), done=done, total=total):
                self.progress.set_fraction(done / max(1, total))
            case RecordsReady():
                self._receive_records(reply)
            case ColumnReady():
                self._show_column(reply)
            case ColumnsListed(columns=columns):
                self._end_request()
                self.controls.show_table_columns(columns)
            case CribDragged() | BitsFlipped():
                self._show_view_reply(reply)
            case RequestRefused(request=request, error=error) if (
                requester_of(request) is Requester.COLUMNS
            ):
                self._refused(request, error)

    def _show_view_reply(self, reply: CribDragged | BitsFlipped) -> None:
        if isinstance(reply, CribDragged):
            self.stream.show_result(reply.request, reply.found)
        else:
            self.flip.show_result(reply.request, reply.found)
        self.reply_shown.emit(reply)

    def _receive_records(self, reply: RecordsReady) -> None:
        self._records, self._request = reply, None
        self._records_server = self._storing_server
        self.controls.show_columns(reply.columns)  # which chooses the first

    def _show_column(self, reply: ColumnReady) -> None:
        if reply.column != self.controls.column():
            return  # another one was chosen meanwhile
        self._end_request()
        own = isinstance(reply.column, str)
        records = self._records if own else None
        title, marks = (reply.report.name, "") if records is None else protection_words(records)
        server = self._tables_server if isinstance(reply.column, TableColumn) else None
        parts = description_parts(reply, server, records, self._records_server)
        self._shown = ShownColumn(parts, server, records, reply.report.table)
        self._show_description()
        self.summary.show_report(reply.report, title, marks)
        self.frequency.show_report(reply.report)
        self.prefixes.show_report(reply.report)
        safe = bool(reply.report.hides_equality) and not reply.report.reuses_keystream
        figures = [(reply.report.name, reply.report.statistics)]
        self.figures.show_figures(figures, originals=int(reply.report.is_readable), safe=safe)
        self._right.show_part(self._filled)
        name = reply.column if isinstance(reply.column, str) else ""
        readable = reply.report.is_readable
        self.rows = reply.rows
        if not self._guided:
            self.stream.show_column(reply.column, reply.rows, safe=safe, readable=readable)
            self.flip.show_column(name, reply.rows if own else ())
        self.report_shown.emit(reply.report)

    def _show_description(self) -> None:
        """Show column, protection and server, and whether they still match the settings."""
        if self._shown is None:
            return
        why = self._why_stale(self._shown)
        words = " · ".join(filter(None, map(isolated, self._shown.parts)))
        if why:
            words = self.tr("{why} Still shown: {what}").format(why=why, what=words)
        self.description.setText(words)
        self.description.set_tone("warning" if why else "muted")
        self.stale_overlay.draw(bool(why))

    def _why_stale(self, shown: ShownColumn) -> str:
        """Why the views no longer match the settings; empty if they do."""
        waiting = self._storing and self._readiness.waiting
        if waiting or isinstance(self._request, StoreRecords | AnalyseColumn):
            return self.tr("Updating.")
        entry = self.controls.server.entry()
        name = "" if entry is None else entry.name
        changed = self.tr("The settings have changed since.")
        table = self.frequency.known.table()
        if shown.table != ("" if table is None else table.name):
            return changed
        if shown.server is not None:
            return changed if shown.server.name != name else ""
        records = shown.records
        if records is None:
            return ""
        if records is not self._records:
            return self.tr("Other records have been stored since.")
        differs = (self._records_server, records.records_order) != (
            name,
            self.controls.requested_records(),
        )
        return changed if differs else ""

    def _view_changed(self) -> None:
        match self.views.currentWidget():
            case self.stream:
                self.stream.ask()
            case self.flip:
                self.flip.ask()

    def _refused(self, request: QueuedRequest, error: CipherbenchError) -> None:
        match request:
            case DragCrib():
                self.stream.show_refusal(request, error)
            case FlipBits():
                self.flip.show_refusal(request, error)
            case _:
                self._end_request()
                if not self._cancelling:
                    self._workbench.failed.emit(error)
                self._cancelling = False

    def _end_request(self) -> None:
        """The current request has ended, or the lab's process has."""
        self._request = None
        self._show_state()

    def _show_state(self) -> None:
        working, obstacle = self.working, self._campaign.obstacle()
        self.controls.show_working(working, obstacle)
        for asking_first in (self._empty, self.consent):
            asking_first.disable_action(obstacle)
        for asking in (self.stream, self.flip):
            asking.setEnabled(not obstacle)
        self.frequency.known.setEnabled(not working and not obstacle)
        self.progress.setVisible(working)
        self._show_description()
