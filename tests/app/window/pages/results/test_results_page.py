"""The results page on a store that real campaigns have filled."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.command_line.main import run as cipherbench
from app.plan.status import Status
from app.report.document.build_document import ReportOptions
from app.report.document.document_blocks import Cover
from app.report.figures.campaign_report import CampaignReport, report_on
from app.report.page_one.build_page_one import page_one
from app.results.store.campaign_details import set_details
from app.results.store.store import Store, open_store
from app.window.pages.results.campaign_list import CampaignList
from app.window.pages.results.chart_tabs import ResultsCharts
from app.window.pages.results.export_form import ReportForm, SavedReport
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.results_head import ResultsHead
from app.window.pages.results.results_view import ResultsView
from app.window.pages.results.runs_tab import ResultsRuns
from app.window.pages.results.scope import read_report
from app.window.workbench.workbench import Workbench
from engines.contract.message import Message
from tests.app.window.settling import let_go, settle
from widgets.charts.telemetry_chart import TelemetryChart
from widgets.parts.cards import EmptyState
from widgets.parts.strips import UndoStrip
from widgets.saving.saving import saving

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def store(filled: Path) -> Path:
    return filled


@pytest.fixture
def page(qtbot: QtBot, store: Path) -> Iterator[ResultsPage]:
    made = shown(store, qtbot)
    select(made, "whole", qtbot)
    yield made
    let_go(made.workbench)
    made.close_down()


@pytest.fixture(scope="module")
def _staying(
    _filled: Path, qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ResultsPage, Path]]:
    path = tmp_path_factory.mktemp("results") / "filled.sqlite"
    shutil.copy(_filled, path)
    made = ResultsPage(Workbench(str(path)))
    made.resize(1085, 690)
    made.show()
    made.shown()
    yield made, path
    let_go(made.workbench)
    made.close_down()
    made.close()
    made.deleteLater()


@pytest.fixture
def same(_staying: tuple[ResultsPage, Path], qtbot: QtBot) -> ResultsPage:
    """A page that stays for all tests that leave its store as it is."""
    page, _ = _staying
    if not page.isActiveWindow():
        with qtbot.waitActive(page):
            page.activateWindow()
    part(page, QLineEdit).clear()
    select(page, "whole", qtbot)
    part(page, QTabWidget).setCurrentIndex(0)
    return page


@pytest.fixture
def its_store(_staying: tuple[ResultsPage, Path]) -> Path:
    """That page's."""
    return _staying[1]


def shown(store: Path, qtbot: QtBot) -> ResultsPage:
    page = ResultsPage(Workbench(str(store)))
    qtbot.addWidget(page)
    page.resize(1085, 690)
    with qtbot.waitActive(page):
        page.show()
    page.shown()
    return page


def part[T](page: QWidget, kind: type[T]) -> T:
    found = page.findChild(kind)  # type: ignore[type-var]
    assert isinstance(found, kind)
    return found


def button(page: QWidget, text: str) -> QPushButton:
    return next(
        each
        for each in page.findChildren(QPushButton)
        if each.text().replace("&", "") == text and not each.isHidden()
    )


def names(page: ResultsPage) -> list[str]:
    model = part(page, QListView).model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def select(page: ResultsPage, name: str, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: name in names(page))
    view = part(page, QListView)
    index = view.model().index(names(page).index(name), 0)
    qtbot.mouseClick(view.viewport(), LEFT, pos=view.visualRect(index).center())
    wanted = part(page, CampaignList).current()
    qtbot.waitUntil(lambda: view_of(page).campaign_id == wanted)
    qtbot.waitUntil(view_of(page).isVisible)


def view_of(page: ResultsPage) -> ResultsView:
    return part(page, ResultsView)


def tab(page: ResultsPage, title: str, qtbot: QtBot) -> None:
    bar = part(page, QTabWidget).tabBar()
    number = [bar.tabText(at) for at in range(bar.count())].index(title)
    qtbot.mouseClick(bar, LEFT, pos=bar.tabRect(number).center())


def report(store: Path, campaign_id: int = 1) -> CampaignReport:
    with open_store(str(store), write=False) as opened:
        return report_on(opened, campaign_id)


def words(head: QWidget) -> str:
    return "\n".join(label.text() for label in head.findChildren(QWidget) if hasattr(label, "text"))


def test_that_a_page_without_a_store_says_what_to_do(qtbot: QtBot, tmp_path: Path) -> None:
    page = shown(tmp_path / "none.sqlite", qtbot)
    qtbot.waitUntil(part(page, EmptyState).isVisible)
    with qtbot.waitSignal(page.workbench.page_requested) as wanted:
        qtbot.mouseClick(button(page, "Set up a campaign"), LEFT)
    assert wanted.args == ["campaign"]
    assert not (tmp_path / "none.sqlite").exists()
    page.close_down()
    let_go(page.workbench)


def test_that_campaigns_are_listed_newest_first(same: ResultsPage) -> None:
    assert names(same) == ["cut short", "whole"]


def test_that_the_search_finds_names_servers_and_states(same: ResultsPage, qtbot: QtBot) -> None:
    search = part(same, QLineEdit)
    qtbot.keyClick(same, Qt.Key.Key_F, CTRL)
    assert search.hasFocus()
    for text, found in (("whol", ["whole"]), ("cancelled", ["cut short"]), ("nothing", [])):
        search.clear()
        qtbot.keyClicks(search, text)
        assert names(same) == found


@pytest.mark.slow
def test_that_selecting_a_run_draws_its_telemetry(
    same: ResultsPage, qtbot: QtBot, its_store: Path
) -> None:
    tab(same, "Runs", qtbot)
    runs = part(same, ResultsRuns)
    assert runs.table.table_model().rowCount() == len(report(its_store).runs) >= 8
    runs.table.setFocus()
    qtbot.keyClick(runs.table, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: bool(charts(runs)))
    cpu = charts(runs)[0]
    assert cpu.bands == 4
    assert cpu.sample_count("server postgresql") > 0
    assert not cpu.view[0] and cpu.view[1] > 0


def charts(runs: ResultsRuns) -> list[TelemetryChart]:
    return [each for each in runs.findChildren(TelemetryChart) if each.isVisible()]


def test_that_the_environment_shows_machine_settings_and_plan(
    same: ResultsPage, qtbot: QtBot
) -> None:
    tab(same, "Environment", qtbot)
    plan = next(
        each for each in same.findChildren(QPlainTextEdit) if "[campaign]" in each.toPlainText()
    )
    assert 'name = "whole"' in plan.toPlainText()


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "begins"), [("csv", b"server,"), ("zip", b"PK")])
def test_that_a_campaign_is_exported_to_the_chosen_file(
    same: ResultsPage, qtbot: QtBot, tmp_path: Path, kind: str, begins: bytes
) -> None:
    target = tmp_path / f"out.{kind}"
    reported: list[Path] = []
    saving().saved.connect(reported.append)
    part(same, ResultsHead).export_asked.emit(kind)
    dialog = part(same, QFileDialog)
    dialog.fileSelected.emit(str(target))
    dialog.reject()
    qtbot.waitUntil(target.exists)
    qtbot.waitUntil(lambda: reported == [target])
    saving().saved.disconnect(reported.append)
    assert target.read_bytes().startswith(begins)


@pytest.mark.slow
@pytest.mark.parametrize(("ending", "begins"), [("html", b"<!DOCTYPE html>"), ("pdf", b"%PDF")])
def test_that_one_button_saves_the_report_that_the_command_line_writes(
    same: ResultsPage, qtbot: QtBot, its_store: Path, tmp_path: Path, ending: str, begins: bytes
) -> None:
    target = tmp_path / f"report.{ending}"
    button = next(
        each for each in same.findChildren(QPushButton) if each.text().startswith("Re&port")
    )
    button.click()
    dialog = part(same, QFileDialog)
    dialog.fileSelected.emit(str(target))
    dialog.reject()
    qtbot.waitUntil(target.exists, timeout=30_000)
    assert target.read_bytes().startswith(begins)
    assert target.stat().st_size > 10_000, "a client's, who gets the short one"
    typed = tmp_path / "typed"
    assert cipherbench(f"export #1 --format {ending} -o {typed} --store {its_store}".split()) == 0
    assert target.read_bytes() == typed.read_bytes()


@pytest.mark.slow
def test_that_sections_of_a_report_are_chosen_and_the_command_line_writes_the_same(
    same: ResultsPage, qtbot: QtBot, tmp_path: Path
) -> None:
    part(same, ResultsHead).export_asked.emit("chosen-report")
    form = part(same, ReportForm)
    form.sections.set_checked([])
    save = form.buttons.button(QDialogButtonBox.StandardButton.Save)
    assert not save.isEnabled()
    form.sections.set_checked(["summary", "pictures", "limits"])
    form.client.setText(" Example Ltd ")
    form.picture.setText("logo")
    save.click()
    target, other = tmp_path / "chosen.html", tmp_path / "other.html"
    dialog = part(same, QFileDialog)
    dialog.fileSelected.emit(str(target))
    dialog.reject()
    qtbot.waitUntil(target.exists, timeout=30_000)
    name = str(part(same, ResultsView).campaign_id)
    asked = ["--client=Example Ltd", "--sections=summary,pictures,limits", "--picture=logo"]
    command = ["export", name, "--format=html", "-o", str(other)]
    assert cipherbench([*command, f"--store={same.workbench.store_url}", *asked]) == 0
    assert other.read_bytes() == target.read_bytes()
    assert target.read_text().count("<section") == 3


def test_that_the_form_of_a_report_comes_back_as_it_was_left(
    page: ResultsPage, qtbot: QtBot, tmp_path: Path
) -> None:
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    part(page, ResultsView).remember_in(settings)

    def opened(view: ResultsView) -> ReportForm:
        part(page, ResultsHead).export_asked.emit("chosen-report")
        return next(each for each in view.findChildren(ReportForm) if each.isVisible())

    view = part(page, ResultsView)
    form = opened(view)
    first = ReportOptions(language="en")
    assert form.options() == first, "the first time all of it, for nobody, as the window speaks"
    logo, layout = tmp_path / "logo.svg", tmp_path / "own.typ"
    chosen = ReportOptions(
        Cover("Example Ltd", "We & Co", logo=logo),
        ("summary", "limits"),
        layout,
        "flag",
        language="pt_BR",
    )
    form.client.setText("Example Ltd")
    form.consultant.setText("We & Co")
    form.date.setText("1 May 2026")
    form.logo.setText(str(logo))
    form.template.setText(str(layout))
    form.picture.setText("flag")
    form.language.setCurrentIndex(form.language.findData("pt_BR"))
    form.sections.set_checked(["summary", "limits"])
    form.buttons.button(QDialogButtonBox.StandardButton.Save).click()
    part(page, QFileDialog).reject()
    qtbot.waitUntil(lambda: not view.findChildren(ReportForm))
    form = opened(view)
    assert form.options() == chosen, "all but the date, which is each campaign's"
    form.client.setText("Somebody else")
    form.buttons.button(QDialogButtonBox.StandardButton.Cancel).click()
    again = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    assert SavedReport(again).options == chosen, "also after the next start"
    for nonsense in ("", "[]", "{", '{"sections": 3}', '{"sections": ["none"]}'):
        again.setValue("report form", nonsense)
        assert SavedReport(again).options == ReportOptions()


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_that_the_charts_are_saved_as_a_picture(
    same: ResultsPage, qtbot: QtBot, tmp_path: Path, ending: str
) -> None:
    target = tmp_path / f"time.{ending}"
    part(same, ResultsHead).export_asked.emit("picture")
    dialog = part(same, QFileDialog)
    settle(same, qtbot)
    dialog.fileSelected.emit(str(target))
    dialog.reject()
    assert target.stat().st_size > 2_000


@pytest.mark.slow
def test_that_a_whole_campaign_cannot_be_resumed_and_a_cut_one_can(
    page: ResultsPage, qtbot: QtBot, store: Path
) -> None:
    """On a busy machine a run may stand still, which makes it five runs, of which four count."""
    resume = next(
        each for each in page.findChildren(QPushButton) if each.text().replace("&", "") == "Resume"
    )
    assert resume.isHidden()
    select(page, "cut short", qtbot)
    assert resume.isVisible()
    qtbot.mouseClick(resume, LEFT)
    qtbot.waitUntil(lambda: page.workbench.running)
    qtbot.waitUntil(lambda: not page.workbench.running)
    head = part(page, ResultsHead)
    qtbot.waitUntil(lambda: re.search(r"\b(\d+) of \1 runs", words(head)) is not None)
    assert resume.isHidden()
    runs = report(store, 2).runs
    assert [each.status for each in runs if not each.replaced] == [Status.DONE] * 4


def test_that_a_campaign_that_ends_while_it_is_read_is_read_once_more(
    page: ResultsPage, qtbot: QtBot, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was being read does not know the end, and nobody asks again later."""
    begun, goes_on = threading.Event(), threading.Event()

    def slowly(opened: Store, campaign_id: int) -> CampaignReport:
        found = read_report(opened, campaign_id)
        begun.set()
        assert goes_on.wait(60)
        return found

    monkeypatch.setattr("app.window.pages.results.page.read_report", slowly)
    page.refresh()
    qtbot.waitUntil(begun.is_set)
    with open_store(str(store), write=True) as opened:
        set_details(opened, 1, name="read once more")
    page.workbench.campaign_ended.emit()
    goes_on.set()
    qtbot.waitUntil(lambda: "read once more" in words(part(page, ResultsHead)))
    assert names(page) == ["cut short", "read once more"]


@pytest.mark.slow
def test_that_a_deleted_campaign_is_gone_at_once_and_from_the_store_after_the_undo(
    page: ResultsPage, qtbot: QtBot, store: Path
) -> None:
    def stored() -> list[str]:
        with open_store(str(store), write=False) as opened:
            return [each.name for each in opened.campaigns()]

    qtbot.mouseClick(button(page, "Delete"), LEFT)
    assert names(page) == ["cut short"] and stored() == ["cut short", "whole"]
    qtbot.waitUntil(lambda: view_of(page).campaign_id == 2)
    undo = part(page, UndoStrip)
    assert "whole was deleted." in undo.text()
    qtbot.mouseClick(undo.button, LEFT)
    assert names(page) == ["cut short", "whole"]
    qtbot.waitUntil(lambda: view_of(page).campaign_id == 1)
    qtbot.keyClick(part(page, QListView), Qt.Key.Key_Delete)
    assert names(page) == ["cut short"]
    undo.dismissed.emit()
    qtbot.waitUntil(lambda: stored() == ["cut short"])
    qtbot.waitUntil(lambda: view_of(page).campaign_id == 2)
    qtbot.keyClick(part(page, QListView), Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: "No results yet" in words(page))
    page.close_down()
    assert stored() == []


def test_that_the_fixed_vector_of_the_study_is_reported_next_to_the_figures(
    same: ResultsPage,
) -> None:
    assert "Compares engine set-ups, not ciphers" in words(part(same, ResultsHead))


@pytest.mark.slow
def test_that_charts_and_runs_mark_a_fixed_iv(same: ResultsPage, qtbot: QtBot) -> None:
    tab(same, "Charts", qtbot)
    chart = part(same, ResultsCharts).chart_view.chart
    assert chart is not None
    (panel,) = chart.panels
    assert [(each.name, *map(str, each.marks)) for each in panel.rows] == [
        ("plaintext",),
        ("aes-128", "fixed IV"),
    ]
    tab(same, "Runs", qtbot)
    model = part(same, ResultsRuns).table.table_model()
    names = {model.text(row, 2) for row in range(model.rowCount())}
    assert names == {"plaintext", "aes-128 (fixed IV)"}


@pytest.mark.slow
def test_that_pictures_are_headed_and_named_by_campaign_case_and_n(
    same: ResultsPage, qtbot: QtBot, tmp_path: Path
) -> None:
    tab(same, "Charts", qtbot)
    part(same, ResultsHead).export_asked.emit("picture")
    dialog = part(same, QFileDialog)
    assert Path(dialog.selectedFiles()[0]).name == "whole-all-cases-n-2-time.png"
    dialog.reject()
    chart_view = part(same, ResultsCharts).chart_view
    assert chart_view.picture_name() == "whole-all-cases-n-2-time.png", "by its own menu, too"
    target = tmp_path / "time.svg"
    part(same, ResultsCharts).chart_view.save_picture(target)
    assert "whole · all cases · n = 2" in target.read_text()


def test_that_a_plan_of_a_result_is_used_again(
    same: ResultsPage, its_store: Path, qtbot: QtBot
) -> None:
    with open_store(str(its_store), write=False) as store:
        planned = store.load(store.find("whole")).campaign
    with (
        qtbot.waitSignal(same.workbench.plan_opened) as opened,
        qtbot.waitSignal(same.workbench.page_requested) as wanted,
    ):
        qtbot.mouseClick(button(same, "Use plan again"), LEFT)
    assert wanted.args == ["campaign"]
    assert opened.args == [planned]


def test_that_the_details_say_what_ended_a_campaign(qtbot: QtBot, store: Path) -> None:
    known = report(store)
    page, head = page_one(known), ResultsHead()
    qtbot.addWidget(head)
    why = "The time budget of 3 min was used up"
    ended = replace(known, summary=replace(known.summary, ended_by=Message(why)))
    head.show_report(ended, page, obstacle="")
    assert f"What ended it: {why}." in words(head)
    whole = replace(known, summary=replace(known.summary, ended_by=None))
    head.show_report(whole, page, obstacle="")
    assert "What ended it" not in words(head)
