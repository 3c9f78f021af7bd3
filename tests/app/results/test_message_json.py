"""Messages are stored as template and values beside their English text, and come back whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from app.plan.matrix import Cell, schedule
from app.plan.status import Status
from app.results.database.store import Store, open_store
from app.results.events import Event, Noted, RunFinished, ServerLost
from app.results.message_json import message_from_json, message_of_store, message_to_json
from engines.contract.message import Message, Number, phrase
from engines.contract.secrecy import keep_secret
from tests.app.results.making import WHY, make_campaign, make_cells, store_campaign

AWAY = phrase("{server}: {why}", server="pg", why=phrase("it is away"))
ENGLISH = "pg {0} was away for 1,234.5 s: no room on ü."


@pytest.mark.parametrize(
    "said", [WHY, Message("{as it is}"), Message(""), phrase("{a}", a=""), AWAY]
)
def test_that_a_message_comes_back_from_json_as_it_was(said: Message) -> None:
    assert message_from_json(json.loads(json.dumps(message_to_json(said)))) == said


def test_that_a_number_that_json_lacks_is_kept_as_its_text() -> None:
    data = message_to_json(phrase("{n} s", n=Number(float("inf"))))
    assert str(message_from_json(json.loads(json.dumps(data, allow_nan=False)))) == "inf s"


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
    assert message_of_store("The text.", data) == Message("The text.")


def test_that_a_text_that_was_changed_since_stands_for_itself() -> None:
    assert message_of_store(ENGLISH, message_to_json(WHY)) == WHY
    assert message_of_store("Another.", message_to_json(WHY)) == Message("Another.")


def test_that_the_store_keeps_english_words_and_hands_out_messages(any_store: Store) -> None:
    campaign = make_campaign()
    plain, sealed = make_cells(campaign)
    cells = [plain, Cell(sealed.server, sealed.engine, sealed.protection, sealed.size, WHY)]
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
    assert line.said.values["why"] == WHY
    assert line.message == f"pg: {ENGLISH} It is left out."
    with any_store.transaction() as session:
        query = text("select reason from runs where status = 'failed'")
        assert session.scalars(query).all() == [ENGLISH]


def test_that_a_run_that_begins_again_forgets_its_reason(any_store: Store) -> None:
    campaign_id = store_campaign(any_store, make_campaign())
    run = any_store.load(campaign_id).runs[0]
    any_store.write(campaign_id, [RunFinished(run.id, Status.FAILED, 9.0, WHY)])
    any_store.prepare_resume(campaign_id)
    assert {each.why for each in any_store.runs(campaign_id)} == {Message("")}
    assert {each.why for each in any_store.cells(campaign_id)} == {Message("")}
    with any_store.transaction() as session:
        query = text("select count(*) from runs where reason_said is not null")
        assert session.scalar(query) == 0


def test_that_rows_without_template_show_their_text(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.sqlite"), write=True) as store:
        campaign_id = store_campaign(store, make_campaign())
        run = store.load(campaign_id).runs[0]
        store.write(campaign_id, [RunFinished(run.id, Status.FAILED, 9.0, WHY)])
        with store.transaction(write=True) as session:
            session.execute(text("update runs set reason_said = null"))
        assert store.runs(campaign_id)[0].why == Message(ENGLISH)


def test_that_a_secret_learnt_late_is_in_no_value() -> None:
    secret = "A-late-and-long-secret"
    why = phrase("{server}: {why}", server="pg", why=phrase("it says {said}", said=secret))
    bare = Message(f"It says {secret}")
    keep_secret(secret)
    for event in (RunFinished(1, Status.FAILED, 0.0, why), ServerLost("pg", why)):
        assert secret not in json.dumps(message_to_json(event.why))
        assert "***" in event.reason
    assert secret not in RunFinished(1, Status.FAILED, 0.0, bare).reason
    said = message_to_json(Noted(why).said)
    assert secret not in json.dumps(said)
