"""Who is lost, what differs, and by how much clocks do: without a server."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import cast
from uuid import uuid4

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import URL

from app.hosts.batch_coordination import (
    Batch,
    Coordination,
    LostHostDetector,
    ShareProgress,
    follow,
)
from app.hosts.coordinator import RestartLimit
from app.hosts.facts import Facts, differences
from app.hosts.messages import Share, ShareState
from app.hosts.shared_load import ROUND_TRIPS, clock_offset
from app.hosts.store_login import StoreLogin
from engines.contract.errors import CipherbenchError, FailedAfterRun, InputError
from engines.contract.message import phrase

FACTS = Facts("0.1.0", "1.0", "CPython 3.13.0", {"psycopg": "3.3.9"}, 8, ("aes",), "a processor")
LOST = ShareProgress(Share(uuid4(), "rack1", "", 1, 1, 1, ShareState.TAKEN), lost=True, at=0.0)


def judged_at(*moments: float) -> list[set[str]]:
    """What a judge says who looks at these moments of the database's clock."""
    judge = LostHostDetector()
    return [judge.lost_hosts([replace(LOST, at=each)]) for each in moments]


def test_that_a_judge_who_was_away_looks_again_for_as_long_as_a_host_may_be_silent() -> None:
    steady = [float(second) for second in range(11)]
    assert judged_at(*steady)[-2:] == [set(), {"rack1"}]
    stopped = [*steady, 31.0, 32.0, *(31.0 + each for each in range(2, 10)), 41.0]
    assert judged_at(*stopped)[11:] == [*([set()] * 10), {"rack1"}]
    set_back = [*steady, *(each - 3600.0 for each in steady)]
    assert judged_at(*set_back)[11:] == [*([set()] * 10), {"rack1"}]


def test_that_nobody_is_lost_by_a_night_in_which_this_machine_slept() -> None:
    """Its own clock stands still then, the database's has gone on, and the host comes back."""
    night, asked, report = 8 * 3600.0, [0.0], list[float]()

    class Store:
        def look(self, batch: Batch) -> list[ShareProgress]:
            asked[0] += 0.5
            at = asked[0] + (night if asked[0] > 20 else 0.0)
            lost = 20 < asked[0] < 24
            state = ShareState.DONE if asked[0] > 60 else ShareState.TAKEN
            share = replace(LOST.share, state=state)
            return [ShareProgress(share, lost=lost, at=at)]

    def tell(seen: Sequence[ShareProgress]) -> None:
        report.append(seen[0].at)

    seen = follow(cast("Coordination", Store()), Batch(uuid4()), tell, lambda _: None, lambda: 0.0)
    assert seen[0].share.state is ShareState.DONE and report[-1] > night + 60


def test_that_a_share_that_has_ended_is_not_lost_with_its_host() -> None:
    judge = LostHostDetector()
    done = replace(LOST, share=replace(LOST.share, state=ShareState.DONE))
    for second in range(12):
        assert judge.lost_hosts([replace(done, at=float(second))]) == set()


def test_that_versions_must_be_alike_and_processors_need_not() -> None:
    other = replace(FACTS, cores=2, crypto_instructions=(), cpu="another", python="CPython 3.13.7")
    assert list(differences(FACTS, other)) == []
    unlike = replace(FACTS, drivers={"psycopg": "3.3.8"}, python="CPython 3.12.1", version="0.0.9")
    assert [str(each) for each in differences(FACTS, unlike)] == [
        "Cipherbench is 0.0.9, the coordinator has 0.1.0",
        "Python is CPython 3.12, the coordinator has CPython 3.13",
        "psycopg is 3.3.8, the coordinator has 3.3.9",
    ]


def test_that_a_password_with_any_letters_gets_to_the_queue_as_it_is() -> None:
    password = "a b+c%20'd\\é/@:"
    url = URL.create("postgresql", "rack1", password, "192.0.2.1", 5433, "cipherbench")
    login = StoreLogin(url.update_query_dict({"sslmode": "verify-full"}))
    assert conninfo_to_dict(make_conninfo(**login.for_libpq)) == {  # type: ignore[arg-type]
        "user": "rack1", "password": password, "host": "192.0.2.1", "port": "5433",
        "dbname": "cipherbench", "sslmode": "verify-full",
    }  # fmt: skip


def test_that_a_store_that_stays_away_is_followed_no_longer_than_it_is_waited_for() -> None:
    now = [0.0]
    output: list[CipherbenchError | None] = []

    class Away:
        def look(self, batch: Batch) -> list[ShareProgress]:
            raise InputError(phrase("Store not usable"), phrase("It is away."))

    def sleep(seconds: float) -> None:
        now[0] += seconds

    with pytest.raises(FailedAfterRun, match="has not answered for 30 s"):
        follow(
            cast("Coordination", Away()), Batch(uuid4()), lambda _: None, sleep,
            lambda: now[0], output.append,
        )  # fmt: skip
    assert 30 < now[0] < 32 and len(output) == 1


def test_that_one_late_answer_does_not_move_the_offset() -> None:
    asked = []

    def ask() -> float:
        asked.append(1)
        return time.time() + (5.0 if len(asked) == 7 else 2.0)

    offset, trip = clock_offset(ask)
    assert len(asked) == ROUND_TRIPS
    assert abs(offset - 2.0) < 0.5
    assert trip < 1.0


def test_that_a_coordinator_gives_up_a_postgresql_that_ends_again_and_again() -> None:
    now = 0.0
    restarts = RestartLimit(lambda: now)
    for served in (1.0, 1.0, 61.0, 1.0, 1.0):
        restarts.begin()
        now += served
        restarts.end()
    restarts.begin()
    with pytest.raises(FailedAfterRun, match="4 times in a row"):
        restarts.end()
