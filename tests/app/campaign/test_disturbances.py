"""Which runs are marked, and which are done again for their sake."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from app.campaign.disturbances import MOST_REPEATS, Disturbances
from app.campaign.machine.quality import RunToll
from app.plan.campaign import Campaign, Order, Placement
from app.plan.matrix import schedule
from app.plan.status import Status
from app.results.circumstances.disturbance import Cause, causes_of
from app.results.events import Event, Noted, RunDisturbed, RunFinished
from app.results.records import QueuedRun
from tests.app.results.making import make_campaign, make_cells

STOLEN = RunToll(seconds=1.0, core_seconds=1.0, stolen=0.5)


class Playing:
    """Runs of a campaign as they come, some of them disturbed."""

    def __init__(self, campaign: Campaign, placement: Placement = Placement.ONE_CORE) -> None:
        self.told: list[Event] = []
        campaign = replace(campaign, placement=placement)
        self.disturbances = Disturbances(campaign, self.told.append)
        cells = make_cells(campaign)
        self.queue = [
            QueuedRun(number, cells[run.cell], run.repetition, run.warmup)
            for number, run in enumerate(schedule(campaign, cells))
        ]

    def play(self, runs: Sequence[QueuedRun], disturbed: Sequence[int] = ()) -> None:
        for each in runs:
            self.one(each, STOLEN if each.run_id in disturbed else RunToll())

    def one(self, queued: QueuedRun, toll: RunToll, stalled: bool = False) -> RunFinished:
        finished = RunFinished(queued.run_id, Status.DONE, 0.0, stalled=stalled)
        return self.disturbances.judged(queued, finished, toll)

    def again(self) -> list[QueuedRun]:
        """The runs to be repeated, with the numbers that they get."""
        chosen = self.disturbances.to_repeat()
        first = len(self.queue)
        repeats = [replace(each, run_id=first + n) for n, each in enumerate(chosen)]
        self.queue += repeats
        return repeats


@pytest.fixture
def playing() -> Playing:
    """Two cells in ten blocks of four runs."""
    return Playing(make_campaign(repetitions=20, warmups=0))


def test_that_a_whole_mirror_block_is_repeated_in_its_order(playing: Playing) -> None:
    playing.play(playing.queue, disturbed=[9])
    block = [(each.cell, each.repetition) for each in playing.queue[8:12]]
    again = playing.again()
    assert [(each.cell, each.repetition) for each in again] == block
    playing.play(again)
    assert playing.again() == []


def test_that_nothing_is_repeated_on_a_quiet_machine(playing: Playing) -> None:
    playing.play(playing.queue)
    assert playing.again() == [] and playing.told == []


def test_that_nothing_is_repeated_where_the_scheduler_chooses() -> None:
    playing = Playing(make_campaign(repetitions=20, warmups=0), Placement.FREE)
    playing.play(playing.queue, disturbed=[9])
    assert playing.again() == [] and any(isinstance(each, Noted) for each in playing.told)


def test_that_a_sequential_campaign_repeats_the_run_alone() -> None:
    campaign = replace(make_campaign(repetitions=20, warmups=0), order=Order.SEQUENTIAL)
    playing = Playing(campaign)
    playing.play(playing.queue, disturbed=[9])
    assert [each.repetition for each in playing.again()] == [playing.queue[9].repetition]


def test_that_a_block_is_repeated_twice_at_most(playing: Playing) -> None:
    playing.play(playing.queue, disturbed=[9])
    for _ in range(MOST_REPEATS):
        again = playing.again()
        assert len(again) == 4
        playing.play(again, disturbed=[again[0].run_id])
    assert playing.again() == []


def test_that_a_busy_machine_repeats_nothing_and_says_so(playing: Playing) -> None:
    playing.play(playing.queue, disturbed=range(0, 40, 3))
    assert playing.again() == [] and playing.again() == []
    [said] = [each for each in playing.told if "busy" in getattr(each, "text", "")]
    assert isinstance(said, Noted) and said.text.startswith("14 of 40 runs")


def test_that_repeats_are_a_quarter_of_the_campaign_the_worst_blocks_first(
    playing: Playing,
) -> None:
    playing.play(playing.queue, disturbed=[0, 9, 10, 11, 20, 28, 36])
    again = playing.again()
    assert len(again) == 8
    assert {(each.repetition + 1) // 2 for each in again} == {3, 1}
    playing.play(again)
    assert playing.again() == []


def test_that_warm_ups_are_not_marked() -> None:
    playing = Playing(make_campaign(warmups=1))
    warmup = playing.queue[0]
    assert warmup.warmup and playing.one(warmup, STOLEN).disturbed == ""


def test_that_a_run_that_stood_still_is_not_disturbed_besides(playing: Playing) -> None:
    assert playing.one(playing.queue[0], STOLEN, stalled=True).disturbed == ""


def test_that_a_canary_marks_the_run_after_it_and_the_run_before_it(playing: Playing) -> None:
    for queued in playing.queue[:8]:
        assert not playing.one(queued, RunToll(canary=0.05)).disturbed
    finished = playing.one(playing.queue[8], RunToll(canary=0.06))
    assert causes_of(finished.disturbed) == {Cause.CANARY} and finished.canary_s == 0.06
    [before] = [each for each in playing.told if isinstance(each, RunDisturbed)]
    assert before == RunDisturbed(7, finished.disturbed)
    playing.play(playing.queue[9:])
    assert len(playing.again()) == 8  # two blocks


def test_that_a_stretch_is_told_once(playing: Playing) -> None:
    playing.play(playing.queue, disturbed=[5, 6, 8, 9, 25])
    told = [each for each in playing.told if isinstance(each, Noted)]
    assert [each.run_id for each in told] == [5, 25]
    assert not re.search(r"\. [a-z]", told[0].text), "reasons begin small: no sentence ends before"


def test_that_runs_of_earlier_sessions_are_repeated_as_well(playing: Playing) -> None:
    for queued in playing.queue:
        playing.disturbances.remember(queued, counts=True, disturbed=queued.run_id == 9)
    assert len(playing.again()) == 4


def test_that_cores_are_others_to_judge_where_the_program_runs_there_too(
    playing: Playing,
) -> None:
    shared = frozenset(os.sched_getaffinity(0))
    hogged = RunToll(seconds=1.0, core_seconds=1.0, others=0.5, cores=shared)
    assert playing.one(playing.queue[0], hogged).disturbed == ""
    apart = RunToll(seconds=1.0, core_seconds=1.0, others=0.5, cores=frozenset({max(shared) + 1}))
    assert causes_of(playing.one(playing.queue[1], apart).disturbed) == {Cause.OTHERS}
