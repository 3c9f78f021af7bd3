"""Real columns: what ciphertext in a table reveals without the key."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.patterns.requests import (
    AnyColumn,
    BitsFlipped,
    Cancel,
    ColumnReady,
    ColumnsListed,
    DragWord,
    FlipBits,
    ListColumns,
    LookAtColumn,
    News,
    Order,
    RecordsReady,
    Refused,
    RequestProgressed,
    SealRecords,
    Subject,
    WordDragged,
    subject_of,
)
from app.servers.entry import LentServer
from app.window.lab.columns.controls import ColumnControls
from app.window.lab.columns.csv_choice import CsvChoice
from app.window.lab.columns.flip import FlipView
from app.window.lab.columns.frequency import FrequencyView
from app.window.lab.columns.guided import Guided, invitation
from app.window.lab.columns.prefixes import PrefixView
from app.window.lab.columns.shown import ShownColumn, parts_of, protection_words
from app.window.lab.columns.stream import StreamView
from app.window.lab.columns.summary import ColumnSummary
from app.window.lab.common.figures import FigureTable
from app.window.lab.common.lab_link import LabLink
from app.window.servers.readiness import Readiness
from app.window.servers.words import beginning_words
from app.window.workbench.campaign_watch import CampaignWatch
from app.window.workbench.workbench import Workbench
from engines.contract.catalogue import TableColumn
from engines.contract.errors import CipherbenchError
from widgets.layout.fold_handle import FoldHandle
from widgets.layout.front_part import FrontPart
from widgets.look.names import filled, isolated
from widgets.look.veil import Veil
from widgets.parts.cards import ElidedLabel, EmptyState, ToneLabel
from widgets.parts.progress_line import ProgressLine

_LEAST, _ROOM_FOR_BOTH = 380, 760
"""Pixels that it needs, and below which settings and views are not seen side by side."""


class ColumnsTab(QWidget):
    """Controls at the left; the headline, and one view of the column in front, at the right."""

    reported = Signal(object)
    """The ColumnReport of another column that is shown."""

    tried = Signal(object)
    """A WordDragged or BitsFlipped that is shown."""

    def __init__(
        self,
        workbench: Workbench,
        lab: LabLink,
        parent: QWidget | None = None,
        *,
        guided: Guided | None = None,
    ) -> None:
        """A lesson that guides it has its settings, asks for each column itself, and says what of
        it the key stream or the change is about."""
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
        self.figures = FigureTable(self, explained=True)
        self.views = QTabWidget(self)
        self.views.tabBar().setProperty("dense", True)  # five of them, next to the settings
        guides = guided is not None
        self.shown_words = ElidedLabel("", "muted") if guides else ToneLabel("", "muted")
        self.shown_words.setWordWrap(not guides)
        self.progress = ProgressLine(parent=self)
        self._campaign = CampaignWatch(workbench, self)
        self._readiness = Readiness(workbench.servers, self)
        self._readable: set[str] = set()
        """The servers whose tables may be read, by name: the user was asked."""
        self.rows: tuple[tuple[int, str], ...] = ()
        """The first rows of the column that is shown: their ids, and their texts if known."""
        self._made: RecordsReady | None = None
        self._made_on = self._making_on = ""
        self._place: LentServer | None = None
        self._shown: ShownColumn | None = None
        self._working: Order | None = None
        self._storing = False  # the server that is waited for is to store records
        self._cancelling = False
        self._lay_out()
        self._connect()

    def shown(self) -> None:
        self.controls.server.ask()
        self.frequency.known.offer()  # a lesson may have taken one in

    def close_down(self) -> None:
        """Stop waiting for a server."""
        self._readiness.forget()

    def clear(self) -> None:
        """Show no column any more."""
        self._made, self._shown, self.rows = None, None, ()
        self.controls.show_columns(())
        self.shown_words.clear()
        self.veil.draw(False)
        self._right.show_part(self._empty)

    @property
    def working(self) -> bool:
        """Whether records are being stored, or a column read."""
        return self._readiness.waiting or self._working is not None

    # what is built

    def _lay_out(self) -> None:
        counts = QWidget(self)
        beneath = QVBoxLayout(counts)
        beneath.setContentsMargins(0, 8, 0, 0)
        beneath.setSpacing(4)
        beneath.addWidget(self.summary)
        beneath.addWidget(self.frequency, 1)
        for part, title, guided in (
            (counts, self.tr("&Frequencies"), Guided.COUNTS),
            (self.prefixes, self.tr("&Beginnings"), None),
            (self.stream, self.tr("&Key stream"), Guided.STREAM),
            (self.flip, self.tr("Bit fli&p"), Guided.FLIP),
            (self.figures, self.tr("Block fi&gures"), None),
        ):
            if self._guided and guided is not self._guided:
                part.hide()  # else its height would be asked for, too
            else:
                self.views.addTab(part, title)
        self._right = self._made_right()
        self.veil = Veil(self.views)
        self.progress.hide()
        self._content = QWidget(self)
        right = QVBoxLayout(self._content)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(8)
        right.addWidget(self.progress)
        right.addWidget(self._right, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0 if self._guided else 12, 0, 0)
        row.setSpacing(4)
        self.fold = FoldHandle(self.controls, self.tr("the settings"), at_left=True)
        row.addWidget(self.controls)
        row.addWidget(self.fold)
        row.addWidget(self._content, 1)
        for hidden in (self.controls, self.fold, self.views.tabBar()):
            hidden.setVisible(not self._guided)

    def _made_right(self) -> FrontPart:
        """The invitation, the column, and the question whether somebody's rows may be read."""
        self._empty = EmptyState(
            "patterns",
            self.tr("Read a column as a thief would"),
            invitation(self._guided),
            None if self._guided else self.tr("Store and read"),
            self,
        )
        self._empty.activated.connect(self.controls.store.click)
        self._filled = QWidget(self)
        column = QVBoxLayout(self._filled)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.shown_words)
        column.addWidget(self.views, 1)
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
        """Settings that are folded away need no room."""
        least = super().minimumSizeHint()
        return QSize(min(least.width(), _LEAST), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._guided:
            self.fold.fold_when_narrow(self.width() < _ROOM_FOR_BOTH, self._content)

    def _connect(self) -> None:
        self.controls.store_asked.connect(self.store)
        self.controls.cancel_asked.connect(self._cancel)
        self.controls.column_chosen.connect(self._choose)
        self.controls.others_asked.connect(self._list)
        self.controls.file_asked.connect(self._choose_file)
        self.controls.settings_changed.connect(self._tell_what_is_shown)
        self.frequency.known.changed.connect(self._table_changed)
        self.frequency.known.failed.connect(self._workbench.failed)
        self.frequency.known.settled.connect(self._workbench.settled)
        self.stream.asked.connect(self._lab.send)
        self.flip.asked.connect(self._lab.send)
        self.views.currentChanged.connect(self._view_changed)
        self._lab.news.connect(self._take)
        self._lab.ended.connect(self._done)
        self._campaign.changed.connect(self._show_state)
        self._workbench.servers.changed.connect(self._show_state)

    # what happens

    def store(self) -> None:
        """Store records on the chosen server, started if necessary, and read them."""
        self._storing = True
        self._at_server(self._store_on)

    def _store_on(self, place: LentServer) -> None:
        order = self.controls.order()
        self._making_on = place.name
        if order is not None:
            self._begin(SealRecords(place, order), self.tr("Storing records"), 0.0)
        self._show_state()

    def _list(self) -> None:
        self._storing = False
        self._at_server(self._list_on)

    def _list_on(self, place: LentServer) -> None:
        self._place = place
        self._begin(ListColumns(place), filled(self.tr("Listing columns on {0}"), place.name))

    def _at_server(self, then: Callable[[LentServer], None]) -> None:
        entry = self.controls.server.entry()
        if entry is None or self._campaign.obstacle():
            return
        begun = filled(beginning_words([entry.spec.source]), entry.name)
        self.progress.show_progress(begun, None, "")
        self._readiness.ensure(entry.name, then, self._not_started)
        self._show_state()

    def _choose_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Read a table"))
        dialog.setNameFilters([self.tr("Tables (*.csv *.tsv *.txt)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.open_file)
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def open_file(self, path: str) -> CsvChoice:
        """Ask which column of a file is to be read, and how."""
        choice = CsvChoice(path, self)
        choice.chosen.connect(self.controls.add_file_column)
        choice.finished.connect(choice.deleteLater)
        choice.show()
        return choice

    def _choose(self, column: AnyColumn) -> None:
        """Read a column; rows of somebody's table only once that is allowed."""
        place = self._place
        if isinstance(column, TableColumn) and place and place.name not in self._readable:
            self._right.show_part(self.consent)
            return
        self._look(column)

    def _consent(self) -> None:
        if self._place is not None:
            self._readable.add(self._place.name)
        if (column := self.controls.column()) is not None:
            self._look(column)

    def _look(self, column: AnyColumn) -> None:
        place = self._place if isinstance(column, TableColumn) else None
        order = LookAtColumn(column, place, table=self.frequency.known.table())
        self._begin(order, self.tr("Reading the column"))

    def _table_changed(self) -> None:
        """Guess by another table at once; a lesson does with the next run."""
        column = self.controls.column()
        if column is not None and self._shown is not None and not self._guided:
            self._choose(column)
        self._tell_what_is_shown()

    def _begin(self, order: Order, words: str, fraction: float | None = None) -> None:
        self._cancelling = False
        self._working = order
        self.progress.show_progress(words, fraction, "")
        self._lab.send(order)
        self._show_state()

    def _cancel(self) -> None:
        self._readiness.forget()
        self._cancelling = True
        self._lab.send(Cancel(Subject.COLUMNS))
        self._working = None
        self._show_state()

    def _not_started(self, error: CipherbenchError) -> None:
        self._workbench.failed.emit(error)
        self._show_state()

    def _take(self, news: News) -> None:
        match news:
            case RequestProgressed(order=SealRecords(), done=done, total=total):
                self.progress.set_fraction(done / max(1, total))
            case RecordsReady():
                self._stored(news)
            case ColumnReady():
                self._show_column(news)
            case ColumnsListed(columns=columns):
                self._done()
                self.controls.show_others(columns)
            case WordDragged() | BitsFlipped():
                self._show_trial(news)
            case Refused(order=order, error=error) if subject_of(order) is Subject.COLUMNS:
                self._refused(order, error)

    def _show_trial(self, news: WordDragged | BitsFlipped) -> None:
        if isinstance(news, WordDragged):
            self.stream.show_found(news.order, news.found)
        else:
            self.flip.show_found(news.order, news.found)
        self.tried.emit(news)

    def _stored(self, news: RecordsReady) -> None:
        self._made, self._working = news, None
        self._made_on = self._making_on
        self.controls.show_columns(news.columns)  # the first of them is looked at

    def _show_column(self, news: ColumnReady) -> None:
        if news.column != self.controls.column():
            return  # another one was chosen meanwhile
        self._done()
        own = isinstance(news.column, str)
        made = self._made if own else None
        title, marks = (news.report.name, "") if made is None else protection_words(made)
        place = self._place if isinstance(news.column, TableColumn) else None
        parts = parts_of(news, place, made, self._made_on)
        self._shown = ShownColumn(parts, place, made, news.report.table)
        self._tell_what_is_shown()
        self.summary.show_report(news.report, title, marks)
        self.frequency.show_report(news.report)
        self.prefixes.show_report(news.report)
        safe = bool(news.report.hides_equality) and not news.report.reuses_keystream
        figures = [(news.report.name, news.report.statistics)]
        self.figures.show_figures(figures, originals=int(news.report.is_readable), safe=safe)
        self._right.show_part(self._filled)
        name = news.column if isinstance(news.column, str) else ""
        readable = news.report.is_readable
        self.rows = news.rows
        if not self._guided:
            self.stream.show_column(news.column, news.rows, safe=safe, readable=readable)
            self.flip.show_column(name, news.rows if own else ())
        self.reported.emit(news.report)

    def _tell_what_is_shown(self) -> None:
        """Show column, protection and server, and whether the settings have changed."""
        if self._shown is None:
            return
        why = self._why_stale(self._shown)
        words = " · ".join(filter(None, map(isolated, self._shown.parts)))
        if why:
            words = self.tr("{why} Still shown: {what}").format(why=why, what=words)
        self.shown_words.setText(words)
        self.shown_words.set_tone("warning" if why else "muted")
        self.veil.draw(bool(why))

    def _why_stale(self, shown: ShownColumn) -> str:
        """Why the views no longer match the settings; empty if they do."""
        waiting = self._storing and self._readiness.waiting
        if waiting or isinstance(self._working, SealRecords | LookAtColumn):
            return self.tr("Updating.")
        entry = self.controls.server.entry()
        name = "" if entry is None else entry.name
        changed = self.tr("The settings have changed since.")
        table = self.frequency.known.table()
        if shown.table != ("" if table is None else table.name):
            return changed
        if shown.place is not None:
            return changed if shown.place.name != name else ""
        made = shown.made
        if made is None:
            return ""
        if made is not self._made:
            return self.tr("Other records have been stored since.")
        differs = (self._made_on, made.order) != (name, self.controls.order())
        return changed if differs else ""

    def _view_changed(self) -> None:
        match self.views.currentWidget():
            case self.stream:
                self.stream.ask()
            case self.flip:
                self.flip.ask()

    def _refused(self, order: Order, error: CipherbenchError) -> None:
        match order:
            case DragWord():
                self.stream.show_refusal(order, error)
            case FlipBits():
                self.flip.show_refusal(order, error)
            case _:
                self._done()
                if not self._cancelling:
                    self._workbench.failed.emit(error)
                self._cancelling = False

    def _done(self) -> None:
        """The order in hand is over, or the lab's process is."""
        self._working = None
        self._show_state()

    def _show_state(self) -> None:
        working, obstacle = self.working, self._campaign.obstacle()
        self.controls.show_working(working, obstacle)
        for asking_first in (self._empty, self.consent):
            asking_first.hold(obstacle)
        for asking in (self.stream, self.flip):
            asking.setEnabled(not obstacle)
        self.frequency.known.setEnabled(not working and not obstacle)
        self.progress.setVisible(working)
        self._tell_what_is_shown()
