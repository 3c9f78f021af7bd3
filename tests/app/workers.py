"""Finding the worker processes of a campaign."""

from __future__ import annotations

import os
from contextlib import suppress

import psutil

from tests.app.forked_fork_server import NAME
from tests.families import below


def nurseries_of(program: int | None = None) -> list[psutil.Process]:
    """The processes that a program (this one, where none is named) forks its workers from."""
    found = []
    for child in psutil.Process(program).children():
        with suppress(psutil.Error):
            if _is_of_a_fork_server(child):
                found.append(child)
    return found


def workers_of(program: int | None = None) -> list[psutil.Process]:
    """The workers that a program's fork server (this one's, where none is named) has brought up."""
    found = []
    for child in below(os.getpid() if program is None else program):
        with suppress(psutil.Error):
            if _is_of_a_fork_server(child) and _is_of_a_fork_server(psutil.Process(child.ppid())):
                found.append(child)
    return found


def _is_of_a_fork_server(process: psutil.Process) -> bool:
    """A worker is forked, so its command line and its name are those of the fork server."""
    words = " ".join(process.cmdline())
    return process.name() == NAME or "multiprocessing.forkserver" in words
