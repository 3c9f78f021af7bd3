"""The connection to the API takes what HTTP/1.1 allows an API to answer, and refuses the rest."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from workloads.web_users.api.client import ApiAddress, ApiConnection, ApiFailed

REQUEST = b"GET / HTTP/1.1\r\n\r\n"


@contextmanager
def answering(*answers: Sequence[bytes], stays: bool = True) -> Iterator[ApiAddress]:
    """A server that gives each request the next of these answers, piece by piece."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            client, _ = listening.accept()
            with client:
                for pieces in answers:
                    client.recv(65_536)
                    for piece in pieces:
                        client.sendall(piece)
                        time.sleep(0.01)
                if stays:
                    client.recv(1)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield ApiAddress("127.0.0.1", listening.getsockname()[1], "token")
        thread.join(5)


def test_that_answers_on_one_connection_are_distinguished() -> None:
    answers = [
        [b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none"],
        [b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n"],
        [b"HTTP/1.1 204 \r\n\r\n"],
        [b"HTTP/1.1 404\r\nCONTENT-LENGTH:  5 \r\nX: a:b\r\n\r\nthree"],
    ]
    with answering(*answers) as address:
        connection = ApiConnection(address)
        found = [connection.exchange(REQUEST) for _ in answers]
        connection.close()
    assert found == [(200, b"one"), (201, b""), (204, b""), (404, b"three")]


def test_that_an_answer_may_come_byte_by_byte() -> None:
    answer = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwhole"
    with answering([bytes([each]) for each in answer]) as address:
        connection = ApiConnection(address)
        assert connection.exchange(REQUEST) == (200, b"whole")
        connection.close()


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n", "in chunks"),
        (b"HTTP/1.1 200 OK\r\n\r\nbody", "it has no length"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab", "no length"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n", "it has no length"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab", "it is longer than announced"),
        (b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n", "closes the"),
        (b"HTTP/1.1 200 OK\r\nname : value\r\ncontent-length: 0\r\n\r\n", "invalid header"),
        (b"HTTP/1.1 200 OK\r\nno header\r\ncontent-length: 0\r\n\r\n", "invalid header"),
        (b"HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n", "does not begin"),
        (b"HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n", "does not begin"),
        (b"SSH-2.0-OpenSSH\r\n\r\n", "does not begin"),
        (b"HTTP/1.1 100 Continue\r\n\r\n", "interim answer"),
        (b"x" * 70_000, "do not end"),
    ],
)
def test_that_what_is_no_answer_of_ours_is_refused_with_the_reason(answer: bytes, why: str) -> None:
    with answering([answer]) as address:
        connection = ApiConnection(address)
        with pytest.raises(ApiFailed, match=why):
            connection.exchange(REQUEST)
        connection.close()


@pytest.mark.parametrize(
    "pieces", [[], [b"HTTP/1.1 200 OK\r\n"], [b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf"]]
)
def test_that_a_connection_that_closes_early_is_reported(pieces: list[bytes]) -> None:
    with answering(pieces, stays=False) as address:
        connection = ApiConnection(address)
        with pytest.raises(ApiFailed, match="closed the connection during"):
            connection.exchange(REQUEST)
        connection.close()


def test_that_a_silent_api_is_given_up_after_the_seconds_that_were_stated() -> None:
    with answering([]) as address:
        connection = ApiConnection(address, seconds=0.3)
        began = time.monotonic()
        with pytest.raises(ApiFailed, match=r"did not answer within 0\.3 s"):
            connection.exchange(REQUEST)
        assert 0.25 < time.monotonic() - began < 30
        connection.close()


def test_that_nobody_listening_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(ApiFailed, match="cannot be reached: Connection refused"):
        ApiConnection(ApiAddress("127.0.0.1", port, "token"))


def test_that_the_token_is_shown_nowhere() -> None:
    address = ApiAddress("127.0.0.1", 1, "very-secret-token")
    assert "very-secret-token" not in repr(address)
