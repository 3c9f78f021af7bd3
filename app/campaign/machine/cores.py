"""Which cores server, worker and program run on while a campaign measures.

On one core a round trip between server and worker takes 16 to 22 µs, between two 60 to 70, and
where the scheduler chooses, runs hop from one of these states to the other: plaintext then “costs”
up to 20 % more than plaintext, bound to one core 1 %.

The program keeps off the other hyper-threads of these cores, too, and all keep off the cores that
another Cipherbench measures on; where there are not so many cores they are shared, which is said.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from app.plan.campaign import Placement
from app.system.folders import core_locks_folder
from engines.contract.message import Message, phrase
from engines.platform.counters import processes_under
from engines.platform.locks import lock, try_lock
from engines.platform.private_files import open_private, private_folder
from engines.platform.scheduling import bind_to, cores_of, threads_to_bind

# Cores that another Cipherbench of this user measures on at the moment: each is locked by a file,
# in which stands the number of the process that locked it.
#
# Locks go with the process that holds them, however it ends. Where no such file can be had every
# core is taken to be free.

type Taken = Mapping[int, int | None]
"""The process that has each core that is taken; None: not known."""

type Chosen = Callable[[Taken], Iterable[int]]
"""The cores to measure on, from those that are taken."""

_PATIENCE_SECONDS, _ROUND_SECONDS = 3.0, 0.1
"""A process that was killed may hold its lock until the system has taken it apart."""


@contextmanager
def core_locks(
    cores: Iterable[int], chosen: Chosen, awaited: Set[int] = frozenset()
) -> Iterator[None]:
    """Have others know which of these cores are `chosen`, as long as this lasts. Those that are
    `awaited` are waited for a moment."""
    until = time.monotonic() + _PATIENCE_SECONDS
    with ExitStack() as held:
        while not _hold(held, cores, chosen, awaited if time.monotonic() < until else frozenset()):
            time.sleep(_ROUND_SECONDS)
        yield


def _hold(held: ExitStack, cores: Iterable[int], chosen: Chosen, awaited: Set[int]) -> bool:
    """Whether it was chosen: not as long as an awaited core is taken."""
    folder = core_locks_folder()
    with ExitStack() as asking:
        try:
            private_folder(folder)
            _locked(asking, folder / "choosing", lock)  # one looks at a time
            files = {core: folder / str(core) for core in cores}
            taken = {core: _holder(file) for core, file in files.items() if _is_taken(file)}
        except OSError:
            chosen({})
            return True
        if awaited & taken.keys():
            return False
        for core in set(chosen(taken)) - taken.keys():
            handle = _locked(held, folder / str(core), try_lock)
            with suppress(OSError):  # a full disk is no reason not to measure
                os.ftruncate(handle, 0)
                os.write(handle, str(os.getpid()).encode())
    return True


def _is_taken(file: Path) -> bool:
    with ExitStack() as asking:
        try:
            _locked(asking, file, try_lock)
        except BlockingIOError:
            return True
    return False


def _holder(file: Path) -> int | None:
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _locked(held: ExitStack, file: Path, how: Callable[[int], None]) -> int:
    handle = open_private(file, os.O_RDWR)
    held.callback(os.close, handle)
    how(handle)
    return handle


type Cores = frozenset[int]

_ROUNDS = 10
"""How often it is looked for threads that began meanwhile; one round finds nothing new, mostly."""

_HIGHEST = 65_535
"""No core has a higher number: the kernel knows 8,192. Archives can say anything."""

_left: list[Cores] = []
"""The set of cores that this program had before it kept off some."""

SHARED = phrase("Cipherbench can use only one core. Server, worker and program share it.")
NO_THIRD = phrase(
    "Server and worker have a core each. There is no third core, so the program shares theirs."
)
SIBLINGS = phrase(
    "There is no further core for the program. It runs on the other hyper-threads of the measured "
    "cores."
)
TAKEN = phrase(
    "Another Cipherbench is measuring, and there are too few cores for both. Shared cores: {cores}."
)
ELSEWHERE = phrase(
    "Another Cipherbench (process {processes}) is measuring on core {had}, where this campaign ran "
    "before. This campaign continues on core {now}."
)
_UNKNOWN = phrase("unknown")
_REFUSED = phrase(
    "The operating system does not let Cipherbench choose cores ({why}). It places server, worker "
    "and program itself."
)


@dataclass(frozen=True)
class CoreShares:
    """The cores that a campaign's processes are bound to; None: they are left where they are.
    `reason` says why that is not all that was asked, `elsewhere` why these are not the cores that
    the campaign had before."""

    asked: Placement
    server: Cores | None = None
    worker: Cores | None = None
    program: Cores | None = None
    reason: Message | None = None
    elsewhere: Message | None = None

    @property
    def measuring(self) -> Cores:
        """Cores that nothing else should run on."""
        return (self.server or frozenset()) | (self.worker or frozenset())


def own_cores() -> Cores | None:
    """The cores that this program may use, those that it keeps off for a while included; None where
    the system does not tell."""
    if _left:
        return _left[0]
    return cores_of(os.getpid())


def measuring_core(placement: Placement) -> Cores | None:
    """Where the servers of a campaign run that was placed so; None where that is left open."""
    return choose(placement, own_cores()).server


def siblings_of(core: int) -> Cores:
    """The hyper-threads of the physical core that one belongs to, itself included."""
    path = Path(f"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list")
    try:
        return frozenset({core}) | parsed(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return frozenset({core})


def choose(
    asked: Placement,
    allowed: Cores | None,
    taken: Cores = frozenset(),
    siblings: Callable[[int], Cores] = siblings_of,
    had: Cores = frozenset(),
) -> CoreShares:
    """The last core for server and worker, or the last two; the others are for the program.

    Those that are `taken` are for nobody as long as there are others; of the free ones those are
    chosen that the campaign `had` before.
    """
    if asked is Placement.FREE:
        return CoreShares(asked)
    if allowed is None:
        return CoreShares(asked, reason=_REFUSED.with_values(why=phrase("not supported")))
    if len(allowed) == 1:
        return CoreShares(asked, reason=SHARED)
    busy = _all_of(taken, siblings)
    server = _last(allowed & had - busy, allowed - busy, allowed - taken, allowed)
    worker, rest = server, allowed - {server}
    if asked is Placement.TWO_CORES:
        separate = rest - siblings(server)
        worker = _last(
            separate & had - busy, separate - busy, separate - taken, rest - taken, separate, rest
        )
    both = frozenset({server, worker})
    others = allowed - _all_of(both, siblings)
    program = next(filter(None, (others - busy, others - taken, others, allowed - both)), None)
    reason = _why_shared(both, program, others, taken)
    return CoreShares(asked, frozenset({server}), frozenset({worker}), program, reason)


def _why_shared(both: Cores, program: Cores | None, others: Cores, taken: Cores) -> Message | None:
    """Why server, worker and program have no cores of their own; None where they have."""
    if shared := taken & (both | (program or frozenset())):
        return TAKEN.with_values(cores=_list(shared))
    if program is None:
        return NO_THIRD
    return None if others else SIBLINGS


def _last(*sets: Cores) -> int:
    """The highest core of the first set that is not empty."""
    return max(next(filter(None, sets)))


def _all_of(cores: Cores, siblings: Callable[[int], Cores]) -> Cores:
    return cores.union(*map(siblings, cores))


def parsed(ranges: str) -> Cores:
    """The cores of “0-1,4”, as the kernel writes it.

    Raises: ValueError
    """
    found: set[int] = set()
    for part in filter(None, ranges.strip().split(",")):
        low, _, high = part.partition("-")
        if int(high or low) > _HIGHEST:
            raise ValueError(part)
        found |= set(range(int(low), int(high or low) + 1))
    return frozenset(found)


@contextmanager
def shared_out(
    asked: Placement,
    excluded_pids: Iterable[int],
    helpers: Callable[[], Iterable[int]],
    had: Cores = frozenset(),
) -> Iterator[CoreShares]:
    """Keep the program off the cores that are for measuring, as long as this lasts.

    `excluded_pids` are further processes that keep off with this one; `helpers` gives those of ours
    that others are forked from, with what is below them. The cores that the campaign `had` before
    are waited for a moment.
    """
    with _chosen(asked, had) as shares, _excluded_from(shares, excluded_pids, helpers):
        yield shares


@contextmanager
def _chosen(asked: Placement, had: Cores) -> Iterator[CoreShares]:
    """The shares, which no other Cipherbench chooses as long as this lasts."""
    allowed, found = own_cores(), [CoreShares(asked)]

    def chosen(taken: Taken) -> Cores:
        shares = _permitted(choose(asked, allowed, frozenset(taken), had=had))
        found[0] = replace(shares, elsewhere=_why_elsewhere(shares, had, taken))
        return shares.measuring

    if asked is Placement.FREE:
        yield found[0]
        return
    with core_locks(allowed or (), chosen, had):
        yield found[0]


def _why_elsewhere(shares: CoreShares, had: Cores, taken: Taken) -> Message | None:
    """Who has the cores that a campaign had before; None where it has them, or nobody has."""
    missed = had & taken.keys() - shares.measuring
    if not missed or not shares.measuring:
        return None
    holders = frozenset(pid for pid in map(taken.get, missed) if pid is not None)
    processes = _list(holders) or _UNKNOWN
    return ELSEWHERE.with_values(
        had=_list(missed), processes=processes, now=_list(shares.measuring)
    )


def _list(cores: Cores) -> str:
    return ", ".join(map(str, sorted(cores)))


@contextmanager
def _excluded_from(
    shares: CoreShares, excluded_pids: Iterable[int], helpers: Callable[[], Iterable[int]]
) -> Iterator[None]:
    allowed = own_cores()
    if shares.program is None or allowed is None:
        yield
        return

    def move(cores: Cores) -> None:
        for pid in (os.getpid(), *excluded_pids, *helpers()):
            bind(partial(_alone, pid), cores)

    _left.append(allowed)
    try:
        move(shares.program)
        yield
    finally:
        _left.pop()
        move(allowed)


def bind(processes: Callable[[], Iterable[int]], cores: Iterable[int]) -> None:
    """Bind all threads of some processes, those included that begin meanwhile. Where the system
    refuses that, or they have ended, nothing happens."""
    wanted, bound = set(cores), set[int]()
    for _ in range(_ROUNDS):
        found = {thread for pid in processes() for thread in threads_to_bind(pid)} - bound
        for thread in found:
            with suppress(OSError):
                bind_to(wanted, thread)
        if not found:
            return
        bound |= found


def give_back(cores: Cores | None) -> None:
    """Let this process and all below it have these cores again, whatever became of a campaign that
    had them keep off some, or put them there."""
    if cores is not None:
        bind(partial(processes_under, os.getpid()), cores)


def _permitted(shares: CoreShares) -> CoreShares:
    """The shares, or none where this thread cannot even go there and back."""
    if shares.server is None or shares.worker is None:
        return shares
    try:
        before = cores_of() or ()
        for each in (shares.server, shares.worker, before):
            bind_to(each)
    except OSError as error:
        return CoreShares(
            shares.asked, reason=_REFUSED.with_values(why=error.strerror or str(error))
        )
    return shares


def _alone(pid: int) -> list[int]:
    return [pid]
