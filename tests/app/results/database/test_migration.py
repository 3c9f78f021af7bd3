"""A store that an older Cipherbench wrote opens, shows what it holds, and goes on."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from app.campaign.conditions import UnlikeConditions
from app.campaign.conductor import Conductor
from app.campaign.environment import environment
from app.evidence.gathering import gather_evidence
from app.plan.status import Status
from app.results.compare import compare
from app.results.database.store import open_store
from tests.conftest import Servers

OLDER = Path(__file__).parent / "assets" / "store_0002.db"
"""Written by version 0002 of the store: a campaign on PostgreSQL 18.6 (plaintext and AES, twice)
that was cancelled after two of its four runs."""


@pytest.fixture
def older(tmp_path: Path) -> Path:
    return Path(shutil.copy(OLDER, tmp_path / "results.sqlite"))


def change(store: Path, *statements: tuple[str, Mapping[str, object]]) -> None:
    with closing(sqlite3.connect(store)) as connection, connection:
        for statement, values in statements:
            connection.execute(statement, values)


def test_that_an_older_store_opens_with_all_it_holds(older: Path) -> None:
    with open_store(str(older), write=False) as store:
        summary = store.summary(1)
        runs = store.runs(1)
        [server] = store.servers(1)
        [session] = store.sessions(1)
        rows = compare(store.snapshot(1))
        assert store.environment(1) == session.environment
    assert (summary.runs_total, summary.runs_done, summary.runs_failed) == (4, 2, 0)
    assert not any(run.stalled for run in runs)
    assert sum(row.n for row in rows) == 8
    assert (session.at, session.servers, session.data) == (summary.created_at, (server,), "")
    assert server.version == "18.6"


def test_that_a_campaign_of_an_older_store_goes_on_where_it_can_be_compared(
    older: Path, servers: Servers
) -> None:
    """What it noted is compared; what it did not note is unknown, and so cannot differ."""
    told = servers["postgresql"].ask()
    noted = set(told.settings) - {"block_size", "commit_delay"}
    settings = {name: told.settings[name] for name in noted}
    facts = [(key, json.dumps(value)) for key, value in environment().items()]
    known = [fact for fact in facts if fact[0] not in ("cores_allowed", "cpu_quota")]
    change(
        older,
        (
            "update servers set version = :version, settings = :settings",
            {"version": told.version, "settings": json.dumps(settings)},
        ),
        *(
            ("update environments set value = :value where key = :key", {"key": k, "value": v})
            for k, v in known
        ),
    )
    outcome = Conductor(str(older), gather=gather_evidence).resume("of an older version")
    assert (outcome.status, outcome.failed) == (Status.DONE, 0)
    with open_store(str(older), write=False) as store:
        assert [run.status for run in store.runs(1)] == [Status.DONE] * 4
        first, second = store.sessions(1)
        assert first.data == "" and second.data
        assert "block_size" not in store.servers(1)[0].settings
        assert second.servers[0].settings["block_size"] == "8192"


def test_that_a_campaign_of_an_older_store_is_refused_where_its_record_differs(
    older: Path,
) -> None:
    change(older, ("update servers set version = '16.1'", {}))
    with pytest.raises(UnlikeConditions, match=r"postgresql was 16\.1, now "):
        Conductor(str(older), gather=gather_evidence).resume("of an older version")
    with open_store(str(older), write=False) as store:
        assert store.servers(1)[0].version == "16.1"
        assert len(store.sessions(1)) == 1
