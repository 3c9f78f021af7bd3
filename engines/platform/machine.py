"""What this machine is, and how busy it is."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import psutil

from engines.platform.proc_files import ProcFile, read_proc_file

ALWAYS_HAS_DISPLAY = sys.platform in ("darwin", "win32")
"""Whether a window can be opened without asking for a display first."""

if sys.platform == "win32":
    import winreg

    def processor_text() -> str:
        """The processor in the words of /proc/cpuinfo, as far as the system tells them."""
        path = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"
        with suppress(OSError), winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, path) as key:
            return f"model name : {winreg.QueryValueEx(key, 'ProcessorNameString')[0]}"
        return ""

    def load_average() -> tuple[float, float, float] | None:
        """Of the last 1, 5 and 15 minutes; None where the system keeps none."""
        return None

    def system_name() -> str:
        return platform.platform()

    def memory_in_use() -> float:
        """Bytes of memory that are not free."""
        memory = psutil.virtual_memory()
        return float(memory.total - memory.available)

    def stored_bytes(status: os.stat_result) -> int:
        """How much of a disk a file takes; here its size."""
        return status.st_size

else:

    def processor_text() -> str:
        """The text of /proc/cpuinfo; empty where there is none."""
        try:
            return Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def load_average() -> tuple[float, float, float] | None:
        """Of the last 1, 5 and 15 minutes; None where the system keeps none."""
        return os.getloadavg()

    def system_name() -> str:
        try:
            release = platform.freedesktop_os_release()
        except OSError:
            system = os.uname()  # `platform.platform` calls the program uname
            return f"{system.sysname} {system.release}"
        return release.get("PRETTY_NAME") or release["NAME"]

    def memory_in_use() -> float:
        """Bytes of memory that are not free: total − free, as the published study took it. The
        system call takes a hundredth of reading /proc/meminfo, which tells the same."""
        try:
            free = os.sysconf("SC_AVPHYS_PAGES")
            return float((_all_pages() - free) * os.sysconf("SC_PAGE_SIZE"))
        except (OSError, ValueError):
            memory = psutil.virtual_memory()
            return float(memory.total - memory.free)

    @cache
    def _all_pages() -> int:
        return os.sysconf("SC_PHYS_PAGES")

    def stored_bytes(status: os.stat_result) -> int:
        """How much of a disk a file takes."""
        return status.st_blocks * 512


class MachineClock:
    """CPU of the whole machine in percent of one core, as psutil tells it: waiting for a disk is
    idle. The file stays open, and one line of it is read."""

    def __init__(self) -> None:
        self._file: ProcFile | None = None
        with suppress(OSError):
            self._file = ProcFile("/proc/stat")
        self._cores = os.cpu_count() or 1
        self._before = self._times()
        psutil.cpu_percent(None)

    def percent(self) -> float:
        """CPU use of the machine since the last call, in percent."""
        (total, idle), (total_before, idle_before) = now, _ = self._times(), self._before
        self._before = now
        if self._file is None:
            return float(psutil.cpu_percent(None)) * self._cores
        passed = total - total_before
        busy = passed - max(0, idle - idle_before)
        return 100.0 * self._cores * max(0.0, busy / passed) if passed > 0 else 0.0

    def _times(self) -> tuple[int, int]:
        """Ticks of all cores together, and those of them without work. Guests' ticks are told
        among the user's as well (proc_stat(5))."""
        if self._file is None:
            return 0, 0
        ticks = [int(each) for each in self._file.read().split(b"\n", 1)[0].split()[1:9]]
        return sum(ticks), ticks[3] + ticks[4]


def disk_seconds() -> float:
    """Time spent doing I/O (field 10 of the kernel's Documentation/admin-guide/iostats.rst), all
    devices together; 0 where that is not known."""
    with suppress(OSError, ValueError, IndexError):
        lines = read_proc_file("/proc/diskstats").splitlines()
        return sum(int(line.split()[12]) for line in lines) / 1000
    return 0.0


def stolen_seconds() -> float:
    """Seconds that the host took from each core, on average; 0 where that is not known."""
    with suppress(OSError, ValueError, IndexError):
        words = read_proc_file("/proc/stat").split(b"\n", 1)[0].split()
        return int(words[8]) / _TICKS / (os.cpu_count() or 1)
    return 0.0


_TICKS = 100
"""Of /proc/stat a second, on every processor (USER_HZ)."""
