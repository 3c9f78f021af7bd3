"""Taking an archive into a store: all of it or nothing, and read again before it counts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import batched
from pathlib import Path

import cattrs
from sqlalchemy import insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.plan.matrix import operation_names, protections_of
from app.results.archive.differing import differences
from app.results.archive.layout import PLAN, Part, folder_of, table_member
from app.results.archive.opening import Archive, opened
from app.results.archive.tables import (
    Carried,
    Numbers,
    Row,
    belongs_to,
    carried_tables,
    lines,
    parsed,
)
from app.results.database import reader
from app.results.database.histograms import histogram_of
from app.results.database.models import Base, CampaignRow, HistogramRow
from app.results.database.store import Store
from app.results.database.writing.campaigns import abandon
from app.results.records import Imported
from app.results.turns import BadTurns, Turns
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase

_NOT_ROWS = (ValueError, TypeError, LookupError, RecursionError, cattrs.BaseValidationError)


def is_archive(start: bytes) -> bool:
    """Whether a file that begins like this may be an archive."""
    return start.startswith(b"PK\x03\x04")


def import_archive(store: Store, path: Path) -> Imported:
    """Take an archive into a store that is open to write. A campaign that the store has, of the
    same plan and moment, stays as it is.

    Raises: InputError when it is no archive, or none that fits, or has other values of a campaign
        than the store; the store then is as it was
    """
    with opened(path) as archive:
        try:
            with store.transaction(write=True) as session:
                taken = [
                    _take(session, archive, at, part)
                    for at, part in enumerate(archive.manifest.campaigns)
                ]
                return taken[0]
        except SQLAlchemyError as error:
            raise archive.refused(phrase("it holds what the store cannot")) from error


def _take(session: Session, archive: Archive, at: int, part: Part) -> Imported:
    folder = folder_of(at)
    known = _twin(session, part, archive.text(f"{folder}/{PLAN}"))
    if known is not None:
        _check_same(session, archive, at, part, known)
        counted = sum(run.status.ended for run in reader.stored_runs(session, known))
        return Imported(known, reader.summary(session, known).name, False, 0, counted, False)
    made = _Taking(archive, folder, part).carry_out(session)
    added = sum(run.status.ended for run in reader.stored_runs(session, made))
    abandon(session, made)
    return Imported(made, part.name, True, added, 0, False)


def _check_same(session: Session, archive: Archive, at: int, part: Part, known: int) -> None:
    """That the store has what an archive has of a campaign that is in both.

    Raises: InputError that says in what they differ
    """
    beside = session.begin_nested()
    made = _Taking(archive, folder_of(at), part).carry_out(session)
    found = differences(session, made, known)
    beside.rollback()
    session.expire_all()
    if found:
        raise InputError(
            phrase("Not imported"),
            phrase("{name} is in the store as #{number}, and {path} has it otherwise: {found}."),
            phrase("Nothing was taken in. Import it into another store to see both."),
            name=part.name,
            number=known,
            path=archive.path,
            found=found,
        )


class _Taking:
    def __init__(self, archive: Archive, folder: str, part: Part) -> None:
        self._archive = archive
        self._folder = folder
        self._part = part
        self._numbers: Numbers = {}

    def carry_out(self, session: Session) -> int:
        for each in carried_tables():
            self._insert(session, each)
        campaigns = list(self._numbers[CampaignRow.__tablename__].values())
        if len(campaigns) != 1:
            raise self._refused_rows(CampaignRow.__tablename__)
        self._check_fits(session, campaigns[0])
        self._read_again(session, campaigns[0])
        return campaigns[0]

    def _insert(self, session: Session, each: Carried) -> None:
        own = self._numbers.setdefault(each.name, {})
        count = 0
        for rows in batched(self._rows(each), each.at_once):
            numbers = [row.pop(each.numbered) for row in rows] if each.numbered else []
            if each.numbered and numbers != list(range(count + 1, count + len(rows) + 1)):
                raise self._refused_rows(each.name)
            count += len(rows)
            own.update(zip(numbers, self._insert_all(session, each, rows), strict=False))
        if count != self._part.tables[each.name]:
            raise self._refused_rows(each.name)

    def _insert_all(self, session: Session, each: Carried, rows: Iterable[Row]) -> list[int]:
        if not each.is_referred_to or each.numbered is None:
            session.execute(insert(each.table), list(rows))
            return []
        query = insert(each.table).returning(
            each.table.c[each.numbered], sort_by_parameter_order=True
        )
        return list(session.scalars(query, list(rows)))

    def _rows(self, each: Carried) -> Iterator[Row]:
        """The rows of a table as the store takes them, which refer to what is in it."""
        references = each.references
        try:
            for line in self._archive.lines(self._folder, each.name):
                row = parsed(each, line)
                for name, other in references.items():
                    row[name] = None if row[name] is None else self._numbers[other][row[name]]
                yield row
        except _NOT_ROWS as error:
            raise self._refused_rows(each.name) from error

    def _check_fits(self, session: Session, campaign_id: int) -> None:
        """That everything is of the plan, and can be read."""
        try:
            found = reader.snapshot(session, campaign_id)
            reader.load(session, campaign_id)
            query = select(HistogramRow.encoded)
            for encoded in session.scalars(query.where(belongs_to(_HISTOGRAMS, campaign_id))):
                histogram_of(encoded)
            for each in found.operations:
                if each.turns is not None:
                    Turns.unpacked(each.turns)
        except BadTurns as error:
            raise self._archive.refused(_NOT_OF_PLAN) from error
        except CipherbenchError as error:
            raise self._archive.refused(error.messages[1]) from error
        except Exception as error:  # whatever its readers make of strange values
            raise self._archive.refused(_NOT_OF_PLAN) from error
        servers = {spec.name: spec.engine for spec in found.campaign.servers}
        operations = operation_names(found.campaign)
        fits = (
            reader.plan_text(session, campaign_id) == self._archive.text(f"{self._folder}/{PLAN}")
            and all(not servers or servers.get(c.server) == c.engine for c in found.cells)
            and {c.protection for c in found.cells} <= set(protections_of(found.campaign))
            and {each.operation for each in found.operations} <= set(operations)
        )
        if not fits:
            raise self._archive.refused(_NOT_OF_PLAN)

    def _read_again(self, session: Session, campaign_id: int) -> None:
        """That the store holds what the archive does, to the byte."""
        numbers: Numbers = {}
        for each in carried_tables():
            seen = hashlib.sha256()
            for line in lines(session, each, campaign_id, numbers):
                seen.update(line)
            name = table_member(self._folder, each.name)
            if seen.hexdigest() != self._archive.sums[name]:
                raise self._refused_rows(each.name)

    def _refused_rows(self, table: str) -> InputError:
        return self._archive.refused(
            phrase("{name} holds what the store cannot", name=table_member(self._folder, table))
        )


def _twin(session: Session, part: Part, plan: str) -> int | None:
    """The campaign in this store that has the same plan and began at the same moment."""
    same = (CampaignRow.created_at == part.created_at, CampaignRow.plan == plan)
    return session.scalar(select(CampaignRow.id).where(*same).order_by(CampaignRow.id).limit(1))


_HISTOGRAMS = Base.metadata.tables[HistogramRow.__tablename__]
_NOT_OF_PLAN = phrase("what it tells is not of its plan")
