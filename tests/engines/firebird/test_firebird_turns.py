"""Embedded Firebird in several processes that come and go in the same databases."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from engines.contract.endpoint import Endpoint
from tests.conftest import Servers

pytestmark = pytest.mark.slow

LOOK = """
import pickle, sys, time
from engines.registry import engine_named
endpoint = pickle.loads(bytes.fromhex(sys.argv[1]))
firebird = engine_named("firebird")
print("ready", flush=True)
while True:
    firebird.catalogue.owned_databases(endpoint)
"""

MAKE_AND_DROP = """
import pickle, sys
from engines.registry import engine_named
endpoint = pickle.loads(bytes.fromhex(sys.argv[1]))
firebird = engine_named("firebird")
for number in range(8):
    made = firebird.catalogue.create_database(endpoint, f"turn_{number}")
    firebird.catalogue.drop_database(endpoint, made)
"""


def process(code: str, endpoint: Endpoint) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, pickle.dumps(endpoint).hex()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.exhaustive
def test_that_databases_are_dropped_while_other_processes_look_at_them(servers: Servers) -> None:
    endpoint = servers["firebird"].endpoint
    looking = process(LOOK, endpoint)
    assert looking.stdout is not None and looking.stdout.readline() == "ready\n"
    working = process(MAKE_AND_DROP, endpoint)
    try:
        assert working.communicate(timeout=120) == ("", "")
        assert looking.poll() is None
        assert not list(Path(str(endpoint.data)).glob("*turn_*"))
    finally:
        for each in (looking, working):
            each.kill()
            left = each.communicate()[1]
    assert left == ""


def test_that_a_database_that_is_in_use_elsewhere_is_dropped(servers: Servers) -> None:
    server = servers["firebird"]
    database = server.engine.catalogue.create_database(server.endpoint, "in_use")
    staying = process(STAY.format(database=database), server.endpoint)
    try:
        assert staying.stdout is not None and staying.stdout.readline() == "ready\n"
        server.engine.catalogue.drop_database(server.endpoint, database)
        assert database not in server.engine.catalogue.owned_databases(server.endpoint)
        assert not list(Path(str(server.endpoint.data)).glob(f"{database}*"))
    finally:
        staying.kill()
        staying.communicate()


STAY = """
import pickle, sys, time
from engines.registry import engine_named
endpoint = pickle.loads(bytes.fromhex(sys.argv[1]))
session = engine_named("firebird").driver.connect(endpoint, "{database}")
session.begin()
session.fetch("select 1 from rdb$database")
print("ready", flush=True)
time.sleep(600)
"""
