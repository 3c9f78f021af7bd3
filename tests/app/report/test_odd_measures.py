"""What reports say of work whose measure is no time of seconds, or that has no database."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.command_line.main import run
from app.report.campaign_report import report_on
from app.report.export import export
from app.results.database.store import Store
from tests.app.report.loaded import store_loaded


def markdown_of(store: Store, campaign: int, folder: Path) -> str:
    return export(store, campaign, "md", folder / "out.md").read_text("utf-8")


def test_that_latencies_below_a_millisecond_keep_their_figures(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    campaign = store_loaded(store, scale=0.08)
    rows = report_on(store, campaign).comparison
    assert min(row.mean or 0.0 for row in rows) == pytest.approx(0.162)
    assert " 0.162 ± 0.001 ms" in markdown_of(store, campaign, tmp_path)
    assert run(["compare", str(campaign), "--store", str(store.url)]) == 0
    assert re.search(r" 0\.162 +0\.001 ", capsys.readouterr().out)
