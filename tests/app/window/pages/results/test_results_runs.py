"""The table of runs tells what was disturbed and what was repeated."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from app.report.campaign_report import CampaignReport
from app.results.circumstances.disturbance import SAID, Cause, joined, reasons_of
from app.window.pages.results.runs import ResultsRuns
from app.window.store_reader import StoreReader
from engines.contract.message import Message, percent

OTHERS = SAID[Cause.OTHERS].with_values(share=percent(31))
CANARY = SAID[Cause.CANARY].with_values(share=percent(12))

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)


def row_of(part: ResultsRuns, number: int) -> list[str]:
    model = part.table.model()
    return [str(model.index(number, column).data()) for column in range(model.columnCount())]


def test_that_a_disturbed_and_a_replaced_run_say_so_with_the_reason(
    report: CampaignReport, qtbot: QtBot, tmp_path: Path
) -> None:
    runs = list(report.runs)
    runs[0] = replace(runs[0], disturbed=joined([OTHERS, CANARY]))
    runs[1] = replace(
        runs[1], replaced=True, disturbed=joined([OTHERS]), loading_s=2.5, indexing_s=0.5
    )
    around = QObject()
    reader = StoreReader(str(tmp_path / "none.sqlite"), around)
    part = ResultsRuns(reader, None)
    qtbot.addWidget(part)
    part.show_report(replace(report, runs=runs))
    disturbed, replaced, plain = (row_of(part, number) for number in range(3))
    assert "disturbed" in disturbed and "replaced" in replaced and "done" in plain
    assert "Other programs took" in disturbed[-1] and "The canary before" in disturbed[-1]
    assert "counts instead" in replaced[-1] and "Other programs" in replaced[-1]
    model = part.table.model()
    heads = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(len(replaced))]
    at = heads.index("Loading, s")
    assert heads[at + 1] == "Indexes, s" and replaced[at : at + 2] == ["2.5000", "0.5000"]
    assert disturbed[at : at + 2] == plain[at : at + 2] == ["–", "–"]
    for column in (disturbed.index("disturbed"), model.columnCount() - 1):
        tip = model.index(0, column).data(Qt.ItemDataRole.ToolTipRole)
        assert "Other programs took" in str(tip)
    reader.close()


def test_that_the_reasons_of_a_mark_are_its_sentences_again() -> None:
    reasons = [each.with_values(**places(each)) for each in SAID.values()]
    found = reasons_of(joined(reasons))
    assert [each.template for each in found] == [each.template for each in SAID.values()]
    assert list(map(str, found)) == list(map(str, reasons))
    assert reasons_of("") == [] and reasons_of("something older.") == [Message("something older")]


def places(said: Message) -> dict[str, str]:
    return {
        name: "5 %" for name in ("share", "count", "usual") if "{" + name + "}" in said.template
    }
