"""The turns of one side of a lockstep in an operation: when each is over, its seconds, and the CPU
that worker and server spent in it."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter_ns, process_time_ns

from app.campaign.turns.baton import MOST_STATEMENTS, TURN_NS, Side
from app.results.turns import Turns
from engines.contract.endpoint import Endpoint
from engines.platform.counters import (
    ThreadClock,
    cpu_nanoseconds,
    processes_under,
    thread_in_namespace,
)

type ServerCpu = Callable[[], int | None]
"""Nanoseconds of CPU that the server has spent on this side; None where that cannot be seen."""


@dataclass(frozen=True)
class _Ends:
    """Readings at one end of a turn, in nanoseconds."""

    at: int
    worker: int
    server: int | None


class TurnTaking:
    """Counts the statements of turns and reads CPU at their ends, outside the clock.

    `begin` an operation, then `open` and `close` turn after turn, with `hand_on` between.
    """

    def __init__(self, side: Side) -> None:
        self.side = side
        self._operation = 0
        self._statements: int | None = None
        self._server: ServerCpu = lambda: None
        self._opened: _Ends | None = None
        self._first = 0
        self._forget()

    def _forget(self) -> None:
        self._seconds, self._elapsed, self._cpu = array("d"), array("d"), array("d")
        self._counts = array("I")
        self._worker_ns = 0
        self._server_ns: int | None = 0

    def begin(self, operation: int, server: ServerCpu) -> None:
        """An operation begins, known by its number; `server` is read at the ends of its turns."""
        self._forget()
        self._operation, self._server = operation, server
        self._statements = self.side.statements(operation)

    @property
    def is_open(self) -> bool:
        return self._opened is not None

    def open(self, count: int) -> int:
        """Begin the next turn, after `count` statements of the operation; returns the count at
        which it is over."""
        self._first = count
        # Another side may have settled it meanwhile.
        self._statements = self._statements or self.side.statements(self._operation)
        self._opened = _Ends(perf_counter_ns(), process_time_ns(), self._server())
        return count + (self._statements or 1)

    def has_time(self, count: int) -> bool:
        """Whether the turn has time for another statement; only in the first turn of an operation
        without a warm-up, whose length is not known in advance."""
        if self._statements is not None or self._opened is None:
            return False
        done = count - self._first
        over = perf_counter_ns() - self._opened.at >= TURN_NS or done >= MOST_STATEMENTS
        if over and done:
            self._statements = done
            self.side.set_statements(self._operation, done)
        return not over

    def close(self) -> None:
        """End the turn and record what it took."""
        assert self._opened is not None
        opened, self._opened = self._opened, None
        server = self._server()
        worker = process_time_ns() - opened.worker
        self._elapsed.append((perf_counter_ns() - opened.at) / 1e9)
        self._worker_ns += worker
        if server is None or opened.server is None or self._server_ns is None:
            self._server_ns = None
            self._cpu.append(math.nan)
        else:
            self._server_ns += server - opened.server
            self._cpu.append((worker + server - opened.server) / 1e9)

    def record_turn(self, count: int, seconds: float) -> None:
        """Record the turn that was closed: it ended at `count` statements of the operation and
        spent `seconds` inside its own."""
        self._seconds.append(seconds)
        self._counts.append(count - self._first)

    def to_turns(self) -> Turns:
        return Turns(
            tuple(self._seconds), tuple(self._elapsed), tuple(self._cpu), tuple(self._counts)
        )

    @property
    def worker_cpu(self) -> float:
        return self._worker_ns / 1e9

    @property
    def server_cpu(self) -> float | None:
        """Seconds of CPU of the server; None if not available."""
        return None if self._server_ns is None else self._server_ns / 1e9


def server_cpu(endpoint: Endpoint, thread: int | None) -> ServerCpu:
    """A reader of the CPU that a server spends on one connection: that of the connection's own
    thread if known, else of all its processes; and of the process that encrypts its folder. With a
    pooler or a standby, of all processes."""
    return _with_folder(endpoint, _of_server(endpoint, thread))


def _with_folder(endpoint: Endpoint, server: ServerCpu) -> ServerCpu:
    if endpoint.folder_pid is None:
        return server
    folder = [endpoint.folder_pid]
    return lambda: _added((server(), _sum(folder)))


def _of_server(endpoint: Endpoint, thread: int | None) -> ServerCpu:
    if endpoint.in_process:
        return lambda: 0  # the worker's
    if endpoint.pid is None:
        return lambda: None
    if not endpoint.side_pids and thread is not None:
        reader = _of_thread(endpoint.pid, thread)
        if reader is not None:
            return reader
    pids = [pid for root in (endpoint.pid, *endpoint.side_pids) for pid in processes_under(root)]
    return lambda: _sum(pids)


def connections_cpu(endpoint: Endpoint, threads: Sequence[int | None]) -> ServerCpu:
    """A reader of the CPU that a server spends on several connections while it also works for
    others: that of their threads, None if one is not known or there is a pooler or a standby; and
    of the process that encrypts the folder, which belongs to one side."""
    return _with_folder(endpoint, _of_threads(endpoint, threads))


def _of_threads(endpoint: Endpoint, threads: Sequence[int | None]) -> ServerCpu:
    if endpoint.in_process:
        return lambda: 0  # the worker's
    if endpoint.pid is None or endpoint.side_pids:
        return lambda: None
    found = [each and _of_thread(endpoint.pid, each) for each in threads]
    readers = [each for each in found if each]
    if len(readers) < len(threads):
        return lambda: None
    return lambda: _added(each() for each in readers)


def _added(found: Iterable[int | None]) -> int | None:
    known = list(found)
    return None if None in known else sum(each for each in known if each is not None)


def _sum(pids: list[int]) -> int | None:
    return _added(map(cpu_nanoseconds, pids))


def _of_thread(root: int, thread: int) -> ServerCpu | None:
    """None where none of the server's processes has such a thread."""
    for pid in processes_under(root):
        found = thread_in_namespace(pid, thread)
        if found is not None:
            return ThreadClock(pid, found).nanoseconds
    return None
