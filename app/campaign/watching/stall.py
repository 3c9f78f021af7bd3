"""When a run stood still: its time is neither work of worker or server nor a wait that they owe to
their own work. Such a run tells nothing of a protection's cost.

Work is: a statement that finishes, a core that is used or queued for, a disk that is waited for.
What else there is counts from a second on, where it is more than a fifth of the operation; less is
left to the statistics, and no reading is finer than a probe sample. A process that was stopped
(SIGSTOP, a frozen container) counts always: nothing in a campaign stops one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from engines.contract.message import NOTHING, Message, Number, phrase

LEAST_SECONDS, LEAST_SHARE = 1.0, 0.2
"""A stall is longer than this, and longer than this share of the operation."""

_MOMENT = 0.1
"""The distance of probe samples: what is shorter is not told of."""

_LONG_SECONDS = 1.0
"""Nobody has looked for this long between two samples: then the program itself stood still."""

_QUIET, _QUIET_WHEN_LONG = 0.8, 0.5
"""Which part of a span must be idle for it to be quiet."""

_WAITING = 0.2
"""Which part of a quiet stretch is spent waiting, where waiting is what it is."""

WORKER, SERVER = "worker", "server"


@dataclass(frozen=True)
class Span:
    """What was seen from one probe sample to the next; times are seconds since the epoch, all
    else seconds.

    `brief` was spent inside statements that finished and took less than a second; `busy` on cores
    and `queued` in their queues by worker and server together; `disk` is how long disks of this
    machine were at work. At its end somebody `waiting` waited for disk or core, and `stopped`
    names whom somebody had stopped.
    """

    began: float
    ended: float
    statements: int = 0
    brief: float = 0.0
    busy: float = 0.0
    queued: float = 0.0
    disk: float = 0.0
    waiting: bool = False
    stopped: frozenset[str] = frozenset()

    @property
    def seconds(self) -> float:
        return max(1e-9, self.ended - self.began)

    @property
    def status(self) -> float:
        """Seconds that no statement and no core explains."""
        return max(0.0, self.seconds - self.busy - self.queued - self.brief)

    @property
    def idle(self) -> float:
        """Seconds that nothing explains."""
        if self.statements and not self.long:
            return 0.0
        return max(0.0, self.status - self.disk)

    @property
    def long(self) -> bool:
        """Whether the program itself did not come to look in between."""
        return self.seconds > _LONG_SECONDS

    @property
    def quiet(self) -> bool:
        """Whether next to nothing happened."""
        return self.idle >= self.seconds * (_QUIET_WHEN_LONG if self.long else _QUIET)

    def within(self, began: float, ended: float) -> float:
        """The share of it that lies between two moments."""
        return max(0.0, min(self.ended, ended) - max(self.began, began)) / self.seconds


@dataclass(frozen=True)
class Toll:
    """What the machine took from an operation, in seconds: `suspended` as a whole, `stolen` by the
    host of a virtual machine (of each core), `throttled` by a quota that came with time."""

    suspended: float = 0.0
    stolen: float = 0.0
    throttled: float = 0.0


def why_stalled(
    spans: Sequence[Span], toll: Toll, began: float, ended: float, *, seen: bool
) -> Message:
    """Why an operation that was timed from `began` to `ended` stood still; nothing where it did
    not.

    A server that is not `seen` may work while nothing here does.
    """
    limit = max(LEAST_SECONDS, LEAST_SHARE * (ended - began))
    who, seconds = _stopped(spans, began, ended)
    if seconds > _MOMENT:
        return _lasting(_BOTH_STOOD if len(who) > 1 else _STOOD[who.pop()], seconds)
    if toll.suspended > _MOMENT:
        return _lasting(_SUSPENDED, toll.suspended)
    for text, lost in ((_STOLEN, toll.stolen), (_THROTTLED, toll.throttled)):
        if lost > limit:
            return _lasting(text, lost)
    seconds = max(_quiet_stretches(spans, began, ended, seen=seen), default=0.0)
    return _lasting(_QUIET_TEXT, seconds) if seconds > limit else NOTHING


_STOOD = {
    WORKER: phrase("the worker was stopped for {seconds}"),
    SERVER: phrase("the server was stopped for {seconds}"),
}
_BOTH_STOOD = phrase("the worker and the server were stopped for {seconds}")
_SUSPENDED = phrase("the machine was suspended for {seconds}")
_STOLEN = phrase("the host took the processor away for {seconds} (CPU steal)")
_THROTTLED = phrase("a CPU quota blocked the processor for {seconds}")
_QUIET_TEXT = phrase("idle for {seconds}: no CPU use, no disk wait")


def _lasting(what: Message, seconds: float) -> Message:
    return what.with_values(seconds=Number(seconds, 1, "s"))


def _stopped(spans: Iterable[Span], began: float, ended: float) -> tuple[set[str], float]:
    """Who was stopped, and for how long: until the first sample that sees it go on."""
    who: set[str] = set()
    before: frozenset[str] = frozenset()
    seconds = 0.0
    for span in spans:
        share = span.within(began, ended)
        if share and (span.stopped or before):
            seconds += share * span.status
            who |= span.stopped | before
        before = span.stopped
    return who, seconds


def _quiet_stretches(
    spans: Iterable[Span], began: float, ended: float, *, seen: bool
) -> Iterator[float]:
    """The idle seconds of every stretch in which nothing happened and nobody waited."""
    for quiet, group in groupby(spans, lambda span: span.quiet and (seen or span.long)):
        stretch = list(group)
        if not quiet:
            continue
        idle = sum(span.idle * span.within(began, ended) for span in stretch)
        waiting = sum(span.seconds for span in stretch if span.waiting)
        if waiting < _WAITING * sum(span.seconds for span in stretch):
            yield idle
