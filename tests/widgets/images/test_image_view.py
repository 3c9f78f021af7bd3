"""Linked views of large pictures, driven by mouse, wheel and keys."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.patience import within
from widgets.images.image_view import ImageView, TileKey, image_of
from widgets.images.linked_views import LinkedViews
from widgets.images.view_link import CLOSEST
from widgets.look.theme import apply_theme

LEFT = Qt.MouseButton.LeftButton
SHIFT = Qt.KeyboardModifier.ShiftModifier
TILE = 512


class Picture:
    """A picture in memory that serves tiles as the lab does; `log` are those it was asked for."""

    def __init__(self, width: int, height: int, seed: int = 1) -> None:
        self.size = QSize(width, height)
        draw = np.random.default_rng(seed)
        levels = [draw.integers(0, 256, (height, width, 3), np.uint8)]
        while max(levels[-1].shape[:2]) > TILE:
            levels.append(np.ascontiguousarray(levels[-1][::2, ::2]))
        self.levels = levels
        self.log: list[TileKey] = []

    def tile(self, key: TileKey) -> QImage:
        part = self.levels[key.level][
            key.row * TILE : (key.row + 1) * TILE, key.column * TILE : (key.column + 1) * TILE
        ]
        return image_of(part)

    def serve(self, view: ImageView, block: int = 16) -> None:
        def answer(keys: list[TileKey]) -> None:
            self.log += keys
            for key in keys:
                view.put_tile(key, self.tile(key))

        view.tiles_requested.connect(answer)
        view.show_picture(self.size, len(self.levels), image_of(self.levels[-1]), block)


@pytest.fixture
def views(qtbot: QtBot) -> LinkedViews:
    made = LinkedViews()
    qtbot.addWidget(made)
    made.resize(1000, 400)
    made.set_count(3)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def linked(views: LinkedViews) -> list[ImageView]:
    """Three views of the same small picture of noise."""
    for panel in views.panels():
        Picture(640, 480).serve(panel.view)
    QApplication.processEvents()
    return [panel.view for panel in views.panels()]


def wheel(view: ImageView, at: QPointF, notches: int) -> None:
    event = QWheelEvent(
        at,
        view.mapToGlobal(at),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


def pixel_at(view: ImageView, at: QPointF) -> QPoint | None:
    return view.link.pixel_at(view.size(), at)


def drag(qtbot: QtBot, view: ImageView, by: QPoint) -> None:
    start = view.rect().center()
    qtbot.mousePress(view, LEFT, pos=start)
    qtbot.mouseMove(view, start + by / 2)
    qtbot.mouseMove(view, start + by)
    qtbot.mouseRelease(view, LEFT, pos=start + by)


def test_that_the_whole_picture_is_shown_at_first(linked: list[ImageView]) -> None:
    for view in linked:
        assert view.link.fitted
        part = view.visible_part()
        assert (part.left(), part.top()) == (0, 0)
        assert (part.width(), part.height()) == pytest.approx((640, 480))


def test_that_the_wheel_zooms_all_views_about_the_pointer(linked: list[ImageView]) -> None:
    at = QPointF(linked[0].width() * 0.3, linked[0].height() * 0.4)
    before, scale = pixel_at(linked[0], at), linked[0].link.scale_in(linked[0].size())
    wheel(linked[0], at, 6)
    assert linked[0].link.scale_in(linked[0].size()) == pytest.approx(scale * 1.25**6)
    assert pixel_at(linked[0], at) == before
    assert len({(v.visible_part().left(), v.visible_part().width()) for v in linked}) == 1


def test_that_zooming_stops_at_both_ends(linked: list[ImageView]) -> None:
    view = linked[0]
    wheel(view, QPointF(view.rect().center()), 60)
    assert view.link.scale_in(view.size()) == CLOSEST
    wheel(view, QPointF(view.rect().center()), -80)
    assert view.link.fitted


def test_that_dragging_moves_the_picture_with_the_hand(
    linked: list[ImageView], qtbot: QtBot
) -> None:
    view = linked[1]
    wheel(view, QPointF(view.rect().center()), 8)
    center = QPointF(view.rect().center())
    before = pixel_at(view, center)
    drag(qtbot, view, QPoint(60, 30))
    assert pixel_at(view, center + QPointF(60, 30)) == before
    assert linked[2].visible_part() == view.visible_part()
    assert view.link.pixel is None or not view.link.pinned  # a drag is no click


def test_that_no_drag_leads_next_to_the_picture(linked: list[ImageView], qtbot: QtBot) -> None:
    view = linked[0]
    wheel(view, QPointF(view.rect().center()), 8)
    for _ in range(30):
        drag(qtbot, view, QPoint(80, 80))
    part = view.visible_part()
    assert (part.left(), part.top()) == pytest.approx((0, 0), abs=1e-6)


def test_that_keys_zoom_move_and_fit(linked: list[ImageView], qtbot: QtBot) -> None:
    view = linked[0]
    view.setFocus()
    for _ in range(4):
        qtbot.keyClick(view, Qt.Key.Key_Plus)
    zoomed = view.visible_part()
    assert zoomed.width() < 640
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    moved = view.visible_part()
    assert moved.left() > zoomed.left() and moved.top() > zoomed.top()
    qtbot.keyClick(view, Qt.Key.Key_Minus)
    assert view.visible_part().width() > moved.width()
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.link.fitted


def test_that_a_double_click_fits(linked: list[ImageView], qtbot: QtBot) -> None:
    wheel(linked[0], QPointF(20, 20), 8)
    qtbot.mouseDClick(linked[2], LEFT, pos=QPoint(30, 30))
    assert linked[0].link.fitted and not linked[0].link.pinned


@pytest.mark.slow
def test_that_enlarged_pixels_keep_their_colours(linked: list[ImageView]) -> None:
    """Nearest neighbour: no colour on the screen that the picture doesn't have."""
    view = linked[0]
    wheel(view, QPointF(view.rect().center()), 14)
    assert view.link.scale_in(view.size()) > 8
    view.link.release()
    shown = view.grab().toImage()
    own = {tuple(pixel) for pixel in Picture(640, 480).levels[0].reshape(-1, 3)}
    for x in range(4, shown.width() - 4, 7):
        colour = QColor(shown.pixel(x, shown.height() // 2))
        assert (colour.red(), colour.green(), colour.blue()) in own


@pytest.mark.slow
def test_that_only_tiles_in_view_are_asked_for(views: LinkedViews) -> None:
    picture = Picture(8192, 6144)
    view = views.panels()[0].view
    picture.serve(view)
    QApplication.processEvents()
    picture.log.clear()
    for _ in range(18):
        wheel(view, QPointF(view.rect().center()), 1)
        view.grab()
    finest = [key for key in picture.log if key.level == 0]
    part, all_tiles = view.visible_part(), 16 * 12
    assert part.width() < 600
    assert 1 <= len(finest) < all_tiles / 4
    for key in picture.log:
        side = TILE << key.level
        assert abs((key.column + 0.5) * side - 4096) <= 4096 / 2 + side


def test_that_the_overview_stands_in_until_tiles_come(views: LinkedViews) -> None:
    picture = Picture(4096, 3072)
    view = views.panels()[0].view
    wanted: list[list[TileKey]] = []
    view.tiles_requested.connect(wanted.append)
    view.show_picture(picture.size, len(picture.levels), image_of(picture.levels[-1]), 4)
    for _ in range(12):
        wheel(view, QPointF(view.rect().center()), 1)
    blurred = view.grab().toImage()
    assert wanted[-1]
    first = wanted[-1][0]
    for key in list(wanted[-1]):
        view.put_tile(key, picture.tile(key))
    assert view.grab().toImage() != blurred
    middle = pixel_at(view, QPointF(view.rect().center()))
    assert middle is not None
    side = TILE << first.level
    assert abs((first.column + 0.5) * side - middle.x()) <= side  # the middle comes first


def test_that_the_grid_is_drawn_only_where_blocks_have_room(linked: list[ImageView]) -> None:
    view = linked[0]

    def grey_rows() -> int:
        shown = view.grab().toImage()
        grey = QColor(128, 128, 128)
        return sum(
            all(shown.pixelColor(x, y) == grey for x in range(3, shown.width() - 3, 11))
            for y in range(3, shown.height() - 3)
        )

    view.link.set_grid(True)
    assert grey_rows() == 0
    wheel(view, QPointF(view.rect().center()), 16)
    assert grey_rows() > 5
    view.link.set_grid(False)
    assert grey_rows() == 0


def test_that_pointing_tells_all_views_the_same_pixel(
    linked: list[ImageView], qtbot: QtBot
) -> None:
    report: list[object] = []
    linked[0].link.pointed.connect(report.append)
    qtbot.mouseMove(linked[1], QPoint(40, 150))
    expected = pixel_at(linked[1], QPointF(40, 150))
    assert expected is not None
    qtbot.waitUntil(lambda: bool(report) and report[-1] == expected)
    assert linked[2].link.pixel == expected


def test_that_a_click_keeps_a_block_and_esc_lets_go(linked: list[ImageView], qtbot: QtBot) -> None:
    view, link = linked[0], linked[0].link
    qtbot.mouseClick(view, LEFT, pos=QPoint(50, 150))
    stored = link.pixel
    assert link.pinned and stored == pixel_at(view, QPointF(50, 150))
    qtbot.mouseMove(view, QPoint(120, 190))
    assert link.pixel == stored
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert link.pixel is None and not link.pinned


def test_that_shift_and_arrows_go_from_block_to_block(
    linked: list[ImageView], qtbot: QtBot
) -> None:
    view, link = linked[0], linked[0].link
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Right, SHIFT)
    first = link.pixel
    assert first is not None
    qtbot.keyClick(view, Qt.Key.Key_Right, SHIFT)
    qtbot.keyClick(view, Qt.Key.Key_Down, SHIFT)
    assert link.pixel is not None
    assert link.pixel.x() // 16 == first.x() // 16 + 1
    assert link.pixel.y() == first.y() + 1
    for _ in range(60):
        qtbot.keyClick(view, Qt.Key.Key_Left, SHIFT)
    assert link.pixel.x() == 0 or link.pixel.x() // 16 == 0


def test_that_what_does_not_stand_out_is_veiled(linked: list[ImageView]) -> None:
    view = linked[0]
    plain = view.grab().toImage()
    asked: list[list[TileKey]] = []
    view.masks_requested.connect(asked.append)
    view.mark(True)
    view.grab()
    for key in asked[-1]:
        area = (min(TILE, 480 - key.row * TILE), min(TILE, 640 - key.column * TILE))
        mask = np.zeros(area, np.uint8)
        if key == TileKey(0, 0, 0):
            mask[:240, :320] = 1
        view.put_mask(key, mask)
    marked = view.grab().toImage()
    box = view.link.box_in(view.size())
    inside = (box.topLeft() + QPointF(20, 20)).toPoint()
    outside = (box.bottomRight() - QPointF(20, 20)).toPoint()
    assert marked.pixel(inside) == plain.pixel(inside)
    assert marked.pixel(outside) != plain.pixel(outside)
    view.mark(False)
    assert view.grab().toImage() == plain


def test_that_the_veil_follows_the_scheme(linked: list[ImageView], qapp: QApplication) -> None:
    view = linked[0]
    asked: list[list[TileKey]] = []
    view.masks_requested.connect(asked.append)
    view.mark(True)
    view.grab()
    for key in asked[-1]:
        view.put_mask(key, np.zeros((480, TILE if key.column == 0 else 128), np.uint8))
    at = view.link.box_in(view.size()).center().toPoint()
    light = QColor(view.grab().toImage().pixel(at)).lightness()
    apply_theme(qapp, "dark")
    assert QColor(view.grab().toImage().pixel(at)).lightness() < light


@pytest.mark.parametrize(("count", "rows"), [(1, 1), (2, 1), (3, 1), (5, 2), (7, 2)])
def test_that_panels_use_the_room(views: LinkedViews, count: int, rows: int) -> None:
    views.resize(1040, 520)
    views.set_count(count)
    for panel in views.panels():
        Picture(640, 480).serve(panel.view)
    tops = {panel.y() for panel in views.panels()}
    widths = {panel.width() for panel in views.panels()}
    assert len(tops) == rows and len(widths) == 1
    assert all(views.rect().contains(panel.geometry()) for panel in views.panels())


def test_that_captions_are_read_aloud_with_their_warnings(views: LinkedViews) -> None:
    panel = views.panels()[0]
    panel.set_title("AES-128-ECB", (("ECB", "warning"),))
    panel.set_figure("distinct blocks 3.1 %", "warning", "no IV")
    assert panel.view.accessibleName() == "AES-128-ECB, ECB"
    assert "3.1 %" in panel.view.accessibleDescription()
    panel.show_block("block 7: 9 alike", "00ff")
    assert (panel.figure(), panel.note()) == ("block 7: 9 alike", "00ff")
    panel.show_block("", "")
    assert (panel.figure(), panel.note()) == ("distinct blocks 3.1 %", "no IV")


def test_that_a_view_without_a_picture_says_why(views: LinkedViews, qtbot: QtBot) -> None:
    view = views.panels()[0].view
    view.show_message("Press Encrypt to see it")
    assert not view.has_picture()
    wheel(view, QPointF(10, 10), 3)
    qtbot.mouseClick(view, LEFT, pos=QPoint(10, 10))
    qtbot.keyClick(view, Qt.Key.Key_Right, SHIFT)
    assert view.link.pixel is None


def frame_times(views: LinkedViews, move: Callable[[int], None], frames: int) -> list[float]:
    found = []
    for number in range(frames):
        move(number)
        began = time.perf_counter()
        views.grab()
        found.append(time.perf_counter() - began)
    return found


@pytest.mark.timing
def test_that_twelve_megapixels_are_moved_smoothly(views: LinkedViews) -> None:
    """Seven views, tiles at hand: a frame at 60 Hz lasts 16.7 ms."""
    views.resize(1320, 520)
    picture = Picture(4000, 3000)
    for panel in views.set_count(7):
        picture.serve(panel.view, 4)
    view = views.panels()[0].view
    views.link.set_grid(True)
    for _ in range(14):
        wheel(view, QPointF(view.rect().center()), 1)
    views.grab()
    pans = frame_times(
        views, lambda n: views.link.pan(view.size(), QPointF(9 if n % 2 else -7, 3)), 40
    )
    assert statistics.median(pans) < within(0.016)
