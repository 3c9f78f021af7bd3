"""Which program something is of, written so that others can tell whether it still lives."""

from __future__ import annotations

import hashlib
import os
import platform
from contextlib import suppress
from pathlib import Path

import psutil

_HAS_PROC = Path("/proc/self/stat").exists()


def this_program() -> str:
    """This process: `<machine> <boot> <pid> <start>`, the start in clock ticks since boot."""
    pid = os.getpid()
    return f"{_machine()} {_boot()} {pid} {_started(pid)}"


def is_gone(program: str) -> bool:
    """Whether a program has certainly ended.

    Programs of another machine, or of another process namespace, cannot be seen from here: they are
    never taken for gone, nor is what names none.
    """
    try:
        machine, boot, pid, started = program.split()
        number = int(pid)
    except ValueError:
        return False
    if machine != _machine():
        return False
    return boot != _boot() or _started(number) != started


def _machine() -> str:
    """The machine, by a hash of what tells it from others, and the process namespace on it."""
    words = [platform.node()]
    with suppress(OSError):
        words.append(Path("/etc/machine-id").read_text().strip())
    with suppress(OSError):
        words.append(str(Path("/proc/self/ns/pid").readlink()))
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return "unknown"


def _started(pid: int) -> str:
    """When a process began, which tells it from a later one of the same number; "gone" if none."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return "running" if psutil.pid_exists(pid) and not _HAS_PROC else "gone"
    return "gone" if fields[0] in "ZX" else fields[19]
