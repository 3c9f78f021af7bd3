"""What idle hosts ask of a coordinator: 2, 8 and 32 real ones in network namespaces on a shaped
cable, each heard every second and waiting for shares."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass

import psutil
from sqlalchemy import Engine, create_engine, text

from benchmarks.hosts.machines import Machines, machines, tell_load

_NUMBERS = (2, 8, 32)
_AT_ONCE = 4
_SETTLE_SECONDS, _SECONDS = 12, 30
_MB = 1 << 20


def measure() -> dict[str, float]:
    """For so many hosts `coordinator_cores_…`, all of its processes, PostgreSQL's among them;
    `coordinator_asked_…` transactions, `coordinator_packets_…` and `coordinator_kb_…` on its
    network device a second, both ways; `coordinator_connections_…`, and `coordinator_mb_…` of
    memory that no other process has.

    Raises: PeerMissing
    """
    found = dict[str, float]()
    with machines(_NUMBERS[-1]) as made:
        url = made.owner.url.set(drivername="postgresql+psycopg")
        with closing(_Looking(made, create_engine(url))) as looking:
            for number, begun in zip(_NUMBERS, (0, *_NUMBERS), strict=False):
                _join(made, begun, number)
                time.sleep(_SETTLE_SECONDS)
                before = looking.glance()
                time.sleep(_SECONDS)
                after = looking.glance()
                tell_load()
                found |= {f"coordinator_{key}_{number}": value
                          for key, value in _between(before, after).items()}  # fmt: skip
                found[f"coordinator_mb_{number}"] = looking.own_mb()
    return found


def _join(made: Machines, begun: int, number: int) -> None:
    """Have as many joined, some at a time."""
    for first in range(begun, number, _AT_ONCE):
        names = made.names[first : min(first + _AT_ONCE, number)]
        for name, host in [(each, made.start_host(each)) for each in names]:
            made.await_words(host, f"{name} joined")
    print(f"  {number} hosts have joined", file=sys.stderr, flush=True)


@dataclass(frozen=True)
class _Glance:
    at: float
    cpu_s: float
    asked: int
    packets: int
    bytes: int
    connections: int


def _between(before: _Glance, after: _Glance) -> dict[str, float]:
    seconds = after.at - before.at
    return {
        "cores": (after.cpu_s - before.cpu_s) / seconds,
        "asked": (after.asked - before.asked) / seconds,
        "packets": (after.packets - before.packets) / seconds,
        "kb": (after.bytes - before.bytes) / seconds / 1000,
        "connections": float(after.connections),
    }


@dataclass
class _Looking:
    """Looks at the coordinator from beside; its one connection is left out."""

    made: Machines
    engine: Engine

    def close(self) -> None:
        self.engine.dispose()

    def glance(self) -> _Glance:
        with self.engine.connect() as connection:
            asked = connection.scalar(text(_ASKED))
            connections = connection.scalar(text(_CONNECTIONS))
        packets, sent = self._carried()
        cpu = sum(_cpu_s(each) for each in self.made.coordinator_family())
        return _Glance(time.monotonic(), cpu, int(asked), packets, sent, int(connections))

    def own_mb(self) -> float:
        family = self.made.coordinator_family()
        return float(sum(each.memory_full_info().uss for each in family)) / _MB

    def _carried(self) -> tuple[int, int]:
        """Packets and bytes of its network device, both ways."""
        words = [*self.made.network.words(0), "cat", "/proc/net/dev"]
        reported = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        [line] = [each for each in reported.splitlines() if each.strip().startswith("eth0:")]
        numbers = [int(each) for each in line.partition(":")[2].split()]
        return numbers[1] + numbers[9], numbers[0] + numbers[8]


def _cpu_s(process: psutil.Process) -> float:
    """Of it, and of its children that have ended."""
    try:
        return float(sum(process.cpu_times()[:4]))
    except psutil.Error:
        return 0.0


_ASKED = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
_CONNECTIONS = (
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
)
