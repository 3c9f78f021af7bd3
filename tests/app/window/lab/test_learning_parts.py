"""What a learner tries without a server: keys, bits, modes step by step, and a drawing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.patterns.base.key_material import KeyMaterial
from app.patterns.base.software_cipher import Mode, Node
from app.patterns.pictures.picture_loading import load_picture_file, open_shipped_picture
from app.window.lab.modes import ModesView
from app.window.pages.lessons.experiments.picture_experiment import DrawnPicture, KeyAndBits

LEFT = Qt.MouseButton.LeftButton
MATERIAL = KeyMaterial(bytes(range(64)), bytes(range(240, 256)))


@pytest.fixture
def live(qtbot: QtBot) -> KeyAndBits:
    made = KeyAndBits()
    qtbot.addWidget(made)
    made.resize(620, 400)
    made.show_picture(open_shipped_picture("flag"), MATERIAL)
    made.show()
    return made


def choose(live: KeyAndBits, mode: Mode, qtbot: QtBot) -> None:
    qtbot.mouseClick(live.mode.chip(mode), LEFT)


def colours(image: QImage) -> int:
    return len({image.pixel(x, y) for x in range(image.width()) for y in range(image.height())})


def test_that_one_digit_of_the_key_changes_the_picture_at_once(
    live: KeyAndBits, qtbot: QtBot
) -> None:
    before, opened = live.encrypted.image().copy(), live.decrypted.image().copy()
    live.key.setFocus()
    qtbot.keyClick(live.key, Qt.Key.Key_Home)
    qtbot.keyClick(live.key, Qt.Key.Key_Delete)
    assert "31" in live.verdict.text() and live.encrypted.image() == before
    qtbot.keyClicks(live.key, "7")
    assert live.encrypted.image() != before
    assert live.decrypted.image() == opened, "the same key opens it"
    assert "changed" in live.verdict.text()


@pytest.mark.parametrize(("mode", "most"), [(Mode.ECB, 16), (Mode.CBC, 17), (Mode.CTR, 1)])
def test_that_a_flipped_bit_damages_as_much_as_the_mode_lets_it(
    live: KeyAndBits, mode: Mode, most: int, qtbot: QtBot
) -> None:
    choose(live, mode, qtbot)
    whole = live.decrypted.image().copy()
    qtbot.mouseClick(live.encrypted, LEFT, pos=live.encrypted.place_of(QPoint(40, 30)))
    qtbot.mouseClick(live.bits[0], LEFT)
    assert live.flips() == 1
    damaged = live.decrypted.image()
    differ = sum(
        damaged.pixel(x, y) != whole.pixel(x, y)
        for x in range(whole.width())
        for y in range(whole.height())
    )
    assert most // 2 <= differ <= most
    qtbot.mouseClick(live.undo, LEFT)
    assert live.decrypted.image() == whole


def test_that_gcm_refuses_a_flipped_bit(live: KeyAndBits, qtbot: QtBot) -> None:
    choose(live, Mode.GCM, qtbot)
    assert not live.decrypted.image().isNull()
    qtbot.mouseClick(live.bits[3], LEFT)
    assert live.decrypted.image().isNull() and "tag" in live.decrypted.message()


def test_that_ecb_shows_fewer_colours_than_ctr(live: KeyAndBits, qtbot: QtBot) -> None:
    ecb = colours(live.encrypted.image())
    choose(live, Mode.CTR, qtbot)
    assert colours(live.encrypted.image()) >= ecb


@pytest.mark.parametrize(
    ("mode", "damaged"), [(Mode.CBC, {"plain:0", "plain:1"}), (Mode.CTR, {"plain:0"})]
)
def test_that_a_clicked_block_shows_what_its_change_damages(
    mode: Mode, damaged: set[str], qtbot: QtBot
) -> None:
    view = ModesView((Mode.CBC, Mode.CTR, Mode.GCM))
    qtbot.addWidget(view)
    view.set_material(MATERIAL)
    view.resize(900, 500)
    view.show()
    qtbot.mouseClick(view.mode.chip(mode), LEFT)
    qtbot.mouseClick(view.direction.chip("decrypt"), LEFT)
    while view.step_button.isEnabled():
        qtbot.mouseClick(view.step_button, LEFT)
    place = view.flow.box_of(f"{Node.CIPHER}:0").center().toPoint()
    qtbot.mouseClick(view.flow, LEFT, pos=place)
    bad = {box.key for box in view.flow.boxes() if box.tone == "bad"}
    assert bad == damaged | {"cipher:0"}
    qtbot.mouseClick(view.mode.chip(Mode.GCM), LEFT)
    qtbot.mouseClick(view.flow, LEFT, pos=view.flow.box_of("cipher:0").center().toPoint())
    assert "tag" in view.verdict.text(), view.verdict.text()


def test_that_ones_own_text_is_drawn(qtbot: QtBot) -> None:
    view = ModesView((Mode.CBC,))
    qtbot.addWidget(view)
    view.text.selectAll()
    qtbot.keyClicks(view.text, "Goias")
    texts = [" ".join(box.lines) for box in view.flow.boxes() if box.key.startswith("plain")]
    assert len(texts) == 1 and texts[0].startswith("Goias")
    qtbot.mouseClick(view.play_button, LEFT)
    qtbot.waitUntil(lambda: view.flow.seen() == len(view.flow.boxes()))


def test_that_a_drawing_is_a_picture_that_the_lab_can_open(qtbot: QtBot) -> None:
    drawing = DrawnPicture()
    qtbot.addWidget(drawing)
    drawing.resize(600, 400)
    drawing.show()
    canvas = drawing.canvas
    qtbot.mouseClick(canvas, LEFT, pos=canvas.place_of(QPoint(60, 60)))
    with qtbot.waitSignal(drawing.picture_saved) as taken:
        qtbot.mouseClick(drawing.use_button, LEFT)
    assert taken.args is not None
    image = load_picture_file(Path(taken.args[0]))
    assert image.size == (256, 160)
    assert image.convert("RGB").getpixel((60, 60)) != (255, 255, 255)
