"""Checks a store for damage (`cipherbench check`), and which of its campaigns can still be read.

Nothing is changed; a part that cannot be read does not stop the check of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import Text, func, select, text, type_coerce
from sqlalchemy.orm import Session

from app.plan.campaign import Campaign
from app.plan.matrix import protections_of
from app.plan.plan_file import parse_plan
from app.plan.status import Status
from app.results.change_progress import unpack_points
from app.results.database import reader
from app.results.database.histograms import decode_histogram
from app.results.database.host_campaigns import check_host_campaign
from app.results.database.migrate import STORE_VERSION, check_version
from app.results.database.models import (
    Base,
    CampaignRow,
    CellRow,
    HistogramRow,
    MessageColumn,
    OperationRow,
    RunRow,
    SampleRow,
)
from app.results.database.soundness import store_fault
from app.results.database.store_connection import sqlite_file
from app.results.message_json import is_damaged_message
from app.results.records import CellRecord
from app.results.spool.spool import abandoned_spools
from app.results.spool.spool_import import missing_runs
from app.results.store.store import Store, no_store_error, open_any_version
from app.results.turns import Turns
from engines.contract.errors import CipherbenchError, InputError
from engines.contract.message import phrase
from workloads.registry import workload_named

_MOST_FAULTS = 20


@dataclass
class CheckedCampaign:
    """One campaign: its faults, and how many of its finished runs can be read."""

    id: int
    name: str
    faults: list[str] = field(default_factory=list)
    runs_done: int = 0
    runs_readable: int = 0


@dataclass(frozen=True)
class WaitingSpool:
    """Results of a campaign of this store that a killed program left in a spool."""

    file: str
    campaign: int
    name: str
    lacking: int = 0
    """How many of its runs the store lacks; -1 where it cannot be read."""


@dataclass
class StoreReport:
    """The result of a check. `faults` are those of the store as a whole."""

    store: str
    version: str
    faults: list[str] = field(default_factory=list)
    campaigns: list[CheckedCampaign] = field(default_factory=list)
    spools: list[WaitingSpool] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether no damage was found; a spool is not damage."""
        return not self.faults and not any(each.faults for each in self.campaigns)

    @property
    def intact(self) -> bool:
        """Whether it is sound and no spool holds runs that it lacks."""
        return self.sound and not any(each.lacking for each in self.spools)

    def to_json(self) -> dict[str, Any]:
        known = asdict(self)
        first = {key: known.pop(key) for key in ("store", "version")}
        return {**first, "sound": self.sound, **known}

    def lines(self) -> Iterator[str]:
        count = len(self.campaigns)
        counted = "1 campaign" if count == 1 else f"{count} campaigns"
        yield f"{self.store}: {'sound' if self.sound else 'damaged'}, {counted}"
        yield from (f"  {fault}" for fault in self.faults)
        for each in self.campaigns:
            if each.faults or self.faults:
                yield (
                    f"  #{each.id} {each.name}: {each.runs_readable} of {each.runs_done} runs that "
                    "are done can be read"
                )
            yield from (f"    {fault}" for fault in each.faults)
        for spool in self.spools:
            yield f"  {spool.file} holds unsaved results of #{spool.campaign} {spool.name}:"
            yield "    import them: `cipherbench import` or `cipherbench resume`"


def check_store(location: str | None) -> StoreReport:
    """Check a store from its pages to its histograms.

    Raises: InputError when there is none, or it is not one
    """
    with open_any_version(location) as store:
        try:
            version = store.version()
        except InputError as error:
            if not _is_sqlite(store):
                raise
            return StoreReport(store.location, "", [error.message])
        if version is None:
            raise no_store_error(store.url)
        check_version(version, store.url)
        report = StoreReport(store.location, version)
        _check_pages(store, report)
        _check_messages(store, report)
        if version != STORE_VERSION:
            return report  # it is upgraded when it is next opened
        for campaign_id, name in _campaigns(store, report):
            report.campaigns.append(_Checking(store, CheckedCampaign(campaign_id, name)).done())
        if report.sound:
            _check_values(store, report)
        report.spools = list(_waiting(store, report))
        return report


def _is_sqlite(store: Store) -> bool:
    file = sqlite_file(store.url)
    if file is None:
        return False
    with file.open("rb") as content:
        return content.read(16) == b"SQLite format 3\0"


def _check_pages(store: Store, report: StoreReport) -> None:
    """SQLite's own check of every page and index; nothing is checked of a database server."""
    if sqlite_file(store.url) is None:
        return
    for pragma in (f"integrity_check({_MOST_FAULTS})", "foreign_key_check"):
        try:
            with store.transaction() as session:
                rows = session.execute(text(f"PRAGMA {pragma}")).all()
        except CipherbenchError as error:
            report.faults.append(error.message)
            continue
        found = [" ".join(str(part) for part in row if part is not None) for row in rows]
        findings = [" ".join(each.split()) for each in found if each != "ok"][:_MOST_FAULTS]
        kind = "" if pragma.startswith("integrity") else "a row that refers to a missing row: "
        report.faults += [kind + each for each in findings]


def _check_messages(store: Store, report: StoreReport) -> None:
    """Messages whose values do not match their template."""
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            if not isinstance(column.type, MessageColumn):
                continue
            written = type_coerce(column, Text)
            query = select(written).where(written.like("{%"))
            try:
                with store.transaction() as session:
                    odd = sum(is_damaged_message(each) for each in session.scalars(query))
            except CipherbenchError as error:
                report.faults.append(error.message)
                continue
            if odd:
                report.faults.append(f"{table.name}.{column.name}: {odd} texts are no messages")


def _check_values(store: Store, report: StoreReport) -> None:
    """Values of wrong types: SQLite accepts any value in any column."""
    if sqlite_file(store.url) is None:
        return
    try:
        with store.transaction() as session:
            found = str(store_fault(session))
    except CipherbenchError as error:
        found = error.message
    if found:
        report.faults.append(found)


def _campaigns(store: Store, report: StoreReport) -> list[tuple[int, str]]:
    query = select(CampaignRow.id, CampaignRow.name).order_by(CampaignRow.id)
    try:
        with store.transaction() as session:
            return [(row.id, row.name) for row in session.execute(query)]
    except CipherbenchError as error:
        report.faults.append(f"the list of campaigns cannot be read: {error.message}")
        return []


class _Checking:
    """Checks one campaign, part by part."""

    def __init__(self, store: Store, report: CheckedCampaign) -> None:
        self._store, self._report = store, report
        self._plan: Campaign | None = None
        self._done: list[int] = []

    def done(self) -> CheckedCampaign:
        """Check all parts; returns the report."""
        for what, look in (
            ("results", self._look_at_host),
            ("plan", self._look_at_plan),
            ("cells", self._look_at_cells),
            ("runs", self._look_at_runs),
            ("operations", self._look_at_operations),
            ("samples", self._look_at_samples),
            ("log", lambda session: reader.events(session, self._report.id, 1_000_000)),
            ("evidence", lambda session: reader.evidence(session, self._report.id)),
            ("servers", lambda session: reader.servers(session, self._report.id)),
        ):
            self._guarded(what, look)
        return self._report

    def _guarded(self, what: str, look: Callable[[Session], object]) -> None:
        try:
            with self._store.transaction() as session:
                look(session)
        except CipherbenchError as error:
            self._report.faults.append(f"its {what} cannot be read: {error.message}")
        except (ValueError, LookupError, TypeError, UnicodeError):
            self._report.faults.append(f"its {what} cannot be read")

    def _look_at_host(self, session: Session) -> None:
        check_host_campaign(session, self._store.url, self._report.id)

    def _look_at_plan(self, session: Session) -> None:
        text = reader.plan_text(session, self._report.id)
        self._plan = parse_plan(text, phrase("the plan"))

    def _look_at_cells(self, session: Session) -> None:
        known = set(protections_of(self._plan)) if self._plan else set()
        for cell in reader.cells(session, self._report.id):
            if known and cell.protection not in known:
                self._report.faults.append(f"cell {cell.position} does not match its plan")

    def _look_at_runs(self, session: Session) -> None:
        runs = reader.runs(session, self._report.id)
        self._done = [run.id for run in runs if run.status is Status.DONE]
        self._report.runs_done = len(self._done)

    def _look_at_operations(self, session: Session) -> None:
        cells = reader.cells(session, self._report.id)
        cell_of = {run.id: cells[run.cell] for run in reader.runs(session, self._report.id)}
        lacking: list[int] = []
        for run_id in self._done:
            found, fault = self._operations(run_id)
            if fault or not self._expected(cell_of[run_id]) <= found:
                lacking.append(run_id)
            else:
                self._report.runs_readable += 1
        if lacking:
            some = ", ".join(map(str, lacking[:_MOST_FAULTS]))
            message = f"{len(lacking)} finished runs lack operations or histograms: {some}"
            self._report.faults.append(message)

    def _expected(self, cell: CellRecord) -> set[str]:
        """Operations that a run of a cell must have."""
        if self._plan is None:
            return set()
        protection = protections_of(self._plan)[cell.protection]
        plan = self._plan.workload
        planned = workload_named(plan.name).operations(plan, cell.case, protection)
        return {*planned} - {each.operation for each in cell.refused}

    def _operations(self, run_id: int) -> tuple[set[str], bool]:
        """The operations of a run that can be read completely, and whether another cannot."""
        query = (
            select(OperationRow, HistogramRow.encoded)
            .outerjoin(HistogramRow, HistogramRow.operation_id == OperationRow.id)
            .where(OperationRow.run_id == run_id)
        )
        found: set[str] = set()
        try:
            with self._store.transaction() as session:
                for row, encoded in session.execute(query):
                    decode_histogram(encoded)
                    if row.turns is not None:
                        Turns.from_bytes(row.turns)
                    found.add(row.operation)
        except Exception:  # noqa: BLE001 whatever damaged bytes do to those who read them
            return found, True
        return found, False

    def _look_at_samples(self, session: Session) -> None:
        query = select(func.count(), func.sum(SampleRow.statements), func.max(SampleRow.progress))
        mine = select(RunRow.id).join(CellRow).where(CellRow.campaign_id == self._report.id)
        session.execute(query.where(SampleRow.run_id.in_(mine))).one()
        followed = select(SampleRow.points).where(SampleRow.points.is_not(None))
        for points in session.scalars(followed.where(SampleRow.run_id.in_(mine))):
            unpack_points(points or b"")


def _waiting(store: Store, report: StoreReport) -> Iterator[WaitingSpool]:
    names = {each.id: each.name for each in report.campaigns}
    query = select(CampaignRow.id, CampaignRow.created_at)
    try:
        with store.transaction() as session:
            made = {row.created_at: row.id for row in session.execute(query)}
    except CipherbenchError:
        return
    for path, head in abandoned_spools():
        if head.created_at in made:
            campaign_id = made[head.created_at]
            try:
                with store.transaction() as session:
                    count = missing_runs(session, campaign_id, path)
            except CipherbenchError:
                count = -1
            yield WaitingSpool(str(path), campaign_id, names[campaign_id], count)
