"""Packets of a server's connections, captured on the loopback device."""

from __future__ import annotations

import os
import socket
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from app.evidence.packets import FROM_SERVER, TO_SERVER, capture_packets
from app.evidence.worker import SearchResult, search
from engines.contract.data_place import PlaceName
from engines.contract.endpoint import Endpoint, Tls, TlsMode
from engines.inspection.scan import needles, new_marker

may_listen = pytest.mark.skipif(os.geteuid() != 0, reason="takes CAP_NET_RAW")


HERE = {"IPv4": ("127.0.0.1", socket.AF_INET), "IPv6": ("::1", socket.AF_INET6)}


@pytest.fixture
def version() -> str:
    return "IPv4"


@pytest.fixture
def echo(version: str) -> Endpoint:
    """A server that sends back what it gets, once."""
    host, family = HERE[version]
    try:
        listener = socket.create_server((host, 0), family=family)
    except OSError as error:
        pytest.skip(f"no {version} here: {error}")

    def serve() -> None:
        with listener, listener.accept()[0] as one:
            while got := one.recv(65_536):
                one.sendall(got)

    threading.Thread(target=serve, daemon=True).start()
    port = listener.getsockname()[1]
    return Endpoint("postgresql", host=host, port=port, tls_to_compare=Tls(TlsMode.REQUIRE))


def _message(endpoint: Endpoint, text: bytes) -> None:
    with socket.create_connection((endpoint.host or "", endpoint.port or 0)) as own:
        half = len(text) // 2
        for part in (text[:half], text[half:]):  # two segments
            own.sendall(part)
            assert own.recv(65_536)


def _searched(endpoint: Endpoint, marker: str, text: bytes) -> SearchResult:
    with capture_packets(endpoint) as traffic:
        _message(endpoint, text)
    assert traffic is not None
    with traffic.searchable_place() as place:
        [found] = search([place], needles(marker))
    return found


@may_listen
@pytest.mark.parametrize("version", HERE)
def test_that_a_marker_is_captured_both_ways_also_when_it_comes_in_two_packets(
    echo: Endpoint,
) -> None:
    marker = new_marker()
    found = _searched(echo, marker, marker.encode())
    assert found.name == PlaceName.PACKETS
    assert found.found is True and found.result.count == 2
    assert {str(each.file) for each in found.result.findings} == {TO_SERVER, FROM_SERVER}


@may_listen
@pytest.mark.parametrize("version", HERE)
def test_that_what_is_not_sent_in_plain_is_not_captured(echo: Endpoint) -> None:
    found = _searched(echo, new_marker(), os.urandom(200))
    assert found.found is False and found.result.files == 2 and found.result.size == 400


@may_listen
@pytest.mark.parametrize("version", HERE)
def test_that_other_ports_are_not_captured(echo: Endpoint) -> None:
    assert echo.port is not None
    marker = new_marker()
    with capture_packets(replace(echo, port=1)) as traffic:
        _message(echo, marker.encode())
    assert traffic is not None
    with traffic.searchable_place() as place:
        assert place.root is not None and not list(Path(place.root).iterdir())


def test_that_who_may_not_listen_is_informed(
    echo: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(socket.socket, "setsockopt", refused)
    with capture_packets(echo) as traffic:
        pass
    assert traffic is not None
    with traffic.searchable_place() as place:
        [found] = search([place], needles(new_marker()))
    assert found.found is None and "CAP_NET_RAW" in str(found.result.unreadable[0].reason)


def test_that_nothing_is_captured_where_tls_is_not_compared(echo: Endpoint) -> None:
    with capture_packets(replace(echo, tls_to_compare=None)) as traffic:
        assert traffic is None


@may_listen
def test_that_a_capture_that_ends_too_early_proves_nothing(
    echo: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object) -> None:
        raise OSError(100, "Network is down")

    monkeypatch.setattr("app.evidence.packets._add_packet", down)
    found = _searched(echo, new_marker(), b"anything")
    assert found.found is None and "Network is down" in str(found.result.unreadable[0].reason)
