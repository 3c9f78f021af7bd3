"""What befalls a host in the midst of a load that all send together: the repetition is over for
all, the rest is kept, and no request is counted twice."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from app.plan.status import Status
from app.results.records import OperationRecord, RunRecord
from app.results.store.store import open_store
from engines.servers.server import ServerSpec
from tests.app.quick import plaintext_campaign
from tests.app.typed import saved
from tests.faults.hosts.measured_server import reached
from tests.faults.hosts.rows import LONGEST_SECONDS, SHARED_ROWS, VICTIM, Play, Row, begun
from tests.faults.hosts.stage import MOST_SECONDS, Stage
from tests.patience import PATIENCE, wait_until
from workloads.web_users.parameters import LoadKind, WebUsersParameters

pytestmark = [pytest.mark.slow, pytest.mark.exhaustive, pytest.mark.timeout(2400)]

_CAMPAIGN = "together on hosts"
_READS, _WRITES, _SECONDS = 40.0, 20.0, 5.0
_ASKED = round((_READS + _WRITES) * _SECONDS)
"""Requests of a repetition, of all hosts together."""
_UNDER_WAY = """
    SELECT run FROM hosts.loads l WHERE start_at < clock_timestamp() AND NOT EXISTS (
        SELECT FROM hosts.counted c
        WHERE (c.batch, c.run, c.attempt, c.load) = (l.batch, l.run, l.attempt, l.load)
    )
"""


@pytest.mark.parametrize("row", [pytest.param(row, id=row.key) for row in SHARED_ROWS])
def test_that_a_load_of_all_hosts_ends_for_all_and_the_rest_is_retained(
    row: Row, stage: Stage, servers: Any
) -> None:
    with reached(stage.network, servers["postgresql"].endpoint) as there:
        play = begun(stage, row.hosts)
        run = stage.command("run", _plan(stage, there, row), "--on", "all", "--json")
        repetition = _await_load(stage, row.hosts)
        stored, began = stage.measured(), time.time()
        row.strike(play)
        if row.own:
            wait_until(lambda: row.own in play.victim.message, 3 * MOST_SECONDS)
        own_s = time.time() - began
        names = list(play.hosts)
        play.await_end(names[1:] if row.lost else names)
        assert run.wait(MOST_SECONDS) == 1, run.message
        seconds = _check_over(stage, names[1:], repetition, began)
        if not row.lost:
            _check_goes_on(stage, names, row.repetitions)
        row.mend(play)
        _check_completed(play, row.repetitions)
        now = stage.measured()
        assert {each: now.get(each) for each in stored} == stored, "what was stored is unchanged"
        play.check_nobody_stays()
        report = {"kept": len(stored), "over": seconds, "own": own_s}
        play.report(f"{row.name}, in a shared load", **report)


def test_that_a_host_resumed_at_once_catches_up_with_those_that_go_on(
    stage: Stage, servers: Any
) -> None:
    """It begins where it was killed; they have passed that."""
    repetitions = 10
    with reached(stage.network, servers["postgresql"].endpoint) as there:
        play = begun(stage, 2)
        plan = _plan(stage, there, Row(name="", strike=Play.again, repetitions=repetitions))
        run = stage.command("run", plan, "--on", "all", "--json")
        _await_load(stage, 2)
        play.bury(play.victim)
        play.again()
        resume = stage.command("resume", "1", "--on", "all", "--json")
        assert resume.wait(LONGEST_SECONDS) == run.wait(LONGEST_SECONDS) == 1, resume.message
        assert "is at a later repetition already" in play.victim.message
        _check_goes_on(stage, list(play.hosts), repetitions)
        _check_completed(play, repetitions)
        play.check_nobody_stays()


def _plan(stage: Stage, there: ServerSpec, row: Row) -> Path:
    users = WebUsersParameters(
        loads=(LoadKind.MIXED,),
        read_rate=(_READS,),
        write_rate=(_WRITES,),
        seconds=_SECONDS,
        warmup_seconds=0.0,
        users=20,
        lanes=1,
        hosts=row.hosts,
    )
    planned = plaintext_campaign(_CAMPAIGN, there, workload=users, repetitions=row.repetitions)
    return saved(planned, stage.folder)


def _await_load(stage: Stage, hosts: int) -> int:
    """The number of the repetition that hosts have begun to ask in and not yet counted, once each
    has stored one."""
    found: list[int] = []

    def asking() -> bool:
        rows = stage.asked(_UNDER_WAY) if len(stage.measured()) >= hosts else ()
        found[:] = [json.loads(str(run))[3] for (run,) in rows]
        return bool(found)

    wait_until(asking, LONGEST_SECONDS)
    return found[0]


def _check_over(stage: Stage, others: Sequence[str], repetition: int, began: float) -> float:
    """Seconds after which the repetition was over for the last of the others, who say why."""
    longest = 0.0
    for host in others:
        runs = {each.repetition: each for each in _runs(stage, host)}
        assert all(runs[number].is_counted for number in range(1, repetition)), (
            "earlier ones are kept"
        )
        broken = runs[repetition]
        assert broken.status is Status.FAILED and broken.finished_at is not None
        assert VICTIM in broken.reason and "this repetition ended on all hosts" in broken.reason
        longest = max(longest, broken.finished_at - began)
    assert longest < MOST_SECONDS * PATIENCE
    return longest


def _check_goes_on(stage: Stage, hosts: Sequence[str], repetitions: int) -> None:
    """Once the host was back, later repetitions were done by all."""
    for host in hosts:
        assert next(
            each.is_counted for each in _runs(stage, host) if each.repetition == repetitions
        )


def _check_completed(play: Play, repetitions: int) -> None:
    """`resume` does the rest, after which all hosts have the same, each request once."""
    stage = play.stage
    resume = stage.command("resume", "1", "--on", "all", "--json")
    assert resume.wait(LONGEST_SECONDS) == 0, (resume.message, play.victim.message)
    stage.check_whole(len(play.hosts), repetitions)
    assert stage.spools() == []
    first, *others = (_operations(stage, host) for host in play.hosts)
    assert len(first) == repetitions
    for each in first:
        assert each.measures is not None and each.hosts is not None
        assert each.measures["arrived"] == each.statements == _ASKED
        arrived = [report["arrived"] for report in each.hosts.values()]
        assert each.hosts.keys() == play.hosts.keys() and sum(arrived) == _ASKED
        assert max(arrived) - min(arrived) <= 1
    assert [sorted(map(_figures, each)) for each in others] == [sorted(map(_figures, first))] * len(
        others
    )


def _figures(operation: OperationRecord) -> str:
    """What must not depend on the host that stored it."""
    return str((operation.operation, operation.measures, operation.hosts))


def _campaign(stage: Stage, host: str) -> int:
    return next(each for _, name, _, each in stage.shares() if name == host and each is not None)


def _runs(stage: Stage, host: str) -> list[RunRecord]:
    with open_store(stage.url, write=False) as store:
        return list(store.runs(_campaign(stage, host)))


def _operations(stage: Stage, host: str) -> list[OperationRecord]:
    with open_store(stage.url, write=False) as store:
        return [each for each in store.operations(_campaign(stage, host)) if each.is_counted]
