"""The cores that a process may use, and the CPU quota of its control groups (version 1 or 2; the
limits of groups above count as well)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from app.campaign.machine.control_group import groups_of
from app.campaign.machine.cores import Cores, own_cores, parse_cores
from engines.platform.proc_files import read_proc_file
from engines.platform.scheduling import cores_of


def cpu_quota(pid: int) -> float | None:
    """How many cores the groups of a process may use at a time; None without a limit."""
    return min(_quotas(pid), default=None)


def throttled_seconds(pid: int) -> float:
    """Seconds that a quota has kept the cores from the groups of a process since these began."""
    return sum(_throttled(pid))


def is_frozen(pid: int) -> bool:
    """Whether the group of a process is frozen, as `docker pause` does it."""
    for folder in groups_of(pid, "freezer")[:1]:
        with suppress(OSError):
            return (folder / "freezer.state").read_text().strip() != "THAWED"
    for folder in groups_of(pid, "")[:1]:
        with suppress(OSError):
            return "frozen 1" in (folder / "cgroup.events").read_text()
    return False


def _quotas(pid: int) -> Iterator[float]:
    for folder in groups_of(pid, ""):
        with suppress(OSError, ValueError):  # "max 100000" has no limit
            most, period = (folder / "cpu.max").read_text().split()
            yield int(most) / int(period)
    for folder in groups_of(pid, "cpu"):
        with suppress(OSError, ValueError):
            allowed = _number(folder / "cpu.cfs_quota_us")
            if allowed > 0:
                yield allowed / _number(folder / "cpu.cfs_period_us")


def _throttled(pid: int) -> Iterator[float]:
    """Of each group; version 1 counts nanoseconds, version 2 microseconds."""
    for controller, name, unit in (("", b"throttled_usec", 1e6), ("cpu", b"throttled_time", 1e9)):
        for folder in groups_of(pid, controller):
            yield _named_number(folder / "cpu.stat", name) / unit


def _named_number(path: Path, wanted: bytes) -> int:
    with suppress(OSError, ValueError):
        for line in read_proc_file(path).splitlines():
            name, number = line.split()
            if name == wanted:
                return int(number)
    return 0


def _number(path: Path) -> int:
    return int(path.read_text())


CORES = "cores allowed"
"""The setting of a server that says which cores its first process may run on."""

QUOTA = "CPU quota"
"""The setting of a server that says how many cores its control group may use at a time."""


def cpu_allowance(pid: int = 0) -> dict[str, str]:
    """The settings `CORES` and `QUOTA` of a process (0: this one, including cores that it leaves to
    a campaign); empty where the system does not tell."""
    cores = cores_of(pid) if pid else own_cores()
    if cores is None:
        return {}
    quota = cpu_quota(pid or os.getpid())
    return {CORES: core_ranges(cores), QUOTA: "none" if quota is None else f"{quota:g} cores"}


def same_kinds_of_core(then: str, now: str, devices: Path = Path("/sys/devices")) -> bool:
    """Whether two sets of cores, as `core_ranges` writes them, have as many cores of each kind:
    then the same work takes as long on both."""
    try:
        before, after = parse_cores(then), parse_cores(now)
    except ValueError:
        return then == now
    return _kinds(before, devices) == _kinds(after, devices)


def _kinds(cores: Cores, devices: Path) -> list[tuple[str, ...]]:
    return sorted(_kind(core, devices) for core in cores)


def _kind(core: int, devices: Path) -> tuple[str, ...]:
    """What kind of core it is: highest frequency, relative capacity (ARM), and the type in a hybrid
    processor (Intel: cpu_core, cpu_atom). Facts that the system does not give are empty."""
    folder = devices / "system/cpu" / f"cpu{core}"
    facts = (_text_of(folder / name) for name in ("cpufreq/cpuinfo_max_freq", "cpu_capacity"))
    lists = devices.glob("cpu_*/cpus")
    return (
        *facts,
        *sorted(each.parent.name for each in lists if core in parse_cores(_text_of(each))),
    )


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def core_ranges(numbers: Iterable[int]) -> str:
    """“0-3, 6”: as the kernel writes sets of cores."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(f"{low}" if low == high else f"{low}-{high}" for low, high in found)
