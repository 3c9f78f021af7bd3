"""What holds for every field of the program: pages and forms are walked through, shown or not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QScrollArea,
    QScrollBar,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.window.main_window import MainWindow
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.servers.page import ServersPage
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from tests.app.window.settling import (
    PAGES,
    settle,
    small_campaign_in_a_file,
)
from widgets.charts.chart_frame import ChartFrame
from widgets.fields.number_field import NumberField
from widgets.images.byte_rows import ByteRows
from widgets.images.image_view import ImageView
from widgets.layout.page_stack import PageStack
from widgets.parts.error_panel import ErrorPanel

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
PICTURES = (ImageView, ByteRows, ChartFrame)
"""Drawn by us, so that nothing but their names and descriptions is read out."""


def walk(window: MainWindow, qtbot: QtBot) -> Iterator[tuple[str, QWidget]]:
    """Every page, and every form that a page may show, each brought up to date."""
    for key in PAGES:
        window.show_page(key)
        page = window.page(key)
        page.build_charts()
        settle(page, qtbot)
        yield key, page
        if isinstance(page, ServersPage):
            for source in Source:
                page.open_form(source)
                settle(page, qtbot)
                yield f"{key}, {source}", page
        if isinstance(page, CampaignPage):
            window.workbench.plan_opened.emit(small_campaign_in_a_file())
            page.work.more.setChecked(True)
            for at in range(page.work.work.count()):
                page.work.work.setCurrentIndex(at)
                settle(page, qtbot)
                yield f"{key}, {page.work.chosen}", page


def turn(field: QWidget, way: int) -> None:
    """Turn the wheel above a field that is shown, as a hand does."""
    at = QPointF(field.mapTo(field.window(), field.rect().center()))
    QTest.wheelEvent(field.window().windowHandle(), at, QPoint(0, 120 * way))


def send_wheel(field: QWidget, way: int) -> None:
    """What a field that may be hidden gets when the wheel is turned above it."""
    at, none = QPointF(field.rect().center()), QPoint()
    keys, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    turned, button = QPoint(0, 120 * way), Qt.MouseButton.NoButton
    event = QWheelEvent(at, field.mapToGlobal(at), none, turned, button, keys, phase, False)
    QApplication.sendEvent(field, event)


def value_of(field: QWidget) -> object:
    match field:
        case QAbstractSpinBox():
            return field.text()
        case QComboBox():
            return field.currentIndex()
        case QAbstractSlider():
            return field.value()
    return None


def turned_by(field: QWidget) -> bool:
    """Whether a wheel turns a field that has not the keyboard."""
    before = value_of(field)
    for way in (1, -1):
        send_wheel(field, way)
        if value_of(field) != before:
            return True
    return False


def test_that_no_field_of_any_page_takes_a_wheel_without_the_keyboard(
    window: MainWindow, qtbot: QtBot
) -> None:
    wrong, met = set(), set()
    for place, page in walk(window, qtbot):
        for field in page.findChildren(QWidget):
            if not isinstance(field, QAbstractSpinBox | QComboBox | QAbstractSlider):
                continue
            if isinstance(field, QScrollBar):
                continue
            field.clearFocus()
            met.add(field)
            takes = field.focusPolicy() & Qt.FocusPolicy.WheelFocus == Qt.FocusPolicy.WheelFocus
            if takes or turned_by(field):
                wrong.add(f"{place}: {type(field).__name__} {field.accessibleName()}")
    assert not wrong
    assert len(met) > 40


def test_that_the_wheel_scrolls_the_form_above_a_field(window: MainWindow, qtbot: QtBot) -> None:
    window.show_page("campaign")
    page = window.page("campaign")
    assert isinstance(page, CampaignPage)
    page.work.more.setChecked(True)
    window.resize(1280, 640)
    area = page.work.findChild(QScrollArea)
    assert isinstance(area, QScrollArea)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > 0)
    for field in (
        page.work.settings_fields.placement,
        page.work.settings_fields.seed,
        page.work.work,
    ):
        area.ensureWidgetVisible(field)
        held = area.verticalScrollBar().value()
        way = 1 if held else -1
        page.setFocus()
        before = value_of(field)
        turn(field, way)
        assert not field.hasFocus() and value_of(field) == before
        assert area.verticalScrollBar().value() != held


def test_that_the_wheel_turns_a_field_that_has_the_keyboard(qtbot: QtBot) -> None:
    field = NumberField(0, 10, 5)
    qtbot.addWidget(field)
    with qtbot.waitActive(field):
        field.show()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    turn(field, 1)
    assert field.value() == 6


@pytest.mark.parametrize("key", ["servers", "campaign", "results"])
def test_that_no_notice_moves_a_page_under_the_mouse(
    window: MainWindow, qtbot: QtBot, key: str
) -> None:
    window.show_page(key)
    page = window.page(key)
    settle(page, qtbot)
    whole = window.findChild(PageStack)
    assert isinstance(whole, PageStack)
    before = whole.mapTo(window, QPoint())
    for at in (QPoint(20, 300), QPoint(500, 300), QPoint(502, 301)):
        qtbot.mouseMove(window, at)
    qtbot.waitUntil(whole.underMouse)
    window.workbench.failed.emit(CipherbenchError(phrase("Title"), phrase("Words.")))
    panel = next(each for each in window.findChildren(ErrorPanel) if each.isVisible())
    assert whole.mapTo(window, QPoint()) == before
    qtbot.mouseMove(window, QPoint(20, 300))  # the rail
    qtbot.waitUntil(lambda: whole.mapTo(window, QPoint()).y() > before.y())
    panel.clear()
    qtbot.waitUntil(lambda: whole.mapTo(window, QPoint()) == before)


def test_that_shift_f11_takes_the_whole_screen_and_gives_it_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for full in (True, False):
        qtbot.keyClick(window, Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
        qtbot.waitUntil(lambda full=full: window.isFullScreen() is full)  # type: ignore[misc]


def test_that_a_number_says_in_what_it_is_counted(window: MainWindow) -> None:
    """In the field or in the label before it."""
    page = window.page("campaign")
    assert isinstance(page, CampaignPage)
    page.work.settings_fields.target.setValue(2)
    assert page.work.settings_fields.target.text() == "2 %"


def name_of(part: QWidget) -> str:
    """What a screen reader says of a part: its own name, its words, or those of its label."""
    return QAccessible.queryAccessibleInterface(part).text(QAccessible.Text.Name).strip()


def described(part: QWidget) -> bool:
    """Whether a picture or a chart says what it is and what it shows."""
    return bool(name_of(part) and part.accessibleDescription())


def is_inner(part: QWidget) -> bool:
    """Whether a part belongs to another one that speaks for it, such as the line of a spin box."""
    around = part.parentWidget()
    if isinstance(part, QAbstractButton) and not part.isVisible() and not part.text():
        return True  # it gets its words when it is shown
    if around is not None and isinstance(around.parentWidget(), QComboBox):
        return True
    whole = QAbstractSpinBox | QComboBox | QAbstractItemView | QTabBar | QHeaderView
    return isinstance(around, whole) or part.objectName().startswith("qt_")


def test_that_every_control_has_a_name_and_every_picture_a_description(
    window: MainWindow, qtbot: QtBot
) -> None:
    nameless, undescribed = set(), set()
    for place, page in walk(window, qtbot):
        for part in page.findChildren(QWidget):
            what = f"{place.partition(',')[0]}: {type(part).__name__} {part.objectName()}"
            stop = part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.focusProxy() is None
            if stop and not is_inner(part) and not name_of(part):
                nameless.add(f"{what} in {type(part.parentWidget()).__name__}")
            if isinstance(part, PICTURES) and not described(part):
                undescribed.add(f"{what} {name_of(part)} in {type(part.parentWidget()).__name__}")
    report = "\n".join((*sorted(nameless), "undescribed", *sorted(undescribed)))
    assert not nameless and not undescribed, report
