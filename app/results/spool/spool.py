"""The spool: a second record of what a campaign measures, in the user's data folder.

A store can be lost during a campaign, with its server, disk or file. Events are therefore written
here first, one line of JSON each, and the spool is removed only after the store was verified to
hold them; a store that may be lost is copied into it (`replayed_events`). The first line
(`SpoolHead`) has what is needed to create the campaign in another store.
Names of event classes and their fields are keys of this format.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, get_args

import cattrs
from sqlalchemy import select

from app.plan.matrix import Cell
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
from app.results.message_json import message_from_json, message_to_column, message_to_json
from app.results.records import RunRecord, SessionRecord
from app.results.storable_text import cleaned
from app.results.store.store import Store
from app.results.strict_reading import (
    MOST_LINE_BYTES,
    NEWER_VERSION,
    OLDER_VERSION,
    is_timestamp,
    open_regular_file,
    parse_json_line,
    strict_converter,
    unreadable,
)
from app.system.folders import spool_folder
from engines.contract.errors import InputError
from engines.contract.message import NOTHING, Message, phrase
from engines.platform.file_access import mode_of, opened, remove_open
from engines.platform.locks import try_lock
from engines.platform.private_files import private_folder
from engines.platform.users import is_ours

FORMAT = 2
"""Version 1 was never released."""
_MOST_WAITING = 64_000_000
"""Bytes of events that were not written yet."""
_MOST_HEAD = 64_000_000
"""Bytes of the first line, which lists all runs."""
_PARSE_ERRORS = (
    ValueError,
    LookupError,
    TypeError,
    RecursionError,
    cattrs.BaseValidationError,
)


@dataclass(frozen=True)
class SpoolHead:
    """The first line of a spool. `runs` are in their order, as they were when the session began."""

    cipherbench_spool: int
    store: str
    campaign_id: int
    name: str
    plan: str
    created_at: float
    environment: dict[str, Any]
    cells: tuple[Cell, ...]
    runs: tuple[RunRecord, ...]
    sessions: tuple[SessionRecord, ...]
    """The conditions of each session so far, this one's last."""


@dataclass(frozen=True)
class SpoolContents:
    """A spool that was read; `truncated`: its last line is incomplete, and left out."""

    head: SpoolHead
    events: tuple[Event, ...]
    truncated: bool


def spool_head(store: Store, campaign_id: int) -> SpoolHead:
    """The first line of a spool, from which another store can create the campaign."""
    campaign, summary = store.load(campaign_id), store.summary(campaign_id)
    return SpoolHead(
        FORMAT,
        cleaned(store.absolute_location),
        campaign_id,
        cleaned(summary.name),
        store.plan_text(campaign_id),
        summary.created_at,
        cleaned(store.environment(campaign_id)),
        tuple(campaign.cells),
        tuple(campaign.runs),
        cleaned(tuple(store.sessions(campaign_id))),
    )


@dataclass
class Spool:
    """A spool that this process writes, locked until it is closed.

    If a line cannot be written (disk full), it is tried again with the next one; `fault` says why
    lines are waiting.
    """

    path: Path
    _handle: int
    fault: str = ""
    given_up: bool = False
    """Whether too much was waiting, so that nothing more is written."""
    _waiting: bytearray = field(default_factory=bytearray)

    @classmethod
    def begin(cls, head: SpoolHead) -> Self:
        """A new spool of a campaign.

        Raises: OSError when there can be none
        """
        folder = _own_folder()
        word = re.sub(r"[^a-z0-9]+", "-", head.name.lower()).strip("-")[:40] or "campaign"
        name = f"{word}-{head.campaign_id}-{secrets.token_hex(4)}.jsonl"
        with opened(folder) as inside:
            handle = inside.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND)
        spool = cls(folder / name, handle)
        try_lock(handle)
        spool._write(_CONVERTER.unstructure(head))
        if spool.fault:
            spool.remove()
            raise OSError(0, spool.fault)
        return spool

    def append(self, event: Event) -> None:
        """Write an event; when this returns without a fault, a kill of the program keeps it."""
        self._write({"event": type(event).__name__, **_CONVERTER.unstructure(event, type(event))})

    def close(self) -> None:
        """Close the file and keep it, for `import` or `resume`."""
        with suppress(OSError):
            os.close(self._handle)
        self._handle = -1

    def remove(self) -> None:
        """Remove the spool, when the store has everything."""
        remove_open(self.path, self.close)

    def _write(self, what: dict[str, Any]) -> None:
        if self._handle == -1:
            return
        line = json.dumps(what, separators=(",", ":"))
        self._waiting += line.encode() + b"\n"
        try:
            while self._waiting:
                del self._waiting[: os.write(self._handle, self._waiting)]
            self.fault = ""
        except OSError as error:
            self.fault = error.strerror or str(error)
            if len(self._waiting) > _MOST_WAITING:  # the store alone counts from here on
                self.given_up = True
                self.close()
                self._waiting.clear()


def read_spool(path: Path) -> SpoolContents:
    """Read a whole spool. An incomplete last line, as after a kill, is left out.

    Raises: InputError that names the first invalid line
    """
    lines = _lines(path)
    head = _head(path, next(lines, b""))
    events: list[Event] = []
    truncated = False
    for number, line in enumerate(lines, 2):
        try:
            events.append(_event(parse_json_line(line)))
        except _PARSE_ERRORS as error:
            if line.endswith(b"\n") or len(line) == MOST_LINE_BYTES:
                raise unreadable(
                    path, phrase("line {number} is not an event of a campaign", number=number)
                ) from error
            truncated = True
    return SpoolContents(head, tuple(events), truncated)


def is_spool(start: bytes) -> bool:
    """Whether a file with these first bytes is a spool."""
    return start.startswith(b'{"cipherbench_spool":')


def abandoned_spools() -> Iterator[tuple[Path, SpoolHead]]:
    """Spools in the user's folder that killed programs left behind, oldest first."""
    folder = spool_folder()
    with suppress(OSError):
        for path in sorted(folder.glob("*.jsonl"), key=lambda each: each.stat().st_mtime):
            with suppress(InputError):
                if not _being_written(path):
                    yield path, _head(path, next(_lines(path), b""))


def _own_folder() -> Path:
    """The folder of spools, made if missing, for this user alone.

    Raises: OSError
    """
    folder = spool_folder()
    private_folder(folder.parent)
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or not is_ours(found):
        raise PermissionError(0, f"{folder} does not belong to this user")
    if mode_of(found) != 0o700:
        folder.chmod(0o700)
    return folder


def _being_written(path: Path) -> bool:
    handle = open_regular_file(path)
    try:
        try_lock(handle, shared=True)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _lines(path: Path) -> Iterator[bytes]:
    with os.fdopen(open_regular_file(path), "rb") as file:
        yield file.readline(_MOST_HEAD)
        while line := file.readline(MOST_LINE_BYTES):
            yield line


def _head(path: Path, line: bytes) -> SpoolHead:
    try:
        found = parse_json_line(line)
        _check_format(path, found["cipherbench_spool"])
        head = _CONVERTER.structure(found, SpoolHead)
    except _PARSE_ERRORS as error:
        raise unreadable(path, phrase("it does not begin like a spool of Cipherbench")) from error
    if not all(map(is_timestamp, (head.created_at, *(each.at for each in head.sessions)))):
        raise unreadable(path, phrase("it does not record when its campaign was created"))
    return head


def _check_format(path: Path, number: object) -> None:
    if type(number) is int and number != FORMAT:
        raise unreadable(path, OLDER_VERSION if number < FORMAT else NEWER_VERSION)


def _event(fields: Any) -> Event:
    if type(fields) is not dict:
        raise TypeError("no event is anything else")
    kind = _KINDS[fields.pop("event")]
    event: Event = _CONVERTER.structure(fields, kind)
    moments = (getattr(event, name, 0.0) for name in ("at", "started_at", "finished_at"))
    if not all(map(is_timestamp, moments)):
        raise ValueError("no plausible timestamp")
    return event


def _make_converter() -> cattrs.Converter:
    converter = strict_converter()
    converter.register_structure_hook(Message, lambda data, _: message_from_json(data))
    converter.register_unstructure_hook(Message, message_to_json)
    return converter


_KINDS: dict[str, type] = {kind.__name__: kind for kind in get_args(Event.__value__)}
_CONVERTER = _make_converter()


# A campaign's events, rebuilt from the rows of a store that is damaged or may be lost.

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
