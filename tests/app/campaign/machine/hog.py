"""A neighbour that wants a core for itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_BUSY = """
import ctypes, os, sys
ctypes.CDLL(None).prctl(1, 9)  # PR_SET_PDEATHSIG: a test that is killed leaves no neighbour behind
os.sched_setaffinity(0, {int(sys.argv[1])})
first = os.getpid()
for _ in range(int(sys.argv[2]) - 1):
    if os.fork() == 0:
        os.setsid()
        os.read(0, 1)
        while os.getppid() == first: pass
        os._exit(0)
print(flush=True)
os.read(0, 1)
while True: pass
"""


@contextmanager
def hogs_at_hand(core: int, hogs: int) -> Iterator[Callable[[], None]]:
    """So many processes that wait; what this gives lets them keep a core busy at once, as long as
    the block lasts. Where sessions share a core each has a share of its own."""
    with subprocess.Popen(
        [sys.executable, "-c", _BUSY, str(core), str(hogs)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as first:
        assert first.stdin is not None and first.stdout is not None
        try:
            first.stdout.readline()
            yield first.stdin.close
        finally:
            first.kill()


@contextmanager
def hogged(core: int) -> Iterator[None]:
    """Keep a core busy while the block lasts."""
    with hogs_at_hand(core, 1) as begin:
        begin()
        yield


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
