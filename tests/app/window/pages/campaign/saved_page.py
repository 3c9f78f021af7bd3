"""A campaign page that stays for all tests of a module: making one takes a third of a second."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.window.pages.campaign.page import CampaignPage
from app.window.workbench.workbench import Workbench
from tests.app.window.settling import await_, is_settled, settle


class SavedPage:
    """A page with these servers ticked by the space key, and running."""

    def __init__(self, workbench: Workbench, *servers: str) -> None:
        self.page = CampaignPage(workbench)
        self.page.resize(1085, 690)
        self.page.show()
        await_(self.page.isActiveWindow)
        self.page.shown()
        await_(lambda: workbench.servers.discovered)
        _settle(self.page)
        for name in servers:
            QTest.keyClick(self.page.servers.list.row(name), Qt.Key.Key_Space)
            await_(lambda: _runs(workbench, name))  # noqa: B023 it is waited for at once
            _settle(self.page)
        self._base = self.page.campaign()

    def rest(self) -> CampaignPage:
        """Back to what it was at first."""
        page = self.page
        if not page.isActiveWindow():
            page.activateWindow()
            await_(page.isActiveWindow)
        page.protections.search.clear()
        page.load(self._base)
        _settle(page)
        for area in page.protections.findChildren(QScrollArea):
            area.verticalScrollBar().setValue(0)
        page.setFocus()
        page.shown()
        _settle(page)
        assert page.campaign() == self._base
        return page


@contextmanager
def saved_page(workbench: Workbench, *servers: str) -> Iterator[SavedPage]:
    """One that is closed in the end."""
    made = SavedPage(workbench, *servers)
    yield made
    made.page.close_down()
    made.page.close()
    made.page.deleteLater()


def opened(workbench: Workbench, stored: QSettings, qtbot: QtBot) -> CampaignPage:
    """The page as the window makes and shows it."""
    page = CampaignPage(workbench)
    page.remember_in(stored)
    qtbot.addWidget(page)
    page.resize(1085, 690)
    with qtbot.waitActive(page):
        page.show()
    page.shown()
    settle(page, qtbot)
    return page


def _runs(workbench: Workbench, name: str) -> bool:
    entry = workbench.servers.entry(name)
    return entry is not None and entry.running


def _settle(page: QWidget) -> None:
    await_(lambda: is_settled(page))
    QApplication.processEvents()
