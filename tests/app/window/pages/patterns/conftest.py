"""A patterns page whose embedded servers run for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.window.lab.pictures.view import PicturesTab
from app.window.pages.patterns.page import PatternsPage
from app.window.workbench.workbench import Workbench
from tests.app.window.settling import await_, let_go


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


@pytest.fixture
def sealed(qtbot: QtBot, desk: Workbench) -> Iterator[PicturesTab]:
    """The pictures tab of a page that is shown, with its first picture sealed by Firebird."""
    page = PatternsPage(desk)
    qtbot.addWidget(page)
    page.resize(1340, 860)
    with qtbot.waitActive(page):
        page.show()
    page.shown()
    tab = page.view().pictures
    tab.controls.server.choose("firebird")
    qtbot.waitUntil(lambda: len(tab.sealed) == 6 and not tab.work.busy)
    yield tab
    page.close_down()


def _runs(workbench: Workbench, name: str) -> bool:
    entry = workbench.servers.entry(name)
    return entry is not None and entry.running
