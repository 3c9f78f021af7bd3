"""The driver is loaded by who connects, so that a window that rests does without it."""

from __future__ import annotations

import subprocess
import sys

from psycopg import pq

from engines.postgresql import session


def test_that_numbers_of_libpq_are_those_that_its_driver_has() -> None:
    fine = (pq.ExecStatus.EMPTY_QUERY, pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK)
    assert frozenset(map(int, fine)) == session._FINE
    assert int(pq.Format.BINARY) == session._BINARY


def test_that_an_engine_is_known_without_its_driver() -> None:
    told = """
import sys
from engines.registry import engine_named
print(engine_named("postgresql").name, "psycopg" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["postgresql", "False"]
