"""CPU, memory and disk I/O of a container, from the files of its control group (cgroup).

Reading them takes 35 µs; the daemon's own statistics take a second. Both versions of control
groups are read, and machines that have both at once. The group's path is that of the container's
first process in `/proc/PID/cgroup`.

Also finds the groups of any process and their parents (`groups_of`), whose quotas and freezing
cpu_allowance.py reads.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache
from pathlib import Path

from app.campaign.machine.process_group import ResourceUsage, UsageReading
from engines.platform.proc_files import read_proc_file
from engines.platform.process_inspection import control_groups
from engines.platform.volumes import mounts

_MB = 1e6


class ControlGroup:
    """The processes of one container, as the kernel accounts for them.

    Version 1 does not count writes through the page cache, which are nearly all of a database's:
    there `processes` is asked for them. No version counts how long threads waited on the run queue;
    `processes` does.
    """

    def __init__(self, accounts: dict[str, Path], processes: ResourceUsage | None = None) -> None:
        self._cpu, self._memory = accounts["cpu"], accounts["memory"]
        self._io = accounts.get("io")
        self._processes = processes
        self._last = UsageReading(0.0, 0.0, 0.0)

    def reading(self) -> UsageReading:
        """Totals since the container's start."""
        try:
            by_process = (
                self._processes.reading() if self._processes else UsageReading(0.0, 0.0, 0.0)
            )
            read, written = self.disk_bytes() or (by_process.read, by_process.written)
            cpu = self.cpu_nanoseconds() / 1e9
            self._last = UsageReading(cpu, read, written, by_process.queued)
        except (OSError, ValueError, KeyError):
            pass  # the container is gone
        return self._last

    def memory(self) -> float | None:
        """Memory in MB without the file cache that the kernel would give back first.

        The formula of `docker stats`: usage − total_inactive_file (version 1), current −
        inactive_file (version 2); see calculateMemUsageUnixNoCache in docker/cli,
        cli/command/container/stats_helpers.go.
        """
        inactive = _INACTIVE[self._memory.name]
        try:
            usage = int(read_proc_file(self._memory))
            cached = int(_fields(self._memory.with_name("memory.stat"))[inactive])
        except (OSError, ValueError, KeyError):
            return None
        return max(0, usage - cached) / _MB

    def cpu_nanoseconds(self) -> int:
        """CPU time of all its processes, also of those that have ended.

        Raises: OSError when the container is gone
        """
        if self._cpu.name == "cpuacct.usage":
            return int(read_proc_file(self._cpu))
        return 1000 * int(_fields(self._cpu)[b"usage_usec"])

    def disk_bytes(self) -> tuple[int, int] | None:
        """Bytes that the disk read and wrote; None where the group does not count them.

        Raises: OSError when the container is gone
        """
        if self._io is None:
            return None
        words = read_proc_file(self._io).split()
        return _sum_of(b"rbytes=", words), _sum_of(b"wbytes=", words)


def control_group(
    pid: int, container: str, processes: ResourceUsage | None = None
) -> ControlGroup | None:
    """The control group of a container whose first process is `pid`; None if this machine's files
    do not show it. `container` is its ID, which must be in the group's path."""
    accounts = {}
    for name, candidates in _FILES.items():
        for controller, file in candidates:
            folder = _folder(pid, controller, container)
            if folder is not None and (folder / file).exists():
                accounts[name] = folder / file
                break
    return ControlGroup(accounts, processes) if {"cpu", "memory"} <= accounts.keys() else None


_FILES = {
    "cpu": (("cpuacct", "cpuacct.usage"), ("", "cpu.stat")),
    "memory": (("memory", "memory.usage_in_bytes"), ("", "memory.current")),
    "io": (("", "io.stat"),),
}
"""What to read: controller of version 1, or "" for version 2, and file, in order of preference."""


_INACTIVE = {
    "memory.usage_in_bytes": b"total_inactive_file",
    "memory.current": b"inactive_file",
}


def groups_of(pid: int, controller: str) -> tuple[Path, ...]:
    """The folders of a process's group and of its parents, the outermost last; `controller` is ""
    for version 2. Empty where this machine does not show them."""
    folder = _folder(pid, controller, "")
    return () if folder is None else _parents_up_to(folder, _mounts()[controller][1])


@lru_cache(maxsize=64)
def _parents_up_to(folder: Path, top: str) -> tuple[Path, ...]:
    """Cached, since the same few groups are asked for ten times a second."""
    return (folder, *(each for each in folder.parents if each.is_relative_to(top)))


def _folder(pid: int, controller: str, container: str) -> Path | None:
    """The folder of a process's group; None where `container` (an ID, or "" for any) is not in its
    path."""
    mount = _mounts().get(controller)
    group = _groups(pid).get(controller, "")
    if mount is None or container not in group:
        return None
    root, point = mount
    return Path(point + (group.removeprefix(root) if root != "/" else group))


def _groups(pid: int) -> dict[str, str]:
    """Controller → the path of a process's group; lines are `number:controllers:path`."""
    found: dict[str, str] = {}
    try:
        for line in os.fsdecode(control_groups(pid)).splitlines():
            _, controllers, path = line.split(":", 2)
            found |= dict.fromkeys(controllers.split(","), path)
    except OSError:
        pass
    return found


@cache
def _mounts() -> dict[str, tuple[str, str]]:
    """Controller → the group at the root of its mount, and the mount point."""
    found: dict[str, tuple[str, str]] = {}
    for each in mounts():
        if each.type == "cgroup2":
            found[""] = each.root, each.point
        elif each.type == "cgroup":
            found |= dict.fromkeys(each.options, (each.root, each.point))
    return found


def _sum_of(name: bytes, words: list[bytes]) -> int:
    """Over all devices: each has a line `8:0 rbytes=4096 wbytes=0 …`."""
    return sum(int(word.removeprefix(name)) for word in words if word.startswith(name))


def _fields(path: Path) -> dict[bytes, bytes]:
    return dict(line.split(b" ", 1) for line in read_proc_file(path).splitlines())
