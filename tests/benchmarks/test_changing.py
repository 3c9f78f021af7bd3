"""Long campaigns of changes: what broke off goes on, and what cannot be measured ends nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.results.store.store import open_store
from benchmarks.changing.plans import BASE, ENGINES, SERVER, STORED, every_way, plan, run
from workloads.change.ways import Way

pytestmark = pytest.mark.slow

SMALL = replace(BASE, rows=(50,), ways=(Way.REKEY,), rates=(0,), quiet_seconds=0)


def test_that_a_store_goes_on_with_the_campaign_that_it_has(tmp_path: Path) -> None:
    store = str(tmp_path / "results.sqlite")
    campaign = plan("sqlite", STORED["sqlite"], SMALL, 1)
    first, failed = run(store, campaign)
    again, also_failed = run(store, campaign)
    assert first is not None and again is not None
    assert (failed, also_failed) == (0, 0)
    assert again.campaign == first.campaign and again.operations == first.operations
    with open_store(store, write=False) as opened:
        assert len(opened.campaigns()) == 1


def test_that_what_cannot_be_measured_is_counted_and_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = str(tmp_path / "results.sqlite")
    assert run(store, plan("sqlite", SERVER, SMALL, 1)) == (None, 1)
    assert "it encrypts values" in capsys.readouterr().out
    monkeypatch.setenv("CIPHERBENCH_MYSQL_BINARIES", str(tmp_path))
    assert run(store, plan("mysql", SERVER, SMALL, 1)) == (None, 1)
    assert "MySQL" in capsys.readouterr().out


def test_that_every_plan_of_an_engine_has_a_name_of_its_own() -> None:
    """By it a store knows a campaign again."""
    for engine in ENGINES:
        names = [each.name for each in every_way(engine, 200_000, 3)]
        assert len(names) == len(set(names)) and max(map(len, names)) < 200
