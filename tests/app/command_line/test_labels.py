"""Keeping campaigns from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.command_line.main import run
from app.plan.plan_file import parse_plan
from app.results.store.store import open_store
from tests.app.results.making import make_campaign, store_campaign


def test_that_campaigns_are_labelled_listed_by_tag_put_away_and_deleted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = str(tmp_path / "s.sqlite")
    with open_store(store, write=True) as opened:
        for name in ("first", "second", "third"):
            store_campaign(opened, make_campaign(name))

    def call(*words: str) -> str:
        assert run(["--store", store, *words]) == 0
        return capsys.readouterr().out

    def listed(*words: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(call("campaigns", "--json", *words))
        return found

    call("tag", "first", "Audit", "disk")
    call("tag", "second", "audit")
    call("note", "first", "on the new disk")
    call("rename", "third", "new name")
    call("put-away", "second")
    assert [each["name"] for each in listed()] == ["new name", "first"]
    [found] = listed("--tag", "AUDIT")
    assert (found["tags"], found["notes"], found["archived"]) == (
        ["Audit", "disk"],
        "on the new disk",
        False,
    )
    for words, names in (
        (["AUDIT"], ["first"]),
        (["new"], ["new name", "first"]),
        (["new", "disk"], ["first"]),
        (["#3"], ["new name"]),
        (["--archived", "pending", "audit"], ["second", "first"]),
    ):
        assert [each["name"] for each in listed(*words)] == names
    assert parse_plan(call("plan", "first"), "stdout") == make_campaign("first")
    assert [each["name"] for each in listed("--archived", "--tag", "audit")] == ["second", "first"]
    assert "second (hidden)  [audit]" in call("campaigns", "--archived")
    call("tag", "first", "--remove", "AUDIT")
    call("put-away", "second", "--back")
    call("delete", "new name", "--yes")
    assert [(each["name"], each["tags"]) for each in listed()] == [
        ("second", ["audit"]),
        ("first", ["disk"]),
    ]
    assert run(["--store", store, "rename", "first", " "]) == 2
    assert "a campaign needs a name" in capsys.readouterr().err
