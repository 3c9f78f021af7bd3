"""Firebird servers at addresses where none answers: each case has its sentence, and its time."""

from __future__ import annotations

import socket
import time

import pytest

from engines.contract.endpoint import Source
from engines.contract.errors import ServerUnavailable
from engines.opening import open_server
from engines.servers.server import ServerSpec

WAYS = pytest.mark.parametrize("database", [None, "/there/is.fdb"])


def refusal(database: str | None, **place: object) -> ServerUnavailable:
    spec = ServerSpec(
        "far", Source.ADDRESS, "firebird", user="SYSDBA", database=database, connect_seconds=1,
        **place,  # type: ignore[arg-type]
    )  # fmt: skip
    with pytest.raises(ServerUnavailable) as caught:
        open_server(spec, "secret")
    assert caught.value.hint and "secret" not in str(caught.value)
    return caught.value


@WAYS
def test_that_a_server_that_says_nothing_is_given_up_when_its_time_is_over(
    database: str | None,
) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        began = time.monotonic()
        error = refusal(database, host="127.0.0.1", port=silent.getsockname()[1])
        assert time.monotonic() - began < 30
    assert error.title == "No answer in time"
    assert "1 s" in error.hint


@WAYS
def test_that_a_port_where_nothing_listens_is_reported(database: str | None) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        error = refusal(database, host="127.0.0.1", port=closed.getsockname()[1])
    assert error.title == "Server not reached" and "No server listens" in error.hint


@WAYS
@pytest.mark.parametrize("host", ["nobody.invalid", "db..example"])
def test_that_an_unknown_host_is_reported(database: str | None, host: str) -> None:
    assert refusal(database, host=host).title == "Unknown host"
