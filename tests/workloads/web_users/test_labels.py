"""What cases of the web users are called."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from workloads.contract import EncryptionRate, Options
from workloads.load import ClosedPace, LoadPart, OpenPace
from workloads.registry import case_label
from workloads.web_users.parameters import LoadKind, Path, WebUsersParameters, load_kind_of, path_of
from workloads.web_users.workload import WebUsers


@pytest.mark.parametrize(
    ("load", "settings", "text"),
    [
        (LoadKind.CONCURRENT, {}, "100 reads/s, then 50 writes/s directly to the database"),
        (LoadKind.MIXED, {}, "100 reads and 50 writes/s directly to the database"),
        (
            LoadKind.MIXED,
            {"read_rate": (0.01,), "write_rate": (1.4,)},
            "0.01 reads and 1.4 writes/s directly to the database",
        ),
        (LoadKind.BASELINE, {}, "100,000 reads, 10,000 writes in turn directly to the database"),
        (
            LoadKind.BASELINE,
            {"baseline_seconds": 2.5},
            "reads, then writes in turn for 2.5 s each directly to the database",
        ),
    ],
)
def test_that_a_case_is_called_by_all_that_is_asked_in_it(
    load: LoadKind, settings: dict[str, Any], text: str
) -> None:
    both = WebUsersParameters(loads=(load,), paths=tuple(Path), **settings).cases()
    assert [load_kind_of(case) for case in both] == [load, load]
    assert [path_of(case) for case in both] == list(Path)
    assert all(case.size >= 1 for case in both)  # what estimates divide by
    report = [str(case_label("web_users", case)) for case in both]
    assert report == [text, text.replace("directly to the database", "through the web API")]


def test_that_cases_that_differ_in_writes_alone_are_two() -> None:
    one, other = (WebUsersParameters(write_rate=(rate,)).cases()[0] for rate in (5.0, 50.0))
    assert one.size == other.size and one != other


def test_that_each_pair_of_rates_is_a_load_that_asks_for_them() -> None:
    chosen = WebUsersParameters(
        loads=tuple(LoadKind), read_rate=(100.0, 200.0), write_rate=(50.0, 0.5), warmup_seconds=0
    )
    cases = chosen.cases()
    assert [(each.size, each.name) for each in cases] == [
        (100_000, "direct in turn, 100000 + 10000"),
        (100, "direct, 100 + 50/s"),
        (200, "direct, 200 + 0.5/s"),
        (150, "direct mixed, 100 + 50/s"),
        (200, "direct mixed, 200 + 0.5/s"),
    ]
    asked = [
        tuple(
            part.pace.rates
            for part in WebUsers().parts(Options(chosen, case, 0))
            if isinstance(part, LoadPart) and isinstance(part.pace, OpenPace)
        )
        for case in cases[1:]
    ]
    assert asked == [
        ((100,), (50,)),
        ((200,), (0.5,)),
        ((100, 50),),
        ((200, 0.5),),
    ]


def test_that_a_load_states_how_many_values_are_encrypted() -> None:
    both = tuple(Path)
    cases = WebUsers().cases(WebUsersParameters(loads=(LoadKind.MIXED,), paths=both))
    assert {path_of(each) for each in cases} == {*both}
    rate = WebUsers().encryption_rate(cases[0])
    assert rate == EncryptionRate(50.0, 5) and rate.per_s == 250.0
    (case, *_) = WebUsers().cases(WebUsersParameters(loads=(LoadKind.CONCURRENT,)))
    assert WebUsers().encryption_rate(case) is None


def test_that_clients_are_cases_in_place_of_loads() -> None:
    chosen = WebUsersParameters(loads=(LoadKind.BASELINE,), clients=(1, 8), users=60)
    one, eight = chosen.cases()
    assert (one.size, eight.name) == (60, "direct mixed, 8 clients")
    assert str(case_label("web_users", one)) == "1 client directly to the database"
    users = WebUsers()
    assert (users.clients(eight), users.rate(eight), users.encryption_rate(eight)) == (
        8,
        None,
        None,
    )
    assert users.clients(WebUsersParameters().cases()[0]) is None
    [part] = users.parts(Options(chosen, eight, 3))
    assert isinstance(part, LoadPart) and part.lanes == 8
    assert part.operations == ("MIXED", "GET", "ADD")
    assert part.pace.mix == (100.0, 50.0)
    assert part.pace.lead == chosen.warmup_seconds > 0 and part.warmup is None
    [waiting] = users.parts(Options(replace(chosen, think=0.25), eight, 3))
    assert isinstance(waiting, LoadPart) and isinstance(waiting.pace, ClosedPace)
    assert waiting.pace.think == 0.25 and replace(waiting.pace, think=0.0) == part.pace
    assert "loads" in chosen.idle and not {"read_rate", "think"} & {*chosen.idle}
    assert "think" in WebUsersParameters().idle
    api = str(case_label("web_users", replace(chosen, paths=(Path.API,)).cases()[1]))
    assert api == "8 clients through the web API"
    assert str(users.cases_label((eight, one))) == "1 to 8 clients directly to the database"
    assert str(users.cases_label((eight,))) == "8 clients directly to the database"


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"clients": (2, 2)}, "a number of clients is named twice"),
        ({"clients": (2,), "paths": tuple(Path)}, "clients need a single path"),
        (
            {"clients": (2,), "read_rate": (1.0, 2.0), "write_rate": (1.0, 2.0)},
            "clients need a single pair of rates",
        ),
    ],
)
def test_that_clients_are_checked(settings: dict[str, Any], fault: str) -> None:
    assert list(map(str, WebUsersParameters(**settings).faults())) == [fault]
