"""Tab goes through every page as the eye does, and every stop shows that it has the keyboard."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.servers.entry import ServerState
from app.window.lab.pictures.pictures_tab import PicturesTab
from app.window.main_window import MainWindow
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.patterns.page import PatternsPage
from app.window.pages.servers.page import ServersPage
from tests.app.window.settling import (
    PAGES,
    settle,
    small_campaign_in_a_file,
)
from widgets.look.tab_order import focus_and_reveal, tab_stops

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
NEIGHBOUR = {"design": "start"}
"""The entry in the rail of pages that have none."""


def walked(page: QWidget, first: QWidget, qtbot: QtBot) -> list[QWidget]:
    """Where Tab leads from the first stop of a page until it leaves the page."""
    round_ = walked_round(first, Qt.Key.Key_Tab, qtbot)
    left = next(at for at, stop in enumerate(round_) if not page.isAncestorOf(stop))
    return round_[:left]


def walked_round(first: QWidget, key: Qt.Key, qtbot: QtBot) -> list[QWidget]:
    """Where a key leads until it is back at the first stop, and meets none twice before."""
    first.setFocus(Qt.FocusReason.TabFocusReason)
    found = [first]
    while True:
        qtbot.keyClick(found[-1], key)
        now = QApplication.focusWidget()
        assert now is not None
        if now is first:
            return found
        assert now not in found, (now, "is met again, and the first one never")
        found.append(now)


def shown(window: MainWindow, key: str, qtbot: QtBot) -> QWidget:
    window.show_page(key)
    page = window.page(key)
    page.build_charts()
    settle(page, qtbot)
    if isinstance(page, PatternsPage):
        encrypt(page.view().pictures, qtbot)
    qtbot.wait(100)
    assert window.isActiveWindow(), "no part of a page was a window of its own for a moment"
    return page


def encrypt(tab: PicturesTab, qtbot: QtBot) -> None:
    """Have the picture encrypted, which it would else be by itself in between: as long as that
    lasts there is one more button."""
    tab.controls.server.choose("sqlite")
    qtbot.waitUntil(lambda: len(tab.encrypted) == 1 and not tab.work.busy)
    settle(tab, qtbot)


def shows_focus(window: MainWindow, stop: QWidget) -> bool:
    """Whether anything looks another way once it has the keyboard: most do where they stand, which
    is sooner looked at than the whole window."""
    for whole in (False, True):
        focus_and_reveal(stop, Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        seen = window.rect() if whole else box_in(window, stop).adjusted(-8, -8, 8, 8)
        focused = window.grab(seen).toImage()
        stop.clearFocus()
        QApplication.processEvents()
        if focused != window.grab(seen).toImage():
            return True
    return False


@pytest.mark.slow
def test_that_tab_reads_the_campaign_as_a_sentence(window: MainWindow, qtbot: QtBot) -> None:
    page = shown(window, "campaign", qtbot)
    assert isinstance(page, CampaignPage)
    window.workbench.plan_opened.emit(small_campaign_in_a_file())
    settle(page, qtbot)
    order = walked(page, page.name, qtbot)
    columns = [
        next(at for at, stop in enumerate(order) if part.isAncestorOf(stop))
        for part in (page.servers, page.protections, page.work)
    ]
    assert columns == sorted(columns)
    for part in (page.servers, page.protections, page.work):
        inside = [at for at, stop in enumerate(order) if part.isAncestorOf(stop)]
        assert inside == list(range(inside[0], inside[-1] + 1)), "one column after the other"
    rows = [
        stop for stop in order if isinstance(stop, QCheckBox) and page.servers.isAncestorOf(stop)
    ]
    assert [row.accessibleName() for row in rows] == [
        row.accessibleName() for row in sorted(rows, key=lambda row: row.mapTo(page, QPoint()).y())
    ]
    entries = window.workbench.servers.entries()
    assert len(rows) == sum(each.state is not ServerState.UNAVAILABLE for each in entries)


@pytest.mark.slow
@pytest.mark.parametrize("key", PAGES)
def test_that_tab_leads_from_the_rail_through_the_whole_page_and_back(
    window: MainWindow, qtbot: QtBot, key: str
) -> None:
    page = shown(window, key, qtbot)
    entry = window.findChild(QWidget, f"rail-{NEIGHBOUR.get(key, key)}")
    assert entry is not None
    there = walked_round(entry, Qt.Key.Key_Tab, qtbot)
    assert {stop for stop in there if page.isAncestorOf(stop)} == set(tab_stops(page))
    assert len(set(there) - set(tab_stops(page))) >= 3, "and what the rail has"
    back = walked_round(entry, Qt.Key.Key_Backtab, qtbot)
    assert back == [entry, *there[:0:-1]]


@pytest.mark.slow
def test_that_a_button_that_is_disabled_hands_the_keyboard_on(
    window: MainWindow, qtbot: QtBot
) -> None:
    """As *Cancel* is by being pressed: the next stop gets it, and not the rail or nobody."""
    page = shown(window, "servers", qtbot)
    buttons = [each for each in tab_stops(page) if isinstance(each, QPushButton)]
    last = buttons[-1]
    order = list(tab_stops(window))
    focus_and_reveal(last, Qt.FocusReason.TabFocusReason)
    last.setEnabled(False)
    assert QApplication.focusWidget() is order[(order.index(last) + 1) % len(order)]
    last.setEnabled(True)


@pytest.mark.slow
def test_that_tab_goes_from_the_search_to_the_campaigns(window: MainWindow, qtbot: QtBot) -> None:
    page = shown(window, "results", qtbot)
    search = page.findChild(QLineEdit)
    assert isinstance(search, QLineEdit)
    qtbot.waitUntil(search.isVisible)
    order = walked(page, search, qtbot)
    assert order[1].accessibleName() == "Campaigns"


@pytest.mark.slow
def test_that_tab_goes_down_the_pictures_controls(window: MainWindow, qtbot: QtBot) -> None:
    page = shown(window, "patterns", qtbot)
    assert isinstance(page, PatternsPage)
    controls = page.view().pictures.controls
    first = controls.source.thumb("logo")
    qtbot.waitUntil(first.isVisible)
    inside = [stop for stop in walked(page, first, qtbot) if controls.isAncestorOf(stop)]
    assert len(inside) > 10
    for one, other in pairwise(inside):
        before, after = boxes_of(one, other, controls)
        below = after.top() > before.bottom()
        to_the_right = after.left() > before.right() and after.bottom() > before.top()
        assert below or to_the_right, (one.accessibleName(), before, other.accessibleName(), after)


def boxes_of(one: QWidget, other: QWidget, controls: QWidget) -> tuple[QRect, QRect]:
    """Where two stops lie: in the list that both belong to, else each one's list, if it has one.

    What lies in a list is moved by the Tab that leads there.
    """
    first, second = list_around(one, controls), list_around(other, controls)
    if first is not None and first is second:
        whole = first.widget() or controls
        return box_in(whole, one), box_in(whole, other)
    return box_in(controls, first or one), box_in(controls, second or other)


def list_around(stop: QWidget, controls: QWidget) -> QScrollArea | None:
    around: QWidget | None = stop.parentWidget()
    while around is not None and around is not controls:
        if isinstance(around, QScrollArea):
            return around
        around = around.parentWidget()
    return None


def box_in(whole: QWidget, part: QWidget) -> QRect:
    return QRect(part.mapTo(whole, QPoint(0, 0)), part.size())


@pytest.mark.slow
def test_that_every_stop_of_every_page_shows_its_focus(window: MainWindow, qtbot: QtBot) -> None:
    dull = []
    for key in PAGES:
        page = shown(window, key, qtbot)
        if isinstance(page, ServersPage):
            page.connect_to_address()
        qtbot.wait(50)
        stops = stops_of(page)
        assert stops, key
        dull += [
            f"{key}: {type(each).__name__} {each.accessibleName()}"
            for each in stops
            if not shows_focus(window, each)
        ]
    assert dull == []


def stops_of(page: QWidget) -> list[QWidget]:
    """What Tab can reach on a page that is shown."""
    return [
        each
        for each in page.findChildren(QWidget)
        if each.isVisible()
        and each.isEnabled()
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.focusProxy() is None
        and not isinstance(each.parentWidget(), QComboBox)
    ]
