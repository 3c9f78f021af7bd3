"""The identity of a running program, written to locks and labels so that another program can tell
whether their owner still runs."""

from __future__ import annotations

import hashlib
import os
import platform

from engines.platform.processes import boot_id, has_ended, machine_facts, start_time_of

_UNKNOWN, _RUNNING = "unknown", "running"
"""In place of a boot or a start that the system does not tell."""


def program_identity() -> str:
    """This process: `<machine> <boot_id> <pid> <start>`, the start in clock ticks since boot."""
    pid = os.getpid()
    return f"{_machine()} {boot_id() or _UNKNOWN} {pid} {start_time_of(pid) or _RUNNING}"


def has_program_ended(program: str) -> bool:
    """Whether a program has certainly ended.

    Programs of another machine, or of another process namespace, cannot be seen from here: they are
    never taken for gone, nor is what names none.
    """
    try:
        machine, its_boot, number, start = program.split()
        pid = int(number)
    except ValueError:
        return False
    if machine != _machine():
        return False
    return (
        its_boot != (boot_id() or _UNKNOWN)
        or has_ended(pid)
        or (start != _RUNNING and start_time_of(pid) != start)
    )


def _machine() -> str:
    """The machine, by a hash of what tells it from others, and the process namespace on it."""
    facts = "\n".join([platform.node(), *machine_facts()])
    return hashlib.sha256(facts.encode()).hexdigest()[:16]
