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
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
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
from widgets.look.names import filled, shortened
from widgets.look.theme import draw_box, theme_signals
from widgets.parts.cards import FormLabel
from widgets.parts.strips import NoticeStrip, UndoStrip
from widgets.saving.saving import ask_save_path, file_name, saving

if TYPE_CHECKING:
    from app.results.store.store import Store

# Deleted campaigns: hidden at once, deleted from the store when undo is no longer offered. A
# campaign to which something was added in between comes back.

log = logging.getLogger(__name__)


class CampaignDeletion(QObject):
    """If the program is killed first, nothing is deleted. The store has one writer: deletions wait
    until a running campaign ends."""

    changed = Signal()
    """Other campaigns are hidden now."""

    came_back = Signal(CampaignSummary, Message)
    """One was not deleted, and what was added to it."""

    def __init__(self, workbench: Workbench, reader: StoreReader, parent: QObject) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._reader = reader
        self._undoable = 0
        self._due: set[int] = set()
        self._seen: dict[int, tuple[CampaignSummary, float]] = {}
        """The summary and the time at which the user deleted it."""
        workbench.campaign_ended.connect(self.carry_out)
        workbench.evidence_ended.connect(self.carry_out)
        workbench.store_watch.changed.connect(self.carry_out)
        workbench.filing.ended.connect(self.carry_out)

    @property
    def left_out(self) -> frozenset[int]:
        """Ids of campaigns that are hidden but may still be in the store."""
        return frozenset(self._due | {self._undoable} - {0})

    def delete(self, summary: CampaignSummary) -> None:
        """Hide a campaign. The one deleted before it can no longer be restored."""
        self.settle()
        self._undoable = summary.id
        self._seen[summary.id] = summary, time.time()
        self.changed.emit()

    def undo(self) -> int:
        """Restore the campaign that was deleted last. Returns its id, 0 if there is none."""
        back, self._undoable = self._undoable, 0
        self.changed.emit()
        return back

    def keep(self, campaign_id: int) -> None:
        """Show a campaign again that was imported while its deletion was pending."""
        self._due.discard(campaign_id)
        self._undoable = 0 if self._undoable == campaign_id else self._undoable
        self.changed.emit()

    def settle(self) -> None:
        """Delete what is hidden: undo is no longer offered."""
        self._due |= {self._undoable} - {0}
        self._undoable = 0
        self.carry_out()

    def carry_out(self) -> None:
        """Delete what is due, unless the store is being written."""
        if self._workbench.busy or self._workbench.searching_evidence:
            return
        for each in sorted(self._due):
            self._delete(each)

    def close(self) -> None:
        """Delete at once: the program ends. What fails is listed again at the next start."""
        due = self.left_out
        if not due or self._workbench.running:
            return
        from app.results.store.store import open_store

        try:
            with open_store(self._workbench.store_url, write=True) as store:
                for each in due:
                    store.delete_unchanged(*self._seen[each])
        except CipherbenchError as error:
            log.warning("campaigns not deleted: %s", error)

    def _delete(self, campaign_id: int) -> None:
        seen = self._seen[campaign_id]
        added: list[Message] = []

        def done() -> None:
            if campaign_id not in self._due:
                return  # imported again, or reported already
            self._due.discard(campaign_id)
            self.changed.emit()
            if added[0]:
                self.came_back.emit(seen[0], added[0])

        self._reader.write(lambda store: added.append(store.delete_unchanged(*seen)), done)


# A small form for the labels of a campaign: name, tags and notes.

_LINES = 4


class LabelEditor(QWidget):
    """Not modal, below the list. Unsaved input stays."""

    saved = Signal(int, str, object, str)
    """Of a campaign: its name, its tags (tuple of texts) and its notes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._campaign = 0
        self.name, self.tags, self.notes = QLineEdit(), QLineEdit(), QPlainTextEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.tags.setPlaceholderText(self.tr("Separate with commas"))
        self.notes.setTabChangesFocus(True)
        self.notes.setFixedHeight(_LINES * self.notes.fontMetrics().lineSpacing() + 16)
        self._keep = QPushButton(self.tr("&Keep"))
        self._leave = QPushButton(self.tr("Discar&d"))
        self._keep.clicked.connect(self._answer)
        self._leave.clicked.connect(self.hide)
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
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(4)
        for words, field in (
            (self.tr("&Name"), self.name),
            (self.tr("&Tags"), self.tags),
            (self.tr("N&otes"), self.notes),
        ):
            column.addWidget(FormLabel(words, field))
            column.addWidget(field)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._keep)
        row.addWidget(self._leave)
        column.addLayout(row)


# What can be done with a campaign of the list.


class CampaignMenu(QMenu):
    """Filled each time it opens. While the store cannot be changed it offers no changes."""

    rename_asked = Signal()
    tags_asked = Signal()
    notes_asked = Signal()
    plan_asked = Signal()
    compare_asked = Signal()
    archive_asked = Signal()
    put_away_asked = Signal(bool)
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
        away.triggered.connect(lambda: self.put_away_asked.emit(not summary.archived))
        delete = self.addAction(self.tr("&Delete\tDel"))
        delete.triggered.connect(self.delete_asked)
        for action in (rename, tags, notes, away, delete):
            action.setEnabled(not obstacle)
            if obstacle:
                action.setToolTip(obstacle)


class CampaignColumn(QWidget):
    """The page places `undo`, `notice` and `filing` above its content."""

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
        self.filing = ArchiveStrip(workbench.filing)
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
        self.open_button.clicked.connect(workbench.store_wanted)
        self._deleting = CampaignDeletion(workbench, reader, self)
        self.setFocusProxy(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.list, 1)
        column.addWidget(self.editor)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.import_button, 1)
        below.addWidget(self.open_button)
        column.addLayout(below)
        self._connect()

    def show_campaigns(self, summaries: Sequence[CampaignSummary]) -> bool:
        """Replace the list. True if any campaign is left to show."""
        self._summaries = summaries
        gone = self._deleting.left_out
        left = [each for each in summaries if each.id not in gone]
        self.list.show_campaigns(left)
        return bool(left)

    def delete(self) -> None:
        """Delete the current campaign; the undo strip can bring it back."""
        summary = self.list.current_summary()
        if summary is not None and not self._obstacle():
            self.editor.hide()
            self._deleting.delete(summary)
            self.show_campaigns(self._summaries)
            self.list.setFocus()
            self.undo.offer(filled(self.tr("{0} was deleted."), shortened(summary.name)))

    def ask_what_to_import(self) -> None:
        """Open a non-modal file dialog and import the chosen files."""
        dialog = QFileDialog(self, self.tr("Import campaigns"), saving().place_for(""))
        dialog.setNameFilters(
            [self.tr("Archives and spools (*.zip *.jsonl)"), self.tr("All files (*)")]
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda chosen: self.take_in(list(map(Path, chosen))))
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def take_in(self, paths: Sequence[Path]) -> None:
        """Import files into the store, after this page's pending writes."""
        self._reader.read(lambda _store: None, lambda _: self._workbench.import_files(paths))

    def close_down(self) -> None:
        """Carry out pending deletions."""
        self._deleting.close()

    def _obstacle(self) -> str:
        """Why no label can be changed; empty if it can."""
        known = self._workbench.obstacle()
        if not known and self._workbench.searching_evidence:
            return self.tr("Not available while the store is being written")
        return known

    def _connect(self) -> None:
        self.list.menu_wanted.connect(self._open_menu)
        self.menu.rename_asked.connect(lambda: self._edit(self.editor.name))
        self.menu.tags_asked.connect(lambda: self._edit(self.editor.tags))
        self.menu.notes_asked.connect(lambda: self._edit(self.editor.notes))
        self.menu.compare_asked.connect(self.list.compare_current)
        self.menu.plan_asked.connect(lambda: self.plan_asked.emit(self.list.current()))
        self.menu.archive_asked.connect(self._ask_where_to_archive)
        self.menu.put_away_asked.connect(self._put_away)
        self.menu.delete_asked.connect(self.delete)
        self.editor.saved.connect(self._keep)
        self.undo.wanted.connect(self._undo)
        self.undo.gone.connect(self._deleting.settle)
        self._deleting.changed.connect(self.changed)
        self._deleting.came_back.connect(self._show_again)
        self.import_button.clicked.connect(self.ask_what_to_import)
        self._workbench.filing.taken_in.connect(self._show_taken)
        self._workbench.filing.written.connect(saving().report_written)
        self._workbench.filing.ended.connect(self.changed)
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

    def _keep(self, campaign_id: int, name: str, tags: tuple[str, ...], notes: str) -> None:
        def job(store: Store) -> None:
            from app.results.store.labels import label

            label(store, campaign_id, name=name, tags=tags, notes=notes)

        def saved() -> None:
            if self.editor.campaign == campaign_id:
                self.editor.hide()
                self.list.setFocus()
            self.changed.emit()

        self._reader.write(job, saved)

    def _put_away(self, away: bool) -> None:
        chosen = self.list.current()

        def job(store: Store) -> None:
            from app.results.store.labels import label

            label(store, chosen, archived=away)

        self._reader.write(job, self.changed.emit)

    def _ask_where_to_archive(self) -> None:
        summary = self.list.current_summary()
        if summary is not None:
            filing, chosen = self._workbench.filing, summary.id
            ask_save_path(
                self,
                file_name(summary.name, ending="cipherbench.zip"),
                [self.tr("Archive (*.zip)")],
                lambda path: filing.write_out(chosen, path),
            )

    def _show_taken(self, taken: ImportResult) -> None:
        self._deleting.keep(taken.campaign)
        self.list.select(taken.campaign)

    def _show_again(self, summary: CampaignSummary, added: Message) -> None:
        self.list.select(summary.id)
        frame = self.tr("{0} was not deleted: {1}.")
        self.notice.show_text(filled(frame, shortened(summary.name), message_text(added)))

    def _undo(self) -> None:
        back = self._deleting.undo()
        if back:
            self.show_campaigns(self._summaries)
            self.list.select(back)
            self.list.setFocus()
