"""The driver is loaded by who connects, so that a window that rests does without it."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from psycopg import pq

from engines.contract.errors import DriverFailed, ResultTooLarge, StatementFailed
from engines.contract.session import Session
from engines.native.burst import burst_of
from engines.postgresql import binary_values, session
from engines.postgresql.native import statement as native
from engines.sql.statement import Unencrypted
from engines.sql.statement_text import statement
from tests.conftest import Servers


def test_that_numbers_of_libpq_are_those_that_its_driver_has() -> None:
    fine = (pq.ExecStatus.EMPTY_QUERY, pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK)
    assert frozenset(map(int, fine)) == session._FINE
    assert int(pq.Format.BINARY) == session._BINARY


def test_that_a_driver_without_its_c_library_has_no_native_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pq, "__impl__", "python")
    native._libpq.cache_clear()
    connection: Any = None
    failed: Any = StatementFailed
    try:
        assert native.native_statement(connection, b"", (), failed, ()) is None
    finally:
        native._libpq.cache_clear()


def test_that_an_engine_is_known_without_its_driver() -> None:
    report = """
import sys
from engines.registry import engine_named
print(engine_named("postgresql").name, "psycopg" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", report], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["postgresql", "False"]


@pytest.fixture
def connected(servers: Servers) -> Iterator[Session]:
    with servers["postgresql"].engine.driver.connect(servers["postgresql"].endpoint) as made:
        yield made


LARGE = "select repeat('x', 40000000) from generate_series(1, 7)"
"""280 MB."""


@pytest.mark.parametrize(
    ("sql", "text"), [(LARGE, "at most 256 MB"), ("select repeat('x', 70000000)", "at most 64 MB")]
)
def test_that_a_result_and_a_row_have_a_bound_that_is_reported(
    connected: Session, sql: str, text: str
) -> None:
    with pytest.raises(ResultTooLarge, match=text):
        connected.fetch(sql)
    prepared = connected.prepare(statement(sql, {}), Unencrypted())
    with pytest.raises(ResultTooLarge, match=text):
        prepared.rows(prepared.execute())
    assert connected.fetch("select 1") == [(1,)]


def test_that_the_native_loop_has_that_bound(connected: Session) -> None:
    large, small = (
        connected.prepare(statement(each, {}), Unencrypted()) for each in (LARGE, "select 1")
    )
    burst = burst_of([(small, small.bind(())), (large, large.bind(())), (small, small.bind(()))])
    assert burst is not None
    with pytest.raises(ResultTooLarge):
        burst.run()
    assert len(burst.durations_ns) == 1
    assert small.rows(small.execute()) == [(1,)]


def test_that_a_number_is_read_whole_however_many_digits_it_has(connected: Session) -> None:
    texts = ("-0.00", "-12345.6789", "0.00001200", "1" + "0" * 100_000, "-" + "98" * 3000 + ".70")
    wanted = tuple(Decimal(text) for text in texts)
    ((*read, product),) = connected.fetch(
        "select " + ", ".join(f"'{text}'::numeric" for text in texts) + ", factorial(10000)"
    )
    assert [str(each) for each in read] == [str(abs(wanted[0])), *map(str, wanted[1:])]
    assert isinstance(product, Decimal)
    assert int(product) == math.factorial(10_000)


def test_that_a_value_without_a_form_in_python_is_an_error_of_ours(
    connected: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(binary_values._LOADERS, 23, lambda raw: int(raw.hex(), 2))
    with pytest.raises(DriverFailed, match="PostgreSQL has no form for a value"):
        connected.fetch("select 5::int4")
    prepared = connected.prepare(statement("select 5::int4", {}), Unencrypted())
    with pytest.raises(DriverFailed):
        prepared.rows(prepared.execute())
