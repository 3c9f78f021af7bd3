"""Which server answers, where two may in turn."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from engines.contract.endpoint import ServerNode
from engines.opening import open_server
from engines.servers.server import Server
from tests.app.prepared_servers import prepared_once
from tests.requirements import spec_of


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["postgresql", "mariadb", "newer mariadb", "mysql"])
@pytest.mark.in_every_run("postgresql", "mariadb")
def test_that_two_servers_entered_by_sockets_differ_and_each_stays_the_same(engine: str) -> None:
    """They have copies of the same data, as a cluster's have."""
    with ExitStack() as servers, prepared_once():
        both = []
        for _ in range(2):
            both.append(open_server(spec_of(engine)))
            servers.callback(both[-1].close)
        first, second = nodes = [_node(each) for each in both]
        assert first != second
        assert nodes == [_node(each) for each in both]


def _node(server: Server) -> ServerNode:
    node = server.engine.servers.node_of(server.endpoint)
    assert node is not None
    return node
