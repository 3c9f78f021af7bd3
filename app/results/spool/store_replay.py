"""Rebuilds a campaign's events from the rows of a store, so that the recorder can write them to the
spool if the store is damaged or may be lost."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from app.plan.status import Status
from app.results.database.ledger import OPERATION_FIELDS, Ledger
from app.results.database.models import EventRow, EvidenceRow, HistogramRow, OperationRow
from app.results.events import (
    CampaignFinished,
    Event,
    EvidenceGathered,
    Noted,
    OperationFinished,
    RunFinished,
    RunStarted,
    Sampled,
)
from app.results.message_json import message_to_column
from app.results.records import RunRecord
from app.results.store.store import Store
from engines.contract.message import NOTHING

_UNFINISHED = (Status.PENDING, Status.RUNNING)


def replayed_events(store: Store, campaign_id: int, recorded: Ledger) -> Iterator[Iterator[Event]]:
    """The events of everything finished that is not in `recorded` (what this session has recorded
    itself), in parts, each of which can be read if another fails.

    Raises: InputError, also from a part, or any error of a reader, if rows are damaged
    """
    for replay in (_servers, _log_lines, _evidence, _end):
        yield replay(store, campaign_id, recorded)
    for run in store.runs(campaign_id):
        if run.status not in _UNFINISHED and run.started_at and run.id not in recorded.runs:
            yield _run(store, run, run.started_at)


def _servers(store: Store, campaign_id: int, _: Ledger) -> Iterator[Event]:
    yield from (each for each in store.servers(campaign_id) if each.version)


def _log_lines(store: Store, campaign_id: int, recorded: Ledger) -> Iterator[Event]:
    columns = (EventRow.message, EventRow.level, EventRow.at, EventRow.run_id)
    query = select(*columns).where(EventRow.campaign_id == campaign_id).order_by(EventRow.id)
    with store.transaction() as session:
        found = session.execute(query).all()
    for row in found:
        if (row.at, message_to_column(row.message)) not in recorded.lines:
            yield Noted(row.message, row.level, row.at, row.run_id)


def _evidence(store: Store, campaign_id: int, recorded: Ledger) -> Iterator[Event]:
    columns = (EvidenceRow.server, EvidenceRow.protection, EvidenceRow.at)
    query = select(*columns).where(EvidenceRow.campaign_id == campaign_id)
    with store.transaction() as session:
        gathered = {(row.server, row.protection): row.at for row in session.execute(query)}
    traces = store.evidence(campaign_id)
    for server_and_protection, at in gathered.items():
        if server_and_protection not in recorded.evidence_keys:
            here = tuple(
                each for each in traces if (each.server, each.protection) == server_and_protection
            )
            yield EvidenceGathered(*server_and_protection, here, at)


def _end(store: Store, campaign_id: int, recorded: Ledger) -> Iterator[Event]:
    summary = store.summary(campaign_id)
    if recorded.ended is None and summary.finished_at is not None:
        why = summary.ended_by or NOTHING
        yield CampaignFinished(campaign_id, summary.status, summary.finished_at, ended_by=why)


def _run(store: Store, run: RunRecord, began: float) -> Iterator[Event]:
    yield RunStarted.of(run, began)
    columns = [getattr(OperationRow, name) for name in OPERATION_FIELDS]
    query = (
        select(*columns, HistogramRow.encoded)
        .join(HistogramRow, HistogramRow.operation_id == OperationRow.id)
        .where(OperationRow.run_id == run.id)
    )
    with store.transaction() as session:
        found = session.execute(query).all()
    for *values, histogram in found:
        fields = dict(zip(OPERATION_FIELDS, values, strict=True))
        yield OperationFinished(**fields, histogram=histogram)
    yield from map(Sampled, store.samples(run.id))
    yield RunFinished.of(run, run.finished_at or began)
