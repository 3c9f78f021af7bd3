"""What is read from the results store, at any time, also while a campaign is written to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from hdrh.histogram import HdrHistogram
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.plan.status import Status
from app.results.database import campaign_list, counted, reader
from app.results.database.host_campaigns import (
    check_host_campaign,
    read_from_host,
    refused_in_list,
)
from app.results.database.models import CampaignRow, CellRow, OperationRow, RunRow, SampleRow
from app.results.database.open_database import OpenDatabase
from app.results.records import (
    CampaignSnapshot,
    CampaignSummary,
    CellRecord,
    EventRecord,
    OperationRecord,
    RawCipher,
    RunRecord,
    ServerRecord,
    SessionRecord,
    StoredCampaign,
)
from app.results.samples import ProbeSample
from app.results.traces import Trace


class StoreReading(OpenDatabase):
    """What an open store tells. Each method is one transaction.

    What a host has written into a shared store is judged before it is read: each method that is
    about a campaign raises Refused, an InputError, for one that is no store's.
    """

    @contextmanager
    def _reading(
        self, campaign_id: int, rows: Mapping[str, str] | None = None
    ) -> Iterator[Session]:
        with self.transaction() as session:
            check_host_campaign(session, self._url, campaign_id, rows)
            with read_from_host(session, self._url, campaign_id):
                yield session

    def campaigns(self) -> list[CampaignSummary]:
        """All campaigns, newest first, but for those whose line a host has written so that it
        cannot be shown."""
        with self.transaction() as session:
            found = campaign_list.campaigns(session, refused_in_list(session))
            return [self._as_it_stands(session, each) for each in found]

    def running(self) -> list[CampaignSummary]:
        """The same of campaigns that run, oldest first."""
        with self.transaction() as session:
            found = campaign_list.running(session, refused_in_list(session))
            return [each for each in found if self.at_work(session, each.id)]

    def summary(self, campaign_id: int) -> CampaignSummary:
        """One campaign's line of the list.

        Raises: InputError
        """
        with self._reading(campaign_id, _row(CampaignRow, campaign_id)) as session:
            return self._as_it_stands(session, campaign_list.summary(session, campaign_id))

    def _as_it_stands(self, session: Session, seen: CampaignSummary) -> CampaignSummary:
        """A campaign whose program was killed is over, though nobody has written that yet."""
        if seen.status is not Status.RUNNING or self.at_work(session, seen.id):
            return seen
        return replace(seen, status=Status.CANCELLED)

    def snapshot(self, campaign_id: int) -> CampaignSnapshot:
        """All that is stored of a campaign at this moment, also while another program writes it.

        Raises: InputError
        """
        with self.moment() as session:
            check_host_campaign(session, self._url, campaign_id)
            with read_from_host(session, self._url, campaign_id):
                found = reader.snapshot(session, campaign_id)
            return replace(found, summary=self._as_it_stands(session, found.summary))

    def find(self, name_or_id: str) -> int:
        """The id of the newest campaign of that name, or of the one with that number (`#12`).

        Raises: InputError that lists campaigns there are.
        """
        with self.transaction() as session:
            return campaign_list.find(session, name_or_id)

    def load(self, campaign_id: int) -> StoredCampaign:
        """A campaign as it was planned, with its cells and where its runs stand.

        Raises: InputError
        """
        with self._reading(campaign_id) as session:
            return reader.load(session, campaign_id)

    def plan_text(self, campaign_id: int) -> str:
        """The plan of a campaign as it is stored: TOML.

        Raises: InputError
        """
        with self._reading(campaign_id) as session:
            return reader.plan_text(session, campaign_id)

    def cells(self, campaign_id: int) -> list[CellRecord]:
        """The cells of a campaign and where they stand, in the order of the matrix."""
        with self._reading(campaign_id) as session:
            return reader.cells(session, campaign_id)

    def runs(self, campaign_id: int) -> list[RunRecord]:
        """The runs of a campaign in their order."""
        with self._reading(campaign_id) as session:
            return reader.runs(session, campaign_id)

    def operations(
        self, campaign_id: int, of_runs: Iterable[RunRecord] | None = None
    ) -> list[OperationRecord]:
        """Every operation of every run, warm-ups and failed runs too, in the order of the runs."""
        with self._reading(campaign_id) as session:
            return reader.operations(session, campaign_id, of_runs)

    def runs_since(self, campaign_id: int, at: float) -> list[RunRecord]:
        """Runs that began or ended then or later, as if none of them were replaced."""
        with self._reading(campaign_id) as session:
            return reader.runs_since(session, campaign_id, at)

    def operations_of(self, runs: Collection[int]) -> list[OperationRecord]:
        """Every operation of some runs, as if none of them were replaced."""
        with self.transaction() as session:
            self._check_runs(session, OperationRow, runs)
            return reader.operations_of(session, runs)

    def raw_ciphers(self, operation: str, measure: str) -> list[RawCipher]:
        """The speeds of raw ciphers at an operation that were measured last, as a measure has
        them; empty where none were."""
        with self.transaction() as session:
            return counted.raw_ciphers(
                session,
                operation,
                measure,
                lambda each: check_host_campaign(session, self._url, each),
            )

    def samples(self, run_id: int, after: float = 0.0) -> list[ProbeSample]:
        """The probe samples of a run that were taken later than `after`, in order of time."""
        with self.transaction() as session:
            self._check_runs(session, SampleRow, [run_id])
            return reader.samples(session, run_id, after)

    def events(self, campaign_id: int, limit: int = 200) -> list[EventRecord]:
        """The newest `limit` lines of the event log, oldest first."""
        with self._reading(campaign_id) as session:
            return reader.events(session, campaign_id, limit)

    def environment(self, campaign_id: int) -> dict[str, object]:
        """What was noted of the machine and the program that measured."""
        with self._reading(campaign_id) as session:
            return reader.environment(session, campaign_id)

    def evidence(self, campaign_id: int) -> list[Trace]:
        """What was seen of planted markers and keys, in the order of the plan; empty until
        evidence has been gathered."""
        with self._reading(campaign_id) as session:
            return reader.evidence(session, campaign_id)

    def sessions(self, campaign_id: int) -> list[SessionRecord]:
        """The conditions of each session of a campaign, oldest first."""
        with self._reading(campaign_id) as session:
            return reader.sessions(session, campaign_id)

    def servers(self, campaign_id: int) -> list[ServerRecord]:
        """The servers of a campaign in the order of its plan."""
        with self._reading(campaign_id) as session:
            return reader.servers(session, campaign_id)

    def histogram(self, campaign_id: int, cell: int, operation: str) -> HdrHistogram | None:
        """Statement latencies (ns) of an operation over the runs of a cell that count.

        `cell` is the cell's index in the matrix. None when no run counts yet.
        """
        with self._reading(campaign_id) as session:
            return counted.histogram(session, campaign_id, cell, operation)

    def histograms(
        self, campaign_id: int, cells: Collection[int]
    ) -> dict[tuple[int, str], HdrHistogram]:
        """The same for each of these cells and all their operations, which are told by both."""
        with self._reading(campaign_id) as session:
            return counted.histograms(session, campaign_id, cells)

    def _check_runs(
        self, session: Session, table: type[OperationRow | SampleRow], runs: Collection[int]
    ) -> None:
        """Judge what is about to be read of some runs.

        Raises: Refused
        """
        if not runs:
            return
        which = ", ".join(str(int(each)) for each in runs)
        rows = {table.__tablename__: f"run_id IN ({which})"}
        query = select(CellRow.campaign_id).join(RunRow).where(RunRow.id.in_(runs)).distinct()
        for campaign_id in session.scalars(query).all():
            check_host_campaign(session, self._url, campaign_id, rows)


def _row(table: type[CampaignRow], campaign_id: int) -> Mapping[str, str]:
    return {table.__tablename__: f"id = {int(campaign_id)}"}
