"""Readers of the CPU that a server spends on connections: by its threads, else by its processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engines.contract.endpoint import Endpoint
from engines.platform.process_counters import (
    ThreadClock,
    cpu_nanoseconds,
    processes_under,
)
from engines.platform.process_inspection import thread_in_namespace

type CpuReader = Callable[[], int | None]
"""Returns nanoseconds of CPU that a server has spent so far; None where that cannot be seen."""


def server_cpu(endpoint: Endpoint, thread: int | None) -> CpuReader:
    """A reader of the CPU that a server spends on one connection: of the connection's own thread
    if it is known and neither a pooler nor a standby takes part, else of all processes; and of the
    process that encrypts its folder."""
    return _with_encrypting_process(endpoint, _of_server(endpoint, thread))


def _with_encrypting_process(endpoint: Endpoint, server: CpuReader) -> CpuReader:
    if endpoint.encryption_pid is None:
        return server
    encrypting = [endpoint.encryption_pid]
    return lambda: _sum_if_all_known((server(), _cpu_of(encrypting)))


def _of_server(endpoint: Endpoint, thread: int | None) -> CpuReader:
    if endpoint.in_process:
        return lambda: 0  # the worker's
    if endpoint.pid is None:
        return lambda: None
    if not endpoint.helper_pids and thread is not None:
        reader = _of_thread(endpoint.pid, thread)
        if reader is not None:
            return reader
    return _of_processes((endpoint.pid, *endpoint.helper_pids))


def _of_processes(roots: Sequence[int]) -> CpuReader:
    """Of all under these roots; None once a root has ended. Any other one that ends, such as a
    connection that Pgpool-II has kept for later clients, has served others than who is connected:
    what it had spent stands."""
    spent = {pid: 0 for root in roots for pid in processes_under(root)}

    def read() -> int | None:
        now = {pid: cpu_nanoseconds(pid) for pid in spent}
        spent.update((pid, each) for pid, each in now.items() if each is not None)
        return None if any(now[root] is None for root in roots) else sum(spent.values())

    return read


def connections_cpu(endpoint: Endpoint, threads: Sequence[int | None]) -> CpuReader:
    """A reader of the CPU that a server spends on several connections while it also works for
    others: that of their threads, None if one is not known or there is a pooler or a standby; and
    of the process that encrypts the folder, which belongs to one side."""
    return _with_encrypting_process(endpoint, _of_threads(endpoint, threads))


def _of_threads(endpoint: Endpoint, threads: Sequence[int | None]) -> CpuReader:
    if endpoint.in_process:
        return lambda: 0  # the worker's
    if endpoint.pid is None or endpoint.helper_pids:
        return lambda: None
    found = [each and _of_thread(endpoint.pid, each) for each in threads]
    readers = [each for each in found if each]
    if len(readers) < len(threads):
        return lambda: None
    return lambda: _sum_if_all_known(each() for each in readers)


def _sum_if_all_known(found: Iterable[int | None]) -> int | None:
    known = list(found)
    return None if None in known else sum(each for each in known if each is not None)


def _cpu_of(pids: list[int]) -> int | None:
    return _sum_if_all_known(map(cpu_nanoseconds, pids))


def _of_thread(root: int, thread: int) -> CpuReader | None:
    """None where none of the server's processes has such a thread."""
    for pid in processes_under(root):
        found = thread_in_namespace(pid, thread)
        if found is not None:
            return ThreadClock(pid, found).nanoseconds
    return None
