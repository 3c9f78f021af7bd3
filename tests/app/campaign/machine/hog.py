"""A neighbour that wants a core for itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_BUSY = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(1, 9)  # PR_SET_PDEATHSIG: a test that is killed leaves no neighbour behind
os.sched_setaffinity(0, {int(sys.argv[1])})
first = os.getpid()
for _ in range(int(sys.argv[2]) - 1):
    if os.fork() == 0:
        os.setsid()
        while os.getppid() == first: pass
        os._exit(0)
print(flush=True)
while True: pass
"""


@contextmanager
def hogged(core: int, hogs: int = 1) -> Iterator[None]:
    """Keep a core busy while the block lasts, with so many processes; where sessions share a core
    each has a share of its own."""
    with subprocess.Popen(
        [sys.executable, "-c", _BUSY, str(core), str(hogs)],
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as hog:
        assert hog.stdout is not None
        try:
            hog.stdout.readline()
            yield
        finally:
            hog.kill()


@contextmanager
def on_core(core: int, *, hog: bool = False) -> Iterator[None]:
    """Be bound to a core while the block lasts, with a neighbour on it if so wanted."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        if not hog:
            yield
        else:
            with hogged(core):
                yield
    finally:
        os.sched_setaffinity(0, before)
