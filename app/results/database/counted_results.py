"""Queries over the runs that count: histograms of latencies, and speeds of raw ciphers (measured
without a database)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from statistics import fmean

from hdrh.histogram import HdrHistogram
from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from app.results.database.histograms import decode_histogram
from app.results.database.models import CampaignRow, CellRow, HistogramRow, OperationRow, RunRow
from app.results.database.reader import joined_to_cells, runs_of
from app.results.records import RawCipherSpeed
from engines.contract.errors import InputError
from engines.contract.protection import ProtectionKind


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
