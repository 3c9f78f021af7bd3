"""What counts: the same of a campaign's events, of the rows of its store, and in the window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.campaign.campaign_progress import CampaignProgress
from app.findings.measured import Measured
from app.plan.campaign import Order
from app.plan.cell_key import CellKey
from app.plan.matrix import PlannedRun
from app.plan.status import Status
from app.results.events import Event, RunFinished, RunRepeated, RunsAdded, RunsDropped, RunStarted
from app.results.records import RunRecord, SessionRecord
from app.results.store.store import Store, open_store
from app.window.pages.run.campaign_tally import CampaignTally
from engines.contract.message import NOTHING, Message
from tests.app.results.making import (
    CBC,
    OPERATIONS,
    make_campaign,
    operation_finished,
    store_campaign,
    whole_run,
)
from tests.app.results.raw import raw_campaign, store_raw
from workloads.contract import Case

BASELINE, ENCRYPTED = "plaintext", CBC.name
CASE = Case(10)
DAY = 86_400.0
WHY = Message("because")


class Played:
    """A campaign as its process follows it, everything that happens also in a store."""

    def __init__(self, store: Store, order: Order, *, control: bool = False) -> None:
        self.store, self.now, self._seconds = store, 0.0, 1.0
        campaign = replace(make_campaign(repetitions=4, warmups=1, order=order), control=control)
        self.id = store_campaign(store, campaign)
        self.begin()

    def begin(self) -> None:
        """A session, on another day than the one before."""
        self.now += DAY
        self.store.add_session(self.id, SessionRecord(self.now, {}, "", ()))
        self.progress, self.tally = self.stored(), CampaignTally()
        self.tell()

    def resume(self) -> list[RunRecord]:
        todo = self.store.prepare_resume(self.id)
        self.begin()
        return todo

    def stored(self) -> CampaignProgress:
        """What a process that begins now would know."""
        store = self.store
        starts = [each.at for each in store.sessions(self.id)]
        known = store.load(self.id), store.runs(self.id), store.operations(self.id)
        return CampaignProgress(*known, starts)

    def take(self, events: Iterable[Event]) -> None:
        for event in events:
            self.store.write(self.id, [event])
            self.progress.take(event)
        self.tell()

    def tell(self) -> None:
        for each in self.progress.changed_cells():
            self.tally.cell_measured(each)

    def runs(self, *, warmup: bool = False) -> list[RunRecord]:
        return [run for run in self.store.load(self.id).runs if run.warmup is warmup]

    def run(self, protection: str, repetition: int) -> RunRecord:
        """The first of a repetition."""
        found = (run for run in self.runs() if run.repetition == repetition)
        return next(run for run in found if self.protection(run) == protection)

    def protection(self, run: RunRecord) -> str:
        return self.progress.cells[run.cell].protection.name

    def do(self, *runs: RunRecord, status: Status = Status.DONE, stalled: bool = False) -> None:
        """Runs one after another; each takes something else."""
        for run in runs:
            self.now += 60
            self._seconds *= 1.01
            seconds = self._seconds * (1.5 if self.protection(run) == ENCRYPTED else 1)
            times = {name: seconds * (1 + place) for place, name in enumerate(OPERATIONS)}
            first, *measured, _ = whole_run(run, times, self.now)
            assert isinstance(first, RunStarted)
            why = NOTHING if status is Status.DONE and not stalled else WHY
            end = RunFinished(run.id, status, self.now, why, stalled)
            self.take([replace(first, protection=self.protection(run)), *measured, end])

    def begin_and_be_killed(self, run: RunRecord) -> None:
        start = whole_run(run, {}, self.now)[0]
        assert isinstance(start, RunStarted)
        half = operation_finished(run.id, "INSERT", 99.0)
        self.take([replace(start, protection=self.protection(run)), half])
        self.store.cancel_abandoned()

    def again(self, *runs: RunRecord) -> list[RunRecord]:
        """Have the store repeat them."""
        made = []
        for run in runs:
            number, position = self.store.add_repeat(run.id)
            self.take([RunRepeated(number, position, run.id)])
            made.append(replace(run, id=number, position=position))
        return made


def all_done(played: Played) -> None:
    played.do(*played.runs(warmup=True), *played.runs())


def only_warm_ups(played: Played) -> None:
    played.do(*played.runs(warmup=True))


def one_failed(played: Played) -> None:
    failed = played.run(ENCRYPTED, 2)
    for run in played.runs():
        played.do(run, status=Status.FAILED if run == failed else Status.DONE)


def cancelled(played: Played) -> None:
    first, second, third, *_ = played.runs()
    played.do(first, second)
    played.do(third, status=Status.CANCELLED)


def stalled_and_repeated(played: Played) -> None:
    stalled, mate = played.run(BASELINE, 2), played.run(ENCRYPTED, 2)
    for run in played.runs():
        played.do(run, stalled=run == stalled)
    played.do(*played.again(stalled, mate))


def stalled_and_to_be_repeated(played: Played) -> None:
    stalled = played.run(ENCRYPTED, 2)
    for run in played.runs():
        played.do(run, stalled=run == stalled)
    played.again(stalled)


def stalled_and_given_up(played: Played) -> None:
    stalled = played.run(ENCRYPTED, 2)
    for run in played.runs():
        played.do(run, stalled=run == stalled)


def repeat_failed_where_its_block_counted(played: Played) -> None:
    stalled, mate = played.run(BASELINE, 2), played.run(ENCRYPTED, 2)
    for run in played.runs():
        played.do(run, stalled=run == stalled)
    again, with_it = played.again(stalled, mate)
    played.do(again)
    played.do(with_it, status=Status.FAILED)


def resumed_on_another_day(played: Played) -> None:
    one_failed(played)
    played.do(*played.resume())


def interrupted_and_resumed(played: Played) -> None:
    first, second, third, fourth, *_ = played.runs()
    played.do(first, second, third)
    played.begin_and_be_killed(fourth)
    played.do(*played.resume()[:3])


def done_again_in_its_old_place(played: Played) -> None:
    """What was repeated with its block in one session has failed there before, and is tried again
    in the next: its repeat is later in the order, and counts."""
    failed, stalled = played.run(ENCRYPTED, 1), played.run(BASELINE, 1)
    for run in played.runs():
        status = Status.FAILED if run == failed else Status.DONE
        played.do(run, status=status, stalled=run == stalled)
    played.do(*played.again(failed, stalled))
    played.do(*played.resume())


def dropped(played: Played) -> None:
    *done, one, other = played.runs()
    played.do(*done)
    played.take([RunsDropped((one, other))])


def added(played: Played) -> None:
    played.do(*played.runs())
    wanted = [PlannedRun(cell, repetition) for repetition in (5, 6) for cell in (0, 1)]
    more = played.store.add_runs(played.id, wanted)
    played.take([RunsAdded(more)])
    played.do(*more[:3])


SCENARIOS = (
    all_done,
    only_warm_ups,
    one_failed,
    cancelled,
    stalled_and_repeated,
    stalled_and_to_be_repeated,
    stalled_and_given_up,
    repeat_failed_where_its_block_counted,
    resumed_on_another_day,
    interrupted_and_resumed,
    done_again_in_its_old_place,
    dropped,
    added,
)


_REPEATED = (stalled_and_repeated, repeat_failed_where_its_block_counted)
"""Where it matters what a block is, which is all that the order of runs changes."""
_ORDERED = [
    pytest.param(
        scenario, order, marks=() if once or scenario in _REPEATED else pytest.mark.exhaustive
    )
    for scenario in SCENARIOS
    for order, once in ((Order.LOCKSTEP, True), (Order.ABBA, False))
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "counted.sqlite"), write=True) as opened:
        yield opened


@pytest.mark.parametrize(("scenario", "order"), _ORDERED)
def test_that_events_and_rows_count_alike(
    scenario: Callable[[Played], None], order: Order, store: Store
) -> None:
    played = Played(store, order)
    scenario(played)
    live = played.tally
    again = CampaignTally()
    for each in played.stored().changed_cells():
        again.cell_measured(each)
    assert live.cells.keys() == again.cells.keys()
    for place, cell in live.cells.items():
        assert cell.figures == pytest.approx(again.cells[place].figures, rel=1e-12), place
    _agrees_with_results(live, store, played.id)


def _agrees_with_results(tally: CampaignTally, store: Store, campaign_id: int) -> None:
    """What the results page, exports and the command line compute."""
    snapshot = store.snapshot(campaign_id)
    measured = Measured(snapshot)
    for cell in snapshot.cells:
        report = tally.cells[cell.key]
        means = [measured.mean(cell.key._replace(operation=each)) for each in OPERATIONS]
        known = [each for each in means if each is not None]
        assert report.figures == pytest.approx((sum(known),) if known else (), rel=1e-12)
        assert (report.status is Status.DONE) == (cell.status is Status.DONE), cell
        runs = [run for run in snapshot.runs if run.cell == cell.position and run.is_counted]
        assert len({run.repetition for run in runs}) == len(runs)
        histogram = store.histogram(campaign_id, cell.position, "INSERT")
        assert (histogram.get_total_count() if histogram else 0) == len(runs)


@pytest.mark.parametrize(
    ("scenario", "states", "counts"),
    [
        (all_done, (Status.DONE, Status.DONE), (4, 4)),
        (only_warm_ups, (Status.PENDING, Status.PENDING), (0, 0)),
        (one_failed, (Status.DONE, Status.FAILED), (4, 3)),
        (stalled_and_repeated, (Status.DONE, Status.DONE), (4, 4)),
        (stalled_and_to_be_repeated, (Status.DONE, Status.PENDING), (4, 3)),
        (stalled_and_given_up, (Status.DONE, Status.FAILED), (4, 3)),
        (repeat_failed_where_its_block_counted, (Status.DONE, Status.DONE), (4, 4)),
        (resumed_on_another_day, (Status.DONE, Status.DONE), (4, 4)),
        (dropped, (Status.DONE, Status.DONE), (3, 3)),
        (added, (Status.DONE, Status.PENDING), (6, 5)),
    ],
)
def test_that_cells_stand_while_a_campaign_runs_as_the_store_has_them(
    scenario: Callable[[Played], None],
    states: tuple[Status, Status],
    counts: tuple[int, int],
    store: Store,
) -> None:
    played = Played(store, Order.LOCKSTEP)
    scenario(played)
    report = played.tally.cells
    found = {place.protection: cell.status for place, cell in report.items()}
    stored = {cell.protection: cell.status for cell in store.cells(played.id)}
    assert (found[BASELINE], found[ENCRYPTED]) == states
    assert found == stored
    counted = Counter(run.protection for run in store.runs(played.id) if run.is_counted)
    assert (counted[BASELINE], counted[ENCRYPTED]) == counts
    assert all(bool(cell.figures) == bool(counts[0]) for cell in report.values())


def test_that_a_cell_that_has_failed_says_why(store: Store) -> None:
    played = Played(store, Order.LOCKSTEP)
    one_failed(played)
    assert played.tally.cells[CellKey("pg", ENCRYPTED, CASE)].why == WHY


@pytest.mark.parametrize(("status", "why"), [(Status.FAILED, WHY), (Status.DONE, NOTHING)])
def test_that_a_cell_whose_warm_up_failed_says_why(
    status: Status, why: Message, store: Store
) -> None:
    played = Played(store, Order.LOCKSTEP)
    for run in played.runs(warmup=True):
        failed = played.protection(run) == ENCRYPTED
        played.do(run, status=status if failed else Status.DONE)
    cell = played.tally.cells[CellKey("pg", ENCRYPTED, CASE)]
    assert (cell.why, cell.status is Status.FAILED) == (why, status is Status.FAILED)


def test_that_a_repeat_replaces_what_was_measured_yesterday(store: Store) -> None:
    """The window had the mean of both, and called the cell done before it was."""
    played = Played(store, Order.LOCKSTEP)
    one_failed(played)
    todo = played.resume()
    plain = CellKey("pg", BASELINE, CASE)
    [baseline] = [r for r in todo if played.protection(r) == BASELINE and not r.warmup]
    before = played.tally.cells[plain].figures
    played.do(baseline)
    [after] = played.tally.cells[plain].figures
    assert after > before[0]
    operations = [
        o for o in store.operations(played.id) if o.is_counted and o.run.protection == BASELINE
    ]
    assert after == pytest.approx(sum(each.seconds for each in operations) / 4)


def test_that_cells_are_reported_in_what_their_work_is_measured_by(store: Store) -> None:
    """Speeds, and not the seconds that were given to each of them."""
    number = store_raw(store, raw_campaign(repetitions=4))
    known = store.load(number), store.runs(number), store.operations(number)
    tally = CampaignTally()
    for each in CampaignProgress(*known).changed_cells():
        tally.cell_measured(each)
    cell = tally.cells[CellKey("openssl", "aes-128-cbc", Case(1024, "bytes"))]
    assert cell.measure.name == "bytes_per_second"
    assert cell.figures == pytest.approx([1e9 * 1024 / 1124] * 2)


def test_that_news_are_reported_once(store: Store) -> None:
    played = Played(store, Order.LOCKSTEP)
    assert played.progress.changed_cells() == []
    for protection in (ENCRYPTED, BASELINE):
        run = played.run(protection, 1)
        first, *rest = whole_run(run, dict.fromkeys(OPERATIONS, 1.0))
        assert isinstance(first, RunStarted)
        for event in (replace(first, protection=protection), *rest):
            played.progress.take(event)
        assert {each.protection for each in played.progress.changed_cells()} == {protection}
        assert played.progress.changed_cells() == []
