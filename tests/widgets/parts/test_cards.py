"""Cards, empty states, badges, dots, progress and the error panel, used as a person would."""

import itertools
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAccessible, QColor, QGuiApplication
from PySide6.QtWidgets import QPushButton, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from widgets.layout.layouts import FlowLayout
from widgets.look.theme import LIGHT
from widgets.parts.cards import ActionCard, Badge, DotState, EmptyState, StatusDot
from widgets.parts.error_panel import ErrorPanel
from widgets.parts.progress_line import ProgressLine

DOTS: tuple[DotState, ...] = ("ok", "idle", "busy", "error")


@pytest.fixture
def card(qtbot: QtBot) -> ActionCard:
    part = ActionCard("Run the demo", "About a minute.", "Run", "play")
    part.resize(280, 220)
    qtbot.addWidget(part)
    with qtbot.waitExposed(part):
        part.show()
    return part


@pytest.mark.parametrize("place", [(5, 5), (140, 110), (45, 190)])
def test_that_all_of_a_card_can_be_clicked(
    qtbot: QtBot, card: ActionCard, place: tuple[int, int]
) -> None:
    with qtbot.waitSignal(card.activated):
        under = card.childAt(QPoint(*place)) or card
        target = card if isinstance(under, QPushButton) else under
        local = target.mapFrom(card, QPoint(*place))
        qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=local)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_that_keys_activate_a_card_once(qtbot: QtBot, card: ActionCard, key: Qt.Key) -> None:
    report: list[bool] = []
    card.activated.connect(lambda: report.append(True))
    qtbot.keyClick(card, key)
    assert report == [True]


def test_that_a_card_is_one_stop_for_the_tab_key(card: ActionCard) -> None:
    assert card.focusPolicy() == Qt.FocusPolicy.StrongFocus
    inner = [part.focusPolicy() for part in card.findChildren(QPushButton)]
    assert inner == [Qt.FocusPolicy.NoFocus]
    assert card.accessibleName() == "Run the demo"


def test_that_an_empty_state_offers_its_action(qtbot: QtBot) -> None:
    state = EmptyState("results", "Nothing yet", "Run a campaign first.", "Build one")
    qtbot.addWidget(state)
    button = state.findChild(QPushButton)
    assert button is not None and button.text() == "Build one"
    with qtbot.waitSignal(state.activated):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_that_an_empty_state_without_action_has_no_button(qtbot: QtBot) -> None:
    state = EmptyState("results", "Nothing yet", "Run a campaign first.")
    qtbot.addWidget(state)
    assert state.findChild(QPushButton) is None


def test_that_long_words_of_an_empty_state_are_not_cut(qtbot: QtBot) -> None:
    text = "Start the demo or build a campaign; what has finished appears here. " * 3
    state = EmptyState("results", "Nothing yet", text)
    qtbot.addWidget(state)
    state.resize(640, 400)
    state.show()
    bodies = [part for part in state.findChildren(QWidget) if part.property("text") == text]
    assert bodies[0].height() >= bodies[0].heightForWidth(bodies[0].width())


def test_that_dots_differ_in_shape_and_not_only_in_colour(qtbot: QtBot) -> None:
    shapes = {}
    for state in DOTS:
        dot = StatusDot(state)
        qtbot.addWidget(dot)
        image = dot.grab().toImage()
        ground = image.pixelColor(0, 0)
        cells = itertools.product(range(12), range(12))
        shapes[state] = tuple(image.pixelColor(x, y) != ground for x, y in cells)
        assert dot.accessibleName()
    assert len(set(shapes.values())) == 4


def test_that_a_badge_takes_its_tone(qtbot: QtBot) -> None:
    badge = Badge("leaks equality", "bad")
    qtbot.addWidget(badge)
    image = badge.grab().toImage()
    reddish = QColor(LIGHT.bad).hue()
    assert image.pixelColor(image.width() // 2, 2).hue() == pytest.approx(reddish, abs=12)


def test_that_a_badge_without_room_is_cut_and_named_whole(qtbot: QtBot) -> None:
    words = "a machine of many words and letters, 128 cores " * 4
    part = QWidget()
    qtbot.addWidget(part)
    flow = FlowLayout(part)
    for text in ("short", words):
        flow.addWidget(Badge(text))
    part.resize(300, 80)
    with qtbot.waitExposed(part):
        part.show()
    short, cut = part.findChildren(Badge)
    assert part.minimumSizeHint().width() < 300 and cut.geometry().right() < 300
    assert (short.width(), short.toolTip()) == (short.sizeHint().width(), "")
    qtbot.waitUntil(lambda: cut.toolTip() == words)
    said = QAccessible.queryAccessibleInterface(cut)
    assert said.text(QAccessible.Text.Name) == words


def test_that_progress_is_drawn_to_its_fraction(qtbot: QtBot) -> None:
    line = ProgressLine()
    qtbot.addWidget(line)
    line.resize(200, 24)
    line.set_fraction(0.5)
    image = line.grab().toImage()
    accent = QColor(LIGHT.accent)
    assert image.pixelColor(90, 12) == accent
    assert image.pixelColor(110, 12) != accent


def test_that_progress_stays_between_nothing_and_all(qtbot: QtBot) -> None:
    line = ProgressLine("INSERT", 1.7, "done")
    qtbot.addWidget(line)
    assert line.fraction() == 1.0
    line.set_fraction(-3)
    assert line.fraction() == 0.0
    line.set_fraction(None)
    assert line.fraction() is None and line.accessibleDescription() == "done"


@pytest.fixture
def panel(qtbot: QtBot) -> Iterator[ErrorPanel]:
    page = QWidget()
    part = ErrorPanel()
    column = QVBoxLayout(page)
    column.addWidget(part)
    column.addWidget(QPushButton("elsewhere"))
    qtbot.addWidget(page)
    with qtbot.waitExposed(page):
        page.show()
    page.activateWindow()
    yield part
    page.close()


def test_that_the_error_panel_shows_and_clears(panel: ErrorPanel) -> None:
    assert not panel.isVisible()
    panel.show_error("No route", "The host did not answer.", "Check the address.")
    assert panel.isVisible() and not panel.isModal()
    assert panel.text() == "No route\nThe host did not answer.\nCheck the address."
    panel.clear()
    assert not panel.isVisible() and panel.text() == ""


def test_that_escape_closes_the_error_panel_from_elsewhere(qtbot: QtBot, panel: ErrorPanel) -> None:
    panel.show_error("No route", "The host did not answer.", "")
    button = panel.window().findChild(QPushButton, "", Qt.FindChildOption.FindDirectChildrenOnly)
    assert button is not None
    button.setFocus()
    with qtbot.waitSignal(panel.closed):
        qtbot.keyClick(button, Qt.Key.Key_Escape)
    assert not panel.isVisible()


def test_that_the_error_can_be_copied_and_closed_by_mouse(qtbot: QtBot, panel: ErrorPanel) -> None:
    panel.show_error("No route", "The host did not answer.", "Check the address.")
    copy, close = panel.findChild(QPushButton), panel.findChild(QToolButton)
    assert copy is not None and close is not None
    qtbot.mouseClick(copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == panel.text()
    qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    assert not panel.isVisible()


def test_that_markup_in_an_error_is_shown_as_it_is(panel: ErrorPanel) -> None:
    panel.show_error("<b>bold</b>", "SELECT '<i>'", "")
    assert "<b>bold</b>" in panel.text()


def test_that_progress_asks_for_a_layout_only_where_its_words_get_wider(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    line = ProgressLine("INSERT", 0.1, "10 %")
    column = QVBoxLayout(around)
    column.addWidget(line)
    with qtbot.waitExposed(around):
        around.show()
    QCoreApplication.sendPostedEvents()
    asked = _LayoutsAsked(around)
    line.show_progress("INSERT", 0.2, "20 %")
    QCoreApplication.sendPostedEvents(around)
    assert asked.times == 0
    line.show_progress("INSERT", 1.0, "a hundred per cent")
    QCoreApplication.sendPostedEvents(around)
    assert asked.times == 1


class _LayoutsAsked(QObject):
    """Counts how often a part is asked to lay itself out."""

    def __init__(self, part: QWidget) -> None:
        super().__init__(part)
        self.times = 0
        part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.times += event.type() == QEvent.Type.LayoutRequest
        return False
