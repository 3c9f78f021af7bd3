"""Pictures after the lab's process has ended: they are loaded again, and can be sealed again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.patterns.requests import Forget
from app.window.lab.common.lab_link import LabLink
from app.window.lab.pictures.view import PicturesTab
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from tests.app.forked_children import children

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]


def test_that_nothing_can_be_saved_when_the_lab_has_died_until_pictures_are_loaded_and_sealed_again(
    sealed: PicturesTab, desk: Workbench, qtbot: QtBot
) -> None:
    told: list[CipherbenchError] = []
    desk.failed.connect(told.append)
    states: list[tuple[int, bool]] = []
    sealed.work.idle.connect(
        lambda: states.append((len(sealed.sealed), sealed.save_button.isEnabled()))
    )
    kill_the_lab(qtbot)
    qtbot.waitUntil(lambda: bool(told))
    panels = sealed.gallery.views.panels()
    assert not sealed.sealed
    qtbot.waitUntil(lambda: panels[0].view.has_picture() and not sealed.work.busy)
    assert states[0] == (0, False)
    assert {panel.view.message() for panel in panels[1:]} == {"Press Encrypt to see it"}
    assert sealed.save_button.isEnabled()  # the original is there to be saved
    qtbot.mouseClick(sealed.controls.seal, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(sealed.sealed) == 6 and not sealed.work.busy)
    desk.failed.disconnect(told.append)
    assert [each.title for each in told] == ["Pattern lab stopped"]


def test_that_a_lab_that_was_shut_is_not_started_again(qtbot: QtBot) -> None:
    lab = LabLink()
    lab.send(Forget((1,)))
    assert lab.running
    lab.shut()
    lab.send(Forget((1,)))
    assert not lab.running


def kill_the_lab(qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(children()) == 1)  # those of pages before are on their way out
    children()[0].kill()
