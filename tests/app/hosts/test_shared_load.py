"""What hosts that send one load together ask of the store: a start, each other's counts, and
whether a repetition is over for all."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from sqlalchemy import create_engine, text

from app.campaign.load import hosts_run
from app.campaign.load.hosts_run import HostsRun
from app.campaign.load.latency_counts import LatencyRecorder, Tally
from app.campaign.load.load_outcome import LoadOutcome
from app.campaign.load.other_hosts import (
    ExchangeRequest,
    HostLoad,
    StartRequest,
    check_alike,
    from_json,
    merge_reports,
    report_of,
    to_json,
)
from app.hosts.batch_coordination import _SHARE_AGAIN, LostHostDetector
from app.hosts.membership import CLOCK, Membership
from app.hosts.messages import ShareState
from app.hosts.shared_load import SharedLoad
from app.hosts.store_login import StoreNotPermitted
from benchmarks.hosts.network import Wire
from engines.contract.errors import CipherbenchError
from tests.app.hosts.conftest import Coordinated
from tests.app.hosts.test_hosts import heard_before, until
from tests.workloads.own.test_mix import MIX
from workloads.contract import Case, Options
from workloads.own.workload import OwnParameters, OwnWorkload

pytestmark = pytest.mark.slow

Parties = dict[str, SharedLoad]


@pytest.fixture
def shares(
    joined: Callable[[str], Membership], hand_out: Callable[..., dict[str, UUID]]
) -> Iterator[dict[str, tuple[Membership, UUID]]]:
    """Two hosts that have taken their shares of one batch."""
    members = {name: joined(name) for name in ("rack1", "rack2")}
    tokens = hand_out("rack1", "rack2")
    for name, member in members.items():
        assert member.take(tokens[name])
    yield {name: (members[name], tokens[name]) for name in members}
    for name, member in members.items():
        member.finish(tokens[name], ShareState.CANCELLED)


@pytest.fixture
def parties(
    shares: dict[str, tuple[Membership, UUID]], coordinated: Coordinated
) -> Iterator[Parties]:
    with ExitStack() as leaving:
        yield {
            name: leaving.enter_context(
                closing(SharedLoad(coordinated.login(name), token, (place, 2)))
            )
            for place, (name, (_, token)) in enumerate(shares.items())
        }


def going_on() -> bool:
    return False


def outcome(latency: int, count: int) -> LoadOutcome:
    """So many requests of one latency in nanoseconds."""
    counts = LatencyRecorder()
    for _ in range(count):
        counts.add(latency)
    tally = counts.tally()
    return LoadOutcome(
        tally, tally, Tally(), count, 1, 2, 3, 4, (count,), (0,), 1.0, start=5, began=9
    )


def test_that_hosts_start_together_and_are_reported_what_all_have_counted(parties: Parties) -> None:
    with ThreadPoolExecutor() as pool:
        begun = time.perf_counter_ns()
        asked = [pool.submit(each.start, "run", 0, going_on) for each in parties.values()]
        first, second = (each.result() for each in asked)
        assert first.agreed == second.agreed
        # both have the clock of one machine, so that their instants show what offsets are wrong by
        assert abs(first.at - second.at) < 50e6
        assert first.at - begun > 0.6e9
        report = [
            pool.submit(
                party.exchange,
                "run",
                ExchangeRequest(0, 0, report_of(outcome(1000, count), 0.5, 0.001), start.at),
                going_on,
            )
            for count, party, start in zip((3, 4), parties.values(), (first, second), strict=True)
        ]
        heard = [each.result() for each in report]
    assert heard[0] == heard[1]
    assert [(each.host, each.reported.arrived) for each in heard[0]] == [("rack1", 3), ("rack2", 4)]
    assert all(abs(each.began - first.agreed) < 0.1 for each in heard[0])


def test_that_a_run_that_failed_on_one_host_is_over_for_all_and_the_next_begins(
    parties: Parties,
) -> None:
    one, other = parties.values()
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(one.start, "first", 0, going_on)
        other.give_up("first")
        with pytest.raises(CipherbenchError, match="The run failed on rack2: this repetition"):
            waiting.result()
        with pytest.raises(CipherbenchError, match="The run failed on rack2"):
            other.start("first", 0, going_on)  # who comes later learns the same
        starts = [pool.submit(each.start, "second", 0, going_on) for each in (one, other)]
        assert len({each.result().agreed for each in starts}) == 1
        one.give_up("second")
        fault = other.fault("second")
    assert fault is not None and "rack1" in str(fault)


def have_looked(party: SharedLoad, coordinated: Coordinated, seconds: int) -> None:
    """Have it that a host has looked at the others every second, for so long."""
    owner = create_engine(coordinated.owner)
    with owner.connect() as connection:
        now = float(connection.exec_driver_sql(CLOCK).scalar_one())
    owner.dispose()
    judge = LostHostDetector()
    for ago in range(seconds, -1, -1):
        judge.has_watched_long_enough(now - ago)
    party.__dict__["_detector"] = judge


def both_started(parties: Parties) -> None:
    with ThreadPoolExecutor() as pool:
        asked = [pool.submit(each.start, "run", 0, going_on) for each in parties.values()]
        for each in asked:
            each.result()


def test_that_a_lost_host_ends_the_repetition_for_the_others(
    parties: Parties, coordinated: Coordinated
) -> None:
    """What was looked at before is made up; who is silent is the store's."""
    one, other = parties.values()
    both_started(parties)
    heard_before(coordinated, "rack2", 60.0)
    heard_before(coordinated, "rack1", 60.0)  # nobody judges itself
    have_looked(one, coordinated, 5)
    for _ in range(2):
        assert one.fault("run") is None  # it has only begun to look
    have_looked(one, coordinated, 10)
    assert one.fault("run") is None  # it has broken it off, and is told as any other
    assert "rack2 was lost: this repetition ended on all hosts." in str(one.fault("run"))
    assert "rack2 was lost" in str(other.fault("run"))


def test_that_a_host_that_reported_all_and_ended_ends_the_repetition_for_nobody(
    shares: dict[str, tuple[Membership, UUID]], parties: Parties, coordinated: Coordinated
) -> None:
    """Who is late to look finds what all have told."""
    one, other = parties.values()
    both_started(parties)
    wanted = ExchangeRequest(0, 0, report_of(outcome(1000, 3), 0.5, 0.001), time.perf_counter_ns())
    with ThreadPoolExecutor() as pool:
        telling = pool.submit(other.exchange, "run", wanted, going_on)
        owner = create_engine(coordinated.owner)
        with owner.connect() as connection:
            report = text("SELECT count(*) FROM hosts.counted WHERE token = :token")
            until(lambda: bool(connection.scalar(report, {"token": other.token})))
        owner.dispose()
        member, token = shares["rack2"]
        assert member.finish(token, ShareState.DONE)
        have_looked(one, coordinated, 10)
        assert one.fault("run") is None and one.fault("run") is None
        assert [each.host for each in one.exchange("run", wanted, going_on)] == ["rack1", "rack2"]
        with suppress(CipherbenchError):
            telling.result()


def test_that_nobody_is_lost_while_the_store_stood_still_with_the_question(
    parties: Parties, coordinated: Coordinated
) -> None:
    """All who were to be heard meanwhile were held up as well."""
    one, _ = parties.values()
    both_started(parties)
    heard_before(coordinated, "rack2", 60.0)
    have_looked(one, coordinated, 10)
    owner = create_engine(coordinated.owner)
    with ThreadPoolExecutor() as pool:
        with owner.begin() as connection:
            connection.execute(text("LOCK TABLE hosts.hosts IN ACCESS EXCLUSIVE MODE"))
            stalled = pool.submit(one.fault, "run")
            time.sleep(6)
            assert not stalled.done()
        assert stalled.result() is None
    owner.dispose()
    assert one.fault("run") is None


def test_that_a_share_that_is_taken_later_begins_a_broken_run_anew(
    parties: Parties, coordinated: Coordinated
) -> None:
    one, other = parties.values()
    one.give_up("run")
    owner = create_engine(coordinated.owner)
    with owner.begin() as connection:
        later = "UPDATE hosts.shares SET taken_at = clock_timestamp() WHERE state = 'taken'"
        connection.execute(text(later))
    owner.dispose()
    with ThreadPoolExecutor() as pool:
        starts = [pool.submit(each.start, "run", 0, going_on) for each in (one, other)]
        assert len({each.result().agreed for each in starts}) == 1


def test_that_hosts_that_wait_at_different_repetitions_do_not_wait_for_ever(
    parties: Parties,
) -> None:
    """As after a resume, where one lacks a repetition that the other has."""
    one, other = parties.values()
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(one.start, "first", 0, going_on, 1)
        until(lambda: "first" in one._attempts)
        later = pool.submit(other.start, "second", 0, going_on, 2)
        with pytest.raises(CipherbenchError, match="rack2 is at a later repetition already"):
            waiting.result()
        with pytest.raises(CipherbenchError, match="rack2 is at a later repetition already"):
            one.start("passed as well", 0, going_on, 1)
        assert not later.done()
        both = later, pool.submit(one.start, "second", 0, going_on, 2)
        assert len({each.result().agreed for each in both}) == 1


def test_that_a_repetition_that_all_had_done_can_be_done_again_by_later_shares(
    shares: dict[str, tuple[Membership, UUID]], coordinated: Coordinated, parties: Parties
) -> None:
    """As where a block of repetitions was interrupted."""
    both_started(parties)
    owner = create_engine(coordinated.owner)
    for name, (member, token) in shares.items():
        member.finish(token, ShareState.CANCELLED)
        with owner.begin() as connection:
            further = uuid4()
            connection.execute(text(_SHARE_AGAIN), {"token": further, "of": token})
        assert member.take(further)
        parties[name].token = further
    owner.dispose()
    both_started(parties)
    assert {each._attempts["run"] for each in parties.values()} == {2}
    for name, (member, _) in shares.items():
        member.finish(parties[name].token, ShareState.CANCELLED)


def test_that_a_host_that_is_cut_off_ends_its_repetition_by_itself(
    parties: Parties, coordinated: Coordinated, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts_run, "_NO_ANSWER_SECONDS", 3.0)
    one, other = parties.values()
    port = one.login.url.port

    def reach() -> socket.socket:
        return socket.create_connection(("127.0.0.1", port or 0))

    with ExitStack() as leaving:
        wire = leaving.enter_context(closing(Wire("127.0.0.1", reach)))
        login = replace(one.login, url=one.login.url.set(port=wire.port))
        party = leaving.enter_context(closing(SharedLoad(login, one.token, one.position)))
        run = HostsRun(party, "run", 1)
        answers: list[object] = []
        run.ask(StartRequest(0), answers.append)
        other.start("run", 0, going_on, 1)
        until(lambda: bool(answers))
        for _ in range(50):
            assert not run.ended(), "the store answers"
            time.sleep(0.1)
        wire.whole.clear()
        until(run.ended)
        assert "The store did not answer" in str(run.end_error)
        began = time.monotonic()
        run.close(succeeded=False)
        assert time.monotonic() - began < 10, "who is cut off is not waited for"
        assert other.fault("run") is None
        wire.whole.set()
        until(lambda: other.fault("run") is not None)
        assert "The run failed on rack1" in str(other.fault("run")), "it is told in the end"


def test_that_a_host_takes_no_part_by_the_share_of_another(
    parties: Parties, coordinated: Coordinated
) -> None:
    one, other = parties.values()
    thief, stranger = (
        SharedLoad(coordinated.login(name), other.token, (1, 2)) for name in ("rack1", "rack3")
    )
    with closing(thief), closing(stranger):
        for party in (thief, stranger):
            with pytest.raises(StoreNotPermitted, match="not performed by this host"):
                party.start("run", 0, going_on)
        stranger.give_up("other run")
    one.give_up("run")
    owner = create_engine(coordinated.owner)
    with owner.connect() as connection:
        rounds = "SELECT run FROM hosts.rounds JOIN hosts.shares USING (batch) WHERE token = :token"
        found = connection.scalars(text(rounds), {"token": one.token}).all()
    owner.dispose()
    assert found == ["run"]


def test_that_hosts_whose_files_differ_have_not_sent_one_load(tmp_path: Path) -> None:
    other = tmp_path / "mix.toml"
    other.write_text(MIX.read_text().replace("weight = 6", "weight = 5"))
    files = {"rack1": MIX, "rack2": MIX, "rack3": other}
    loads = [
        HostLoad(name, report_of(outcome(1_000, 9), None, 0.0, _work(file)), 0.0)
        for name, file in files.items()
    ]
    check_alike(loads[:2])
    with pytest.raises(CipherbenchError, match="rack3 and rack1 have different workload files"):
        check_alike(loads)


def _work(file: Path) -> str:
    return OwnWorkload().work_digest(Options(OwnParameters(file=str(file)), Case(100), 7))


def test_that_histograms_of_hosts_are_added_and_survive_the_way() -> None:
    quick, slow = outcome(1_000, 99), outcome(7_000_000, 1)
    report = [from_json(to_json(report_of(each, None, 0.0))) for each in (quick, slow)]
    whole = merge_reports(report)
    assert whole.latency.counts == {**quick.latency.counts, **slow.latency.counts}
    assert whole.latency.total == quick.latency.total + slow.latency.total
    assert whole.measures()["latency_p50_ms"] == pytest.approx(0.001, rel=1e-3)
    assert whole.measures()["latency_max_ms"] == pytest.approx(
        slow.measures()["latency_max_ms"], rel=1e-9
    )
    assert (whole.arrived, whole.dropped, whole.completed) == (100, 2, 100)
    known = to_json(report[0])
    damaged: list[object] = [{}, [], {**known, "arrived": -1}, {**known, "latency": 1}]
    for strange in damaged:
        with pytest.raises(ValueError):  # noqa: PT011 whatever it says
            from_json(strange)


def test_that_one_host_whose_generator_was_the_limit_marks_the_load_and_each_kind_of_it() -> None:
    """By the sums of both hosts nobody was: most requests are of the one that was in time."""
    calm = replace(outcome(1_000, 10_000), dropped=0, late=0, busy_ns=99, own_ns=1)
    late = replace(outcome(1_000, 100), dropped=0, late=50, busy_ns=1, own_ns=9)
    assert not calm.generator_limited and late.generator_limited

    def of_both(one: LoadOutcome, other: LoadOutcome) -> list[bool]:
        report = [from_json(to_json(report_of(each, None, 0.0))) for each in (one, other)]
        whole = merge_reports(report)
        return [each.generator_limited for each in (whole, *whole.kinds)]

    calm_mix, late_mix = (replace(each, kinds=(calm, calm)) for each in (calm, late))
    assert of_both(calm_mix, calm_mix) == [False, False, False]
    assert of_both(calm_mix, late_mix) == of_both(late_mix, calm_mix) == [True, True, True]
    assert of_both(calm_mix, replace(calm, kinds=(calm, late))) == [False, False, True]
