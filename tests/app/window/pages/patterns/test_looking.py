"""What is said of servers before this machine has been searched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.window.lab.pictures.controls import PictureControls
from app.window.servers.known_servers import KnownServers
from widgets.parts.cards import ToneLabel


@pytest.fixture
def known_servers(qtbot: QtBot, home: Path) -> Iterator[KnownServers]:
    made = KnownServers()
    yield made
    made.close()


def test_that_no_server_is_stated_to_be_missing_while_it_is_looked(
    known_servers: KnownServers, qtbot: QtBot
) -> None:
    controls = PictureControls(known_servers)
    qtbot.addWidget(controls)
    assert not known_servers.discovered
    assert "Looking for servers" in words(controls) and "No server found" not in words(controls)
    known_servers.discover()
    qtbot.waitUntil(lambda: known_servers.discovered)
    qtbot.waitUntil(lambda: "Looking for servers" not in words(controls))


def words(part: PictureControls) -> str:
    return "\n".join(each.text() for each in part.findChildren(ToneLabel))
