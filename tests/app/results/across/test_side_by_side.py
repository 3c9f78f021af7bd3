"""The same cells in two campaigns."""

from __future__ import annotations

import json
from math import expm1
from pathlib import Path

import pytest
import scipy

from app.command_line.main import run
from app.results.across.side_by_side import Change, side_by_side
from app.results.across.welch import welch
from app.results.database.store import open_store
from tests.app.results.making import CBC
from tests.app.results.noisy import costly_campaign, store_costs

ONE, TWO = (0.1, 0.12, 0.09, 0.11, 0.13), (0.2, 0.25, 0.15)


def test_that_welch_finds_what_scipy_finds() -> None:
    found = welch(ONE, TWO)
    assert found is not None
    wanted = scipy.stats.ttest_ind(TWO, ONE, equal_var=False)
    assert found.p_value == pytest.approx(wanted.pvalue)
    low, high = wanted.confidence_interval(0.95)
    assert found.interval.low == pytest.approx(expm1(low) * 100)
    assert found.interval.high == pytest.approx(expm1(high) * 100)
    assert welch(ONE, (0.1,)) is None


def test_that_a_cell_that_got_slower_is_told_and_the_others_are_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "s.sqlite")
    campaign = costly_campaign(servers=2, protections=(CBC,))
    with open_store(path, write=True) as store:
        old = store_costs(store, campaign, {})
        new = store_costs(store, campaign, {("mariadb", CBC.name): 0.5})
        rows = side_by_side(store.snapshot(old), [store.snapshot(new)])
    worse = [row for row in rows if row.change is Change.WORSE]
    assert {(row.server, row.protection) for row in worse} == {("mariadb", CBC.name)}
    assert len(worse) == 4 and all(45 < (row.worse_percent or 0) < 55 for row in worse)
    assert {row.change for row in rows} == {Change.WORSE, Change.NONE_SHOWN}
    assert run(["compare", str(old), str(new), "--json", "--store", path]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["first"], told["paired"]) == (old, False) and "in pairs" in told["note"]
    assert [row["change"] for row in told["rows"]] == [row.change.value for row in rows]
    assert run(["compare", str(old), str(new), "--store", path]) == 0
    assert "in pairs" in capsys.readouterr().out
