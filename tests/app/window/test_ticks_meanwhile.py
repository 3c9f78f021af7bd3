"""A tick on the campaign page disturbs no campaign that measures: the server is started later."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.campaign.command import Command
from app.plan.campaign import PlannedProtection
from app.servers.entry import ServerState
from app.window.pages.campaign.page import CampaignPage
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.window.settling import let_go, settle
from workloads.web_users.parameters import WebUsersParameters

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LONG = quick_campaign(
    "measures",
    (ServerSpec("lite", Source.EMBEDDED, "sqlite"),),
    (PlannedProtection(PLAINTEXT),),
    WebUsersParameters(read_rate=(1.0,), write_rate=(1.0,), users=10),
)
"""Ten minutes of nearly nothing."""


@pytest.fixture
def page(home: Path, qtbot: QtBot, tmp_path: Path) -> Iterator[CampaignPage]:
    made = CampaignPage(Workbench(str(tmp_path / "results.sqlite")))
    qtbot.addWidget(made)
    made.resize(1085, 690)
    with qtbot.waitActive(made):
        made.show()
    made.workbench.servers.discover()
    qtbot.waitUntil(lambda: made.workbench.servers.discovered)
    settle(made, qtbot)
    yield made
    let_go(made.workbench)


def tick(page: CampaignPage, name: str, qtbot: QtBot) -> None:
    qtbot.keyClick(page.servers.list.row(name), Qt.Key.Key_Space)
    settle(page, qtbot)


def test_that_a_server_ticked_while_a_campaign_measures_starts_when_it_has_ended(
    page: CampaignPage, qtbot: QtBot
) -> None:
    workbench, servers = page.workbench, page.workbench.servers
    workbench.start(LONG)
    tick(page, "duckdb", qtbot)
    tick(page, "sqlite", qtbot)
    tick(page, "sqlite", qtbot)  # and not after all
    for name in ("duckdb", "sqlite"):
        entry = servers.entry(name)
        assert entry is not None and entry.state is ServerState.AVAILABLE, name
    output = page.servers.list.row("duckdb").accessibleDescription()
    assert "starts when the campaign has ended" in output
    workbench.command(Command.CANCEL)
    qtbot.waitUntil(lambda: not workbench.running)
    qtbot.waitUntil(lambda: [each.name for each in servers.entries() if each.running] != [])
    assert [each.name for each in servers.entries() if each.running] == ["duckdb"]
