"""Databases of the lab on servers that may be somebody else's."""

from __future__ import annotations

import multiprocessing
import os
import signal
from multiprocessing.connection import Connection

import pytest

from app.patterns.lab_database import lab_database
from engines.contract.endpoint import Endpoint
from engines.registry import engine_named
from tests.conftest import Servers

pytestmark = pytest.mark.slow

ENGINES = ("postgresql", "mariadb", "firebird", "sqlite")


def make_and_tell(engine: str, endpoint: Endpoint, home: str, teller: Connection) -> None:
    """In a process of its own, which is killed while it has its database."""
    os.environ["CIPHERBENCH_HOME"] = home  # of the same user; tests begin with a fresh one
    with lab_database(engine_named(engine), endpoint) as database:
        teller.send(database)
        signal.pause()


@pytest.mark.parametrize("name", ENGINES)
def test_that_a_killed_labs_database_goes_and_those_of_others_stay(
    servers: Servers, name: str
) -> None:
    server = servers[name]
    engine, endpoint = server.engine, server.endpoint
    elsewhere = engine.create_database(endpoint, "lab_00000000_1_1_0000")
    heard, teller = multiprocessing.Pipe(duplex=False)
    lab = multiprocessing.get_context("spawn").Process(
        target=make_and_tell, args=(name, endpoint, os.environ["CIPHERBENCH_HOME"], teller)
    )
    lab.start()
    try:
        assert heard.poll(60)
        left = heard.recv()
        with lab_database(engine, endpoint) as ours:
            assert {left, ours, elsewhere} <= set(engine.owned_databases(endpoint))
            assert lab.pid is not None
            os.kill(lab.pid, signal.SIGKILL)
            lab.join(10)
            with lab_database(engine, endpoint) as second:
                there = set(engine.owned_databases(endpoint))
                assert {ours, second, elsewhere} <= there and left not in there
        assert not {ours, second} & set(engine.owned_databases(endpoint))
    finally:
        lab.kill()
        lab.join(10)
        engine.drop_database(endpoint, elsewhere)
    assert elsewhere not in engine.owned_databases(endpoint)
