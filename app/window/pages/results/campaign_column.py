"""The left side of the results page: the list of campaigns and what can be done with each."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QFileDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from app.results.records import CampaignSummary, ImportResult
from app.window.archives.archive_strip import ArchiveStrip
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.pages.results.campaign_list import CampaignList
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.limits import LONGEST_NAME
from engines.contract.message import Message
from widgets.layout.boxes import STRETCH, hbox, vbox
from widgets.look.names import filled, shortened
from widgets.look.theme import draw_box, theme_signals
from widgets.parts.cards import FormLabel
from widgets.parts.strips import NoticeStrip, UndoStrip
from widgets.saving.saving import ask_save_path, file_name, saving

if TYPE_CHECKING:
    from app.results.store.store import Store

log = logging.getLogger(__name__)


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


class CampaignMenu(QMenu):
    """Context menu of a campaign, filled each time it opens. While the store cannot be changed it
    offers no changes."""

    rename_asked = Signal()
    tags_asked = Signal()
    notes_asked = Signal()
    plan_asked = Signal()
    compare_asked = Signal()
    archive_asked = Signal()
    hide_asked = Signal(bool)
    delete_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolTipsVisible(True)

    def fill(self, summary: CampaignSummary, obstacle: str) -> None:
        """Offer what can be done with a campaign; `obstacle` says why it cannot be changed now."""
        self.clear()
        rename = self.addAction(self.tr("&Rename …") + "\tF2")
        rename.triggered.connect(self.rename_asked)
        tags = self.addAction(self.tr("&Tags …"))
        tags.triggered.connect(self.tags_asked)
        notes = self.addAction(self.tr("&Notes …"))
        notes.triggered.connect(self.notes_asked)
        self.addSeparator()
        compare = self.addAction(self.tr("&Compare its servers, cases or studies"))
        compare.triggered.connect(self.compare_asked)
        plan = self.addAction(self.tr("&Use its plan for a new campaign"))
        plan.triggered.connect(self.plan_asked)
        self.addAction(self.tr("Save as arc&hive …")).triggered.connect(self.archive_asked)
        self.addSeparator()
        away = self.addAction(
            self.tr("Restore to &list") if summary.archived else self.tr("Hide from &list")
        )
        away.triggered.connect(lambda: self.hide_asked.emit(not summary.archived))
        delete = self.addAction(self.tr("&Delete\tDel"))
        delete.triggered.connect(self.delete_asked)
        for action in (rename, tags, notes, away, delete):
            action.setEnabled(not obstacle)
            if obstacle:
                action.setToolTip(obstacle)


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
        self.menu = CampaignMenu(self)
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
        self.menu.rename_asked.connect(lambda: self._edit(self.editor.name))
        self.menu.tags_asked.connect(lambda: self._edit(self.editor.tags))
        self.menu.notes_asked.connect(lambda: self._edit(self.editor.notes))
        self.menu.compare_asked.connect(self.list.compare_current)
        self.menu.plan_asked.connect(lambda: self.plan_asked.emit(self.list.current()))
        self.menu.archive_asked.connect(self._ask_where_to_archive)
        self.menu.hide_asked.connect(self._set_hidden)
        self.menu.delete_asked.connect(self.delete)
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
            self.menu.fill(summary, self._obstacle())
            self.menu.popup(place)

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
