"""Follows a campaign that another program runs: reads its store repeatedly and yields the events
that the campaign itself would send.

`CampaignProgress` computes the state of its cells, as for a campaign of this program.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from operator import itemgetter

from app.campaign.campaign_progress import CampaignProgress
from app.plan.status import Status
from app.results.events import (
    CampaignFinished,
    CampaignStarted,
    Event,
    Noted,
    OperationStarted,
    Progressed,
    RunFinished,
    RunsAdded,
    RunsDropped,
    RunStarted,
    Sampled,
)
from app.results.records import CampaignSummary, RunRecord
from app.results.store.store import Store
from engines.contract.message import NOTHING

_SHOWN_SECONDS = 20.0
"""How far back live samples go at the first look."""
_OVERLAP_SECONDS = 5.0
"""Events are stored in batches, so one may arrive later than a newer one."""

type _Timed = tuple[float, Event]


class HostCampaignEvents:
    """One followed campaign. Times are those of the machine that measures."""

    def __init__(self, campaign_id: int) -> None:
        self.campaign_id = campaign_id
        self.has_ended = False
        """Whether the campaign has ended, and `look` has returned its end."""
        self._progress_of_cells: CampaignProgress | None = None
        self._planned: dict[int, RunRecord] = {}
        """All runs, as they were planned."""
        self._runs: dict[int, RunRecord] = {}
        """Runs that have begun or ended, as last returned."""
        self._finished_operations: set[tuple[int, str]] = set()
        """Run and operation of each OperationFinished."""
        self._operation: dict[int, str] = {}
        self._sampled: dict[int, float] = {}
        self._lines: set[tuple[float, int | None, str]] = set()
        self._newest = self._began = 0.0
        self._total = self._ended = 0

    def look(self, store: Store) -> list[Event]:
        """The events since the last look; at first all of them, but only recent samples.

        Raises: InputError
        """
        summary = store.summary(self.campaign_id)
        begun = self._begin(store, summary) if self._progress_of_cells is None else []
        begun += self._change_runs(store, summary.runs_total)
        timed = list(self._events_of_runs(store))
        timed.sort(key=itemgetter(0))
        events = [*begun, *(event for _, event in timed)]
        assert self._progress_of_cells is not None
        for event in events:
            self._progress_of_cells.take(event)
        ended = summary.runs_done + summary.runs_failed
        if events or ended != self._ended:  # some may have ended after the summary was read
            events = [*self._with_cell_states(events), self._progress(summary)]
        self._ended = ended
        if summary.status.ended and not self.has_ended:
            self.has_ended = True
            events.append(_end(summary))
        return events

    def _with_cell_states(self, events: Sequence[Event]) -> list[Event]:
        """Insert the states of changed cells before running runs begin; a cell with a running run
        is shown by that instead."""
        assert self._progress_of_cells is not None
        going = {run.id for run in self._going()}
        begun = [
            index
            for index, each in enumerate(events)
            if isinstance(each, RunStarted) and each.run_id in going
        ]
        index = min(begun, default=len(events))
        fresh = {each.run_id for each in events if isinstance(each, RunStarted)}
        busy = {run.key for run in self._going() if run.id not in fresh}
        cell_states = [
            each for each in self._progress_of_cells.changed_cells() if each.key not in busy
        ]
        return [*events[:index], *cell_states, *events[index:]]

    def _going(self) -> list[RunRecord]:
        return [run for run in self._runs.values() if run.status is Status.RUNNING]

    def _begin(self, store: Store, summary: CampaignSummary) -> list[Event]:
        campaign = store.load(self.campaign_id)
        starts = [each.at for each in store.sessions(self.campaign_id)]
        self._progress_of_cells = CampaignProgress(campaign, starts=starts)
        self._total = len(campaign.runs)
        self._planned = {run.id: run for run in campaign.runs}
        self._began = max(starts, default=summary.created_at)
        ready = (each for each in store.servers(self.campaign_id) if each.version)
        return [CampaignStarted(self.campaign_id, summary.name, self._total, 0), *ready]

    def _change_runs(self, store: Store, total: int) -> list[Event]:
        """Runs that were added to the campaign, or dropped as not needed."""
        if total == self._total:
            return []
        found = {run.id: run for run in store.runs(self.campaign_id)}
        self._total = len(found)
        known = self._planned
        added = [run for run in found.values() if run.id not in known]
        dropped = [run for run in known.values() if run.id not in found]
        self._planned = found
        events: list[Event] = []
        if added:
            events.append(RunsAdded(tuple(added)))
        if dropped:
            events.append(RunsDropped(tuple(dropped)))
        return events

    def _events_of_runs(self, store: Store) -> Iterator[_Timed]:
        """New events with their times. Runs are read first; what is read later belongs to them, or
        comes at the next look."""
        runs = store.runs_since(self.campaign_id, self._newest - _OVERLAP_SECONDS)
        changed = [run for run in runs if _state(run) != _state(self._runs.get(run.id))]
        taking_turns = _taking_turns(run for run in changed if run.status is Status.RUNNING)
        for run in changed:
            yield from self._run_events(run, taking_turns.get(run.id, ()))
        self._newest = max([self._newest, *map(_latest, runs)])
        going = self._going()
        asked = {run.id for run in (*changed, *going)}
        for operation in store.operations_of(asked):
            if (operation.run_id, operation.operation) not in self._finished_operations:
                self._finished_operations.add((operation.run_id, operation.operation))
                yield operation.finished_at, operation
        for run in going:
            yield from self._samples(store, run.id)
        for line in store.events(self.campaign_id):
            key = line.at, line.run, line.text
            if key not in self._lines:
                self._lines.add(key)
                yield line.at, Noted(line.message, line.level, line.at, line.run)

    def _run_events(self, run: RunRecord, taking_turns: Sequence[str]) -> Iterator[_Timed]:
        before, self._runs[run.id] = self._runs.get(run.id), run
        begun = run.started_at
        if begun is not None and (before is None or before.started_at != begun):
            self._finished_operations -= {
                each for each in self._finished_operations if each[0] == run.id
            }
            yield begun, RunStarted.of(run, begun, tuple(taking_turns))
        if run.status.ended and run.finished_at is not None:
            yield run.finished_at, RunFinished.of(run, run.finished_at)

    def _samples(self, store: Store, run_id: int) -> Iterator[_Timed]:
        """New samples of a running run, and the start of each operation that they name."""
        samples = store.samples(run_id, self._sampled.get(run_id, 0.0))
        if samples and run_id not in self._sampled:
            since = samples[-1].at - _SHOWN_SECONDS
            samples = [each for each in samples if each.at >= since]
        for each in samples:
            self._sampled[run_id] = each.at
            if each.operation is not None and each.operation != self._operation.get(run_id):
                self._operation[run_id] = each.operation
                yield each.at, OperationStarted(run_id, each.operation, 0, each.at)
            yield each.at, Sampled(each)

    def _progress(self, summary: CampaignSummary) -> Progressed:
        finished = summary.runs_done + summary.runs_failed
        left = summary.runs_total - finished
        ended = [
            run.finished_at
            for run in self._runs.values()
            if run.finished_at is not None and run.finished_at > self._began
        ]
        spent = max(ended, default=self._began) - self._began
        remaining = spent / len(ended) * left if len(ended) > 1 else None
        return Progressed(finished, summary.runs_total, remaining)


def _state(run: RunRecord | None) -> tuple[object, ...]:
    return () if run is None else (run.status, run.started_at, run.finished_at)


def _latest(run: RunRecord) -> float:
    return max(run.started_at or 0.0, run.finished_at or 0.0)


def _taking_turns(going: Iterable[RunRecord]) -> dict[int, tuple[str, ...]]:
    """The protections of the lockstep of each run, by run; none for a single run."""
    blocks: dict[Hashable, list[RunRecord]] = {}
    for run in going:
        blocks.setdefault(run.lockstep_key, []).append(run)
    together = [each for each in blocks.values() if len(each) > 1]
    return {run.id: tuple(other.protection for other in each) for each in together for run in each}


def _end(summary: CampaignSummary) -> CampaignFinished:
    at, why = summary.finished_at or 0.0, summary.ended_by or NOTHING
    return CampaignFinished(summary.id, summary.status, at, summary.runs_failed, why)
