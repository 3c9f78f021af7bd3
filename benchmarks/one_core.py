"""Both sides and the server on one core, where every microsecond of a client shows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from benchmarks.missing import PeerMissing
from engines.platform.process_counters import processes_under
from engines.servers.server import Server


@contextmanager
def one_core(server: Server) -> Iterator[int]:
    """This process, what it starts meanwhile, and a server's processes on the last core that they
    may use, whose number it gives; afterwards on all of them again.

    Raises: PeerMissing where cores cannot be chosen
    """
    try:
        allowed = os.sched_getaffinity(0)
    except AttributeError as error:
        raise PeerMissing("This system binds nothing to a core.") from error
    place(server, {max(allowed)})
    try:
        yield max(allowed)
    finally:
        place(server, allowed)


def place(server: Server, cores: set[int]) -> None:
    """Bind a server's threads, and this process's, to these cores."""
    pids = [os.getpid(), *(processes_under(server.endpoint.pid) if server.endpoint.pid else ())]
    for pid in pids:
        with suppress(FileNotFoundError, ProcessLookupError):  # one that has ended since
            for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 numbers, no paths
                os.sched_setaffinity(int(thread), cores)
