"""The table of runs tells which stood still and which were repeated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from app.report.figures.campaign_report import CampaignReport
from app.window.base.store_reader import StoreReader
from app.window.pages.results.runs_tab import ResultsRuns
from app.window.pages.results.scope import Scope
from engines.contract.message import phrase

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)


def row_of(part: ResultsRuns, number: int) -> list[str]:
    model = part.table.model()
    return [str(model.index(number, column).data()) for column in range(model.columnCount())]


def test_that_a_stalled_and_a_replaced_run_say_so_with_the_reason(
    report: CampaignReport, qtbot: QtBot, tmp_path: Path
) -> None:
    runs = list(report.runs)
    runs[0] = replace(runs[0], stalled=True, why=phrase("INSERT stood still."))
    runs[1] = replace(runs[1], replaced=True, loading_s=2.5, indexing_s=0.5)
    around = QObject()
    reader = StoreReader(str(tmp_path / "none.sqlite"), around)
    part = ResultsRuns(Scope(around), reader)
    qtbot.addWidget(part)
    part.draw(replace(report, runs=runs))
    stalled, replaced, plain = (row_of(part, number) for number in range(3))
    assert "stalled" in stalled and "replaced" in replaced and "done" in plain
    assert stalled[-1] == "INSERT stood still." and "counts instead" in replaced[-1]
    model = part.table.model()
    heads = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(len(replaced))]
    at = heads.index("Loading, s")
    assert heads[at + 1] == "Indexes, s" and replaced[at : at + 2] == ["2.5000", "0.5000"]
    assert stalled[at : at + 2] == plain[at : at + 2] == ["–", "–"]
    for column in (stalled.index("stalled"), model.columnCount() - 1):
        tip = model.index(0, column).data(Qt.ItemDataRole.ToolTipRole)
        assert "INSERT stood still." in str(tip)
    reader.close()
