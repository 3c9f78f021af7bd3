"""Whatever is in a file that a user gives: it is taken, or refused in a sentence."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from app.plan.plan_file import parse_plan, read_plan, write_plan
from app.results.cost import cost_json, cost_table, read_times
from engines.contract.errors import InputError
from tests.faults.plans import PLAN, with_value
from tests.faults.tables import DATA, TIMES
from workloads.hospital.data import load

EXAMPLES = int(os.environ.get("CIPHERBENCH_EXAMPLES", "100"))

any_input = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=EXAMPLES <= 100,  # the same for every commit, others in a long run
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

KEYS = {
    "campaign": ("name", "repetitions", "warmups", "seed", "order", "placement", "budget_minutes"),
    "server": ("name", "source", "engine", "host", "port", "cpus", "memory_mb", "tls", "optional"),
    "protection": ("name", "kind", "algorithm", "bits", "mode", "servers"),
    "workload": ("name", "sizes", "profile", "data", "text_columns"),
}

plain = some.one_of(
    some.integers(),
    some.floats(),
    some.booleans(),
    some.text(),
    some.sampled_from(["hospital", "web_users", "predicate", "aes", "native", "../x", "~nobody/x"]),
)
values = some.recursive(plain, lambda inner: some.lists(inner, max_size=4), max_leaves=8)


def toml(value: object) -> str:
    """A value as a plan has it."""
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value)
    return str(value)


@some.composite
def plans(draw: some.DrawFn) -> str:
    """A plan with a value of any kind where another belongs."""
    table = draw(some.sampled_from(sorted(KEYS)))
    key = draw(
        some.one_of(some.sampled_from(KEYS[table]), some.from_regex(r"[a-z_]{1,9}", fullmatch=True))
    )
    return with_value(table, key, toml(draw(values)))


PIECES = [b'"', b",", b";", b"\n", b"\r", b"\0", b"1e999", b"-1", b"\xff\xfe", b"[", b"="]


@some.composite
def spoilt(draw: some.DrawFn, text: str) -> bytes:
    """A file with some pieces of it replaced by others."""
    content = text.encode()
    for _ in range(draw(some.integers(1, 3))):
        start = draw(some.integers(0, len(content)))
        length = draw(some.integers(0, 20))
        piece = draw(
            some.one_of(
                some.binary(max_size=8),
                some.sampled_from([b'"', b",", b";", b"\n", b"\r", b"\0", b"1e999", b"\xff\xfe"]),
            )
        )
        content = content[:start] + piece + content[start + length :]
    return content


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "given"


@any_input
@given(text=plans())
def test_that_any_value_in_a_plan_is_taken_or_refused(text: str) -> None:
    try:
        campaign = parse_plan(text, "plan.toml")
    except InputError:
        return
    assert parse_plan(write_plan(campaign), "plan.toml") == campaign


@any_input
@given(content=some.one_of(spoilt(PLAN), some.binary(max_size=200)))
def test_that_any_file_named_as_a_plan_is_taken_or_refused(content: bytes, file: Path) -> None:
    file.write_bytes(content)
    with suppress(InputError):
        read_plan(file)


@any_input
@given(content=spoilt(TIMES))
def test_that_any_table_of_times_is_taken_or_refused(content: bytes, file: Path) -> None:
    file.write_bytes(content)
    try:
        costs = cost_table(read_times(file))
    except InputError:
        return
    json.dumps(cost_json(costs), allow_nan=False)


@any_input
@given(content=spoilt(DATA))
def test_that_any_table_of_records_is_taken_or_refused(content: bytes, file: Path) -> None:
    file.write_bytes(content)
    try:
        records = load(file, 3)
    except InputError:
        return
    assert not any("\0" in cell for row in records for cell in row if isinstance(cell, str))
