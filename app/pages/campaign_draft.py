"""What the campaign page holds at a moment: checked, counted and estimated. Free of widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.campaign.estimate import Estimate
from app.campaign.matrix import Cell, cells_of
from app.campaign.plan import BASELINE, Campaign, Order, PlannedProtection, WorkloadPlan
from app.pages.server_desk import DeskEntry, DeskState
from app.planned_properties import planned_properties
from engines.errors import InputError
from engines.properties import Properties

_tr = QCoreApplication.translate


@dataclass(frozen=True)
class Draft:
    """A campaign in the making; `optional` names servers that a plan can do without."""

    name: str
    servers: Sequence[DeskEntry]
    protections: Sequence[PlannedProtection]
    workload: WorkloadPlan
    repetitions: int
    warmups: int
    seed: int
    order: Order
    optional: frozenset[str] = frozenset()

    def campaign(self) -> Campaign:
        """The campaign.

        Raises: InputError that tells what is missing.
        """
        if gaps := self.gaps():
            raise InputError("Not complete yet", "{what}", what=gaps[0])
        try:
            return self._campaign()
        except ValueError as error:
            raise InputError(
                "Plan not usable", "The campaign cannot be used: {what}.", what=error
            ) from error

    def gaps(self) -> list[str]:
        """Sentences about what the plan still lacks."""
        faults = [
            (not self.name.strip(), _tr("CampaignPage", "Give the campaign a name.")),
            (not self.servers, _tr("CampaignPage", "Choose at least one server.")),
            (not self.protections, _tr("CampaignPage", "Choose at least one protection.")),
            (not self.workload.sizes, _tr("CampaignPage", "Add at least one size.")),
            (not self.workload.data, _tr("CampaignPage", "Choose the data file.")),
        ]
        return [sentence for fault, sentence in faults if fault]

    def obstacles(self) -> list[str]:
        """Sentences about what keeps a complete plan from being started here and now."""
        return [*self._data_fault(), *filter(None, map(_server_fault, self.servers))]

    def advice(self) -> list[str]:
        """Sentences about what can be started but tells less."""
        names = [each.protection.name for each in self.protections]
        if names == [BASELINE]:
            return [_tr("CampaignPage", "Only plaintext is chosen: no cost can be told.")]
        if BASELINE not in names:
            return [
                _tr("CampaignPage", "Without plaintext there is nothing to tell costs against.")
            ]
        return []

    def cells(self) -> list[Cell]:
        """The matrix as far as servers have been asked; empty while one of its axes is."""
        if not (self.servers and self.protections and self.workload.sizes):
            return []
        answers = {e.name: e.capabilities for e in self.servers if e.capabilities is not None}
        return cells_of(replace(self, name=self.name.strip() or "-")._campaign(), answers)

    def properties(self, cell: Cell) -> Properties:
        """What a cell's protection will be good for."""
        return planned_properties(cell.protection, cell.engine, self.workload.profile)

    def runs_of_a_cell(self) -> int:
        """Repetitions and warm-ups."""
        return self.repetitions + self.warmups

    def seconds(self, able: Sequence[Cell]) -> float:
        """About how long all runs of the `able` cells take."""
        return Estimate().remaining(able) * self.runs_of_a_cell()

    def _campaign(self) -> Campaign:
        return Campaign(
            name=self.name.strip(),
            servers=tuple(
                replace(each.spec, optional=each.name in self.optional) for each in self.servers
            ),
            protections=tuple(self.protections),
            workload=self.workload,
            repetitions=self.repetitions,
            warmups=self.warmups,
            seed=self.seed,
            order=self.order,
        )

    def _data_fault(self) -> list[str]:
        data = self.workload.data
        if data in ("", "generated") or Path(data).is_file():
            return []
        return [_tr("CampaignPage", "There is no file {0}.").format(data)]


def _server_fault(entry: DeskEntry) -> str:
    match entry.state:
        case DeskState.UNAVAILABLE:
            return _tr("CampaignPage", "{0} is not to be had on this machine.").format(entry.name)
        case DeskState.FAILED:
            return _tr("CampaignPage", "{0} does not answer.").format(entry.name)
        case DeskState.STARTING | DeskState.STOPPING:
            return _tr("CampaignPage", "{0} is being asked what it can do …").format(entry.name)
    if entry.capabilities is None:
        return _tr("CampaignPage", "{0} has not been asked yet.").format(entry.name)
    return ""
