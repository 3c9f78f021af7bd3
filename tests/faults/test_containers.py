"""What befalls a container while it serves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines.container.daemon import daemon
from engines.container.server import ContainerServer, why_lost
from engines.opening import open_server
from tests.engines.containers import container_spec

pytestmark = pytest.mark.slow


@pytest.fixture
def server() -> Iterator[ContainerServer]:
    server = open_server(container_spec("firebird"))
    assert isinstance(server, ContainerServer)
    yield server
    server.close()


@pytest.fixture
def client(server: ContainerServer) -> Iterator[Any]:
    with daemon(server.address) as client:
        yield client


def test_that_a_paused_container_is_called_paused(server: ContainerServer, client: Any) -> None:
    container = client.containers.get(server.endpoint.container)
    container.pause()
    assert "is paused. Resume it: `docker unpause" in str(why_lost(server.endpoint))
    container.unpause()
    assert why_lost(server.endpoint) is None


def test_that_volumes_of_a_container_that_somebody_else_removed_go_with_the_server(
    server: ContainerServer, client: Any
) -> None:
    assert server.volumes and set(server.volumes) <= names(client)
    client.containers.get(server.endpoint.container).remove(force=True)
    assert set(server.volumes) <= names(client)
    server.close()
    assert not set(server.volumes) & names(client)


def names(client: Any) -> set[str]:
    return {each.name for each in client.volumes.list()}
