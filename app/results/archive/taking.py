"""Taking an archive into a store: all of it or nothing, and read again before it counts."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.results.archive.copying import copied
from app.results.archive.differing import differences
from app.results.archive.opening import Archive, opened
from app.results.database import campaign_list, reader
from app.results.database.location import lift_statement_timeout
from app.results.database.models import CampaignRow
from app.results.database.tables import digests
from app.results.records import CampaignSummary, Imported
from app.results.store.campaigns import abandon
from app.results.store.store import Store
from engines.contract.errors import InputError
from engines.contract.message import phrase


def is_archive(start: bytes) -> bool:
    """Whether a file that begins like this may be an archive."""
    return start.startswith(b"PK\x03\x04")


def import_archive(store: Store, path: Path) -> Imported:
    """Take an archive into a store that is open to write. A campaign that the store has, of the
    same plan and moment, stays as it is.

    Raises: InputError when it is no archive, or none that fits, or has other values of a campaign
        than the store; the store then is as it was
    """
    with opened(path) as archive, archive.store.moment() as there:
        try:
            with store.transaction(write=True) as here:
                lift_statement_timeout(here.connection())
                taken = [_take(archive, there, each, here) for each in archive.campaigns]
                return taken[0]
        except SQLAlchemyError as error:
            raise archive.refused(phrase("it holds data that the store rejects")) from error


def _take(archive: Archive, there: Session, archived: int, here: Session) -> Imported:
    reported = campaign_list.summary(there, archived)
    known = _twin(here, reported.created_at, reader.plan_text(there, archived))
    if known is not None:
        _check_same(archive, reported, there, known, here)
        name = campaign_list.summary(here, known).name
        return Imported(known, name, False, 0, _ended(here, known), False)
    made = copied(there, archived, here)
    if digests(here, made) != archive.campaigns[archived]:
        raise archive.refused(phrase("it holds data that the store rejects"))
    added = _ended(here, made)
    abandon(here, made)
    return Imported(made, reported.name, True, added, 0, False)


def _ended(session: Session, campaign_id: int) -> int:
    return sum(run.status.ended for run in reader.stored_runs(session, campaign_id))


def _check_same(
    archive: Archive, reported: CampaignSummary, there: Session, known: int, here: Session
) -> None:
    """That the store has what an archive has of a campaign that is in both.

    Raises: InputError that says in what they differ
    """
    if found := differences(there, reported.id, here, known):
        raise InputError(
            phrase("Not imported"),
            phrase("{name} is in the store as #{number}, but differs in {path}: {found}."),
            phrase("Nothing was imported. To compare both, import it into another store."),
            name=reported.name,
            number=known,
            path=archive.path,
            found=found,
        )


def _twin(session: Session, created_at: float, plan: str) -> int | None:
    """The campaign in this store that has the same plan and began at the same moment."""
    same = (CampaignRow.created_at == created_at, CampaignRow.plan == plan)
    return session.scalar(select(CampaignRow.id).where(*same).order_by(CampaignRow.id).limit(1))
