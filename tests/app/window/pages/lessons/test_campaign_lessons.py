"""Lessons that run a campaign, from prediction to challenge by keyboard, on a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.lessons.attempt import Figures
from app.lessons.lesson import Control, LessonStep
from app.lessons.lesson_figures import cost_figures, evidence_figures
from app.lessons.results_file import Judgement
from app.plan.campaign import BASELINE, CONTROL, Campaign
from app.plan.status import Status
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.page_one.build_page_one import page_one
from app.results.records import CampaignSummary, EvidenceFinding, SearchArea, SearchSubject
from app.results.store.store import open_store
from app.system.folders import lessons_folder
from app.window.lab.evidence import FindingsView
from app.window.pages.lessons.experiments.campaign_experiments import (
    CostExperiment,
    EvidenceExperiment,
)
from app.window.pages.lessons.lesson_view import LessonView
from app.window.pages.lessons.lessons_view import LessonsView
from app.window.pages.lessons.page import LessonsPage
from app.window.workbench.workbench import Workbench
from engines.contract.data_place import PlaceName
from engines.contract.message import NOTHING
from tests.app.results.making import CBC
from tests.app.results.noisy import costly_campaign, store_costs
from tests.app.window.pages.lessons.test_lessons import (
    LEFT,
    answer_all,
    met,
    opened,
    run,
    step_of,
    type_number,
)
from widgets.fields.choice import Choice

EXHAUSTIVE = pytest.mark.exhaustive
FORM = "plaintext as aes-128-cbc"
SHIPPED = Path(__file__).parents[5] / "assets" / "lessons"

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]


@pytest.fixture
def view(qtbot: QtBot, desk: Workbench) -> Iterator[LessonsView]:
    page = LessonsPage(desk)
    qtbot.addWidget(page)
    page.resize(930, 600)
    with qtbot.waitActive(page):
        page.show()
    page.shown()
    yield page.view()
    page.close_down()


def stored(desk: Workbench) -> list[CampaignSummary]:
    with open_store(desk.store_url, write=False) as store:
        return store.campaigns()


def measured(desk: Workbench, number: int) -> set[str]:
    with open_store(desk.store_url, write=False) as store:
        return {each.protection for each in store.runs(number)}


def choose(lesson: LessonView, protection: str, qtbot: QtBot) -> None:
    """By the keys of the drop-down."""
    field = lesson.experiment.control(Control.PROTECTION)
    assert isinstance(field, Choice)
    wanted = field.findData(protection)
    field.setFocus()
    while (steps := wanted - field.currentIndex()) != 0:
        qtbot.keyClick(field, Qt.Key.Key_Down if steps > 0 else Qt.Key.Key_Up)


def repeat(lesson: LessonView, times: int, qtbot: QtBot) -> None:
    type_number(lesson.experiment.control(Control.REPETITIONS), times, qtbot)  # type: ignore[arg-type]


def go_on(lesson: LessonView, qtbot: QtBot) -> None:
    """Through the cards of what came out, to the next step."""
    step = step_of(lesson)
    while step_of(lesson) is step:
        qtbot.mouseClick(lesson.card.forward, LEFT)


FEWER_RECORDS = {"records = 100": "records = 20"}
FEWER_REPETITIONS = {
    "repetitions = 2": "repetitions = 1",
    'free = "repetitions"': 'free = "protection"',
}


def shelve(changes: dict[str, str]) -> None:
    """The lesson of costs as it ships, but for what is changed."""
    quick = (SHIPPED / "cost.toml").read_text()
    for shipped, ours in changes.items():
        assert quick.count(shipped) == 1
        quick = quick.replace(shipped, ours)
    lessons_folder().mkdir(parents=True, exist_ok=True)
    (lessons_folder() / "quick.toml").write_text(quick)


def look_at(found: Figures, name: str) -> None:
    """Figures of several repetitions that can be true together."""
    cost, low, high = (found[f"{name}.{each}"] for each in ("cost", "low", "high"))
    assert low <= cost <= high
    assert found[f"{name}.width"] == pytest.approx(high - low)
    assert found["control.apart"] >= 0
    assert found["control.limit"] >= 1


def test_that_figures_of_costs_are_those_of_the_report(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.sqlite"), write=True) as store:
        number = store_costs(store, costly_campaign(), {("postgresql", CBC.name): 0.42})
        report = report_on(store, number)
        totals = [each for each in report.headline if each.server == "postgresql"]
        control = next(
            each
            for each in report.compared.totals()
            if each.server == "postgresql" and each.control
        )
    found = cost_figures(totals, control, {CBC.name: "aes"}, 12)
    look_at(found, "aes")
    assert found["aes.cost"] == pytest.approx(42, abs=5) and found["aes.decided"] == 1
    assert found["campaign.repetitions"] == 12
    assert compared_with_results(found, report, CBC.name) == 3


def compared_with_results(found: Figures, report: CampaignReport, protection: str) -> int:
    """How many of cost and bounds page one of Results shows, and the lesson alike."""
    (cost,) = (
        row.cost
        for server in page_one(report).servers
        for row in server.rows
        if (row.server, row.protection) == ("postgresql", protection)
    )
    shown = {"cost": cost.percent, "low": cost.low, "high": cost.high}
    known = {name: value for name, value in shown.items() if value is not None}
    assert {name: found.get(f"aes.{name}") for name in shown} == shown
    assert found["aes.decided"] == cost.decided
    return len(known)


def cancel_a_run(lesson: LessonView, bench: CostExperiment, qtbot: QtBot) -> None:
    qtbot.keyClick(lesson.card, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(bench.cancel.isVisible)
    qtbot.mouseClick(bench.cancel, LEFT)
    qtbot.waitUntil(lambda: not bench.running)


def planned_by(bench: CostExperiment) -> Campaign:
    """The campaign that Run would start."""
    known = bench._offered()
    return bench._campaign([known[each.protection] for each in bench._runs_to_make()])


@pytest.mark.exhaustive  # its figures are in the test above, its steps in the one on evidence
def test_that_a_lesson_measures_costs(view: LessonsView, desk: Workbench, qtbot: QtBot) -> None:
    """Of one repetition each, and with the protection to be modified."""
    shelve(FEWER_RECORDS | FEWER_REPETITIONS)
    view.shown()
    lesson = opened(view, "quick", qtbot)
    bench = lesson.experiment
    assert isinstance(bench, CostExperiment)
    answer_all(lesson, qtbot)
    cancel_a_run(lesson, bench, qtbot)
    assert not lesson.attempt.is_done(LessonStep.RUN)
    run(lesson, qtbot)
    figures = lesson.attempt.runs[LessonStep.RUN]
    assert figures["campaign.repetitions"] == 1
    assert figures["aes.decided"] == 0, "one repetition decides nothing"
    assert "aes.cost" in figures and figures["control.apart"] >= 0
    look_at_what_is_shown(lesson, bench, desk)
    go_on(lesson, qtbot)
    answer_all(lesson, qtbot)
    choose(lesson, FORM, qtbot)
    run(lesson, qtbot)
    assert lesson.attempt.runs[LessonStep.MODIFY]["campaign.repetitions"] == 1
    assert measured(desk, bench.campaign_id) == {CONTROL.name, BASELINE, FORM}
    assert len(stored(desk)) == bench.campaign_id
    answer_all(lesson, qtbot)
    assert step_of(lesson) is LessonStep.MAKE
    choose(lesson, FORM, qtbot)
    repeat(lesson, 2, qtbot)
    planned = planned_by(bench)
    assert [each.protection.name for each in planned.protections] == [BASELINE, FORM]
    assert planned.repetitions == 2


@pytest.mark.exhaustive
def test_that_a_lesson_measures_costs_again_and_what_the_program_reports_decides(
    view: LessonsView, desk: Workbench, qtbot: QtBot
) -> None:
    """With the repetitions to be modified, as shipped, and to the end."""
    shelve(FEWER_RECORDS)
    view.shown()
    lesson = opened(view, "quick", qtbot)
    bench = lesson.experiment
    assert isinstance(bench, CostExperiment)
    answer_all(lesson, qtbot)
    run(lesson, qtbot)
    look_at(lesson.attempt.runs[LessonStep.RUN], "aes")
    assert lesson.attempt.runs[LessonStep.RUN]["campaign.repetitions"] == 2
    look_at_what_is_shown(lesson, bench, desk)
    go_on(lesson, qtbot)
    answer_all(lesson, qtbot)
    repeat(lesson, 1, qtbot)
    run(lesson, qtbot)
    assert lesson.attempt.runs[LessonStep.MODIFY]["campaign.repetitions"] == 1
    answer_all(lesson, qtbot)
    assert step_of(lesson) is LessonStep.MAKE
    repeat(lesson, 1, qtbot)
    run(lesson, qtbot)
    assert lesson.attempt.checks == [True, False, True], "one repetition decides nothing"
    choose(lesson, FORM, qtbot)
    repeat(lesson, 2, qtbot)
    run(lesson, qtbot)
    made = lesson.attempt.made
    assert lesson.attempt.checks == [True, True, made["now.decided"] == 0]
    assert met(lesson) is (made["now.decided"] == 0)
    assert made["campaign.repetitions"] == 2
    look_at(made, "now")
    assert len(stored(desk)) == bench.campaign_id


def look_at_what_is_shown(lesson: LessonView, bench: CostExperiment, desk: Workbench) -> None:
    campaign = stored(desk)[0]
    assert [len(each.text()) > 20 for each in bench.verdicts] == [True, True]
    assert bench.dots.values("control"), "dots came while it was measured"
    assert bench.view_choice is not None and bench.view_choice.isVisible()
    assert bench.views.currentIndex() == 0 and bench.table.isVisible(), "then costs are in front"
    assert (campaign.id, campaign.status) == (bench.campaign_id, Status.DONE)
    assert campaign.name == f"Lesson: {lesson.attempt.lesson.title}"
    with open_store(desk.store_url, write=False) as store:
        report = report_on(store, campaign.id)
    found = lesson.attempt.runs[LessonStep.RUN]
    protection = next(each.protection for each in lesson.attempt.lesson.run.on)
    bounds = 2 if found["campaign.repetitions"] > 1 else 0
    assert compared_with_results(found, report, protection) == 1 + bounds


@pytest.mark.parametrize("last", [LessonStep.RUN, pytest.param(LessonStep.MAKE, marks=EXHAUSTIVE)])
def test_that_a_lesson_finds_marker_and_key_where_they_are(
    view: LessonsView, last: LessonStep, qtbot: QtBot
) -> None:
    lesson = opened(view, "password", qtbot)
    bench = lesson.experiment
    assert isinstance(bench, EvidenceExperiment)
    answer_all(lesson, qtbot)
    run(lesson, qtbot)
    asked = range(len(lesson.attempt.lesson.predict.ask))
    judged = {lesson.attempt.judgement(LessonStep.PREDICT, at) for at in asked}
    assert judged <= {Judgement.RIGHT, Judgement.UNKNOWN}, lesson.attempt.runs[LessonStep.RUN]
    assert lesson.attempt.runs[LessonStep.RUN]["plain.marker-in-data"] == 1
    assert lesson.attempt.runs[LessonStep.RUN]["aes.key-in-logs"] == 1
    assert lesson.attempt.runs[LessonStep.RUN]["app.key-in-files"] == 0
    assert bench.found.places.table_model().rowCount() > 5
    if last is LessonStep.RUN:
        return
    go_on(lesson, qtbot)
    answer_all(lesson, qtbot)
    choose(lesson, "aes-128-ecb", qtbot)
    run(lesson, qtbot)
    assert lesson.attempt.runs[LessonStep.MODIFY]["now.key-in-logs"] == 1
    answer_all(lesson, qtbot)
    run(lesson, qtbot)
    assert not met(lesson)
    choose(lesson, "client-aes-256-gcm", qtbot)
    run(lesson, qtbot)
    assert met(lesson), lesson.attempt.made


def trace(
    subject: SearchSubject,
    place: PlaceName,
    found: bool | None,
    ground: SearchArea = SearchArea.FILES,
) -> EvidenceFinding:
    return EvidenceFinding("pg", "aes-128", ground, subject, place, found, NOTHING)


def test_that_details_of_a_finding_have_no_box_before_there_is_one(qtbot: QtBot) -> None:
    view = FindingsView(guided=True)
    qtbot.addWidget(view)
    view.show()
    assert view.places.isVisible() and not view.details.isVisible()
    view.show_evidence([trace(SearchSubject.MARKER, PlaceName.DATA, False)])
    assert view.details.isVisible() and view.headline()
    view.clear()
    assert not view.details.isVisible()


def test_that_figures_of_evidence_leave_out_what_nobody_can_tell() -> None:
    evidence = [
        trace(SearchSubject.MARKER, PlaceName.DATA, False),
        trace(SearchSubject.MARKER, PlaceName.WRITE_AHEAD_LOG, None),
        trace(SearchSubject.MARKER, PlaceName.MEMORY, None, SearchArea.MEMORY),
        trace(SearchSubject.KEY, PlaceName.SERVER_LOG, True),
        trace(SearchSubject.KEY, PlaceName.MEMORY, True, SearchArea.MEMORY),
    ]
    assert evidence_figures(evidence, {"aes-128": "aes"}) == {
        "aes.marker-in-data": 0,
        "aes.key-in-data": 0,
        "aes.key-in-logs": 1,
        "aes.key-in-files": 1,
        "aes.key-in-memory": 1,
    }
