"""One of a thing is not told as several."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.report.figures.campaign_report import report_on
from app.report.page_one.build_page_one import page_one
from app.results.events import RunStarted
from app.results.records import EvidenceFinding, SearchArea, SearchSubject
from app.results.store.store import open_store
from app.window.lab.evidence import details
from app.window.pages.results.results_head import ResultsHead
from app.window.shared.run_words import run_words
from engines.contract.message import Message


@pytest.mark.parametrize(("size", "text"), [(1, "1 record"), (2, "2 records")])
def test_that_a_run_of_one_record_says_so(size: int, text: str) -> None:
    run = RunStarted(1, "pg", "postgresql", "plaintext", size, 3, False, 0.0)
    assert run_words(run) == f"pg · plaintext · {text} · repetition 3"


@pytest.mark.parametrize(("files", "text"), [(1, "1 file, 1.5 MB"), (2, "2 files, 1.5 MB")])
def test_that_a_trace_of_one_file_says_so(files: int, text: str) -> None:
    trace = EvidenceFinding(
        "pg",
        "plaintext",
        SearchArea.FILES,
        SearchSubject.MARKER,
        "data",
        None,
        Message("Not readable."),
        files=files,
        size=1_500_000,
    )
    assert f"{text} read." in details(trace)


@pytest.mark.parametrize(("total", "text"), [(1, "1 of 1 run"), (2, "1 of 2 runs")])
def test_that_a_campaign_of_one_run_says_so(
    filled: Path, qtbot: QtBot, total: int, text: str
) -> None:
    with open_store(str(filled), write=False) as store:
        report = report_on(store, 1)
    head = ResultsHead()
    qtbot.addWidget(head)
    one = replace(report.summary, runs_done=1, runs_total=total)
    head.show_report(replace(report, summary=one), page_one(report), obstacle="")
    facts = [part for each in head.findChildren(QLabel) for part in each.text().split(" · ")]
    assert text in facts
