"""Which cores are chosen, and that the program knows its own while it keeps off some."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from app.campaign.machine.cores import (
    NO_THIRD,
    SIBLINGS,
    Cores,
    choose_cores,
    measuring_core,
    own_cores,
    reserved_cores,
)
from app.campaign.machine.cpu_allowance import CORES, cpu_allowance
from app.plan.campaign import Placement
from engines.contract.message import Message
from tests.app.core_sets import ALLOWED, LAST, OTHERS, cores_of

ONE, TWO, FREE = Placement.ONE_CORE, Placement.TWO_CORES, Placement.FREE


def cores(*numbers: int) -> Cores:
    return frozenset(numbers)


def alone(core: int) -> Cores:
    return cores(core)


def of_pairs(core: int) -> Cores:
    """Cores 0 and 2, 1 and 3, 4 and 6 … are hyper-threads of one."""
    return cores(core, core ^ 2)


@pytest.mark.parametrize(
    ("asked", "allowed", "server", "worker", "program"),
    [
        (ONE, cores(0, 1, 2, 3), cores(3), cores(3), cores(0, 1, 2)),
        (ONE, cores(2, 7), cores(7), cores(7), cores(2)),
        (TWO, cores(0, 1, 2, 3), cores(3), cores(2), cores(0, 1)),
        (TWO, cores(2, 7), cores(7), cores(2), None),
        (ONE, cores(5), None, None, None),
        (TWO, cores(5), None, None, None),
        (ONE, None, None, None, None),
        (FREE, cores(0, 1), None, None, None),
    ],
)
def test_that_the_last_cores_are_for_measuring(
    asked: Placement,
    allowed: Cores | None,
    server: Cores | None,
    worker: Cores | None,
    program: Cores | None,
) -> None:
    shares = choose_cores(asked, allowed, siblings=alone)
    assert (shares.server, shares.worker, shares.program) == (server, worker, program)
    as_asked = asked is FREE or program is not None
    assert (shares.reason is None) == as_asked, "whoever gets less is told why"


@pytest.mark.parametrize(
    ("asked", "allowed", "server", "worker", "program", "reason"),
    [
        (ONE, cores(0, 1, 2, 3), 3, 3, cores(0, 2), None),
        (ONE, cores(1, 3), 3, 3, cores(1), SIBLINGS),
        (TWO, cores(*range(8)), 7, 6, cores(0, 1, 2, 3), None),
        (TWO, cores(0, 1, 3), 3, 0, cores(1), SIBLINGS),
        (TWO, cores(1, 3), 3, 1, None, NO_THIRD),
    ],
)
def test_that_hyper_threads_of_one_core_are_not_taken_for_two(
    asked: Placement, allowed: Cores, server: int, worker: int, program: Cores | None,
    reason: Message | None,
) -> None:  # fmt: skip
    shares = choose_cores(asked, allowed, siblings=of_pairs)
    assert (shares.server, shares.worker, shares.program) == (cores(server), cores(worker), program)
    assert shares.reason == reason


def test_that_what_another_campaign_measures_on_is_left_to_it() -> None:
    shares = choose_cores(ONE, cores(0, 1, 2, 3), cores(3), alone)
    assert (shares.server, shares.program, shares.reason) == (cores(2), cores(0, 1), None)
    paired = choose_cores(ONE, cores(0, 1, 2, 3), cores(3), of_pairs)
    assert paired.server == cores(2), "its hyper-threads, too"
    every = choose_cores(ONE, cores(0, 1), cores(0, 1), alone)
    assert every.server == cores(1) and "Shared cores: 0, 1." in str(every.reason)


_MEASURING = """
import sys
from app.campaign.machine.cores import reserved_cores
from app.plan.campaign import Placement
with reserved_cores(Placement.ONE_CORE, (), list) as shares:
    print(*shares.server, str(shares.reason or ""), flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(len(ALLOWED) < 2, reason="one core is all there is")
def test_that_two_programs_choose_different_cores_and_a_killed_one_keeps_none() -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", _MEASURING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    with other:
        assert {int(other.stdout.readline().split()[0])} == LAST
        with reserved_cores(ONE, (), list) as shares:
            assert shares.server is not None and not shares.server & LAST
        other.kill()
    with reserved_cores(ONE, (), list) as shares:
        assert shares.server == LAST


@pytest.mark.parametrize(
    ("asked", "taken", "had", "server", "worker"),
    [
        (ONE, cores(), cores(1), 1, 1),
        (ONE, cores(1), cores(1), 3, 3),
        (ONE, cores(), cores(9), 3, 3),
        (TWO, cores(), cores(0, 1), 1, 0),
        (TWO, cores(1), cores(0, 1), 0, 3),
    ],
)
def test_that_a_campaign_takes_the_cores_again_that_it_had(
    asked: Placement, taken: Cores, had: Cores, server: int, worker: int
) -> None:
    shares = choose_cores(asked, cores(0, 1, 2, 3), taken, alone, had)
    assert (shares.server, shares.worker) == (cores(server), cores(worker))


@pytest.mark.skipif(len(ALLOWED) < 2, reason="one core is all there is")
def test_that_a_core_is_waited_for_a_moment_and_then_it_is_stated_who_has_it() -> None:
    other = subprocess.Popen(
        [sys.executable, "-c", _MEASURING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    with other:
        assert {int(other.stdout.readline().split()[0])} == LAST
        with reserved_cores(ONE, (), list, LAST) as shares:
            assert shares.server is not None and not shares.server & LAST
            assert f"(process {other.pid}) is measuring on core {max(LAST)}" in str(
                shares.elsewhere
            )
        threading.Timer(0.5, other.kill).start()
        with reserved_cores(ONE, (), list, LAST) as shares:
            assert (shares.server, shares.elsewhere) == (LAST, None)


@pytest.mark.skipif(len(ALLOWED) < 2, reason="one core is all there is")
def test_that_the_program_knows_its_cores_while_it_keeps_off_some() -> None:
    """All its threads do, those that were there and those that begin meanwhile."""
    over = threading.Event()
    threads = [threading.Thread(target=over.wait) for _ in range(4)]
    for each in threads[:2]:
        each.start()
    with reserved_cores(ONE, (), list):
        for each in threads[2:]:
            each.start()
        assert cores_of([os.getpid()]) == {OTHERS}
        assert own_cores() == ALLOWED and measuring_core(ONE) == LAST
        report = cpu_allowance()[CORES]
    assert cores_of([os.getpid()]) == {ALLOWED}
    assert report == cpu_allowance()[CORES]
    over.set()
    for each in threads:
        each.join()
