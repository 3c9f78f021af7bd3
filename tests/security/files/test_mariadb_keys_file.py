"""The file of keys that a MariaDB server names: read where it is that server's, and a file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from engines.contract.endpoint import Endpoint
from engines.mariadb.engine import key_of
from engines.mariadb.session import MariaSession
from engines.opening import open_server
from engines.servers.server import Server
from tests.requirements import lacking, spec_of


@pytest.fixture
def server() -> Iterator[Server]:
    made = open_server(spec_of("mariadb"))
    yield made
    made.close()


def keys_file(server: Server) -> Path:
    with server.engine.driver.connect(server.endpoint) as session:
        found = session.fetch("show global variables like 'file_key_management_filename'")
    if not found:
        lacking("mariadb plugins", "this MariaDB has no plugin that holds keys")
    return Path(str(found[0][1]))


def key(server: Server, endpoint: Endpoint) -> bytes | None:
    with server.engine.driver.connect(server.endpoint) as session:
        assert isinstance(session, MariaSession)
        return key_of(session, endpoint, 256)


def test_that_a_file_of_this_machine_is_not_read_for_a_server_on_another(server: Server) -> None:
    keys_file(server)
    here = server.endpoint
    assert here.data is not None
    own = key(server, here)
    assert own is not None and len(own) == 32
    assert key(server, replace(here, data=None, pid=None)) is None
    assert key(server, replace(here, container="c", pid=None)) is None
    assert key(server, replace(here, container="c", pid=os.getpid(), data=None)) == own


def test_that_a_pipe_or_a_device_in_the_place_of_the_keys_is_not_waited_for(server: Server) -> None:
    path = keys_file(server)
    pool = ThreadPoolExecutor(1)
    path.unlink()
    os.mkfifo(path)
    try:
        assert pool.submit(key, server, server.endpoint).result(timeout=60) is None
    finally:
        with suppress(OSError):  # let go of whoever waits at the pipe
            os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
        pool.shutdown()
    path.unlink()
    path.symlink_to("/dev/zero")
    assert key(server, server.endpoint) is None
    path.unlink()
    path.write_bytes(b"4;" + bytes(3_000_000))
    assert key(server, server.endpoint) is None
