"""What a hostile host tells of itself, of its share and of a load, and to whom it cries: others go
on, or end in a sentence."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from uuid import UUID

import pytest
from sqlalchemy import text

from app.campaign.load.other_hosts import ExchangeRequest, merge_reports, report_of, to_json
from app.hosts.batch_coordination import Coordination, follow
from app.hosts.membership import Membership
from app.hosts.messages import ShareState
from app.hosts.shared_load import SharedLoad
from app.plan.campaign import Campaign
from engines.contract.errors import CipherbenchError, InputError
from tests.app.hosts.conftest import Coordinated
from tests.app.hosts.test_hosts import serving
from tests.app.hosts.test_roles import connected
from tests.app.hosts.test_shared_load import going_on, outcome
from tests.patience import wait_until

pytestmark = pytest.mark.slow

NOTICES = (
    "",
    "no JSON",
    "7",
    "null",
    "[]",
    "{}",
    '{"type": 7}',
    '{"type": ["job_inserted"]}',
    '{"type": "job_inserted", "job_id": "x"}',
    '{"type": "abort_job_requested"}',
    '{"type": "abort_job_requested", "job_id": "x"}',
    '{"type": "abort_job_requested", "job_id": [1]}',
    *(f'{{"type": "abort_job_requested", "job_id": {number}}}' for number in range(40)),
    "[" * 7_000,
    "9" * 7_000,
    "x" * 7_999,
    "\x1b[2J\u202e",
)
CHANNELS = ("procrastinate_queue_v1#rack1", "procrastinate_any_queue_v1", "procrastinate", "rack1")
JSON = {
    "a number of 5,000 digits": f'{{"template": "x", "values": {{"x": {"9" * 5_000}}}}}',
    "no template": "{}",
    "a list": "[1, 2]",
    "deep lists": "[" * 6_000 + "]" * 6_000,
    "a text that steers": '"\\u001b[2J\\u202e"',
    "a number beyond any": "1e400",
    "nested templates": '{"template": "{x}", "values": {"x": ' * 900 + "1" + "}}" * 900,
}


@contextmanager
def crying(coordinated: Coordinated) -> Iterator[None]:
    """A host that sends all of these for as long as it lasts."""
    over = threading.Event()

    def cry() -> None:
        with connected(coordinated, "rack3") as connection:
            while not over.is_set():
                for channel in CHANNELS:
                    for notice in NOTICES:
                        values = {"channel": channel, "notice": notice}
                        connection.execute(text("SELECT pg_notify(:channel, :notice)"), values)
                connection.commit()
                over.wait(0.05)

    thread = threading.Thread(target=cry, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join(30)
    assert not thread.is_alive()


@pytest.mark.usefixtures("children_forked")
def test_that_no_notice_keeps_a_host_from_its_shares(
    coordinated: Coordinated, coordination: Coordination, small: Campaign
) -> None:
    one = replace(small, repetitions=1)
    with serving(coordinated, "rack1"), crying(coordinated):
        for _ in range(2):
            batch = coordination.hand_out(one, coordination.chosen(["rack1"]))
            [seen] = follow(coordination, batch, lambda _: None)
            assert seen.share.state is ShareState.DONE, seen.share.message


@pytest.mark.parametrize("kind", JSON)
def test_that_what_a_host_tells_of_itself_and_its_share_is_listed_or_refused(
    coordinated: Coordinated,
    coordination: Coordination,
    joined: Callable[[str], Membership],
    small: Campaign,
    kind: str,
) -> None:
    honest, liar = joined("rack1"), joined("rack3")
    batch = coordination.hand_out(small, coordination.chosen(["rack1", "rack3"]))
    shares = {each.share.host: each.share for each in coordination.look(batch)}
    assert liar.take(shares["rack3"].token)
    with connected(coordinated, "rack3") as connection:
        told = {"token": shares["rack3"].token, "told": JSON[kind]}
        finish = "SELECT hosts.finish(:token, 'failed', CAST(:told AS jsonb))"
        connection.execute(text(finish), told)
        connection.execute(text("SELECT hosts.join(CAST(:told AS jsonb))"), told)
        connection.commit()
    for member in (honest, liar):
        member.shares(ShareState.FAILED)
    found = {each.share.host: each.share for each in coordination.look(batch)}
    assert found["rack3"].state is ShareState.FAILED and str(found["rack3"].message)
    assert {each.name: each.facts for each in coordination.hosts()}["rack3"] is None
    with pytest.raises(InputError, match="rack3 is not like the coordinator"):
        coordination.chosen(["rack3"])
    assert coordination.chosen(["rack1"])
    assert honest.take(shares["rack1"].token)
    assert honest.finish(shares["rack1"].token, ShareState.DONE)


REPORTS: dict[str, str | dict[str, object]] = {
    **{each: JSON[each] for each in ("a number of 5,000 digits", "deep lists", "a list")},
    "another number of kinds": {"kinds": [{}]},
    "other operations": {"completed": [1, 2, 3]},
    "turns of no kind": {"turns": "x"},
    "a histogram that is none": {"latency": {"histogram": "x", "total": 1}},
    "an endless count": {"arrived": 10**30},
    "no number": {"seconds": "NaN"},
}


@pytest.fixture
def parties(
    joined: Callable[[str], Membership],
    hand_out: Callable[..., dict[str, UUID]],
    coordinated: Coordinated,
) -> Iterator[tuple[SharedLoad, UUID]]:
    """An honest host in a load, and the token of the share of a hostile one."""
    members = {name: joined(name) for name in ("rack1", "rack3")}
    tokens = hand_out(*members)
    for name, member in members.items():
        assert member.take(tokens[name])
    with ExitStack() as leaving:
        honest = SharedLoad(coordinated.login("rack1"), tokens["rack1"], (0, 2))
        yield leaving.enter_context(closing(honest)), tokens["rack3"]
    for name, member in members.items():
        member.finish(tokens[name], ShareState.CANCELLED)


_READY = "SELECT hosts.ready(:token, 'run', 0, 0, CAST(:notice AS double precision))"
_TELL = "SELECT hosts.tell(:token, 'run', 1, 0, 0, 1e9, CAST(:report AS jsonb))"


@pytest.mark.parametrize("notice", ["-infinity", "infinity", "nan", "-1e15", "1e300"])
def test_that_no_host_moves_the_start_beyond_a_minute(
    coordinated: Coordinated, parties: tuple[SharedLoad, UUID], notice: str
) -> None:
    honest, token = parties
    with ThreadPoolExecutor() as pool, connected(coordinated, "rack3") as connection:
        asked = pool.submit(honest.start, "run", 0, going_on)
        wait_until(lambda: bool(honest._attempts))
        began = time.time()
        connection.execute(text(_READY), {"token": token, "notice": notice})
        connection.commit()
        start = asked.result(60)
    assert -1 < start.agreed - began < 61


@pytest.mark.parametrize("report", REPORTS)
def test_that_counts_of_no_load_are_refused_by_name(
    coordinated: Coordinated, parties: tuple[SharedLoad, UUID], report: str
) -> None:
    honest, token = parties
    own = report_of(outcome(1000, 3), 0.5, 0.001)
    lie = REPORTS[report]
    with ThreadPoolExecutor() as pool, connected(coordinated, "rack3") as connection:
        asked = pool.submit(honest.start, "run", 0, going_on)
        wait_until(lambda: bool(honest._attempts))
        connection.execute(text(_READY), {"token": token, "notice": "0.1"})
        connection.commit()
        wanted = ExchangeRequest(0, 0, own, asked.result(60).at)
        told = pool.submit(honest.exchange, "run", wanted, going_on)
        said = lie if isinstance(lie, str) else json.dumps({**to_json(own), **lie})
        connection.execute(text(_TELL), {"token": token, "report": said})
        connection.commit()
        with pytest.raises(CipherbenchError, match="rack3"):
            merge_reports([each.reported for each in told.result(60)])
