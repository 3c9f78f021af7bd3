"""Everything that is asked of a store. Each function works inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields, replace
from statistics import fmean
from typing import Any

from hdrh.histogram import HdrHistogram
from sqlalchemy import ColumnElement, Row, Select, and_, case, false, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.plan.campaign import BASELINE, Campaign
from app.plan.matrix import Cell, protections_of
from app.plan.plan_file import parse_plan
from app.plan.status import Status
from app.results.database.histograms import histogram_of
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
from app.results.database.repeats import is_given_up, is_spare
from app.results.events import ProbeSample
from app.results.records import (
    CampaignSnapshot,
    CampaignSummary,
    CellRecord,
    EventRecord,
    OperationRecord,
    RawCipher,
    RunRecord,
    ServerRecord,
    SessionRecord,
    StoredCampaign,
    StoredRun,
)
from app.results.sessions import counting_of
from app.results.traces import Ground, Spot, Subject, Trace
from engines.contract.errors import InputError
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import ProtectionKind

_SHOWN_NAMES = 5
_LOG_LINES = 200


def find(session: Session, name_or_id: str) -> int:
    """The id of the newest campaign with that name, or of the one with that number (`12`, `#12`).

    Raises: InputError that lists campaigns there are.
    """
    newest = select(CampaignRow.id).order_by(CampaignRow.id.desc()).limit(1)
    found = session.scalar(newest.where(CampaignRow.name == name_or_id))
    number = name_or_id.strip().removeprefix("#")
    if found is None and number.isascii() and number.isdigit() and len(number) < 10:
        found = session.scalar(newest.where(CampaignRow.id == int(number)))
    if found is None:
        raise _unknown(session, name_or_id)
    return found


def campaigns(session: Session) -> list[CampaignSummary]:
    """All campaigns, newest first."""
    names = _servers_by_campaign(session)
    return [_summed_up(row, names.get(row.id, ())) for row in session.execute(_summaries())]


def summary(session: Session, campaign_id: int) -> CampaignSummary:
    """One campaign's line of the list.

    Raises: InputError
    """
    return _summary(session, campaign_id, servers(session, campaign_id))


def _summary(
    session: Session, campaign_id: int, its_servers: Iterable[ServerRecord]
) -> CampaignSummary:
    found = session.execute(_summaries().where(CampaignRow.id == campaign_id)).one_or_none()
    if found is None:
        raise _unknown(session, f"#{campaign_id}")
    return _summed_up(found, (each.name for each in its_servers))


def _summed_up(row: Row[Any], servers_of_it: Iterable[str]) -> CampaignSummary:
    *known, ended_by, tags, notes, archived = tuple[Any, ...](row)
    labels = (tuple(tags or ()), notes or "", archived)
    return CampaignSummary(*(*known, tuple(servers_of_it), ended_by, *labels))


def snapshot(session: Session, campaign_id: int) -> CampaignSnapshot:
    """All that is stored of a campaign; of one moment as far as the transaction is.

    Raises: InputError
    """
    planned, known = plan(session, campaign_id), servers(session, campaign_id)
    every_run = runs(session, campaign_id)
    return CampaignSnapshot(
        _summary(session, campaign_id, known),
        planned,
        environment(session, campaign_id),
        known,
        sessions(session, campaign_id),
        cells(session, campaign_id),
        every_run,
        _operations(session, campaign_id, every_run),
        _in_order_of(planned, _traces(session, campaign_id)),
        events(session, campaign_id, _LOG_LINES),
    )


def load(session: Session, campaign_id: int) -> StoredCampaign:
    """A campaign with its cells and its runs in their order.

    Raises: InputError
    """
    campaign = plan(session, campaign_id)
    protections = protections_of(campaign)
    cells_here = [
        Cell(
            each.server,
            each.engine,
            protections[each.protection],
            each.size,
            _why_not(each),
            each.case_name,
        )
        for each in cells(session, campaign_id)
    ]
    return StoredCampaign(campaign_id, campaign, cells_here, stored_runs(session, campaign_id))


def plan(session: Session, campaign_id: int) -> Campaign:
    """The campaign as it was planned.

    Raises: InputError
    """
    return parse_plan(
        plan_text(session, campaign_id),
        phrase("the plan of campaign #{number}", number=campaign_id),
    )


def plan_text(session: Session, campaign_id: int) -> str:
    """The plan as it is stored.

    Raises: InputError
    """
    text = session.scalar(select(CampaignRow.plan).where(CampaignRow.id == campaign_id))
    if text is None:
        raise _unknown(session, f"#{campaign_id}")
    return text


def stored_runs(session: Session, campaign_id: int) -> list[StoredRun]:
    """Runs as the runner needs them, in their order."""
    return [
        StoredRun(run.id, run.cell, run.repetition, run.warmup, run.status, run.position)
        for run in runs(session, campaign_id)
    ]


def cells(session: Session, campaign_id: int) -> list[CellRecord]:
    """The cells of a campaign in the order of the matrix."""
    query = select(*_columns(CellRecord, CellRow)).where(CellRow.campaign_id == campaign_id)
    return [CellRecord(*row) for row in session.execute(query.order_by(CellRow.position))]


def runs(session: Session, campaign_id: int) -> list[RunRecord]:
    """The runs of a campaign in their order."""
    return _runs(session, CellRow.campaign_id == campaign_id)


def _runs(session: Session, *of_cells: ColumnElement[bool]) -> list[RunRecord]:
    """Every run of some cells, in their order."""
    query = (
        select(*_columns(RunRecord, RunRow, CellRow, cell=CellRow.position, replaced=false()))
        .join(CellRow, CellRow.id == RunRow.cell_id)
        .where(*of_cells)
        .order_by(RunRow.position)
    )
    found = [RunRecord(*row) for row in session.execute(query)]
    replaced = counting_of(found).replaced
    return [replace(run, replaced=True) if run.id in replaced else run for run in found]


def operations(session: Session, campaign_id: int) -> list[OperationRecord]:
    """Every operation of every run, warm-ups and failed runs too, in the order of the runs."""
    return _operations(session, campaign_id, runs(session, campaign_id))


def _operations(
    session: Session, campaign_id: int, of_runs: Iterable[RunRecord]
) -> list[OperationRecord]:
    columns = _columns(
        OperationRecord,
        OperationRow,
        RunRow,
        CellRow,
        run=RunRow.id,
        cell=CellRow.position,
        position=RunRow.position,
        replaced=false(),
    )
    query = _operations_of(select(*columns), campaign_id).order_by(
        RunRow.position, OperationRow.started_at
    )
    found = [OperationRecord(*row) for row in session.execute(query)]
    replaced = {run.id for run in of_runs if run.replaced}
    return [replace(each, replaced=True) if each.run in replaced else each for each in found]


def raw_ciphers(session: Session, operation: str, measure: str) -> list[RawCipher]:
    """What the newest campaign that has measured raw ciphers found for each of them by `operation`,
    as it has it in `measure`; where a case comes in several forms, the quickest."""
    meant = (
        CellRow.kind == ProtectionKind.CIPHER,
        CellRow.bits.is_not(None),
        OperationRow.operation == operation,
    )
    newest_first = (
        _of_cells(select(CampaignRow.id))
        .join(CampaignRow, CampaignRow.id == CellRow.campaign_id)
        .where(*meant)
        .group_by(CampaignRow.id)
        .order_by(CampaignRow.created_at.desc(), CampaignRow.id.desc())
    )
    for campaign_id in session.scalars(newest_first).all():
        of_campaign = CellRow.campaign_id == campaign_id
        query = _of_cells(select(CellRow, OperationRow.measures, RunRow.id))
        rows = session.execute(
            query.where(*meant, of_campaign).order_by(CellRow.position, RunRow.position)
        ).all()
        counting = _counting(session, of_campaign)
        counted = [(cell, measures) for cell, measures, run in rows if run in counting]
        if counted:
            return _quickest(counted, measure)
    return []


def _quickest(
    counted: Iterable[tuple[CellRow, Mapping[str, float] | None]], measure: str
) -> list[RawCipher]:
    found: dict[CellRow, list[float]] = {}
    for cell, measures in counted:
        if speed := (measures or {}).get(measure):
            found.setdefault(cell, []).append(speed)
    best: dict[RawCipher, float] = {}
    for cell, speeds in found.items():
        key = RawCipher(
            *(cell.campaign_id, cell.server, cell.algorithm or "", cell.bits or 0, cell.mode or ""),
            *(cell.size, 0.0),
        )
        best[key] = max(best.get(key, 0.0), fmean(speeds))
    return [replace(key, bytes_per_second=speed) for key, speed in best.items()]


def samples(session: Session, run_id: int, after: float) -> list[ProbeSample]:
    """The probe samples of a run that were taken later than `after`, in order of time."""
    query = (
        select(*_columns(ProbeSample, SampleRow))
        .where(SampleRow.run_id == run_id, SampleRow.at > after)
        .order_by(SampleRow.at)
    )
    return [ProbeSample(*row) for row in session.execute(query)]


def events(session: Session, campaign_id: int, limit: int) -> list[EventRecord]:
    """The newest `limit` lines of the event log, oldest first."""
    query = (
        select(*_columns(EventRecord, EventRow, run=EventRow.run_id))
        .where(EventRow.campaign_id == campaign_id)
        .order_by(EventRow.at.desc(), EventRow.id.desc())
        .limit(limit)
    )
    return [EventRecord(*row) for row in session.execute(query)][::-1]


def evidence(session: Session, campaign_id: int) -> list[Trace]:
    """What was seen under each protection, servers and protections in the order of the plan."""
    return _in_order_of(plan(session, campaign_id), _traces(session, campaign_id))


def _traces(session: Session, campaign_id: int) -> list[Trace]:
    query = select(*_columns(Trace, EvidenceRow)).where(EvidenceRow.campaign_id == campaign_id)
    return [_trace(Trace(*row)) for row in session.execute(query.order_by(EvidenceRow.id))]


def _in_order_of(planned: Campaign, found: Iterable[Trace]) -> list[Trace]:
    servers = [spec.name for spec in planned.servers]
    protections = [each.protection.name for each in planned.protections]
    if BASELINE not in protections:
        protections.insert(0, BASELINE)
    rank = {name: place for place, name in enumerate(protections)}
    return sorted(
        found,
        key=lambda each: (servers.index(each.server), rank.get(each.protection, len(rank))),
    )


def environment(session: Session, campaign_id: int) -> dict[str, object]:
    """What was noted of the machine and the program that measured."""
    query = select(EnvironmentRow.key, EnvironmentRow.value)
    rows = session.execute(query.where(EnvironmentRow.campaign_id == campaign_id))
    return {row.key: row.value for row in sorted(rows, key=lambda row: row.key)}


def sessions(session: Session, campaign_id: int) -> list[SessionRecord]:
    """The conditions of a campaign's sessions, oldest first."""
    query = select(*_columns(SessionRecord, SessionRow)).where(
        SessionRow.campaign_id == campaign_id
    )
    return [_session(SessionRecord(*row)) for row in session.execute(query.order_by(SessionRow.id))]


def servers(session: Session, campaign_id: int) -> list[ServerRecord]:
    """The servers of a campaign in the order of its plan."""
    query = select(*_columns(ServerRecord, ServerRow)).where(ServerRow.campaign_id == campaign_id)
    return [ServerRecord(*row) for row in session.execute(query.order_by(ServerRow.id))]


def histogram(session: Session, campaign_id: int, cell: int, operation: str) -> HdrHistogram | None:
    """Statement latencies (ns) of an operation over all runs of a cell that count; None if none."""
    wanted = OperationRow.operation == operation
    return _histograms(session, campaign_id, [cell], wanted).get((cell, operation))


def histograms(
    session: Session, campaign_id: int, cells: Collection[int]
) -> dict[tuple[int, str], HdrHistogram]:
    """The same for each of these cells and all their operations, which are told by both."""
    return _histograms(session, campaign_id, cells)


def _histograms(
    session: Session, campaign_id: int, cells: Collection[int], *wanted: ColumnElement[bool]
) -> dict[tuple[int, str], HdrHistogram]:
    of_cells = CellRow.campaign_id == campaign_id, CellRow.position.in_(cells)
    counting = _counting(session, *of_cells)
    query = _of_cells(
        select(CellRow.position, OperationRow.operation, RunRow.id, HistogramRow.encoded)
    ).join(HistogramRow, HistogramRow.operation_id == OperationRow.id)
    rows = session.execute(
        query.where(*of_cells, *wanted).order_by(
            CellRow.position, RunRow.position, OperationRow.started_at
        )
    )
    found: dict[tuple[int, str], list[bytes]] = {}
    for cell, operation, run, encoded in rows:
        if run in counting:
            found.setdefault((cell, operation), []).append(encoded)
    return {key: whole for key, each in found.items() if (whole := merged(each)) is not None}


def merged(encoded: Iterable[bytes]) -> HdrHistogram | None:
    """One histogram that holds all values of several; None for none."""
    total: HdrHistogram | None = None
    for each in encoded:
        decoded = histogram_of(each)
        if total is None:
            total = decoded
        else:
            total.add(decoded)
    return total


def _columns(
    record: type, *tables: type, **named: ColumnElement[Any] | InstrumentedAttribute[Any]
) -> list[ColumnElement[Any] | InstrumentedAttribute[Any]]:
    """The columns that fill a record: each field from the first of `tables` that has it."""
    return [
        named[each.name]
        if each.name in named
        else next(getattr(table, each.name) for table in tables if hasattr(table, each.name))
        for each in fields(record)
    ]


def _operations_of[*Ts](query: Select[*Ts], campaign_id: int) -> Select[*Ts]:
    return _of_cells(query).where(CellRow.campaign_id == campaign_id)


def _of_cells[*Ts](query: Select[*Ts]) -> Select[*Ts]:
    return (
        query.select_from(OperationRow)
        .join(RunRow, RunRow.id == OperationRow.run_id)
        .join(CellRow, CellRow.id == RunRow.cell_id)
    )


def _counting(session: Session, *of_cells: ColumnElement[bool]) -> set[int]:
    """The runs of some cells that count."""
    return {run.id for run in _runs(session, *of_cells) if run.counts}


def _summaries() -> Select[*tuple[Any, ...]]:
    failed = or_(RunRow.status == Status.FAILED, is_given_up())
    return (
        select(
            CampaignRow.id,
            CampaignRow.name,
            CampaignRow.status,
            CampaignRow.created_at,
            CampaignRow.finished_at,
            func.count(RunRow.id),
            func.count(case((and_(RunRow.status == Status.DONE, ~is_given_up()), 1))),
            func.count(case((and_(failed, ~is_spare()), 1))),
            CampaignRow.ended_by,
            CampaignRow.tags,
            CampaignRow.notes,
            CampaignRow.archived,
        )
        .outerjoin(CellRow, CellRow.campaign_id == CampaignRow.id)
        .outerjoin(RunRow, RunRow.cell_id == CellRow.id)
        .group_by(CampaignRow.id)
        .order_by(CampaignRow.id.desc())
    )


def _servers_by_campaign(session: Session) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    query = select(ServerRow.campaign_id, ServerRow.name).order_by(ServerRow.id)
    for campaign_id, name in session.execute(query):
        found.setdefault(campaign_id, []).append(name)
    return found


def _trace(read: Trace) -> Trace:
    """As it was: columns hold plain text and lists."""
    spots = tuple(Spot(**each) for each in read.spots)  # type: ignore[arg-type]
    return replace(read, ground=Ground(read.ground), subject=Subject(read.subject), spots=spots)


def _session(read: SessionRecord) -> SessionRecord:
    """As it was: columns hold plain lists."""
    return replace(read, servers=tuple(ServerRecord(**each) for each in read.servers))  # type: ignore[arg-type]


def _why_not(cell: CellRecord) -> Message:
    return cell.why if cell.status is Status.UNSUPPORTED else NOTHING


def _unknown(session: Session, name: str) -> InputError:
    newest = select(CampaignRow.name).order_by(CampaignRow.id.desc())
    known = list(dict.fromkeys(session.scalars(newest)))[:_SHOWN_NAMES]
    return InputError(
        phrase("Unknown campaign"),
        phrase("There is no campaign “{name}” in the store."),
        phrase("Newest campaigns: {known}.")
        if known
        else phrase("The store has no campaigns yet."),
        name=name,
        known=", ".join(f"“{each}”" for each in known),
    )
