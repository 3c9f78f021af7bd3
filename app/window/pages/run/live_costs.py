"""What the cells of a running campaign cost: read from the store, by the comparison that results,
reports and exports show."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.window.base.store_reader import StoreReader

if TYPE_CHECKING:
    from app.findings.figure import Figure
    from app.results.store.store import Store
    from engines.contract.errors import CipherbenchError

_LEAST_S, _SHARE = 2.0, 0.05
"""Seconds between two looks at least, and the share of a core that they may take: what is measured
has the same processors."""

type Read = tuple[Sequence[Figure], float]
"""The totals, and the seconds of CPU time that they took."""


def case_costs(store: Store, campaign_id: int) -> Read:
    """Raises: InputError for an unknown campaign"""
    from app.findings.compare import compared_in

    began = time.thread_time()
    totals = compared_in(store.snapshot(campaign_id)).by_case()
    return totals, time.thread_time() - began


class LiveCosts(QObject):
    """Looks again some time after a cell has changed."""

    def __init__(
        self, reader: StoreReader, show: Callable[[int, Sequence[Figure]], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._reader, self._show = reader, show
        self._campaign = 0
        self._wait_s = _LEAST_S
        self._reading = self._changed = False
        self._due = QTimer(self, singleShot=True)
        self._due.timeout.connect(self._look)

    def ask(self, campaign_id: int) -> None:
        """Something has changed."""
        self._campaign, self._changed = campaign_id, True
        if not self._due.isActive() and not self._reading:
            self._due.start(round(1000 * self._wait_s))

    def look_now(self, campaign_id: int) -> None:
        """At the end, where nobody is disturbed any more."""
        self._campaign, self._changed = campaign_id, True
        self._due.start(0)

    def forget(self) -> None:
        self._due.stop()
        self._campaign, self._changed, self._wait_s = 0, False, _LEAST_S

    def _look(self) -> None:
        number = self._campaign
        if not number or self._reading:
            return
        self._reading, self._changed = True, False
        self._reader.read(
            lambda store: case_costs(store, number), self._hand_over(number), self._unreadable
        )

    def _hand_over(self, number: int) -> Callable[[Read | None], None]:
        def take(found: Read | None) -> None:
            self._reading = False
            if found is not None and number == self._campaign:
                totals, spent = found
                self._wait_s = max(_LEAST_S, spent / _SHARE)
                self._show(number, totals)
            if self._changed:
                self.ask(self._campaign)

        return take

    def _unreadable(self, error: CipherbenchError) -> None:
        """The next look may find it."""
        self._reading = False
