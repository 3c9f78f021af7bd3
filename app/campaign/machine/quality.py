"""Whether a run was disturbed: the machine did something else meanwhile, and so much of it that
the run tells less than it should.

The limits were chosen by measuring, 500 records on PostgreSQL and SQLite: where real-time priority
kept the core for them, 36 canaries were within 0.5 % of their median and others took 2 to 8 ms of a
run (0.5 to 2.3 % on PostgreSQL), so that none of 24 was marked; beside one busy neighbour the share
of others was 25 to 80 %.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from statistics import median

from app.campaign.machine.canary import CanarySung, is_off
from app.campaign.machine.surroundings import Meanwhile
from app.results.circumstances.disturbance import SAID, Cause
from app.results.events import OperationFinished
from engines.contract.message import Message, Number, percent

LEAST_SHARE, LEAST_SECONDS = 0.05, 0.03
"""What others take is more than this share of a run's timed operations, and more than this: the
kernel tells the time of a core in ticks of 0.01 s."""

FREQUENCY_SHARE = 0.05
WAITING_SHARE = 0.25
"""Work that is bound to no core waits for one longer than it usually does, by this share of the
time: what our own processes keep from each other is always there."""

SWITCHES_TIMES, SWITCHES_MORE = 3.0, 25
"""Involuntary switches are more than three times as many as usual in that cell, and 25 more."""

_KNOWN = 5
"""So many runs must be known before one can be unusual among them."""


@dataclass
class RunToll:
    """What a run's timed operations had to share the machine with, in seconds."""

    canary: float | None = None
    within: list[float] = field(default_factory=list)
    """Canaries after its operations."""
    seconds: float = 0.0
    core_seconds: float = 0.0
    others: float = 0.0
    stolen: float = 0.0
    throttled: float = 0.0
    waiting: float | None = None
    cores: frozenset[int] = frozenset()
    mhz: list[float] = field(default_factory=list)
    switches: int | None = None

    def hear(self, sung: CanarySung) -> None:
        """Take in a canary, the one before the run or one within it."""
        if sung.within:
            self.within.append(sung.seconds)
        else:
            self.canary = sung.seconds

    def add(self, event: OperationFinished, meanwhile: Meanwhile, throttled: float) -> None:
        """Take in an operation that is over."""
        self.seconds += meanwhile.seconds
        self.core_seconds += meanwhile.core_seconds
        self.stolen += meanwhile.stolen
        self.throttled += throttled
        if meanwhile.waiting is not None:
            self.waiting = (self.waiting or 0.0) + meanwhile.waiting
        self.cores = frozenset(meanwhile.cores)
        if meanwhile.mhz is not None:
            self.mhz.append(meanwhile.mhz)
        spent = (event.server_cpu_s, event.worker_cpu_s, event.api_cpu_s)
        if meanwhile.counted and event.worker_cpu_s is not None:
            self.others += meanwhile.others(sum(each or 0.0 for each in spent))
        for count in (event.server_involuntary, event.worker_involuntary):
            if count is not None:
                self.switches = (self.switches or 0) + count


@dataclass
class Usual:
    """What is usual: the median of all that was seen."""

    values: list[float] = field(default_factory=list)

    @property
    def middle(self) -> float | None:
        """The median; None where too few were seen."""
        return median(self.values) if len(self.values) >= _KNOWN else None

    def see(self, value: float) -> float | None:
        """Take in a value; the median of those before it."""
        before = self.middle
        self.values.append(value)
        return before


class MachineQuality:
    """Judges the runs of one session, each beside those before it."""

    def __init__(self) -> None:
        self._canary = Usual()
        self._frequency = Usual()
        self._waiting = Usual()
        self._switches: dict[Hashable, Usual] = {}

    @property
    def usual_canary(self) -> float | None:
        """How long a canary takes; None while too few have sung."""
        return self._canary.middle

    def canary_off(self, toll: RunToll) -> Message | None:
        """What is said of both runs beside a canary that is off."""
        usual = self._canary.see(toll.canary) if toll.canary is not None else None
        if toll.canary is None or usual is None or not is_off(toll.canary, usual):
            return None
        return _off(Cause.CANARY, toll.canary, usual)

    def reasons(self, cell: Hashable, toll: RunToll, *, apart: bool) -> Iterator[Message]:
        """What disturbed a run of a cell. The program itself keeps `apart` from the cores that are
        measured on, or else it is one of the others there."""
        if toll.cores and apart:
            yield from _too_much(Cause.OTHERS, toll.others, toll.core_seconds)
        yield from _too_much(Cause.HOST, toll.stolen, toll.core_seconds)
        yield from _too_much(Cause.QUOTA, toll.throttled, toll.seconds)
        yield from self._off_within(toll)
        if not toll.cores:
            yield from self._longer_waiting(toll)
        yield from self._other_clock(toll)
        yield from self._more_switches(cell, toll.switches)

    def _off_within(self, toll: RunToll) -> Iterator[Message]:
        usual = self._canary.middle
        if usual is None or not toll.within:
            return
        worst = max(toll.within, key=lambda each: abs(each / usual - 1))
        if is_off(worst, usual, within=True):
            yield _off(Cause.WITHIN, worst, usual)

    def _other_clock(self, toll: RunToll) -> Iterator[Message]:
        if not toll.mhz:
            return
        mhz = median(toll.mhz)
        usual = self._frequency.see(mhz)
        if usual and abs(mhz / usual - 1) > FREQUENCY_SHARE:
            yield _off(Cause.FREQUENCY, mhz, usual)

    def _longer_waiting(self, toll: RunToll) -> Iterator[Message]:
        if toll.waiting is None or not toll.seconds:
            return
        share = toll.waiting / toll.seconds
        usual = self._waiting.see(share)
        if usual is not None and share > usual + WAITING_SHARE:
            yield SAID[Cause.WAITING].with_values(
                share=percent(100 * share), usual=percent(100 * usual)
            )

    def _more_switches(self, cell: Hashable, count: int | None) -> Iterator[Message]:
        if count is None:
            return
        usual = self._switches.setdefault(cell, Usual()).see(count)
        if usual is not None and count > max(SWITCHES_TIMES * usual, usual + SWITCHES_MORE):
            said = SAID[Cause.SWITCHES]
            yield said.with_values(count=Number(count), usual=Number(usual))


def _too_much(cause: Cause, seconds: float, of: float) -> Iterator[Message]:
    if seconds > max(LEAST_SECONDS, LEAST_SHARE * of):
        yield SAID[cause].with_values(share=percent(100 * seconds / of))


def _off(cause: Cause, value: float, usual: float) -> Message:
    return SAID[cause].with_values(share=percent(100 * abs(value / usual - 1)))
