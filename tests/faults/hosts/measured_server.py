"""A server that all hosts measure, at the coordinator's place: its Unix socket is reached over the
network that they are on.

    python -m tests.faults.hosts.measured_server ADDRESS SOCKET

It says the port, and ends with its stdin.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.hosts.network import Network, Wire
from engines.contract.endpoint import Endpoint, Source
from engines.servers.server import ServerSpec


@contextmanager
def reached(network: Network, end: Endpoint) -> Iterator[ServerSpec]:
    """The server at an endpoint, as a plan for all hosts names it."""
    address, _ = network.coordinator(0)
    here = f"{end.socket}/.s.PGSQL.{end.port}"
    with subprocess.Popen(
        [*network.words(0), sys.executable, "-m", __name__, address, here],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    ) as carrier:
        assert carrier.stdout is not None
        port = int(carrier.stdout.readline())
        yield ServerSpec("pg", Source.ADDRESS, end.engine, host=address, port=port, user=end.user)
        carrier.communicate(timeout=60)


def main(address: str, here: str) -> None:
    """Carry until stdin ends."""

    def reach() -> socket.socket:
        server = socket.socket(socket.AF_UNIX)
        server.connect(here)
        return server

    sys.stdout.write(f"{Wire(address, reach).port}\n")
    sys.stdout.flush()
    sys.stdin.read()
    os._exit(0)  # whoever is still connected is cut off


if __name__ == "__main__":
    main(*sys.argv[1:])
