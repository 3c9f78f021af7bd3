"""The API gives and takes users of a real database, to whoever bears its token."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote

import psutil
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.contract.errors import CipherbenchError
from engines.contract.protection import PLAINTEXT, Protection
from engines.servers.tcp_access import address_name, self_signed
from tests.workloads.web_users.api.household import GCM, PROTECTIONS, SEED, Household, household
from workloads.web_users.api.client import ApiAddress, ApiConnection, ApiFailed
from workloads.web_users.api.process import HOST, PLAIN, PROTECTED, Api
from workloads.web_users.requests.target import NoSuchUser
from workloads.web_users.requests.users import FIELDS, user


@pytest.fixture(scope="module", params=PROTECTIONS, ids=lambda each: each.name)
def home(request: pytest.FixtureRequest, servers: Any) -> Iterator[Household]:
    with household(servers["postgresql"], request.param) as made:
        yield made


@pytest.fixture(scope="module")
def api(home: Household) -> Iterator[Api]:
    with pytest.MonkeyPatch.context() as ours:
        ours.setenv("SOMEBODYS_TOKEN", "not for the API")
        running = home.api()
    with running:
        yield running


def exchange(
    api: Api, method: str, path: str, body: bytes | None = None, token: str | None = None
) -> tuple[int, Any]:
    """Status and JSON of one request."""
    known = api.users.address
    address = ApiAddress(known.host, known.port, token or known.token)
    connection = ApiConnection(address)
    length = None if body is None else len(body)
    status, output = connection.exchange(address.request(method, path, length) + (body or b""))
    connection.close()
    return status, json.loads(output) if output else None


def test_that_users_are_those_of_the_database(home: Household, api: Api) -> None:
    with api.users.open() as target:
        assert [target.get(number) for number in (1, 2, 3)] == [
            user(SEED, number) for number in (1, 2, 3)
        ]


def test_that_an_added_user_lasts(home: Household, api: Api) -> None:
    added = user(SEED, 99)
    with api.users.open() as target:
        target.add(target.to_add(added))
    with home.users.open() as direct:
        found = [each for number in range(1, 30) if (each := _got(direct, number)) is not None]
    assert added in found


def _got(target: Any, number: int) -> Any:
    try:
        return target.get(number)
    except NoSuchUser:
        return None


def test_that_the_names_in_the_database_are_readable_without_protection_alone(
    home: Household, api: Api, servers: Any
) -> None:
    with api.users.open() as target:
        target.add(target.to_add(user(SEED, 98)))
    server = servers["postgresql"]
    with server.engine.driver.connect(server.endpoint, home.users.database) as session:
        rows = session.fetch("select name from users")
    stored = b"".join(row[0] if isinstance(row[0], bytes) else row[0].encode() for row in rows)
    readable = str(user(SEED, 98)[1]).encode() in stored
    assert readable is (home.users.protection == PLAINTEXT)


def test_that_a_user_is_an_object_with_its_id(home: Household, api: Api) -> None:
    status, found = exchange(api, "GET", f"{api.users.path}/2")
    assert status == 200
    assert found == {"id": 2, **dict(zip(FIELDS, user(SEED, 2), strict=True))}


def test_that_an_id_that_nobody_has_is_reported(api: Api) -> None:
    with api.users.open() as target, pytest.raises(NoSuchUser):
        target.get(10_000)
    assert exchange(api, "GET", f"{api.users.path}/10000") == (
        404,
        {"problem": "No such user: There is no user with id 10000."},
    )


def test_that_the_pair_of_routes_that_is_not_in_force_names_the_other(
    home: Household, api: Api
) -> None:
    assert api.users.path == (PLAIN if home.users.protection == PLAINTEXT else PROTECTED)
    other = PROTECTED if api.users.path == PLAIN else PLAIN
    for method, path, body in (("GET", f"{other}/1", None), ("POST", other, b"{}")):
        status, output = exchange(api, method, path, body)
        assert status == 409
        assert api.users.path in output["problem"]


@pytest.mark.parametrize("path", [PLAIN, f"{PLAIN}/1", f"{PROTECTED}/1", "/", "/nothing"])
def test_that_nobody_is_let_in_without_the_token(api: Api, path: str) -> None:
    status, output = exchange(api, "GET", path, token="wrong")
    assert (status, list(output)) == (401, ["problem"])


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no json",
        b"[]",
        b"{}",
        json.dumps({**dict(zip(FIELDS, user(1, 1), strict=True)), "more": 1}).encode(),
        json.dumps({**dict(zip(FIELDS, user(1, 1), strict=True)), "account": "1"}).encode(),
        json.dumps({**dict(zip(FIELDS, user(1, 1), strict=True)), "name": None}).encode(),
    ],
)
def test_that_what_is_no_user_is_refused(api: Api, body: bytes) -> None:
    status, output = exchange(api, "POST", api.users.path, body)
    assert status == 422
    assert "A user is an object" in output["problem"]


NOBODY = (
    "2147483648",
    "9" * 19,
    "1" + "0" * 30,
    "9" * 5000,
    "-1",
    "x",
    "1.5",
    "%D9%A1",
    "%FF",
    "%00",
)


@pytest.mark.parametrize("number", NOBODY, ids=lambda number: number[:30])
def test_that_what_can_be_no_id_is_an_id_that_nobody_has(api: Api, number: str) -> None:
    status, output = exchange(api, "GET", f"{api.users.path}/{number}")
    assert status == 404 and output["problem"].startswith("No such user: ")
    assert len(output["problem"]) < 100


SOUND = dict(zip(FIELDS, user(1, 1), strict=True))


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 30_000,
        b'{"name": ' * 30_000,
        b"[" * 100_000,
        json.dumps(SOUND | {"account": 2**31}).encode(),
        json.dumps(SOUND | {"account": 2**70}).encode(),
        json.dumps(SOUND | {"account": 0}).encode(),
        b'{"account": ' + b"9" * 5000 + b"}",
        json.dumps(SOUND | {"name": "\ud800"}).encode(),
        json.dumps(SOUND | {"city": "a\0b"}).encode(),
        json.dumps(SOUND | {"city": "ä" * 33}).encode(),
        json.dumps(SOUND | {"phone": "1" * 256}).encode(),
        b"\xff\xfe",
    ],
    ids=lambda body: repr(body[:30]),
)
def test_that_what_no_server_would_take_is_refused(api: Api, body: bytes) -> None:
    status, output = exchange(api, "POST", api.users.path, body)
    assert (status, list(output)) == (422, ["problem"])


@pytest.mark.slow
def test_that_nothing_that_is_asked_is_an_internal_error(api: Api) -> None:
    """Whatever path and body it is, the next one is answered as well."""
    values = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
    anything = st.recursive(
        values, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
    fields = {name: st.text() | values for name in FIELDS if name != "account"}
    people = st.fixed_dictionaries({"account": st.integers() | values, **fields})
    bodies = st.binary() | (people | anything).map(lambda each: json.dumps(each).encode())

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.text(st.characters(exclude_characters="/"), min_size=1), bodies)
    def ask(path: str, body: bytes) -> None:
        got, _ = exchange(api, "GET", f"{api.users.path}/{quote(path, safe='', errors='replace')}")
        added, _ = exchange(api, "POST", api.users.path, body)
        assert got in (200, 404) and added in (201, 422)

    ask()


def test_that_only_this_machine_reaches_it(api: Api) -> None:
    listening = [
        each.laddr.ip
        for each in psutil.Process(api.pid).net_connections()
        if each.status == psutil.CONN_LISTEN
    ]
    assert listening == ["127.0.0.1"]


def test_that_the_list_of_processes_shows_no_token(api: Api) -> None:
    token = api.users.address.token.encode()
    for name in ("cmdline", "environ"):
        assert token not in Path(f"/proc/{api.pid}/{name}").read_bytes()


def test_that_it_sees_nothing_of_the_users_other_variables(api: Api) -> None:
    assert b"SOMEBODYS_TOKEN" not in Path(f"/proc/{api.pid}/environ").read_bytes()


def test_that_requests_are_answered_side_by_side(home: Household, api: Api) -> None:
    with api.users.open() as one, api.users.open() as other:
        for _ in range(20):
            assert one.get(1) == other.get(1) == user(SEED, 1)


def test_that_no_answer_waits_for_an_acknowledgement(api: Api) -> None:
    """Head and body go out apart: Nagle's algorithm would keep the body back for 40 ms."""
    spent = []
    with api.users.open() as target:
        for _ in range(20):
            began = time.perf_counter()
            target.get(1)
            spent.append(time.perf_counter() - began)
    assert median(spent) < 0.02


@pytest.mark.slow
def test_that_tls_trusts_the_api_alone(servers: Any) -> None:
    with household(servers["postgresql"]) as home, home.api(tls=True) as one:
        assert one.users.address.url.startswith("https://")
        with one.users.open() as target:
            assert target.get(1) == user(SEED, 1)
        mixed = ApiAddress(
            HOST,
            one.users.address.port,
            one.users.address.token,
            self_signed("Another", [address_name(HOST)], timedelta(days=1)).der,
        )
        with pytest.raises(ApiFailed, match=r"cannot be reached: .*certificate"):
            ApiConnection(mixed)


def test_that_an_api_whose_server_is_not_there_says_so(servers: Any) -> None:
    with household(servers["postgresql"], GCM) as home:
        nowhere = replace(home.users, endpoint=replace(home.users.endpoint, socket="/nowhere"))
        with pytest.raises(CipherbenchError, match="/nowhere"):
            Api(replace(home.order(), users=nowhere))


@pytest.mark.slow
def test_that_a_protection_that_is_none_is_reported_and_no_process_stays(servers: Any) -> None:
    before = set(_running())
    with household(servers["postgresql"]) as home:
        odd = Protection("odd", GCM.kind, "rot", 13, "none")
        with pytest.raises(CipherbenchError):
            Api(replace(home.order(), users=replace(home.users, protection=odd)))
    assert set(_running()) <= before


def _running() -> Iterator[psutil.Process]:
    for each in psutil.Process().children():
        with suppress(psutil.Error):
            if "workloads.web_users.api" in each.cmdline():
                yield each
