"""Deleted campaigns: hidden at once, deleted from the store when undo is no longer offered. A
campaign to which something was added in between comes back."""

from __future__ import annotations

import logging
import time

from PySide6.QtCore import QObject, Signal

from app.results.records import CampaignSummary
from app.window.base.store_reader import StoreReader
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from engines.contract.message import Message

log = logging.getLogger(__name__)


class Deleting(QObject):
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
        if self._workbench.busy or self._workbench.gathering:
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
