"""The charts of speeds, on a campaign of raw ciphers whose speeds are known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.report.drawing.chart import ChartLine, Graph, LineStyle
from app.report.figures.campaign_report import CampaignReport, report_on
from app.results.store.store import open_store
from app.window.base.store_reader import StoreReader
from app.window.pages.results.chart_tabs import ResultsCharts, SpeedsTab
from app.window.pages.results.cost_table_tab import ComparedMeasure, ResultsTable
from app.window.pages.results.results_view import ResultsView
from app.window.pages.results.scope import Scope
from app.window.workbench.workbench import Workbench
from tests.app.results.raw import store_raw
from tests.app.window.pages.results.shown_campaign import shown_tab
from tests.app.window.settling import let_go
from widgets.fields.choice import Choice
from workloads.contract import Case

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> CampaignReport:
    path = tmp_path_factory.mktemp("raw") / "raw.sqlite"
    with open_store(str(path), write=True) as store:
        return report_on(store, store_raw(store))


@pytest.fixture
def tab(raw: CampaignReport, qtbot: QtBot) -> SpeedsTab:
    return shown_tab(SpeedsTab, raw, qtbot, size=(1000, 700))[0]


type Shown = tuple[Graph, dict[str, tuple[LineStyle, ChartLine]]]
"""A graph with its lines by name."""


def panels(tab: SpeedsTab) -> dict[str, Shown]:
    charts = [each.chart for each in tab.chart_views() if each.chart]
    found = [(graph, chart.line_styles) for chart in charts for graph in chart.graphs]
    return {
        str(graph.title): (
            graph,
            {str(styles[line.style].name): (styles[line.style], line) for line in graph.lines},
        )
        for graph, styles in found
    }


def values(shown: Shown) -> dict[str, list[float]]:
    return {name: [y for _, y in line.points] for name, (_, line) in shown[1].items()}


def places(shown: Shown) -> list[str]:
    return [str(name) for _, name in shown[0].x.tick_labels]


def bare(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


@pytest.mark.slow
def test_that_each_mode_has_a_panel_with_a_curve_for_each_key_length(tab: SpeedsTab) -> None:
    known = panels(tab)
    assert list(known)[:2] == ["AES-CBC", "AES-GCM"]
    cbc = known["AES-CBC"]
    assert (str(cbc[0].y.title), places(cbc)) == ("MB/s", ["16", "1,024"]) and not cbc[0].y.log
    curves = values(cbc)
    assert list(curves) == [f"{bits} bits · {who}" for bits in (128, 256) for who in
                            ("openssl", "cryptography")]  # fmt: skip
    assert curves["128 bits · openssl"] == pytest.approx([1000 * 16 / 116, 1000 * 1024 / 1124])
    assert curves["256 bits · cryptography"][1] == pytest.approx(250 * 1024 / 1124)


def test_that_rsa_is_logarithmic_by_key_length(tab: SpeedsTab) -> None:
    panel = panels(tab)["RSA, cryptography"]
    assert panel[0].y.log and places(panel) == ["1,024", "2,048"]
    assert values(panel)["sign"] == pytest.approx([1e6 / 2048, 1e6 / 4096])
    assert list(values(panel)) == ["sign", "verify", "encrypt", "decrypt"]


def test_that_aes_stands_against_rsa_call_by_call(tab: SpeedsTab) -> None:
    panel = panels(tab)["AES against RSA"]
    blocks, keys = places(panel)[:2], places(panel)[2:]
    assert blocks == ["AES-128\n16 bytes", "AES-256\n1,024 bytes"]
    pairs = (("encrypt", "decrypt"), ("sign", "verify"))  # as the openssl here has measured
    assert keys in [[f"RSA-2048\n{name}" for name in pair] for pair in pairs]
    assert values(panel)["openssl"][0] == pytest.approx(1e9 / 116)


def test_that_a_study_is_a_second_series_in_every_panel_that_it_has_figures_for(
    tab: SpeedsTab, raw: CampaignReport
) -> None:
    ours = {title: set(values(panel)) for title, panel in panels(tab).items()}
    tab.studies.choose("openssl-exercise-2024")
    shown = {title: values(panel) for title, panel in panels(tab).items()}
    theirs = {title: {name: each for name, each in curves.items() if name not in ours[title]}
              for title, curves in shown.items()}  # fmt: skip
    who = "openssl exercise 2024"
    assert theirs["AES-CBC"] == {
        f"128 bits · {who}": pytest.approx([1228.98612, 1810.79605]),
        f"256 bits · {who}": pytest.approx([728.77262, 1315.14546]),
    }
    assert theirs["AES-GCM"] == {}, "the study has no such mode"
    assert theirs["RSA, cryptography"][f"sign · {who}"] == [11989.6, 1932.3]
    calls = theirs["AES against RSA"][who]
    assert calls[:2] == pytest.approx([1228986120 / 16, 1315145460 / 1024])
    styles = [look for name, (look, _) in panels(tab)["AES-CBC"][1].items() if name.endswith(who)]
    assert {(each.hollow, each.colour, each.stroke) for each in styles} == {
        (True, "study-1", "dash-dot")
    }
    reported = [
        bare(mark.text()) for chart_view in tab.chart_views() for mark in chart_view.canvas.marks()
    ]
    assert f"128 bits · {who}\n16 bytes per block: 1,229 MB/s" in reported
    assert f"sign · {who}\n1,024 key bits: 11,990/s" in reported
    assert tab.study_strip.text() == f"{who}: 12 of 74 figures match this campaign."
    assert "ARM64 Mac" in tab.study_strip.details()
    assert "The engine is openssl in the study, cryptography here." in bare(
        tab.study_strip.details()
    )


def test_that_a_study_without_speeds_says_so_and_draws_nothing(tab: SpeedsTab) -> None:
    before = {title: values(panel) for title, panel in panels(tab).items()}
    tab.studies.choose("percona-2019")
    assert {title: values(panel) for title, panel in panels(tab).items()} == before
    assert "Percona 2019: no speed matches" in bare(tab.study_strip.text())


def test_that_what_is_without_aes_instructions_can_be_chosen(tab: SpeedsTab) -> None:
    choice = next(
        each for each in tab.findChildren(Choice) if each.findText("AES instructions off") >= 0
    )
    choice.setCurrentIndex(choice.findText("AES instructions off"))
    choice.activated.emit(choice.currentIndex())
    curves = values(panels(tab)["AES-CBC"])
    assert curves["128 bits · openssl"] == pytest.approx([200 * 1024 / 1124])


def test_that_the_table_has_the_unit_of_the_measure_and_leaves_out_what_is_not_measured(
    raw: CampaignReport, qtbot: QtBot
) -> None:
    made, scope = shown_tab(ResultsTable, raw, qtbot)
    assert scope.case == Case(1024, "bytes")
    openssl = made.table.groups()[0]
    assert openssl.title == "openssl"
    lines = {bare(row.label): row.cells for row in openssl.rows}
    assert bare(lines["aes-128-cbc"][1].text) == "911 MB/s"
    assert lines["aes-256-cbc"][1].text == "+100 %"
    assert lines["aes-256-gcm"][2].text == ""  # opening is measured in CBC alone
    offered = made.findChildren(Choice)[1]
    assert offered.itemText(list(ComparedMeasure).index(ComparedMeasure.TIME)) == "throughput"
    assert offered.findData(ComparedMeasure.CPU) < 0  # a second of work takes a second of CPU


def test_that_charts_offer_nothing_of_a_server_where_there_is_none(
    raw: CampaignReport, report: CampaignReport, qtbot: QtBot
) -> None:
    scope = Scope()
    made = ResultsCharts(scope, StoreReader(None, scope))
    scope.setParent(made)
    qtbot.addWidget(made)
    for campaign, offered in ((report, ["time", "cpu", "memory"]), (raw, ["time"])):
        scope.update_from(campaign)
        made.show_report(campaign)
        measures = next(each for each in made.findChildren(Choice) if each.findData("time") >= 0)
        assert [measures.itemData(at) for at in range(measures.count())] == offered


def test_that_only_campaigns_with_speeds_have_the_tab(
    raw: CampaignReport, report: CampaignReport, qtbot: QtBot, tmp_path: Path
) -> None:
    workbench = Workbench(str(tmp_path / "none.sqlite"))
    reader = StoreReader(workbench.store_url, workbench)
    view = ResultsView(workbench, reader)
    qtbot.addWidget(view)
    tabs = view.tabs
    other = replace(report, summary=replace(report.summary, id=2))
    for shown, campaign in ((True, raw), (False, other)):
        view.show_report(campaign)
        names = [tabs.tabText(at) for at in range(tabs.count())]
        assert ("Speeds" in names) is shown
    reader.close()
    let_go(workbench)
