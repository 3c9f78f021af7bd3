"""What the pictures of a page say: their tones, what stops all of them, and a lab that has died."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.patterns.requests import ForgetViews
from app.servers.entry import ServerAccess
from app.window.lab.common.lab_link import LabLink
from app.window.lab.pictures.pictures_tab import PicturesTab
from app.window.pages.patterns.page import PatternsPage
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.protection import Protection
from tests.app.forked_children import children
from tests.app.window.settling import await_, let_go
from widgets.images.linked_views import PicturePanel
from widgets.look.theme import tone_color
from widgets.parts.cards import ToneLabel

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
NOBODY = Endpoint("postgresql", host="127.0.0.1", port=9, user="nobody", connect_seconds=2)
"""The port of the discard service, on which no server listens."""


@pytest.fixture(scope="module")
def desk(
    home: Path, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication
) -> Iterator[Workbench]:
    """A desk on which Firebird runs, with an empty store."""
    made = Workbench(str(tmp_path_factory.mktemp("lab") / "results.sqlite"))
    made.servers.discover()
    await_(lambda: made.servers.discovered)
    made.servers.start("firebird")
    await_(lambda: _runs(made, "firebird"))
    yield made
    let_go(made)


@pytest.fixture(scope="module")
def encrypted(desk: Workbench) -> Iterator[PicturesTab]:
    """The pictures tab of a page that is shown, with its first picture encrypted by Firebird."""
    page = PatternsPage(desk)
    page.resize(1340, 860)
    page.show()
    page.shown()
    tab = page.view().pictures
    tab.controls.server.choose("firebird")
    await_(lambda: len(tab.encrypted) == 6 and not tab.work.busy)
    yield tab
    page.close_down()
    page.close()
    page.deleteLater()


def _runs(workbench: Workbench, name: str) -> bool:
    entry = workbench.servers.entry(name)
    return entry is not None and entry.running


def test_that_words_say_what_shows_and_only_what_is_safe_for_any_picture_is_called_good(
    encrypted: PicturesTab,
) -> None:
    report = {panel.title().split("AES-")[-1]: panel.figure() for panel in panels(encrypted)}
    assert report.pop("Original").endswith("% distinct") and "Shows" not in report
    assert report.pop("128-ECB").startswith("Shows: ")
    assert report.pop("256-GCM").startswith("Hides: ")
    assert all(each.startswith("Hides this: ") for each in report.values())
    tones = {panel.title().split("AES-")[-1]: tone_of(panel) for panel in panels(encrypted)[1:]}
    assert tones.pop("128-ECB") == "bad"
    assert tones.pop("256-GCM") == "good"
    assert set(tones.values()) == {"text"}  # one vector for all pictures until another is drawn
    ecb = encrypted.encrypted[0]
    quiet = replace(ecb, statistics=replace(ecb.statistics, repeated_percent=0.0))
    try:
        encrypted.gallery.show_encrypted(0, quiet)
        assert tone_of(panels(encrypted)[1]) == "text", "nor is ECB where no block equals another"
    finally:
        encrypted.gallery.show_encrypted(0, ecb)


def panels(tab: PicturesTab) -> list[PicturePanel]:
    return tab.gallery.views.panels()


def tone_of(panel: PicturePanel) -> str:
    label = next(each for each in panel.findChildren(ToneLabel) if each.text() == panel.figure())
    ink = label.palette().color(QPalette.ColorRole.WindowText)
    return next(tone for tone in ("good", "bad", "text") if tone_color(tone) == ink)


def test_that_nothing_is_saved_after_the_lab_has_died_until_pictures_are_loaded_and_encrypted_again(
    encrypted: PicturesTab, desk: Workbench, qtbot: QtBot
) -> None:
    report: list[CipherbenchError] = []
    desk.failed.connect(report.append)
    states: list[tuple[int, bool]] = []
    encrypted.work.idle.connect(
        lambda: states.append((len(encrypted.encrypted), encrypted.save_button.isEnabled()))
    )
    kill_the_lab(qtbot)
    qtbot.waitUntil(lambda: bool(report))
    panels = encrypted.gallery.views.panels()
    assert not encrypted.encrypted
    qtbot.waitUntil(lambda: panels[0].view.has_picture() and not encrypted.work.busy)
    assert states[0] == (0, False)
    assert {panel.view.message() for panel in panels[1:]} == {"Press Encrypt to see it"}
    assert encrypted.save_button.isEnabled()  # the original is there to be saved
    qtbot.mouseClick(encrypted.controls.encrypt_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(encrypted.encrypted) == 6 and not encrypted.work.busy)
    desk.failed.disconnect(report.append)
    assert [each.title for each in report] == ["Pattern lab stopped"]


def test_that_a_lab_that_was_shut_is_not_started_again(qtbot: QtBot) -> None:
    lab = LabLink()
    lab.send(ForgetViews((1,)))
    assert lab.running
    lab.close_for_good()
    lab.send(ForgetViews((1,)))
    assert not lab.running


def kill_the_lab(qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(children()) == 1)  # those of pages before are on their way out
    children()[0].kill()


def test_that_a_server_that_fails_every_picture_is_informed_of_once_and_one_refusal_in_its_panel(
    encrypted: PicturesTab, desk: Workbench, qtbot: QtBot
) -> None:
    report: list[CipherbenchError] = []
    desk.failed.connect(report.append)
    wanted = [each.protection for each in encrypted.encrypted if each.protection]
    firebird = lent(desk, "firebird")
    encrypt_all(encrypted, replace(firebird, name="nobody", endpoint=NOBODY), qtbot, wanted)
    assert len(report) == 1
    assert output(encrypted) == ["Not encrypted"] * 5 + [
        ""
    ]  # the last is encrypted without a server
    wanted[1] = replace(wanted[1], mode="unheard")
    encrypt_all(encrypted, firebird, qtbot, wanted)
    desk.failed.disconnect(report.append)
    assert len(report) == 1
    ours, unheard, *others = output(encrypted)
    assert unheard not in ("", "Not encrypted") and {ours, *others} == {""}


def lent(desk: Workbench, name: str) -> ServerAccess:
    entry = desk.servers.entry(name)
    assert entry is not None and entry.lent is not None
    return entry.lent


def encrypt_all(
    tab: PicturesTab, place: ServerAccess, qtbot: QtBot, wanted: list[Protection]
) -> None:
    """Have the lab encrypt what is shown, on a server of the test's choice."""
    material = tab.controls.material.material()
    assert material is not None
    tab.gallery.set_protections(wanted, "")
    with qtbot.waitSignal(tab.work.idle):
        tab.work.encrypt(place, wanted, material)


def output(tab: PicturesTab) -> list[str]:
    return [panel.view.message() for panel in tab.gallery.views.panels()[1:]]
