"""Each fault of the table of hosts, injected for real: programs, network, PostgreSQL."""

from __future__ import annotations

import json
import time
from operator import attrgetter
from pathlib import Path

import pytest

from app.hosts.messages import ShareState
from app.system.password_sources import variable_of
from engines.contract.endpoint import Source
from engines.servers.server import ServerSpec
from tests.app.quick import plaintext_campaign
from tests.app.typed import saved
from tests.faults.hosts.rows import LONGEST_SECONDS, ROWS, VICTIM, Row, begun
from tests.faults.hosts.stage import MOST_SECONDS, Stage
from tests.patience import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]

_CAMPAIGN = "on hosts"


@pytest.mark.exhaustive
@pytest.mark.parametrize("row", ROWS, ids=attrgetter("key"))
def test_that_nothing_is_lost_nor_counted_twice(row: Row, stage: Stage) -> None:
    play = begun(stage, row.hosts)
    names = list(play.hosts)
    plan = _plan(stage, row.repetitions)
    run = stage.command("run", plan, "--on", ",".join(names), "--json")
    wait_until(lambda: _quietly_done(stage) >= 2, LONGEST_SECONDS)
    stored = stage.measured()
    began = time.monotonic()
    row.strike(play)
    play.await_end(names[1:] if row.lost else names)
    over = time.monotonic()
    code = run.wait(MOST_SECONDS)
    ended = time.monotonic()
    states = play.states()
    assert "Traceback" not in run.message and "Internal error" not in run.message, run.message
    if row.lost:
        assert code == 1 and states[VICTIM] == ShareState.TAKEN, (states, run.message)
        assert set(names) - {host for host, each in states.items() if each == "done"} == {VICTIM}
    assert row.code is None or code == row.code, run.message
    row.mend(play)
    resume = stage.command("resume", _CAMPAIGN, "--on", "all", "--json")
    assert resume.wait(LONGEST_SECONDS) == 0, (resume.message, play.victim.message)
    report = json.loads(resume.out.read_text())
    assert [each["runs_done"] for each in report] == [row.repetitions] * row.hosts
    now = stage.measured()
    assert {each: now.get(each) for each in stored} == stored, "what was stored is unchanged"
    stage.check_whole(row.hosts, row.repetitions)
    assert stage.spools() == []
    play.check_nobody_stays()
    play.report(row.name, kept=len(stored), code=code, over=over - began, ended=ended - over)


@pytest.mark.exhaustive
def test_that_strangers_other_hosts_and_replayed_tokens_get_nowhere(stage: Stage) -> None:
    """Of programs on machines of their own. In every run tests/app/hosts holds each part of it, of
    hosts in one process."""
    coordinator = stage.coordinator()
    stranger = stage.start_host("rack3", **{variable_of("rack3"): "guessed"})
    old = stage.start_host("rack4", PYTHONPATH=str(_other_version(stage.folder)))
    host, other = stage.host("rack1"), stage.host("rack2")
    assert stranger.wait(MOST_SECONDS) == 2
    assert 'password authentication failed for user "rack3"' in stranger.message
    [unencrypted] = stage.tried("rack3", "SELECT 1", sslmode="disable")
    assert "no encryption" in unencrypted
    assert old.wait(MOST_SECONDS) == 2
    assert "rack4 is not like the coordinator: Cipherbench is 0.0.9" in old.message

    run = stage.command("run", _plan(stage, 2), "--on", "rack1")
    wait_until(lambda: stage.shares() and stage.shares()[0][2] != "waiting")
    [(token, *_)] = stage.shares()
    take, finish = f"hosts.take('{token}')", f"hosts.finish('{token}', 'done', NULL)"
    taken, finished, seen, changed = stage.tried(
        "rack2",
        f"SELECT count(*) FROM {take}",
        f"SELECT {finish}",
        "SELECT count(*) FROM hosts.shares",
        "UPDATE hosts.shares SET host = 'rack2'",
    )
    assert (taken, finished, seen) == ("0", "False", "0")
    assert "permission denied" in changed
    assert run.wait(LONGEST_SECONDS) == 0, run.message

    stored = stage.measured()
    late = stage.tried("rack1", f"SELECT count(*) FROM {take}", f"SELECT {finish}")
    assert late == ["0", "False"]
    again = "UPDATE queue.procrastinate_jobs SET status = 'todo'"
    assert stage.tried("rack1", again, options="-csearch_path=queue") == ["1"], (
        "as if the queue handed it out once more"
    )
    fetched = "SELECT count(*) FROM queue.procrastinate_jobs WHERE status = 'todo'"
    wait_until(lambda: stage.asked(fetched) == [(0,)])
    later = stage.command("run", stage.folder / "plan.toml", "--on", "rack1")
    assert later.wait(LONGEST_SECONDS) == 0, "behind what was replayed"
    assert len(stage.shares()) == 2 and len({campaign for *_, campaign in stage.shares()}) == 2
    assert {each: stage.measured().get(each) for each in stored} == stored
    assert len(stage.measured()) == 2 * len(stored)
    for each in (host, other, coordinator):
        each.end()


def _other_version(folder: Path) -> Path:
    """A folder by which Python holds our program for an older one."""
    report = folder / "older" / "cipherbench-0.0.9.dist-info"
    report.mkdir(parents=True)
    (report / "METADATA").write_text("Metadata-Version: 2.1\nName: cipherbench\nVersion: 0.0.9\n")
    return report.parent


def _plan(stage: Stage, repetitions: int) -> Path:
    sqlite = ServerSpec("sqlite", Source.EMBEDDED, "sqlite")
    return saved(plaintext_campaign(_CAMPAIGN, sqlite, repetitions=repetitions), stage.folder)


def _quietly_done(stage: Stage) -> int:
    time.sleep(0.05)  # a run takes longer, and to be asked costs the server more than that
    return stage.runs_done(VICTIM)
