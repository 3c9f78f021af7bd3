"""What /proc shows of a process that is no counter (those are in `process_counters`): its threads
and their states, its memory, its memory map and its control groups.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from engines.platform.file_access import open_following_links
from engines.platform.proc_files import read_proc_file


def thread_ids(pid: int) -> list[int]:
    """Empty once the process has ended."""
    with suppress(OSError):
        return [int(each) for each in os.listdir(f"/proc/{pid}/task")]  # noqa: PTH208 ten times a second
    return []


def thread_states(pid: int) -> Iterator[tuple[int, bytes]]:
    """(thread, state) of all threads of a process, as in proc_pid_stat(5)."""
    for thread in thread_ids(pid):
        with suppress(OSError, IndexError):
            stat = read_proc_file(f"/proc/{pid}/task/{thread}/stat")
            yield thread, stat.rpartition(b")")[2].split()[0]


def thread_in_namespace(pid: int, inner: int) -> int | None:
    """The number that this machine has for a thread which its server knows as `inner`: another one
    where that runs in a container (NSpid of proc_pid_status(5))."""
    for thread in thread_ids(pid):
        with suppress(OSError):
            if _inner_number(f"/proc/{pid}/task/{thread}/status") == inner:
                return thread
    return None


def _inner_number(status: str) -> int | None:
    with open(status, "rb") as file:  # noqa: PTH123 a process may have forty
        for line in file:
            if line.startswith(b"NSpid:"):
                return int(line.split()[-1])
    return None


def control_groups(pid: int) -> bytes:
    """The control groups of a process, as proc_pid_cgroup(5) has them.

    Raises: OSError
    """
    return read_proc_file(f"/proc/{pid}/cgroup")


def memory_map(pid: int) -> str:
    """What a process has mapped, as proc_pid_maps(5) has it.

    Raises: OSError
    """
    return Path(f"/proc/{pid}/maps").read_text()


def open_memory(pid: int) -> int:
    """A descriptor of a process's memory, read by address.

    Raises: OSError
    """
    return open_following_links(f"/proc/{pid}/mem")
