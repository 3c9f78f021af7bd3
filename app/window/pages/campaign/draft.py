"""A draft: the campaign that the page's fields describe, perhaps unfinished. What it lacks, its
matrix, and how long it takes. It is stored as text in the settings between two sessions. No
widgets.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.findings.statistics import EXACT_BLOCKS
from app.plan.campaign import BASELINE, Campaign, CampaignSettings, Order, PlannedProtection
from app.plan.estimate import Estimate, in_lockstep, planned_seconds
from app.plan.matrix import Cell, Unworkable, cells_of, reasons_for_whole, simultaneous_sides
from app.plan.plan_file import (
    USUAL_WORKLOAD,
    parse_parameters,
    parse_plan,
    write_parameters,
    write_plan,
)
from app.plan.requirements import NO_REQUIREMENTS, Requirements, planned_properties
from app.servers.entry import ServerEntry, ServerState
from app.window.base.messages import message_text
from app.window.pages.campaign.own.workload_file_process import ProtectedEngine
from app.window.servers.server_words import display_name, failure_of, state_word
from engines.base.capability import power_warning
from engines.contract.endpoint import EncryptedFolder, Source
from engines.contract.errors import CipherbenchError, InputError, clause_of
from engines.contract.limits import name_faults
from engines.contract.message import Message, phrase, with_semicolons
from engines.contract.parameter import limit_faults, parameters_of, values_of
from engines.contract.protection import PLAINTEXT, Protection
from engines.properties import Properties
from engines.registry import engine_names
from engines.servers.server import ServerSpec
from widgets.look.names import filled
from workloads.contract import GENERATED, Case, Parameters
from workloads.registry import workload_named
from workloads.workload import BareWorkload, Provider, Workload

_tr = QCoreApplication.translate

_LEAST_REPETITIONS_TO_END = EXACT_BLOCKS + 1
"""Repetitions in lockstep after which a campaign with a target may end early: its intervals must be
narrow without the last repetition, too."""

_LEAST_REPETITIONS_IN_BLOCKS = 12
"""Repetitions of six mirror blocks; with fewer the exact test cannot reach 5 %."""


@dataclass(frozen=True)
class FileSupport:
    """What a workload file supports, by protection and engine; or the `fault` why it is unusable.

    Finding it out is too slow for the GUI thread (`Workload.why_not_is_slow`): a process does it,
    and until it has answered a draft has none.
    """

    judgements: Mapping[ProtectedEngine, Unworkable]
    fault: str = ""

    def judge(self, case: Case, protection: Protection, engine: str) -> Unworkable:
        """The same for all cases, with the signature that `cells_of` expects."""
        del case
        return self.judgements.get(ProtectedEngine(protection, engine), Unworkable())


@dataclass(frozen=True)
class Draft(CampaignSettings):
    """A campaign that may be unfinished. `optional` names servers that the plan can do without;
    `requirements` is what the plan demands of protections; `support` is what its workload file
    supports, None until that is known."""

    name: str
    servers: Sequence[ServerEntry]
    protections: Sequence[PlannedProtection]
    workload: Parameters
    optional: frozenset[str] = frozenset()
    requirements: Requirements = NO_REQUIREMENTS
    support: FileSupport | None = None

    def campaign(self) -> Campaign:
        """The finished campaign.

        Raises: InputError that names what is missing
        """
        if gaps := self.gaps():
            raise InputError(phrase("Not complete yet"), phrase("{what}"), what=gaps[0])
        try:
            return self._campaign()
        except ValueError as error:
            raise InputError(
                phrase("Plan not usable"),
                phrase("The campaign is not valid: {what}."),
                what=clause_of(error),
            ) from error

    def gaps(self) -> list[str]:
        """Sentences, one for each missing or invalid part."""
        database = not self.without_database
        faults = [
            (not self.name.strip(), _tr("CampaignPage", "Give the campaign a name.")),
            (database and not self.servers, _tr("CampaignPage", "Choose at least one server.")),
            (
                database and not self.protections,
                _tr("CampaignPage", "Choose at least one protection."),
            ),
        ]
        unfit = [message_text(phrase("{fault}.", fault=each)) for each in self._name_faults]
        return [*(sentence for fault, sentence in faults if fault), *unfit, *self._workload_gaps]

    @cached_property
    def _name_faults(self) -> tuple[Message, ...]:
        return tuple(name_faults(_tr("CampaignPage", "Name of the campaign"), self.name.strip()))

    def obstacles(self) -> list[str]:
        """Sentences, one for each reason why a complete plan cannot start now."""
        if self.without_database:
            _, why = self._providers_or_reason
            return [*self._data_fault(), *filter(None, (why,))]
        return [
            *(self._data_fault() or self._support_faults()),
            *filter(None, map(_server_fault, self.servers)),
        ]

    @property
    def awaits_support(self) -> bool:
        """Whether the matrix waits until it is known what the workload file supports."""
        return self._complete and self._work.why_not_is_slow and self.support is None

    def _support_faults(self) -> list[str]:
        """A sentence while the workload file is read, or if it cannot be used."""
        if not self._work.why_not_is_slow:
            return []
        if self.support is None:
            return [_tr("CampaignPage", "Reading the workload file …")]
        return [self.support.fault] if self.support.fault else []

    @property
    def without_database(self) -> bool:
        """Whether the workload needs no database, hence no servers and no protections."""
        return isinstance(self._work, BareWorkload)

    @property
    def providers(self) -> tuple[Provider, ...]:
        """The providers of a workload without a database; none while there are gaps."""
        return self._providers_or_reason[0]

    def advice(self) -> list[str]:
        """Sentences about what weakens the results of a valid plan, or the servers' safety."""
        able_servers = (
            (e.name, e.capabilities) for e in self.servers if e.capabilities is not None
        )
        warnings = (power_warning(name, able) for name, able in able_servers)
        return [*(message_text(each) for each in warnings if each), *self._plan_advice()]

    def _plan_advice(self) -> list[str]:
        names = [each.protection.name for each in self.protections]
        encrypted = any(
            each.spec.encrypted_folder is not EncryptedFolder.OFF for each in self.servers
        )
        if not self.without_database and names == [BASELINE] and not encrypted:
            return [_tr("CampaignPage", "Only plaintext is chosen: nothing to compare.")]
        if not self.without_database and BASELINE not in names:
            return [_tr("CampaignPage", "Without plaintext, costs are over the first protection.")]
        if self.order is Order.ABBA and self.repetitions % 2:
            return [
                _tr(
                    "CampaignPage",
                    "With an odd number of repetitions, the last block is incomplete.",
                )
            ]
        if self.order is Order.ABBA and self.repetitions < _LEAST_REPETITIONS_IN_BLOCKS:
            return [_tr("CampaignPage", "Fewer than 12 repetitions prove little.")]
        if self.order is Order.LOCKSTEP and self.repetitions < EXACT_BLOCKS:
            return [_tr("CampaignPage", "Fewer than 6 repetitions prove little.")]
        return [*self._measured_in_blocks(), *self._multiplied_rate()]

    def _measured_in_blocks(self) -> Iterator[str]:
        """Sentences on cases that run in ABBA blocks although the plan asks for lockstep."""
        if not self._complete:
            return
        for why in reasons_for_whole(self._previewed):
            text = _tr(
                "CampaignPage", "Runs are measured one after another, in ABBA blocks: {why}."
            )
            yield text.format(why=message_text(why))

    def _multiplied_rate(self) -> Iterator[str]:
        """A sentence if a server gets the rate once for each protection, all at the same time."""
        if not self._complete:
            return
        most = max(
            simultaneous_sides(self._previewed, case) for case in self._work.cases(self.workload)
        )
        if most > 1:
            text = _tr(
                "CampaignPage",
                "Requests arrive for all {0} protections at once, so the server receives {0} "
                "times the rate.",
            )
            yield filled(text, most)

    def cells(self) -> list[Cell]:
        """The matrix, for servers whose capabilities are known; empty while one of its axes is."""
        if not self._complete:
            return []
        if self.without_database:
            return cells_of(self._previewed, {}, providers=[each.name for each in self.providers])
        answers = {e.name: e.capabilities for e in self.servers if e.capabilities is not None}
        if not self._work.why_not_is_slow:
            return cells_of(self._previewed, answers)
        if self.support is None or self.support.fault:
            return []
        return cells_of(self._previewed, answers, judge=self.support.judge)

    def measured_pairs(self) -> list[ProtectedEngine]:
        """Each protection with the engine of each server that it is measured on, for which
        `support` must be known."""
        if self.without_database or not self._complete:
            return []
        return [
            ProtectedEngine(planned.protection, each.spec.engine)
            for each in self.servers
            for planned in self.measured()
            if planned.meant_for(each.name)
        ]

    def measured(self) -> Sequence[PlannedProtection]:
        """The protections and the control (a second baseline); empty while there is no matrix."""
        return self._previewed.measured if self._complete else ()

    def properties(self, cell: Cell) -> Properties:
        work = self.workload
        return planned_properties(cell.protection, cell.engine, work.profile, work.name)

    def case_label(self, cell: Cell) -> str:
        return message_text(self._work.case_label(cell.case))

    def runs_per_cell(self) -> int:
        return self.repetitions + self.warmups

    def seconds(self, able: Sequence[Cell]) -> tuple[float, float]:
        """Estimated least and greatest time of the runs of the `able` cells: a campaign with a
        target ends early if intervals are narrow, and adds repetitions if they are not."""
        interleaved = in_lockstep(self._previewed)
        estimate = Estimate(planned_seconds(self._previewed), interleaved)
        each = [(estimate.remaining([cell]), interleaved(cell)) for cell in able]
        least = sum(seconds * self._fewest_runs(interleaved) for seconds, interleaved in each)
        most = sum(seconds for seconds, _ in each) * self._most_runs
        budget = 60 * self.budget_minutes or math.inf
        if self._adds_blocks and self.budget_minutes and not self.max_repetitions:
            most = budget
        return min(least, budget), min(most, budget)

    def _fewest_runs(self, interleaved: bool) -> int:
        """Runs of a cell if its campaign ends as early as possible."""
        ends_early = interleaved and self.target_percent
        fewest = _LEAST_REPETITIONS_TO_END if ends_early else self.repetitions
        return self.warmups + min(self.repetitions, fewest)

    @property
    def _most_runs(self) -> int:
        """Runs of a cell if intervals stay wide."""
        added = self.max_repetitions if self._adds_blocks else 0
        return self.warmups + max(self.repetitions, added)

    @property
    def _adds_blocks(self) -> bool:
        return bool(self.target_percent) and self.order is not Order.SEQUENTIAL

    @property
    def _work(self) -> Workload[Any]:
        return workload_named(self.workload.name)

    @cached_property
    def _workload_gaps(self) -> list[str]:
        """Sentences on missing parameters, else on invalid ones."""
        known = parameters_of(type(self.workload)).values()
        idle = self.workload.idle
        used = [each for each in known if each.name not in idle]
        empty = [each for each in used if getattr(self.workload, each.name) in ("", ())]
        lacks = [
            message_text(each.shown.required_message)
            for each in empty
            if each.shown.required_message
        ]
        return lacks or list(self._workload_faults())

    def _workload_faults(self) -> Iterator[str]:
        work = self.workload
        if faults := with_semicolons((*limit_faults(work), *self._work.faults(work))):
            fault = phrase("The workload cannot run with these settings: {what}.", what=faults)
            yield message_text(fault)

    @property
    def _complete(self) -> bool:
        """Whether none of the axes of the matrix is empty."""
        chosen = self.without_database or (self.servers and self.protections)
        return bool(chosen) and not self._workload_gaps

    @cached_property
    def _providers_or_reason(self) -> tuple[tuple[Provider, ...], str]:
        """The providers of a workload without a database, or why there are none."""
        if not isinstance(self._work, BareWorkload) or self._workload_gaps:
            return (), ""
        try:
            return self._work.providers(self.workload), ""
        except CipherbenchError as error:
            return (), message_text(error.advice)

    @cached_property
    def _previewed(self) -> Campaign:
        """The campaign under a placeholder name where its own cannot be used: the matrix and the
        estimate need a campaign before it has a name."""
        usable = not self._name_faults and self.name.strip()
        return replace(self, name=usable or _PLACEHOLDER)._campaign()

    def _campaign(self) -> Campaign:
        settings = values_of(self, CampaignSettings)
        if self.without_database:
            settings["evidence"] = False
        return Campaign(
            name=self.name.strip(),
            servers=() if self.without_database else self.planned_servers(),
            protections=() if self.without_database else tuple(self.protections),
            workload=self.workload,
            advice=self.requirements,
            **settings,
        )

    def planned_servers(self) -> tuple[ServerSpec, ...]:
        return tuple(
            replace(each.spec, optional=each.name in self.optional) for each in self.servers
        )

    def _data_fault(self) -> list[str]:
        data = self.workload.data
        if data in ("", GENERATED) or Path(data).is_file():
            return []
        return [filled(_tr("CampaignPage", "There is no file {0}."), data)]


def _server_fault(entry: ServerEntry) -> str:
    name = display_name(entry.name, entry.spec.engine)
    match entry.state:
        case ServerState.UNAVAILABLE:
            return _tr("CampaignPage", "{0} is not available on this machine.").format(name)
        case ServerState.FAILED:
            return f"{name}: {failure_of(entry) or state_word(entry)}."
        case ServerState.STARTING | ServerState.STOPPING:
            return _tr("CampaignPage", "Checking what {0} supports …").format(name)
    if entry.capabilities is None:
        return _tr("CampaignPage", "{0} has not been checked yet.").format(name)
    return ""


_PLACEHOLDER = "-"
"""Name of missing parts in the plan that a draft is stored as."""


@dataclass(frozen=True)
class SavedDraft:
    """A draft as it was saved.

    `missing` names parts of `campaign` that are placeholders. Its workload always is one: `works`
    has the parameters of every workload in the form, the chosen one last.
    """

    campaign: Campaign
    missing: frozenset[str]
    works: tuple[Parameters, ...]


def write_draft(draft: Draft, works: Sequence[Parameters]) -> str:
    """A draft as JSON, with the parameters of every workload in the form; no passwords."""
    campaign = Campaign(
        name=draft.name.strip() or _PLACEHOLDER,
        servers=draft.planned_servers()
        or (ServerSpec(_PLACEHOLDER, Source.EMBEDDED, engine_names()[0]),),
        protections=_limited_to_chosen(draft) or (PlannedProtection(PLAINTEXT),),
        workload=workload_named(USUAL_WORKLOAD).parameters(USUAL_WORKLOAD),
        advice=draft.requirements,
        **values_of(draft, CampaignSettings),
    )
    chosen = {
        "name": draft.name.strip(),
        "servers": draft.servers,
        "protections": draft.protections,
    }
    missing = [part for part, value in chosen.items() if not value]
    as_json = {
        "plan": write_plan(campaign),
        "missing": missing,
        "works": [write_parameters(each) for each in works],
    }
    return json.dumps(as_json)


def read_draft(text: str) -> SavedDraft:
    """What `write_draft` wrote.

    Raises: InputError
    """
    try:
        draft = json.loads(text)
        campaign = parse_plan(draft["plan"], phrase("the draft"))
        missing = frozenset(map(str, draft["missing"]))
        return SavedDraft(campaign, missing, tuple(_works(draft, campaign)))
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(phrase("Draft not read"), phrase("{reason}."), reason=error) from error


def _works(draft: dict[str, Any], campaign: Campaign) -> Sequence[Parameters]:
    """Parameters of all workloads; drafts of old versions have only the campaign's."""
    return [parse_parameters(each) for each in draft.get("works", ())] or [campaign.workload]


def _limited_to_chosen(draft: Draft) -> tuple[PlannedProtection, ...]:
    """The protections, each limited to servers that are still chosen."""
    names = {each.name for each in draft.servers} or {_PLACEHOLDER}
    return tuple(
        replace(each, servers=tuple(name for name in each.servers if name in names))
        for each in draft.protections
    )
