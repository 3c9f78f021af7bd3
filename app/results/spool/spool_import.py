"""Imports a spool (events of a campaign that a killed program or a lost store left behind) into a
store.

The spool completes its campaign if the store has it, else creates it. A run that is done in the
store stays; any other is replaced by its finished attempt in the spool. So nothing is stored twice
and no result is overwritten.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.plan.campaign import BASELINE
from app.plan.matrix import PlannedRun, operation_names, protections_of
from app.plan.plan_file import parse_plan
from app.plan.status import Status
from app.results.database import reader
from app.results.database.histograms import BadHistogram, decode_histogram
from app.results.database.ledger import Ledger
from app.results.database.models import CampaignRow, RunRow
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    EvidenceGathered,
    Noted,
    OperationFinished,
    RunFinished,
    RunRepeated,
    RunsAdded,
    RunsDropped,
    RunStarted,
    Sampled,
)
from app.results.records import ImportResult, RunRecord, ServerRecord
from app.results.spool.spool import SpoolContents, SpoolHead, abandoned_spools, read_spool
from app.results.storable_text import cleaned
from app.results.store.campaigns import (
    add_campaign,
    add_session,
    rename,
    same_campaign,
    set_environment,
)
from app.results.store.event_writer import write_events
from app.results.store.run_event_writer import run_of
from app.results.store.runs import add_repeat, add_runs
from app.results.store.store import Store
from app.results.strict_reading import unreadable
from app.results.turns import BadTurns, Turns
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase, plural


def check_events_match_plan(text: SpoolContents, path: Path) -> None:
    """Raises: InputError where an event does not match the plan"""
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


def create_campaign(session: Session, head: SpoolHead, path: Path) -> int:
    """Create the campaign of a spool, with all runs pending; its id.

    Raises: InputError where cells or runs do not match the plan
    """
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


def check_histograms(event: OperationFinished, path: Path) -> None:
    try:
        decode_histogram(event.histogram)
        if event.turns is not None:
            Turns.from_bytes(event.turns)
    except BadHistogram as error:
        raise unreadable(path, phrase("a histogram in it cannot be read")) from error
    except BadTurns as error:
        raise unreadable(path, phrase("turns in it cannot be read")) from error


def import_leftovers(store: Store, campaign_id: int, tell: Callable[[Event], None]) -> bool:
    """Import the spools that killed programs left of a campaign; whether all could be imported.

    The caller holds the campaign's lock. A spool that does not fit is reported and stays.
    """
    complete = True
    with store.transaction() as session:
        known = _identity(session, campaign_id)
    for path, head in list(abandoned_spools()):
        if (head.created_at, head.plan) != known:
            continue
        try:
            imported = _import(store, campaign_id, read_spool(path), path)
        except CipherbenchError as error:
            tell(Noted(error.messages[1], "warning", time.time()))
            complete = False
            continue
        if head.store == cleaned(store.absolute_location):
            path.unlink(missing_ok=True)  # another store, of which this is a copy, still needs it
        if imported.added:
            message = plural(
                "{n} runs that an earlier session could not store were imported from {spool}",
                "{n} run that an earlier session could not store was imported from {spool}",
                imported.added,
                spool=path,
            )
            tell(Noted(message, "info", time.time()))
    return complete


def missing_runs(session: Session, campaign_id: int, path: Path) -> int:
    """How many finished runs of a spool are missing in the store.

    Raises: InputError when it is no spool
    """
    text = read_spool(path)
    rows = _runs_by_position(session, campaign_id)
    places = {run.id: run.position for run in text.head.runs}
    places |= {e.run_id: e.position for e in text.events if isinstance(e, RunRepeated)}
    places |= {run.id: run.position for run in _added_runs(text.events)}
    found = (
        (rows.get(places.get(each, -1)), ended)
        for each, ended in _finished_attempts(text.events)[0].items()
    )
    return sum(row is None or _replaces(row, ended) for row, ended in found)


def import_spool(store: Store, path: Path) -> ImportResult:
    """All of it or nothing. The store is open for writing.

    Raises: InputError
    """
    text = read_spool(path)
    with store.transaction() as session:
        known = same_campaign(session, text.head.created_at, text.head.plan)
    with nullcontext() if known is None else store.locked(known):
        return _import(store, known, text, path)


def _import(store: Store, campaign_id: int | None, text: SpoolContents, path: Path) -> ImportResult:
    check_events_match_plan(text, path)
    importing = _SpoolImport(text, path)
    try:
        with store.transaction(write=True) as session:
            found = (
                create_campaign(session, text.head, path) if campaign_id is None else campaign_id
            )
            _add_sessions(session, found, text)
            importing.carry_out(session, found)
    except SQLAlchemyError as error:
        raise unreadable(path, phrase("it contains data that the store rejects")) from error
    store.verify(found, importing.ledger)
    return ImportResult(
        found,
        store.summary(found).name,
        campaign_id is None,
        importing.added,
        importing.known,
        text.truncated,
    )


@dataclass
class _SpoolImport:
    text: SpoolContents
    path: Path
    ledger: Ledger = field(default_factory=Ledger)
    added: int = 0
    known: int = 0

    def carry_out(self, session: Session, campaign_id: int) -> None:
        rows = _runs_by_position(session, campaign_id)
        runs = {run.id: rows.get(run.position) for run in self.text.head.runs}
        runs |= _map_added(session, campaign_id, rows, self.text)
        runs |= _map_repeats(session, rows, runs, self.text.events)
        attempts, others = _finished_attempts(self.text.events)
        for run_id, attempt in attempts.items():
            if run_id not in runs:
                raise unreadable(
                    self.path,
                    phrase("it contains events of run {run}, which it does not list", run=run_id),
                )
            row = runs[run_id]
            if row is not None and _replaces(row, attempt):
                self._apply(session, campaign_id, (_with_run_id(each, row.id) for each in attempt))
                session.expire(row, ("status", "started_at"))
                self.added += 1
            else:
                self.known += 1
        ids = {old: row.id for old, row in runs.items() if row is not None}
        self._apply(session, campaign_id, _new_facts(session, campaign_id, others, ids))
        _update_status(session, campaign_id, others)

    def _apply(self, session: Session, campaign_id: int, events: Iterable[Event]) -> None:
        batch = list(events)
        for event in batch:
            if isinstance(event, OperationFinished):
                check_histograms(event, self.path)
            self.ledger.add(event)
        write_events(session, campaign_id, batch, idempotent=True)


def _identity(session: Session, campaign_id: int) -> tuple[float, str] | None:
    query = select(CampaignRow.created_at, CampaignRow.plan).where(CampaignRow.id == campaign_id)
    found = session.execute(query).one_or_none()
    return None if found is None else (found.created_at, found.plan)


def _add_sessions(session: Session, campaign_id: int, text: SpoolContents) -> None:
    known = {each.at for each in reader.sessions(session, campaign_id)}
    for each in text.head.sessions:
        if each.at not in known:
            add_session(session, campaign_id, each)


def _runs_by_position(session: Session, campaign_id: int) -> dict[int, RunRow]:
    ids = [run.id for run in reader.runs(session, campaign_id)]
    rows = session.scalars(select(RunRow).where(RunRow.id.in_(ids)))
    return {row.position: row for row in rows}


def _finished_attempts(events: Iterable[Event]) -> tuple[dict[int, list[Event]], list[Event]]:
    """Run → events of its last finished attempt; and the events that belong to no run."""
    begun: dict[int, list[Event]] = {}
    finished: dict[int, list[Event]] = {}
    others: list[Event] = []
    for event in events:
        run_id = run_of(event)
        if run_id is None:
            others.append(event)
        elif isinstance(event, RunStarted):
            begun[run_id] = [event]
        elif run_id in begun:
            begun[run_id].append(event)
            if isinstance(event, RunFinished):
                finished[run_id] = begun.pop(run_id)
    return finished, others


def _map_repeats(
    session: Session,
    rows: dict[int, RunRow],
    runs: dict[int, RunRow | None],
    events: Iterable[Event],
) -> dict[int, RunRow | None]:
    """`runs` with the spool's repeated runs → rows here, which are created if missing."""
    found = dict(runs)
    for event in events:
        if not isinstance(event, RunRepeated):
            continue
        first, there = found.get(event.of), rows.get(event.position)
        if first is None:
            continue
        if there is None or (there.cell_id, there.repetition) != (first.cell_id, first.repetition):
            there = session.get_one(RunRow, add_repeat(session, first.id)[0])
        found[event.run_id] = there
    return found


def _added_runs(events: Iterable[Event]) -> Iterator[RunRecord]:
    for event in events:
        if isinstance(event, RunsAdded):
            yield from event.runs


def _map_added(
    session: Session, campaign_id: int, rows: Mapping[int, RunRow], text: SpoolContents
) -> dict[int, RunRow | None]:
    """The spool's added repetitions → rows here, which are created if missing."""
    added = list(_added_runs(text.events))
    planned = [PlannedRun(run.cell, run.repetition) for run in added]
    places = add_runs(session, campaign_id, planned)
    here = [rows.get(place) or session.get_one(RunRow, made) for made, place in places]
    return {run.id: row for run, row in zip(added, here, strict=True)}


def _with_run_id(event: Event, run_id: int) -> Event:
    if isinstance(event, Sampled):
        return Sampled(replace(event.sample, run_id=run_id))
    if isinstance(event, RunStarted | RunFinished | OperationFinished):
        return replace(event, run_id=run_id)
    return event


def _replaces(row: RunRow, attempt: Sequence[Event]) -> bool:
    """Whether an attempt replaces the store's run: never one that is done; one that failed only if
    the attempt is done or began later."""
    first, last = attempt[0], attempt[-1]
    assert isinstance(first, RunStarted) and isinstance(last, RunFinished)
    if row.status is Status.DONE:
        return False
    newer = row.started_at is None or row.started_at < first.at
    unfinished = row.status is not last.status and row.started_at == first.at
    return last.status is Status.DONE or newer or unfinished


def _new_facts(
    session: Session, campaign_id: int, others: Iterable[Event], ids: dict[int, int]
) -> Iterator[Event]:
    """Events of no run that the store does not know better."""
    answered = {each.name for each in reader.servers(session, campaign_id) if each.version}
    seen = {(each.server, each.protection) for each in reader.evidence(session, campaign_id)}
    for event in others:
        match event:
            case Noted(run_id=None):
                yield event
            case Noted(run_id=run_id) if run_id is not None:
                yield replace(event, run_id=ids.get(run_id))
            case RunsDropped(runs=runs):
                known = [replace(run, id=ids[run.id]) for run in runs if run.id in ids]
                yield RunsDropped(tuple(known))
            case ServerRecord(name=server) if server not in answered:
                yield event
            case EvidenceGathered() if (event.server, event.protection) not in seen:
                yield event
            case Sampled():
                yield event


def _update_status(session: Session, campaign_id: int, others: Iterable[Event]) -> None:
    """The campaign's status is the spool's, unless the store has a later session."""
    row = session.get_one(CampaignRow, campaign_id)
    session.refresh(row)
    ends = [each for each in others if isinstance(each, CampaignFinished)]
    begun = any(isinstance(each, CampaignStarted) for each in others)
    if ends and (row.finished_at is None or row.finished_at < ends[-1].at):
        row.status, row.finished_at = ends[-1].status, ends[-1].at
        row.ended_by = ends[-1].ended_by or None
    elif begun and row.status in (Status.PENDING, Status.RUNNING):
        row.status = Status.CANCELLED
