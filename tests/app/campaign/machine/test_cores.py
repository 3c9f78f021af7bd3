"""Which cores are chosen, and that the program knows its own while it keeps off some."""

from __future__ import annotations

import os
import threading

import pytest

from app.campaign.machine.cores import Cores, choose, measuring_core, own_cores, seated
from app.campaign.machine.placement import CORES, placement
from app.plan.campaign import Placement
from tests.app.placing import ALLOWED, LAST, OTHERS, cores_of

ONE, TWO, FREE = Placement.ONE_CORE, Placement.TWO_CORES, Placement.FREE


def cores(*numbers: int) -> Cores:
    return frozenset(numbers)


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
    seats = choose(asked, allowed)
    assert (seats.server, seats.worker, seats.program) == (server, worker, program)
    as_asked = asked is FREE or program is not None
    assert (seats.reason is None) == as_asked, "whoever gets less is told why"


@pytest.mark.skipif(len(ALLOWED) < 2, reason="one core is all there is")
def test_that_the_program_knows_its_cores_while_it_keeps_off_some() -> None:
    """All its threads do, those that were there and those that begin meanwhile."""
    over = threading.Event()
    threads = [threading.Thread(target=over.wait) for _ in range(4)]
    for each in threads[:2]:
        each.start()
    with seated(ONE, (), list):
        for each in threads[2:]:
            each.start()
        assert cores_of([os.getpid()]) == {OTHERS}
        assert own_cores() == ALLOWED and measuring_core(ONE) == LAST
        told = placement()[CORES]
    assert cores_of([os.getpid()]) == {ALLOWED}
    assert told == placement()[CORES]
    over.set()
    for each in threads:
        each.join()
