"""Databases of the lab on servers that may be somebody else's."""

from __future__ import annotations

import multiprocessing
import os
import signal

import pytest

from app.patterns.base.lab_database import lab_database
from app.system import child_process
from tests.app.patterns.short_lived_lab import make_and_tell
from tests.conftest import Servers

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("children_forked")]

ENGINES = ("postgresql", "mariadb", "firebird", "sqlite")


@pytest.mark.parametrize("name", ENGINES)
def test_that_a_killed_labs_database_goes_and_those_of_others_stay(
    servers: Servers, name: str
) -> None:
    server = servers[name]
    engine, endpoint = server.engine, server.endpoint
    elsewhere = engine.catalogue.create_database(endpoint, "lab_00000000_1_1_0000")
    heard, teller = multiprocessing.Pipe(duplex=False)
    lab = child_process.CONTEXT.Process(target=make_and_tell, args=(name, endpoint, teller))
    lab.start()
    try:
        assert heard.poll(60)
        left = heard.recv()
        with lab_database(engine, endpoint) as ours:
            assert {left, ours, elsewhere} <= set(engine.catalogue.owned_databases(endpoint))
            assert lab.pid is not None
            os.kill(lab.pid, signal.SIGKILL)
            lab.join(10)
            with lab_database(engine, endpoint) as second:
                there = set(engine.catalogue.owned_databases(endpoint))
                assert {ours, second, elsewhere} <= there and left not in there
        assert not {ours, second} & set(engine.catalogue.owned_databases(endpoint))
    finally:
        lab.kill()
        lab.join(10)
        engine.catalogue.drop_database(endpoint, elsewhere)
    assert elsewhere not in engine.catalogue.owned_databases(endpoint)
