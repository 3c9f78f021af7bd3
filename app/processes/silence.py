"""Whether anything still comes from a server, seen at the TCP connections of this very process: a
driver that waits for an answer tells nobody, and most would wait for ever."""

from __future__ import annotations

import os
import socket
import stat
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection

_LOOK_SECONDS = 0.25
_ESTABLISHED = 1
_BYTES, _STATE, _LAST_RECEIVED = 56, "B", "52xI"
"""Of `struct tcp_info` (linux/tcp.h): length, state, milliseconds since data came."""

HEARD = None
"""What is sent while a server is heard, before the answer."""


def answer_while_heard(pipe: Connection, work: Callable[[], object]) -> None:
    """Send what `work` gives, and before it, several times a second, `HEARD` as long as something
    comes from a server. From a driver that lets no other thread run nothing is heard."""
    sending, over = threading.Lock(), threading.Event()

    def tell() -> None:
        looked = time.monotonic()
        while not over.wait(_LOOK_SECONDS):
            before, looked = looked, time.monotonic()
            ago = heard_ago()
            with sending:
                if not over.is_set() and (ago is None or ago <= looked - before):
                    pipe.send(HEARD)

    threading.Thread(target=tell, daemon=True).start()
    answer = work()
    with sending:
        over.set()
    pipe.send(answer)


def heard_ago() -> float | None:
    """Seconds since data came over any TCP connection of this process; None without one."""
    return min(_heard_over_each(), default=None)


def _heard_over_each() -> Iterator[float]:
    for descriptor in map(int, os.listdir("/proc/self/fd")):  # noqa: PTH208
        with suppress(OSError):  # closed meanwhile, or no TCP
            if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                continue
            with socket.socket(fileno=os.dup(descriptor)) as each:
                reported = each.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _BYTES)
            if struct.unpack_from(_STATE, reported)[0] == _ESTABLISHED:
                yield struct.unpack_from(_LAST_RECEIVED, reported)[0] / 1000
