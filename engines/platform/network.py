"""Sockets of Linux: raw ones that receive packets, and when data last came over TCP connections."""

from __future__ import annotations

import os
import socket
import stat
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress

_ESTABLISHED = 1
_BYTES, _STATE, _LAST_RECEIVED = 56, "B", "52xI"
"""Of `struct tcp_info` (linux/tcp.h): length, state, milliseconds since data came."""

if sys.platform == "linux":

    def packet_socket() -> socket.socket:
        """One that receives IP packets.

        Raises: OSError where there are none, or this user may not
        """
        return socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, 0)

    def receive_ages() -> Iterator[float]:
        """Seconds since data came over each TCP connection of this process."""
        for descriptor in map(int, os.listdir("/proc/self/fd")):  # noqa: PTH208
            with suppress(OSError):  # closed meanwhile, or no TCP
                if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                    continue
                with socket.socket(fileno=os.dup(descriptor)) as each:
                    info = each.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _BYTES)
                if struct.unpack_from(_STATE, info)[0] == _ESTABLISHED:
                    yield struct.unpack_from(_LAST_RECEIVED, info)[0] / 1000

else:

    def packet_socket() -> socket.socket:
        """One that receives IP packets.

        Raises: OSError: there are none here
        """
        raise PermissionError(f"{sys.platform} has no packet sockets")

    def receive_ages() -> Iterator[float]:
        """Seconds since data came over each TCP connection of this process; not known here."""
        yield from ()
