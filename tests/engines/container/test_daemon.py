"""Asking the daemon whether anything is left: without its SDK, at every start of the program."""

from __future__ import annotations

import secrets
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from engines.container.daemon import daemon, labelled
from tests.engines.containers import container_spec, need, no_containers

_TIDIES = """
import sys
from engines import leftovers
leftovers.LABEL = sys.argv[1]
leftovers.remove_leftovers()
print("docker" in sys.modules)
"""


@pytest.fixture
def label() -> str:
    """One that no container has."""
    need(no_containers())
    return f"cipherbench.test-{secrets.token_hex(8)}"


def reported_by_a_start(label: str) -> str:
    """Whether the SDK is loaded where these are the containers that may be ours."""
    words = [sys.executable, "-c", _TIDIES, label]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def test_that_a_container_is_found_by_its_label_though_it_does_not_run(label: str) -> None:
    assert labelled(label) == {}
    with daemon() as client:
        container = client.containers.create(container_spec("firebird").image, labels={label: "x"})
        try:
            assert labelled(label) == {container.name: "x"}
        finally:
            container.remove(v=True, force=True)
    assert labelled(label) == {}


def test_that_a_start_loads_no_sdk_where_nothing_is_left(label: str) -> None:
    assert reported_by_a_start(label) == "False\n"


def test_that_it_loads_none_either_where_others_are_at_work(label: str) -> None:
    with daemon() as client:
        image = container_spec("firebird").image
        container = client.containers.create(image, labels={label: "somebody else's mark"})
        try:
            assert reported_by_a_start(label) == "False\n"
        finally:
            container.remove(v=True, force=True)


def test_that_no_daemon_has_none_and_one_that_is_not_asked_may_have_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "s"
    monkeypatch.setenv("DOCKER_HOST", f"unix://{place}")
    assert labelled("any") == {}
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(place))
        listening.listen()
        assert labelled("any") == {}  # it is silent already when it is asked whether it is there
    monkeypatch.setenv("DOCKER_HOST", "tcp://127.0.0.1:9")
    assert labelled("any") == {}
    with socket.create_server(("127.0.0.1", 0)) as listening:
        monkeypatch.setenv("DOCKER_HOST", f"tcp://127.0.0.1:{listening.getsockname()[1]}")
        assert labelled("any") is None  # what speaks otherwise than by a socket is the SDK's to ask
