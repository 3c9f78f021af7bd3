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
    all that was at work on these cores for us can be known.
    """

    seconds: float
    cores: tuple[int, ...]
    idle: float
    stolen: float
    waiting: float | None
    mhz: float | None
    counted: bool

    @property
    def core_seconds(self) -> float:
        """The time of all of its cores."""
        return self.seconds * max(1, len(self.cores))

    def others(self, ours: float) -> float:
        """Seconds for which its cores were neither idle, nor the host's, nor busy with our work,
        which took so many."""
        return max(0.0, self.core_seconds - self.idle - self.stolen - ours)


@dataclass(frozen=True)
class _Look:
    at: float
    times: CoreTimes
    waiting: float | None
    mhz: float | None


class Surroundings:
    """The surroundings of this process and of its server."""

    def __init__(self, endpoint: Endpoint) -> None:
        server = None if endpoint.in_process else endpoint.pid
        own, theirs = bound_core(), bound_core(server) if server else None
        found = (each for each in (own, theirs) if each is not None)
        self._cores = tuple(dict.fromkeys(found)) if own is not None else ()
        self._counted = own is not None and (endpoint.in_process or theirs is not None)
        self._pressure = pressure_file(server or os.getpid())

    def look(self) -> _Look:
        """What there is now."""
        mhz = frequency(self._cores[0]) if self._cores else None
        return _Look(
            time.perf_counter(), _times(self._cores), pressure_seconds(self._pressure), mhz
        )

    def since(self, before: _Look) -> Meanwhile:
        """What has been since then."""
        now = self.look()
        cores = max(1, len(self._cores))
        waiting = None
        if now.waiting is not None and before.waiting is not None:
            waiting = now.waiting - before.waiting
        return Meanwhile(
            now.at - before.at,
            self._cores,
            (now.times.idle - before.times.idle) * cores,
            (now.times.stolen - before.times.stolen) * cores,
            waiting,
            now.mhz,
            self._counted,
        )


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
