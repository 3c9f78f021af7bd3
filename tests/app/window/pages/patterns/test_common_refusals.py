"""What stops all pictures alike is told once, and not in every panel."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.servers.entry import LentServer
from app.window.lab.pictures.view import PicturesTab
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.protection import Protection

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
NOBODY = Endpoint("postgresql", host="127.0.0.1", port=9, user="nobody", connect_seconds=2)
"""The port of the discard service, on which no server listens."""


def test_that_a_server_that_fails_every_picture_is_told_of_once_and_one_refusal_in_its_panel(
    sealed: PicturesTab, desk: Workbench, qtbot: QtBot
) -> None:
    told: list[CipherbenchError] = []
    desk.failed.connect(told.append)
    wanted = [each.protection for each in sealed.sealed if each.protection]
    firebird = lent(desk, "firebird")
    seal_all(sealed, replace(firebird, name="nobody", endpoint=NOBODY), qtbot, wanted)
    assert len(told) == 1
    assert said(sealed) == ["Not encrypted"] * 5 + [""]  # the last is sealed without a server
    wanted[1] = replace(wanted[1], mode="unheard")
    seal_all(sealed, firebird, qtbot, wanted)
    desk.failed.disconnect(told.append)
    assert len(told) == 1
    ours, unheard, *others = said(sealed)
    assert unheard not in ("", "Not encrypted") and {ours, *others} == {""}


def lent(desk: Workbench, name: str) -> LentServer:
    entry = desk.servers.entry(name)
    assert entry is not None and entry.lent is not None
    return entry.lent


def seal_all(tab: PicturesTab, place: LentServer, qtbot: QtBot, wanted: list[Protection]) -> None:
    """Have the lab seal what is shown, on a server of the test's choice."""
    material = tab.controls.material.material()
    assert material is not None
    tab.gallery.arrange(wanted, "")
    with qtbot.waitSignal(tab.work.idle):
        tab.work.seal(place, wanted, material)


def said(tab: PicturesTab) -> list[str]:
    return [panel.view.message() for panel in tab.gallery.views.panels()[1:]]
