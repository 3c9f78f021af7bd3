"""The tab of key services, on a campaign with a token at several distances, as it was measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.plan.campaign import PlannedProtection
from app.report.charts.key_service_distance_chart import key_distance_charts
from app.report.figures.campaign_report import CampaignReport, report_on
from app.window.pages.results.chart_tabs import KeysTab
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.results_view import ResultsView
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Source
from engines.contract.key_source import DataKey
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.keys.pkcs11 import Pkcs11Key, softhsm
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.app.window.settling import await_, let_go
from tests.requirements import lacking
from workloads.hospital.workload import HospitalParameters

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]

LOCAL = Protection("local", ProtectionKind.CLIENT, "aes", 256, "gcm")
DISTANCES = 0.0, 0.5, 30.0


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    if softhsm() is None:
        lacking("softhsm2", "SoftHSM is not installed")
    stage = Stage(str(tmp_path_factory.mktemp("keys") / "keys.sqlite"))
    far = [
        replace(
            LOCAL,
            name=f"{data_key} {delay:g}",
            key_source=Pkcs11Key(data_key=data_key, delay_ms=delay),
        )
        for data_key in (DataKey.ROW, DataKey.CACHED)
        for delay in DISTANCES
    ]
    campaign = quick_campaign(
        "keys",
        (ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),),
        tuple(map(PlannedProtection, (PLAINTEXT, LOCAL, *far))),
        HospitalParameters(sizes=(2,)),
        repetitions=1,
        warmups=0,
    )
    stage.run(replace(campaign, control=False))
    return stage


@pytest.fixture
def report(measured: Stage) -> CampaignReport:
    with measured.store() as store:
        return report_on(store, 1)


def test_that_distances_of_a_way_are_one_line_and_the_local_key_another(
    report: CampaignReport,
) -> None:
    [chart] = key_distance_charts(report)
    [graph] = chart.graphs
    row, cached, local = ([y for _, y in each.points] for each in graph.lines)
    assert [str(each.name) for each in chart.line_styles] == [
        "PKCS#11 key per row", "PKCS#11 key cached for 300 s", "local key"
    ]  # fmt: skip
    assert [str(text) for _, text in graph.x.tick_labels] == ["same machine", "0.5 ms", "30 ms"]
    assert row[2] - row[0] > 25 > row[0] and max(cached) < 25 and local[0] == local[-1] < row[2]


def test_that_the_tab_has_the_picture_and_a_line_an_operation(
    qapp: QApplication, measured: Stage, report: CampaignReport, opened: KeysTab
) -> None:
    [chart] = [each for each in opened.content.charts if each.isVisibleTo(opened)]
    assert chart.height() > 100
    model = opened.content.table.table_model()
    columns = range(model.columnCount())
    heads = [str(model.headerData(at, Qt.Orientation.Horizontal)) for at in columns]
    assert heads[:3] == ["Protection", "Operation", "Calls"], "one server, one number of records"
    assert {"p50, ms", "ms per statement"} <= set(heads), "Ms would be megaseconds"
    assert model.rowCount() == 6 * 4
    ways = dict.fromkeys(str(model.index(row, 0).data()) for row in range(model.rowCount()))
    assert [*ways][:3] == [
        "PKCS#11 key per row",
        "PKCS#11 key per row, 0.5 ms away",
        "PKCS#11 key per row, 30 ms away",
    ]


def test_that_nothing_of_the_table_is_cut_where_there_is_room(opened: KeysTab) -> None:
    table = opened.content.table
    least = table.height()
    opened.window().resize(1400, 1400)
    await_(lambda: table.height() > least)
    await_(lambda: table.verticalScrollBar().maximum() == 0)
    assert table.horizontalScrollBar().maximum() == 0


@pytest.fixture
def opened(qapp: QApplication, measured: Stage) -> Iterator[KeysTab]:
    workbench = Workbench(measured.url)
    page = ResultsPage(workbench)
    page.resize(1085, 690)
    page.show()
    page.select(1)
    await_(lambda: page.findChild(ResultsView) is not None)
    await_(lambda: page.findChild(KeysTab) is not None)
    part, view = page.findChild(KeysTab), page.findChild(ResultsView)
    assert isinstance(part, KeysTab) and isinstance(view, ResultsView)
    view.tabs.setCurrentWidget(part)
    await_(lambda: part.content.table.table_model().rowCount() > 0)
    yield part
    let_go(workbench)
    page.close_down()
    page.close()
    page.deleteLater()
