"""Imports an archive into a store: checked as untrusted data, all of it or nothing, and read back
before it is committed."""

from __future__ import annotations

import errno
import hashlib
import io
import os
import warnings
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.plan.status import Status
from app.results.archive.archive_writing import (
    MEMBERS,
    MOST_BYTES,
    MOST_RATIO,
    MOST_TEXT,
    RATIO_FROM,
    STORE,
    SUMS,
)
from app.results.database import campaign_list, reader
from app.results.database.archived_tables import (
    Row,
    archived_tables,
    campaign_digests,
    copy_campaign,
    rows_of,
)
from app.results.database.migrate import STORE_VERSION, is_unreleased, known_versions
from app.results.database.models import CampaignRow, CellRow, OperationRow, RunRow
from app.results.database.soundness import NOT_OF_PLAN, check_matches_plan, store_fault
from app.results.database.store_connection import lift_statement_timeout
from app.results.records import CampaignSummary, ImportResult
from app.results.store.campaigns import cancel_left_running, same_campaign
from app.results.store.store import Store, open_any_version, open_store
from app.results.strict_reading import NEWER_VERSION, OLDER_VERSION, open_regular_file, unreadable
from engines.contract.errors import CipherbenchError, InputError, Unfit
from engines.contract.message import Message, Number, phrase, plural, with_semicolons

# The differences between a campaign of an archive and the same campaign (plan and time of creation)
# in a store. What the store has beyond the archive is no difference, nor are tags and notes.

_RUN, _OPERATION = RunRow.__tablename__, OperationRow.__tablename__
_OTHERS = {
    "servers": phrase("other servers"),
    "environments": phrase("another machine or other drivers"),
    "sessions": phrase("other sessions"),
    "evidence": phrase("other evidence"),
}
"""Tables, besides those of runs, whose rows are compared."""

type Contents = Mapping[int, Mapping[str, str]]
"""Position of a run that is done → table → checksum of the run's rows."""


def campaign_differences(
    archive_session: Session, archived_id: int, store_session: Session, stored_id: int
) -> Message:
    """What the archive's campaign has that the store's lacks or has otherwise; NOTHING if the store
    has all of it."""
    found = list(_run_differences(archive_session, archived_id, store_session, stored_id))
    for each in archived_tables():
        if each.name in _OTHERS:
            ours = {
                _without_numbers(row, each.references)
                for row in rows_of(store_session, each, stored_id)
            }
            theirs = {
                _without_numbers(row, each.references)
                for row in rows_of(archive_session, each, archived_id)
            }
            if theirs - ours:
                found.append(_OTHERS[each.name])
    return with_semicolons(found)


def _run_differences(there: Session, archived: int, here: Session, known: int) -> Iterator[Message]:
    theirs, ours = _contents(there, archived), _contents(here, known)
    lacking = sorted(set(theirs) - set(ours))
    if lacking:
        yield phrase(
            "runs finished only in the archive: {runs}",
            runs=", ".join(str(each + 1) for each in lacking),
        )
    other = sorted(each for each in theirs if each in ours and theirs[each] != ours[each])
    if other:
        place = other[0]
        yield plural(
            "different values in {count} of {n} runs, such as {first}",
            "different values in the only run: {first}",
            len(theirs),
            count=Number(len(other)),
            first=_first(
                _operations(there, archived, place), _operations(here, known, place), place
            ),
        )


def _first(theirs: Mapping[str, Row], ours: Mapping[str, Row], place: int) -> Message:
    """The first difference between two versions of a run."""
    for operation, row in theirs.items():
        for name, value in row.items():
            mine = ours.get(operation, {}).get(name)
            if mine != value:
                if isinstance(value, bytes) or isinstance(mine, bytes):
                    return phrase(
                        "{column} of {operation} in run {run}",
                        operation=operation,
                        run=Number(place + 1),
                        column=name,
                    )
                return phrase(
                    "{operation} of run {run}: {column} {there} in the archive, {here} in the "
                    "store",
                    operation=operation,
                    run=Number(place + 1),
                    column=name,
                    there=value,
                    here=mine,
                )
    return phrase("run {run}", run=Number(place + 1))


def _operations(session: Session, campaign_id: int, place: int) -> dict[str, Row]:
    table = OperationRow.__table__
    query = (
        select(table)
        .join(RunRow, RunRow.id == table.c.run_id)
        .join(CellRow, CellRow.id == RunRow.cell_id)
        .where(CellRow.campaign_id == campaign_id, RunRow.position == place)
    )
    rows = [dict(row) for row in session.execute(query).mappings()]
    left_out = {"id", "run_id"}
    return {
        row["operation"]: {name: value for name, value in row.items() if name not in left_out}
        for row in rows
    }


def _contents(session: Session, campaign_id: int) -> Contents:
    query = select(RunRow.id, RunRow.position).join(CellRow)
    done = query.where(CellRow.campaign_id == campaign_id, RunRow.status == Status.DONE)
    places = {_RUN: {row.id: row.position for row in session.execute(done)}}
    found: dict[int, dict[str, hashlib._Hash]] = defaultdict(lambda: defaultdict(hashlib.sha256))
    for each in archived_tables():
        if each.name == _RUN:
            key, owner = "id", _RUN
        else:
            known = [(name, other) for name, other in each.references.items() if other in places]
            if not known:
                continue
            key, owner = known[0]
        own = places.setdefault(each.name, {})
        for row in rows_of(session, each, campaign_id):
            place = places[owner].get(row[key])
            if place is None:
                continue
            if each.number_column and each.is_referred_to:
                own[row[each.number_column]] = place
            found[place][each.name].update(_without_numbers(row, each.references).encode())
    return {
        place: {table: seen.hexdigest() for table, seen in tables.items()}
        for place, tables in found.items()
    }


def _without_numbers(row: Row, references: Mapping[str, str]) -> str:
    """A row as text, without keys, which differ between stores."""
    left_out = {"id", *references}
    return repr({name: value for name, value in row.items() if name not in left_out})


# Unpacking an untrusted archive: it may have only the expected files, of bounded size, each with
# the right checksum.

_DAMAGED = phrase("it is damaged")
_ENCRYPTED = 1
_CHUNK = 1 << 20
_MOST_AT_ONCE = 2 << 20
"""Bytes of the list of members, of which a hundred letters make an object of a thousand, and of
packed sums, which are read as a whole."""
_EARLIER = "manifest.json"
"""A member of archives from builds without a store."""


class _Sparing(io.BufferedReader):
    """A file of which little is read at once, since a ZIP's own numbers say how much is read."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > _MOST_AT_ONCE:
            raise Unfit(_DAMAGED)
        found = super().read(_MOST_AT_ONCE if size is None or size < 0 else size)
        return found or b""


def unpack(path: Path, target: Path) -> None:
    """Write the store of an archive to `target`, a new file.

    Raises: InputError
    """
    with _Sparing(io.FileIO(open_regular_file(path))) as file:
        try:
            with _without_warnings(), ZipFile(file) as packed:
                infos = packed.infolist()
                if any(each.filename == _EARLIER for each in infos):
                    raise _earlier(path)
                _check(infos, os.fstat(file.fileno()).st_size)
                _unpack(packed, target)
        except Unfit as error:
            raise unreadable(path, error.message) from error
        except (BadZipFile, NotImplementedError, EOFError, zlib.error, ValueError) as error:
            raise unreadable(path, _DAMAGED) from error
        except OSError as error:  # a place that no file has, or no room
            message = None if error.errno == errno.EINVAL else error.strerror
            raise unreadable(path, message or _DAMAGED) from error


@contextmanager
def _without_warnings() -> Iterator[None]:
    """Of an empty second name of a member, zipfile warns on the terminal."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _check(infos: Sequence[ZipInfo], packed: int) -> None:
    """Raises: Unfit for what is not packed as an archive is"""
    names = [each.filename for each in infos]
    size = sum(each.file_size for each in infos)
    if size > MOST_BYTES or (size > RATIO_FROM and size > MOST_RATIO * packed):
        raise Unfit(
            phrase("it would unpack to {size}, which is too much", size=Number(size / 1e6, 0, "MB"))
        )
    for name in names:
        if name not in MEMBERS:
            raise Unfit(
                phrase("it contains “{name}”, which does not belong in an archive", name=name[:80])
            )
    for name in MEMBERS:
        if name not in names:
            raise Unfit(phrase("{name} is missing", name=name))
    if len(names) != len(MEMBERS):
        raise Unfit(phrase("it contains a file twice"))
    if not all(map(_is_plain, infos)):
        raise Unfit(phrase("it is encrypted, or compressed by an unknown method"))
    if any(each.file_size > MOST_TEXT for each in infos if each.filename != STORE):
        raise Unfit(phrase("{name} is too long", name=SUMS))


def _is_plain(info: ZipInfo) -> bool:
    """Whether it is packed as ours are: neither encrypted nor by a rare method."""
    known = info.compress_type in (ZIP_STORED, ZIP_DEFLATED)
    return known and not info.flag_bits & _ENCRYPTED


def _unpack(packed: ZipFile, target: Path) -> None:
    lines = packed.read(SUMS).decode().splitlines()
    sums = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    if set(sums) != set(MEMBERS) - {SUMS}:
        raise Unfit(phrase("the files listed in {name} are not those in the archive", name=SUMS))
    for name, digest in sums.items():
        seen = hashlib.sha256()
        with ExitStack() as stack:
            member = stack.enter_context(packed.open(name))
            copy = stack.enter_context(target.open("xb")) if name == STORE else None
            while chunk := member.read(_CHUNK):
                seen.update(chunk)
                if copy is not None:
                    copy.write(chunk)
        if seen.hexdigest() != digest:
            raise Unfit(phrase("checksum mismatch in {name}", name=name))


def _earlier(path: Path) -> InputError:
    return InputError(
        phrase("Not imported"),
        phrase("{path} is an archive from an earlier build of Cipherbench."),
        phrase("Archive the campaign again with this version."),
        path=path,
    )


# Opening an untrusted archive: its store is unpacked into a private folder and checked as a whole
# before it is read.

_MOST_CAMPAIGNS = 10
"""Limit of campaigns in an archive: one, and those its results depend on."""
_NO_STORE = phrase("its store is damaged, or not Cipherbench's")


@dataclass(frozen=True)
class Archive:
    """An archive whose store has passed all checks.

    `campaigns` maps the numbers of its campaigns, the archived one first, to the digests of their
    rows by table.
    """

    path: Path
    store: Store
    campaigns: Mapping[int, Mapping[str, str]]

    def rejection(self, reason: Message) -> InputError:
        """The error for a failed check of the archive."""
        return unreadable(self.path, reason)


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
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
    """Check a store; its campaigns with their digests. Errors name the archive, not the store."""
    try:
        _check_version(file)
        with open_store(file, write=False) as store:
            store.check_pages(thorough=True)
            with store.transaction() as session:
                if fault := store_fault(session):
                    raise Unfit(fault)
                return {each: _whole(session, each) for each in _campaigns(session)}
    except Unfit as error:
        raise unreadable(path, error.message) from error
    except InputError as error:
        raise unreadable(path, _NO_STORE) from error


def _check_version(file: str) -> None:
    with open_any_version(file) as store:
        version = store.version()
    if version is None:
        raise Unfit(_NO_STORE)
    if version != STORE_VERSION and version not in known_versions():
        raise Unfit(OLDER_VERSION if is_unreleased(version) else NEWER_VERSION)


def _campaigns(session: Session) -> list[int]:
    count = session.scalar(select(func.count()).select_from(CampaignRow)) or 0
    if not 1 <= count <= _MOST_CAMPAIGNS:
        raise Unfit(plural("its store holds {n} campaigns", "its store holds {n} campaign", count))
    return list(session.scalars(select(CampaignRow.id).order_by(CampaignRow.id)))


def _whole(session: Session, campaign_id: int) -> Mapping[str, str]:
    """The digests of a campaign, after checking that its rows can be read and match its plan.

    Raises: Unfit
    """
    try:
        found = campaign_digests(session, campaign_id)
        check_matches_plan(session, campaign_id)
    except Unfit:
        raise
    except CipherbenchError as error:
        raise Unfit(error.messages[1]) from error
    except Exception as error:  # whatever its readers make of strange values
        raise Unfit(NOT_OF_PLAN) from error
    return found


def is_archive(start: bytes) -> bool:
    """Whether a file that begins like this may be an archive."""
    return start.startswith(b"PK\x03\x04")


def import_archive(store: Store, path: Path) -> ImportResult:
    """Import an archive into a store that is open to write. A campaign that the store has already
    (same plan and time of creation) stays as it is.

    Raises: InputError for a file that is no valid archive, or that has other values of a campaign
        than the store, which is then unchanged
    """
    with open_archive(path) as archive, archive.store.consistent_read() as there:
        try:
            with store.transaction(write=True) as here:
                lift_statement_timeout(here.connection())
                taken = [_take(archive, there, each, here) for each in archive.campaigns]
                return taken[0]
        except SQLAlchemyError as error:
            raise archive.rejection(phrase("it holds data that the store rejects")) from error


def _take(archive: Archive, there: Session, archived: int, here: Session) -> ImportResult:
    summary = campaign_list.summary(there, archived)
    known = same_campaign(here, summary.created_at, reader.plan_text(there, archived))
    if known is not None:
        _check_same(archive, summary, there, known, here)
        name = campaign_list.summary(here, known).name
        return ImportResult(known, name, False, 0, _ended(here, known), False)
    made = copy_campaign(there, archived, here)
    if campaign_digests(here, made) != archive.campaigns[archived]:
        raise archive.rejection(phrase("it holds data that the store rejects"))
    added = _ended(here, made)
    cancel_left_running(here, made)
    return ImportResult(made, summary.name, True, added, 0, False)


def _ended(session: Session, campaign_id: int) -> int:
    return sum(run.status.ended for run in reader.runs(session, campaign_id))


def _check_same(
    archive: Archive, summary: CampaignSummary, there: Session, known: int, here: Session
) -> None:
    """Check that the store has everything that the archive has of a campaign that is in both.

    Raises: InputError that says in what they differ
    """
    if found := campaign_differences(there, summary.id, here, known):
        raise InputError(
            phrase("Not imported"),
            phrase("{name} is in the store as #{number}, but differs in {path}: {found}."),
            phrase("Nothing was imported. To compare both, import it into another store."),
            name=summary.name,
            number=known,
            path=archive.path,
            found=found,
        )
