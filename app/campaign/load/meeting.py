"""How a load begins and ends: by itself, or in lockstep together with those of all other sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import perf_counter_ns

from app.campaign.load.others import Start
from app.campaign.turns.baton import Side
from workloads.load import OpenPace, Pace

_HEAD_START_NS = 20_000_000
"""All lanes of one worker have heard when they are to begin by then."""


@dataclass(frozen=True)
class LanesAtWork:
    """Whether a side's lanes ask now, whoever has the baton. For the supervision alone."""

    now: bool


class Meeting:
    """The meeting of a load that has the server to itself: it waits for no one."""

    together = False
    """Whether those of other sides go on at the same time."""

    def rest(self) -> None:
        """Wait until all other loads have reached this point."""

    def gather(self) -> None:
        """Wait until the same load is ready on all other hosts."""

    def dealt(self, pace: Pace) -> Pace:
        """This load's share of the arrivals."""
        return pace

    def start(self) -> int:
        """The instant (`perf_counter_ns`) at which it begins."""
        return perf_counter_ns() + _HEAD_START_NS

    @contextmanager
    def lanes_at_work(self) -> Iterator[None]:
        """While lanes ask and this worker waits for them."""
        yield


class HostsMeeting(Meeting):
    """Of the same load on several hosts, which begins on all at one instant: `inner` is how it
    meets those of its own host."""

    def __init__(self, inner: Meeting, ask: Callable[[], Start]) -> None:
        """`ask` waits for the other hosts, and gives the instant."""
        self.together = inner.together
        self._inner, self._ask = inner, ask
        self.agreed: Start | None = None

    def rest(self) -> None:
        self._inner.rest()

    def gather(self) -> None:
        self.agreed = self._ask()

    def dealt(self, pace: Pace) -> Pace:
        return self._inner.dealt(pace)

    def start(self) -> int:
        assert self.agreed is not None
        return self.agreed.at

    @contextmanager
    def lanes_at_work(self) -> Iterator[None]:
        with self._inner.lanes_at_work():
            yield


class SidesMeeting(Meeting):
    """Of the loads of all sides of a lockstep, which begin at one instant.

    Each opens its lanes in its turn; then each learns the instant in its turn and puts the baton
    down. It takes it up when its lanes are done, so that nobody goes on before all are.
    """

    together = True

    def __init__(
        self, side: Side, rest: Callable[[], None], tell: Callable[[LanesAtWork], None]
    ) -> None:
        """`rest` has this side rest and says so; `tell` reaches who watches it."""
        self._side, self._tell = side, tell
        self._rest = rest

    def rest(self) -> None:
        self._rest()

    def dealt(self, pace: Pace) -> Pace:
        assert isinstance(pace, OpenPace)  # others are measured whole
        return replace(pace, share=self._side.share)

    def start(self) -> int:
        return self._side.instant(_HEAD_START_NS * self._side.share[1])

    @contextmanager
    def lanes_at_work(self) -> Iterator[None]:
        self._tell(LanesAtWork(now=True))
        self._side.put_down()
        try:
            yield
        finally:  # who fails says so at once, and takes the baton up before anything else
            self._tell(LanesAtWork(now=False))
        self._side.take_up()
