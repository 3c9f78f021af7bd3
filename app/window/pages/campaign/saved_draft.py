"""An unfinished campaign as text, kept for the next start of the program."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.plan.campaign import Campaign, CampaignSettings, PlannedProtection
from app.plan.plan_file import (
    USUAL_WORKLOAD,
    parse_parameters,
    parse_plan,
    write_parameters,
    write_plan,
)
from app.window.pages.campaign.draft import Draft
from engines.contract.endpoint import Source
from engines.contract.errors import InputError
from engines.contract.message import phrase
from engines.contract.parameter import values_of
from engines.contract.protection import PLAINTEXT
from engines.registry import engine_names
from engines.servers.server import ServerSpec
from workloads.contract import Parameters
from workloads.registry import workload_named

_STAND_IN = "-"


@dataclass(frozen=True)
class SavedDraft:
    """A draft that was kept.

    `missing` names parts of `campaign` that are placeholders, as its workload always is. `works`
    has the fields of each workload, the chosen one last.
    """

    campaign: Campaign
    missing: frozenset[str]
    works: tuple[Parameters, ...]


def write_draft(draft: Draft, works: Sequence[Parameters]) -> str:
    """A draft as text, with what is in the fields of every workload; no passwords."""
    campaign = Campaign(
        name=draft.name.strip() or _STAND_IN,
        servers=tuple(
            replace(each.spec, optional=each.name in draft.optional) for each in draft.servers
        )
        or (ServerSpec(_STAND_IN, Source.EMBEDDED, engine_names()[0]),),
        protections=_for_chosen(draft) or (PlannedProtection(PLAINTEXT),),
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
    stored = {
        "plan": write_plan(campaign),
        "missing": missing,
        "works": [write_parameters(each) for each in works],
    }
    return json.dumps(stored)


def read_draft(text: str) -> SavedDraft:
    """What `write_draft` wrote.

    Raises: InputError
    """
    try:
        stored = json.loads(text)
        campaign = parse_plan(stored["plan"], phrase("the draft"))
        missing = frozenset(map(str, stored["missing"]))
        return SavedDraft(campaign, missing, tuple(_works(stored, campaign)))
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(phrase("Draft not read"), phrase("{reason}."), reason=error) from error


def _works(stored: dict[str, Any], campaign: Campaign) -> Sequence[Parameters]:
    """Drafts that were written before there was more than one workload have none."""
    return [parse_parameters(each) for each in stored.get("works", ())] or [campaign.workload]


def _for_chosen(draft: Draft) -> tuple[PlannedProtection, ...]:
    """The protections, each limited to servers that are still chosen."""
    names = {each.name for each in draft.servers} or {_STAND_IN}
    return tuple(
        replace(each, servers=tuple(name for name in each.servers if name in names))
        for each in draft.protections
    )
