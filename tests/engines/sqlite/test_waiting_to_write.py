"""What is written after it was read, while others write."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from engines.servers.server import Server
from tests.conftest import Servers


@pytest.fixture
def place(servers: Servers) -> Iterator[tuple[Server, str]]:
    server = servers["sqlite"]
    catalogue = server.engine.catalogue
    name = catalogue.create_database(server.endpoint, "waiting")
    yield server, name
    catalogue.drop_database(server.endpoint, name)


def test_that_a_change_may_write_on_what_it_read_though_another_wants_to(
    place: tuple[Server, str],
) -> None:
    server, name = place
    connect = server.engine.driver.connect
    with connect(server.endpoint, name) as ours:
        ours.execute("create table t (id integer primary key, n integer)")
        ours.execute("insert into t values (1, 0)")
        began = threading.Event()

        def update() -> None:
            with connect(server.endpoint, name) as theirs:
                began.set()
                theirs.execute("update t set n = n + 1 where id = 1")

        ours.begin_writing()
        assert ours.fetch("select n from t") == [(0,)]
        other = threading.Thread(target=update)
        other.start()
        assert began.wait(10)
        other.join(0.3)
        ours.execute("update t set n = n + 10 where id = 1")
        ours.commit()
        other.join(10)
        assert ours.fetch("select n from t") == [(11,)]
