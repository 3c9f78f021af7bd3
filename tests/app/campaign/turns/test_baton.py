"""The baton between real processes: who has it, in which order, and what a turn is."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.campaign.turns.baton import TURN_NS, Baton, Side, side_at, statements_per_turn
from app.processes.fork_server import new_pipe, start_worker


def play(side: Side, phases: list[int], says: int) -> None:
    """Take so many turns in each phase, and write down one letter for each."""
    letter = chr(ord("a") + side.number).encode()
    side.wait()
    for turns in phases:
        for _ in range(turns - 1):
            os.write(says, letter)
            side.hand_on()
        os.write(says, letter)
        side.rest()
        os.write(says, letter.upper())
    side.leave()


class Game:
    """Several sides, each in a process of its own, and what they have written down."""

    def __init__(self, sides: int) -> None:
        self.baton = Baton(sides)
        self.reads, self.says = os.pipe()
        self.children: list[int] = []

    def begin(self, number: int, phases: list[int]) -> None:
        side = self.baton.side(number)
        pid = os.fork()
        if not pid:
            play(side, phases, self.says)
            os._exit(0)
        self.children.append(pid)

    def end(self) -> str:
        for pid in self.children:
            assert os.waitpid(pid, 0)[1] == 0
        return os.read(self.reads, 10_000).decode()

    def close(self) -> None:
        self.baton.close()
        os.close(self.reads)
        os.close(self.says)


@pytest.fixture
def game() -> Iterator[Game]:
    made = Game(3)
    yield made
    made.close()


def test_that_sides_take_turns_forwards_and_then_backwards(game: Game) -> None:
    for number in (2, 0, 1):  # whoever is there first waits for the first
        game.begin(number, [4])
    assert game.end() == "abccbaabccba" + "ABC"


def test_that_a_side_which_is_done_rests_until_all_are(game: Game) -> None:
    for number, turns in enumerate((1, 3, 2)):
        game.begin(number, [turns, 2])
    # b goes on alone; then all are told, one after another, and the next phase begins in order.
    assert game.end() == "abccbb" + "AaBbCc" + "cba" + "ABC"


def test_that_the_program_sees_who_has_it(game: Game) -> None:
    assert game.baton.holder == 0
    side = game.baton.side(0)
    side.wait()
    side.leave()
    assert game.baton.holder == 1


def ask(side: Side, wakes: int, says: int) -> None:
    """Begin at an instant that all have, go on without the baton, and take it up again."""
    side.wait()
    side.rest()
    at = side.common_instant(1000)
    side.put_down()
    assert os.read(wakes, 1)
    os.write(says, f"{side.number} ".encode())
    side.take_up()
    os.write(says, f"{at} {side.share[1]} ".encode())
    side.rest()
    side.leave()


def test_that_all_go_on_at_once_with_the_baton_put_down_and_from_one_instant() -> None:
    """Whoever is done first: nobody goes on before all have taken it up, and then in order."""
    game = Game(3)
    pipes = [os.pipe() for _ in range(3)]
    try:
        for number in range(3):
            side = game.baton.side(number)
            if not (pid := os.fork()):
                ask(side, pipes[number][0], game.says)
                os._exit(0)
            game.children.append(pid)
        for number in (2, 1):  # against the order of the baton
            os.write(pipes[number][1], b".")
            assert os.read(game.reads, 100) == f"{number} ".encode()
        os.write(pipes[0][1], b".")
        first, *report = game.end().split()
    finally:
        game.close()
        for each in (end for pipe in pipes for end in pipe):
            os.close(each)
    instants, sides = report[::2], report[1::2]
    assert (first, sides) == ("0", ["3"] * 3)
    assert len(instants) == 3 and len({*instants}) == 1


def test_that_who_leaves_with_the_baton_put_down_takes_it_up_first_and_has_no_share() -> None:
    baton = Baton(3)
    try:
        sides = [baton.side(each) for each in range(3)]
        sides[0].wait()
        for each in sides:
            each.put_down()
        sides[0].leave()  # it was its turn again
        sides[1].take_up()
        assert (sides[1].share, sides[2].share) == ((0, 2), (1, 2))
        first = sides[1].common_instant(5)
        assert sides[2].common_instant(1_000_000_000) == first
        sides[1].put_down()
        sides[2].take_up()
        sides[2].leave()
        sides[1].take_up()
        assert sides[1].share == (0, 1) and sides[1].common_instant(5) > first
    finally:
        baton.close()


def relay(side: Side, pipe: object, rounds: int) -> None:
    side.wait()
    for _ in range(rounds):
        side.hand_on()
    side.leave()


def test_that_it_reaches_workers_of_the_fork_server() -> None:
    baton = Baton(2)
    try:
        ours, theirs = new_pipe()
        workers = [start_worker(relay, baton.side(each), theirs, 100) for each in range(2)]
        for worker in workers:
            worker.join(30)
        assert [worker.exitcode for worker in workers] == [0, 0]
        ours.close()
        theirs.close()
    finally:
        baton.close()


def test_that_a_turn_is_the_same_statements_for_all_also_when_one_has_left() -> None:
    baton = Baton(2)
    try:
        one, other = baton.side(0), baton.side(1)
        one.wait()
        assert one.statements(0) is None  # nobody has said how long it takes
        one.report_time(0, 50_000)
        assert one.statements(0) is None
        other.report_time(0, 100_000)
        assert one.statements(0) == other.statements(0) == 150
        other.report_time(0, 10)
        one.leave()
        assert other.statements(0) == 150
        other.set_statements(1, 7)
        assert one.statements(1) == 7
    finally:
        baton.close()


def test_that_a_side_which_sits_out_has_no_say_in_the_turns_of_others() -> None:
    baton = Baton(2)
    try:
        one, other = baton.side(0), baton.side(1)
        one.skip(0)
        assert other.statements(0) is None
        other.report_time(0, 100_000)
        assert other.statements(0) == 75
    finally:
        baton.close()


@given(st.lists(st.integers(1, 10**11), min_size=1, max_size=9))
def test_that_a_turn_is_long_enough_for_the_quickest_and_not_too_long_for_the_slowest(
    times: list[int],
) -> None:
    statements = statements_per_turn(times)
    assert 1 <= statements <= 1 << 14
    assert statements == 1 or max(times) * statements <= 50_000_000
    short = (statements + 1) * max(times) > 50_000_000 or statements == 1 << 14
    assert short or min(times) * statements >= TURN_NS


@given(st.integers(1, 9), st.integers(0, 1000))
def test_that_two_rounds_mirror_each_other(sides: int, rounds: int) -> None:
    first = 2 * rounds * sides
    order = [side_at(first + each, sides) for each in range(2 * sides)]
    assert order == [*range(sides), *reversed(range(sides))]


def test_that_handing_over_takes_far_less_than_a_turn() -> None:
    """A hundredth of a turn of 7.5 ms; here for processes that do nothing else."""
    baton = Baton(2)
    try:
        began = time.perf_counter()
        _, theirs = new_pipe()
        workers = [start_worker(relay, baton.side(each), theirs, 2000) for each in range(2)]
        for worker in workers:
            worker.join(60)
        each = (time.perf_counter() - began) / 4000
    finally:
        baton.close()
    assert each < 0.002  # far above what it takes (10 to 60 µs), below what would show
