"""Whether what a spool tells is of its plan, and its campaign made anew."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.orm import Session

from app.plan.campaign import BASELINE
from app.plan.matrix import PlannedRun, operation_names, protections_of
from app.plan.plan_file import parse_plan
from app.results.database.histograms import BadHistogram, histogram_of
from app.results.events import (
    CampaignFinished,
    EvidenceGathered,
    Noted,
    OperationFinished,
    RunFinished,
    RunsAdded,
)
from app.results.spool.spool import SpoolHead, SpoolText
from app.results.store.campaigns import add_campaign, rename, set_environment
from app.results.strict.files import unreadable
from app.results.turns import BadTurns, Turns
from engines.contract.message import phrase


def check_fits(text: SpoolText, path: Path) -> None:
    """Check that all events match the plan."""
    campaign = parse_plan(text.head.plan, phrase("the plan in {path}", path=path))
    servers = {spec.name for spec in campaign.servers}
    protections = {BASELINE, *protections_of(campaign)}
    operations = operation_names(campaign)
    for event in text.events:
        match event:
            case OperationFinished():
                fits = not operations or event.operation in operations
            case EvidenceGathered():
                fits = event.server in servers and event.protection in protections
            case RunFinished() | CampaignFinished():
                fits = event.status.ended
            case RunsAdded():
                fits = all(0 <= run.cell < len(text.head.cells) for run in event.runs)
            case Noted():
                fits = event.level in ("info", "warning", "error")
            case _:
                fits = True
        if not fits:
            raise unreadable(path, phrase("its events do not match its plan"))


def make_campaign(session: Session, head: SpoolHead, path: Path) -> int:
    """Create the campaign again, with all runs pending."""
    campaign = parse_plan(head.plan, phrase("the plan in {path}", path=path))
    servers = {spec.name: spec.engine for spec in campaign.servers}
    protections = set(protections_of(campaign).values())
    for cell in head.cells:
        known = not servers or servers.get(cell.server) == cell.engine
        if not known or cell.protection not in protections:
            raise unreadable(path, phrase("its cells do not match its plan"))
    if any(not 0 <= run.cell < len(head.cells) for run in head.runs):
        raise unreadable(path, phrase("its runs do not match its cells"))
    runs = [PlannedRun(run.cell, run.repetition, run.warmup) for run in head.runs]
    places = [run.position for run in head.runs]
    made = add_campaign(session, campaign, head.cells, runs, head.created_at, places)
    rename(session, made, head.name)
    set_environment(session, made, head.environment)
    return made


def check_packed(event: OperationFinished, path: Path) -> None:
    try:
        histogram_of(event.histogram)
        if event.turns is not None:
            Turns.unpacked(event.turns)
    except BadHistogram as error:
        raise unreadable(path, phrase("a histogram in it cannot be read")) from error
    except BadTurns as error:
        raise unreadable(path, phrase("turns in it cannot be read")) from error
