"""A host's program on loopback: it does its share, and what stays when it is killed."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import psutil
import pytest
from sqlalchemy import create_engine, text

from app.command_line.main import run
from app.hosts.batch_coordination import Coordination, ShareProgress, follow
from app.hosts.facts import facts_of_this_machine
from app.hosts.host import Host, ShareRunner
from app.hosts.membership import Membership
from app.hosts.messages import Share, ShareState
from app.plan.campaign import Campaign
from app.plan.plan_file import write_plan
from app.plan.status import Status
from app.results.records import RunRecord
from app.results.spool.spool import abandoned_spools
from app.results.store.store import open_store
from app.system.folders import spool_folder
from app.system.password_sources import variable_of
from engines.contract.errors import InputError
from engines.contract.message import phrase
from tests.app.hosts.conftest import Coordinated
from tests.patience import PATIENCE, wait_until

pytestmark = pytest.mark.slow

_SECONDS = 120.0


@contextmanager
def program(coordinated: Coordinated, name: str) -> Iterator[subprocess.Popen[str]]:
    """A host that has joined, by its command."""
    words = ["host", "--name", name, "--store", coordinated.prepared.for_user(name)]
    process = subprocess.Popen(
        [sys.executable, "-m", "app", *words],
        env={**os.environ, variable_of(name): coordinated.passwords[name]},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        assert any(f"{name} joined" in line for line in process.stderr)
        yield process
    finally:
        process.kill()
        process.communicate(timeout=_SECONDS)


def until(true: Callable[[], bool], seconds: float = _SECONDS) -> None:
    """Wait until something has come true."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@contextmanager
def serving(coordinated: Coordinated, name: str) -> Iterator[None]:
    """A host that has joined, in this process."""
    host = Host(coordinated.login(name), name)
    host.join()
    thread = threading.Thread(target=host.serve, daemon=True)
    thread.start()
    try:
        yield
    finally:
        host.end()
        thread.join(_SECONDS)
        host.close()
    assert not thread.is_alive()


def test_that_a_host_is_heard_while_it_stores_what_an_earlier_life_left(
    coordinated: Coordinated, coordination: Coordination, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That may take longer than a host may be silent."""
    query = text(
        "SELECT heard_at - joined_at > interval '2 s' FROM hosts.hosts WHERE name = 'rack3'"
    )
    owner = create_engine(coordinated.owner, isolation_level="AUTOCOMMIT")

    def heard() -> bool:
        with owner.connect() as connection:
            return bool(connection.scalar(query))

    monkeypatch.setattr(ShareRunner, "finish_abandoned", lambda _: wait_until(heard, 20))
    host = Host(coordinated.login("rack3"), "rack3")
    try:
        host.join()
    finally:
        host.close()
        owner.dispose()


@pytest.mark.usefixtures("children_forked")
def test_that_a_host_does_its_share_and_resume_completes_what_it_had_begun_by_that_host_alone(
    coordinated: Coordinated,
    coordination: Coordination,
    small: Campaign,
    capsys: pytest.CaptureFixture[str],
) -> None:
    long = replace(small, name="interrupted", repetitions=8)
    with serving(coordinated, "rack1"):
        batch = coordination.hand_out(long, coordination.chosen(["rack1"]))
        until(lambda: coordination.look(batch)[0].runs[0] > 0)
    begun = coordination.look(batch)[0]
    assert begun.share.state is ShareState.CANCELLED and begun.runs[0] < long.repetitions
    store = coordinated.login("coordinator").text
    with open_store(store, write=False) as read:
        assert begun.share.campaign_id is not None
        stored = {each.id: each for each in read.runs(begun.share.campaign_id)}
    assert run(["resume", "interrupted", "--store", store]) == 2
    assert "the host was rack1, now none" in capsys.readouterr().err
    assert run(["resume", "interrupted", "--on", "rack9", "--store", store]) == 2
    assert "rack9 has no part in this campaign" in capsys.readouterr().err
    assert run(["resume", "interrupted", "--on", ",", "--store", store]) == 2
    capsys.readouterr()
    with serving(coordinated, "rack1"):
        assert run(["resume", "interrupted", "--on", "all", "--store", store, "--json"]) == 0
        [report] = json.loads(capsys.readouterr().out)
        assert report["campaign"] == begun.share.campaign_id
        assert (report["state"], report["runs_done"]) == ("done", long.repetitions)
        assert report["token"] != str(begun.share.token)
        assert run(["resume", "interrupted", "--on", "rack1", "--store", store]) == 0, "as it is"
    with open_store(coordinated.login("viewer").text, write=False) as read:
        now = {each.id: each for each in read.runs(begun.share.campaign_id)}
        assert read.summary(begun.share.campaign_id).runs_done == long.repetitions
        assert read.environment(begun.share.campaign_id)["machine"] == "rack1"
        assert read.load(begun.share.campaign_id).campaign.seed == long.seed
    assert len(now) == long.repetitions
    done = {key: each for key, each in stored.items() if each.status is Status.DONE}
    assert done and {key: now[key] for key in done} == done


@pytest.mark.parametrize("more", [["--as-new"], ["--more", "2"]])
def test_that_hosts_neither_add_repetitions_nor_begin_anew(
    more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["resume", "demo", "--on", "all", *more]) == 2
    assert "--on cannot be combined with --as-new or --more" in capsys.readouterr().err


@pytest.mark.exhaustive
@pytest.mark.usefixtures("children_forked")
def test_that_what_a_killed_child_had_measured_is_stored_before_its_share_ends(
    coordinated: Coordinated, coordination: Coordination, small: Campaign
) -> None:
    known = set(multiprocessing.active_children())
    with serving(coordinated, "rack1"):
        long = replace(small, repetitions=50)
        batch = coordination.hand_out(long, coordination.chosen(["rack1"]))
        until(lambda: coordination.look(batch)[0].runs[0] > 0)
        made = coordination.look(batch)[0].share.campaign_id
        spools = [each.read_text() for each in spool_folder().glob("*.jsonl")]
        assert made in [json.loads(each.partition("\n")[0])["campaign_id"] for each in spools]
        started = set(multiprocessing.active_children()) - known
        assert len(started) == 1
        started.pop().kill()
        seen = follow(coordination, batch, lambda _: None)[0]
    assert seen.share.state is ShareState.FAILED
    assert str(seen.share.message).startswith("The process that ran the campaign exited early.")
    assert not [each for each, head in abandoned_spools() if head.campaign_id == made]


def test_that_a_share_whose_taking_was_not_answered_is_ended_and_the_next_is_done(
    coordinated: Coordinated,
    coordination: Coordination,
    small: Campaign,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take = Membership.take
    lost: list[UUID] = []

    def taken(member: Membership, token: UUID) -> Share | None:
        share = take(member, token)
        if not lost:
            lost.append(token)
            raise InputError(phrase("Store not usable"), phrase("The answer was lost."))
        return share

    monkeypatch.setattr(Membership, "take", taken)
    with serving(coordinated, "rack1"):
        batch = coordination.hand_out(small, coordination.chosen(["rack1"]))
        seen = follow(coordination, batch, lambda _: None)
        assert lost == [seen[0].share.token]
        assert seen[0].share.state is ShareState.CANCELLED


@pytest.mark.exhaustive
@pytest.mark.usefixtures("children_forked")
def test_that_a_share_that_the_queue_gives_out_again_is_not_done_twice(
    coordinated: Coordinated, coordination: Coordination, small: Campaign
) -> None:
    """Its host does nothing, and goes on to the next one."""
    one = replace(small, repetitions=1)

    def done() -> Share:
        batch = coordination.hand_out(one, coordination.chosen(["rack1"]))
        [seen] = follow(coordination, batch, lambda _: None)
        until(lambda: job_of(coordinated, seen.share) == "succeeded")
        assert seen.share.state is ShareState.DONE
        return seen.share

    def runs(share: Share) -> list[RunRecord]:
        assert share.campaign_id is not None
        with open_store(coordinated.login("viewer").text, write=False) as read:
            return read.runs(share.campaign_id)

    with serving(coordinated, "rack1"):
        first = done()
        before = runs(first)
        again = create_engine(coordinated.owner)
        with again.begin() as connection:
            connection.execute(text("SET LOCAL search_path = queue"))
            report = "UPDATE procrastinate_jobs SET status = 'todo' WHERE args->>'token' = :it"
            assert connection.execute(text(report), {"it": str(first.token)}).rowcount == 1
        again.dispose()
        second = done()
        until(lambda: job_of(coordinated, first) == "succeeded")
    assert second.campaign_id != first.campaign_id
    assert len(before) == len(runs(second)) == 1 and runs(first) == before


def job_of(coordinated: Coordinated, share: Share) -> object:
    """What the queue says of a share."""
    engine = create_engine(coordinated.owner)
    asked = "SELECT status::text FROM queue.procrastinate_jobs WHERE args->>'token' = :it"
    with engine.begin() as connection:
        report = connection.execute(text(asked), {"it": str(share.token)}).scalar_one()
    engine.dispose()
    return report


def test_that_a_host_of_another_version_refuses_itself(
    coordinated: Coordinated, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = replace(facts_of_this_machine(), version="0.0.9")
    monkeypatch.setattr("app.hosts.host.facts_of_this_machine", lambda: older)
    host = Host(coordinated.login("rack2"), "rack2")
    try:
        with pytest.raises(InputError, match="rack2 is not like the coordinator: Cipherbench is 0"):
            host.join()
    finally:
        host.close()


def test_that_what_a_host_says_is_retained_whatever_it_is(
    coordinated: Coordinated,
    coordination: Coordination,
    joined: Callable[[str], Membership],
    hand_out: Callable[..., dict[str, UUID]],
) -> None:
    member = joined("rack2")
    token = hand_out("rack2")["rack2"]
    assert member.take(token)
    odd = phrase("{what}.", what="\0\ud800" + "ü" * 100_000)
    assert member.finish(token, ShareState.FAILED, odd)
    output = [share.message for share in member.shares(ShareState.FAILED) if share.token == token]
    assert "ü" * 1_000 in str(output[0])
    owner = create_engine(coordinated.owner)
    with owner.begin() as connection:
        report = "UPDATE hosts.shares SET message = '{\"template\": [1]}' WHERE token = :token"
        connection.execute(text(report), {"token": token})
        connection.execute(text("UPDATE hosts.hosts SET facts = '{}' WHERE name = 'rack2'"))
    owner.dispose()
    output = [share.message for share in member.shares(ShareState.FAILED) if share.token == token]
    assert "template" in str(output[0])
    assert {each.name: each.facts for each in coordination.hosts()}["rack2"] is None
    with pytest.raises(InputError, match="rack2 is not like the coordinator"):
        coordination.chosen(["rack2"])


@pytest.mark.exhaustive
def test_that_a_killed_host_leaves_no_child_and_keeps_what_was_measured(
    coordinated: Coordinated, coordination: Coordination, small: Campaign
) -> None:
    long = replace(small, repetitions=400)
    with program(coordinated, "rack1") as process:
        batch = coordination.hand_out(long, coordination.chosen(["rack1"]))
        until(lambda: coordination.look(batch)[0].runs[0] > 0, 3 * _SECONDS)
        children = psutil.Process(process.pid).children(recursive=True)
        process.kill()
        assert children
        until(lambda: not psutil.wait_procs(children, 0)[1])
        stored = coordination.look(batch)[0]
        assert stored.share.state is ShareState.TAKEN

    again = Host(coordinated.login("rack1"), "rack1")
    try:
        again.join()
    finally:
        again.close()
    seen = coordination.look(batch)[0]
    assert seen.share.state is ShareState.CANCELLED
    assert str(seen.share.message) == "The host ended before its share did."
    assert seen.runs[0] >= stored.runs[0] > 0


def heard_before(coordinated: Coordinated, name: str, seconds: float) -> None:
    """Have it that a host was heard so long ago."""
    engine = create_engine(coordinated.owner)
    with engine.begin() as connection:
        heard = "UPDATE hosts.hosts SET heard_at = clock_timestamp() - :ago * interval '1 s'"
        values = {"ago": seconds, "name": name}
        connection.execute(text(f"{heard} WHERE name = :name"), values)
    engine.dispose()


def test_that_hosts_are_lost_after_ten_seconds_by_the_clock_of_the_database(
    coordinated: Coordinated, coordination: Coordination, joined: Callable[[str], Membership]
) -> None:
    joined("rack2")
    heard_before(coordinated, "rack2", 5.0)
    assert not {each.name: each.lost for each in coordination.hosts()}["rack2"]
    heard_before(coordinated, "rack2", 10.1)
    assert {each.name: each.lost for each in coordination.hosts()}["rack2"]
    with pytest.raises(InputError, match="rack2 is lost"):
        coordination.chosen(["rack2"])
    with pytest.raises(InputError, match="rack9 has not joined"):
        coordination.chosen(["rack9"])


def test_that_a_lost_host_keeps_no_other_from_ending(
    coordinated: Coordinated,
    coordination: Coordination,
    joined: Callable[[str], Membership],
    small: Campaign,
) -> None:
    lost, other = joined("rack2"), joined("rack3")
    batch = coordination.hand_out(small, coordination.chosen(["rack2", "rack3"]))
    tokens = {each.share.host: each.share.token for each in coordination.look(batch)}
    assert other.take(tokens["rack3"])
    assert lost.take(tokens["rack2"])
    heard_before(coordinated, "rack2", 60.0)
    report: list[list[ShareProgress]] = []

    def sleep(seconds: float) -> None:
        if len(report) == 5:
            other.finish(tokens["rack3"], ShareState.DONE)
        time.sleep(seconds)

    seen = follow(coordination, batch, lambda each: report.append(list(each)), sleep)
    states = {each.share.host: each.share.state.value for each in seen}
    assert states == {"rack2": "taken", "rack3": "done"}
    assert 10.0 <= seen[0].at - report[0][0].at < 12.0 * PATIENCE
    lost.finish(tokens["rack2"], ShareState.CANCELLED)


def test_that_hosts_are_listed_and_one_that_differs_is_refused_by_name(
    coordinated: Coordinated,
    joined: Callable[[str], Membership],
    small: Campaign,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    joined("rack3")
    engine = create_engine(coordinated.owner)
    with engine.begin() as connection:
        older = """UPDATE hosts.hosts SET facts = jsonb_set(facts, '{version}', '"0.0.9"')"""
        connection.execute(text(f"{older} WHERE name = 'rack3'"))
    engine.dispose()
    store = coordinated.login("coordinator").text
    assert run(["hosts", "--store", store, "--json"]) == 0
    listed = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
    assert listed["rack3"]["state"] == "refused"
    assert listed["rack3"]["differs"] == ["Cipherbench is 0.0.9, the coordinator has 0.1.0"]
    assert run(["hosts", "--store", store]) == 0
    assert "rack3" in capsys.readouterr().out
    plan = tmp_path / "plan.toml"
    plan.write_text(write_plan(small))
    assert run(["run", str(plan), "--on", "rack3", "--store", store]) == 2
    assert "rack3 is not like the coordinator: Cipherbench is 0.0.9" in capsys.readouterr().err


def test_that_a_viewer_and_a_host_hand_out_nothing_and_are_informed(
    coordinated: Coordinated, joined: Callable[[str], Membership], small: Campaign
) -> None:
    joined("rack3")
    for user in ("viewer", "rack3"):
        onlooker = Coordination(coordinated.login(user))
        try:
            with pytest.raises(InputError, match=f"{user} may not do this"):
                onlooker.hand_out(small, onlooker.chosen(["rack3"]))
        finally:
            onlooker.close()
