"""Chooses, locks and binds the cores that server, worker and program run on during a campaign.

On one core a round trip between server and worker takes 16 to 22 µs, between two 60 to 70, and
where the scheduler chooses, runs hop from one of these states to the other: plaintext then “costs”
up to 20 % more than plaintext, bound to one core 1 %.

The program also avoids the other hyper-threads of these cores, and everything avoids the cores that
another Cipherbench measures on; if there are too few cores they are shared, with a warning.
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
from engines.platform.locks import lock, try_lock
from engines.platform.private_files import open_private, private_folder
from engines.platform.process_counters import processes_under
from engines.platform.scheduling import bind_to, cores_of, threads_to_bind

# Cores that another Cipherbench of this user measures on: each is locked by a file that contains
# the ID of the locking process.
#
# A lock ends with its process, however that ends. If lock files are impossible, every core counts
# as free.

type CoreHolders = Mapping[int, int | None]
"""Locked core → ID of the process that locked it; None: not known."""

type CoreChoice = Callable[[CoreHolders], Iterable[int]]
"""Chooses the cores to measure on, given those that are locked."""

_PATIENCE_SECONDS, _ROUND_SECONDS = 3.0, 0.1
"""A killed process may hold its lock until the system has cleaned it up."""


@contextmanager
def core_locks(
    cores: Iterable[int], choose: CoreChoice, awaited: Set[int] = frozenset()
) -> Iterator[None]:
    """Lock the cores that `choose` returns, for this block; `awaited` cores are waited for a
    moment if another process has them."""
    until = time.monotonic() + _PATIENCE_SECONDS
    with ExitStack() as locks:
        while not _lock_chosen(
            locks, cores, choose, awaited if time.monotonic() < until else frozenset()
        ):
            time.sleep(_ROUND_SECONDS)
        yield


def _lock_chosen(
    locks: ExitStack, cores: Iterable[int], choose: CoreChoice, awaited: Set[int]
) -> bool:
    """Choose and lock; False (nothing done) while an awaited core is locked."""
    folder = core_locks_folder()
    with ExitStack() as turn:
        try:
            private_folder(folder)
            _lock_file(turn, folder / "choosing", lock)  # one process chooses at a time
            files = {core: folder / str(core) for core in cores}
            taken = {core: _holder(file) for core, file in files.items() if _is_taken(file)}
        except OSError:
            choose({})
            return True
        if awaited & taken.keys():
            return False
        for core in set(choose(taken)) - taken.keys():
            handle = _lock_file(locks, folder / str(core), try_lock)
            with suppress(OSError):  # a full disk is no reason not to measure
                os.ftruncate(handle, 0)
                os.write(handle, str(os.getpid()).encode())
    return True


def _is_taken(file: Path) -> bool:
    with ExitStack() as attempt:
        try:
            _lock_file(attempt, file, try_lock)
        except BlockingIOError:
            return True
    return False


def _holder(file: Path) -> int | None:
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _lock_file(locks: ExitStack, file: Path, how: Callable[[int], None]) -> int:
    """Lock a file until `locks` closes; its handle."""
    handle = open_private(file, os.O_RDWR)
    locks.callback(os.close, handle)
    how(handle)
    return handle


type Cores = frozenset[int]

_MOST_SEARCHES = 10
"""At most so many searches for threads that began meanwhile; mostly the second finds none."""

_HIGHEST_CORE = 65_535
"""No core has a higher number: the kernel knows 8,192. Archives can say anything."""

_cores_before: list[Cores] = []
"""This program's cores before it gave some up to a campaign (a stack)."""

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
    """The cores that a campaign's processes are bound to; None: not bound. `reason` says why they
    are not placed as planned, `elsewhere` why not on the cores that the campaign had before."""

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
    """The cores that this program may use, including those it leaves to a campaign; None where the
    system does not tell."""
    if _cores_before:
        return _cores_before[0]
    return cores_of(os.getpid())


def measuring_core(placement: Placement) -> Cores | None:
    """The core that servers of a campaign would be bound to; None for no binding."""
    return choose_cores(placement, own_cores()).server


def siblings_of(core: int) -> Cores:
    """The hyper-threads of the physical core that one belongs to, itself included."""
    path = Path(f"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list")
    try:
        return frozenset({core}) | parse_cores(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return frozenset({core})


def choose_cores(
    asked: Placement,
    allowed: Cores | None,
    taken: Cores = frozenset(),
    siblings: Callable[[int], Cores] = siblings_of,
    had: Cores = frozenset(),
) -> CoreShares:
    """The last core for server and worker, or the last two; the others are for the program.

    `taken` cores (of another Cipherbench) are used only if there are no others; among free ones,
    the cores that the campaign `had` before are preferred.
    """
    if asked is Placement.FREE:
        return CoreShares(asked)
    if allowed is None:
        return CoreShares(asked, reason=_REFUSED.with_values(why=phrase("not supported")))
    if len(allowed) == 1:
        return CoreShares(asked, reason=SHARED)
    busy = _with_siblings(taken, siblings)
    server = _last(allowed & had - busy, allowed - busy, allowed - taken, allowed)
    worker, rest = server, allowed - {server}
    if asked is Placement.TWO_CORES:
        separate = rest - siblings(server)
        worker = _last(
            separate & had - busy, separate - busy, separate - taken, rest - taken, separate, rest
        )
    both = frozenset({server, worker})
    others = allowed - _with_siblings(both, siblings)
    program = next(filter(None, (others - busy, others - taken, others, allowed - both)), None)
    reason = _why_shared(both, program, others, taken)
    return CoreShares(asked, frozenset({server}), frozenset({worker}), program, reason)


def _why_shared(both: Cores, program: Cores | None, others: Cores, taken: Cores) -> Message | None:
    """Why server, worker and program have no cores of their own; None where they have."""
    if shared := taken & (both | (program or frozenset())):
        return TAKEN.with_values(cores=_joined(shared))
    if program is None:
        return NO_THIRD
    return None if others else SIBLINGS


def _last(*sets: Cores) -> int:
    """The highest core of the first set that is not empty."""
    return max(next(filter(None, sets)))


def _with_siblings(cores: Cores, siblings: Callable[[int], Cores]) -> Cores:
    return cores.union(*map(siblings, cores))


def parse_cores(ranges: str) -> Cores:
    """The cores of “0-1,4”, as the kernel writes it.

    Raises: ValueError
    """
    found: set[int] = set()
    for part in filter(None, ranges.strip().split(",")):
        low, _, high = part.partition("-")
        if int(high or low) > _HIGHEST_CORE:
            raise ValueError(part)
        found |= set(range(int(low), int(high or low) + 1))
    return frozenset(found)


@contextmanager
def reserved_cores(
    asked: Placement,
    excluded_pids: Iterable[int],
    helpers: Callable[[], Iterable[int]],
    had: Cores = frozenset(),
) -> Iterator[CoreShares]:
    """Lock the cores to measure on and move the program off them, for this block.

    `excluded_pids` are further processes to move; `helpers` returns the fork server and its
    children. If another process has the cores that the campaign `had` before, they are waited for a
    moment.
    """
    with _chosen_cores(asked, had) as shares, _excluded_from(shares, excluded_pids, helpers):
        yield shares


@contextmanager
def _chosen_cores(asked: Placement, had: Cores) -> Iterator[CoreShares]:
    """The cores, locked against another Cipherbench for this block."""
    allowed, found = own_cores(), [CoreShares(asked)]

    def chosen(taken: CoreHolders) -> Cores:
        shares = _if_permitted(choose_cores(asked, allowed, frozenset(taken), had=had))
        found[0] = replace(shares, elsewhere=_why_elsewhere(shares, had, taken))
        return shares.measuring

    if asked is Placement.FREE:
        yield found[0]
        return
    with core_locks(allowed or (), chosen, had):
        yield found[0]


def _why_elsewhere(shares: CoreShares, had: Cores, taken: CoreHolders) -> Message | None:
    """Who has the cores that a campaign had before; None where it has them, or nobody has."""
    missed = had & taken.keys() - shares.measuring
    if not missed or not shares.measuring:
        return None
    holders = frozenset(pid for pid in map(taken.get, missed) if pid is not None)
    processes = _joined(holders) or _UNKNOWN
    return ELSEWHERE.with_values(
        had=_joined(missed), processes=processes, now=_joined(shares.measuring)
    )


def _joined(cores: Cores) -> str:
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
            bind(partial(_only, pid), cores)

    _cores_before.append(allowed)
    try:
        move(shares.program)
        yield
    finally:
        _cores_before.pop()
        move(allowed)


def bind(processes: Callable[[], Iterable[int]], cores: Iterable[int]) -> None:
    """Bind all threads of some processes, those included that begin meanwhile. Where the system
    refuses that, or they have ended, nothing happens."""
    wanted, bound = set(cores), set[int]()
    for _ in range(_MOST_SEARCHES):
        found = {thread for pid in processes() for thread in threads_to_bind(pid)} - bound
        for thread in found:
            with suppress(OSError):
                bind_to(wanted, thread)
        if not found:
            return
        bound |= found


def restore_cores(cores: Cores | None) -> None:
    """Bind this process and its descendants to these cores again, after a campaign that may have
    left them elsewhere."""
    if cores is not None:
        bind(partial(processes_under, os.getpid()), cores)


def _if_permitted(shares: CoreShares) -> CoreShares:
    """The shares, or none if the system refuses to bind this thread to them."""
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


def _only(pid: int) -> list[int]:
    return [pid]
