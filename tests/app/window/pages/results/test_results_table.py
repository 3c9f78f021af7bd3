"""The table of costs on campaigns whose costs are known."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from app.findings.across.pivot import build_pivot_table, default_layout
from app.findings.cost import NO_COST, Cost, VerdictKind
from app.plan.cell_key import ALL_CASES
from app.report.across.gathering import gather
from app.report.figures.campaign_report import CampaignReport, report_on
from app.results.store.store import open_store
from app.window.base.messages import message_text
from app.window.pages.results.chart_tabs import ResultsCharts
from app.window.pages.results.compare_table import PivotFigures
from app.window.pages.results.cost_table_tab import ComparedMeasure, ResultsTable
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.results_head import ResultsHead
from app.window.pages.results.results_view import ResultsView
from app.window.pages.results.scope import Scope
from app.window.workbench.workbench import Workbench
from engines.contract.message import phrase
from engines.contract.protection import Protection, ProtectionKind
from tests.app.report.test_one_number import stored
from tests.app.results.making import CBC, OPERATIONS
from tests.app.results.noisy import GCM, costly_campaign, store_costs
from tests.app.window.pages.results.shown_campaign import shown_tab
from tests.app.window.settling import let_go
from widgets.fields.choice import Choice
from widgets.fields.filter_menu import FilterMenu
from widgets.parts.cards import ToneLabel
from widgets.tables.interval_model import ScaledEstimate
from widgets.tables.interval_view import IntervalCell, IntervalRow, IntervalTable
from workloads.contract import Case, Refusal

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)


@pytest.fixture
def part(report: CampaignReport, qtbot: QtBot) -> ResultsTable:
    return shown(report, qtbot, Case(1000))


def shown(report: CampaignReport, qtbot: QtBot, case: Case = ALL_CASES) -> ResultsTable:
    return shown_tab(ResultsTable, report, qtbot, case, (900, 500))[0]


def rows(part: ResultsTable) -> dict[tuple[str, str], IntervalRow]:
    found = [row for group in part.table.groups() for row in group.rows]
    return {row.key: row for row in found}  # type: ignore[misc]


def cell(part: ResultsTable, server: str, protection: str, column: int = 1) -> IntervalCell:
    """That of INSERT, or of another column: 0 is all operations together."""
    return rows(part)[server, protection].cells[column]


def bare(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.slow
def test_that_servers_and_protections_are_rows_and_operations_columns(part: ResultsTable) -> None:
    groups = part.table.groups()
    assert [group.title for group in groups] == ["postgresql", "mariadb", "firebird"]
    names = ["plaintext", "control", CBC.name, GCM.name]
    assert [row.label for row in groups[0].rows] == names
    model = part.table.model()
    across = Qt.Orientation.Horizontal
    titles = [model.headerData(at, across) for at in range(model.columnCount())]
    assert titles == ["all operations", *OPERATIONS]


def test_that_a_cell_has_cost_time_and_interval_of_its_case(
    part: ResultsTable, report: CampaignReport
) -> None:
    row = next(
        each
        for each in report.comparison
        if (each.server, each.protection, each.at.size) == ("postgresql", CBC.name, 1000)
    )
    reported = cell(part, "postgresql", CBC.name)
    assert row.cost.percent == pytest.approx(42, abs=3)
    assert reported.text == f"+{row.cost.percent:.0f} %"
    assert reported.second_line == f"{row.mean_s:.3f} s"
    assert reported.estimate is not None
    assert (reported.estimate.low, reported.estimate.high) == (row.cost.low, row.cost.high)
    assert reported.estimate.band == row.cost.margin


def test_that_an_operation_that_a_protection_cannot_do_says_why(
    qtbot: QtBot, tmp_path: Path
) -> None:
    campaign = costly_campaign(servers=1, protections=(CBC,), repetitions=4)
    why = Refusal("INSERT", "use", phrase("name cannot be sorted"))
    with open_store(str(tmp_path / "store.sqlite"), write=True) as store:
        report = report_on(store, store_costs(store, campaign, {}, refused={CBC.name: why}))
    part = shown(report, qtbot)
    reported = cell(part, "postgresql", CBC.name)
    assert (reported.words, reported.tip) == ("unsupported", "name cannot be sorted")
    assert not cell(part, "postgresql", "plaintext").words
    assert cell(part, "postgresql", CBC.name, 2).estimate is not None
    (total,) = report.headline
    assert len(total.covered) == 3 and list(total.left_out) == ["INSERT"]


def test_that_many_statements_are_rows_with_calls_and_weight(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.window.pages.results.cost_table_tab.MOST_COLUMNS", 3)
    with open_store(str(tmp_path / "store.sqlite"), write=True) as store:
        report = report_on(store, stored(store, weights=True))
    part = shown(report, qtbot)
    model = part.table.model()
    across = Qt.Orientation.Horizontal
    titles = [model.headerData(at, across) for at in range(model.columnCount())]
    assert titles == ["plaintext", CBC.name, GCM.name]
    here = part.table.groups()[0].rows
    assert [row.label for row in here] == ["all operations", *OPERATIONS]
    assert here[0].cells[1].estimate is not None
    total = next(e for e in report.headline if e.key[:2] == ("postgresql", CBC.name))
    assert here[0].cells[1].estimate.value == pytest.approx(total.cost.percent)
    assert here[2].note == "93 % of the weight · 100 calls"
    part.table.choose(("postgresql", "SELECT"), 1)
    assert f"postgresql · {CBC.name} · SELECT: costs" in bare(part.strip.text())


def test_that_a_noisy_machine_is_stated_once_above_the_table(
    part: ResultsTable, report: CampaignReport, qtbot: QtBot
) -> None:
    def noise(made: ResultsTable) -> list[str]:
        output = [each for each in made.findChildren(ToneLabel) if "Noisy" in each.text()]
        return [each.text() for each in output if each.isVisible()]

    assert not noise(part)
    loud = [
        replace(row, cost=replace(row.cost, margin=281.0)) if row.control else row
        for row in report.comparison
    ]
    shaken = shown(replace(report, comparison=loud), qtbot, Case(1000))
    assert noise(shaken) == ["Noisy machine: two identical databases differed by up to 281 %."]


def test_that_only_a_verdict_has_a_colour(part: ResultsTable, report: CampaignReport) -> None:
    assert cell(part, "postgresql", CBC.name).tone == "bad"
    assert cell(part, "mariadb", CBC.name).tone == "good"
    verdicts = {
        (r.server, r.protection, r.operation): r.cost.verdict
        for r in report.comparison
        if r.at.size == 1000
    }
    proved = (VerdictKind.COSTS, VerdictKind.FASTER)
    for (server, protection), row in rows(part).items():
        for operation, each in zip(OPERATIONS, row.cells[1:], strict=True):
            assert (each.tone != "muted") == (verdicts[server, protection, operation] in proved)


def test_that_all_operations_together_have_a_figure_and_their_verdict_in_words(
    part: ResultsTable,
) -> None:
    dear, cheap = (cell(part, server, CBC.name, 0) for server in ("postgresql", "mariadb"))
    assert dear.text.startswith("+4") and dear.tone == "bad" and dear.estimate is not None
    assert cheap.text.startswith("−") and cheap.tone == "good"
    assert bare(dear.tip).startswith("costs 4") and bare(cheap.tip).startswith("faster by ")
    plain = [cell(part, "postgresql", "plaintext", at).text[:-2] for at in range(5)]
    assert float(plain[0]) == pytest.approx(sum(map(float, plain[1:])), abs=0.01)


def test_that_the_control_is_reported_as_what_can_be_distinguished(
    part: ResultsTable, report: CampaignReport
) -> None:
    row = next(each for each in report.compared.totals(Case(1000)) if each.control)
    reported = cell(part, "postgresql", "control", 0)
    assert reported.text == f"within {row.cost.margin:.1f} %" and reported.tone == "muted"
    one = cell(part, "postgresql", "control")
    assert not one.text and one.estimate is not None, "its limit stands once; bands show the others"
    assert rows(part)["postgresql", "control"].quiet


def test_that_a_control_that_tells_nothing_yet_is_a_dash_without_a_band(
    tmp_path: Path, qtbot: QtBot
) -> None:
    once = costly_campaign(1, (CBC,), repetitions=1)
    with open_store(str(tmp_path / "s.sqlite"), write=True) as store:
        reported = report_on(store, store_costs(store, once, {}, noise=0.5))
        compared = gather([store.snapshot(reported.summary.id)])
    control = cell(shown(reported, qtbot), "postgresql", "control")
    assert control.text == "–" and control.estimate is not None and control.estimate.band is None
    matched = PivotFigures(compared, build_pivot_table(compared, default_layout(compared)))
    cells = [each for group in matched.groups() for row in group.rows for each in row.cells]
    assert not any("within" in each.text for each in cells)
    assert all(each.estimate is None or each.estimate.band is None for each in cells)


def test_that_plaintext_has_times_and_what_is_unsupported_a_dash_with_its_reason(
    part: ResultsTable,
) -> None:
    plain = cell(part, "firebird", "plaintext")
    assert plain.text.endswith(" s") and plain.estimate is None
    missing = cell(part, "firebird", CBC.name)
    assert (missing.text, missing.tip) == ("–", "Firebird has no such mode.")


def test_that_all_intervals_share_a_scale_that_holds_what_is_proved(part: ResultsTable) -> None:
    scale = part.table.scale()
    for row in rows(part).values():
        for each in row.cells:
            if each.estimate is not None:
                assert 0 <= scale.position(each.estimate.value) <= 1
                if each.tone != "muted" and each.estimate.high is not None:
                    assert scale.position(each.estimate.high) <= 1


def test_that_another_case_shows_its_figures(part: ResultsTable) -> None:
    before = cell(part, "postgresql", "plaintext").text
    scope = part.findChild(Scope)
    assert isinstance(scope, Scope)
    scope.choose_case(Case(500))
    assert float(cell(part, "postgresql", "plaintext").text[:-2]) == pytest.approx(
        float(before[:-2]) / 2, rel=0.1
    )


def test_that_all_cases_together_are_reported_as_the_headline_has_them(
    part: ResultsTable, report: CampaignReport
) -> None:
    scope = part.findChild(Scope)
    assert isinstance(scope, Scope)
    case = next(each for each in part.findChildren(Choice) if each.findText("all cases") >= 0)
    case.activated.emit(case.findText("all cases"))
    assert scope.case == ALL_CASES
    item = next(
        each
        for each in report.headline
        if (each.server, each.protection) == ("postgresql", CBC.name)
    )
    whole = cell(part, "postgresql", CBC.name, 0)
    assert whole.tip.startswith(message_text(item.cost.message))
    assert whole.estimate is not None and whole.estimate.value == pytest.approx(item.cost.percent)
    of = [
        row
        for row in report.comparison
        if (row.server, row.protection, row.operation) == ("postgresql", CBC.name, "INSERT")
    ]
    reported = cell(part, "postgresql", CBC.name)
    assert reported.estimate is not None and reported.tone == "bad"
    costs = [r.cost.percent or 0 for r in of]
    assert min(costs) <= reported.estimate.value <= max(costs), "the sum of both, mostly the larger"
    assert reported.second_line == f"{sum(r.mean_s or 0 for r in of):.3f} s"
    narrow = min((r.cost.high or 0) - (r.cost.low or 0) for r in of)
    assert (reported.estimate.high or 0) - (reported.estimate.low or 0) < narrow
    assert cell(part, "firebird", CBC.name).tip == "Firebird has no such mode."


def test_that_the_studys_figure_is_offered_under_its_name(
    part: ResultsTable, report: CampaignReport
) -> None:
    part.choose_measure(ComparedMeasure.STUDY)
    row = next(
        each
        for each in report.comparison
        if (each.server, each.protection, each.at.size) == ("mariadb", GCM.name, 1000)
    )
    reported = cell(part, "mariadb", GCM.name)
    assert reported.text == f"+{row.cost.study_method_percent:.0f} %" and reported.tone == "muted"
    assert reported.estimate is not None and reported.estimate.low is None
    assert "over operations" in cell(part, "mariadb", GCM.name, 0).tip


def test_that_cpu_time_that_was_not_counted_is_a_dash(part: ResultsTable) -> None:
    part.choose_measure(ComparedMeasure.CPU)
    reported = cell(part, "postgresql", CBC.name, 0)
    assert (reported.text, reported.tip) == ("–", "CPU time was not counted.")


def test_that_servers_and_protections_can_be_left_out(part: ResultsTable, qtbot: QtBot) -> None:
    servers, protections = part.findChildren(FilterMenu)
    tick(servers, "mariadb", qtbot)
    tick(protections, GCM.name, qtbot)
    assert set(rows(part)) == {
        (server, name)
        for server in ("postgresql", "firebird")
        for name in ("plaintext", "control", CBC.name)
    }
    assert "2 of 3" in servers.text() and "3 of 4" in protections.text()


def tick(menu: FilterMenu, key: str, qtbot: QtBot) -> None:
    action = next(each for each in menu.menu().actions() if each.data() == key)
    menu.menu().popup(QPoint(0, 0))
    qtbot.mouseClick(
        menu.menu(), Qt.MouseButton.LeftButton, pos=menu.menu().actionGeometry(action).center()
    )
    assert menu.menu().isVisible()  # several can be ticked in a row
    menu.menu().close()


def test_that_a_chosen_cell_is_reported_for_a_lay_reader(part: ResultsTable) -> None:
    part.table.choose(("postgresql", CBC.name), 1)
    output = bare(part.strip.text())
    assert f"postgresql · {CBC.name} · INSERT: costs 4" in output
    assert "chance is unlikely to explain it" in output
    part.table.choose(("firebird", CBC.name), 1)
    assert "Firebird has no such mode." in bare(part.strip.text())


def test_that_each_measure_is_reported_by_its_own_figure(
    report: CampaignReport, qtbot: QtBot
) -> None:
    judged = Cost(15.0, 14.0, 16.0, 1.5, verdict=VerdictKind.COSTS, message=phrase("costs 15 %"))
    counted = [
        replace(row, worker_cpu_s=0.2, cpu=judged if row.cost else NO_COST)
        for row in report.comparison
    ]
    part = shown(replace(report, comparison=counted), qtbot, Case(1000))
    part.choose_measure(ComparedMeasure.CPU)
    part.table.choose(("postgresql", CBC.name), 0)
    output = bare(part.strip.text())
    assert "INSERT: CPU time: costs 15 %" in output
    reported, control = (cell(part, "postgresql", name, 0) for name in (CBC.name, "control"))
    assert reported.text == "+15 %" and reported.tone == "bad"
    assert reported.estimate == ScaledEstimate(15.0, 14.0, 16.0, 1.5)
    assert control.text == "within 1.5 %"
    part.choose_measure(ComparedMeasure.STUDY)
    for column in (0, 1):
        part.table.choose(("postgresql", CBC.name), column)
        output = bare(part.strip.text())
        assert "the study's ratio of means, no interval" in output and "costs" not in output
        assert "costs" not in cell(part, "postgresql", CBC.name, column).tip
    head = part.table.model().headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "without an interval" in str(head)


@pytest.mark.parametrize("width", [620, 760])
def test_that_the_verdict_on_all_operations_is_in_sight_on_small_screens(
    part: ResultsTable, width: int
) -> None:
    part.resize(width, 400)
    place = part.table.visualRect(part.table.model().index(1, 0))
    assert place.left() == 0 and 85 <= place.width() <= part.table.viewport().width() / 4


def test_that_another_baseline_is_asked_for(part: ResultsTable, qtbot: QtBot) -> None:
    over = next(each for each in part.findChildren(Choice) if each.findText(GCM.name) >= 0)
    assert over.findText("control") < 0
    scope = part.findChild(Scope)
    assert isinstance(scope, Scope)
    with qtbot.waitSignal(scope.comparison_changed):
        over.activated.emit(over.findText(GCM.name))
    assert scope.baseline == GCM.name
    assert not part.table.isEnabled(), "figures of another baseline are not taken for those chosen"


@pytest.mark.slow
def test_that_another_baseline_is_that_of_all_tabs_and_of_the_export(
    filled: Path, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ResultsPage(Workbench(str(filled)))
    qtbot.addWidget(page)
    page.resize(1085, 690)
    with qtbot.waitExposed(page):
        page.show()
    page.select(1)
    for kind in (ResultsTable, ResultsCharts):
        qtbot.waitUntil(lambda kind=kind: page.findChild(kind) is not None)  # type: ignore[misc]
    view = page.findChild(ResultsView)
    part, charts = page.findChild(ResultsTable), page.findChild(ResultsCharts)
    assert isinstance(view, ResultsView)
    assert isinstance(part, ResultsTable) and isinstance(charts, ResultsCharts)
    view.tabs.setCurrentWidget(part)
    qtbot.waitUntil(lambda: ("postgresql", "aes-128") in rows(part))
    over = next(each for each in part.findChildren(Choice) if each.findText("aes-128") >= 0)
    over.activated.emit(over.findText("aes-128"))
    qtbot.waitUntil(lambda: part.baseline == "aes-128")
    assert cell(part, "postgresql", "aes-128").estimate is None
    assert cell(part, "postgresql", "plaintext").estimate is not None
    page.refresh()
    view.tabs.setCurrentWidget(charts)
    chart = charts.chart_view.chart
    assert chart is not None and "aes-128" in str(chart.panels[0].plots[0].title)
    target = tmp_path / "out.json"
    monkeypatch.setattr(
        "app.window.pages.results.results_view.ask_save_path", lambda *given: given[-1](target)
    )
    view.findChildren(ResultsHead)[0].export_asked.emit("json")
    qtbot.waitUntil(target.exists)
    assert json.loads(target.read_text())["baseline"] == "aes-128"
    let_go(page.workbench)
    page.close_down()


def test_that_a_copy_has_cost_bounds_and_time_in_columns(
    part: ResultsTable, tmp_path: Path
) -> None:
    part.table.save_csv(tmp_path / "out.csv")
    lines = (tmp_path / "out.csv").read_text("utf-8-sig").splitlines()
    assert "INSERT, %" in lines[0] and "INSERT from, %" in lines[0] and "INSERT, s" in lines[0]
    assert len(lines) == 1 + 12


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> CampaignReport:
    """Twelve servers with eight protections."""
    many = [
        Protection(f"aes-{bits}-{mode}-of-a-long-name", ProtectionKind.NATIVE, "aes", bits, mode)
        for bits in (128, 256)
        for mode in ("cbc", "ecb", "ctr", "ofb")
    ]
    with open_store(str(tmp_path_factory.mktemp("many") / "many.sqlite"), write=True) as store:
        campaign = costly_campaign(12, many, repetitions=2)
        return report_on(store, store_costs(store, campaign, {}))


@pytest.mark.parametrize("width", [620, 1040])
def test_that_twelve_servers_with_eight_protections_stay_readable(
    crowded: CampaignReport, qtbot: QtBot, width: int
) -> None:
    part = shown(crowded, qtbot)
    part.resize(width, 500)
    assert len(rows(part)) == 12 * 10
    table = part.table
    names = table.verticalHeader().width()
    assert names < width / 2, "labels leave room for figures"
    before = table.verticalHeader().geometry()
    table.horizontalScrollBar().setValue(table.horizontalScrollBar().maximum())
    assert table.verticalHeader().geometry() == before
    assert_named(table, lambda: table.verticalScrollBar().setValue(900))


def assert_named(table: IntervalTable, scroll: Callable[[], None]) -> None:
    """The corner names the server whose title is scrolled away."""
    scroll()
    top = table.rowAt(0)
    lines = [group.title for group in table.groups() for _ in (group, *group.rows)]
    assert table.corner().startswith(lines[top][:14])
