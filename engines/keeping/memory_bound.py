"""How much memory the processes of a campaign may take: past that a statement fails, not the
machine.

RLIMIT_DATA counts what a process may write and shares with nobody, so that a failed allocation is
an error that its run can tell of. A control group would have the kernel kill the process instead,
and takes a right that ordinary users lack.
"""

from __future__ import annotations

import os
import resource
from contextlib import suppress
from pathlib import Path

_MOST_BYTES = 8 << 30
"""Of one worker; a million records of the largest workload take 2."""
_SHARE = 0.75
_GROUPS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


def machine_share() -> int:
    """Three quarters of the memory that the machine, or its control group, has."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    for group in _GROUPS:
        with suppress(OSError, ValueError):  # no such group, or "max"
            total = min(total, int(Path(group).read_text()))
    return int(total * _SHARE)


def worker_bytes() -> int:
    """What a worker may take."""
    return min(_MOST_BYTES, machine_share())


def bound_memory(most: int) -> None:
    """Have this process, and what it starts from now on, take no more than that."""
    with suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (least, hard))


def lift_bound() -> None:
    """Let this process end in order: what it has to tell takes memory as well."""
    with suppress(OSError, ValueError):
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
