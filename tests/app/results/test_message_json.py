"""Messages are stored as template and values, and come back whole."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import select, text

from app.plan.matrix import Cell, schedule
from app.plan.status import Status
from app.results.database.models import RunRow
from app.results.events import CampaignFinished, Event, Noted, RunFinished, ServerLost
from app.results.message_json import (
    is_damaged_message,
    message_from_column,
    message_from_json,
    message_to_column,
    message_to_json,
)
from app.results.store.store import Store
from engines.contract.message import Message, Number, phrase
from engines.contract.secrecy import register_secret
from tests.app.results.making import WHY, make_campaign, make_cells, store_campaign

AWAY = phrase("{server}: {why}", server="pg", why=phrase("it is away"))
ENGLISH = "pg {0} was away for 1,234.5 s: no room on ü."


@pytest.mark.parametrize(
    "message", [WHY, Message("{as it is}"), Message(""), phrase("{a}", a=""), AWAY]
)
def test_that_a_message_comes_back_from_json_as_it_was(message: Message) -> None:
    assert message_from_json(json.loads(json.dumps(message_to_json(message)))) == message


def test_that_a_number_that_json_lacks_is_retained_as_its_text() -> None:
    data = message_to_json(phrase("{n} s", n=Number(float("inf"))))
    assert str(message_from_json(json.loads(json.dumps(data, allow_nan=False)))) == "inf s"


NUMBER = {"value": 1, "decimals": 0, "unit": ""}


def nested(levels: int) -> Any:
    return "end" if not levels else {"template": "{a}", "values": {"a": nested(levels - 1)}}


@pytest.mark.parametrize(
    "data",
    [
        None,
        7,
        ["text"],
        "a\0b",
        {"template": "{a}", "values": {}},
        {"template": "{a}", "values": {"b": "x"}},
        {"template": "{a!r}", "values": {"a": "x"}},
        {"template": "{a:>99999999}", "values": {"a": "x"}},
        {"template": "{a.__class__}", "values": {"a": "x"}},
        {"template": "{a", "values": {"a": "x"}},
        {"template": "a}", "values": {"a": "x"}},
        {"template": "{0}", "values": {"0": "x"}},
        {"template": "{}", "values": {"": "x"}},
        {"template": "{a.b}", "values": {"a.b": "x"}},
        {"template": "{a[0]}", "values": {"a[0]": "x"}},
        {"template": "{a:{b}}", "values": {"a": "x", "b": ">99999999"}},
        {"template": "{n}", "one": "{0}", "values": {"n": NUMBER, "0": "x"}},
        {"template": "{a}", "values": {"a": "\ud800"}},
        {"template": "{a}", "values": {"a": 7}},
        {"template": "{a}", "values": {"a": {"value": 1, "decimals": 10**9, "unit": ""}}},
        {"template": "{a}", "values": {"a": "x"}, "more": 1},
        nested(60),
    ],
)
def test_that_what_is_no_message_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        message_from_json(data)
    written = json.dumps(data)
    assert message_from_column(written) == Message(written)


def test_that_a_message_that_would_fill_the_memory_is_refused() -> None:
    data: object = {"template": "{a}{a}", "values": {"a": "long"}}
    for _ in range(30):
        data = {"template": "{a}{a}", "values": {"a": data}}
    with pytest.raises(ValueError, match="at most"):
        message_from_json(data)
    text = json.dumps(data)
    assert is_damaged_message(text) and str(message_from_column(text)) == text


def test_that_a_number_beyond_all_floats_is_no_message() -> None:
    number = {"value": 10**400, "decimals": 0, "unit": ""}
    with pytest.raises(ValueError, match="is no message"):
        message_from_json({"template": "{a}", "values": {"a": number}})


@pytest.mark.parametrize("text", ["It is away.", "", "{", "{a}", "[" * 100_000, "7"])
def test_that_letters_that_are_no_message_stand_for_themselves(text: str) -> None:
    assert message_from_column(text) == Message(text)


def test_that_a_message_always_has_the_same_letters() -> None:
    written = message_to_column(WHY)
    assert message_to_column(message_from_column(written)) == written
    assert json.loads(written) == message_to_json(WHY)


def test_that_the_store_keeps_messages_in_one_column_and_finds_them(any_store: Store) -> None:
    campaign = make_campaign()
    plain, encrypted = make_cells(campaign)
    cells = [
        plain,
        Cell(encrypted.server, encrypted.engine, encrypted.protection, encrypted.size, WHY),
    ]
    campaign_id = any_store.create_campaign(campaign, cells, schedule(campaign, cells))
    run = any_store.load(campaign_id).runs[-1]
    events: list[Event] = [
        RunFinished(run.id, Status.FAILED, 9.0, WHY),
        ServerLost("pg", WHY, optional=True),
    ]
    any_store.write(campaign_id, events)
    assert [cell.why for cell in any_store.cells(campaign_id)] == [WHY, WHY]
    assert any_store.load(campaign_id).cells[1].why == WHY
    assert any_store.runs(campaign_id)[-1].why == WHY
    [line] = any_store.events(campaign_id)
    assert line.message.values["why"] == WHY
    assert line.text == f"pg: {ENGLISH} It is skipped."
    with any_store.transaction() as session:
        query = text("select why from runs where status = 'failed'")
        assert session.scalars(query).all() == [message_to_column(WHY)]
        same = select(RunRow.id).where(RunRow.why == WHY)
        assert session.scalars(same).all() == [run.id]


def test_that_a_run_that_begins_again_forgets_its_reason(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    run = any_store.load(campaign_id).runs[0]
    any_store.write(campaign_id, [RunFinished(run.id, Status.FAILED, 9.0, WHY)])
    any_store.prepare_resume(campaign_id)
    assert {each.why for each in any_store.runs(campaign_id)} == {Message("")}
    assert {each.why for each in any_store.cells(campaign_id)} == {Message("")}


def test_that_a_line_of_the_log_is_stored_once(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    lines = [Noted(WHY, "info", 5.0), Noted(AWAY, "info", 5.0)]
    any_store.write(campaign_id, lines[:1])
    any_store.write(campaign_id, lines, idempotent=True)
    assert [each.message for each in any_store.events(campaign_id)] == [WHY, AWAY]


def test_that_what_ended_a_campaign_is_reported_in_any_language(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    end = CampaignFinished(campaign_id, Status.DONE, 9.0, ended_by=WHY)
    any_store.write(campaign_id, [end])
    assert any_store.summary(campaign_id).ended_by == WHY
    assert any_store.summary(campaign_id).to_json()["ended_by"] == ENGLISH


def test_that_a_secret_learnt_late_is_in_no_value() -> None:
    secret = "A-late-and-long-secret"
    why = phrase("{server}: {why}", server="pg", why=phrase("it says {words}", words=secret))
    bare = Message(f"It says {secret}")
    register_secret(secret)
    for event in (RunFinished(1, Status.FAILED, 0.0, why), ServerLost("pg", why)):
        assert secret not in json.dumps(message_to_json(event.why))
        assert "***" in event.reason
    assert secret not in RunFinished(1, Status.FAILED, 0.0, bare).reason
    message = message_to_json(Noted(why).message)
    assert secret not in json.dumps(message)
