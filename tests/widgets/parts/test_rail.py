"""The rail is reached by mouse, keys and shortcuts, and shows progress from every page."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor, QImage
from PySide6.QtWidgets import QAbstractButton, QToolButton
from pytestqt.qtbot import QtBot

from widgets.look.theme import current_palette
from widgets.parts.rail import NavigationRail

PAGES = ("servers", "campaign", "run", "results", "patterns")


@pytest.fixture
def rail(qtbot: QtBot) -> NavigationRail:
    part = NavigationRail()
    for number, key in enumerate(PAGES, start=1):
        part.add_page(key, key.capitalize(), key, f"Ctrl+{number}")
    part.resize(part.sizeHint().width(), 500)
    qtbot.addWidget(part)
    with qtbot.waitExposed(part):
        part.show()
    part.activateWindow()
    return part


def entry(rail: NavigationRail, key: str) -> QAbstractButton:
    found = rail.findChild(QAbstractButton, f"rail-{key}")
    assert found is not None
    return found


def accent_pixels(image: QImage) -> int:
    accent = QColor(current_palette().accent)
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return sum(image.pixelColor(x, y) == accent for x, y in places)


def test_that_no_entry_is_cut_or_covered_where_the_screen_is_scaled_to_twice_its_size(
    rail: NavigationRail,
) -> None:
    """1366 × 768 at 200 % leaves 384 points of height, 320 of them for a rail with six entries and
    two buttons."""
    rail.add_page("more", "More", "servers")
    layout = rail.layout()
    assert layout is not None
    for name in ("Theme", "Help"):
        button = QToolButton(rail)
        button.setText(name)
        layout.addWidget(button)
    for each in rail.findChildren(QAbstractButton):
        each.show()
    assert rail.minimumSizeHint().height() <= 300
    for height in (300, 400, 700):
        rail.resize(rail.width(), height)
        layout.activate()
        buttons = rail.findChildren(QAbstractButton)
        assert all(rail.rect().contains(each.geometry()) for each in buttons)
        assert all(
            not one.geometry().intersects(other.geometry())
            for at, one in enumerate(buttons)
            for other in buttons[:at]
        )


def test_that_a_click_selects_a_page(qtbot: QtBot, rail: NavigationRail) -> None:
    with qtbot.waitSignal(rail.page_selected) as caught:
        qtbot.mouseClick(entry(rail, "results"), Qt.MouseButton.LeftButton)
    assert caught.args == ["results"]
    assert rail.current() == "results"


def test_that_arrows_walk_round_the_rail(qtbot: QtBot, rail: NavigationRail) -> None:
    chosen: list[str] = []
    rail.page_selected.connect(chosen.append)
    entry(rail, "servers").setFocus()
    qtbot.keyClick(entry(rail, "servers"), Qt.Key.Key_Down)
    qtbot.keyClick(entry(rail, "campaign"), Qt.Key.Key_Up)
    qtbot.keyClick(entry(rail, "servers"), Qt.Key.Key_Up)
    assert chosen == ["campaign", "servers", "patterns"]
    assert entry(rail, "patterns").hasFocus()


def test_that_a_shortcut_selects_a_page(qtbot: QtBot, rail: NavigationRail) -> None:
    with qtbot.waitSignal(rail.page_selected) as caught:
        qtbot.keyClick(rail.window(), Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    assert caught.args == ["patterns"]


def test_that_enter_selects_the_focused_page(qtbot: QtBot, rail: NavigationRail) -> None:
    with qtbot.waitSignal(rail.page_selected) as caught:
        qtbot.keyClick(entry(rail, "run"), Qt.Key.Key_Return)
    assert caught.args == ["run"]


def test_that_set_current_marks_without_telling(qtbot: QtBot, rail: NavigationRail) -> None:
    with qtbot.assertNotEmitted(rail.page_selected):
        rail.set_current("run")
    assert rail.current() == "run"


def test_that_the_ring_grows_with_progress_and_goes(rail: NavigationRail) -> None:
    run = entry(rail, "run")
    amounts = []
    for fraction in (None, 0.1, 0.5, 0.9):
        rail.set_progress(fraction)
        amounts.append(accent_pixels(run.grab().toImage()))
    assert amounts[0] == 0
    assert amounts[0] < amounts[1] < amounts[2] < amounts[3]
    assert "90 %" in run.accessibleDescription() and "90 %" in run.toolTip()
    rail.set_progress(None)
    assert accent_pixels(run.grab().toImage()) == 0


def test_that_screen_readers_meet_buttons_with_names(rail: NavigationRail) -> None:
    interface = QAccessible.queryAccessibleInterface(entry(rail, "run"))
    assert interface.text(QAccessible.Text.Name) == "Run"
    assert interface.role() in (QAccessible.Role.Button, QAccessible.Role.CheckBox)
