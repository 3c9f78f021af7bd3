"""Deadlines to the second, by a clock that the tests set; `test_silence` has them on servers."""

from __future__ import annotations

import pytest

from app.processes import deadlines
from app.processes.deadlines import DEADLINES, Cancellation, LivenessWatch, SilenceTimer, WorkerStep
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase

ASKING = WorkerStep(phrase("it was asked"))
MAKING = WorkerStep(phrase("creating a database"), administrative=True, marks=True)


class Clock:
    """Stands in the place of the module `time`."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(deadlines, "time", made)
    return made


def look(
    clock: Clock, vigil: LivenessWatch, seconds: float, percent: float = 0
) -> CipherbenchError | None:
    """Let time pass in steps of a quarter of a second; what a look at its end tells."""
    for _ in range(round(seconds * 4)):
        clock.now += 0.25
        if percent:
            vigil.spent(percent)
        fault = vigil.fault()
        if fault is not None:
            return fault
    return None


def test_that_entering_takes_the_time_of_a_connection_and_of_a_login() -> None:
    assert DEADLINES.enter(Endpoint("postgresql", connect_seconds=3)) == 3 + DEADLINES.login


def test_that_an_end_is_at_the_earliest_moment_that_was_asked_for(clock: Clock) -> None:
    cancellation = Cancellation()
    assert (cancellation.asked, cancellation.left()) == (False, None)
    cancellation.ask(8)
    clock.now += 3
    assert (cancellation.asked, cancellation.left()) == (True, 5)
    cancellation.ask(60)
    assert cancellation.left() == 5
    cancellation.ask(2)
    assert cancellation.left() == 2
    clock.now += 10
    assert (cancellation.asked, cancellation.left()) == (True, 0)


def test_that_whoever_is_asked_whether_it_is_over_looks_for_the_command_first() -> None:
    cancellation = Cancellation()
    cancellation.look = lambda: cancellation.ask(1)
    assert cancellation.asked


def test_that_a_look_counts_what_has_passed_but_no_more_than_a_second(clock: Clock) -> None:
    patience = SilenceTimer()
    for passed, waited in ((0.25, 0.25), (0.5, 0.75), (1.0, 1.75), (60.0, 2.75), (0.0, 2.75)):
        clock.now += passed
        assert patience.waited() == waited


def test_that_silence_ends_at_its_limit_and_a_sign_of_life_begins_it_anew(clock: Clock) -> None:
    assert look(clock, LivenessWatch("db", 3), 3) is not None
    vigil = LivenessWatch("db", 3)
    assert look(clock, vigil, 2.75) is None
    vigil.alive()
    assert look(clock, vigil, 2.75) is None
    fault = look(clock, vigil, 0.25)
    assert fault is not None and fault.title == "No statement finished"
    assert "db finished no statement for 3 s while starting the worker" in fault.message
    vigil.begin(ASKING)
    assert look(clock, vigil, 2.75) is None
    fault = look(clock, vigil, 0.25)
    assert fault is not None and "while it was asked" in fault.message


def test_that_without_a_limit_any_silence_is_borne(clock: Clock) -> None:
    assert look(clock, LivenessWatch("db", 0), 1000) is None


def test_that_administration_has_its_own_deadline_whatever_signs_of_life_there_are(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DEADLINES, "statement", 5.0)
    vigil = LivenessWatch("db", 2)
    before = look(clock, vigil, 1), vigil.marks
    vigil.begin(MAKING)
    assert (before, vigil.marks) == ((None, False), True)
    assert look(clock, vigil, 4) is None
    vigil.alive()
    assert look(clock, vigil, 1) is None, "five seconds are not over five"
    fault = look(clock, vigil, 0.25, percent=100)
    assert fault is not None and fault.title == "No answer in time"
    assert "db did not answer within 5 s while creating a database" in fault.message


@pytest.mark.parametrize(("percent", "lives"), [(100, True), (2, True), (1.9, False)])
def test_that_work_of_two_hundredths_of_a_core_is_life(
    clock: Clock, percent: float, lives: bool
) -> None:
    vigil = LivenessWatch("db", 4)
    vigil.begin(ASKING)
    assert (look(clock, vigil, 4, percent) is None) is lives


def test_that_work_of_before_is_no_life_of_now(clock: Clock) -> None:
    """Nor does it count twice: what has counted once as life begins anew."""
    vigil = LivenessWatch("db", 4)
    vigil.begin(ASKING)
    vigil.spent(0)
    clock.now += 0.25
    vigil.spent(400)  # a second of work
    assert look(clock, vigil, 3.75) is None, "that was life"
    assert look(clock, vigil, 3.75) is None
    assert look(clock, vigil, 0.25) is not None


def test_that_seconds_used_are_distinguished_from_those_of_before(clock: Clock) -> None:
    """What a server had used before it was looked at is no life of it either."""
    vigil = LivenessWatch("db", 4)
    vigil.begin(ASKING)
    vigil.used(1000)
    vigil.used(1000.01)
    assert look(clock, vigil, 4) is not None
    vigil.begin(ASKING)
    vigil.used(1000.05)
    vigil.used(1000.09)  # just two hundredths of four seconds
    assert look(clock, vigil, 4) is None
    assert look(clock, vigil, 4) is not None
