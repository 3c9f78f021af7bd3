"""The left side of the results page: the list of campaigns with a search field, and what can be
done with each."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.results.records import CampaignSummary, ImportResult
from app.window.archives.archive_strip import ArchiveStrip
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.shared.run_words import progress_text
from app.window.shared.states import campaign_state
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.limits import LONGEST_NAME
from engines.contract.message import Message
from widgets.layout.boxes import STRETCH, hbox, vbox
from widgets.look.names import filled, isolated, plain_tip, shortened
from widgets.look.numbers import datetime_text
from widgets.look.theme import (
    draw_box,
    number_font,
    scaled_font,
    theme_signals,
    tone_color,
    tone_tint,
)
from widgets.parts.cards import FormLabel, WrappedLabel
from widgets.parts.strips import NoticeStrip, UndoStrip
from widgets.saving.saving import ask_save_path, file_name, saving
from widgets.tables.cell_grid import paint_status_icon, status_word

if TYPE_CHECKING:
    from app.results.store.store import Store

_tr = QCoreApplication.translate
log = logging.getLogger(__name__)


Index = QModelIndex | QPersistentModelIndex
_SUMMARY = Qt.ItemDataRole.UserRole


class CampaignList(QWidget):
    """Newest first. Signals carry the id in the store.

    Hidden campaigns are listed on request.
    """

    selected = Signal(int)
    comparison_selected = Signal(object)
    """The ids of the campaigns to compare, in the order of the list: two or more, or one to compare
    within itself."""

    menu_wanted = Signal(object)
    """The place on the screen (QPoint) for a menu about the current campaign."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all: list[CampaignSummary] = []
        self._current = 0
        self._compared: tuple[int, ...] = ()
        self._marking = False
        self.field = self._make_search()
        self.show_hidden = QCheckBox(self.tr("Show hidden c&ampaigns"), self)
        self.show_hidden.toggled.connect(self._relist)
        self.show_hidden.hide()
        self._nothing = WrappedLabel("", "muted", self)
        self._nothing.hide()
        self._model = _Model(self)
        self.view = QListView(self)
        self.view.setModel(self._model)
        self.view.setItemDelegate(_Delegate(self.view))
        self.view.setAccessibleName(self.tr("Campaigns"))
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.view.selectionModel().selectionChanged.connect(self._on_selection)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.view)
        escape.setContext(Qt.ShortcutContext.WidgetShortcut)
        escape.activated.connect(self.leave_comparison)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._ask_for_menu)
        self.setFocusProxy(self.view)
        theme_signals().changed.connect(self.view.viewport().update)
        vbox(self, self.field, self._nothing, (self.view, 1), self.show_hidden, spacing=8)

    def show_campaigns(self, summaries: Sequence[CampaignSummary]) -> None:
        """Replace the list and keep the current campaign; take the newest when it is gone."""
        if list(summaries) == self._all:
            return
        before = {each.id for each in self._listable()}
        self._all = list(summaries)
        self.show_hidden.setVisible(any(each.archived for each in summaries))
        self._keep_current(before)

    def _relist(self) -> None:
        self._keep_current({each.id for each in self._all})

    def _keep_current(self, before: set[int]) -> None:
        """Filter again; `before` are the ids that were listed. Where the current campaign is one of
        them and no longer listed, the newest becomes current."""
        gone = before - {each.id for each in self._listable()}
        left = tuple(each for each in self._compared if each not in gone)
        if len(left) < min(2, len(self._compared)):
            self.select(next(iter(left), 0))
        elif self._current in gone and not left:
            self.select(0)
        else:
            self._compared = left
            self._filter()

    def _listable(self) -> list[CampaignSummary]:
        return [each for each in self._all if self.show_hidden.isChecked() or not each.archived]

    def select(self, campaign_id: int) -> None:
        """Make a campaign current; one that is not listed yet will be once it is."""
        self._current, self._compared = campaign_id, ()
        if any(each.id == campaign_id and each.archived for each in self._all):
            self.show_hidden.setChecked(True)
        with QSignalBlocker(self.field):  # else it marks a campaign that was current before
            self.field.clear()
        self._filter()

    def compare_current(self) -> None:
        """Compare the servers, cases or studies of the current campaign."""
        if self._current:
            self._compared = (self._current,)
            self.comparison_selected.emit(self._compared)

    def leave_comparison(self) -> None:
        """Leave the comparison and show one of its campaigns."""
        if self._compared:
            self.select(self._current)

    def search(self) -> None:
        """Focus the search field."""
        self.field.setFocus()

    def current(self) -> int:
        """The id of the current campaign; 0 without one."""
        return self._current

    def compared(self) -> tuple[int, ...]:
        """Ids of the compared campaigns; empty while a single one is shown."""
        return self._compared

    def current_summary(self) -> CampaignSummary | None:
        """None if no current campaign is in the list."""
        return next((each for each in self._all if each.id == self._current), None)

    def _make_search(self) -> QLineEdit:
        search = QLineEdit(self)
        search.setPlaceholderText(self.tr("Search campaigns"))
        search.setAccessibleName(self.tr("Search campaigns"))
        search.setClearButtonEnabled(True)
        search.textChanged.connect(self._filter)
        return search

    def _filter(self) -> None:
        wanted = self.field.text().split()
        found = [each for each in self._listable() if each.matches(wanted)]
        with self._quietly():
            self._model.replace(found)
            self._mark_compared()
        self._show_no_match(bool(wanted) and not found)
        if not self._compared:
            self._mark_current()

    def _show_no_match(self, nothing: bool) -> None:
        self._nothing.setVisible(nothing)
        if nothing:
            frame = self.tr("No campaign matches “{0}”.")
            self._nothing.setText(filled(frame, shortened(self.field.text().strip())))

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """Emit nothing while the selection is restored."""
        self._marking = True
        try:
            yield
        finally:
            self._marking = False

    def _mark_compared(self) -> None:
        """Restore the selection of the compared campaigns that are still listed."""
        several = QItemSelection()
        rows = [self._model.row_of(each) for each in self._compared]
        listed = [self._model.index(row) for row in rows if row is not None]
        for index in listed:
            several.select(index, index)
        if listed:
            choose, chosen = QItemSelectionModel.SelectionFlag, self.view.selectionModel()
            chosen.select(several, choose.ClearAndSelect)
            chosen.setCurrentIndex(listed[0], choose.NoUpdate)

    def _mark_current(self) -> None:
        row = self._model.row_of(self._current)
        if row is None and not self.field.text() and self._model.rowCount() and not self._current:
            row = 0
        if row is not None:
            self.view.setCurrentIndex(self._model.index(row))

    def _on_selection(self) -> None:
        """Compare two or more, show one. The current index does not help: it changes before the
        selection, or after it."""
        chosen = self._chosen()
        if self._marking or not chosen:
            return
        were, self._compared = self._compared, chosen if len(chosen) > 1 else ()
        if self._compared and self._compared != were:
            self.comparison_selected.emit(self._compared)
        elif len(chosen) == 1:
            self._current = chosen[0]
            self.selected.emit(chosen[0])

    def _chosen(self) -> tuple[int, ...]:
        rows = sorted(index.row() for index in self.view.selectionModel().selectedIndexes())
        return tuple(self._model.index(row).data(_SUMMARY).id for row in rows)

    def _ask_for_menu(self, place: QPoint) -> None:
        index = self.view.indexAt(place)
        if index.isValid():
            self.view.setCurrentIndex(index)
            self.menu_wanted.emit(self.view.viewport().mapToGlobal(place))


class _Model(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._summaries: list[CampaignSummary] = []

    def replace(self, summaries: list[CampaignSummary]) -> None:
        self.beginResetModel()
        self._summaries = summaries
        self.endResetModel()

    def row_of(self, campaign_id: int) -> int | None:
        rows = (row for row, each in enumerate(self._summaries) if each.id == campaign_id)
        return next(rows, None)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._summaries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        summary = self._summaries[index.row()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return summary
            case Qt.ItemDataRole.DisplayRole:
                return summary.name
            case Qt.ItemDataRole.ToolTipRole:
                word = status_word(campaign_state(summary))
                servers = ", ".join(map(isolated, summary.servers))
                lines = (f"#{summary.id}  {isolated(summary.name)}", word, servers, summary.notes)
                return plain_tip("\n".join(filter(None, lines)))
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{summary.name}, {status_word(campaign_state(summary))}"
        return None


class _Delegate(QStyledItemDelegate):
    """Two lines: the name; status, runs and date. Below them its tags, where it has any."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        lines = 3 if _third_line(index.data(_SUMMARY)) else 2
        return QSize(200, lines * option.fontMetrics.height() + 22)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        summary: CampaignSummary = index.data(_SUMMARY)
        box = QRectF(option.rect).adjusted(4, 2, -4, -2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tone_tint("accent"))
            painter.drawRoundedRect(box, 4, 4)
        words = box.adjusted(8, 6, -8, -6)
        if tags := _third_line(summary):
            _line(painter, words, tags, scaled_font(0.92), "accent", top=False)
            words.setBottom(words.bottom() - option.fontMetrics.height())
        _line(painter, words, summary.name, scaled_font(bold=True), "text", top=True)
        status = campaign_state(summary)
        paint_status_icon(painter, QRectF(words.left(), words.bottom() - 14, 12, 12), status)
        below = words.adjusted(18, 0, 0, 0)
        _line(painter, below, _second_line(summary), number_font(0.92), "muted", top=False)
        painter.restore()


def _second_line(summary: CampaignSummary) -> str:
    return "  ".join(
        (progress_text(summary.runs_done, summary.runs_total), datetime_text(summary.created_at))
    )


def _third_line(summary: CampaignSummary) -> str:
    """Its tags, and whether it is hidden."""
    hidden = [_tr("CampaignList", "hidden")] if summary.archived else []
    return " · ".join((*map(isolated, summary.tags), *hidden))


def _line(painter: QPainter, box: QRectF, text: str, font: Any, tone: str, *, top: bool) -> None:
    painter.setFont(font)
    painter.setPen(tone_color(tone))
    short = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
    side = Qt.AlignmentFlag.AlignTop if top else Qt.AlignmentFlag.AlignBottom
    painter.drawText(box, side | Qt.AlignmentFlag.AlignLeft, short)


class CampaignDeletion(QObject):
    """Deletion of campaigns with undo: hidden at once, deleted from the store when undo is no
    longer offered. A campaign to which something was added in between is not deleted, and shown
    again.

    If the program is killed first, nothing is deleted. The store has one writer: deletions wait
    until a running campaign ends.
    """

    changed = Signal()
    """`hidden_ids` has changed."""

    deletion_declined = Signal(CampaignSummary, Message)
    """A campaign was not deleted: its summary, and what was added to it."""

    def __init__(self, workbench: Workbench, reader: StoreReader, parent: QObject) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._reader = reader
        self._undoable = 0
        """Id of the campaign whose deletion can be undone; 0 without one."""
        self._confirmed: set[int] = set()
        """Ids of those to delete as soon as nothing else writes."""
        self._summaries_at_deletion: dict[int, tuple[CampaignSummary, float]] = {}
        """Summary and time (seconds since the epoch) at which the user deleted it, by id."""
        workbench.campaign_ended.connect(self.delete_due)
        workbench.evidence_ended.connect(self.delete_due)
        workbench.store_watch.changed.connect(self.delete_due)
        workbench.archive_jobs.ended.connect(self.delete_due)

    @property
    def hidden_ids(self) -> frozenset[int]:
        """Ids of campaigns that are hidden but may still be in the store."""
        return frozenset(self._confirmed | {self._undoable} - {0})

    def delete(self, summary: CampaignSummary) -> None:
        """Hide a campaign. The one deleted before it can no longer be restored."""
        self.confirm()
        self._undoable = summary.id
        self._summaries_at_deletion[summary.id] = summary, time.time()
        self.changed.emit()

    def undo(self) -> int:
        """Restore the campaign that was deleted last. Returns its id, 0 if there is none."""
        back, self._undoable = self._undoable, 0
        self.changed.emit()
        return back

    def cancel(self, campaign_id: int) -> None:
        """Do not delete a campaign, which was imported again while its deletion was pending."""
        self._confirmed.discard(campaign_id)
        self._undoable = 0 if self._undoable == campaign_id else self._undoable
        self.changed.emit()

    def confirm(self) -> None:
        """Delete what is hidden, as soon as nothing else writes: undo is no longer offered."""
        self._confirmed |= {self._undoable} - {0}
        self._undoable = 0
        self.delete_due()

    def delete_due(self) -> None:
        """Delete what was confirmed, unless the store is being written."""
        if self._workbench.busy or self._workbench.searching_evidence:
            return
        for each in sorted(self._confirmed):
            self._delete(each)

    def close(self) -> None:
        """Delete at once: the program ends. What fails is listed again at the next start."""
        due = self.hidden_ids
        if not due or self._workbench.running:
            return
        from app.results.store.store import open_store

        try:
            with open_store(self._workbench.store_url, write=True) as store:
                for each in due:
                    store.delete_unchanged(*self._summaries_at_deletion[each])
        except CipherbenchError as error:
            log.warning("campaigns not deleted: %s", error)

    def _delete(self, campaign_id: int) -> None:
        seen = self._summaries_at_deletion[campaign_id]
        added: list[Message] = []

        def done() -> None:
            if campaign_id not in self._confirmed:
                return  # imported again, or reported already
            self._confirmed.discard(campaign_id)
            self.changed.emit()
            if added[0]:
                self.deletion_declined.emit(seen[0], added[0])

        self._reader.write(lambda store: added.append(store.delete_unchanged(*seen)), done)


_NOTE_LINES = 4


class LabelEditor(QWidget):
    """A form below the list for name, tags and notes of a campaign. Not modal; unsaved input
    stays."""

    saved = Signal(int, str, object, str)
    """Of a campaign: its name, its tags (tuple of texts) and its notes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._campaign = 0
        self.name, self.tags, self.notes = QLineEdit(), QLineEdit(), QPlainTextEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.tags.setPlaceholderText(self.tr("Separate with commas"))
        self.notes.setTabChangesFocus(True)
        self.notes.setFixedHeight(_NOTE_LINES * self.notes.fontMetrics().lineSpacing() + 16)
        self._save_button = QPushButton(self.tr("&Keep"))
        self._discard_button = QPushButton(self.tr("Discar&d"))
        self._save_button.clicked.connect(self._answer)
        self._discard_button.clicked.connect(self.hide)
        for line in (self.name, self.tags):
            line.returnPressed.connect(self._answer)
        self._add_shortcuts()
        self._lay_out()
        self.hide()
        theme_signals().changed.connect(self.update)

    @property
    def campaign(self) -> int:
        """The campaign whose labels are edited; 0 for none."""
        return self._campaign if self.isVisible() else 0

    def edit(self, summary: CampaignSummary, first: QWidget) -> None:
        """Show the labels of a campaign, with the focus in `first`."""
        if summary.id != self.campaign:
            self._campaign = summary.id
            self.name.setText(summary.name)
            self.tags.setText(", ".join(summary.tags))
            self.notes.setPlainText(summary.notes)
        self.show()
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        if isinstance(first, QLineEdit):
            first.selectAll()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "accent")

    def _answer(self) -> None:
        tags = tuple(self.tags.text().split(","))
        self.saved.emit(self._campaign, self.name.text(), tags, self.notes.toPlainText())

    def _add_shortcuts(self) -> None:
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.hide)
        done = QShortcut(QKeySequence("Ctrl+Return"), self)
        done.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        done.activated.connect(self._answer)

    def _lay_out(self) -> None:
        column = vbox(self, margins=(12, 10, 12, 10), spacing=4)
        for words, field in (
            (self.tr("&Name"), self.name),
            (self.tr("&Tags"), self.tags),
            (self.tr("N&otes"), self.notes),
        ):
            column.addWidget(FormLabel(words, field))
            column.addWidget(field)
        row = hbox(None, STRETCH, self._save_button, self._discard_button)
        column.addLayout(row)


class CampaignColumn(QWidget):
    """The list with its menu, label editor and import; the page places the strips `undo`, `notice`
    and `archive_strip` above its content."""

    changed = Signal()
    """The stored campaigns have changed."""

    plan_asked = Signal(int)
    """The plan of a campaign is to be used for a new one."""

    def __init__(
        self, workbench: Workbench, reader: StoreReader, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._reader = reader
        self._summaries: Sequence[CampaignSummary] = ()
        self.list = CampaignList(self)
        self.editor = LabelEditor(self)
        self.menu = QMenu(self)
        self.menu.setToolTipsVisible(True)
        self.undo = UndoStrip()
        self.notice = NoticeStrip()
        self.archive_strip = ArchiveStrip(workbench.archive_jobs)
        self.import_button = QPushButton(self.tr("&Import …"), self)
        self.import_button.setToolTip(
            self.tr("Import archives, or spools of interrupted campaigns (Ctrl+O)")
        )
        if workbench.read_only:
            self.import_button.setEnabled(False)
            self.import_button.setToolTip(workbench.obstacle())
        self.open_button = QPushButton(self.tr("&Open store …"), self)
        self.open_button.setToolTip(
            self.tr("Look at results of another store, such as one that several machines share")
        )
        self.open_button.clicked.connect(workbench.other_store_requested)
        self._deletion = CampaignDeletion(workbench, reader, self)
        self.setFocusProxy(self.list)
        below = hbox(None, (self.import_button, 1), self.open_button, spacing=8)
        vbox(self, (self.list, 1), self.editor, below, spacing=8)
        self._connect()

    def show_campaigns(self, summaries: Sequence[CampaignSummary]) -> bool:
        """Replace the list by those that are not being deleted. True if there are any."""
        self._summaries = summaries
        gone = self._deletion.hidden_ids
        left = [each for each in summaries if each.id not in gone]
        self.list.show_campaigns(left)
        return bool(left)

    def delete(self) -> None:
        """Delete the current campaign; the undo strip can bring it back."""
        summary = self.list.current_summary()
        if summary is not None and not self._obstacle():
            self.editor.hide()
            self._deletion.delete(summary)
            self.show_campaigns(self._summaries)
            self.list.setFocus()
            self.undo.offer(filled(self.tr("{0} was deleted."), shortened(summary.name)))

    def ask_what_to_import(self) -> None:
        """Open a non-modal file dialog and import the chosen files."""
        dialog = QFileDialog(self, self.tr("Import campaigns"), saving().initial_path(""))
        dialog.setNameFilters(
            [self.tr("Archives and spools (*.zip *.jsonl)"), self.tr("All files (*)")]
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda chosen: self.import_files(list(map(Path, chosen))))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def import_files(self, paths: Sequence[Path]) -> None:
        """Import files into the store, after this page's pending writes."""
        self._reader.read(lambda _store: None, lambda _: self._workbench.import_files(paths))

    def finish_deletions(self) -> None:
        """Delete at once what is pending: the program ends."""
        self._deletion.close()

    def _obstacle(self) -> str:
        """Why no label can be changed; empty if it can."""
        obstacle = self._workbench.obstacle()
        if not obstacle and self._workbench.searching_evidence:
            return self.tr("Not available while the store is being written")
        return obstacle

    def _connect(self) -> None:
        self.list.menu_wanted.connect(self._open_menu)
        self.editor.saved.connect(self._save_labels)
        self.undo.undo_requested.connect(self._undo)
        self.undo.dismissed.connect(self._deletion.confirm)
        self._deletion.changed.connect(self.changed)
        self._deletion.deletion_declined.connect(self._show_again)
        self.import_button.clicked.connect(self.ask_what_to_import)
        self._workbench.archive_jobs.imported.connect(self._show_imported)
        self._workbench.archive_jobs.written.connect(saving().announce_saved)
        self._workbench.archive_jobs.ended.connect(self.changed)
        self._add_key("F2", lambda: self._edit(self.editor.name))
        self._add_key("Del", self.delete)

    def _add_key(self, key: str, then: Callable[[], None]) -> None:
        made = QShortcut(QKeySequence(key), self.list.view)
        made.setContext(Qt.ShortcutContext.WidgetShortcut)
        made.activated.connect(then)

    def _open_menu(self, place: QPoint) -> None:
        summary = self.list.current_summary()
        if summary is not None:
            self.fill_menu(summary, self._obstacle())
            self.menu.popup(place)

    def fill_menu(self, summary: CampaignSummary, obstacle: str) -> None:
        """Offer what can be done with a campaign; `obstacle` says why it cannot be changed now."""
        menu, editor = self.menu, self.editor
        menu.clear()
        rename = menu.addAction(_tr("CampaignMenu", "&Rename …") + "\tF2")
        rename.triggered.connect(lambda: self._edit(editor.name))
        tags = menu.addAction(_tr("CampaignMenu", "&Tags …"))
        tags.triggered.connect(lambda: self._edit(editor.tags))
        notes = menu.addAction(_tr("CampaignMenu", "&Notes …"))
        notes.triggered.connect(lambda: self._edit(editor.notes))
        menu.addSeparator()
        compare = menu.addAction(_tr("CampaignMenu", "&Compare its servers, cases or studies"))
        compare.triggered.connect(self.list.compare_current)
        plan = menu.addAction(_tr("CampaignMenu", "&Use its plan for a new campaign"))
        plan.triggered.connect(lambda: self.plan_asked.emit(self.list.current()))
        archive = menu.addAction(_tr("CampaignMenu", "Save as arc&hive …"))
        archive.triggered.connect(self._ask_where_to_archive)
        menu.addSeparator()
        hide = menu.addAction(
            _tr("CampaignMenu", "Restore to &list")
            if summary.archived
            else _tr("CampaignMenu", "Hide from &list")
        )
        hide.triggered.connect(lambda: self._set_hidden(not summary.archived))
        delete = menu.addAction(_tr("CampaignMenu", "&Delete\tDel"))
        delete.triggered.connect(self.delete)
        if obstacle:
            for action in (rename, tags, notes, hide, delete):
                action.setEnabled(False)
                action.setToolTip(obstacle)

    def _edit(self, first: QWidget) -> None:
        summary = self.list.current_summary()
        if summary is not None and not self._obstacle():
            self.editor.edit(summary, first)

    def _save_labels(self, campaign_id: int, name: str, tags: tuple[str, ...], notes: str) -> None:
        def job(store: Store) -> None:
            from app.results.store.campaign_details import set_details

            set_details(store, campaign_id, name=name, tags=tags, notes=notes)

        def saved() -> None:
            if self.editor.campaign == campaign_id:
                self.editor.hide()
                self.list.setFocus()
            self.changed.emit()

        self._reader.write(job, saved)

    def _set_hidden(self, away: bool) -> None:
        chosen = self.list.current()

        def job(store: Store) -> None:
            from app.results.store.campaign_details import set_details

            set_details(store, chosen, archived=away)

        self._reader.write(job, self.changed.emit)

    def _ask_where_to_archive(self) -> None:
        summary = self.list.current_summary()
        if summary is not None:
            archive_jobs, chosen = self._workbench.archive_jobs, summary.id
            ask_save_path(
                self,
                file_name(summary.name, ending="cipherbench.zip"),
                [self.tr("Archive (*.zip)")],
                lambda path: archive_jobs.write_archive(chosen, path),
            )

    def _show_imported(self, taken: ImportResult) -> None:
        self._deletion.cancel(taken.campaign)
        self.list.select(taken.campaign)

    def _show_again(self, summary: CampaignSummary, added: Message) -> None:
        self.list.select(summary.id)
        frame = self.tr("{0} was not deleted: {1}.")
        self.notice.show_text(filled(frame, shortened(summary.name), message_text(added)))

    def _undo(self) -> None:
        back = self._deletion.undo()
        if back:
            self.show_campaigns(self._summaries)
            self.list.select(back)
            self.list.setFocus()
