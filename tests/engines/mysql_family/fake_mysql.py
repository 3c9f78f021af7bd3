"""As much of a MySQL as lets a client in, or asks for a login that it has no plugin for."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_CAPABILITIES = 0x000FF7FF | 0x00080000  # CLIENT_MYSQL among them, PLUGIN_AUTH; no SSL
_OK = b"\0\0\0\2\0\0\0"


@contextmanager
def mysql(version: str, plugin: str) -> Iterator[int]:
    """The port of one that answers to `version()`, and to all else that it is done."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=_let_in, args=(door, version, plugin), daemon=True).start()
        yield door.getsockname()[1]
        door.shutdown(socket.SHUT_RDWR)


def _let_in(door: socket.socket, version: str, plugin: str) -> None:
    with suppress(OSError):
        while True:
            client, _ = door.accept()
            threading.Thread(target=_serve, args=(client, version, plugin), daemon=True).start()


def _serve(client: socket.socket, version: str, plugin: str) -> None:
    with client, suppress(OSError):
        client.sendall(_framed(0, _greeting(version, plugin)))
        if not client.recv(65_536):
            return
        client.sendall(_framed(2, _OK))
        while asked := client.recv(65_536):
            if b"version()" not in asked:
                client.sendall(_framed(1, _OK))
                continue
            fields = (b"\2", _column("version()"), _column("0"), b"\xfe\0\0\2\0")
            row = _text(version) + _text("0")
            packets = (*fields, row, b"\xfe\0\0\2\0")
            client.sendall(b"".join(_framed(i, each) for i, each in enumerate(packets, 1)))


def _greeting(version: str, plugin: str) -> bytes:
    low, high = _CAPABILITIES & 0xFFFF, _CAPABILITIES >> 16
    return b"".join((
        b"\x0a", version.encode(), b"\0", (7).to_bytes(4, "little"), b"abcdefgh\0",
        low.to_bytes(2, "little"), b"\xff", b"\2\0", high.to_bytes(2, "little"), b"\x15",
        bytes(10), b"ijklmnopqrst\0", plugin.encode(), b"\0",
    ))  # fmt: skip


def _column(name: str) -> bytes:
    names = b"".join(map(_text, ("def", "", "", "", name, name)))
    return names + b"\x0c\x2d\0" + (64).to_bytes(4, "little") + b"\xfd\0\0\0\0\0"


def _text(value: str) -> bytes:
    return bytes([len(value)]) + value.encode()


def _framed(number: int, packet: bytes) -> bytes:
    return len(packet).to_bytes(3, "little") + bytes([number]) + packet
