"""Where processes may run: the cores they are allowed on, and the share of them they are given."""

from __future__ import annotations

import os
from collections.abc import Iterable

from app.campaign.machine.cores import own_cores
from app.campaign.machine.restraint import cpu_quota

CORES = "cores allowed"
"""The setting of a server that says which cores its first process may run on."""

QUOTA = "CPU quota"
"""The setting of a server that says how many cores its control group may use at a time."""


def placement(pid: int = 0) -> dict[str, str]:
    """Where a process may run (this one by default, with what it keeps off while it measures);
    empty where the system does not tell."""
    try:
        cores = os.sched_getaffinity(pid) if pid else own_cores()
    except (AttributeError, OSError):  # no Linux, or it is gone
        return {}
    if cores is None:
        return {}
    quota = cpu_quota(pid or os.getpid())
    return {CORES: ranges(cores), QUOTA: "none" if quota is None else f"{quota:g} cores"}


def ranges(numbers: Iterable[int]) -> str:
    """“0-3, 6”: as the kernel writes sets of cores."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(f"{low}" if low == high else f"{low}-{high}" for low, high in found)
