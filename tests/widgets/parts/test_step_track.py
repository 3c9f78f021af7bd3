"""Steps of a class: which can be clicked, and where a class should be."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from widgets.charts.dot_strip import DotStrip
from widgets.layout.fold_handle import FoldHandle
from widgets.layout.layouts import CardGrid
from widgets.parts.step_track import StepTrack, TrackStep

LEFT = Qt.MouseButton.LeftButton


def test_that_only_usable_steps_are_chosen_and_the_owner_says_which_is_in_front(
    qtbot: QtBot,
) -> None:
    track = StepTrack([TrackStep("Predict", 8), TrackStep("Run", 6), TrackStep("Make", 10)])
    qtbot.addWidget(track)
    track.resize(600, 40)
    track.show()
    track.show_steps(0, set(), {0, 1})
    chosen: list[int] = []
    track.chosen.connect(chosen.append)
    for button in track.buttons:
        qtbot.mouseClick(button, LEFT)
    assert chosen == [0, 1]
    assert track.current() == 0, "a click asks, and does not decide"
    track.show_steps(1, {0}, {0, 1})
    assert track.current() == 1
    qtbot.keyClick(track.buttons[0], Qt.Key.Key_Return)
    assert chosen == [0, 1, 0]


@pytest.mark.parametrize(
    ("minutes", "step"), [(0, "Predict"), (7.9, "Predict"), (8, "Run"), (20, "Make"), (99, "Make")]
)
def test_that_the_mark_is_where_a_class_should_be(minutes: float, step: str, qtbot: QtBot) -> None:
    track = StepTrack([TrackStep("Predict", 8), TrackStep("Run", 6), TrackStep("Make", 10)])
    qtbot.addWidget(track)
    track.show_elapsed(minutes)
    assert f"By the plan: {step}." in track.toolTip()


@pytest.mark.parametrize(("width", "columns"), [(1000, 3), (520, 2), (300, 1)])
def test_that_cards_wrap_and_none_is_narrower_than_the_least(
    width: int, columns: int, qtbot: QtBot
) -> None:
    grid = CardGrid(240)
    qtbot.addWidget(grid)
    cards = [QLabel(str(at)) for at in range(5)]
    for card in cards:
        card.setMinimumHeight(50)
        grid.add_card(card)
    grid.resize(width, 400)
    grid.show()
    assert len({card.x() for card in cards}) == columns
    assert min(card.width() for card in cards) >= 240
    rows = -(-5 // columns)
    assert grid.heightForWidth(width) == rows * 50 + (rows - 1) * 16


def test_that_a_narrow_window_shows_the_panel_or_the_content(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    panel, content = QWidget(around), QWidget(around)
    handle = FoldHandle(panel, "the settings", at_left=True, parent=around)
    around.show()
    handle.fold_when_narrow(True, content)
    assert (panel.isVisible(), content.isVisible()) == (False, True)
    qtbot.mouseClick(handle, LEFT)
    assert (panel.isVisible(), content.isVisible()) == (True, False)
    handle.fold_when_narrow(False, content)
    assert (panel.isVisible(), content.isVisible()) == (True, True)


def test_that_each_value_is_a_dot_of_its_row(qtbot: QtBot) -> None:
    strip = DotStrip(" %")
    qtbot.addWidget(strip)
    strip.set_rows([("aes", "AES", "series-1"), ("control", "Again", "neutral")])
    strip.resize(500, 150)
    strip.show()
    for value in (40.0, 44.0, -3.0):
        strip.add("aes", value)
    strip.add("control", 1.0)
    assert strip.values("aes") == (40.0, 44.0, -3.0)
    assert "AES: 40 %, 44 %" in strip.accessibleDescription()
    strip.grab()
    strip.set_rows([("aes", "AES", "series-1")])
    assert strip.values("aes") == ()


def test_that_rows_of_dots_take_the_height_that_there_is(qtbot: QtBot) -> None:
    strip = DotStrip()
    qtbot.addWidget(strip)
    strip.set_rows([("aes", "", "series-1"), ("control", "", "neutral")])
    strip.resize(400, 220)
    image = strip.grab().toImage()
    empty = image.pixel(0, 0)
    drawn = [
        y for y in range(image.height()) if any(image.pixel(x, y) != empty for x in range(400))
    ]
    assert max(drawn) > 0.85 * image.height()
