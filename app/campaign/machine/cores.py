"""Which cores server, worker and program run on while a campaign measures.

On one core a round trip between server and worker takes 16 to 22 µs, between two 60 to 70, and
where the scheduler chooses, runs hop from one of these states to the other: plaintext then “costs”
up to 20 % more than plaintext, bound to one core 1 %.

The program keeps off the other hyper-threads of these cores, too, and all keep off the cores that
another Cipherbench measures on; where there are not so many cores they are shared, which is said.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app.campaign.machine.core_locks import core_locks
from app.campaign.machine.process_group import processes_under
from app.plan.campaign import Placement
from engines.contract.message import Message, phrase

type Cores = frozenset[int]

_ROUNDS = 10
"""How often it is looked for threads that began meanwhile; one round finds nothing new, mostly."""

_left: list[Cores] = []
"""The set of cores that this program had before it kept off some."""

SHARED = phrase(
    "Cipherbench may use one core alone: server and worker have it, and the program does, too."
)
NO_THIRD = phrase(
    "Server and worker have a core each. There is no third one for the program, which shares them."
)
SIBLINGS = phrase(
    "There is no further core for the program: it runs on the other hyper-threads of those that "
    "are measured on."
)
TAKEN = phrase(
    "Another Cipherbench measures at the same time, and there are too few cores for both: they "
    "share core {cores}."
)
_REFUSED = phrase(
    "The system does not let Cipherbench choose cores ({why}): server, worker and program run "
    "wherever it puts them."
)


@dataclass(frozen=True)
class Seats:
    """The cores that a campaign's processes are bound to; None: they are left where they are.
    `reason` says why that is not all that was asked."""

    asked: Placement
    server: Cores | None = None
    worker: Cores | None = None
    program: Cores | None = None
    reason: Message | None = None


def own_cores() -> Cores | None:
    """The cores that this program may use, those that it keeps off for a while included; None where
    the system does not tell."""
    if _left:
        return _left[0]
    try:
        return frozenset(os.sched_getaffinity(os.getpid()))
    except (AttributeError, OSError):  # no Linux
        return None


def cores_now() -> Cores | None:
    """The cores that this thread may use now, without those that the program keeps off; None where
    the system does not tell."""
    try:
        return frozenset(os.sched_getaffinity(0))
    except (AttributeError, OSError):  # no Linux
        return None


def measuring_core(placement: Placement) -> Cores | None:
    """Where the servers of a campaign run that was placed so; None where that is left open."""
    return choose(placement, own_cores()).server


def siblings_of(core: int) -> Cores:
    """The hyper-threads of the physical core that one belongs to, itself included."""
    path = Path(f"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list")
    try:
        return frozenset({core}) | _numbers(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return frozenset({core})


def choose(
    asked: Placement,
    allowed: Cores | None,
    taken: Cores = frozenset(),
    siblings: Callable[[int], Cores] = siblings_of,
) -> Seats:
    """The last core for server and worker, or the last two; the others are for the program.

    Those that are `taken` are for nobody as long as there are others.
    """
    if asked is Placement.FREE:
        return Seats(asked)
    if allowed is None:
        return Seats(asked, reason=_REFUSED.with_values(why=phrase("it offers no way to")))
    if len(allowed) == 1:
        return Seats(asked, reason=SHARED)
    busy = _all_of(taken, siblings)
    server = _last(allowed - busy, allowed - taken, allowed)
    worker, rest = server, allowed - {server}
    if asked is Placement.TWO_CORES:
        apart = rest - siblings(server)
        worker = _last(apart - busy, apart - taken, rest - taken, apart, rest)
    both = frozenset({server, worker})
    others = allowed - _all_of(both, siblings)
    program = next(filter(None, (others - busy, others - taken, others, allowed - both)), None)
    reason = _why_shared(both, program, others, taken)
    return Seats(asked, frozenset({server}), frozenset({worker}), program, reason)


def _why_shared(both: Cores, program: Cores | None, others: Cores, taken: Cores) -> Message | None:
    """Why server, worker and program have no cores of their own; None where they have."""
    if shared := taken & (both | (program or frozenset())):
        return TAKEN.with_values(cores=", ".join(map(str, sorted(shared))))
    if program is None:
        return NO_THIRD
    return None if others else SIBLINGS


def _last(*sets: Cores) -> int:
    """Of the first set that has any."""
    return max(next(filter(None, sets)))


def _all_of(cores: Cores, siblings: Callable[[int], Cores]) -> Cores:
    return cores.union(*map(siblings, cores))


def _numbers(ranges: str) -> Cores:
    """“0-1,4” as the kernel writes it."""
    found: set[int] = set()
    for part in filter(None, ranges.strip().split(",")):
        low, _, high = part.partition("-")
        found |= set(range(int(low), int(high or low) + 1))
    return frozenset(found)


@contextmanager
def seated(
    asked: Placement, company: Iterable[int], helpers: Callable[[], Iterable[int]]
) -> Iterator[Seats]:
    """Keep the program off the cores that are for measuring, as long as this lasts.

    `company` are processes that keep off with this one, by their numbers; `helpers` gives those
    of ours that others are forked from, with what is below them.
    """
    with _chosen(asked) as seats, _kept_off(seats, company, helpers):
        yield seats


@contextmanager
def _chosen(asked: Placement) -> Iterator[Seats]:
    """The seats, which no other Cipherbench chooses as long as this lasts."""
    allowed, found = own_cores(), [Seats(asked)]

    def chosen(taken: Cores) -> Cores:
        found[0] = _permitted(choose(asked, allowed, taken))
        return (found[0].server or frozenset()) | (found[0].worker or frozenset())

    if asked is Placement.FREE:
        yield found[0]
        return
    with core_locks(allowed or (), chosen):
        yield found[0]


@contextmanager
def _kept_off(
    seats: Seats, company: Iterable[int], helpers: Callable[[], Iterable[int]]
) -> Iterator[None]:
    allowed = own_cores()
    if seats.program is None or allowed is None:
        yield
        return

    def move(cores: Cores) -> None:
        for pid in (os.getpid(), *company, *helpers()):
            bind(partial(_alone, pid), cores)

    _left.append(allowed)
    try:
        move(seats.program)
        yield
    finally:
        _left.pop()
        move(allowed)


def bind(processes: Callable[[], Iterable[int]], cores: Iterable[int]) -> None:
    """Bind all threads of some processes, those included that begin meanwhile. Where the system
    refuses that, or they have ended, nothing happens."""
    wanted, bound = set(cores), set[int]()
    for _ in range(_ROUNDS):
        found = {thread for pid in processes() for thread in _threads(pid)} - bound
        for thread in found:
            with suppress(OSError):
                os.sched_setaffinity(thread, wanted)
        if not found:
            return
        bound |= found


def give_back(cores: Cores | None) -> None:
    """Let this process and all below it have these cores again, whatever became of a campaign that
    had them keep off some, or put them there."""
    if cores is not None:
        bind(partial(processes_under, os.getpid()), cores)


def _permitted(seats: Seats) -> Seats:
    """The seats, or none where this thread cannot even go there and back."""
    if seats.server is None or seats.worker is None:
        return seats
    try:
        before = os.sched_getaffinity(0)
        for each in (seats.server, seats.worker):
            os.sched_setaffinity(0, each)
        os.sched_setaffinity(0, before)
    except OSError as error:
        return Seats(seats.asked, reason=_REFUSED.with_values(why=error.strerror or str(error)))
    return seats


def _alone(pid: int) -> list[int]:
    return [pid]


def _threads(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(each) for each in os.listdir(f"/proc/{pid}/task")]  # noqa: PTH208
    return []
