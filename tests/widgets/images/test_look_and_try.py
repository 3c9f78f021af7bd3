"""Pictures to slide over, draw on and click, and blocks that move."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from widgets.images.before_after import BeforeAfter
from widgets.images.block_flow import BlockFlow, FlowBox
from widgets.images.still_picture import PixelCanvas, StillPicture

LEFT = Qt.MouseButton.LeftButton
RED, BLUE = QColor("#ff0000"), QColor("#0000ff")


def plain(colour: QColor) -> QImage:
    image = QImage(QSize(200, 100), QImage.Format.Format_RGB32)
    image.fill(colour)
    return image


def seen(part: QWidget, at: QPoint) -> QColor:
    return part.grab().toImage().pixelColor(at * part.devicePixelRatioF())


@pytest.fixture
def slider(qtbot: QtBot) -> BeforeAfter:
    made = BeforeAfter()
    qtbot.addWidget(made)
    made.resize(400, 226)  # the picture twice as large, below a line of words
    made.show_pictures(("red", plain(RED)), ("blue", plain(BLUE)))
    made.show()
    return made


def test_that_the_handle_uncovers_one_picture_or_the_other(
    slider: BeforeAfter, qtbot: QtBot
) -> None:
    place = QPoint(100, 60)
    assert seen(slider, place) == RED
    qtbot.mouseClick(slider, LEFT, pos=QPoint(40, 120))
    assert slider.share() == pytest.approx(0.1, abs=0.02)
    assert seen(slider, place) == BLUE
    qtbot.mouseClick(slider, LEFT, pos=QPoint(399, 120))
    assert seen(slider, place) == RED
    with qtbot.waitSignal(slider.moved):
        qtbot.keyClick(slider, Qt.Key.Key_Left)
    assert "red: 95 %" in slider.accessibleDescription()


def boxes() -> list[FlowBox]:
    return [
        FlowBox("text", 0, 0, "Text", ("Bahia",)),
        FlowBox("iv", 1, 0, "IV", ("f0f1",)),
        FlowBox("sum", 0, 1, "XOR", ("b291",), sources=(("text", "⊕"), ("iv", "⊕"))),
    ]


def test_that_blocks_come_step_by_step_and_only_seen_ones_can_be_clicked(qtbot: QtBot) -> None:
    flow = BlockFlow()
    qtbot.addWidget(flow)
    flow.resize(500, 300)
    flow.show_boxes(boxes(), 1)
    flow.show()
    clicked: list[str] = []
    flow.chosen.connect(clicked.append)
    place = flow.box_of("sum").center().toPoint()
    qtbot.mouseClick(flow, LEFT, pos=place)
    assert clicked == [] and "XOR" not in flow.accessibleDescription()
    flow.step()
    qtbot.keyClick(flow, Qt.Key.Key_Right)
    assert flow.seen() == 3 and "XOR: b291" in flow.accessibleDescription()
    qtbot.mouseClick(flow, LEFT, pos=place)
    assert clicked == ["sum"]
    flow.step()
    assert flow.seen() == 3
    flow.step(-3)
    assert flow.seen() == 0
    qtbot.wait(50)
    flow.grab()


def test_that_a_pen_draws_one_colour_and_a_spray_can_many(qtbot: QtBot) -> None:
    canvas = PixelCanvas(QSize(128, 80))
    qtbot.addWidget(canvas)
    canvas.resize(256, 160)
    canvas.show()
    canvas.use_pen(RED)
    with qtbot.waitSignal(canvas.drawn):
        qtbot.mousePress(canvas, LEFT, pos=canvas.place_of(QPoint(10, 40)))
        qtbot.mouseMove(canvas, canvas.place_of(QPoint(100, 40)))
        qtbot.mouseRelease(canvas, LEFT, pos=canvas.place_of(QPoint(100, 40)))
    image = canvas.image()
    assert image.pixelColor(10, 40) == RED
    assert image.pixelColor(10, 70) == QColor("#ffffff")
    canvas.use_spray()
    qtbot.mouseClick(canvas, LEFT, pos=canvas.place_of(QPoint(64, 40)))
    image = canvas.image()
    colours = {image.pixel(x, y) for x in range(128) for y in range(80)}
    assert len(colours) > 20
    canvas.clear()
    assert canvas.image().pixelColor(10, 40) == QColor("#ffffff")


def test_that_a_click_on_a_picture_tells_its_pixel(qtbot: QtBot) -> None:
    picture = StillPicture("red")
    qtbot.addWidget(picture)
    picture.resize(400, 224)
    picture.show_image(plain(RED))
    picture.show()
    with qtbot.waitSignal(picture.clicked) as report:
        qtbot.mouseClick(picture, LEFT, pos=picture.place_of(QPoint(30, 70)))
    assert report.args == [QPoint(30, 70)]
    picture.show_message("gone")
    clicked: list[QPoint] = []
    picture.clicked.connect(clicked.append)
    qtbot.mouseClick(picture, LEFT, pos=QPoint(200, 100))
    assert clicked == []
