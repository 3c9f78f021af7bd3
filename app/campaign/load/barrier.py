"""Barriers at which a load waits for others, before it starts and after it ends.

A single load waits for nobody; the sides of a lockstep wait for each other, and so do the hosts of
a shared load. `LaneGroup.run_load` calls the methods in the order in which they are defined here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import perf_counter_ns

from app.campaign.load.other_hosts import Start
from app.campaign.turns.baton import Side
from workloads.load import OpenPace, Pace

_HEAD_START_NS = 20_000_000
"""From naming the start to the start: every lane of one worker has received it by then."""


@dataclass(frozen=True)
class LanesRunning:
    """An event for the supervision: whether a side's lanes send requests, even without the
    baton."""

    running: bool


class LoadBarrier:
    """For a single load: it waits for nobody."""

    simultaneous = False
    """Whether the loads of all sides run at the same time."""

    def wait_for_sides(self) -> None:
        """Wait until the loads of all other sides are ready; called again when they have ended."""

    def wait_for_hosts(self) -> None:
        """Wait until the same load is ready on all other hosts."""

    def share_of(self, pace: Pace) -> Pace:
        """This side's share of the arrivals."""
        return pace

    def start_instant(self) -> int:
        """When the lanes begin, as `perf_counter_ns`."""
        return perf_counter_ns() + _HEAD_START_NS

    @contextmanager
    def lanes_running(self) -> Iterator[None]:
        """While lanes send requests and this worker waits for them."""
        yield


class HostsBarrier(LoadBarrier):
    """For one load on several hosts, which starts on all at one instant; `sides` is the barrier
    within this host."""

    def __init__(self, sides: LoadBarrier, ask: Callable[[], Start]) -> None:
        """`ask` waits for the other hosts, and gives the instant."""
        self.simultaneous = sides.simultaneous
        self._sides, self._ask = sides, ask
        self.agreed_start: Start | None = None

    def wait_for_sides(self) -> None:
        self._sides.wait_for_sides()

    def wait_for_hosts(self) -> None:
        self.agreed_start = self._ask()

    def share_of(self, pace: Pace) -> Pace:
        return self._sides.share_of(pace)

    def start_instant(self) -> int:
        assert self.agreed_start is not None
        return self.agreed_start.at

    @contextmanager
    def lanes_running(self) -> Iterator[None]:
        with self._sides.lanes_running():
            yield


class SidesBarrier(LoadBarrier):
    """For the loads of all sides of a lockstep, which start at one instant.

    Each side opens its lanes in its turn, then learns the instant in its turn and puts the baton
    down. It takes the baton up when its lanes are done, so that no side goes on before all are.
    """

    simultaneous = True

    def __init__(
        self, side: Side, wait: Callable[[], None], send: Callable[[LanesRunning], None]
    ) -> None:
        """`wait` returns when all sides have come as far; `send` reaches the supervision."""
        self._side, self._wait, self._send = side, wait, send

    def wait_for_sides(self) -> None:
        self._wait()

    def share_of(self, pace: Pace) -> Pace:
        assert isinstance(pace, OpenPace)  # others are measured whole
        return replace(pace, share=self._side.share)

    def start_instant(self) -> int:
        return self._side.common_instant(_HEAD_START_NS * self._side.share[1])

    @contextmanager
    def lanes_running(self) -> Iterator[None]:
        self._send(LanesRunning(running=True))
        self._side.put_down()
        try:
            yield
        finally:  # a side that fails reports it first, before it waits for the baton
            self._send(LanesRunning(running=False))
        self._side.take_up()
