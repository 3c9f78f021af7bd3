"""The page of servers and the form that adds one, shown."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from pytestqt.qtbot import QtBot

from app.window.pages.servers.connect_form import ConnectForm
from app.window.pages.servers.page import ServersPage
from app.window.servers.known_servers import KnownServers
from app.window.workbench.workbench import Workbench
from tests.app.keyrings import MemoryKeyring
from tests.app.window.pages.servers.fields import ready_servers, shown_form
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


@pytest.fixture
def known_servers(qtbot: QtBot, home: Path) -> Iterator[KnownServers]:
    made = ready_servers(qtbot)
    yield made
    made.close()


@pytest.fixture
def form(known_servers: KnownServers, qtbot: QtBot) -> ConnectForm:
    return shown_form(known_servers, qtbot)


@pytest.fixture
def memory() -> Iterator[MemoryKeyring]:
    before, made = keyring.get_keyring(), MemoryKeyring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)
