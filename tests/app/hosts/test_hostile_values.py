"""What a host writes of its campaign is judged as an archive is, before it is shown or counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import Connection, text

from app.command_line.main import run
from app.hosts.membership import Membership
from app.hosts.messages import ShareState
from app.plan.campaign import Campaign
from app.results.database import host_campaigns
from app.results.database.host_campaigns import HostDataRefused
from app.results.intake.store_check import check_store
from app.results.store.store import Store, open_store
from tests.app.hosts.conftest import Coordinated
from tests.app.hosts.test_roles import campaign_of, connected

pytestmark = pytest.mark.slow

_ATTACKER = "rack3"
_OPERATION = """
    INSERT INTO operations (run_id, operation, seconds, elapsed, connect_seconds, commit_seconds,
        statements, rows, p50_us, p99_us, started_at, finished_at)
    SELECT r.id, 'INSERT', 0.5, 0.6, 0.01, 0.01, 20, 20, 100, 200, 1e9, 1e9 + 1 FROM runs r
    JOIN cells c ON c.id = r.cell_id WHERE c.campaign_id = :campaign
"""
_DONE = """
    UPDATE runs SET status = 'done', started_at = 1e9, finished_at = 1e9 + 2, why = '""'
    WHERE cell_id IN (SELECT id FROM cells WHERE campaign_id = :campaign)
"""
_SAMPLE = (
    "INSERT INTO probe_samples (campaign_id, run_id, at, machine_cpu, sampler_cpu, machine_memory, "
    "statements, progress) SELECT :campaign, min(r.id), 1e9, {} FROM runs r JOIN cells c "
    "ON c.id = r.cell_id WHERE c.campaign_id = :campaign"
)
_EVENT = "INSERT INTO events (campaign_id, at, level, message) VALUES (:campaign, {at}, 'info', {})"
_OF_RUNS = (
    "run_id IN (SELECT r.id FROM runs r JOIN cells c ON c.id = r.cell_id "
    "WHERE c.campaign_id = :campaign)"
)


def _operation(changes: str) -> str:
    return f"UPDATE operations SET {changes} WHERE {_OF_RUNS}"


def _runs(changes: str) -> str:
    return (
        f"UPDATE runs SET {changes} WHERE cell_id IN (SELECT id FROM cells "
        "WHERE campaign_id = :campaign)"
    )


def _campaign(changes: str) -> str:
    return f"UPDATE campaigns SET {changes} WHERE id = :campaign"


def _cells(changes: str) -> str:
    return f"UPDATE cells SET {changes} WHERE campaign_id = :campaign"


def _message(template: str) -> str:
    return _EVENT.format(f"'{template}'", at="1e9")


ATTACKS = {
    "seconds that are no number": _operation("seconds = 'nan'"),
    "infinite seconds": _operation("elapsed = 'infinity'"),
    "negative seconds": _operation("seconds = -1"),
    "seconds that make any speed infinite": _operation("seconds = 5e-324"),
    "seconds beyond any": _operation("seconds = 1e300"),
    "negative statements": _operation("statements = -5"),
    "rows beyond any": _operation("rows = 9223372036854775807"),
    "a percentile that is no number": _operation("p99_us = 'nan'"),
    "a measure of the wrong kind": _operation("""measures = '{"arrived": "many"}'"""),
    "a measure that is a list": _operation("measures = '[1, 2]'"),
    "a measure beyond numbers": _operation("""measures = '{"arrived": 1e999}'"""),
    "a measure of 5,000 digits": _operation('measures = \'{"arrived": ' + "9" * 5_000 + "}'"),
    "hosts of the wrong kind": _operation("""hosts = '{"rack1": 3}'"""),
    "an operation of no plan": _operation("operation = 'x'"),
    "turns that are none": _operation(r"turns = '\xdeadbeef'"),
    "a run before all time": _runs("started_at = -1"),
    "a run at no moment": _runs("finished_at = 'nan'"),
    "a run in the far future": _runs("finished_at = 1e12"),
    "a status that is none": _runs("status = 'splendid'"),
    "a place of the wrong kind": _runs("placement = '[1]'"),
    "a reason that reads attributes": _runs(
        """why = '{"template": "{x.__class__}", "values": {"x": "y"}}'"""
    ),
    "a status of a campaign that is none": _campaign("status = 'splendid'"),
    "a name that turns the writing round": _campaign("name = 'small' || chr(8238) || 'x'"),
    "a name with control characters": _campaign("name = 'small' || chr(27) || '[2J'"),
    "a campaign at no moment": _campaign("created_at = 'nan'"),
    "tags that are none": _campaign("""tags = '{"a": 1}'"""),
    "advice that is none": _campaign("advice = '7'"),
    "a plan of its own": _campaign("plan = replace(plan, 'repetitions = 2', 'repetitions = 9')"),
    "a plan that is none": _campaign("plan = 'Dear diary'"),
    "a cell of another protection": _cells("protection = 'aes-256-gcm'"),
    "a cell of another kind": _cells("kind = 'native'"),
    "a negative size": _cells("size = -1"),
    "refusals that are none": _cells("""refused = '[{"operation": 1}]'"""),
    "a message that calls repr": _message('{"template": "{x!r}", "values": {"x": "y"}}'),
    "a message of great width": _message('{"template": "{x:>9999999}", "values": {"x": "y"}}'),
    "a message without its values": _message('{"template": "{x}", "values": {"y": "z"}}'),
    "a message that is a number": _message('{"template": 5}'),
    "an event at no moment": _EVENT.format("""'"x"'""", at="'nan'"),
    "an environment that is no JSON of ours": (
        "INSERT INTO environments (campaign_id, key, value) VALUES (:campaign, 'x', '{\"a\"\\:1}')"
    ),
    "a session of the wrong kind": (
        "INSERT INTO sessions (campaign_id, at, environment, data, servers) "
        "VALUES (:campaign, 1e9, '[]', '', '[7]')"
    ),
    "evidence of no kind": (
        "INSERT INTO evidence (campaign_id, at, server, protection, ground, subject, place, "
        "message, count, files, size, opened, spots) VALUES (:campaign, 1e9, 'sqlite', "
        "'plaintext', 'x', 'y', 'z', '\"x\"', -1, 1, 1, true, '[]')"
    ),
    "a server of the wrong engine": _cells("engine = 'postgresql'"),
}
"""Each is SQL that PostgreSQL takes from the host whose campaign it is."""
ONCE_OVER = {
    "an operation of no plan", "turns that are none", "a cell of another protection",
    "a cell of another kind", "a server of the wrong engine", "refusals that are none",
}  # fmt: skip
"""What does not fit the plan. While a campaign goes on, whoever reads just that refuses it."""
SHOWN_BY_COMMANDS = (
    "seconds that are no number",
    "a name that turns the writing round",
    *(
        pytest.param(each, marks=pytest.mark.exhaustive)
        for each in (
            "a status of a campaign that is none", "tags that are none", "a message that calls repr"
        )
    ),
)  # fmt: skip
"""A figure and a text in every run."""
IN_EVERY_RUN = {
    "seconds that are no number", "negative seconds", "a measure of the wrong kind",
    "a status of a campaign that is none", "a plan of its own", "a message that calls repr",
    "a cell of another kind",
}  # fmt: skip
"""One of each way of judging."""
SAMPLES = {
    "no number": "'nan', 1, 1, 1, 0.5",
    "infinite": "1, 1, 'infinity', 1, 0.5",
    "a negative count": "1, 1, 1, -1, 0.5",
}


@dataclass(frozen=True)
class Hostile:
    """A campaign that the attacker has written so far as an honest host would."""

    campaign: int
    member: Membership
    token: UUID
    connection: Connection

    def writes(self, statement: str) -> None:
        rows = self.connection.execute(text(statement), {"campaign": self.campaign})
        assert rows.rowcount > 0
        self.connection.commit()

    def ends(self) -> None:
        assert self.member.finish(self.token, ShareState.DONE)


@pytest.fixture
def hostile(
    coordinated: Coordinated,
    joined: Callable[[str], Membership],
    hand_out: Callable[..., dict[str, UUID]],
    small: Campaign,
) -> Iterator[Hostile]:
    member = joined(_ATTACKER)
    token = hand_out(_ATTACKER)[_ATTACKER]
    assert member.take(token)
    campaign = campaign_of(coordinated, _ATTACKER, small)
    assert member.campaign_of(token) == campaign
    with connected(coordinated, _ATTACKER) as connection:
        made = Hostile(campaign, member, token, connection)
        made.writes(_OPERATION)
        made.writes(_DONE)
        yield made
    member.finish(token, ShareState.DONE)
    with open_store(coordinated.login("coordinator").text, write=True) as store:
        store.delete_campaign(campaign)


READINGS: dict[str, Callable[[Store, int], object]] = {
    "snapshot": lambda store, campaign: store.snapshot(campaign),
    "load": lambda store, campaign: store.load(campaign),
    "plan": lambda store, campaign: store.plan_text(campaign),
    "runs": lambda store, campaign: store.runs(campaign),
    "runs since": lambda store, campaign: store.runs_since(campaign, 0.0),
    "operations": lambda store, campaign: store.operations(campaign),
    "cells": lambda store, campaign: store.cells(campaign),
    "events": lambda store, campaign: store.events(campaign),
    "evidence": lambda store, campaign: store.evidence(campaign),
    "histograms": lambda store, campaign: store.histograms(campaign, [0]),
}


def _check_refused(coordinated: Coordinated, campaign: int) -> None:
    with open_store(coordinated.login("viewer").text, write=False) as store:
        for name, read in READINGS.items():
            with pytest.raises(HostDataRefused, match=f"#{campaign}, which {_ATTACKER} wrote"):
                assert read(store, campaign) is name
        others = store.campaigns(), store.running()
    for line in (each for some in others for each in some):
        str(line)


def _check_shown(coordinated: Coordinated, campaign: int) -> None:
    with open_store(coordinated.login("viewer").text, write=False) as store:
        for read in READINGS.values():
            read(store, campaign)
        assert campaign in [each.id for each in store.campaigns()]
        assert store.summary(campaign).runs_done == 2


def test_that_what_an_honest_host_writes_is_shown(
    coordinated: Coordinated, hostile: Hostile
) -> None:
    _check_shown(coordinated, hostile.campaign)
    hostile.ends()
    _check_shown(coordinated, hostile.campaign)


@pytest.mark.parametrize(
    "attack",
    [
        pytest.param(each, marks=() if each in IN_EVERY_RUN else pytest.mark.exhaustive)
        for each in ATTACKS
    ],
)
def test_that_no_store_would_hold_it_and_it_is_refused_by_name(
    coordinated: Coordinated, hostile: Hostile, attack: str
) -> None:
    """While the share goes on and once it is over."""
    hostile.writes(ATTACKS[attack])
    if attack not in ONCE_OVER:
        _check_refused(coordinated, hostile.campaign)
    hostile.ends()
    _check_refused(coordinated, hostile.campaign)


@pytest.mark.in_every_run("infinite")
@pytest.mark.parametrize("attack", SAMPLES)
def test_that_samples_are_judged_when_they_are_read(
    coordinated: Coordinated, hostile: Hostile, attack: str
) -> None:
    hostile.writes(_SAMPLE.format(SAMPLES[attack]))
    _check_shown(coordinated, hostile.campaign)
    with open_store(coordinated.login("viewer").text, write=False) as store:
        run_id = store.runs(hostile.campaign)[0].id
        with pytest.raises(HostDataRefused):
            store.samples(run_id)
    hostile.ends()
    _check_refused(coordinated, hostile.campaign)


def test_that_more_rows_than_an_archive_takes_are_refused(
    coordinated: Coordinated, hostile: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_campaigns, "_MOST_ROWS", 3)
    for _ in range(3):
        hostile.writes(_message('"x"'))
    _check_shown(coordinated, hostile.campaign)
    hostile.writes(_message('"x"'))
    _check_refused(coordinated, hostile.campaign)


@pytest.mark.parametrize("attack", SHOWN_BY_COMMANDS)
def test_that_commands_say_so_in_a_sentence(
    coordinated: Coordinated,
    hostile: Hostile,
    attack: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    hostile.writes(ATTACKS[attack])
    hostile.ends()
    store = coordinated.login("coordinator").text
    number = f"#{hostile.campaign}"
    for words in (
        ("export", number, "--format", "html", "-o", str(tmp_path / "x.html")),
        ("archive", number, "-o", str(tmp_path / "x.zip")),
        ("compare", number),
    ):
        assert run([*words, "--store", store]) == 2
        said = capsys.readouterr().err
        assert "Results refused" in said and _ATTACKER in said, said
        assert "Traceback" not in said and "nternal error" not in said
    assert run(["campaigns", "--store", store]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown and "\u202e" not in shown
    report = check_store(store)
    [found] = [each for each in report.campaigns if each.id == hostile.campaign]
    assert found.faults
    assert list(tmp_path.iterdir()) == []
