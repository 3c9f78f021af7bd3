"""Everything that changes a store. Each function works inside the caller's transaction."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from sqlalchemy import ColumnElement, Select, delete, func, insert, select, update
from sqlalchemy.orm import Session

from app.plan.campaign import Campaign
from app.plan.matrix import Cell, PlannedRun
from app.plan.plan_file import write_plan
from app.plan.status import FINAL, Status
from app.results.database.models import (
    CampaignRow,
    CellRow,
    EnvironmentRow,
    EventRow,
    EvidenceRow,
    HistogramRow,
    OperationRow,
    RunRow,
    SampleRow,
    ServerRow,
    SessionRow,
)
from app.results.database.repeats import is_given_up, is_spare, was_repeated
from app.results.database.usage import usage_within
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    EvidenceGathered,
    EvidenceProgressed,
    EvidenceStarted,
    Noted,
    OperationFinished,
    OperationStarted,
    ProbeSample,
    Progressed,
    RunDisturbed,
    RunFinished,
    RunRepeated,
    RunsAdded,
    RunStarted,
    Sampled,
    ServerLost,
    ServerReady,
)
from app.results.message_json import message_to_json
from app.results.records import SessionRecord
from app.results.traces import Trace
from engines.contract.message import NOTHING, Message, phrase
from engines.registry import default_mode
from workloads.contract import PROVIDED

_INTERRUPTED = phrase("Cipherbench was interrupted.")


def add_campaign(
    session: Session,
    campaign: Campaign,
    cells: Sequence[Cell],
    runs: Sequence[PlannedRun],
    created_at: float | None = None,
    places: Sequence[int] | None = None,
) -> int:
    """A new campaign with its servers, cells and pending runs; its id.

    One that was made elsewhere has the moment and the places of its runs from there.
    """
    campaign_id = session.scalars(
        insert(CampaignRow).returning(CampaignRow.id),
        {
            "name": campaign.name,
            "plan": write_plan(campaign),
            "seed": campaign.seed,
            "order": campaign.order.value,
            "status": Status.PENDING,
            "created_at": time.time() if created_at is None else created_at,
        },
    ).one()
    _insert_all(session, ServerRow, _server_rows(campaign_id, campaign, cells))
    cell_ids = _add_cells(session, campaign_id, campaign, cells)
    _insert_all(session, RunRow, _run_rows(cell_ids, runs, places or range(len(runs))))
    return campaign_id


def reset_unfinished(session: Session, campaign_id: int) -> None:
    """Make every run that is not final pending again and forget what it had measured."""
    cells = select(CellRow.id).where(*_able(campaign_id))
    unfinished = (RunRow.cell_id.in_(cells), RunRow.status.not_in(FINAL))
    _forget(session, select(RunRow.id).where(*unfinished))
    session.execute(
        update(RunRow)
        .where(*unfinished)
        .values(
            **_said("reason", NOTHING), status=Status.PENDING, started_at=None, finished_at=None
        )
    )
    _settle_cells(session, cells)


def refuse(session: Session, campaign_id: int, reasons: Mapping[int, Message]) -> None:
    """Make cells (by position) unsupported and drop their runs, where none of them is done."""
    done = select(RunRow.cell_id).where(RunRow.status == Status.DONE)
    for position, why in reasons.items():
        cell_id = session.scalar(
            select(CellRow.id).where(
                CellRow.campaign_id == campaign_id,
                CellRow.position == position,
                CellRow.id.not_in(done),
            )
        )
        if cell_id is not None:
            session.execute(delete(RunRow).where(RunRow.cell_id == cell_id))
            refused = {"status": Status.UNSUPPORTED, **_said("reason", why)}
            session.execute(update(CellRow).where(CellRow.id == cell_id).values(refused))


def abandon(session: Session, campaign_id: int | None = None) -> None:
    """Mark as cancelled what a Cipherbench that was killed left running, in one campaign or in all.

    Only for what nobody else can be writing to.
    """
    meant = CampaignRow.id.is_not(None) if campaign_id is None else CampaignRow.id == campaign_id
    campaigns = select(CampaignRow.id).where(meant)
    theirs = select(CellRow.id).where(CellRow.campaign_id.in_(campaigns))
    running = (RunRow.status == Status.RUNNING, RunRow.cell_id.in_(theirs))
    cells = session.scalars(select(RunRow.cell_id).where(*running).distinct()).all()
    cancelled = {"status": Status.CANCELLED, **_said("reason", _INTERRUPTED)}
    session.execute(update(RunRow).where(*running).values(cancelled))
    _settle_cells(session, select(CellRow.id).where(CellRow.id.in_(cells)))
    session.execute(
        update(CampaignRow)
        .where(meant, CampaignRow.status == Status.RUNNING)
        .values(status=Status.CANCELLED)
    )


def set_environment(session: Session, campaign_id: int, facts: Mapping[str, object]) -> None:
    """Note what is known of the machine and the program that measure; what was noted stays."""
    known = select(EnvironmentRow.key).where(EnvironmentRow.campaign_id == campaign_id)
    noted = set(session.scalars(known))
    rows = [
        {"campaign_id": campaign_id, "key": key, "value": value}
        for key, value in facts.items()
        if key not in noted
    ]
    _insert_all(session, EnvironmentRow, rows)


def add_session(session: Session, campaign_id: int, conditions: SessionRecord) -> None:
    """Note the conditions of a session beside those of the sessions before."""
    session.execute(insert(SessionRow), {"campaign_id": campaign_id, **asdict(conditions)})


def repeat(session: Session, run_id: int) -> tuple[int, int]:
    """Another run of the same cell and repetition, at the end of the campaign: its id and its
    position."""
    run = session.get_one(RunRow, run_id)
    position = last_position(session, session.get_one(CellRow, run.cell_id).campaign_id) + 1
    row = {"cell_id": run.cell_id, "position": position, "repetition": run.repetition}
    state = {"warmup": run.warmup, "status": Status.PENDING, "reason": ""}
    made = session.scalars(insert(RunRow).returning(RunRow.id), {**row, **state}).one()
    _settle_cells(session, select(CellRow.id).where(CellRow.id == run.cell_id))
    return made, position


def last_position(session: Session, campaign_id: int) -> int:
    """The place of a campaign's last run in its order."""
    of_campaign = select(func.max(RunRow.position)).join(CellRow)
    return session.scalar(of_campaign.where(CellRow.campaign_id == campaign_id)) or 0


def add_runs(
    session: Session, campaign_id: int, runs: Iterable[PlannedRun]
) -> list[tuple[int, int]]:
    """Further repetitions at the end of the campaign, but for those that there are already: the id
    and the position of each."""
    cells = _cell_ids(session, campaign_id)
    known = {
        (row.cell_id, row.repetition): (row.id, row.position)
        for row in session.execute(
            select(RunRow.id, RunRow.cell_id, RunRow.repetition, RunRow.position)
            .where(RunRow.cell_id.in_(cells.values()), RunRow.warmup.is_(False))
            .order_by(RunRow.position.desc())  # the first of a repetition stays: others repeat it
        )
    }
    of_cells = RunRow.cell_id.in_(cells.values())
    position = session.scalar(select(func.max(RunRow.position)).where(of_cells)) or 0
    found = []
    for run in runs:
        place = cells[run.cell], run.repetition
        if place not in known:
            position += 1
            row = {"cell_id": place[0], "position": position, "repetition": run.repetition}
            state = {"warmup": False, "status": Status.PENDING, "reason": ""}
            made = session.scalars(insert(RunRow).returning(RunRow.id), {**row, **state}).one()
            known[place] = made, position
        found.append(known[place])
    _settle_cells(session, select(CellRow.id).where(*_able(campaign_id)))
    return found


def _cell_ids(session: Session, campaign_id: int) -> dict[int, int]:
    query = select(CellRow.position, CellRow.id).where(*_able(campaign_id))
    return {row.position: row.id for row in session.execute(query)}


def _able(campaign_id: int) -> tuple[ColumnElement[bool], ...]:
    return CellRow.campaign_id == campaign_id, CellRow.status != Status.UNSUPPORTED


def later(session: Session, run_id: int) -> tuple[int, int] | None:
    """The run that repeats another one already: its id and its position."""
    run = session.get_one(RunRow, run_id)
    alike = (RunRow.cell_id == run.cell_id, RunRow.repetition == run.repetition)
    after = (RunRow.warmup == run.warmup, RunRow.position > run.position)
    query = select(RunRow.id, RunRow.position).where(*alike, *after).order_by(RunRow.position)
    found = session.execute(query.limit(1)).one_or_none()
    return None if found is None else (found.id, found.position)


def repeat_stalled(session: Session, campaign_id: int) -> None:
    """Add a run for every one that stood still and has none after it."""
    cells = select(CellRow.id).where(CellRow.campaign_id == campaign_id)
    stalled = select(RunRow.id).where(RunRow.cell_id.in_(cells), is_given_up())
    for run_id in session.scalars(stalled.order_by(RunRow.position)).all():
        repeat(session, run_id)


def rename(session: Session, campaign_id: int, name: str) -> None:
    """Give a campaign another name; its plan keeps the name it was made with."""
    session.execute(update(CampaignRow).where(CampaignRow.id == campaign_id).values(name=name))


def delete_campaign(session: Session, campaign_id: int) -> None:
    """Remove a campaign and all that belongs to it."""
    session.execute(delete(CampaignRow).where(CampaignRow.id == campaign_id))


def is_there(session: Session, campaign_id: int) -> bool:
    """Whether the store still has the campaign."""
    return session.scalar(select(CampaignRow.id).where(CampaignRow.id == campaign_id)) is not None


def is_known(session: Session, campaign_id: int, event: Event) -> bool:
    """Whether the row that an event adds is there. What only changes rows can be done twice."""
    match event:
        case Sampled(sample):
            same = (SampleRow.run_id == sample.run_id, SampleRow.at == sample.at)
            query = select(SampleRow.id).where(SampleRow.campaign_id == campaign_id, *same)
        case OperationFinished():
            of_run = OperationRow.run_id == event.run_id
            query = select(OperationRow.id).where(of_run, OperationRow.operation == event.operation)
        case Noted():
            when = (EventRow.campaign_id == campaign_id, EventRow.at == event.at)
            query = select(EventRow.id).where(*when, EventRow.message == event.text)
        case _:
            return False
    return session.scalar(query.limit(1)) is not None


def apply(session: Session, campaign_id: int, event: Event) -> None:
    """Put one event into the store."""
    match event:
        case Sampled(sample):
            _add_sample(session, campaign_id, sample)
        case OperationFinished():
            _add_operation(session, event)
        case RunStarted() | RunFinished() | RunDisturbed():
            _change_run(session, event)
        case ServerReady():
            _server_ready(session, campaign_id, event)
        case ServerLost() | Noted():
            _log(session, campaign_id, event)
        case CampaignStarted():
            _set_campaign(session, campaign_id, Status.RUNNING, None)
        case CampaignFinished():
            _finish_campaign(session, campaign_id, event)
        case EvidenceGathered():
            _set_evidence(session, campaign_id, event)
        # Repeated and further runs were added when they were asked for.
        case (
            RunRepeated()
            | RunsAdded()
            | OperationStarted()
            | Progressed()
            | EvidenceStarted()
            | EvidenceProgressed()
        ):
            pass


def cell_status(runs: Iterable[tuple[Status, bool]]) -> Status:
    """The status of a cell from its runs' (status, warm-up), those left out that were repeated.

    Done when every run that counts is done, else failed when any run failed, else running or
    cancelled when any is; a cell that waits for its next run is pending.
    """
    known = list(runs)
    counted = {status for status, warmup in known if not warmup}
    if counted == {Status.DONE}:
        return Status.DONE
    seen = {status for status, _ in known}
    order = (Status.FAILED, Status.RUNNING, Status.CANCELLED)
    return next((status for status in order if status in seen), Status.PENDING)


def status_of(status: Status, warmup: bool, stalled: bool) -> Status:
    """How the last run of a repetition stands: one that should count and stood still has failed."""
    return Status.FAILED if stalled and not warmup else status


def mode_in_use(cell: Cell) -> str | None:
    """The mode of a cell's cipher: the engine's default where a native protection names none."""
    protection = cell.protection
    return default_mode(cell.engine) if protection.takes_default_mode else protection.mode


def _said(column: str, said: Message) -> dict[str, object]:
    """The two columns of what is said."""
    data = message_to_json(said) if said.values else None
    return {column: str(said), f"{column}_said": data}


def _insert_all(session: Session, table: type, rows: Sequence[Mapping[str, object]]) -> None:
    if rows:
        session.execute(insert(table), [dict(row) for row in rows])


def _server_rows(
    campaign_id: int, campaign: Campaign, cells: Sequence[Cell]
) -> list[dict[str, object]]:
    """The servers of the plan; where it has none, the providers of its cells."""
    known = {each.name: (each.engine, each.source.value) for each in campaign.servers}
    provided = {each.server: (each.engine, PROVIDED) for each in cells}
    return [
        {
            "campaign_id": campaign_id,
            "name": name,
            "engine": engine,
            "source": source,
            "version": "",
            "settings": {},
        }
        for name, (engine, source) in (known or provided).items()
    ]


def _add_cells(
    session: Session, campaign_id: int, campaign: Campaign, cells: Sequence[Cell]
) -> list[int]:
    if not cells:
        return []
    rows = [_cell_row(campaign, cell, position) for position, cell in enumerate(cells)]
    made = insert(CellRow).returning(CellRow.id, sort_by_parameter_order=True)
    return list(session.scalars(made, [{"campaign_id": campaign_id, **row} for row in rows]))


def _cell_row(campaign: Campaign, cell: Cell, position: int) -> dict[str, object]:
    return {
        "position": position,
        "server": cell.server,
        "engine": cell.engine,
        "protection": cell.protection.name,
        "kind": cell.protection.kind.value,
        "algorithm": cell.protection.algorithm,
        "bits": cell.protection.bits,
        "mode": mode_in_use(cell),
        "workload": campaign.workload.name,
        "profile": campaign.workload.profile.value,
        "size": cell.size,
        "case_name": cell.case_name,
        "status": Status.UNSUPPORTED if cell.why else Status.PENDING,
        **_said("reason", cell.why),
    }


def _run_rows(
    cell_ids: Sequence[int], runs: Sequence[PlannedRun], places: Sequence[int]
) -> list[dict[str, object]]:
    return [
        {
            "cell_id": cell_ids[run.cell],
            "position": position,
            "repetition": run.repetition,
            "warmup": run.warmup,
            "status": Status.PENDING,
            "reason": "",
        }
        for position, run in zip(places, runs, strict=True)
    ]


def _forget(session: Session, runs: Select[int]) -> None:
    session.execute(delete(OperationRow).where(OperationRow.run_id.in_(runs)))
    session.execute(delete(SampleRow).where(SampleRow.run_id.in_(runs)))


def _add_sample(session: Session, campaign_id: int, sample: ProbeSample) -> None:
    session.execute(insert(SampleRow), {"campaign_id": campaign_id, **asdict(sample)})


def _add_operation(session: Session, event: OperationFinished) -> None:
    fields = asdict(event)
    encoded = fields.pop("histogram")
    made = insert(OperationRow).returning(OperationRow.id)
    operation_id = session.scalars(made, fields).one()
    session.execute(insert(HistogramRow), {"operation_id": operation_id, "encoded": encoded})


def _change_run(session: Session, event: RunStarted | RunFinished | RunDisturbed) -> None:
    match event:
        case RunStarted():
            _start_run(session, event)
        case RunFinished():
            _finish_run(session, event)
        case RunDisturbed():
            marked = update(RunRow).where(RunRow.id == event.run_id)
            session.execute(marked.values(disturbed=event.disturbed))


def _start_run(session: Session, event: RunStarted) -> None:
    _forget(session, select(RunRow.id).where(RunRow.id == event.run_id))
    session.execute(
        update(RunRow)
        .where(RunRow.id == event.run_id)
        .values(
            **_said("reason", NOTHING),
            status=Status.RUNNING,
            started_at=event.at,
            finished_at=None,
            stalled=False,
            disturbed=None,
            canary_s=None,
            loading_s=None,
            indexing_s=None,
            placement=dict(event.placement) or None,
        )
    )
    _settle_cells(session, select(RunRow.cell_id).where(RunRow.id == event.run_id))


def _finish_run(session: Session, event: RunFinished) -> None:
    _set_usage(session, event.run_id)
    session.execute(
        update(RunRow)
        .where(RunRow.id == event.run_id)
        .values(
            **_said("reason", event.why),
            status=event.status,
            finished_at=event.at,
            stalled=event.stalled,
            disturbed=event.disturbed or None,
            canary_s=event.canary_s,
            loading_s=event.loading_s,
            indexing_s=event.indexing_s,
        )
    )
    _settle_cells(session, select(RunRow.cell_id).where(RunRow.id == event.run_id))


def _set_usage(session: Session, run_id: int) -> None:
    """Give each operation of a run the means of the samples that are known by now."""
    samples = session.execute(
        select(SampleRow.at, SampleRow.server_cpu, SampleRow.server_memory)
        .where(SampleRow.run_id == run_id)
        .order_by(SampleRow.at)
    ).all()
    readings = [(row.at, row.server_cpu, row.server_memory) for row in samples]
    operations = select(OperationRow).where(OperationRow.run_id == run_id)
    for operation in session.scalars(operations):
        operation.cpu_percent, operation.memory_mb = usage_within(
            readings, operation.started_at, operation.finished_at
        )


def _settle_cells(session: Session, cells: Select[int]) -> None:
    """Derive the status and reason of `cells` from their runs. Of a repetition that stood still
    the last run counts; where that one did so as well, it has failed."""
    session.flush()
    for cell_id in session.scalars(cells).all():
        rows = session.execute(
            select(RunRow.status, RunRow.warmup, RunRow.why, RunRow.stalled)
            .where(RunRow.cell_id == cell_id, ~was_repeated(), ~is_spare())
            .order_by(RunRow.position)
        ).all()
        known = [
            (
                Status.FAILED if row.stalled and not row.warmup else row.status,
                row.warmup,
                row.why,
            )
            for row in rows
        ]
        status = cell_status(each[:2] for each in known)
        found = next((why for each, _, why in known if each is status and why), NOTHING)
        change = update(CellRow).where(CellRow.id == cell_id)
        session.execute(change.values(**_said("reason", found), status=status))


def _set_evidence(session: Session, campaign_id: int, event: EvidenceGathered) -> None:
    session.execute(
        delete(EvidenceRow).where(
            EvidenceRow.campaign_id == campaign_id,
            EvidenceRow.server == event.server,
            EvidenceRow.protection == event.protection,
        )
    )
    _insert_all(
        session, EvidenceRow, [_evidence_row(campaign_id, event.at, e) for e in event.traces]
    )


def _evidence_row(campaign_id: int, at: float, trace: Trace) -> dict[str, object]:
    plain = {"ground": trace.ground.value, "subject": trace.subject.value}
    known = {name: value for name, value in asdict(trace).items() if name != "said"}
    said = _said("detail", trace.said)
    return {"campaign_id": campaign_id, "at": at, **known, **plain, **said}


def _server_ready(session: Session, campaign_id: int, event: ServerReady) -> None:
    """Note what answered first; what answers in later sessions is noted with these."""
    session.execute(
        update(ServerRow)
        .where(
            ServerRow.campaign_id == campaign_id,
            ServerRow.name == event.server,
            ServerRow.version == "",
        )
        .values(version=event.version, settings=dict(event.settings))
    )


def _log(session: Session, campaign_id: int, event: Noted | ServerLost) -> None:
    if isinstance(event, ServerLost):
        event = Noted(event.said, "warning" if event.optional else "error")
    row = {"run_id": event.run_id, "at": event.at or time.time()}
    text = {"level": event.level, **_said("message", event.said)}
    session.execute(insert(EventRow), {"campaign_id": campaign_id, **row, **text})


def _set_campaign(session: Session, campaign_id: int, status: Status, at: float | None) -> None:
    change = update(CampaignRow).where(CampaignRow.id == campaign_id)
    session.execute(change.values(status=status, finished_at=at))


def _finish_campaign(session: Session, campaign_id: int, event: CampaignFinished) -> None:
    _set_campaign(session, campaign_id, event.status, event.at)
    change = update(CampaignRow).where(CampaignRow.id == campaign_id)
    session.execute(change.values(ended_by=event.ended_by or None))
