"""Evidence in the store, and what is told from it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.evidence.threats import Threat, WorstFinding, threats
from app.plan.matrix import schedule
from app.report.tables.evidence_tables import found_text, place_rows, tables
from app.results.events import EvidenceGathered
from app.results.records import EvidenceFinding, FindingLocation, SearchArea, SearchSubject
from app.results.store.store import Store
from engines.contract.message import phrase
from tests.app.results.making import make_campaign, make_cells

SPOT = FindingLocation("base/5/1", 42, "text", "whole", "00ff", 26)


def trace(place: str = "data files", found: bool | None = True, **changes: Any) -> EvidenceFinding:
    made = EvidenceFinding(
        "pg",
        "plaintext",
        SearchArea.FILES,
        SearchSubject.MARKER,
        place,
        found,
        phrase("seen in {place}", place=place),
        count=3 if found else 0,
        files=2,
        size=1 << 40,
        spots=(SPOT,) if found else (),
    )
    return replace(made, **changes)


def add_campaign(store: Store) -> int:
    campaign = make_campaign(servers=(("pg", "postgresql"), ("fb", "firebird")))
    cells = make_cells(campaign)
    return store.create_campaign(campaign, cells, schedule(campaign, cells))


def test_that_evidence_comes_back_as_it_was_and_is_replaced_by_newer(any_store: Store) -> None:
    campaign_id = add_campaign(any_store)
    aes: dict[str, Any] = {"protection": "aes-128-cbc"}
    fb: dict[str, Any] = {"server": "fb"}
    events = [
        EvidenceGathered("fb", "plaintext", (trace(**fb),), 1.0),
        EvidenceGathered("pg", "aes-128-cbc", (trace(found=None, **aes),), 2.0),
        EvidenceGathered("pg", "plaintext", (trace(), trace("redo log", False)), 3.0),
    ]
    any_store.write(campaign_id, events)
    assert any_store.evidence(campaign_id) == [
        trace(),
        trace("redo log", False),
        trace(found=None, **aes),
        trace(**fb),
    ]
    newer = trace("temporary files", False)
    any_store.write(campaign_id, [EvidenceGathered("pg", "plaintext", (newer,), 4.0)])
    assert any_store.evidence(campaign_id) == [
        newer,
        trace(found=None, **aes),
        trace(**fb),
    ]
    any_store.delete_campaign(campaign_id)
    other = add_campaign(any_store)
    assert any_store.evidence(other) == []


KEY: dict[str, Any] = {"subject": SearchSubject.KEY}
MEMORY: dict[str, Any] = {"ground": SearchArea.MEMORY, "place": "server memory"}
LOGIN: dict[str, Any] = {"ground": SearchArea.LOGIN, "place": "SELECT without the key"}


@pytest.mark.parametrize(
    ("seen", "disk", "os_login", "database"),
    [
        (
            [trace(), trace(**LOGIN)],
            WorstFinding.PLAINTEXT,
            WorstFinding.PLAINTEXT,
            WorstFinding.PLAINTEXT,
        ),
        (
            [trace(found=False), trace(found=False, **LOGIN)],
            WorstFinding.NOTHING,
            WorstFinding.NOTHING,
            WorstFinding.NOTHING,
        ),
        (
            [trace(found=False), trace("log", **KEY)],
            WorstFinding.KEY,
            WorstFinding.KEY,
            WorstFinding.UNKNOWN,
        ),
        (
            [trace(found=False), trace(**MEMORY, **KEY), trace(found=False, **LOGIN)],
            WorstFinding.NOTHING,
            WorstFinding.KEY,
            WorstFinding.NOTHING,
        ),
        (
            [trace(found=False), trace("wal", None)],
            WorstFinding.UNKNOWN,
            WorstFinding.UNKNOWN,
            WorstFinding.UNKNOWN,
        ),
        (
            [trace(found=None), trace("wal")],
            WorstFinding.PLAINTEXT,
            WorstFinding.PLAINTEXT,
            WorstFinding.UNKNOWN,
        ),
        (
            [trace(opened=True), trace("cipher directory", False)],
            WorstFinding.NOTHING,
            WorstFinding.PLAINTEXT,
            WorstFinding.UNKNOWN,
        ),
    ],
)
def test_that_a_threat_gets_the_worst_of_what_it_reaches(
    seen: list[EvidenceFinding], disk: WorstFinding, os_login: WorstFinding, database: WorstFinding
) -> None:
    rows = threats(seen)
    assert [row.threat for row in rows] == [Threat.DISK, Threat.OS_LOGIN, Threat.DATABASE_LOGIN]
    assert [row.seen for row in rows] == [disk, os_login, database]


def test_that_a_threat_is_reported_with_its_places() -> None:
    seen = [trace(), trace("redo log"), trace("server log", **KEY), trace("wal", False)]
    assert threats(seen)[0].detail == "Plaintext in data files, redo log; the key in server log."


def test_that_tables_hold_places_and_leave_keys_and_logins_to_the_threats() -> None:
    seen = [trace(), trace(**KEY), trace(**LOGIN), trace(found=False, **MEMORY)]
    [table] = tables(seen)
    assert table.places == ("data files", "server memory")
    assert found_text(table.cells["data files", "plaintext"]) == "found 3 ×"
    assert found_text(None) == "–"
    assert [row["place"] for row in place_rows(seen)] == ["data files"]
    assert [row["place"] for row in place_rows(seen, memory=True)] == list(table.places)
