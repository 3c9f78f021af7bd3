"""A server that is none asks, instead of answering, for a file of whoever entered it."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import BinaryIO, cast

import pytest

LOCAL_FILES, NATIVE = 0x80, b"mysql_native_password\0"
OFFERED = 0x1 | 0x8 | LOCAL_FILES | 0x200 | 0x2000 | 0x8000 | 0x80000
FINE = b"\0\0\0\2\0\0\0"
QUERY = 3

VISITOR = """
import sys
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.mariadb.engine import ENGINE
try:
    endpoint = Endpoint("mariadb", "127.0.0.1", int(sys.argv[1]), user="u")
    with ENGINE.driver.connect(endpoint) as session:
        session.fetch("select 1")
except CipherbenchError as error:
    print(error)
"""


class Thief:
    """Lets everybody in and answers each query by asking for `wanted`."""

    def __init__(self, wanted: Path) -> None:
        self._wanted = str(wanted).encode()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self.client_flags: int | None = None
        self.asked = 0
        self.got = b""
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                visitor, _ = self._listening.accept()
            except OSError:
                return
            with visitor, visitor.makefile("rwb") as wire:
                try:
                    self._rob(cast(BinaryIO, wire))
                except (OSError, struct.error):
                    continue  # the visitor has gone

    def _rob(self, wire: BinaryIO) -> None:
        low, high = OFFERED & 0xFFFF, OFFERED >> 16
        greeting = b"\x0a5.5.5-10.11.6-MariaDB\0" + struct.pack("<I", 7) + b"a" * 8 + b"\0"
        greeting += struct.pack("<HBHHB", low, 45, 2, high, 21) + bytes(10) + b"b" * 12 + b"\0"
        send(wire, 0, greeting + NATIVE)
        number, answer = receive(wire)
        (self.client_flags,) = struct.unpack("<I", answer[:4])
        send(wire, number + 1, FINE)
        while True:
            number, command = receive(wire)
            if command[:1] != bytes([QUERY]):
                send(wire, number + 1, FINE)
                continue
            self.asked += 1
            send(wire, number + 1, b"\xfb" + self._wanted)
            number, content = receive(wire)
            while content:
                self.got += content
                number, content = receive(wire)
            send(wire, number + 1, FINE)

    def close(self) -> None:
        self._listening.close()


def send(wire: BinaryIO, number: int, content: bytes) -> None:
    wire.write(struct.pack("<I", len(content))[:3] + bytes([number & 255]) + content)
    wire.flush()


def receive(wire: BinaryIO) -> tuple[int, bytes]:
    head = wire.read(4)
    (length,) = struct.unpack("<I", head[:3] + b"\0")
    return head[3], wire.read(length)


@pytest.mark.parametrize("connector", ["python", "binary"])
def test_that_no_server_is_sent_a_file_that_it_asks_for(tmp_path: Path, connector: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text("nobody's business")
    thief = Thief(secret)
    try:
        subprocess.run(
            [sys.executable, "-c", VISITOR, str(thief.port)],
            env={**os.environ, "MARIADB_PYTHON_CONNECTOR": connector},
            timeout=30,
            check=True,
        )
    finally:
        thief.close()
    assert thief.asked, "the visitor came as far as that"
    assert thief.got == b""
    assert thief.client_flags is not None and not thief.client_flags & LOCAL_FILES
