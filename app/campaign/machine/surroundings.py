"""What the machine does beside the work that is timed: its cores, queues and clock.

The worker reads it at an operation's two ends, outside its clock; a reading takes 0.1 ms.
Times of cores are those of /proc/stat (proc_stat(5)), in ticks of 10 ms: idle time is counted
exactly and only told in ticks, so that what was not idle is known within two of them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.campaign.machine.control_group import groups_of
from app.campaign.machine.proc_files import slurp
from app.campaign.machine.process_group import HAS_SCHEDSTAT, processes_under, thread_times
from engines.contract.endpoint import Endpoint

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PRESSURE = Path("/proc/pressure/cpu")


@dataclass(frozen=True)
class CoreTimes:
    """Seconds since the machine began, of some cores together."""

    idle: float = 0.0
    stolen: float = 0.0


@dataclass(frozen=True)
class Meanwhile:
    """What the machine did while one operation ran, in seconds.

    `cores` are those that are measured on, empty where the work is bound to none; `idle` and
    `stolen` are theirs, or of all cores. `waiting` says for how long some work waited for a
    processor (PSI). `mhz` is the clock frequency of the first of the cores. `counted` says that
    all that was at work on these cores for us can be known; `queued` is how long our threads have
    waited for one, all together, None where the kernel does not tell.
    """

    seconds: float
    cores: tuple[int, ...]
    idle: float
    stolen: float
    waiting: float | None
    mhz: float | None
    counted: bool
    queued: float | None = None

    @property
    def core_seconds(self) -> float:
        """The time of all of its cores."""
        return self.seconds * max(1, len(self.cores))

    def others(self, ours: float) -> float:
        """Seconds that other programs took from our work, which had so many: its cores were
        neither idle, nor the host's, nor ours, and we queued for them. What they do while we wait
        for a disk takes nothing."""
        theirs = self.core_seconds - self.idle - self.stolen - ours
        return max(0.0, theirs if self.queued is None else min(theirs, self.queued))


@dataclass(frozen=True)
class _Moment:
    at: float
    times: CoreTimes
    waiting: float | None
    mhz: float | None


@dataclass(frozen=True)
class _Look:
    queued: float | None
    moment: _Moment


class Surroundings:
    """The surroundings of this process and of its server."""

    def __init__(self, endpoint: Endpoint) -> None:
        server = None if endpoint.in_process else endpoint.pid
        own, theirs = bound_core(), bound_core(server) if server else None
        found = (each for each in (own, theirs) if each is not None)
        self._cores = tuple(dict.fromkeys(found)) if own is not None else ()
        self._counted = own is not None and (endpoint.in_process or theirs is not None)
        self._pressure = pressure_file(server or os.getpid())
        self._server = server

    def look(self) -> _Look:
        """What there is now."""
        return _Look(self._queued(), self._moment())  # what takes longest lies outside

    def since(self, look: _Look) -> Meanwhile:
        """What has been since then."""
        before, now = look.moment, self._moment()
        cores = max(1, len(self._cores))
        return Meanwhile(
            now.at - before.at,
            self._cores,
            (now.times.idle - before.times.idle) * cores,
            (now.times.stolen - before.times.stolen) * cores,
            _difference(before.waiting, now.waiting),
            now.mhz,
            self._counted,
            _difference(look.queued, self._queued()),
        )

    def _moment(self) -> _Moment:
        mhz = frequency(self._cores[0]) if self._cores else None
        waiting = pressure_seconds(self._pressure)
        return _Moment(time.perf_counter(), _times(self._cores), waiting, mhz)

    def _queued(self) -> float | None:
        """Seconds for which all threads of worker and server have queued for a core."""
        if not HAS_SCHEDSTAT or not self._cores:
            return None
        pids = [os.getpid(), *(processes_under(self._server) if self._server else ())]
        return sum(queued for pid in pids for _, _, queued in thread_times(pid)) / 1e9


def bound_core(pid: int = 0) -> int | None:
    """The one core that a process (this one by default) is bound to; None where there are more."""
    with suppress(AttributeError, OSError):  # no Linux, or it is gone
        cores = os.sched_getaffinity(pid)
        return min(cores) if len(cores) == 1 else None
    return None


def core_times(text: bytes, cores: Iterable[int]) -> CoreTimes:
    """Of /proc/stat: the mean over these cores, or over all where none is named."""
    wanted = {b"cpu%d" % core for core in cores}
    found = []
    for line in text.splitlines():
        if not line.startswith(b"cpu"):
            break
        name, *ticks = line.split()
        if name in wanted or (not wanted and name != b"cpu"):
            _user, _nice, _system, idle, waiting, _irq, _softirq, stolen, *_ = map(int, ticks)
            found.append(((idle + waiting) / _TICKS, stolen / _TICKS))
    if not found:
        return CoreTimes()
    idles, stolens = zip(*found, strict=True)
    return CoreTimes(sum(idles) / len(found), sum(stolens) / len(found))


def _difference(before: float | None, now: float | None) -> float | None:
    return None if before is None or now is None else now - before


def _times(cores: Iterable[int]) -> CoreTimes:
    with suppress(OSError, ValueError):
        return core_times(slurp("/proc/stat"), cores)
    return CoreTimes()


def pressure_file(pid: int) -> Path | None:
    """What tells how long work of a process's control group waits for processors; the machine's
    where it has no group of its own, None where the kernel counts neither."""
    own = [folder / "cpu.pressure" for folder in groups_of(pid, "")[:-1]]
    return next((each for each in (*own, _PRESSURE) if each.exists()), None)


def pressure_seconds(path: Path | None) -> float | None:
    """For how long some work has waited, since the machine began: the `total` (µs) of the line
    `some avg10=0.00 avg60=0.00 avg300=0.00 total=0`."""
    with suppress(OSError, ValueError, IndexError):
        if path is not None:
            words = slurp(path).split()
            return int(words[4].removeprefix(b"total=")) / 1e6
    return None


def frequency(core: int, folder: Path = Path("/sys/devices/system/cpu")) -> float | None:
    """The clock frequency of a core in MHz; None where it is not told, as in most virtual
    machines."""
    with suppress(OSError, ValueError):
        return int(slurp(folder / f"cpu{core}" / "cpufreq" / "scaling_cur_freq")) / 1000
    return None
