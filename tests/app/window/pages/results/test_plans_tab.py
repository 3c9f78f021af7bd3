"""The tab of servers' plans, on a small campaign that was really run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.plan.campaign import PlannedProtection
from app.plan.status import Status
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.plans_tab import PlansTab
from app.window.pages.results.results_view import ResultsView
from app.window.workbench.workbench import Workbench
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import Server
from tests.app.quick import quick_campaign
from tests.app.stage import Stage
from tests.app.window.settling import let_go
from workloads.predicate.blind_indexes import LEAKS, IndexKind
from workloads.predicate.parameters import PredicateParameters

pytestmark = [
    pytest.mark.slow,
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
]

GCM = Protection("aes-256-gcm", ProtectionKind.CLIENT, "aes", 256, "gcm")


@pytest.fixture
def page(tmp_path: Path, servers: dict[str, Server], qtbot: QtBot) -> Iterator[ResultsPage]:
    server, path = servers["sqlite"], str(tmp_path / "plans.sqlite")
    planned = quick_campaign(
        "plans",
        (server.spec,),
        (PlannedProtection(PLAINTEXT), PlannedProtection(GCM)),
        PredicateParameters(rows=(400,), indexes=(IndexKind.BLIND,), searches=1, scans=1, writes=2),
        repetitions=1,
        warmups=0,
    )
    assert Stage(path).run(planned, lent={server.spec: server.endpoint}).status is Status.DONE
    workbench = Workbench(path)
    made = ResultsPage(workbench)
    qtbot.addWidget(made)
    made.resize(1024, 640)
    with qtbot.waitExposed(made):
        made.show()
    made.select(1)
    qtbot.waitUntil(lambda: made.findChild(PlansTab) is not None)
    yield made
    let_go(workbench)
    made.close_down()


def test_that_a_plan_is_compared_with_plaintext_s_and_what_the_index_leaks_above(
    page: ResultsPage, qtbot: QtBot
) -> None:
    view = page.findChild(ResultsView)
    tab = page.findChild(PlansTab)
    assert isinstance(view, ResultsView) and isinstance(tab, PlansTab)
    view.tabs.setCurrentWidget(tab)
    qtbot.waitUntil(lambda: bool(tab.protected.text()))
    assert re.search(r"INDEX item_number\w* \(number=\?\)", tab.baseline.text())
    assert re.search(r"INDEX item_number_index\w* \(number_index=\?\)", tab.protected.text())
    assert tab.leaks() == str(LEAKS[IndexKind.BLIND])
