"""The state of a running campaign's cells: status and figures from its events, costs from the
store. No widgets."""

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

_LEAST_WAIT_S, _CPU_SHARE = 2.0, 0.05
"""Least wait between two readings of costs, and the share of a core that they may take: the
measurement runs on the same processors."""

type CostReading = tuple[Sequence[Figure], float]
"""The totals, and the seconds of CPU time that they took."""


def read_case_costs(store: Store, campaign_id: int) -> CostReading:
    """What cells cost, by the same comparison that results, reports and exports show.

    Raises: InputError for an unknown campaign
    """
    from app.findings.compare import compare_campaign

    began = time.thread_time()
    totals = compare_campaign(store.snapshot(campaign_id)).by_case()
    return totals, time.thread_time() - began


class LiveCosts(QObject):
    """Reads the costs of a running campaign again some time after a cell has changed, and hands
    them to `show` (campaign id, costs)."""

    def __init__(
        self, reader: StoreReader, show: Callable[[int, Sequence[Figure]], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._reader, self._show = reader, show
        self._campaign = 0
        self._wait_s = _LEAST_WAIT_S
        self._reading = self._changed = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._poll)

    def request(self, campaign_id: int) -> None:
        """Read soon, since a cell has changed."""
        self._campaign, self._changed = campaign_id, True
        if not self._timer.isActive() and not self._reading:
            self._timer.start(round(1000 * self._wait_s))

    def read_now(self, campaign_id: int) -> None:
        """Read at once: the campaign has ended, so nothing is disturbed."""
        self._campaign, self._changed = campaign_id, True
        self._timer.start(0)

    def reset(self) -> None:
        """Read no more, until the next request."""
        self._timer.stop()
        self._campaign, self._changed, self._wait_s = 0, False, _LEAST_WAIT_S

    def _poll(self) -> None:
        number = self._campaign
        if not number or self._reading:
            return
        self._reading, self._changed = True, False
        self._reader.read(
            lambda store: read_case_costs(store, number), self._on_read(number), self._unreadable
        )

    def _on_read(self, number: int) -> Callable[[CostReading | None], None]:
        def take(found: CostReading | None) -> None:
            self._reading = False
            if found is not None and number == self._campaign:
                totals, spent = found
                self._wait_s = max(_LEAST_WAIT_S, spent / _CPU_SHARE)
                self._show(number, totals)
            if self._changed:
                self.request(self._campaign)

        return take

    def _unreadable(self, error: CipherbenchError) -> None:
        """The next reading may succeed."""
        self._reading = False


type StoredCells = tuple[list[CellRecord], Campaign]
"""A campaign's cells in the order of its plan, and the campaign."""


def read_stored_cells(store: Store, campaign_id: int) -> StoredCells:
    """Raises: InputError"""
    return store.cells(campaign_id), store.load(campaign_id).campaign


@dataclass
class CellTally:
    """The last state of a cell: `figures` and `measure` as in `CellMeasured`; `marks` name the
    weaknesses of its protection (such as ECB), `cost` is that of all its operations together."""

    status: Status = Status.PENDING
    why: Message = NOTHING
    marks: tuple[str, ...] = ()
    figures: tuple[float, ...] = ()
    measure: Measure = SECONDS
    cost: Cost | None = None
    refused: tuple[Refusal, ...] = ()
    """Operations that its protection cannot do."""


class CampaignTally:
    """All cells of a campaign with their state."""

    def __init__(self) -> None:
        self.cells: dict[CellKey, CellTally] = {}
        self.workload = ""
        self.baseline = BASELINE
        self.by_cpu = False
        """Whether costs are of CPU time."""

    def set_plan(self, campaign: Campaign) -> None:
        """Set the cells of a campaign that is about to start, all pending."""
        self._set_campaign(campaign)
        profile = campaign.workload.profile
        servers = [spec.name for spec in campaign.servers]
        for cell in cells_of(campaign, {}, servers, judge=unjudged):
            known = planned_properties(cell.protection, cell.engine, profile, self.workload)
            self.cells[cell.key] = CellTally(marks=known.marks, refused=cell.refused)

    def restore(self, cells: Iterable[CellRecord], campaign: Campaign) -> None:
        """Take the cells of the store, in their order; the state of those that events named
        stays."""
        from app.report.words.protection_names import (
            weakness_marks,  # loads the store's libraries, which are there now
        )

        self._set_campaign(campaign)
        known, self.cells = self.cells, {}
        for cell in cells:
            key = cell.key
            self.cells[key] = known.get(key, CellTally(cell.status, cell.why))
            self.cells[key].marks, self.cells[key].refused = weakness_marks(cell), cell.refused

    def _set_campaign(self, campaign: Campaign) -> None:
        self.workload, self.baseline = campaign.workload.name, campaign.baseline

    @property
    def has_refused_operations(self) -> bool:
        """Whether some protection cannot do all operations."""
        return any(cell.refused for cell in self.cells.values())

    def marks(self, server: str, protection: str) -> tuple[str, ...]:
        """Weaknesses of a protection on a server."""
        return next(
            (
                cell.marks
                for key, cell in self.cells.items()
                if (key.server, key.protection) == (server, protection)
            ),
            (),
        )

    def run_started(self, event: RunStarted) -> CellKey:
        """Mark a run's cell as running; returns its key."""
        cell = self.cells.setdefault(event.key, CellTally())
        cell.status, cell.why = Status.RUNNING, NOTHING
        return event.key

    def cell_measured(self, event: CellMeasured) -> CellKey:
        """Take a cell's status and figures; returns its key."""
        cell = self.cells.setdefault(event.key, CellTally())
        cell.status, cell.why = event.status, event.why
        cell.figures, cell.measure = event.figures, event.measure
        return event.key

    def set_costs(self, totals: Iterable[Figure]) -> list[CellKey]:
        """Take what cells cost; returns the keys of those that have changed."""
        changed = []
        for total in totals:
            key = total.key
            self.by_cpu = total.in_cpu_time
            if key in self.cells and self.cells[key].cost != total.cost:
                self.cells[key].cost = total.cost
                changed.append(key)
        return changed

    def detection_limit(self, key: CellKey) -> float | None:
        """The detection limit in percent, from a control's cell; None if unknown, and for other
        cells."""
        cost = self.cells[key].cost if key.protection == CONTROL.name else None
        return None if cost is None or cost.interval is None else cost.margin
