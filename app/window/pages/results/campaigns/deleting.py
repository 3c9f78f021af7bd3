"""Campaigns that the user deleted: gone from the window at once, from the store once that cannot
be undone any more. One to which something was added meanwhile comes back."""

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
    """Is the program killed before, nothing has been deleted. While a campaign is being written the
    store takes no other writer: what is to go waits until that has ended."""

    changed = Signal()
    """Other campaigns are left out now."""

    came_back = Signal(CampaignSummary, Message)
    """One was not deleted, and what was added to it."""

    def __init__(self, workbench: Workbench, reader: StoreReader, parent: QObject) -> None:
        super().__init__(parent)
        self._workbench = workbench
        self._reader = reader
        self._undoable = 0
        self._due: set[int] = set()
        self._seen: dict[int, tuple[CampaignSummary, float]] = {}
        """Each as it was when the user deleted it, and when that was."""
        workbench.campaign_ended.connect(self.carry_out)
        workbench.evidence_ended.connect(self.carry_out)
        workbench.store_watch.changed.connect(self.carry_out)
        workbench.filing.ended.connect(self.carry_out)

    @property
    def left_out(self) -> frozenset[int]:
        """Campaigns that the store may still have, and that are gone for the user."""
        return frozenset(self._due | {self._undoable} - {0})

    def delete(self, summary: CampaignSummary) -> None:
        """Leave a campaign out from now on; the one before is deleted for good."""
        self.settle()
        self._undoable = summary.id
        self._seen[summary.id] = summary, time.time()
        self.changed.emit()

    def undo(self) -> int:
        """Have the campaign back that was deleted last; its id, 0 where there is none."""
        back, self._undoable = self._undoable, 0
        self.changed.emit()
        return back

    def keep(self, campaign_id: int) -> None:
        """Have a campaign back that the store still has: it has been taken in again."""
        self._due.discard(campaign_id)
        self._undoable = 0 if self._undoable == campaign_id else self._undoable
        self.changed.emit()

    def settle(self) -> None:
        """It cannot be undone any more: delete what was left out."""
        self._due |= {self._undoable} - {0}
        self._undoable = 0
        self.carry_out()

    def carry_out(self) -> None:
        """Delete from the store what is to go, unless that is being written."""
        if self._workbench.busy or self._workbench.gathering:
            return
        for each in sorted(self._due):
            self._delete(each)

    def close(self) -> None:
        """The program ends: delete at once. What cannot be deleted is there again next time."""
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
                return  # it was taken in again, or is told of already
            self._due.discard(campaign_id)
            self.changed.emit()
            if added[0]:
                self.came_back.emit(seen[0], added[0])

        self._reader.write(lambda store: added.append(store.delete_unchanged(*seen)), done)
