"""Captures the packets of a server's connections, as an eavesdropper on the network sees them.

A raw socket (packet(7)) hands them over, which takes the right CAP_NET_RAW. The kernel sorts out
what does not go to the server's port or come from it, so nothing else is read.
"""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from engines.contract.data_place import DataPlace, PlaceName
from engines.contract.endpoint import Endpoint
from engines.contract.message import NOTHING, Message, phrase
from engines.platform.network import packet_socket

TO_SERVER, FROM_SERVER = "to server", "from server"
"""The names of what went each way."""

_ALL, _IPV4, _IPV6 = 0x0003, 0x0800, 0x86DD
_IPV6_HEADER = 40
_LOOPBACK, _OUTGOING = "lo", 4
"""There a packet that is sent is seen once more as it arrives."""
_SO_ATTACH_FILTER, _SO_RCVBUFFORCE = 26, 33
_SOL_PACKET, _PACKET_STATISTICS = 263, 6
_BUFFER_BYTES = 64 << 20
_LONGEST = 1 << 17
_LOOK_SECONDS = 0.05
_SEPARATE = bytes(64)
"""Between connections, so that nothing is found across their border."""


@dataclass
class CapturedTraffic:
    """What went over connections each way, in order; `unable` says why nothing could be heard."""

    unable: Message = NOTHING
    _ways: dict[str, dict[int, bytearray]] = field(default_factory=dict, repr=False)
    """Way → port of the client → bytes."""

    def add(self, way: str, client: int, payload: bytes) -> None:
        """A segment, as it was sent."""
        self._ways.setdefault(way, {}).setdefault(client, bytearray()).extend(payload)

    @contextmanager
    def searchable_place(self) -> Iterator[DataPlace]:
        """A place that can be searched, with a file for each way, as long as this lasts."""
        if self.unable:
            yield DataPlace(PlaceName.PACKETS, None, reason=self.unable, holds_plaintext=True)
            return
        with tempfile.TemporaryDirectory(prefix="cipherbench-") as folder:
            for way, clients in self._ways.items():
                Path(folder, way).write_bytes(_SEPARATE.join(clients.values()))
            yield DataPlace(PlaceName.PACKETS, folder, holds_plaintext=True)


@contextmanager
def listening(endpoint: Endpoint) -> Iterator[CapturedTraffic | None]:
    """Capture the packets of connections to a server while the block lasts; None for a server on
    which TLS is not compared."""
    if endpoint.offers is None or endpoint.port is None:
        yield None
        return
    heard = CapturedTraffic()
    try:
        ear = _ear(endpoint.port)
    except OSError as error:
        heard.unable = _NOT_ALLOWED if isinstance(error, PermissionError) else Message(str(error))
        yield heard
        return
    over = threading.Event()
    listener = threading.Thread(target=_listen, args=(ear, endpoint.port, heard, over), daemon=True)
    listener.start()
    try:
        yield heard
    finally:
        over.set()
        listener.join()
        if not heard.unable and _missed(ear):
            heard.unable = _TOO_FAST
        ear.close()


_NOT_ALLOWED = phrase(
    "Reading packets needs root or the capability CAP_NET_RAW, which this user does not have."
)
_TOO_FAST = phrase("Some packets were lost before they could be read.")


def _ear(port: int) -> socket.socket:
    """A raw socket that hears IP packets of TCP to and from a port, and nothing before."""
    ear = packet_socket()
    try:
        _sort_out(ear, port)
        try:
            ear.setsockopt(socket.SOL_SOCKET, _SO_RCVBUFFORCE, _BUFFER_BYTES)
        except PermissionError:
            ear.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _BUFFER_BYTES)
        _bind(ear)
        ear.settimeout(_LOOK_SECONDS)
    except BaseException:
        ear.close()
        raise
    return ear


def _bind(ear: socket.socket) -> None:
    """To all devices, which Python's own bind cannot. By one protocol alone it would not hear what
    this machine sends."""
    place = struct.pack("=HHiHBB8s", ear.family, socket.htons(_ALL), 0, 0, 0, 0, b"")
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.bind(ear.fileno(), place, len(place)):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _sort_out(ear: socket.socket, port: int) -> None:
    """Have the kernel hand over what belongs to a port alone (bpf(4)); offsets are those of an IP
    packet without what is before it."""
    program = (
        (0x30, 0, 0, 0),
        (0x74, 0, 0, 4),  # the version
        (0x15, 7, 0, 6),
        (0x15, 0, 13, 4),
        (0x30, 0, 0, 9),  # the protocol
        (0x15, 0, 11, socket.IPPROTO_TCP),
        (0x28, 0, 0, 6),  # a later fragment has no ports
        (0x45, 9, 0, 0x1FFF),
        (0xB1, 0, 0, 0),  # how long the header is
        (0x05, 0, 0, 3),
        (0x30, 0, 0, 6),  # the protocol of version 6: TCP comes without further headers
        (0x15, 0, 5, socket.IPPROTO_TCP),
        (0x01, 0, 0, _IPV6_HEADER),
        (0x48, 0, 0, 0),  # the sender's port
        (0x15, 3, 0, port),
        (0x48, 0, 0, 2),  # the receiver's
        (0x15, 1, 0, port),
        (0x06, 0, 0, 0),
        (0x06, 0, 0, 0xFFFFFFFF),
    )
    code = b"".join(struct.pack("HBBI", *each) for each in program)
    held = ctypes.create_string_buffer(code, len(code))
    program_struct = struct.pack("HP", len(program), ctypes.addressof(held))
    ear.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, program_struct)


def _listen(ear: socket.socket, port: int, heard: CapturedTraffic, over: threading.Event) -> None:
    """Until it is over and nothing more has come. What ends it earlier is told: silence is not
    packets without the marker."""
    try:
        _hear(ear, port, heard, over)
    except (OSError, IndexError, struct.error) as error:
        heard.unable = Message(str(error))


def _hear(ear: socket.socket, port: int, heard: CapturedTraffic, over: threading.Event) -> None:
    while True:
        try:
            packet, (card, protocol, kind, *_) = ear.recvfrom(_LONGEST)
        except TimeoutError:
            if over.is_set():
                return
            continue
        twice = card == _LOOPBACK and kind == _OUTGOING
        if protocol in (_IPV4, _IPV6) and not twice:
            _take_in(packet, port, heard)


def _take_in(packet: bytes, port: int, heard: CapturedTraffic) -> None:
    header, whole = _measures(packet)
    sender, receiver = struct.unpack_from("!HH", packet, header)
    payload = packet[header + (packet[header + 12] >> 4) * 4 : whole or len(packet)]
    if payload:
        way, client = (FROM_SERVER, receiver) if sender == port else (TO_SERVER, sender)
        heard.add(way, client, payload)


def _measures(packet: bytes) -> tuple[int, int]:
    """How many bytes the header of an IP packet and all of it have; 0 where that is not told, as of
    one that is larger than its number can say."""
    if packet[0] >> 4 == 4:
        return (packet[0] & 0xF) * 4, int.from_bytes(packet[2:4])
    rest = int.from_bytes(packet[4:6])
    return _IPV6_HEADER, rest and _IPV6_HEADER + rest


def _missed(ear: socket.socket) -> int:
    """How many packets found no room."""
    statistics = ear.getsockopt(_SOL_PACKET, _PACKET_STATISTICS, 8)
    return int(struct.unpack("II", statistics)[1])
