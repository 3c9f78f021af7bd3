"""Captures the packets of a server's connections, as an eavesdropper on the network sees them.

A raw socket (packet(7)) hands them over, which takes the capability CAP_NET_RAW. The kernel
drops packets neither to nor from the server's port, so nothing else is read.
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
"""ETH_P_ALL, ETH_P_IP and ETH_P_IPV6 of linux/if_ether.h."""
_IPV6_HEADER = 40
_LOOPBACK, _OUTGOING = "lo", 4
"""On loopback a packet that is sent is seen once more as it arrives."""
_SO_ATTACH_FILTER, _SO_RCVBUFFORCE = 26, 33
_SOL_PACKET, _PACKET_STATISTICS = 263, 6
_BUFFER_BYTES = 64 << 20
_MAX_PACKET_BYTES = 1 << 17
_TIMEOUT_SECONDS = 0.05
_SEPARATE = bytes(64)
"""Between connections, so that nothing is found across their border."""


@dataclass
class CapturedTraffic:
    """What went over connections each way, in the order of capture, retransmitted segments
    included. `why_not_captured` says why nothing could be captured."""

    why_not_captured: Message = NOTHING
    _payloads: dict[str, dict[int, bytearray]] = field(default_factory=dict, repr=False)
    """Way → port of the client → bytes."""

    def add(self, way: str, client: int, payload: bytes) -> None:
        self._payloads.setdefault(way, {}).setdefault(client, bytearray()).extend(payload)

    @contextmanager
    def searchable_place(self) -> Iterator[DataPlace]:
        """A place that can be searched, with a file for each way, as long as this lasts."""
        if self.why_not_captured:
            yield DataPlace(
                PlaceName.PACKETS, None, reason=self.why_not_captured, must_find_plaintext=True
            )
            return
        with tempfile.TemporaryDirectory(prefix="cipherbench-") as folder:
            for way, clients in self._payloads.items():
                Path(folder, way).write_bytes(_SEPARATE.join(clients.values()))
            yield DataPlace(PlaceName.PACKETS, folder, must_find_plaintext=True)


@contextmanager
def capture_packets(endpoint: Endpoint) -> Iterator[CapturedTraffic | None]:
    """Capture the packets of connections to a server while the block lasts; None for a server on
    which TLS is not compared."""
    if endpoint.tls_to_compare is None or endpoint.port is None:
        yield None
        return
    traffic = CapturedTraffic()
    try:
        capture_socket = _capture_socket(endpoint.port)
    except OSError as error:
        traffic.why_not_captured = (
            _NOT_ALLOWED if isinstance(error, PermissionError) else Message(str(error))
        )
        yield traffic
        return
    over = threading.Event()
    thread = threading.Thread(
        target=_capture, args=(capture_socket, endpoint.port, traffic, over), daemon=True
    )
    thread.start()
    try:
        yield traffic
    finally:
        over.set()
        thread.join()
        if not traffic.why_not_captured and _dropped_packets(capture_socket):
            traffic.why_not_captured = _TOO_FAST
        capture_socket.close()


_NOT_ALLOWED = phrase(
    "Reading packets needs root or the capability CAP_NET_RAW, which this user does not have."
)
_TOO_FAST = phrase("Some packets were lost before they could be read.")


def _capture_socket(port: int) -> socket.socket:
    """A raw socket that receives TCP packets to and from a port, none that came before its
    filter was attached."""
    capture_socket = packet_socket()
    try:
        _attach_port_filter(capture_socket, port)
        try:
            capture_socket.setsockopt(socket.SOL_SOCKET, _SO_RCVBUFFORCE, _BUFFER_BYTES)
        except PermissionError:
            capture_socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _BUFFER_BYTES)
        _bind(capture_socket)
        capture_socket.settimeout(_TIMEOUT_SECONDS)
    except BaseException:
        capture_socket.close()
        raise
    return capture_socket


def _bind(capture_socket: socket.socket) -> None:
    """Bind to all devices, which Python's own bind cannot. With one protocol only it would not
    receive what this machine sends."""
    address = struct.pack("=HHiHBB8s", capture_socket.family, socket.htons(_ALL), 0, 0, 0, 0, b"")
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.bind(capture_socket.fileno(), address, len(address)):
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _attach_port_filter(capture_socket: socket.socket, port: int) -> None:
    """Have the kernel hand over only packets of a port (bpf(4)); offsets are those of an IP packet
    without its link-layer header."""
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
    buffer = ctypes.create_string_buffer(code, len(code))
    program_struct = struct.pack("HP", len(program), ctypes.addressof(buffer))
    capture_socket.setsockopt(socket.SOL_SOCKET, _SO_ATTACH_FILTER, program_struct)


def _capture(
    capture_socket: socket.socket, port: int, traffic: CapturedTraffic, over: threading.Event
) -> None:
    """Receive until it is over and nothing more arrives. What stops it early is reported: that no
    packets were captured is no proof that the planted plaintext (marker) was absent."""
    try:
        _receive(capture_socket, port, traffic, over)
    except (OSError, IndexError, struct.error) as error:
        traffic.why_not_captured = Message(str(error))


def _receive(
    capture_socket: socket.socket, port: int, traffic: CapturedTraffic, over: threading.Event
) -> None:
    while True:
        try:
            packet, (device, protocol, kind, *_) = capture_socket.recvfrom(_MAX_PACKET_BYTES)
        except TimeoutError:
            if over.is_set():
                return
            continue
        is_duplicate = device == _LOOPBACK and kind == _OUTGOING
        if protocol in (_IPV4, _IPV6) and not is_duplicate:
            _add_packet(packet, port, traffic)


def _add_packet(packet: bytes, port: int, traffic: CapturedTraffic) -> None:
    header, whole = _header_and_total_length(packet)
    sender, receiver = struct.unpack_from("!HH", packet, header)
    payload = packet[header + (packet[header + 12] >> 4) * 4 : whole or len(packet)]
    if payload:
        way, client = (FROM_SERVER, receiver) if sender == port else (TO_SERVER, sender)
        traffic.add(way, client, payload)


def _header_and_total_length(packet: bytes) -> tuple[int, int]:
    """Bytes of the header of an IP packet and in total; total 0 where the length field is 0
    (segmentation offload, jumbograms)."""
    if packet[0] >> 4 == 4:
        return (packet[0] & 0xF) * 4, int.from_bytes(packet[2:4])
    rest = int.from_bytes(packet[4:6])
    return _IPV6_HEADER, rest and _IPV6_HEADER + rest


def _dropped_packets(capture_socket: socket.socket) -> int:
    """How many packets the kernel dropped as the buffer was full."""
    statistics = capture_socket.getsockopt(_SOL_PACKET, _PACKET_STATISTICS, 8)
    return int(struct.unpack("II", statistics)[1])
