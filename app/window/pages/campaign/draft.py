"""What the campaign page holds at a moment: checked, counted and estimated. Free of widgets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.plan.campaign import BASELINE, Campaign, CampaignSettings, Order, PlannedProtection
from app.plan.estimate import Estimate
from app.plan.matrix import Cell, cells_of
from app.plan.plan_file import parse_plan, write_plan
from app.plan.planned_properties import planned_properties
from app.window.servers.known_servers import ServerEntry, ServerState
from engines.contract.endpoint import Source
from engines.contract.errors import InputError, clause_of
from engines.contract.message import phrase
from engines.contract.properties import Properties
from engines.contract.protection import PLAINTEXT
from engines.registry import engine_names
from engines.server import ServerSpec
from widgets.look.names import filled
from workloads.hospital.workload import HospitalParameters
from workloads.parameter import values_of

_tr = QCoreApplication.translate

_ENOUGH = 12
"""Repetitions of six mirror blocks, from which on the exact test can reach 5 %."""


@dataclass(frozen=True)
class Draft(CampaignSettings):
    """A campaign in the making; `optional` names servers that a plan can do without."""

    name: str
    servers: Sequence[ServerEntry]
    protections: Sequence[PlannedProtection]
    workload: HospitalParameters
    optional: frozenset[str] = frozenset()

    def campaign(self) -> Campaign:
        """The campaign.

        Raises: InputError that tells what is missing.
        """
        if gaps := self.gaps():
            raise InputError(phrase("Not complete yet"), phrase("{what}"), what=gaps[0])
        try:
            return self._campaign()
        except ValueError as error:
            raise InputError(
                phrase("Plan not usable"),
                phrase("The campaign cannot be used: {what}."),
                what=clause_of(error),
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
        if self.order is Order.ABBA and self.repetitions % 2:
            return [_tr("CampaignPage", "The last of an odd number is only half a block.")]
        if self.order is Order.ABBA and self.repetitions < _ENOUGH:
            return [_tr("CampaignPage", "Fewer than 12 repetitions prove little.")]
        return []

    def cells(self) -> list[Cell]:
        """The matrix as far as servers have been asked; empty while one of its axes is."""
        if not (self.servers and self.protections and self.workload.sizes):
            return []
        answers = {e.name: e.capabilities for e in self.servers if e.capabilities is not None}
        return cells_of(self._named(), answers)

    def measured(self) -> Sequence[PlannedProtection]:
        """The protections with the control, as soon as there is a matrix."""
        complete = self.servers and self.protections and self.workload.sizes
        return self._named().measured if complete else ()

    def properties(self, cell: Cell) -> Properties:
        """What a cell's protection will be good for."""
        return planned_properties(cell.protection, cell.engine, self.workload.profile)

    def runs_of_a_cell(self) -> int:
        """Repetitions and warm-ups."""
        return self.repetitions + self.warmups

    def seconds(self, able: Sequence[Cell]) -> float:
        """About how long all runs of the `able` cells take."""
        return Estimate().remaining(able) * self.runs_of_a_cell()

    def _named(self) -> Campaign:
        return replace(self, name=self.name.strip() or "-")._campaign()

    def _campaign(self) -> Campaign:
        return Campaign(
            name=self.name.strip(),
            servers=tuple(
                replace(each.spec, optional=each.name in self.optional) for each in self.servers
            ),
            protections=tuple(self.protections),
            workload=self.workload,
            **values_of(self, CampaignSettings),
        )

    def _data_fault(self) -> list[str]:
        data = self.workload.data
        if data in ("", "generated") or Path(data).is_file():
            return []
        return [filled(_tr("CampaignPage", "There is no file {0}."), data)]


def _server_fault(entry: ServerEntry) -> str:
    match entry.state:
        case ServerState.UNAVAILABLE:
            return filled(_tr("CampaignPage", "{0} is not to be had on this machine."), entry.name)
        case ServerState.FAILED:
            return filled(_tr("CampaignPage", "{0} does not answer."), entry.name)
        case ServerState.STARTING | ServerState.STOPPING:
            return filled(_tr("CampaignPage", "{0} is being asked what it can do …"), entry.name)
    if entry.capabilities is None:
        return filled(_tr("CampaignPage", "{0} has not been asked yet."), entry.name)
    return ""


_STAND_IN = "-"


def write_draft(draft: Draft) -> str:
    """A draft as text, complete or not; passwords are no part of it."""
    campaign = Campaign(
        name=draft.name.strip() or _STAND_IN,
        servers=tuple(
            replace(each.spec, optional=each.name in draft.optional) for each in draft.servers
        )
        or (ServerSpec(_STAND_IN, Source.EMBEDDED, engine_names()[0]),),
        protections=_for_chosen(draft) or (PlannedProtection(PLAINTEXT),),
        workload=replace(
            draft.workload,
            sizes=draft.workload.sizes or (1,),
            data=draft.workload.data or _STAND_IN,
        ),
        **values_of(draft, CampaignSettings),
    )
    chosen = {
        "name": draft.name.strip(),
        "servers": draft.servers,
        "protections": draft.protections,
        "sizes": draft.workload.sizes,
        "data": draft.workload.data,
    }
    missing = [part for part, value in chosen.items() if not value]
    return json.dumps({"plan": write_plan(campaign), "missing": missing})


def read_draft(text: str) -> tuple[Campaign, list[str]]:
    """What `write_draft` wrote: a campaign, and which parts of it only stand in for nothing.

    Raises: InputError
    """
    try:
        kept = json.loads(text)
        return parse_plan(kept["plan"], phrase("the draft")), list(kept["missing"])
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(phrase("Draft not read"), phrase("{reason}."), reason=error) from error


def _for_chosen(draft: Draft) -> tuple[PlannedProtection, ...]:
    """Protections for those servers alone that are chosen still."""
    names = {each.name for each in draft.servers} or {_STAND_IN}
    return tuple(
        replace(each, servers=tuple(name for name in each.servers if name in names))
        for each in draft.protections
    )
