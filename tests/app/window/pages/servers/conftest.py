"""The page of servers, shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.window.pages.servers.page import ServersPage
from app.window.workbench.workbench import Workbench
from tests.app.window.settling import let_go


@pytest.fixture
def page(qtbot: QtBot, home: Path) -> Iterator[ServersPage]:
    workbench = Workbench(f"sqlite:///{home / 'pages.sqlite'}")
    made = ServersPage(workbench)
    qtbot.addWidget(made)
    made.resize(1085, 690)
    with qtbot.waitActive(made):
        made.show()
    yield made
    let_go(workbench)
