"""Whose a container is, written on its label, so that no other program's is ever touched."""

from __future__ import annotations

import hashlib
import os
import platform
from contextlib import suppress
from pathlib import Path

import psutil

from engines.keeping.identity import signature, verify

LABEL = "cipherbench.owner"
_HAS_PROC = Path("/proc/self/stat").exists()


def own_mark(container: str) -> str:
    """The mark of a container that this program makes.

    That is `<machine> <boot> <pid> <start> <signature>`, the start in clock ticks since boot.
    Labels are copied along with an image that is made of a container; the signature is good for a
    container of this name alone.

    Raises: ServerUnavailable where our key cannot be had
    """
    pid = os.getpid()
    program = f"{_machine()} {_boot()} {pid} {_started(pid)}"
    return f"{program} {signature('container', container, program)}"


def owner_is_gone(mark: str, container: str) -> bool:
    """Whether a container bears our mark and the program that made it has certainly ended.

    Programs of another machine, or of another process namespace, cannot be seen from here: theirs
    are never taken for gone.

    Raises: ServerUnavailable where our key cannot be had
    """
    program, _, signed = mark.rpartition(" ")
    if not verify(signed, "container", container, program):
        return False
    machine, boot, pid, started = program.split()
    if machine != _machine():
        return False
    return boot != _boot() or _started(int(pid)) != started


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
