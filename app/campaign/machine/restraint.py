"""What control groups withhold from a process: a share of the cores, for a while all of them.

Both versions of control groups are read; what a group above withholds counts as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from app.campaign.machine.control_group import groups_of
from app.campaign.machine.proc_files import slurp


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
            yield _field(folder / "cpu.stat", name) / unit


def _field(path: Path, wanted: bytes) -> int:
    with suppress(OSError, ValueError):
        for line in slurp(path).splitlines():
            name, number = line.split()
            if name == wanted:
                return int(number)
    return 0


def _number(path: Path) -> int:
    return int(path.read_text())
