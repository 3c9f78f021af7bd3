"""Whatever is in a file that a user gives: it is taken, or refused in a sentence."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, reject
from hypothesis import strategies as some

from app.findings.study_method import cost_json, cost_table, read_times
from app.plan.campaign import Campaign, CampaignSettings, PlannedProtection, UnfitPlan
from app.plan.plan_file import parse_plan, read_plan, write_plan
from engines.client_encryption.client_schemes import client_schemes
from engines.contract.errors import InputError
from engines.contract.limits import Limits
from engines.contract.parameter import Parameter, all_parameters_of
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.inspection.regular_files import read_text
from engines.registry import engine_names, known_algorithms
from engines.servers.server import ServerSpec
from tests.faults.any_input.inputs import any_input, in_toml, spoilt
from tests.faults.samples import DATA, PLAN, TIMES, with_table, with_value
from workloads.contract import GENERATED
from workloads.hospital.data import read_csv
from workloads.registry import workload_named, workload_names
from workloads.workload import BareWorkload

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


names = some.text(some.characters(exclude_characters="\0", codec="utf-8"), min_size=1, max_size=9)
names = names.filter(str.strip)
"""What people call things, in any script, with quotes and breaks of lines."""
ciphers = names.map(str.lower)


@some.composite
def campaigns(draw: some.DrawFn) -> Campaign:
    """A sound one of any workload, by what is declared of each value that can be set: each key is
    left to its default or has any value it may have."""
    workload = workload_named(draw(some.sampled_from(workload_names())))
    servers: Sequence[ServerSpec] = ()
    protections: Sequence[PlannedProtection] = ()
    if not isinstance(workload, BareWorkload):
        servers = draw(_SERVERS)
        protections = _meant(draw(_PROTECTIONS), servers[-1].name)
    try:
        return Campaign(
            name=draw(names),
            servers=tuple(servers),
            protections=tuple(protections),
            workload=workload.parameters(**draw(_PARAMETERS[workload.name])),
            **draw(_SETTINGS),
        )
    except UnfitPlan:  # as of two values that do not go together
        reject()


def _values(kind: type) -> some.SearchStrategy[dict[str, Any]]:
    """What may be set of a dataclass, some of it set."""
    known = all_parameters_of(kind)
    return some.fixed_dictionaries(
        {}, optional={name: _value(each) for name, each in known.items() if name != "name"}
    )


def _value(each: Parameter) -> some.SearchStrategy[Any]:
    if each.name == "data":
        return some.one_of(some.just(GENERATED), names)
    limits = Limits(each.least, each.most)
    if each.item is None:
        return _plain(each.kind, limits)
    return some.lists(_plain(each.item, limits), min_size=1, max_size=2, unique=True).map(tuple)


def _plain(kind: Any, limits: Limits) -> some.SearchStrategy[Any]:
    """Any value of a type between its limits."""
    least = 1 if limits.least is None else limits.least
    most = 1_000_000 if limits.most is None else limits.most
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return some.sampled_from(kind)
    if kind is int:
        return some.integers(int(least), int(most))
    if kind is float:
        return some.floats(least, most)
    return some.booleans() if kind is bool else names


def _server() -> some.SearchStrategy[ServerSpec]:
    known = dict(all_parameters_of(ServerSpec))
    needed = {name: _value(known.pop(name)) for name in ("name", "source")}
    del known["engine"]
    engine = some.sampled_from(engine_names())
    more = {name: _value(each) for name, each in known.items()}
    report = some.fixed_dictionaries({**needed, "engine": engine}, optional=more)
    return report.map(lambda values: ServerSpec(**values))


_SETTINGS = _values(CampaignSettings)
_PARAMETERS = {name: _values(workload_named(name).parameters) for name in workload_names()}
_SERVERS = some.lists(_server(), min_size=1, max_size=2, unique_by=lambda each: each.name)


def _of_kind(kind: ProtectionKind) -> some.SearchStrategy[Protection]:
    """A protection with a cipher that there is."""
    bits, modes = some.integers(1, 8192).map(lambda each: 8 * each), some.none() | ciphers
    if kind is ProtectionKind.CLIENT:
        schemes = [each.split("-", 2) for each in sorted(client_schemes())]
        scheme = some.sampled_from(schemes)
        return some.builds(
            lambda name, report: Protection(name, kind, report[0], int(report[1]), report[2]),
            names,
            scheme,
        )
    named = kind in (ProtectionKind.PLAINTEXT, ProtectionKind.CIPHER)
    of_servers = ProtectionKind.NATIVE if kind is ProtectionKind.STORED_FORM else kind
    known = ciphers if named else some.sampled_from(sorted(known_algorithms(of_servers)))
    return some.builds(Protection, names, some.just(kind), known, bits, modes)


_PROTECTIONS = some.lists(
    some.sampled_from(ProtectionKind).flatmap(_of_kind),
    max_size=2,
    unique_by=lambda each: each.name,
)


def _meant(found: Sequence[Protection], server: str) -> list[PlannedProtection]:
    """All of them, with plaintext among them and the last one for one server alone."""
    others = [each for each in found if each.name != PLAINTEXT.name]
    planned = [PlannedProtection(each) for each in (PLAINTEXT, *others)]
    return [*planned[:-1], PlannedProtection(planned[-1].protection, (server,))]


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
