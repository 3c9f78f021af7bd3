"""Reads one campaign from a store, as records, its histograms, and the speeds of raw ciphers. Each
function works inside the caller's transaction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import fields, replace
from statistics import fmean
from typing import Any

from hdrh.histogram import HdrHistogram
from sqlalchemy import ColumnElement, Select, false, literal, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from app.plan.campaign import BASELINE, Campaign
from app.plan.matrix import Cell, protections_of
from app.plan.plan_file import key_in, parse_plan
from app.plan.status import Status
from app.results.database.campaign_list import summary, unknown
from app.results.database.histograms import decode_histogram
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
from app.results.message_json import refusals_from_json
from app.results.records import (
    CampaignSnapshot,
    CellRecord,
    EventRecord,
    EvidenceFinding,
    FindingLocation,
    OperationFinished,
    OperationRecord,
    ProbeSample,
    RawCipherSpeed,
    RunRecord,
    SearchArea,
    SearchSubject,
    ServerRecord,
    SessionRecord,
    StoredCampaign,
)
from app.results.run_counting import counting_runs
from engines.contract.errors import InputError
from engines.contract.message import NOTHING, phrase
from engines.contract.protection import ProtectionKind

_LOG_LINES = 200


def snapshot(session: Session, campaign_id: int) -> CampaignSnapshot:
    """All that is stored of a campaign; of one moment if the caller's transaction is.

    Raises: InputError
    """
    planned, known = plan(session, campaign_id), servers(session, campaign_id)
    every_run = runs(session, campaign_id)
    return CampaignSnapshot(
        summary=summary(session, campaign_id, [each.name for each in known]),
        campaign=planned,
        environment=environment(session, campaign_id),
        servers=known,
        sessions=sessions(session, campaign_id),
        cells=cells(session, campaign_id),
        runs=every_run,
        operations=operations(session, campaign_id, every_run),
        evidence=_in_order_of(planned, _traces(session, campaign_id)),
        events=events(session, campaign_id, _LOG_LINES),
    )


def load(session: Session, campaign_id: int) -> StoredCampaign:
    """A campaign with its cells and its runs in their order.

    Raises: InputError
    """
    campaign = plan(session, campaign_id)
    protections = protections_of(campaign)
    cells_here = [
        Cell(
            server=each.server,
            engine=each.engine,
            protection=protections[each.protection],
            size=each.size,
            why=each.why if each.status is Status.UNSUPPORTED else NOTHING,
            case_name=each.case_name,
            refused=each.refused,
        )
        for each in cells(session, campaign_id)
    ]
    return StoredCampaign(campaign_id, campaign, cells_here, runs(session, campaign_id))


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
        raise unknown(session, f"#{campaign_id}")
    return text


def cells(session: Session, campaign_id: int) -> list[CellRecord]:
    """The cells of a campaign in the order of the matrix."""
    query = select(*_columns(CellRecord, CellRow)).where(CellRow.campaign_id == campaign_id)
    return list(map(_cell, _read(session, query.order_by(CellRow.position), CellRecord)))


def runs(session: Session, campaign_id: int) -> list[RunRecord]:
    """The runs of a campaign in their order."""
    return runs_of(session, CellRow.campaign_id == campaign_id)


def runs_since(session: Session, campaign_id: int, at: float) -> list[RunRecord]:
    """Runs of a campaign that began or ended at `at` or later; `replaced` is not set in them."""
    lately = or_(RunRow.started_at >= at, RunRow.finished_at >= at)
    return runs_of(session, CellRow.campaign_id == campaign_id, lately)


def runs_of(session: Session, *of_cells: ColumnElement[bool]) -> list[RunRecord]:
    """Every run of some cells, in their order."""
    query = (
        select(*_columns(RunRecord, RunRow, CellRow, cell=CellRow.position, replaced=false()))
        .join(CellRow, CellRow.id == RunRow.cell_id)
        .where(*of_cells)
        .order_by(RunRow.position)
    )
    found = _read(session, query, RunRecord)
    replaced = counting_runs(found).replaced
    return [replace(run, replaced=True) if run.id in replaced else run for run in found]


def operations(
    session: Session, campaign_id: int, of_runs: Iterable[RunRecord] | None = None
) -> list[OperationRecord]:
    """Every operation of every run, warm-ups and failed runs too, in the order of the runs, which
    may have been read already."""
    known = runs(session, campaign_id) if of_runs is None else of_runs
    return _operations(session, known, CellRow.campaign_id == campaign_id)


def operations_of(session: Session, of_runs: Collection[int]) -> list[OperationRecord]:
    which = RunRow.id.in_(of_runs)
    return _operations(session, runs_of(session, which), which) if of_runs else []


def _operations(
    session: Session, of_runs: Iterable[RunRecord], which: ColumnElement[bool]
) -> list[OperationRecord]:
    known = {run.id: run for run in of_runs}
    sampled = OperationRow.cpu_percent, OperationRow.memory_mb, OperationRow.peak_memory_mb
    query = joined_to_cells(
        select(*_columns(OperationFinished, OperationRow, histogram=_UNREAD), *sampled)
    )
    return [
        OperationRecord(
            *measured,
            run=known[measured[0]],
            cpu_percent=cpu,
            memory_mb=memory,
            peak_memory_mb=peak,
        )
        for *measured, cpu, memory, peak in session.execute(
            query.where(which).order_by(RunRow.position, OperationRow.started_at)
        )
    ]


_UNREAD = literal(b"")
"""Stands for the histogram, which is read separately."""


def samples(session: Session, run_id: int, after: float) -> list[ProbeSample]:
    """The probe samples of a run that were taken later than `after`, in order of time."""
    query = (
        select(*_columns(ProbeSample, SampleRow))
        .where(SampleRow.run_id == run_id, SampleRow.at > after)
        .order_by(SampleRow.at)
    )
    return _read(session, query, ProbeSample)


def events(session: Session, campaign_id: int, limit: int) -> list[EventRecord]:
    """The newest `limit` lines of the event log, oldest first."""
    query = (
        select(*_columns(EventRecord, EventRow, run=EventRow.run_id))
        .where(EventRow.campaign_id == campaign_id)
        .order_by(EventRow.at.desc(), EventRow.id.desc())
        .limit(limit)
    )
    return _read(session, query, EventRecord)[::-1]


def evidence(session: Session, campaign_id: int) -> list[EvidenceFinding]:
    """The findings of evidence, servers and protections in the order of the plan."""
    return _in_order_of(plan(session, campaign_id), _traces(session, campaign_id))


def _traces(session: Session, campaign_id: int) -> list[EvidenceFinding]:
    query = select(*_columns(EvidenceFinding, EvidenceRow)).where(
        EvidenceRow.campaign_id == campaign_id
    )
    return list(map(_trace, _read(session, query.order_by(EvidenceRow.id), EvidenceFinding)))


def _in_order_of(planned: Campaign, found: Iterable[EvidenceFinding]) -> list[EvidenceFinding]:
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
    """Facts on the machine and the program that measured."""
    query = select(EnvironmentRow.key, EnvironmentRow.value)
    rows = session.execute(query.where(EnvironmentRow.campaign_id == campaign_id))
    return {row.key: row.value for row in sorted(rows, key=lambda row: row.key)}


def sessions(session: Session, campaign_id: int) -> list[SessionRecord]:
    """The conditions of a campaign's sessions, oldest first."""
    query = select(*_columns(SessionRecord, SessionRow)).where(
        SessionRow.campaign_id == campaign_id
    )
    return list(map(_session, _read(session, query.order_by(SessionRow.id), SessionRecord)))


def servers(session: Session, campaign_id: int) -> list[ServerRecord]:
    """The servers of a campaign in the order of its plan."""
    query = select(*_columns(ServerRecord, ServerRow)).where(ServerRow.campaign_id == campaign_id)
    return _read(session, query.order_by(ServerRow.id), ServerRecord)


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


def _read[R](session: Session, query: Select[Any], record: type[R]) -> list[R]:
    """Records from rows of their `_columns`, which are in the order of fields: by name each would
    take a third longer."""
    return [record(*row) for row in session.execute(query)]


def joined_to_cells[*Ts](query: Select[*Ts]) -> Select[*Ts]:
    """A query over operations together with their runs and cells."""
    return (
        query.select_from(OperationRow)
        .join(RunRow, RunRow.id == OperationRow.run_id)
        .join(CellRow, CellRow.id == RunRow.cell_id)
    )


def _cell(read: CellRecord) -> CellRecord:
    """With the classes that were stored: columns hold plain lists and mappings."""
    source = None if read.key_source is None else key_in(read.key_source)
    return replace(read, key_source=source, refused=refusals_from_json(read.refused))  # type: ignore[arg-type]


def _trace(read: EvidenceFinding) -> EvidenceFinding:
    """With the classes that were stored: columns hold plain texts and lists."""
    spots = tuple(FindingLocation(**each) for each in read.spots)  # type: ignore[arg-type]
    return replace(
        read, ground=SearchArea(read.ground), subject=SearchSubject(read.subject), spots=spots
    )


def _session(read: SessionRecord) -> SessionRecord:
    """As it was: columns hold plain lists."""
    return replace(read, servers=tuple(ServerRecord(**each) for each in read.servers))  # type: ignore[arg-type]


def raw_ciphers(
    session: Session, operation: str, measure: str, check: Callable[[int], None]
) -> list[RawCipherSpeed]:
    """The speeds of raw ciphers in `operation`, by `measure`, from the newest campaign that
    measured any; of several cases with the same cipher and block size the fastest. Campaigns for
    which `check` raises InputError are skipped."""
    meant = (
        CellRow.kind == ProtectionKind.CIPHER,
        CellRow.bits.is_not(None),
        OperationRow.operation == operation,
    )
    newest_first = (
        joined_to_cells(select(CampaignRow.id))
        .join(CampaignRow, CampaignRow.id == CellRow.campaign_id)
        .where(*meant)
        .group_by(CampaignRow.id)
        .order_by(CampaignRow.created_at.desc(), CampaignRow.id.desc())
    )
    for campaign_id in session.scalars(newest_first).all():
        try:
            check(campaign_id)
        except InputError:
            continue
        of_campaign = CellRow.campaign_id == campaign_id
        query = joined_to_cells(select(CellRow, OperationRow.measures, RunRow.id))
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
) -> list[RawCipherSpeed]:
    found: dict[CellRow, list[float]] = {}
    for cell, measures in counted:
        if speed := (measures or {}).get(measure):
            found.setdefault(cell, []).append(speed)
    best: dict[RawCipherSpeed, float] = {}
    for cell, speeds in found.items():
        key = RawCipherSpeed(
            campaign=cell.campaign_id,
            provider=cell.server,
            algorithm=cell.algorithm or "",
            bits=cell.bits or 0,
            mode=cell.mode or "",
            block=cell.size,
            bytes_per_second=0.0,
        )
        best[key] = max(best.get(key, 0.0), fmean(speeds))
    return [replace(key, bytes_per_second=speed) for key, speed in best.items()]


def histogram(session: Session, campaign_id: int, cell: int, operation: str) -> HdrHistogram | None:
    """Statement latencies (ns) of an operation over all runs of a cell that count; None if none."""
    wanted = OperationRow.operation == operation
    return _histograms(session, campaign_id, [cell], wanted).get((cell, operation))


def histograms(
    session: Session, campaign_id: int, cells: Collection[int]
) -> dict[tuple[int, str], HdrHistogram]:
    """The same by (cell, operation), for these cells and all of their operations."""
    return _histograms(session, campaign_id, cells)


def _histograms(
    session: Session, campaign_id: int, cells: Collection[int], *wanted: ColumnElement[bool]
) -> dict[tuple[int, str], HdrHistogram]:
    chosen = CellRow.campaign_id == campaign_id, CellRow.position.in_(cells)
    counting = _counting(session, *chosen)
    query = joined_to_cells(
        select(CellRow.position, OperationRow.operation, RunRow.id, HistogramRow.encoded)
    ).join(HistogramRow, HistogramRow.operation_id == OperationRow.id)
    rows = session.execute(
        query.where(*chosen, *wanted).order_by(
            CellRow.position, RunRow.position, OperationRow.started_at
        )
    )
    found: dict[tuple[int, str], list[bytes]] = {}
    for cell, operation, run, encoded in rows:
        if run in counting:
            found.setdefault((cell, operation), []).append(encoded)
    return {key: whole for key, each in found.items() if (whole := _merged(each)) is not None}


def _merged(encoded: Iterable[bytes]) -> HdrHistogram | None:
    """One histogram that holds all values of several; None for none."""
    total: HdrHistogram | None = None
    for each in encoded:
        decoded = decode_histogram(each)
        if total is None:
            total = decoded
        else:
            total.add(decoded)
    return total


def _counting(session: Session, *where: ColumnElement[bool]) -> set[int]:
    """The ids of those runs of some cells that count."""
    return {run.id for run in runs_of(session, *where) if run.is_counted}
