"""A checksum of everything that a session has recorded (`Ledger`), to verify at its end that the
store holds it.

Every row goes into a digest of its run, a hundred bytes each; at the end the rows are read back and
must give the same. The order of rows does not matter, so digests of rows are added up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields

from sqlalchemy import Text, select, type_coerce
from sqlalchemy.orm import Session

from app.plan.status import Status
from app.results.database import reader
from app.results.database.models import (
    CampaignRow,
    EventRow,
    HistogramRow,
    OperationRow,
    RunRow,
    SampleRow,
)
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
from app.results.message_json import message_to_column
from app.results.records import EvidenceFinding, ProbeSample
from engines.contract.message import NOTHING, Message, phrase, plural

_SAMPLE = tuple(each.name for each in fields(ProbeSample))
OPERATION_FIELDS = tuple(e.name for e in fields(OperationFinished) if e.name != "histogram")
_RUNS_AT_ONCE = 500


@dataclass
class _Sum:
    """Number of rows, and sum of their digests."""

    rows: int = 0
    digest: int = 0

    def add(self, row: Sequence[object]) -> None:
        plain = [float(each) if isinstance(each, (int, float)) else each for each in row]
        digest = hashlib.blake2b(repr(plain).encode(), digest_size=16).digest()
        self.rows += 1
        self.digest = (self.digest + int.from_bytes(digest)) % (1 << 128)


@dataclass
class _RunSum:
    status: Status
    stalled: bool
    operations: _Sum
    samples: _Sum

    @classmethod
    def empty(cls, status: Status = Status.RUNNING) -> _RunSum:
        return cls(status, False, _Sum(), _Sum())


_OTHER_STATUS = phrase("the status of run {run} differs from what was measured")
_COMPARED = {
    "status": _OTHER_STATUS,
    "stalled": _OTHER_STATUS,
    "operations": phrase("the operations of run {run} differ from what was measured"),
    "samples": phrase("the samples of run {run} differ from what was measured"),
}

type _Line = tuple[float, str]
type _Place = tuple[str, str]


class Ledger:
    """Gets every event when it is recorded, and says in the end what a store lacks."""

    def __init__(self) -> None:
        self._runs: dict[int, _RunSum] = {}
        self._lines: set[_Line] = set()
        self._evidence: dict[_Place, frozenset[EvidenceFinding]] = {}
        self._ended: Status | None = None

    def add(self, event: Event) -> None:
        """An event was recorded. A run that begins again replaces its first attempt."""
        match event:
            case RunStarted():
                self._runs[event.run_id] = _RunSum.empty()
            case OperationFinished():
                row = [getattr(event, name) for name in OPERATION_FIELDS]
                self._run(event.run_id).operations.add([*row, event.histogram])
            case Sampled(sample) if sample.run_id is not None:
                row = [getattr(sample, name) for name in _SAMPLE]
                self._run(sample.run_id).samples.add(row)
            case RunFinished():
                run = self._run(event.run_id)
                run.status, run.stalled = event.status, event.stalled
            case Noted():
                self._lines.add((event.at, message_to_column(event.message)))
            case EvidenceGathered():
                self._evidence[event.server, event.protection] = frozenset(event.traces)
            case CampaignFinished():
                self._ended = event.status

    @property
    def runs(self) -> frozenset[int]:
        return frozenset(self._runs)

    @property
    def lines(self) -> AbstractSet[tuple[float, str]]:
        """The lines of this session's log: time, and message as by `message_to_column`."""
        return self._lines

    @property
    def evidence_keys(self) -> AbstractSet[tuple[str, str]]:
        """The (server, protection) pairs of which this session gathered evidence."""
        return self._evidence.keys()

    @property
    def ended(self) -> Status | None:
        """Status of the campaign at the end of this session."""
        return self._ended

    def first_difference(self, session: Session, campaign_id: int) -> Message:
        """The first thing that the store lacks or has otherwise, in a few words; NOTHING if it has
        everything."""
        return next(self._differences(session, campaign_id), NOTHING)

    def _run(self, run_id: int) -> _RunSum:
        return self._runs.setdefault(run_id, _RunSum.empty())

    def _differences(self, session: Session, campaign_id: int) -> Iterator[Message]:
        status = session.scalar(select(CampaignRow.status).where(CampaignRow.id == campaign_id))
        if status is None:
            yield phrase("campaign {number} is missing", number=campaign_id)
        elif self._ended is not None and status is not self._ended:
            yield phrase(
                "campaign {number} is stored as {status}", number=campaign_id, status=status
            )
        for run_id, found in self._found(session):
            expected = self._runs[run_id]
            for name, what in _COMPARED.items():
                if getattr(found, name) != getattr(expected, name):
                    yield what.with_values(run=run_id)
        if missing := len(self._lines - _lines(session, campaign_id)):
            yield plural(
                "{n} lines of the log are missing", "{n} line of the log is missing", missing
            )
        if self._evidence and self._evidence.items() - _evidence(session, campaign_id).items():
            yield phrase("evidence is missing")

    def _found(self, session: Session) -> Iterator[tuple[int, _RunSum]]:
        every = list(self._runs)
        for start in range(0, len(every), _RUNS_AT_ONCE):
            some = every[start : start + _RUNS_AT_ONCE]
            found = {run_id: _RunSum.empty(Status.PENDING) for run_id in some}
            columns = (RunRow.id, RunRow.status, RunRow.stalled)
            for row in session.execute(select(*columns).where(RunRow.id.in_(some))):
                found[row.id].status, found[row.id].stalled = row.status, row.stalled
            _add_operations(session, found)
            _add_samples(session, found)
            yield from found.items()


def _add_operations(session: Session, found: dict[int, _RunSum]) -> None:
    columns = [getattr(OperationRow, name) for name in OPERATION_FIELDS]
    query = (
        select(OperationRow.run_id, *columns, HistogramRow.encoded)
        .outerjoin(HistogramRow, HistogramRow.operation_id == OperationRow.id)
        .where(OperationRow.run_id.in_(found))
    )
    for run_id, *row in session.execute(query):
        found[run_id].operations.add(row)


def _add_samples(session: Session, found: dict[int, _RunSum]) -> None:
    columns = [getattr(SampleRow, name) for name in _SAMPLE]
    query = select(SampleRow.run_id, *columns).where(SampleRow.run_id.in_(found))
    for run_id, *row in session.execute(query.execution_options(yield_per=10_000)):
        if run_id is not None:
            found[run_id].samples.add(row)


def _lines(session: Session, campaign_id: int) -> set[_Line]:
    """The columns as stored: messages that are read lose what has become a secret since."""
    columns = (EventRow.at, type_coerce(EventRow.message, Text))
    query = select(*columns).where(EventRow.campaign_id == campaign_id)
    return {(at, message) for at, message in session.execute(query)}


def _evidence(session: Session, campaign_id: int) -> dict[_Place, frozenset[EvidenceFinding]]:
    found: dict[_Place, set[EvidenceFinding]] = {}
    for each in reader.evidence(session, campaign_id):
        found.setdefault((each.server, each.protection), set()).add(each)
    return {place: frozenset(traces) for place, traces in found.items()}
