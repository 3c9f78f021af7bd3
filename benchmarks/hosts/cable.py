"""A cable between network namespaces, shaped in user space: this kernel may have no netem.

    python -m benchmarks.hosts.cable ENDS

It makes so many namespaces; the i-th has 10.77.0.(10 + i) on a TUN of its own. Each packet is
delayed by 20 ± 5 ms, one in a hundred is lost, and 10 Mbit/s leave each end. Lines on stdin: “cut
1”, “heal 1”. When all are connected it says “up” and, for each namespace, the descriptor by which
others enter it (`nsenter --net=/proc/PID/fd/DESCRIPTOR`). It ends with its stdin, and namespaces
end with it and with the programs in them: they have no name that could stay behind.
"""

from __future__ import annotations

import fcntl
import heapq
import os
import random
import select
import struct
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field

DELAY_S, JITTER_S, LOSS, BITS_PER_S = 0.020, 0.005, 0.01, 10e6
_LONGEST_QUEUE_S = 0.5
_TUNSETIFF, _IFF_TUN, _IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
_FIRST = 10


def address(end: int) -> str:
    """Of an end of the cable."""
    return f"10.77.0.{_FIRST + end}"


@dataclass
class Cable:
    """`ends` are the TUNs, by their place in the row of namespaces."""

    ends: list[int]
    cut: set[int] = field(default_factory=set)
    _coming: list[tuple[float, int, int, bytes]] = field(default_factory=list)
    _free_at: dict[int, float] = field(default_factory=dict)
    _sent: int = 0

    def carry(self) -> None:
        """Pass packets on until stdin ends."""
        poll = select.poll()
        for each in (0, *self.ends):
            poll.register(each, select.POLLIN | select.POLLHUP)
        while True:
            wait = (self._coming[0][0] - time.perf_counter()) * 1000 if self._coming else None
            for ready, _ in poll.poll(None if wait is None else max(0.0, wait)):
                if ready != 0:
                    self._take(self.ends.index(ready))
                elif not self._apply_command():
                    return
            self._deliver()

    def _apply_command(self) -> bool:
        reported = os.read(0, 4096).decode()
        for line in reported.splitlines():
            word, end = line.split()
            (self.cut.add if word == "cut" else self.cut.discard)(int(end))
        return bool(reported)

    def _take(self, end: int) -> None:
        for _ in range(64):
            try:
                packet = os.read(self.ends[end], 2000)
            except BlockingIOError:
                return
            to = packet[19] - _FIRST if packet[0] >> 4 == 4 else -1
            lost = end in self.cut or to in self.cut or random.random() < LOSS
            if lost or not 0 <= to < len(self.ends):
                continue
            now = time.perf_counter()
            leaves = max(now, self._free_at.get(end, 0.0)) + len(packet) * 8 / BITS_PER_S
            if leaves - now > _LONGEST_QUEUE_S:
                continue
            self._free_at[end] = leaves
            self._sent += 1
            comes = leaves + DELAY_S + random.uniform(-JITTER_S, JITTER_S)
            heapq.heappush(self._coming, (comes, self._sent, to, packet))

    def _deliver(self) -> None:
        while self._coming and self._coming[0][0] <= time.perf_counter():
            _, _, to, packet = heapq.heappop(self._coming)
            if to not in self.cut:
                with suppress(BlockingIOError):  # as any full queue
                    os.write(self.ends[to], packet)


def _end(place: int) -> tuple[int, int]:
    """A namespace of its own and the TUN in it. This process stays in the last one that it made."""
    os.unshare(os.CLONE_NEWNET)
    namespace = os.open("/proc/self/ns/net", os.O_RDONLY)
    made = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(made, _TUNSETIFF, struct.pack("16sH22x", b"eth0", _IFF_TUN | _IFF_NO_PI))
    for words in (f"addr add {address(place)}/24 dev eth0", "link set eth0 up", "link set lo up"):
        subprocess.run(["ip", *words.split()], check=True)
    return namespace, made


def main(ends: str) -> None:
    """Connect so many, until stdin ends."""
    namespaces, tuns = zip(*map(_end, range(int(ends))), strict=True)
    sys.stdout.write(f"up {' '.join(map(str, namespaces))}\n")
    sys.stdout.flush()
    Cable(list(tuns)).carry()


if __name__ == "__main__":
    main(sys.argv[1])
