"""The web users on every engine, asked by lanes."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from engines.contract.errors import CipherbenchError
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.registry import engine_names
from engines.servers.server import Server
from tests.requirements import needs_processes
from tests.workloads.town import AES, GCM, SEED, Town
from workloads.contract import Case, Options, Setting, VerificationFailed, fetch_rows
from workloads.load import Arrivals, ClosedPace, LoadPart, OpenPace
from workloads.web_users import workload as workload_of_users
from workloads.web_users.parameters import LoadKind, WebUsersParameters
from workloads.web_users.requests.target import NoSuchUser, RequestKind
from workloads.web_users.requests.users import ACCOUNT, ALL, ENCRYPTED, FIELDS, user
from workloads.web_users.workload import WebUsers


@pytest.fixture
def town(server: Server) -> Iterator[Any]:
    needs_processes(server.engine)
    opened: list[Town] = []

    def make(protection: Protection, users: int = 50) -> Town:
        native = protection.kind is ProtectionKind.NATIVE
        if native and not server.probe().native:
            pytest.skip(f"{server.engine.title} has no encryption functions")
        opened.append(Town(server, protection, users))
        return opened[-1]

    yield make
    for each in opened:
        each.close()


@pytest.mark.slow
@pytest.mark.in_every_run(*engine_names())  # a newer MariaDB is asked as Debian's
@pytest.mark.parametrize(
    "protection",
    [pytest.param(PLAINTEXT, marks=pytest.mark.exhaustive), AES, GCM],  # it is the least of all
    ids=lambda each: each.name,
)
def test_that_lanes_get_and_add_users_and_all_of_them_can_be_opened(
    town: Any, protection: Protection
) -> None:
    place = town(protection)
    pace = OpenPace((120.0, 80.0), 0.5, Arrivals.POISSON, seed=3)
    found = place.load(pace, RequestKind.GET, RequestKind.ADD, lanes=3)
    assert found.dropped == 0 and found.completed == found.arrived
    held = place.held()
    assert held == {number: user(SEED, number) for number in range(1, max(held) + 1)}
    assert 50 < len(held) < 50 + found.completed


@pytest.mark.in_every_run(*engine_names())  # a newer MariaDB is asked as Debian's
def test_that_looking_at_all_users_leaves_nothing_of_them_in_memory(town: Any) -> None:
    place = town(PLAINTEXT, users=400)
    with place.server.engine.driver.connect(place.endpoint, place.name) as session:
        prepared = session.prepare(ALL, place.encryptor)

        def looked() -> int:
            return len(prepared.rows(prepared.execute(0)))

        assert [looked(), looked()] == [400, 400]
        tracemalloc.start()
        try:
            before, _ = tracemalloc.get_traced_memory()
            assert sum(looked() for _ in range(5)) == 2000
            after, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        prepared.close()
    assert (after - before) / (2000 * len(FIELDS)) < 20, "bytes kept of each value: 44 of a leak"


@pytest.mark.in_every_run("postgresql", "sqlite")  # lanes ask every engine above
@pytest.mark.parametrize("protection", [PLAINTEXT, GCM], ids=lambda each: each.name)
def test_that_a_closed_loop_counts_as_many_answers_as_it_was_reported_and_none_from_nobody(
    town: Any, protection: Protection
) -> None:
    """A lane that is given nobody does not count that as an answer."""
    place = town(protection)
    assert place.load(ClosedPace(40), RequestKind.GET).completed == 40
    added = place.load(ClosedPace(30), RequestKind.ADD, lanes=2)
    assert (added.arrived, added.completed, added.late) == (30, 30, 0)
    assert sorted(place.held()) == list(range(1, 81))
    place.gone = 9999
    with pytest.raises(CipherbenchError, match="no user with id 9999"):
        place.load(ClosedPace(5), RequestKind.GET)


@pytest.mark.in_every_run(*engine_names())  # a newer MariaDB is asked as Debian's
def test_that_a_target_gives_the_user_with_an_id_and_refuses_an_id_that_nobody_has(
    town: Any,
) -> None:
    place = town(GCM)
    ids = place.ids()
    with place.direct.open() as target:
        found = target.get(ids[16])
        assert tuple(found) == user(SEED, 17)
        with pytest.raises(NoSuchUser, match="no user with id 9999"):
            target.get(9999)
        target.add(target.to_add(user(SEED, 51)))
        assert sorted(place.held()) == list(range(1, 52))  # committed while it is open


def test_that_a_look_at_many_users_takes_a_few_of_them_and_has_the_server_count(
    servers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Town(servers["postgresql"], PLAINTEXT, 4000)
    taken: list[int] = []
    try:
        parameters = WebUsersParameters(loads=(LoadKind.MIXED,), users=4000)
        workload = WebUsers()
        [part] = workload.parts(Options(parameters, parameters.cases()[0], SEED))
        assert isinstance(part, LoadPart)
        with place.server.engine.driver.connect(place.endpoint, place.name) as session:
            setting = Setting(session, place.encryptor, (), Options(parameters, Case(1), SEED))
            monkeypatch.setattr(workload_of_users, "fetch_rows", _counted(fetch_rows, taken))
            asking = place.asking(RequestKind.GET, RequestKind.ADD)
            part.verify(setting, asking, (10, 0))
            with pytest.raises(VerificationFailed, match="0 of 1 users"):
                part.verify(setting, asking, (10, 1))
    finally:
        place.close()
    assert 0 < sum(taken) < 10


def _counted(read: Any, taken: list[int]) -> Any:
    """As `read`, and how many rows it gave."""

    def counted(*given: Any) -> Any:
        rows = read(*given)
        taken.append(len(rows))
        return rows

    return counted


def test_that_sensitive_fields_are_not_in_the_table_as_they_are(servers: Any) -> None:
    place = Town(servers["postgresql"], GCM, 5)
    try:
        with place.server.engine.driver.connect(place.endpoint, place.name) as session:
            rows = session.fetch("select * from users")
        stored = [value for row in rows for value in row]
        for number in range(1, 6):
            for name, value in zip(FIELDS, user(SEED, number), strict=True):
                assert (value in stored) is (name not in ENCRYPTED), name
    finally:
        place.close()


def test_that_users_are_drawn_by_the_seed_and_differ() -> None:
    some = [user(7, number) for number in range(1, 2001)]
    assert some == [user(7, number) for number in range(1, 2001)]
    assert some[0] != user(8, 1)
    assert [each[ACCOUNT] for each in some] == list(range(1, 2001))
    for name in ("email", "phone", "national_id"):
        assert len({each[FIELDS.index(name)] for each in some}) > 1990, name
