"""The worker that plants a marker (a text to be searched for) under one protection, and searches
every place where the server writes.

database → schema → the workload's own INSERT → flushed → every place searched while the database
and a connection to it are still there → result → database dropped (always). The key is a fresh one,
so that finding it proves something; initialisation vectors are as in the campaign.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from multiprocessing.connection import Connection
from pathlib import Path

from app.evidence.erasure import MarkedRows
from app.evidence.memory_search import scan_memory
from app.evidence.packets import CapturedTraffic, capture_packets
from app.processes.deadlines import WorkerStep
from app.processes.own_database import DatabaseWork, WorkOrder, serve
from app.results.events import EvidenceProgressed
from app.results.records import EvidenceFinding, FindingLocation, SearchArea, SearchSubject
from engines.client_encryption.envelope import KeyServiceEncryptor
from engines.contract.data_place import DataPlace, PlaceName, outside
from engines.contract.errors import CipherbenchError, StatementFailed
from engines.contract.message import NOTHING, Message, Number, phrase, plural
from engines.contract.protection import ProtectionKind
from engines.contract.session import Session
from engines.inspection.file_search import (
    MOST_FINDINGS,
    FileGroup,
    PlaceResult,
    PlaceState,
    Progress,
    Unreadable,
    not_found_in,
    scan_places,
)
from engines.inspection.scan import Needle, Scanner, key_needles, needles, new_marker
from engines.sql.statement import Value, ValueType
from engines.sql.statement_text import insert
from workloads.contract import Operation, Setting, UntimedClock

# The search of a server's places for a marker or a key, and its results in words.

_MAX_SPOTS = 20


@dataclass(frozen=True)
class SearchResult:
    """What the search of one place found; `opened`: an encrypted file system shows it decrypted.
    Files are relative to the place's folder."""

    name: str
    result: PlaceResult
    must_find_plaintext: bool = False
    opened: bool = False

    @property
    def found(self) -> bool | None:
        """False for a place without files, but None if it should hold plaintext."""
        if self.result.state is PlaceState.NOTHING_THERE and not self.must_find_plaintext:
            return False
        return self.result.found

    def sentence(self, subject: SearchSubject) -> Message:
        result = self.result
        if result.state is PlaceState.NOT_READABLE and result.unreadable[0].file == Path():
            return phrase("Not readable: {reason}", reason=result.unreadable[0].reason)
        if subject is SearchSubject.KEY and result.state is PlaceState.FOUND:
            first = result.findings[0]
            return phrase(
                "The key was found {count} ×, first in {file} at byte {offset} ({form}).",
                count=Number(result.count),
                file=first.file,
                offset=Number(first.offset),
                form=first.form,
            )
        return result.detail

    def spots(self, *, with_context: bool) -> tuple[FindingLocation, ...]:
        """The first findings. A key's have no context: it would show the key."""
        return tuple(
            FindingLocation(
                str(each.file),
                each.offset,
                each.form.value,
                each.part.value,
                each.context if with_context else "",
                each.context_offset if with_context else each.offset,
            )
            for each in self.result.findings[:_MAX_SPOTS]
        )


def search(
    places: Sequence[DataPlace],
    needles: Sequence[Needle],
    progress: Progress | None = None,
    *,
    halves_count: bool = True,
) -> list[SearchResult]:
    """Search every place; parts of one name are one result, in the order given.

    Raises: ScanStopped if `progress` does.
    """
    known = [place for place in places if place.root is not None]
    results = scan_places(
        list(map(FileGroup.of, known)), needles, progress, halves_count=halves_count
    )
    found = {
        id(place): _with_relative_files(result, Path(place.root or ""))
        for place, result in zip(known, results, strict=True)
    }
    return [
        _merged(name, parts, found)
        for name, parts in _grouped(places, lambda each: _place_name(each, places))
    ]


def _grouped(
    places: Sequence[DataPlace], name_of: Callable[[DataPlace], str]
) -> list[tuple[str, list[DataPlace]]]:
    order = list(dict.fromkeys(map(name_of, places)))
    ranked = sorted(places, key=lambda each: order.index(name_of(each)))
    return [(name, list(parts)) for name, parts in groupby(ranked, key=name_of)]


def _place_name(place: DataPlace, places: Sequence[DataPlace]) -> str:
    """The place's name; where other parts of that name are in an encrypted file system and this one
    is not, a name of its own."""
    inside = any(each.opened for each in places if each.name == place.name)
    return outside(place.name) if inside and not place.opened else place.name


def _merged(
    name: str, parts: Sequence[DataPlace], found: Mapping[int, PlaceResult]
) -> SearchResult:
    results = [found.get(id(part)) or _not_searchable(part) for part in parts]
    joined = PlaceResult(
        name,
        tuple(each for result in results for each in result.findings)[:MOST_FINDINGS],
        sum(result.count for result in results),
        sum(result.files for result in results),
        sum(result.size for result in results),
        tuple(each for result in results for each in result.unreadable),
    )
    return SearchResult(
        name,
        joined,
        any(part.must_find_plaintext for part in parts),
        any(part.opened for part in parts),
    )


def _not_searchable(place: DataPlace) -> PlaceResult:
    return PlaceResult(place.name, (), 0, 0, 0, (Unreadable(Path(), place.reason),))


def _with_relative_files(result: PlaceResult, root: Path) -> PlaceResult:
    return replace(
        result,
        findings=tuple(
            replace(each, file=_relative_to(each.file, root)) for each in result.findings
        ),
        unreadable=tuple(
            replace(each, file=_relative_to(each.file, root)) for each in result.unreadable
        ),
    )


def _relative_to(file: Path, root: Path) -> Path:
    if file == root or not file.is_relative_to(root):
        return Path(file.name)
    return file.relative_to(root)


_MARKED_EVERY = 10
"""One record of this many has the marker."""
_PROGRESS_SECONDS = 0.1

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class EvidenceOrder(WorkOrder):
    """`no_memory`: why the server's memory is not searched; empty where it is."""

    server: str
    no_memory: Message = NOTHING


@dataclass(frozen=True)
class EvidenceResult:
    """The findings, or why the search failed (`why`)."""

    findings: tuple[EvidenceFinding, ...] = ()
    why: Message = NOTHING

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", self.why.without_secrets())


def gather(order: EvidenceOrder, events: Connection) -> None:
    """The entry point of the worker process: store the marker, search, report."""

    def failed(error: CipherbenchError) -> EvidenceResult:
        return EvidenceResult(why=error.messages[1])

    serve(lambda: _Search(order, events), events, failed)


class _Search(DatabaseWork[EvidenceResult]):
    making = WorkerStep(
        phrase("creating the database for the marker"), administrative=True, marks=True
    )
    dropping = WorkerStep(phrase("dropping the database of the marker"), administrative=True)

    def __init__(self, order: EvidenceOrder, events: Connection) -> None:
        super().__init__(order, events, fresh_key=True)
        self._order = order
        self._finding = partial(EvidenceFinding, order.server, order.protection.name)
        self._marker = new_marker()
        self._sent_at = 0.0

    def _work(self) -> EvidenceResult:
        database, engine = self._database, self._engine
        self._begin(phrase("storing the marker and searching for it"))
        # It stays connected, as an application does: SQLite empties its log when the last
        # connection closes, and a server's process keeps what it received.
        with self._enter() as session:
            with capture_packets(self._endpoint) as traffic:
                self._store_marker(session, database)
                self._send_rejected_insert(session, database)
            if engine.driver.connects_once:
                where = self._workload.marker_in(self._order.options)
                session.write_everywhere(where.table, where.column)
            else:
                engine.catalogue.checkpoint(self._endpoint, database)
            wanted = needles(self._marker)
            marked_rows = self._marked_rows(session)
            of_marker, of_key = self._search_places(
                database, wanted, self._key_to_search(marked_rows)
            )
            of_network = self._network_findings(traffic, wanted)
            erased = self._erasure_findings(session, marked_rows, database)
        select = self._login_finding(wanted)  # by a connection of its own
        return EvidenceResult((*of_marker, *of_network, select, *of_key, *erased))

    def _marked_rows(self, session: Session) -> MarkedRows | None:
        if not isinstance(self._encryptor, KeyServiceEncryptor):
            return None
        where = self._workload.marker_in(self._order.options)
        return MarkedRows(session, self._encryptor, where, self._marker)

    def _erasure_findings(
        self, session: Session, marked_rows: MarkedRows | None, database: str
    ) -> list[EvidenceFinding]:
        """What is left after a person's data key is deleted. The wrapped key is searched before the
        deletion, too: if it is not found then, not finding it afterwards proves nothing."""
        erasure = (
            marked_rows.erasure_of_one_person(self._encrypted_rows(session))
            if marked_rows is not None
            else None
        )
        if erasure is None:
            return []
        seeking, keys = erasure.needles, erasure.keys_folder
        [before] = search([keys], seeking, halves_count=False)
        opened, sentence = erasure.shred_and_check()
        places = [keys, *self._engine.catalogue.data_places(self._endpoint, database)]
        searched = search(places, seeking, self._progress, halves_count=False)
        left = [each for each in searched if each.found]
        unread = next((each for each in searched if each.found is None), None)
        files, size = _files_and_bytes(searched)
        found: bool | None = opened or bool(left)
        if left:
            words = left[0].sentence(SearchSubject.KEY)
        elif unread is not None:
            found, words = found or None, unread.sentence(SearchSubject.KEY)
        elif before.found:
            words = not_found_in(files, size)
        else:
            found, words = found or None, UNABLE
        message = phrase("{row} Its key: {search}", row=sentence, search=words)
        place = PlaceName.DELETED_KEY
        return [
            self._finding(
                SearchArea.FILES,
                SearchSubject.DELETED,
                place,
                found,
                message,
                files=files,
                size=size,
            )
        ]

    @contextmanager
    def _second_connection(self, session: Session, database: str) -> Iterator[Session]:
        """A second connection; `session` itself where the engine allows one per process."""
        if self._engine.driver.connects_once:
            yield session
            return
        with self._enter() as other:
            yield other

    def _store_marker(self, session: Session, database: str) -> None:
        schema = self._workload.schema(self._order.options, self._encryptor)
        with self._second_connection(session, database) as maker:
            self._engine.driver.create_schema(maker, schema, self._encryptor)
        options = self._order.options
        filling = self._workload.untimed_fill(options) or self._workload.parts(options)[0]
        assert isinstance(filling, Operation)  # one of them fills the tables
        setting = self._setting(session)
        session.begin()
        filling.run(setting, UntimedClock())
        session.commit()
        with self._second_connection(session, database) as reader:
            filling.verify(replace(setting, session=reader))

    def _send_rejected_insert(self, session: Session, database: str) -> None:
        """Insert the marker under an id that exists: some servers log rejected statements."""
        where = self._workload.marker_in(self._order.options)
        table, column = where.table, where.column
        duplicate = insert(
            table,
            {"id": ":id", column: f"seal(:value, {table}.{column})"},
            {"id": ValueType.INTEGER},
        )
        with (
            self._second_connection(session, database) as other,
            suppress(StatementFailed),
        ):
            other.prepare(duplicate, self._encryptor).execute(1, self._marker)

    def _search_places(
        self, database: str, wanted: Sequence[Needle], key: bytes | None
    ) -> tuple[Sequence[EvidenceFinding], Sequence[EvidenceFinding]]:
        """Where the marker was found, and where the key."""
        places = self._engine.catalogue.data_places(self._endpoint, database)
        findings = [
            self._marker_finding(each)
            for each in search(places, wanted, self._progress)
            if each.name != PlaceName.KEYS
        ]
        seeking = key_needles(key) if key is not None else ()
        marker_memory, *key_memory = self._memory_findings(wanted, seeking)
        findings.append(marker_memory)
        if not seeking:
            return findings, ()
        found = search(places, seeking, self._progress, halves_count=False)
        return findings, [*self._key_findings(found), *key_memory]

    def _key_to_search(self, marked_rows: MarkedRows | None) -> bytes | None:
        """The key as the server gets it, or a marked row's data key; None without a key of ours, or
        for one under 8 bytes, which would be found by chance."""
        protection = self._order.protection
        match protection.kind:
            case ProtectionKind.PLAINTEXT | ProtectionKind.STORED_FORM | ProtectionKind.TRANSIT:
                key = None
            case ProtectionKind.CLIENT:
                key = self._keying.key if marked_rows is None else marked_rows.data_key
            case ProtectionKind.NATIVE:
                key = self._encryptor.handed_key
            case ProtectionKind.STORAGE:
                key = self._engine.encryption.stored_key(
                    self._order.endpoint, protection, self._keying
                )
        return key if key is not None and len(key) >= 8 else None

    def _network_findings(
        self, traffic: CapturedTraffic | None, wanted: Sequence[Needle]
    ) -> list[EvidenceFinding]:
        """What went over the connection on which the marker was stored and read."""
        if traffic is None:
            return []
        with traffic.searchable_place() as place:
            [searched] = search([place], wanted)
        return [self._marker_finding(searched, SearchArea.NETWORK)]

    def _marker_finding(
        self, searched: SearchResult, ground: SearchArea = SearchArea.FILES
    ) -> EvidenceFinding:
        found, sentence = searched.found, searched.sentence(SearchSubject.MARKER)
        is_control = self._order.protection.kind is ProtectionKind.PLAINTEXT
        if is_control and searched.must_find_plaintext and found is False:
            found, sentence = None, phrase("{unable} {words}", unable=UNABLE, words=sentence)
        return self._finding_of(searched, SearchSubject.MARKER, ground, found, sentence)

    def _key_findings(self, searched: Sequence[SearchResult]) -> list[EvidenceFinding]:
        """A finding for each place that has the key; one for all places if none has."""
        found_at = [
            self._finding_of(
                each, SearchSubject.KEY, SearchArea.FILES, True, each.sentence(SearchSubject.KEY)
            )
            for each in searched
            if each.found
        ]
        if found_at:
            return found_at
        files, size = _files_and_bytes(searched)
        unread = next((each for each in searched if each.found is None), None)
        found = None if unread else False
        sentence = unread.sentence(SearchSubject.KEY) if unread else not_found_in(files, size)
        place = PlaceName.ALL_FILES
        return [
            self._finding(
                SearchArea.FILES, SearchSubject.KEY, place, found, sentence, files=files, size=size
            )
        ]

    def _memory_findings(
        self, wanted: Sequence[Needle], seeking: Sequence[Needle]
    ) -> list[EvidenceFinding]:
        """One finding on the marker, and one on the key if there is one to search for."""
        sought = {SearchSubject.MARKER: Scanner(wanted)}
        if seeking:
            sought[SearchSubject.KEY] = Scanner(seeking, halves_count=False)
        pid, reason = self._endpoint.pid, self._order.no_memory
        if pid is None or reason:
            sentence = reason or phrase("The server's processes are not on this machine.")
            return [
                self._finding(SearchArea.MEMORY, subject, PlaceName.MEMORY, None, sentence)
                for subject in sought
            ]
        found = [
            SearchResult(PlaceName.MEMORY, each) for each in scan_memory(pid, *sought.values())
        ]
        return [
            self._finding_of(seen, subject, SearchArea.MEMORY, seen.found, seen.sentence(subject))
            for subject, seen in zip(sought, found, strict=True)
        ]

    def _finding_of(
        self,
        seen: SearchResult,
        subject: SearchSubject,
        ground: SearchArea,
        found: bool | None,
        sentence: Message,
    ) -> EvidenceFinding:
        return self._finding(
            ground,
            subject,
            seen.name,
            found,
            sentence,
            seen.result.count,
            seen.result.files,
            seen.result.size,
            seen.opened,
            seen.spots(with_context=subject is SearchSubject.MARKER),
        )

    def _login_finding(self, wanted: Sequence[Needle]) -> EvidenceFinding:
        """What a login to the database sees without the key."""
        where = self._workload.marker_in(self._order.options)
        try:
            without_key = self._order.endpoint.with_login_of(self._login)
            with self._engine.driver.connect(without_key, self._database) as session:
                rows = session.fetch(f"select {where.column} from {where.table}")
        except CipherbenchError as error:
            if self._endpoint == self._order.endpoint:
                raise
            sentence = phrase("Refused without the key: {words}", words=error.messages[1])
            return self._finding(
                SearchArea.LOGIN, SearchSubject.MARKER, PlaceName.SELECT, False, sentence
            )
        shown = sum(_shows(value, wanted) for (value,) in rows)
        column = f"{where.table}.{where.column}"
        if shown:
            sentence = plural(
                "{column} shows plaintext in {shown} of {n} rows.",
                "{column} shows plaintext in {shown} of {n} row.",
                len(rows),
                column=column,
                shown=Number(shown),
            )
        else:
            sentence = plural(
                "{n} rows of {column}, none of them plaintext.",
                "{n} row of {column}, not in plaintext.",
                len(rows),
                column=column,
            )
        return self._finding(
            SearchArea.LOGIN, SearchSubject.MARKER, PlaceName.SELECT, bool(shown), sentence, shown
        )

    def _setting(self, session: Session) -> Setting:
        field = self._workload.marker_in(self._order.options).field
        records = [
            (*record[:field], self._marker, *record[field + 1 :])
            if number % _MARKED_EVERY == 0
            else record
            for number, record in enumerate(self._workload.records(self._order.options))
        ]
        return Setting(session, self._encryptor, records, self._order.options, os.urandom(32))

    def _progress(self, done: int, total: int) -> None:
        if time.monotonic() - self._sent_at > _PROGRESS_SECONDS:
            self._sent_at = time.monotonic()
            self._events.send(EvidenceProgressed(done, total))


UNABLE = phrase("Unable to tell: the search does not find plaintext that is stored here.")


def _files_and_bytes(searched: Sequence[SearchResult]) -> tuple[int, int]:
    return sum(each.result.files for each in searched), sum(each.result.size for each in searched)


def _shows(value: Value, wanted: Sequence[Needle]) -> bool:
    raw = value if isinstance(value, bytes) else str(value or "").encode()
    return any(needle.data in raw for needle in wanted)
