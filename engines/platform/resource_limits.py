"""What a process may take, and what is left of it when it crashes.

Past a bound of memory a statement fails, not the machine. RLIMIT_DATA counts what a process may
write and shares with nobody, so that a failed allocation is an error that its run can tell of. A
control group would have the kernel kill the process instead, and takes a right that ordinary users
lack.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

_MOST_BYTES = 8 << 30
"""Of one worker; a million records of the largest workload take 2."""
_SHARE = 0.75

_RESERVE = 0.1
_MOST_RESERVED = 1 << 30
"""Bytes. What stays free of a disk is that share, and no more than that."""

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    class _MemoryStatus(ctypes.Structure):
        _fields_ = (
            ("length", wintypes.DWORD),
            ("load", wintypes.DWORD),
            ("total", ctypes.c_uint64),
            ("others", ctypes.c_uint64 * 6),
        )

    def _machine_bytes() -> int:
        status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
        if not ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
            raise ctypes.WinError()
        return int(status.total)

    def limit_memory(most: int) -> None:
        """Nothing yet: a job object would have the bound here."""
        del most

    def lift_memory_limit() -> None:
        """Let this process end in order: what it has to tell takes memory as well."""

    def leave_no_core() -> None:
        """Have the system write nothing of this process's memory when it crashes, and show no box
        (SEM_FAILCRITICALERRORS, SEM_NOGPFAULTERRORBOX)."""
        ctypes.windll.kernel32.SetErrorMode(0x0001 | 0x0002)

    def limit_file_size(most: int) -> None:
        """Nothing: the system has no such bound."""
        del most

    def _own_file_bound() -> float:
        return float("inf")

    def limit_cpu_and_memory(seconds: int, more_bytes: int) -> None:
        """Nothing yet: who waits for the process ends it when its time is over."""
        del seconds, more_bytes

    def ended_by_time(code: int | None) -> bool:
        """Whether an exit code says that the seconds of `limit_cpu_and_memory` were over."""
        del code
        return False

else:
    import resource

    _GROUPS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
    _PIPED = ("|", "@")
    """What the pattern of core files begins with where a program takes them."""

    def _machine_bytes() -> int:
        total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        for group in _GROUPS:
            with suppress(OSError, ValueError):  # no such group, or "max"
                total = min(total, int(Path(group).read_text()))
        return total

    def limit_memory(most: int) -> None:
        """Have this process, and what it starts from now on, take no more than that."""
        _lower(resource.RLIMIT_DATA, most)

    def lift_memory_limit() -> None:
        """Let this process end in order: what it has to tell takes memory as well."""
        with suppress(OSError, ValueError):
            _, hard = resource.getrlimit(resource.RLIMIT_DATA)
            resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))

    def leave_no_core() -> None:
        """Have the kernel write nothing of this process's memory when it crashes.

        A program that takes core files by a pipe gets them whatever the limit is, but for a limit
        of one byte (core(5)). In case the pattern is changed later, nothing of the memory is to be
        in them either.
        """
        limit = 1 if _core_pattern().startswith(_PIPED) else 0
        with suppress(OSError, ValueError):
            hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
            least = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(resource.RLIMIT_CORE, (least, least))
        with suppress(OSError):
            Path("/proc/self/coredump_filter").write_text("0")

    def _core_pattern() -> str:
        try:
            return Path("/proc/sys/kernel/core_pattern").read_text()
        except OSError:
            return ""

    def limit_file_size(most: int) -> None:
        """Have this process, and what it starts from now on, write no longer file: a write beyond
        that fails as on a full disk. The signal for it would end a server, and is ignored."""
        with suppress(OSError, ValueError):
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        _lower(resource.RLIMIT_FSIZE, most)

    def _own_file_bound() -> float:
        soft, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
        return float("inf") if soft == resource.RLIM_INFINITY else soft

    def limit_cpu_and_memory(seconds: int, more_bytes: int) -> None:
        """Have this process use no more CPU time and memory than that beyond what it has used."""
        _lower(resource.RLIMIT_CPU, int(time.process_time()) + seconds)
        # Not RLIMIT_AS: what allocators reserve for many cores, and never write, would count.
        _lower(resource.RLIMIT_DATA, _data_bytes() + more_bytes)

    def ended_by_time(code: int | None) -> bool:
        """Whether an exit code says that the seconds of `limit_cpu_and_memory` were over."""
        return code == -signal.SIGXCPU

    def _lower(which: int, limit: int) -> None:
        with suppress(OSError, ValueError):
            hard = resource.getrlimit(which)[1]
            least = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
            resource.setrlimit(which, (least, hard))

    def _data_bytes() -> int:
        with suppress(OSError, ValueError, StopIteration):
            lines = Path("/proc/self/status").read_text().splitlines()
            size = next(each for each in lines if each.startswith("VmData:")).split()[1]
            return 1024 * int(size)
        return 0


def machine_share() -> int:
    """Three quarters of the memory that the machine, or its control group, has."""
    return int(_machine_bytes() * _SHARE)


def worker_bytes() -> int:
    """What a worker may take."""
    return min(_MOST_BYTES, machine_share())


def file_size_limit(folder: Path) -> int:
    """The bytes that a file of a server, or the temporary files of a statement, may take: where its
    data are, or are to be, they would nearly fill the disk. This process's own bound holds too."""
    there = next(each for each in (folder, *folder.parents) if each.is_dir())
    free = shutil.disk_usage(there).free
    room = _longest_file(folder) + free - int(min(free * _RESERVE, _MOST_RESERVED))
    return int(min(room, _own_file_bound()))


def _longest_file(folder: Path) -> int:
    """A server that is started again has its tables there, and may write in all of them."""
    longest = 0
    for place, _, names in folder.walk():
        for name in names:
            with suppress(OSError):
                longest = max(longest, (place / name).lstat().st_size)
    return longest
