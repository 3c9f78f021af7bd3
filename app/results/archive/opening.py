"""Opening an archive that came from anywhere: its store is looked at as a whole before it is read.

It lies meanwhile in a folder of its own, which this user alone can enter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.results.archive.layout import STORE
from app.results.archive.unpacking import unpack
from app.results.database.migrate import STORE_VERSION, is_unreleased, known_versions
from app.results.database.models import CampaignRow
from app.results.database.soundness import NOT_OF_PLAN, check_fits, fault_of
from app.results.database.tables import digests
from app.results.store.store import Store, open_store, open_unchanged
from app.results.strict.files import NEWER, OLDER, unreadable
from engines.contract.errors import CipherbenchError, InputError, Unfit
from engines.contract.message import Message, phrase, plural

_MOST_CAMPAIGNS = 10
"""Limit of campaigns in an archive: one, and those its results depend on."""
_NO_STORE = phrase("its store is damaged, or not Cipherbench's")


@dataclass(frozen=True)
class Archive:
    """A whole archive, whose store can be read.

    `campaigns` are those of the store by their numbers, the one that is meant first, each with the
    digests of its rows.
    """

    path: Path
    store: Store
    campaigns: Mapping[int, Mapping[str, str]]

    def refused(self, reason: Message) -> InputError:
        """The error for a failed check of the archive."""
        return unreadable(self.path, reason)


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """An archive as long as the block lasts.

    Raises: InputError for a file that is none, is damaged, or another Cipherbench's
    """
    with TemporaryDirectory(prefix="cipherbench-") as folder:
        file = Path(folder) / STORE
        unpack(path, file)
        found = _looked_at(path, str(file))
        with open_store(str(file), write=False) as store:
            yield Archive(path, store, found)


def _looked_at(path: Path, file: str) -> dict[int, Mapping[str, str]]:
    """The campaigns of a store, which can be read whole. Errors name the archive, not the store."""
    try:
        _check_version(file)
        with open_store(file, write=False) as store:
            store.check_pages(whole=True)
            with store.transaction() as session:
                if fault := fault_of(session):
                    raise Unfit(fault)
                return {each: _whole(session, each) for each in _campaigns(session)}
    except Unfit as error:
        raise unreadable(path, error.message) from error
    except InputError as error:
        raise unreadable(path, _NO_STORE) from error


def _check_version(file: str) -> None:
    with open_unchanged(file) as store:
        version = store.version()
    if version is None:
        raise Unfit(_NO_STORE)
    if version != STORE_VERSION and version not in known_versions():
        raise Unfit(OLDER if is_unreleased(version) else NEWER)


def _campaigns(session: Session) -> list[int]:
    count = session.scalar(select(func.count()).select_from(CampaignRow)) or 0
    if not 1 <= count <= _MOST_CAMPAIGNS:
        raise Unfit(plural("its store holds {n} campaigns", "its store holds {n} campaign", count))
    return list(session.scalars(select(CampaignRow.id).order_by(CampaignRow.id)))


def _whole(session: Session, campaign_id: int) -> Mapping[str, str]:
    """The digests of a campaign whose rows can be read and are of its plan.

    Raises: Unfit
    """
    try:
        found = digests(session, campaign_id)
        check_fits(session, campaign_id)
    except Unfit:
        raise
    except CipherbenchError as error:
        raise Unfit(error.messages[1]) from error
    except Exception as error:  # whatever its readers make of strange values
        raise Unfit(NOT_OF_PLAN) from error
    return found
