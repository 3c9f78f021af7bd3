"""Taking a spool into a store.

A spool completes its campaign where the store has it, and makes it anew where not. A run that is
done in the store stays as it is; any other is replaced by its finished attempt in the spool, whole.
So nothing is stored twice and nothing that counts is overwritten.
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
from app.results.database.histograms import BadHistogram, histogram_of
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
from app.results.spool.spool import SpoolHead, SpoolText, leftovers, read_spool
from app.results.storable_text import cleaned
from app.results.store.campaigns import add_campaign, add_session, rename, set_environment
from app.results.store.event_writer import write_events
from app.results.store.run_event_writer import run_of
from app.results.store.runs import add_runs, repeat
from app.results.store.store import Store
from app.results.strict import unreadable
from app.results.turns import BadTurns, Turns
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase, plural

# Whether what a spool tells is of its plan, and its campaign made anew.


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


def take_leftovers(store: Store, campaign_id: int, tell: Callable[[Event], None]) -> bool:
    """Take in what killed programs measured of a campaign and could not store any more; whether
    all of it is stored now.

    The campaign must be claimed. A spool that does not fit is told and left where it is.
    """
    whole = True
    with store.transaction() as session:
        known = _identity(session, campaign_id)
    for path, head in list(leftovers()):
        if (head.created_at, head.plan) != known:
            continue
        try:
            taken = _take(store, campaign_id, read_spool(path), path)
        except CipherbenchError as error:
            tell(Noted(error.messages[1], "warning", time.time()))
            whole = False
            continue
        if head.store == cleaned(store.home):
            path.unlink(missing_ok=True)  # another store, of which this is a copy, still needs it
        if taken.added:
            message = plural(
                "{n} runs that an earlier session could not store were imported from {spool}",
                "{n} run that an earlier session could not store was imported from {spool}",
                taken.added,
                spool=path,
            )
            tell(Noted(message, "info", time.time()))
    return whole


def lacking(session: Session, campaign_id: int, path: Path) -> int:
    """How many finished runs of a spool the store of its campaign lacks.

    Raises: InputError when it is no spool
    """
    text = read_spool(path)
    here = _runs_here(session, campaign_id)
    places = {run.id: run.position for run in text.head.runs}
    places |= {e.run_id: e.position for e in text.events if isinstance(e, RunRepeated)}
    places |= {run.id: run.position for run in _added(text.events)}
    found = (
        (here.get(places.get(each, -1)), ended) for each, ended in _sorted(text.events)[0].items()
    )
    return sum(row is None or _is_wanted(row, ended) for row, ended in found)


def import_spool(store: Store, path: Path) -> ImportResult:
    """Take a spool into a store that is open to write: all of it or nothing.

    Raises: InputError
    """
    text = read_spool(path)
    with store.transaction() as session:
        known = _twin(session, text.head)
    with nullcontext() if known is None else store.locked(known):
        return _take(store, known, text, path)


def _take(store: Store, campaign_id: int | None, text: SpoolText, path: Path) -> ImportResult:
    check_fits(text, path)
    taking = _Taking(text, path)
    try:
        with store.transaction(write=True) as session:
            found = make_campaign(session, text.head, path) if campaign_id is None else campaign_id
            _add_sessions(session, found, text)
            taking.carry_out(session, found)
    except SQLAlchemyError as error:
        raise unreadable(path, phrase("it contains data that the store rejects")) from error
    store.verify(found, taking.ledger)
    return ImportResult(
        found,
        store.summary(found).name,
        campaign_id is None,
        taking.added,
        taking.known,
        text.torn,
    )


@dataclass
class _Taking:
    text: SpoolText
    path: Path
    ledger: Ledger = field(default_factory=Ledger)
    added: int = 0
    known: int = 0

    def carry_out(self, session: Session, campaign_id: int) -> None:
        here = _runs_here(session, campaign_id)
        runs = {run.id: here.get(run.position) for run in self.text.head.runs}
        runs |= _added_here(session, campaign_id, here, self.text)
        runs |= _repeats_here(session, here, runs, self.text.events)
        attempts, others = _sorted(self.text.events)
        for run_id, attempt in attempts.items():
            if run_id not in runs:
                raise unreadable(
                    self.path,
                    phrase("it contains events of run {run}, which it does not list", run=run_id),
                )
            row = runs[run_id]
            if row is not None and _is_wanted(row, attempt):
                self._apply(session, campaign_id, (_of_run(each, row.id) for each in attempt))
                session.expire(row, ("status", "started_at"))
                self.added += 1
            else:
                self.known += 1
        ids = {old: row.id for old, row in runs.items() if row is not None}
        self._apply(session, campaign_id, _fitting(session, campaign_id, others, ids))
        _settle(session, campaign_id, others)

    def _apply(self, session: Session, campaign_id: int, events: Iterable[Event]) -> None:
        batch = list(events)
        for event in batch:
            if isinstance(event, OperationFinished):
                check_packed(event, self.path)
            self.ledger.note(event)
        write_events(session, campaign_id, batch, again=True)


def _twin(session: Session, head: SpoolHead) -> int | None:
    """The campaign of a spool in this store: the same plan, begun at the same moment."""
    query = select(CampaignRow.id).where(
        CampaignRow.created_at == head.created_at, CampaignRow.plan == head.plan
    )
    return session.scalar(query.order_by(CampaignRow.id).limit(1))


def _identity(session: Session, campaign_id: int) -> tuple[float, str] | None:
    query = select(CampaignRow.created_at, CampaignRow.plan).where(CampaignRow.id == campaign_id)
    found = session.execute(query).one_or_none()
    return None if found is None else (found.created_at, found.plan)


def _add_sessions(session: Session, campaign_id: int, text: SpoolText) -> None:
    """The conditions that the spool tells of and that are not known here."""
    known = {each.at for each in reader.sessions(session, campaign_id)}
    for each in text.head.sessions:
        if each.at not in known:
            add_session(session, campaign_id, each)


def _runs_here(session: Session, campaign_id: int) -> dict[int, RunRow]:
    ids = [run.id for run in reader.runs(session, campaign_id)]
    rows = session.scalars(select(RunRow).where(RunRow.id.in_(ids)))
    return {row.position: row for row in rows}


def _sorted(events: Iterable[Event]) -> tuple[dict[int, list[Event]], list[Event]]:
    """The last finished attempt of each run, and all that belongs to none."""
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


def _repeats_here(
    session: Session,
    here: dict[int, RunRow],
    runs: dict[int, RunRow | None],
    events: Iterable[Event],
) -> dict[int, RunRow | None]:
    """The runs that repeat others, by their numbers in the spool; made where they are missing."""
    found = dict(runs)
    for event in events:
        if not isinstance(event, RunRepeated):
            continue
        first, there = found.get(event.of), here.get(event.position)
        if first is None:
            continue
        if there is None or (there.cell_id, there.repetition) != (first.cell_id, first.repetition):
            there = session.get_one(RunRow, repeat(session, first.id)[0])
        found[event.run_id] = there
    return found


def _added(events: Iterable[Event]) -> Iterator[RunRecord]:
    for event in events:
        if isinstance(event, RunsAdded):
            yield from event.runs


def _added_here(
    session: Session, campaign_id: int, here: Mapping[int, RunRow], text: SpoolText
) -> dict[int, RunRow | None]:
    """Further repetitions, by their numbers in the spool; made where they are missing."""
    added = list(_added(text.events))
    planned = [PlannedRun(run.cell, run.repetition) for run in added]
    places = add_runs(session, campaign_id, planned)
    rows = [here.get(place) or session.get_one(RunRow, made) for made, place in places]
    return {run.id: row for run, row in zip(added, rows, strict=True)}


def _of_run(event: Event, run_id: int) -> Event:
    """The event with its run's ID in this store."""
    if isinstance(event, Sampled):
        return Sampled(replace(event.sample, run_id=run_id))
    if isinstance(event, RunStarted | RunFinished | OperationFinished):
        return replace(event, run_id=run_id)
    return event


def _is_wanted(row: RunRow, attempt: Sequence[Event]) -> bool:
    """Whether an attempt is to replace what the store has: never a run that is done there, and
    one that failed only by one that is done or was begun later."""
    first, last = attempt[0], attempt[-1]
    assert isinstance(first, RunStarted) and isinstance(last, RunFinished)
    if row.status is Status.DONE:
        return False
    newer = row.started_at is None or row.started_at < first.at
    unfinished = row.status is not last.status and row.started_at == first.at
    return last.status is Status.DONE or newer or unfinished


def _fitting(
    session: Session, campaign_id: int, others: Iterable[Event], ids: dict[int, int]
) -> Iterator[Event]:
    """What belongs to no run and is not known better here."""
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


def _settle(session: Session, campaign_id: int, others: Iterable[Event]) -> None:
    """How the campaign stands: as the spool tells, unless the store knows of a later session."""
    row = session.get_one(CampaignRow, campaign_id)
    session.refresh(row)
    ends = [each for each in others if isinstance(each, CampaignFinished)]
    begun = any(isinstance(each, CampaignStarted) for each in others)
    if ends and (row.finished_at is None or row.finished_at < ends[-1].at):
        row.status, row.finished_at = ends[-1].status, ends[-1].at
        row.ended_by = ends[-1].ended_by or None
    elif begun and row.status in (Status.PENDING, Status.RUNNING):
        row.status = Status.CANCELLED
