"""What a running campaign has measured so far, cell by cell. Free of widgets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from app.plan.campaign import BASELINE, CONTROL, Campaign
from app.plan.matrix import Passes, cells_of, passes_of
from app.plan.planned_properties import planned_properties
from app.plan.status import Status
from app.results.events import (
    OperationFinished,
    RunFinished,
    RunRepeated,
    RunsAdded,
    RunsDropped,
    RunStarted,
)
from app.results.records import CellRecord, OperationRecord, RunRecord
from app.results.sessions import Attempts, attempts_of
from engines.contract.message import NOTHING, Message
from workloads.contract import SECONDS, Better, Case, Measure

if TYPE_CHECKING:
    from app.findings.measured import Yields
    from app.findings.statistics import Interval


class CellKey(NamedTuple):
    """Which cell: server, protection and case."""

    server: str
    protection: str
    case: Case


@dataclass
class CellTally:
    """One cell so far: `times` are seconds by operation of each run that counts, or what else is
    compared, less being better; `repetitions` their numbers, `marks` what is weak about its
    protection. `measure` is what they are of."""

    engine: str
    status: Status = Status.PENDING
    why: Message = NOTHING
    planned: int = 0
    marks: tuple[str, ...] = ()
    times: dict[int, dict[str, float]] = field(default_factory=dict)
    repetitions: dict[int, int] = field(default_factory=dict)
    measure: Measure = SECONDS
    failure: Message = NOTHING
    """Why a run of this session failed; a cell with such a run is failed, as in the store."""

    def rest(self) -> None:
        """Between two runs: say how the cell stands."""
        complete = len(self.times) >= max(1, self.planned)
        waiting = Status.FAILED if self.failure else Status.PENDING
        self.status = Status.DONE if complete else waiting
        self.why = NOTHING if complete else self.failure

    def means(self) -> dict[str, float]:
        """Mean seconds by operation over the repetitions that are done."""
        operations = {name for run in self.times.values() for name in run}
        return {
            name: fmean(run[name] for run in self.times.values() if name in run)
            for name in operations
        }


def _place(run: RunRecord) -> CellKey:
    return CellKey(run.server, run.protection, run.case)


class Tally:
    """All cells of a campaign. Runs are known by their id, so that none counts twice."""

    def __init__(self) -> None:
        self.cells: dict[CellKey, CellTally] = {}
        self._runs: dict[int, RunStarted] = {}
        self._open: dict[int, dict[str, float]] = {}
        self._spent: dict[int, float] = {}
        """Seconds inside the operations of runs that are not over."""
        self._repeats: dict[int, int] = {}
        self.workload = ""
        self._passes: Passes = lambda case: 2
        self._attempts = Attempts(self._passes)
        self._places: list[CellKey] = []
        """The cells in the order that the store has them in."""
        self._paired = True
        self.baseline = BASELINE

    def plan(self, campaign: Campaign) -> None:
        """Lay out the cells of a campaign that is about to start."""
        profile = campaign.workload.profile
        self._know(campaign)
        self._attempts = Attempts(self._passes)
        self.workload = campaign.workload.name
        servers = [spec.name for spec in campaign.servers]
        for cell in cells_of(campaign, {}, servers):
            known = planned_properties(cell.protection, cell.engine, profile, self.workload)
            place = CellKey(cell.server, cell.protection.name, cell.case)
            planned = 0 if cell.why else campaign.repetitions
            self.cells[place] = CellTally(cell.engine, planned=planned, marks=known.marks)

    def restore(
        self,
        cells: Iterable[CellRecord],
        runs: Iterable[RunRecord],
        operations: Iterable[OperationRecord],
        campaign: Campaign,
        starts: Sequence[float] = (),
    ) -> None:
        """Take over what the store knows; what came as events since stays. `starts` are the moments
        at which sessions began."""
        from app.report.wording import marks  # loads the store's libraries, which are there now

        self._know(campaign)
        self._know_attempts(runs, starts)
        known, self.cells = self.cells, {}
        for cell in cells:
            self.workload = cell.workload
            place = CellKey(cell.server, cell.protection, cell.case)
            before = known.get(place, CellTally(cell.engine, cell.status, cell.why))
            unsupported = cell.status is Status.UNSUPPORTED
            self.cells[place] = before
            before.planned = 0
            before.marks = marks(cell)
            before.status = cell.status if unsupported else before.status
            before.why = cell.why or before.why
        for place, _ in {(_place(run), run.repetition) for run in runs if not run.warmup}:
            self.cells[place].planned += 1
        for each in operations:
            if each.counts:
                tally = self.cells[CellKey(each.server, each.protection, each.case)]
                spent = self._effort(tally, each)
                tally.times.setdefault(each.run, {})[each.operation] = spent
                tally.repetitions[each.run] = each.repetition
        self._places = list(self.cells)

    def _know(self, campaign: Campaign) -> None:
        self._paired, self.baseline = campaign.paired, campaign.baseline
        self._passes = passes_of(campaign)

    def run(self, run_id: int) -> RunStarted | None:
        """A run that has begun in this session."""
        return self._runs.get(run_id)

    def _know_attempts(self, runs: Iterable[RunRecord], starts: Sequence[float]) -> None:
        """Of earlier sessions, and of this one what the store knows and what has been told."""
        self._attempts = attempts_of(runs, starts, self._passes)
        for run in self._runs.values():
            self._attempt(run)

    def _attempt(self, run: RunStarted) -> None:
        if not run.warmup and run.run_id not in self._attempts.of:
            part = (run.protection, run.repetition, run.at)
            self._attempts.add(run.run_id, run.server, run.case, *part)

    def marks(self, server: str, protection: str) -> tuple[str, ...]:
        """What is weak about a protection on a server."""
        return next(
            (
                cell.marks
                for place, cell in self.cells.items()
                if (place.server, place.protection) == (server, protection)
            ),
            (),
        )

    def place_of(self, run: RunStarted) -> CellKey:
        """The cell that a run belongs to."""
        return CellKey(run.server, run.protection, run.case)

    def run_started(self, event: RunStarted) -> None:
        """A run of a cell begins."""
        place = self.place_of(event)
        self._runs[event.run_id] = event
        self._open[event.run_id] = {}
        cell = self.cells.setdefault(place, CellTally(event.engine))
        cell.status, cell.why = Status.RUNNING, NOTHING
        self._attempt(event)

    def runs_added(self, event: RunsAdded) -> set[CellKey]:
        """Cells get further repetitions: which."""
        places = [self._places[run.cell] for run in event.runs if run.cell < len(self._places)]
        for place in places:
            self.cells[place].planned += 1
        for place in set(places):
            self.cells[place].rest()
        return set(places)

    def runs_dropped(self, event: RunsDropped) -> set[CellKey]:
        """Cells need no further repetitions: which."""
        places = [
            CellKey(run.cell.server, run.cell.protection.name, run.cell.case) for run in event.runs
        ]
        for place in places:
            self.cells[place].planned -= 1
        for place in set(places):
            self.cells[place].rest()
        return set(places)

    def operation_finished(self, event: OperationFinished) -> None:
        """An operation of a run is over; it counts once its run is done."""
        self._spent[event.run_id] = self._spent.get(event.run_id, 0.0) + event.seconds
        run = self._runs.get(event.run_id)
        cell = None if run is None else self.cells.get(self.place_of(run))
        spent = event.seconds if cell is None else self._effort(cell, event)
        self._open.setdefault(event.run_id, {})[event.operation] = spent

    def _effort(self, cell: CellTally, operation: Yields) -> float:
        """What is compared of an operation: seconds, or what its work is measured by."""
        if not operation.measures:
            return operation.seconds
        from app.findings.measured import effort, measure_of  # loads SciPy, which is there now

        measure = measure_of(self.workload, operation)
        spent = effort(self.workload, operation)
        if measure is None or spent is None:
            return operation.seconds
        cell.measure = measure
        return spent

    def run_finished(self, event: RunFinished) -> float | None:
        """A run is over; its seconds inside operations when it was done."""
        times = self._open.pop(event.run_id, {})
        spent = self._spent.pop(event.run_id, 0.0)
        if event.run_id not in self._runs:
            return None
        run = self._runs[event.run_id]
        cell = self.cells[self.place_of(run)]
        if event.status is not Status.DONE:
            cell.status, cell.why = event.status, event.why
            if event.status is Status.FAILED:
                cell.failure = event.why
            return None
        if not run.warmup and not event.stalled:
            if event.run_id in self._repeats:
                cell.times.pop(self._repeats[event.run_id], None)
            cell.times[event.run_id] = times
            cell.repetitions[event.run_id] = run.repetition
        cell.rest()
        return spent

    def run_repeated(self, event: RunRepeated) -> None:
        """A run is to be done again; what it has measured counts until then."""
        self._repeats[event.run_id] = event.of

    def figures(self, place: CellKey) -> tuple[list[float], Measure] | None:
        """Mean seconds of a whole repetition, all operations together; of another measure one
        mean for each operation, in its unit. None while there is none."""
        cell = self.cells[place]
        means = list(cell.means().values())
        if not means:
            return None
        if cell.measure.name == SECONDS.name:
            return [sum(means)], cell.measure
        more = cell.measure.better is Better.MORE
        return [1 / each if more else each for each in means], cell.measure

    def cost(self, place: CellKey) -> Interval | None:
        """Percent over plaintext with its interval, of all operations together: as the headline of
        the results has it. None below two blocks, and where runs go one after another."""
        from app.findings.measured import Place, Values  # loads SciPy, which is there now

        baseline = self.cells.get(place._replace(protection=self.baseline))
        if baseline is None or place.protection == self.baseline or not self._paired:
            return None
        values = Values(self._passes)
        for name, cell in ((self.baseline, baseline), (place.protection, self.cells[place])):
            for run_id in sorted(cell.times):  # what repeats another run comes after it
                for operation, seconds in cell.times[run_id].items():
                    where = Place(place.server, place.case, operation)
                    attempt = self._attempts.of.get(run_id, 1)
                    values.add(where, name, cell.repetitions[run_id], seconds, attempt)
        found = values.overall(place.server, place.case, place.protection, self.baseline)
        return found.interval() if found.testable else None

    def told_apart(self, place: CellKey) -> float | None:
        """By how many percent two of the same may differ here, as the control tells; None where it
        does not yet, and for any other cell."""
        from app.findings.statistics import margin_percent

        found = self.cost(place) if place.protection == CONTROL.name else None
        return None if found is None else margin_percent(found)
