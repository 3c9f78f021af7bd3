"""Whatever is in a file that a user gives: it is taken, or refused in a sentence."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from app.findings.study_method import cost_json, cost_table, read_times
from app.plan.campaign import Campaign
from app.plan.plan_file import parse_plan, read_plan, write_plan
from engines.contract.errors import InputError
from engines.inspection.regular_files import read_text
from tests.faults.any_input.campaigns import campaigns
from tests.faults.any_input.inputs import any_input, in_toml, spoilt
from tests.faults.plans import PLAN, with_table, with_value
from tests.faults.tables import DATA, TIMES
from workloads.hospital.data import read_csv

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


@some.composite
def plans(draw: some.DrawFn) -> str:
    """A plan with a value of any kind where another belongs, or where a table or list does."""
    table = draw(some.sampled_from(sorted(KEYS)))
    if draw(some.integers(0, 9)) == 0:
        return with_table(table, in_toml(draw(values)))
    key = draw(
        some.one_of(some.sampled_from(KEYS[table]), some.from_regex(r"[a-z_]{1,9}", fullmatch=True))
    )
    return with_value(table, key, in_toml(draw(values)))


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
@given(campaign=campaigns())
def test_that_any_campaign_reads_back_from_its_plan(campaign: Campaign, file: Path) -> None:
    file.write_text(write_plan(campaign), encoding="utf-8", newline="")
    assert parse_plan(read_text(file, 1), "plan.toml") == campaign


@any_input
@given(content=some.one_of(spoilt(PLAN.encode()), some.binary(max_size=200)))
def test_that_any_file_named_as_a_plan_is_taken_or_refused(content: bytes, file: Path) -> None:
    file.write_bytes(content)
    with suppress(InputError):
        read_plan(file)


@any_input
@given(content=spoilt(TIMES.encode()))
def test_that_any_table_of_times_is_taken_or_refused(content: bytes, file: Path) -> None:
    file.write_bytes(content)
    try:
        costs = cost_table(read_times(file))
    except InputError:
        return
    json.dumps(cost_json(costs), allow_nan=False)


@any_input
@given(content=spoilt(DATA.encode()))
def test_that_any_table_of_records_is_taken_or_refused(content: bytes, file: Path) -> None:
    file.write_bytes(content)
    try:
        records = read_csv(file, 3)
    except InputError:
        return
    assert not any("\0" in cell for row in records for cell in row if isinstance(cell, str))
