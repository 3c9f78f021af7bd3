"""A server that goes away in the middle: the run page says that it is waited for, and how long."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.plan.campaign import PlannedProtection
from app.window.pages.run.page import RunPage
from app.window.pages.run.run_log import RunLog
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.reachable import listening
from tests.app.window.settling import let_go, part
from widgets.parts.cards import ToneLabel
from widgets.tables.cell_grid import CellGrid
from workloads.hospital.workload import HospitalParameters

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]


@pytest.fixture
def page(home: Path, qtbot: QtBot, tmp_path: Path) -> Iterator[RunPage]:
    made = RunPage(Workbench(str(tmp_path / "results.sqlite")))
    qtbot.addWidget(made)
    made.resize(1085, 690)
    with qtbot.waitActive(made):
        made.show()
    yield made
    let_go(made.workbench)
    made.close_down()


def begin(page: RunPage, spec: ServerSpec, qtbot: QtBot) -> None:
    page.workbench.start(
        quick_campaign(
            "away", (spec,), (PlannedProtection(PLAINTEXT),), HospitalParameters(sizes=(8_000,))
        )
    )
    grid = part(page, CellGrid)
    qtbot.waitUntil(lambda: grid.model().rowCount() > 0 and grid.cell(0, 0).status == "running")
    qtbot.wait(500)


def says(page: RunPage, text: str) -> bool:
    return any(text in each.text() for each in page.findChildren(ToneLabel) if each.isVisible())


def test_that_the_wait_for_a_server_elsewhere_is_announced(page: RunPage, qtbot: QtBot) -> None:
    with listening("postgresql") as away:
        begin(page, away.spec(away.port), qtbot)
    qtbot.waitUntil(lambda: says(page, "Waiting up to 10 s for behind to answer"))


def test_that_a_killed_server_of_ours_is_stated_to_be_started_again(
    page: RunPage, qtbot: QtBot
) -> None:
    servers = page.workbench.servers
    spec = ServerSpec("postgresql", Source.EMBEDDED, "postgresql")
    servers.adopt(spec)
    servers.start("postgresql")
    qtbot.waitUntil(lambda: bool(servers.endpoints()))
    (endpoint,) = servers.endpoints().values()
    begin(page, spec, qtbot)
    assert endpoint.pid is not None
    os.kill(endpoint.pid, signal.SIGKILL)
    log = part(page, RunLog)
    qtbot.waitUntil(lambda: any("restarting it" in line for line in log.lines()))


def test_that_a_server_lost_before_a_campaign_is_not_stated_to_be_back_in_it(
    page: RunPage, qtbot: QtBot
) -> None:
    servers = page.workbench.servers
    spec = ServerSpec("postgresql", Source.EMBEDDED, "postgresql")
    servers.adopt(spec)
    servers.start("postgresql")
    qtbot.waitUntil(lambda: bool(servers.endpoints()))
    (endpoint,) = servers.endpoints().values()
    assert endpoint.pid is not None
    os.kill(endpoint.pid, signal.SIGKILL)
    qtbot.wait(500)
    page.workbench.start(
        quick_campaign(
            "later",
            (spec,),
            (PlannedProtection(PLAINTEXT),),
            HospitalParameters(sizes=(20,)),
            repetitions=1,
            warmups=0,
        )
    )
    qtbot.waitUntil(lambda: not page.workbench.running)
    log = part(page, RunLog)
    assert log.lines()[-1].endswith("Campaign done")
    assert not any("again" in line for line in log.lines())
