"""The cells of a running campaign, as its process reports them. No widgets."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.plan.campaign import BASELINE, CONTROL, Campaign
from app.plan.cell_key import CellKey
from app.plan.matrix import cells_of, unjudged
from app.plan.requirements import planned_properties
from app.plan.status import Status
from app.results.events import CellMeasured, RunStarted
from app.results.records import CellRecord
from app.window.base.store_reader import StoreReader
from engines.contract.message import NOTHING, Message
from workloads.contract import SECONDS, Measure, Refusal

if TYPE_CHECKING:
    from app.findings.cost import Cost
    from app.findings.figure import Figure
    from app.results.store.store import Store
    from engines.contract.errors import CipherbenchError

# What the cells of a running campaign cost: read from the store, by the comparison that results,
# reports and exports show.

_LEAST_S, _SHARE = 2.0, 0.05
"""Seconds between two looks at least, and the share of a core that they may take: what is measured
has the same processors."""

type Read = tuple[Sequence[Figure], float]
"""The totals, and the seconds of CPU time that they took."""


def case_costs(store: Store, campaign_id: int) -> Read:
    """Raises: InputError for an unknown campaign"""
    from app.findings.compare import compare_campaign

    began = time.thread_time()
    totals = compare_campaign(store.snapshot(campaign_id)).by_case()
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
        self._due.timeout.connect(self._poll)

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

    def _poll(self) -> None:
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


type Known = tuple[list[CellRecord], Campaign]
"""What the store tells of a campaign's cells, in the order of its plan."""


def known_of(store: Store, campaign_id: int) -> Known:
    """Raises: InputError"""
    return store.cells(campaign_id), store.load(campaign_id).campaign


@dataclass
class CellTally:
    """The last report on a cell: `figures` and `measure` as in `CellMeasured`; `marks` name the
    weaknesses of its protection, `cost` is that of all its operations together."""

    status: Status = Status.PENDING
    why: Message = NOTHING
    marks: tuple[str, ...] = ()
    figures: tuple[float, ...] = ()
    measure: Measure = SECONDS
    cost: Cost | None = None
    refused: tuple[Refusal, ...] = ()
    """Operations that its protection cannot do."""


class CampaignTally:
    def __init__(self) -> None:
        self.cells: dict[CellKey, CellTally] = {}
        self.workload = ""
        self.baseline = BASELINE
        self.by_cpu = False
        """Whether costs are of CPU time."""

    def plan(self, campaign: Campaign) -> None:
        """Lay out the cells of a campaign that is about to start."""
        self._know(campaign)
        profile = campaign.workload.profile
        servers = [spec.name for spec in campaign.servers]
        for cell in cells_of(campaign, {}, servers, judge=unjudged):
            known = planned_properties(cell.protection, cell.engine, profile, self.workload)
            self.cells[cell.key] = CellTally(marks=known.marks, refused=cell.refused)

    def restore(self, cells: Iterable[CellRecord], campaign: Campaign) -> None:
        """Take over the cells of the store, in their order; earlier reports on them stay."""
        from app.report.words.wording import (
            marks,  # loads the store's libraries, which are there now
        )

        self._know(campaign)
        known, self.cells = self.cells, {}
        for cell in cells:
            place = cell.key
            self.cells[place] = known.get(place, CellTally(cell.status, cell.why))
            self.cells[place].marks, self.cells[place].refused = marks(cell), cell.refused

    def _know(self, campaign: Campaign) -> None:
        self.workload, self.baseline = campaign.workload.name, campaign.baseline

    @property
    def lacking(self) -> bool:
        """Whether some protection cannot do all operations."""
        return any(cell.refused for cell in self.cells.values())

    def marks(self, server: str, protection: str) -> tuple[str, ...]:
        """Weaknesses of a protection on a server."""
        return next(
            (
                cell.marks
                for place, cell in self.cells.items()
                if (place.server, place.protection) == (server, protection)
            ),
            (),
        )

    def run_started(self, event: RunStarted) -> CellKey:
        """Note the start of a run and return its cell."""
        cell = self.cells.setdefault(event.key, CellTally())
        cell.status, cell.why = Status.RUNNING, NOTHING
        return event.key

    def measured(self, event: CellMeasured) -> CellKey:
        """Note a report on a cell and return the cell."""
        cell = self.cells.setdefault(event.key, CellTally())
        cell.status, cell.why = event.status, event.why
        cell.figures, cell.measure = event.figures, event.measure
        return event.key

    def compare(self, totals: Iterable[Figure]) -> list[CellKey]:
        """Note what cells cost, and return those that have changed."""
        changed = []
        for total in totals:
            place = total.key
            self.by_cpu = total.in_cpu_time
            if place in self.cells and self.cells[place].cost != total.cost:
                self.cells[place].cost = total.cost
                changed.append(place)
        return changed

    def detection_limit(self, key: CellKey) -> float | None:
        """The detection limit in percent, from a control's cell; None if unknown, and for other
        cells."""
        cost = self.cells[key].cost if key.protection == CONTROL.name else None
        return None if cost is None or cost.interval is None else cost.margin
