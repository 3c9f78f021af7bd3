"""Writes the events of a running campaign into the store, in their order."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import groupby

from sqlalchemy import BindParameter, bindparam, select, update
from sqlalchemy.orm import Session

from app.plan.status import Status
from app.results.database.models import (
    CampaignRow,
    EventRow,
    EvidenceRow,
    OperationRow,
    RunRow,
    SampleRow,
    ServerRow,
)
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    EvidenceGathered,
    Noted,
    OperationFinished,
    RunFinished,
    RunsDropped,
    RunStarted,
    Sampled,
    ServerLost,
)
from app.results.records import EvidenceFinding, ServerRecord
from app.results.store import run_event_writer
from app.results.store.rows import Row, discard, insert_all
from app.results.store.runs import derive_cell_status

_AT: BindParameter[float] = bindparam("at")
_OF_CAMPAIGN = SampleRow.campaign_id == bindparam("campaign")
_SAMPLE = select(SampleRow.id).where(_OF_CAMPAIGN, SampleRow.at == _AT).limit(1)
_SAMPLE_OF_RUN = _SAMPLE.where(SampleRow.run_id == bindparam("run"))
_SAMPLE_OF_NONE = _SAMPLE.where(SampleRow.run_id.is_(None))
_OPERATION = (
    select(OperationRow.id)
    .where(OperationRow.run_id == bindparam("run"), OperationRow.operation == bindparam("name"))
    .limit(1)
)
_LINE = (
    select(EventRow.id)
    .where(EventRow.campaign_id == bindparam("campaign"), EventRow.at == _AT)
    .where(EventRow.message == bindparam("message"))
    .limit(1)
)


def write_events(
    session: Session, campaign_id: int, events: Iterable[Event], *, idempotent: bool = False
) -> None:
    """Write events in their order; `idempotent`: some may be stored already, and no row is added
    twice."""
    session.flush()
    runs = list[int]()
    for alike in _not_there(session, campaign_id, events) if idempotent else _by_kind(events):
        _apply(session, campaign_id, alike)
        runs += [each.run_id for each in alike if isinstance(each, RunStarted | RunFinished)]
    run_event_writer.update_cell_status(session, runs)


def _by_kind(events: Iterable[Event]) -> Iterator[list[Event]]:
    """Groups of consecutive events of one class, which can be added together."""
    for _, alike in groupby(events, type):
        yield list(alike)


def _not_there(
    session: Session, campaign_id: int, events: Iterable[Event]
) -> Iterator[list[Event]]:
    """Groups of events that are not stored yet. Events of a run that begins among them cannot be
    stored, since its start removes what it had: one query for each sample took too long over a
    network. Any other event is checked when those before it are written."""
    begun: set[int | None] = set()
    new: list[Event] = []
    for event in events:
        run = run_event_writer.run_of(event)
        if isinstance(event, RunStarted):
            begun.add(run)
        fresh = run is not None and run in begun
        if new and not (fresh and type(event) is type(new[0])):
            yield new
            new = []
        if fresh:
            new.append(event)
        elif not _is_known(session, campaign_id, event):
            yield [event]
    if new:
        yield new


def _is_known(session: Session, campaign_id: int, event: Event) -> bool:
    """Whether the row that an event adds is stored; False for an event that only changes rows."""
    values: Row
    match event:
        case Sampled(sample):
            query = _SAMPLE_OF_NONE if sample.run_id is None else _SAMPLE_OF_RUN
            values = {"campaign": campaign_id, "run": sample.run_id, "at": sample.at}
        case OperationFinished():
            query, values = _OPERATION, {"run": event.run_id, "name": event.operation}
        case Noted():
            query = _LINE
            values = {"campaign": campaign_id, "at": event.at, "message": event.message}
        case _:
            return False
    return session.scalar(query, values) is not None


def _apply(session: Session, campaign_id: int, alike: Sequence[Event]) -> None:
    """Put events of one kind into the store."""
    of_runs = [each for each in alike if isinstance(each, run_event_writer.RunEvent)]
    if of_runs:
        run_event_writer.add(session, campaign_id, of_runs)
        return
    for event in alike:
        match event:
            case ServerRecord():
                _server_ready(session, campaign_id, event)
            case ServerLost() | Noted():
                _log(session, campaign_id, event)
            case CampaignStarted():
                _set_campaign(session, campaign_id, status=Status.RUNNING, finished_at=None)
            case CampaignFinished():
                why = event.ended_by or None
                _set_campaign(
                    session, campaign_id, status=event.status, finished_at=event.at, ended_by=why
                )
            case EvidenceGathered():
                _set_evidence(session, campaign_id, event)
            case RunsDropped():
                _drop_runs(session, event)
            # Repeated and further runs were added when they were asked for.


def _server_ready(session: Session, campaign_id: int, event: ServerRecord) -> None:
    """Store version and settings of a server that answers for the first time; later sessions have
    their own records."""
    session.execute(
        update(ServerRow)
        .where(
            ServerRow.campaign_id == campaign_id,
            ServerRow.name == event.name,
            ServerRow.version == "",
        )
        .values(version=event.version, settings=dict(event.settings), lies_on=event.lies_on)
    )


def _drop_runs(session: Session, event: RunsDropped) -> None:
    """Remove runs that have not begun."""
    unneeded = (
        RunRow.id.in_([each.id for each in event.runs]),
        RunRow.status == Status.PENDING,
    )
    cells = list(session.scalars(select(RunRow.cell_id).where(*unneeded)))
    discard(session, RunRow, *unneeded)
    derive_cell_status(session, cells)


def _log(session: Session, campaign_id: int, event: Noted | ServerLost) -> None:
    if isinstance(event, ServerLost):
        event = Noted(event.message, "warning" if event.optional else "error")
    row = {"run_id": event.run_id, "at": event.at or time.time()}
    text = {"level": event.level, "message": event.message}
    insert_all(session, EventRow, [{"campaign_id": campaign_id, **row, **text}])


def _set_campaign(session: Session, campaign_id: int, **values: object) -> None:
    session.execute(update(CampaignRow).where(CampaignRow.id == campaign_id).values(**values))


def _set_evidence(session: Session, campaign_id: int, event: EvidenceGathered) -> None:
    discard(
        session,
        EvidenceRow,
        EvidenceRow.campaign_id == campaign_id,
        EvidenceRow.server == event.server,
        EvidenceRow.protection == event.protection,
    )
    rows = [_evidence_row(campaign_id, event.at, each) for each in event.traces]
    insert_all(session, EvidenceRow, rows)


def _evidence_row(campaign_id: int, at: float, trace: EvidenceFinding) -> Row:
    plain = {"ground": trace.ground.value, "subject": trace.subject.value}
    known = {name: value for name, value in asdict(trace).items() if name != "message"}
    return {"campaign_id": campaign_id, "at": at, **known, **plain, "message": trace.message}
