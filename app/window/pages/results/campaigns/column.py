"""The left side of the results page: the list of campaigns and what can be done with each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.results.records import CampaignSummary, Imported
from app.window.base.messages import message_text
from app.window.base.store_reader import StoreReader
from app.window.filing.strip import FilingStrip
from app.window.pages.results.campaigns.deleting import Deleting
from app.window.pages.results.campaigns.editor import LabelEditor
from app.window.pages.results.campaigns.list import CampaignList
from app.window.pages.results.campaigns.menu import CampaignMenu
from app.window.workbench.workbench import Workbench
from engines.contract.message import Message
from widgets.look.names import filled, shortened
from widgets.parts.notice_strip import NoticeStrip
from widgets.parts.undo_strip import UndoStrip
from widgets.saving.files import ask_save_path
from widgets.saving.last_saved import file_name, saving

if TYPE_CHECKING:
    from app.results.store.store import Store


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
        self.filing = FilingStrip(workbench.filing)
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
        self._deleting = Deleting(workbench, reader, self)
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
        self._reader.read(lambda _store: None, lambda _: self._workbench.take_in(paths))

    def close_down(self) -> None:
        """Carry out pending deletions."""
        self._deleting.close()

    def _obstacle(self) -> str:
        """Why no label can be changed; empty if it can."""
        known = self._workbench.obstacle()
        if not known and self._workbench.gathering:
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
        self.editor.stored.connect(self._keep)
        self.undo.wanted.connect(self._undo)
        self.undo.gone.connect(self._deleting.settle)
        self._deleting.changed.connect(self.changed)
        self._deleting.came_back.connect(self._show_again)
        self.import_button.clicked.connect(self.ask_what_to_import)
        self._workbench.filing.taken_in.connect(self._show_taken)
        self._workbench.filing.written.connect(saving().tell)
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

        def stored() -> None:
            if self.editor.campaign == campaign_id:
                self.editor.hide()
                self.list.setFocus()
            self.changed.emit()

        self._reader.write(job, stored)

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

    def _show_taken(self, taken: Imported) -> None:
        self._deleting.keep(taken.campaign)
        self.list.select(taken.campaign)

    def _show_again(self, summary: CampaignSummary, added: Message) -> None:
        self.list.select(summary.id)
        frame = self.tr("{0} was not deleted: {1}.")
        self.notice.tell(filled(frame, shortened(summary.name), message_text(added)))

    def _undo(self) -> None:
        back = self._deleting.undo()
        if back:
            self.show_campaigns(self._summaries)
            self.list.select(back)
            self.list.setFocus()
