"""The patterns page on real servers: pictures, columns and evidence, by mouse and keyboard."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from PIL import Image
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QApplication,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.campaign.command import Command
from app.campaign.executor import CampaignExecutor
from app.evidence.gathering import gather_evidence
from app.evidence.threats import ThreatRow, WorstFinding
from app.patterns.columns.column import CipherColumn, column_report
from app.patterns.pictures.picture_loading import open_shipped_picture
from app.patterns.pictures.pixels import PixelFormat, to_raster
from app.plan.campaign import Campaign, PlannedProtection
from app.results.records import EvidenceFinding
from app.window.base.language import install_language
from app.window.lab.columns.columns_summary import ColumnSummary
from app.window.lab.columns.columns_tab import ColumnsTab
from app.window.lab.columns.crib_dragging_view import StreamView
from app.window.lab.evidence import EvidenceTab
from app.window.lab.pictures.pictures_tab import PicturesTab
from app.window.pages.patterns.page import PatternsPage
from app.window.pages.patterns.patterns_view import PatternsView
from app.window.workbench.workbench import Workbench
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.inspection.csv_file import CsvForm
from engines.registry import engine_named
from engines.servers.server import ServerSpec
from tests.app.forked_children import children
from tests.app.quick import quick_campaign
from tests.app.window.settling import let_go, settle
from tests.patience import within
from widgets.images.linked_views import PicturePanel
from widgets.look.theme import tone_color
from widgets.parts.cards import EmptyState, ToneLabel
from workloads.hospital.workload import HospitalParameters

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
AES = Protection("aes-128", ProtectionKind.NATIVE, "aes", 128)
LOGO = PixelFormat.PALETTE
ENDING = Qt.MatchFlag.MatchEndsWith
SIX = ["ECB", "CBC", "CFB", "OFB", "CTR"]


@pytest.fixture(scope="module")
def workbench(
    home: Path, tmp_path_factory: pytest.TempPathFactory, qapp: QApplication
) -> Iterator[Workbench]:
    """A desk whose embedded servers run for all tests of this module, and an empty store."""
    made = Workbench(str(tmp_path_factory.mktemp("lab") / "results.sqlite"))
    made.servers.discover()
    await_(lambda: made.servers.discovered)
    for name in ("firebird", "postgresql"):
        made.servers.start(name)
    await_(lambda: all(running(made, name) for name in ("firebird", "postgresql")))
    yield made
    let_go(made)


class SharedPage:
    """A page that stays for all tests of this module."""

    def __init__(self, workbench: Workbench) -> None:
        self.page = PatternsPage(workbench)
        self.page.resize(1340, 860)
        self.page.show()
        self.page.shown()
        self.pictures = self.page.view().pictures
        self.pictures.controls.server.choose("firebird")
        await_(lambda: len(self.pictures.encrypted) == 6 and not self.pictures.work.busy)
        self.offered = [each.name for each in self.pictures.controls.protections.chosen()]
        """What a new page has ticked by itself."""

    def rest(self) -> None:
        """Go back to the first picture on Firebird as a new page offers it, nothing pointed at."""
        tab, controls = self.pictures, self.pictures.controls
        self.page.view().tabs.setCurrentWidget(tab)
        await_(lambda: not tab.work.busy)
        controls.server.choose("firebird")
        if controls.source.source() != "logo" or controls.source.format() != LOGO:
            controls.source.choose("logo")
        if [each.name for each in controls.protections.chosen()] != self.offered:
            controls.protections.choose([])  # a seventh could not be ticked
            controls.protections.choose(self.offered)
        if controls.material.material() is None:
            controls.material.random_key_button.click()
        tab.grid.setChecked(False)
        tab.gallery.views.link.release()
        tab.gallery.views.link.point(None)
        tab.gallery.views.link.fit()
        await_(lambda: settled(tab) and not tab.work.busy)
        if len(tab.encrypted) < 6 or tab.gallery.views.panels()[1].is_dimmed():
            controls.encrypt_button.click()
            await_(lambda: len(tab.encrypted) == 6 and not tab.work.busy)


def settled(part: QWidget) -> bool:
    return not any(each.isActive() and each.isSingleShot() for each in part.findChildren(QTimer))


@pytest.fixture(scope="module")
def stored(workbench: Workbench) -> Iterator[SharedPage]:
    made = SharedPage(workbench)
    yield made
    made.page.close_down()
    made.page.close()
    made.page.deleteLater()


@pytest.fixture
def page(stored: SharedPage, qtbot: QtBot) -> PatternsPage:
    stored.rest()
    if not stored.page.isActiveWindow():
        with qtbot.waitActive(stored.page):
            stored.page.activateWindow()
    return stored.page


@pytest.fixture
def view(page: PatternsPage) -> PatternsView:
    return page.view()


@pytest.fixture
def pictures(view: PatternsView) -> PicturesTab:
    return view.pictures


@pytest.fixture
def columns(view: PatternsView, qtbot: QtBot) -> ColumnsTab:
    return columns_of(view, qtbot)


def columns_of(view: PatternsView, qtbot: QtBot) -> ColumnsTab:
    """The columns on Firebird, in front, at their first view."""
    open_tab(view, 1, qtbot)
    view.columns.views.setCurrentIndex(0)
    view.columns.controls.server.choose("firebird")
    qtbot.waitUntil(lambda: view.columns.controls.requested_records() is not None)
    return view.columns


def running(workbench: Workbench, name: str) -> bool:
    entry = workbench.servers.entry(name)
    return entry is not None and entry.running


def await_(condition: object, seconds: float = 60) -> None:
    """As qtbot.waitUntil, for fixtures of a module."""
    until = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < until
        QApplication.processEvents()
        time.sleep(0.01)


def open_tab(view: PatternsView, number: int, qtbot: QtBot) -> None:
    bar = view.tabs.tabBar()
    qtbot.mouseClick(bar, LEFT, pos=bar.tabRect(number).center())


def test_that_a_tab_is_made_when_it_is_first_opened(view: PatternsView, qtbot: QtBot) -> None:
    titles = [view.tabs.tabText(at) for at in range(view.tabs.count())]
    assert not view.findChildren(ColumnsTab) and not view.findChildren(EvidenceTab)
    open_tab(view, 1, qtbot)
    assert view.columns.isVisible() and not view.findChildren(EvidenceTab)
    open_tab(view, 2, qtbot)
    assert view.evidence.isVisible()
    assert [view.tabs.tabText(at) for at in range(view.tabs.count())] == titles


def panels(tab: PicturesTab) -> dict[str, PicturePanel]:
    return {panel.title().removeprefix("AES-128-"): panel for panel in tab.gallery.views.panels()}


def point_at(tab: PicturesTab, x: int, y: int, qtbot: QtBot) -> QPoint:
    """Move the pointer to about a pixel of the original, and tell over which one it stands.

    Fonts decide how large the picture is; where it is small a pointer cannot meet every pixel.
    """
    seen = panels(tab)["Original"].view
    box, scale = seen.link.box_in(seen.size()), seen.link.scale_in(seen.size())
    place = QPoint(round(box.x() + (x + 0.5) * scale), round(box.y() + (y + 0.5) * scale))
    qtbot.mouseMove(seen, place)
    met = seen.link.pixel_at(seen.size(), QPointF(place))
    assert met is not None and (met - QPoint(x, y)).manhattanLength() <= 2
    return met


def until_encrypted(tab: PicturesTab, count: int, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(tab.encrypted) == count and not tab.work.busy)


# pictures


def test_that_only_the_block_cipher_by_itself_shows_the_picture(
    pictures: PicturesTab, qtbot: QtBot
) -> None:
    shown = panels(pictures)
    assert list(shown) == ["Original", *SIX, "AES-256-GCM"]
    qtbot.waitUntil(lambda: all(panel.view.has_picture() for panel in shown.values()))
    shares = [
        100 * each.statistics.distinct_blocks / each.statistics.blocks
        for each in pictures.encrypted
    ]
    assert shares[0] < 30 and min(shares[1:]) > 99.9
    assert shown["ECB"].badges() == ["ECB"] and not shown["CBC"].badges()
    assert shown["CBC"].figure() == "Hides this: 100 % distinct"


def test_that_captions_are_whole_in_the_smallest_window(
    pictures: PicturesTab, qtbot: QtBot
) -> None:
    """Five pictures in one row of it, where a strip above the page takes height as well."""
    usual = pictures.window().size()
    chosen = [each.name for each in pictures.controls.protections.chosen()]
    panels = pictures.gallery.views.panels

    def in_a_row() -> bool:
        pictures.window().resize(927, 566)  # or its least height, which falls once nothing is busy
        return len(panels()) == 5 and len({panel.y() for panel in panels()}) == 1

    pictures.controls.protections.choose(chosen[:4])
    until_encrypted(pictures, 4, qtbot)
    settle(pictures, qtbot)
    qtbot.waitUntil(in_a_row, timeout=10_000)
    for panel in panels():
        (label,) = [each for each in panel.findChildren(QLabel) if each.text() == panel.figure()]
        assert label.fontMetrics().horizontalAdvance(label.text()) <= label.width()
        assert label.toolTip().startswith("Distinct blocks ")
    pictures.window().resize(usual)


def test_that_the_figures_compare_pictures_in_a_table(pictures: PicturesTab, qtbot: QtBot) -> None:
    table = pictures.figures.table
    model = table.table_model()
    assert [model.text(row, 0) for row in range(model.rowCount())] == [
        "Original",
        *(f"AES-128-{mode}" for mode in SIX),
        "AES-256-GCM",
    ]
    table.setFocus()
    table.setCurrentIndex(model.index(1, 1))
    assert pictures.figures.sentence.text().startswith("AES-128-ECB: Only ")
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert "No block occurs twice" in pictures.figures.sentence.text()


def test_that_pointing_tells_a_blocks_bytes_and_its_equals(
    pictures: PicturesTab, qtbot: QtBot
) -> None:
    raster = to_raster(open_shipped_picture("logo"), PixelFormat.PALETTE)
    settle(pictures, qtbot)
    met = point_at(pictures, 330, 200, qtbot)
    shown = panels(pictures)
    qtbot.waitUntil(lambda: shown["CTR"].figure().startswith("block"))
    start = (met.y() * raster.geometry.row_bytes + met.x()) // 16 * 16
    before = raster.pixels[start : start + 16]
    assert shown["Original"].note() == before.hex()
    key = bytes.fromhex(pictures.controls.material.key.text())[:16]
    ecb = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
    assert shown["ECB"].note() == ecb.update(before).hex()
    equal = sum(raster.pixels[at : at + 16] == before for at in range(0, len(raster.pixels), 16))
    assert shown["ECB"].figure() == f"block {start // 16:,}: {equal:,} alike"
    assert shown["CBC"].figure().endswith(": unique")


def test_that_equal_blocks_stand_out_in_every_view(pictures: PicturesTab, qtbot: QtBot) -> None:
    shown = panels(pictures)
    view = shown["Original"].view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Right, SHIFT)
    masks = {name: panel.view for name, panel in shown.items()}
    qtbot.waitUntil(lambda: all(each.masks() for each in masks.values()))
    marked = {name: sum(m.sum() for m in each.masks().values()) for name, each in masks.items()}
    assert marked["ECB"] == marked["Original"] > marked["CBC"] > 0
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert not any(each.masks() for each in masks.values())


def test_that_a_picture_is_encrypted_anew_with_another_key(
    pictures: PicturesTab, qtbot: QtBot
) -> None:
    before = pictures.encrypted[1].key
    qtbot.mouseClick(pictures.controls.material.random_key_button, LEFT)
    qtbot.waitUntil(lambda: len(pictures.encrypted) < 6)
    until_encrypted(pictures, 6, qtbot)
    assert pictures.encrypted[1].key != before
    assert pictures.encrypted[1].key.hex() == pictures.controls.material.key.text()[:32]


def test_that_a_key_of_a_wrong_length_is_reported_and_not_used(
    pictures: PicturesTab, qtbot: QtBot
) -> None:
    material = pictures.controls.material
    material.key.setFocus()
    qtbot.keyClick(material.key, Qt.Key.Key_End)
    qtbot.keyClick(material.key, Qt.Key.Key_Backspace)
    assert "63 digits, 64 are needed" in material.fault()
    assert material.material() is None
    settle(pictures, qtbot)
    assert len(pictures.encrypted) == 6 and not pictures.work.busy
    qtbot.keyClicks(material.key, "xg")
    assert "63 digits" in material.fault()
    qtbot.keyClick(material.key, "a")
    assert not material.fault()


def test_that_pictures_encrypted_with_another_key_are_dimmed_and_say_so(
    pictures: PicturesTab, qtbot: QtBot
) -> None:
    views = pictures.gallery.views
    key = pictures.controls.material.key
    key.setFocus()
    qtbot.keyClick(key, Qt.Key.Key_End)
    qtbot.keyClick(key, Qt.Key.Key_Backspace)  # too short to encrypt anything with
    qtbot.waitUntil(views.panels()[1].is_dimmed)
    assert not views.panels()[0].is_dimmed()
    qtbot.waitUntil(lambda: says(pictures, "Server, key or IV have changed: press Encrypt."))
    qtbot.mouseClick(pictures.controls.material.random_key_button, LEFT)
    until_encrypted(pictures, 6, qtbot)
    qtbot.waitUntil(lambda: not views.panels()[1].is_dimmed())
    assert not says(pictures, "press Encrypt.")


def test_that_old_pictures_stay_dimmed_while_the_next_server_starts(
    pictures: PicturesTab, workbench: Workbench, qtbot: QtBot
) -> None:
    old = pictures.gallery.views.panels()[1]
    workbench.servers.stop("firebird")
    qtbot.waitUntil(lambda: not running(workbench, "firebird"))
    qtbot.mouseClick(pictures.controls.material.random_key_button, LEFT)
    qtbot.waitUntil(old.is_dimmed)
    qtbot.mouseClick(pictures.controls.encrypt_button, LEFT)
    assert pictures.progress.isVisible() and not running(workbench, "firebird")
    assert old.is_dimmed()
    qtbot.waitUntil(lambda: not pictures.gallery.views.panels()[1].is_dimmed())
    until_encrypted(pictures, 6, qtbot)


def test_that_the_block_grid_says_that_it_needs_zoom(pictures: PicturesTab, qtbot: QtBot) -> None:
    assert not says_now(pictures, "Zoom in to see the blocks")
    pictures.grid.setFocus()
    qtbot.keyClick(pictures.grid, Qt.Key.Key_Space)
    assert says_now(pictures, "Zoom in to see the blocks")
    view = panels(pictures)["Original"].view
    view.setFocus()
    for _ in range(12):
        qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert not says_now(pictures, "Zoom in to see the blocks")
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert says_now(pictures, "Zoom in to see the blocks")


def says_now(part: QWidget, words: str) -> bool:
    labels = part.findChildren(ToneLabel)
    return any(words in label.text() for label in labels if label.isVisible())


def test_that_no_seventh_protection_can_be_ticked(pictures: PicturesTab, qtbot: QtBot) -> None:
    choice = pictures.controls.protections
    other = choice.list.row("client-aes-256-siv")
    assert not other.isEnabled()
    qtbot.mouseClick(choice.list.row("aes-128-ofb"), LEFT)
    assert other.isEnabled()
    qtbot.mouseClick(other, LEFT)
    until_encrypted(pictures, 6, qtbot)
    assert "AES-256-SIV" in panels(pictures)


@pytest.mark.slow
def test_that_a_server_offers_only_what_it_can_do(pictures: PicturesTab, qtbot: QtBot) -> None:
    pictures.controls.server.choose("postgresql")
    until_encrypted(pictures, 4, qtbot)
    assert list(panels(pictures)) == ["Original", "ECB", "CBC", "CFB", "AES-256-GCM"]
    assert {each.protection.mode for each in pictures.encrypted if each.protection} == {
        "ecb",
        "cbc",
        "cfb",
        "gcm",
    }


@pytest.mark.slow
def test_that_another_picture_is_encrypted_by_itself(pictures: PicturesTab, qtbot: QtBot) -> None:
    pictures.controls.protections.choose(["aes-128-ecb", "aes-128-cbc"])
    until_encrypted(pictures, 2, qtbot)
    qtbot.mouseClick(pictures.controls.source.thumb("flag"), LEFT)
    qtbot.waitUntil(lambda: not pictures.encrypted)
    until_encrypted(pictures, 2, qtbot)
    assert pictures.encrypted[0].geometry.format is PixelFormat.RGB
    assert panels(pictures)["ECB"].view.block_width == 4
    qtbot.mouseClick(pictures.controls.source.formats.chip(PixelFormat.GREY), LEFT)
    qtbot.waitUntil(lambda: not pictures.encrypted)
    until_encrypted(pictures, 2, qtbot)
    assert panels(pictures)["ECB"].view.block_width == 16


@pytest.fixture
def in_portuguese(qapp: QApplication) -> Iterator[None]:
    install_language(qapp, "pt_BR")
    yield
    install_language(qapp, "en")


@pytest.mark.usefixtures("in_portuguese")
@pytest.mark.parametrize("ending", ["png", "svg"])
def test_that_a_picture_and_a_sheet_are_saved_with_captions_in_the_windows_language(
    pictures: PicturesTab, page: PatternsPage, qtbot: QtBot, tmp_path: Path, ending: str
) -> None:
    for name, ask in (
        ("one", lambda: pictures.save_button.ask_for(0)),
        ("sheet", pictures.save_button.ask_for_sheet),
    ):
        path = tmp_path / f"{name}.{ending}"
        with qtbot.waitSignal(pictures.work.written):
            ask()
            dialog = page.findChild(QFileDialog)
            assert dialog is not None
            dialog.fileSelected.emit(str(path))
            dialog.reject()
            dialog.setParent(None)
        if ending == "png":
            with Image.open(path) as image:
                assert image.width >= 640
        else:
            text = path.read_text()
            assert "AES-128-ECB" in text and pictures.encrypted[0].key.hex() in text
            assert "blocos diferem" in text and "blocks" not in text


def test_that_a_file_that_is_no_picture_is_refused_in_words(
    pictures: PicturesTab, workbench: Workbench, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "not.png"
    path.write_text("nothing")
    reported: list[CipherbenchError] = []
    workbench.failed.connect(reported.append)
    pictures.controls.source.open_file(path)
    qtbot.waitUntil(lambda: bool(reported))
    workbench.failed.disconnect(reported.append)
    assert reported[0].title == "Picture not read"
    assert len(reported) == 1
    output = [panel.view.message() for panel in pictures.gallery.views.panels()]
    assert output == ["No picture", *[""] * 6]  # what is wrong with it is told once
    qtbot.mouseClick(pictures.controls.source.thumb("logo"), LEFT)
    until_encrypted(pictures, 6, qtbot)


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """Twelve megapixels with areas and noise."""
    draw = np.random.default_rng(7)
    pixels = np.zeros((3000, 4000, 3), np.uint8)
    pixels[500:2500, 800:3200] = (180, 30, 60)
    pixels[:400] = draw.integers(0, 256, (400, 4000, 3), np.uint8)
    path = tmp_path / "large.png"
    Image.fromarray(pixels).save(path, compress_level=1)
    return path


def test_that_the_window_answers_while_twelve_megapixels_are_encrypted(
    pictures: PicturesTab, qtbot: QtBot, large: Path
) -> None:
    pictures.controls.protections.choose(["aes-128-ecb", "aes-128-ctr"])
    pictures.controls.source.open_file(large)
    qtbot.waitUntil(panels(pictures)["Original"].view.has_picture)
    settle(pictures, qtbot)
    assert not pictures.encrypted and not pictures.work.busy  # large ones wait to be told
    beats: list[float] = []
    beat = QTimer(interval=5)
    beat.timeout.connect(lambda: beats.append(time.perf_counter()))
    beat.start()
    qtbot.mouseClick(pictures.controls.encrypt_button, LEFT)
    assert pictures.controls.cancel.isVisible() and pictures.progress.isVisible()
    until_encrypted(pictures, 2, qtbot)
    qtbot.waitUntil(lambda: all(p.view.has_picture() for p in panels(pictures).values()))
    view = panels(pictures)["ECB"].view
    for _ in range(10):
        qtbot.keyClick(view, Qt.Key.Key_Plus)
        qtbot.wait(30)
    beat.stop()
    gaps = np.diff(beats)
    assert np.percentile(gaps, 95) < within(0.05)
    assert max(gaps) < within(0.5)
    assert panels(pictures)["ECB"].badges() == ["ECB"]


@pytest.fixture
def reported(tmp_path: Path) -> Path:
    """Four megapixels and a few more, which are not encrypted until that is told."""
    path = tmp_path / "told.png"
    Image.fromarray(np.tile(np.arange(250, dtype=np.uint8), (1700, 10))).save(path)
    return path


@pytest.mark.slow
def test_that_encryption_can_be_cancelled_and_begun_again(
    pictures: PicturesTab, qtbot: QtBot, reported: Path
) -> None:
    pictures.controls.source.open_file(reported)
    qtbot.waitUntil(panels(pictures)["Original"].view.has_picture)
    qtbot.mouseClick(pictures.controls.encrypt_button, LEFT)
    qtbot.mouseClick(pictures.controls.cancel, LEFT)
    qtbot.waitUntil(pictures.controls.encrypt_button.isVisible)
    assert len(pictures.encrypted) < 6 and not pictures.work.busy
    qtbot.mouseClick(pictures.controls.source.thumb("logo"), LEFT)
    until_encrypted(pictures, 6, qtbot)


@pytest.mark.slow
def test_that_a_picture_is_encrypted_when_it_has_come_if_reported_so_before(
    pictures: PicturesTab, qtbot: QtBot, reported: Path
) -> None:
    pictures.controls.protections.choose(["aes-128-ecb"])
    until_encrypted(pictures, 1, qtbot)
    pictures.controls.source.open_file(reported)
    assert pictures.work.busy and not panels(pictures)["Original"].view.has_picture()
    qtbot.mouseClick(pictures.controls.encrypt_button, LEFT)
    assert pictures.controls.cancel.isVisible() and pictures.progress.isVisible()
    qtbot.mouseClick(pictures.controls.cancel, LEFT)
    assert (
        pictures.controls.encrypt_button.isVisible() and pictures.work.busy
    )  # it is still being loaded
    qtbot.mouseClick(pictures.controls.encrypt_button, LEFT)
    until_encrypted(pictures, 1, qtbot)
    assert pictures.encrypted[0].geometry.width == 2500


# columns


def store(
    tab: ColumnsTab, protection: str, qtbot: QtBot, *, sound: bool = False, records: int = 150
) -> None:
    tab.controls.choose(protection, fresh_iv=sound)
    tab.controls.records.setValue(records)
    with qtbot.waitSignal(tab.report_shown):
        qtbot.mouseClick(tab.controls.store, LEFT)


def have(tab: ColumnsTab, protection: str, qtbot: QtBot) -> None:
    """As `store`; what a test before has stored like this is only looked at anew."""
    tab.controls.choose(protection)
    tab.controls.records.setValue(150)
    if not isinstance(tab.controls.column(), str) or tab.stale_overlay.isVisible():
        store(tab, protection, qtbot)
        return
    with qtbot.waitSignal(tab.report_shown):
        tab.controls.column_chosen.emit(tab.controls.column())


def test_that_one_process_serves_pictures_and_columns_and_its_end_is_reported_once(
    pictures: PicturesTab, columns: ColumnsTab, workbench: Workbench, qtbot: QtBot
) -> None:
    store(columns, "aes-128-cbc", qtbot)
    qtbot.waitUntil(lambda: len(children()) == 1)  # those of pages before are on their way out
    [lab] = children()
    reported: list[CipherbenchError] = []
    workbench.failed.connect(reported.append)
    lab.kill()
    qtbot.waitUntil(lambda: bool(reported))
    workbench.failed.disconnect(reported.append)
    assert [each.title for each in reported] == ["Pattern lab stopped"]
    store(columns, "aes-128-cbc", qtbot)  # by another process, which begins by itself


def test_that_the_page_says_what_a_column_needs(workbench: Workbench, qtbot: QtBot) -> None:
    page = PatternsPage(workbench)
    qtbot.addWidget(page)
    page.view().tabs.setCurrentIndex(1)
    page.show()
    columns = page.view().columns
    (empty,) = (each for each in columns.findChildren(EmptyState) if each.isVisible())
    assert any(b.text() == "Store and read" for b in empty.findChildren(QPushButton))
    page.close_down()


@pytest.mark.slow
def test_that_states_are_recovered_under_ecb_and_no_more_than_chance_under_fresh_vectors(
    columns: ColumnsTab, qtbot: QtBot
) -> None:
    columns.controls.server.choose("postgresql")
    qtbot.waitUntil(lambda: columns.controls.requested_records() is not None)
    store(columns, "aes-128-ecb", qtbot, records=400)
    share = float(columns.summary.share_text().removesuffix(" %"))
    assert 50 <= share < 100
    words = columns.summary.words()
    assert "400 patients' states recovered by frequency, from ciphertext alone" in words
    assert "AES-128-ECB." in words and has_tone(
        columns.summary, columns.summary.share_text(), "bad"
    )
    model = columns.frequency.table.table_model()
    assert model.rowCount() == 26, "one state has nobody"
    assert model.text(0, 2) == "✓ São Paulo" and model.text(0, 3) == "21.9 %"
    store(columns, "aes-128-cbc", qtbot, records=400)  # the same attack where values repeat
    assert float(columns.summary.share_text().removesuffix(" %")) >= 50
    assert "fixed IV" in columns.summary.words()
    store(columns, "aes-128-cbc", qtbot, sound=True, records=200)
    share = float(columns.summary.share_text().removesuffix(" %"))
    assert share < chance_shown(columns)
    assert {model.text(row, 1) for row in range(model.rowCount())} == {"0.5 %"}  # none repeats


def reading_is_large(stream: StreamView) -> bool:
    (label,) = [each for each in stream.findChildren(QLabel) if each.text() == stream.reading()]
    return label.font().bold() and label.font().pointSizeF() > stream.font().pointSizeF()


def chance_shown(tab: ColumnsTab) -> float:
    """The percentage that always naming the most populous state would reach."""
    return float(tab.summary.words().partition("By chance: ")[2].split(" %")[0])


@pytest.mark.parametrize(
    ("protection", "least", "most"),
    [
        ("aes-128-ctr", 70, 82),
        pytest.param("aes-128-cbc", 22, 33, marks=pytest.mark.exhaustive),
    ],
)
def test_that_what_lengths_tell_under_fresh_vectors_is_a_warning_and_unique_values_are_good(
    columns: ColumnsTab, qtbot: QtBot, protection: str, least: float, most: float
) -> None:
    store(columns, protection, qtbot, sound=True, records=1000)
    reported = columns.summary.length_text()
    assert least < float(reported.removesuffix("\u00a0%")) < most
    assert "pad all values to one length" in columns.summary.words()
    assert has_tone(columns.summary, reported, "warning")
    assert f"; {reported} by length".replace("\u00a0", " ") in columns.summary.words()
    explained = " ".join(each.text() for each in columns.frequency.findChildren(QLabel))
    assert "27 records of 1,000" in explained and "by length alone" in explained
    assert has_tone(columns.summary, columns.summary.share_text(), "warning")
    choose_column(columns, "notificacao.id_data_sus", qtbot)
    assert columns.summary.share_text() == "100 %"
    mode = protection[-3:].upper()
    assert f"nothing can be counted AES-128-{mode}." in columns.summary.words()
    assert has_tone(columns.summary, "100 %", "good")


@pytest.mark.parametrize(
    ("protection", "output", "tone"),
    [
        ("aes-128-ctr", "but they share a key stream AES-128-CTR (fixed IV", "bad"),
        ("aes-128-cbc", "but equal values would be visible AES-128-CBC (fixed IV).", "warning"),
    ],
)
def test_that_a_column_of_unique_values_is_not_called_good_under_a_fixed_vector(
    columns: ColumnsTab, qtbot: QtBot, protection: str, output: str, tone: str
) -> None:
    store(columns, protection, qtbot, records=100)
    choose_column(columns, "notificacao.id_data_sus", qtbot)
    summary = columns.summary
    assert summary.share_text() == "100 %"
    assert output in summary.words()
    assert has_tone(summary, "100 %", tone)


def test_that_what_no_longer_matches_the_settings_is_dimmed_and_says_so(
    columns: ColumnsTab, qtbot: QtBot
) -> None:
    store(columns, "aes-128-cbc", qtbot, records=200)
    assert columns.stale_overlay.isHidden()
    assert "fixed IV" in columns.description.text()
    fresh = columns.controls.iv_policy.chip("sound")
    qtbot.mouseClick(fresh, LEFT)
    assert columns.stale_overlay.isVisible()
    assert columns.stale_overlay.geometry() == columns.views.rect()
    assert columns.description.text().startswith("The settings have changed since. Still shown:")
    assert "fixed IV" in columns.description.text()
    qtbot.mouseClick(columns.controls.iv_policy.chip("study"), LEFT)
    assert columns.stale_overlay.isHidden()
    qtbot.mouseClick(fresh, LEFT)
    with qtbot.waitSignal(columns.report_shown):
        qtbot.mouseClick(columns.controls.store, LEFT)
    assert columns.stale_overlay.isHidden()
    assert "fresh IVs" in columns.description.text()
    columns.controls.server.choose("postgresql")
    assert columns.stale_overlay.isVisible() and "firebird" in columns.description.text()


def test_that_what_is_being_replaced_is_dimmed_until_the_new_figures_are_there(
    columns: ColumnsTab, qtbot: QtBot
) -> None:
    store(columns, "aes-128-cbc", qtbot, records=200)
    columns.controls.choose("aes-128-ecb")
    columns.controls.records.setValue(400)
    seen: set[tuple[bool, bool]] = set()
    qtbot.mouseClick(columns.controls.store, LEFT)
    with qtbot.waitSignal(columns.report_shown):
        seen.add((columns.working, columns.stale_overlay.isVisible()))
        columns.controls.columns.currentItemChanged.connect(
            lambda *_: seen.add((columns.working, columns.stale_overlay.isVisible()))
        )
        assert columns.description.text().startswith("Updating. Still shown:")
        assert "CBC" in columns.description.text() and "200" in columns.description.text()
    assert seen == {(True, True)}
    assert columns.stale_overlay.isHidden() and "ECB" in columns.description.text()


def test_that_a_cipher_without_a_vector_offers_no_fresh_one(columns: ColumnsTab) -> None:
    controls = columns.controls
    controls.choose("aes-128-cbc", fresh_iv=True)
    assert controls.iv_policy.isVisible() and controls.requested_records() is not None
    controls.protection.setCurrentIndex(controls.protection.findData("aes-128-ecb"))
    assert not controls.iv_policy.isVisible()
    assert (
        controls.no_iv_note.isVisible() and controls.no_iv_note.text() == "AES-128-ECB uses no IV."
    )
    order = controls.requested_records()
    assert order is not None and not order.sound
    controls.protection.setCurrentIndex(controls.protection.findData("aes-128-cbc"))
    order = controls.requested_records()
    assert controls.iv_policy.isVisible() and order is not None and order.sound


def test_that_garbage_is_stated_to_be_seen_by_a_reader(columns: ColumnsTab, qtbot: QtBot) -> None:
    flip = columns.flip
    store(columns, "aes-128-cbc", qtbot)
    columns.views.setCurrentWidget(flip)
    qtbot.waitUntil(lambda: bool(flip.rows.rows()))  # a text of more than one block
    assert len(flip.rows.rows()[0].cells) > 16
    qtbot.mouseClick(flip.rows, LEFT, pos=flip.rows.cell_box(0, 2).center().toPoint())
    qtbot.mouseClick(flip.flip, LEFT)
    qtbot.waitUntil(lambda: len(flip.rows.rows()) == 4)
    assert flip.verdict().startswith("Decrypted without an error, but to garbage")
    assert has_tone(flip, flip.verdict(), "warning")


def test_that_the_frequency_headline_stays_on_its_own_tab(
    columns: ColumnsTab, qtbot: QtBot
) -> None:
    store(columns, "aes-128-ecb", qtbot, records=200)
    bar = columns.views.tabBar()
    qtbot.mouseClick(bar, LEFT, pos=bar.tabRect(0).center())
    assert columns.summary.isVisible()
    for at in range(1, bar.count()):
        qtbot.mouseClick(bar, LEFT, pos=bar.tabRect(at).center())
        assert not columns.summary.isVisible()
        assert columns.description.isVisible()


def test_that_each_view_of_a_column_says_what_to_look_at(columns: ColumnsTab, qtbot: QtBot) -> None:
    store(columns, "client-chacha20-poly1305", qtbot, records=400)
    figures = columns.figures
    assert figures.verdict.text() == "No pattern in blocks or bytes."
    assert has_tone(figures, figures.verdict.text(), "good")
    assert says(figures, "Look at “Repeated”")
    prefixes = columns.prefixes
    assert prefixes.verdict().startswith("Beginnings stay hidden")
    assert has_tone(prefixes, prefixes.verdict(), "good")
    store(columns, "aes-128-ofb", qtbot)
    stream, bar = columns.stream, columns.views.tabBar()
    qtbot.mouseClick(bar, LEFT, pos=bar.tabRect(2).center())
    qtbot.waitUntil(lambda: bool(stream.reading()))
    assert len(stream.word.text().encode()) <= 8
    assert stream.slider.maximum() >= 4  # there is room to drag it
    assert says(stream, "watch the last row")
    reading = next(
        each for each in stream.findChildren(ToneLabel) if each.text() == stream.reading()
    )
    assert reading.palette().color(QPalette.ColorRole.WindowText) == tone_color("bad")
    assert says(columns.frequency, "IBGE") and says(columns.frequency, "statistics office")


def says(part: QWidget, words: str) -> bool:
    return any(words in label.text() for label in part.findChildren(ToneLabel))


def choose_column(tab: ColumnsTab, name: str, qtbot: QtBot) -> None:
    items = tab.controls.columns
    with qtbot.waitSignal(tab.report_shown):
        items.setCurrentRow(next(i for i in range(items.count()) if items.item(i).text() == name))


def has_tone(part: QWidget, text: str, tone: str) -> bool:
    """Whether the label that says so has the ink of a tone."""
    label = next(each for each in part.findChildren(ToneLabel) if each.text() == text)
    return label.palette().color(QPalette.ColorRole.WindowText) == tone_color(tone)


def test_that_a_known_word_opens_another_record_where_the_key_stream_is_used_twice(
    columns: ColumnsTab, qtbot: QtBot
) -> None:
    have(columns, "aes-128-ofb", qtbot)
    columns.views.setCurrentWidget(columns.stream)
    stream = columns.stream
    qtbot.waitUntil(lambda: bool(stream.reading()))
    truth = stream.other.text()
    assert stream.reading().startswith(f"B reads “{truth[:8]}") and reading_is_large(stream)
    stream.word.clear()
    qtbot.keyClicks(stream.word, stream.one.text()[:3])
    qtbot.waitUntil(lambda: len(stream.rows.rows()[3].cells) == 3)
    stream.slider.setFocus()
    qtbot.keyClick(stream.slider, Qt.Key.Key_Home)
    assert stream.reading() == f"B reads “{truth[:3]}” from byte 0 on"
    qtbot.keyClick(stream.slider, Qt.Key.Key_Right)
    assert stream.rows.rows()[3].start == 1
    stream.word.clear()
    qtbot.keyClicks(stream.word, "x" * 60)
    qtbot.waitUntil(lambda: not stream.reading())


def test_that_a_word_is_dragged_along_a_column_that_nobody_has_the_key_of(
    columns: ColumnsTab, qtbot: QtBot
) -> None:
    have(columns, "aes-128-ofb", qtbot)
    texts = {columns.stream.one.itemText(at) for at in range(columns.stream.one.count())}
    known, unknown = (
        int(next(text for text in texts if text.endswith(f" · {name}")).split(" ")[0])
        for name in ("Bahia", "São Paulo")
    )
    qtbot.mouseClick(columns.controls.other_tables, LEFT)
    items = columns.controls.columns
    qtbot.waitUntil(lambda: "·" in items.item(items.count() - 1).text())
    row = next(i for i in range(items.count()) if items.item(i).text().endswith("ESTADO.NOME"))
    read_rows(columns, row, qtbot)
    stream = columns.stream
    columns.views.setCurrentWidget(stream)
    assert "Type a word" in stream.verdict() and not stream.word.text()
    stream.one.setCurrentIndex(stream.one.findData(known))
    stream.other.setCurrentIndex(stream.other.findData(unknown))
    qtbot.keyClicks(stream.word, "Bahia")
    qtbot.waitUntil(lambda: stream.reading() == "B would read “São ” from byte 0 on")
    assert stream.verdict().startswith("The key is not known")


def read_rows(columns: ColumnsTab, row: int, qtbot: QtBot) -> None:
    """Choose a column of another table, and allow its rows to be read where the tab asks."""
    with qtbot.waitSignal(columns.report_shown):
        columns.controls.columns.setCurrentRow(row)
        if columns.consent.isVisible():
            qtbot.mouseClick(columns.consent.findChild(QPushButton), LEFT)


@pytest.mark.slow
def test_that_a_flipped_bit_opens_without_a_word_in_ofb_and_is_refused_under_gcm(
    columns: ColumnsTab, qtbot: QtBot
) -> None:
    flip = columns.flip
    have(columns, "aes-128-ofb", qtbot)
    columns.views.setCurrentWidget(flip)
    qtbot.waitUntil(lambda: bool(flip.rows.rows()))
    box = flip.rows.cell_box(0, 2)
    qtbot.mouseClick(flip.rows, LEFT, pos=box.center().toPoint())
    qtbot.mouseClick(flip.flip, LEFT)
    qtbot.waitUntil(lambda: len(flip.rows.rows()) == 4)
    before, after = (flip.rows.rows()[at].cells for at in (2, 3))
    assert [
        at for at, pair in enumerate(zip(before, after, strict=True)) if len(set(pair)) > 1
    ] == [2]
    assert ord(before[2]) ^ ord(after[2]) == 1
    assert "the change is not detected" in flip.verdict()
    flip.record.setCurrentIndex(flip.record.findText("Bahia", Qt.MatchFlag.MatchEndsWith))
    texts = flip.rewrite_form
    qtbot.waitUntil(lambda: texts.known.line.text() == "Bahia")
    texts.wanted.line.setText("Goiás")
    assert not texts.button.isEnabled(), "it has six bytes"
    texts.wanted.line.setText("Pará")
    qtbot.keyClick(texts.wanted.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "as “Pará”: the change is not detected" in flip.verdict())
    assert has_tone(flip, flip.verdict(), "bad")
    store(columns, "client-aes-256-gcm", qtbot)
    qtbot.waitUntil(lambda: bool(flip.rows.rows()))
    qtbot.mouseClick(flip.flip, LEFT)
    qtbot.waitUntil(lambda: flip.verdict().startswith("Rejected: the change was detected"))
    assert has_tone(flip, flip.verdict(), "good")


@pytest.mark.slow
def test_that_the_key_stream_view_tells_cfb_and_ecb_separately_from_a_stream_cipher(
    columns: ColumnsTab, qtbot: QtBot
) -> None:
    stream = columns.stream
    columns.views.setCurrentWidget(stream)
    for protection, verdict, tone in (
        ("aes-128-ofb", "Both use the same key stream", "bad"),
        ("aes-128-cfb", "The first 16 bytes of both use the same key stream", "bad"),
        ("aes-128-ecb", "The two share no key stream", "text"),  # and yet not safe
    ):
        store(columns, protection, qtbot)
        qtbot.waitUntil(lambda: bool(stream.reading()))
        assert stream.verdict().startswith(verdict)
        assert has_tone(stream, stream.verdict(), tone)
    assert stream.reading().startswith("B would read"), "which is chance"
    assert not reading_is_large(stream)
    same = [at for at in range(stream.one.count()) if "· São Paulo" in stream.one.itemText(at)]
    stream.one.setCurrentIndex(same[0])
    stream.other.setCurrentIndex(same[1])
    qtbot.waitUntil(lambda: stream.verdict().startswith("The same value twice"))
    assert has_tone(stream, stream.verdict(), "warning")


@pytest.mark.parametrize("protection", ["aes-128-ecb", "aes-128-cbc"])
def test_that_broken_padding_is_not_called_a_check(
    columns: ColumnsTab, qtbot: QtBot, protection: str
) -> None:
    flip = columns.flip
    columns.views.setCurrentWidget(flip)
    have(columns, protection, qtbot)
    qtbot.waitUntil(lambda: bool(flip.rows.rows()))
    whole = flip.record.text()
    flip.record.setCurrentIndex(flip.record.findText("São Paulo", Qt.MatchFlag.MatchEndsWith))
    assert whole != "São Paulo"
    qtbot.waitUntil(lambda: len(flip.rows.rows()[-1].cells) == len("São Paulo".encode()))
    last = len(flip.rows.rows()[0].cells) - 1
    qtbot.mouseClick(flip.rows, LEFT, pos=flip.rows.cell_box(0, last).center().toPoint())
    qtbot.mouseClick(flip.flip, LEFT)
    qtbot.waitUntil(lambda: flip.verdict().startswith("Rejected by chance: the padding is broken"))
    assert has_tone(flip, flip.verdict(), "warning")


def test_that_columns_of_other_tables_are_read_and_guessed_by_ones_own_table(
    columns: ColumnsTab, workbench: Workbench, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "class.csv"
    path.write_text("value,count\nAcre,900\nPará,100\n")
    broken = tmp_path / "broken.csv"
    broken.write_text("value,count\nAcre,many\n")
    known, table = columns.frequency.known, columns.frequency.table.table_model()
    columns.controls.server.choose("postgresql")
    qtbot.waitUntil(lambda: columns.controls.requested_records() is not None)
    store(columns, "aes-128-ecb", qtbot, records=300)
    own = columns.controls.columns.count()
    qtbot.mouseClick(columns.controls.other_tables, LEFT)
    items = columns.controls.columns
    qtbot.waitUntil(lambda: items.count() > own)
    for name, shown in (("estado.nome", 4), ("municipio.nome", 2)):  # of states figures are public
        row = next(at for at in range(own, items.count()) if items.item(at).text().endswith(name))
        read_rows(columns, row, qtbot)
        assert "300" in columns.summary.words() and table.columnCount() == shown
    with qtbot.waitSignal(columns.report_shown):
        known.open(path)
    assert [table.text(at, 2) for at in range(table.rowCount())] == ["Acre", "Pará"]
    assert table.text(0, 3) == "90.0 %"
    words = " ".join(each.text() for each in columns.frequency.findChildren(QLabel))
    assert "value of “class”" in words and "nothing says which guesses are right" in words
    reported: list[CipherbenchError] = []
    workbench.failed.connect(reported.append)
    known.open(broken)
    workbench.failed.disconnect(reported.append)
    assert (
        "line 2: “many” is no count" in str(reported[0]) and known.choice.currentText() == "class"
    )
    with (
        qtbot.waitSignal(columns.report_shown),
        qtbot.waitSignal(workbench.error_resolved) as settled,
    ):
        known.open(path)
    assert settled.args == reported, "its panel goes with the next table that can be used"
    with qtbot.waitSignal(columns.report_shown):
        items.setCurrentRow(0)
    assert "values recovered by frequency" in columns.summary.words()
    with qtbot.waitSignal(columns.report_shown):
        known.remove()
    assert known.table() is None and known.choice.findText("class") < 0
    assert "patients' states recovered" in columns.summary.words()


@pytest.mark.slow
def test_that_equal_beginnings_show_under_a_fixed_vector(columns: ColumnsTab, qtbot: QtBot) -> None:
    store(columns, "aes-128-cbc", qtbot, records=700)
    choose_column(columns, "notificacao.created_at", qtbot)
    columns.views.setCurrentWidget(columns.prefixes)
    model = columns.prefixes.table.table_model()
    assert model.rowCount() == 1
    assert model.index(0, 1).data().startswith("“202")  # the year of an admission


def test_that_a_column_of_a_file_is_read_as_its_preview_shows_it(
    columns: ColumnsTab, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "leitos.csv"
    cells = [f"{at};{name}" for at, name in enumerate(["Pará", "Goiás"] * 20)]
    path.write_bytes("\n".join(["id;estado", *cells]).encode("latin-1"))
    choice = columns.open_file(str(path))
    assert choice.form() == CsvForm(";", "cp1252") and not choice.fault()
    shown = choice.preview.table_model()
    assert shown.text(0, 1) == "Pará"
    choice.encoding.setCurrentIndex(choice.encoding.findData("utf-8-sig"))
    ok = choice.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert "Latin-1" in choice.fault() and not ok.isEnabled()
    choice.encoding.setCurrentIndex(choice.encoding.findData("cp1252"))
    assert not choice.fault()
    choice.column.setCurrentText("estado")
    with qtbot.waitSignal(columns.report_shown):
        qtbot.mouseClick(ok, LEFT)
    assert columns.summary.words().startswith("of 40 values are readable text")
    assert "semicolons, in Latin-1" in columns.description.text()
    store(columns, "aes-128-cbc", qtbot)  # what is stored then takes its place
    assert columns.controls.columns.findItems("leitos.csv", Qt.MatchFlag.MatchStartsWith) == []


def test_that_what_was_left_out_of_a_column_is_reported(qtbot: QtBot) -> None:
    summary = ColumnSummary()
    qtbot.addWidget(summary)
    values = tuple(os.urandom(16) for _ in range(1200))
    found = column_report(CipherColumn("a.b", tuple(range(1200)), values, nulls=34, truncated=True))
    summary.show_report(found, "a.b")
    reported = "a.b. Only the first 1,234 rows were read. NULLs left out: 34."
    assert summary.words().endswith(reported)
    assert has_tone(summary, "100 %", "text")  # nobody knows how it was encrypted
    summary.show_report(replace(found, nulls=0, truncated=False), "a.b")
    assert summary.words().endswith("a.b.")


def test_that_a_column_of_plaintext_is_called_readable_and_nothing_protected(
    columns: ColumnsTab, workbench: Workbench, qtbot: QtBot
) -> None:
    columns.controls.server.choose("postgresql")
    entry = workbench.servers.entry("postgresql")
    assert entry is not None and entry.endpoint is not None
    engine = engine_named("postgresql")
    database = engine.catalogue.create_database(entry.endpoint, "readable")
    try:
        with engine.driver.connect(entry.endpoint, database) as session:
            session.execute("create table guest (city bytea, home text)")
            session.execute(
                "insert into guest select convert_to(c, 'UTF8'), c from (select (array["
                "'Berlin', 'Köln', 'Bonn', 'Ulm'])[1 + i % 4] from generate_series(1, 2000) i) t(c)"
            )
            session.commit()
        qtbot.mouseClick(columns.controls.other_tables, LEFT)
        items = columns.controls.columns
        qtbot.waitUntil(lambda: bool(items.findItems("guest.city", ENDING)))
        columns._readable.clear()  # what a test before allowed
        items.setCurrentItem(items.findItems("guest.city", ENDING)[0])
        assert columns.consent.isVisible() and not columns.working, "no row is read unasked"
        items.setCurrentRow(0)
        for name in ("guest.city", "guest.home"):
            (item,) = items.findItems(name, ENDING)
            read_rows(columns, items.row(item), qtbot)
            assert not columns.consent.isVisible(), "nobody is asked twice"
            output = "of 2,000 values are readable text: no key is needed"
            assert columns.summary.words().startswith(output)
            assert "“Berlin”" in columns.summary.words()
            assert has_tone(columns.summary, "100 %", "bad")
            assert columns.description.text().endswith("readable text")
            model = columns.frequency.table.table_model()
            assert model.index(0, 0).data() == "“Berlin”"
            reported = " ".join(
                each.text() for each in columns.findChildren(QLabel) if each.isVisible()
            )
            assert "ciphertext" not in reported.lower() and "Protected by" not in reported
            for part in (columns.figures, columns.prefixes, columns.stream):
                columns.views.setCurrentWidget(part)
                assert any(
                    "readable text" in each.text().lower() for each in part.findChildren(QLabel)
                )
    finally:
        engine.catalogue.drop_database(entry.endpoint, database)


# evidence


def small(name: str) -> Campaign:
    return quick_campaign(
        name=name,
        servers=(ServerSpec("postgresql", Source.EMBEDDED, "postgresql"),),
        protections=(PlannedProtection(PLAINTEXT), PlannedProtection(AES)),
        workload=HospitalParameters(sizes=(20,)),
        repetitions=1,
        warmups=0,
    )


@pytest.fixture
def evidence(view: PatternsView, qtbot: QtBot) -> EvidenceTab:
    open_tab(view, 2, qtbot)
    return view.evidence


def empty_title(tab: EvidenceTab) -> str:
    found = [each for each in tab.findChildren(EmptyState) if each.isVisible()]
    return " ".join(label.text() for each in found for label in each.findChildren(QPushButton))


@pytest.mark.slow
def test_that_evidence_is_gathered_and_shown_cell_by_cell(
    evidence: EvidenceTab, workbench: Workbench, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: empty_title(evidence) == "Set up a campaign")
    lent = workbench.servers.endpoints()
    CampaignExecutor(workbench.store_url, lent=lent, gather=gather_evidence).run(
        small("for evidence")
    )
    evidence.refresh()
    qtbot.waitUntil(lambda: empty_title(evidence) == "Search for evidence")
    qtbot.mouseClick(evidence.search_button, LEFT)
    qtbot.waitUntil(lambda: evidence.cancel.isVisible() and evidence.progress.isVisible())
    qtbot.waitUntil(lambda: not workbench.searching_evidence)
    qtbot.waitUntil(evidence.search_button.isVisible)
    model = evidence.findings.threats.table_model()
    qtbot.waitUntil(lambda: model.rowCount() == 2)
    plain = model.index(0, 2).data(Qt.ItemDataRole.UserRole)
    assert isinstance(plain, ThreatRow) and plain.seen is WorstFinding.PLAINTEXT
    places = evidence.findings.places.table_model()
    words = {places.text(row, 1): places.text(row, 2) for row in range(places.rowCount())}
    assert words["data files"].startswith("● found")
    evidence.findings.places.setFocus()
    evidence.findings.places.setCurrentIndex(places.index(0, 2))
    cell = places.index(0, 2).data(Qt.ItemDataRole.UserRole)
    assert isinstance(cell, EvidenceFinding)
    spot = cell.spots[0]
    assert spot.file in evidence.findings.details.toPlainText()
    first = bytes.fromhex(spot.context)[:16].hex(" ")
    assert first in evidence.findings.details.toPlainText()
    qtbot.keyClick(evidence.findings.places, Qt.Key.Key_Right)
    assert "not found" in places.text(0, 3)
    assert spot.file not in evidence.findings.details.toPlainText()


@pytest.mark.slow
def test_that_nothing_is_encrypted_while_a_campaign_is_measured(
    view: PatternsView, workbench: Workbench, qtbot: QtBot
) -> None:
    workbench.start(small("measured"))
    assert not view.pictures.controls.encrypt_button.isEnabled()
    assert not view.columns.controls.store.isEnabled()
    reason = "A campaign is running. Wait until it ends, or cancel it on the Run page."
    for part in (view.pictures.controls, view.columns, view.evidence):
        output = [each for each in part.findChildren(QLabel) if each.text() == reason]
        assert output and any(not each.isHidden() for each in output), part
    for part in (view.columns, view.evidence):
        for empty in part.findChildren(EmptyState):
            for button in empty.findChildren(QPushButton):
                assert not button.isEnabled() or button.text() == "Set up a campaign"
    rests = workbench.servers.entry("sqlite")
    assert rests is not None and not rests.running and rests.capabilities is None
    view.pictures.controls.server.choose("sqlite")
    view.columns.controls.server.choose("sqlite")
    assert workbench.servers.entry("sqlite") == rests
    assert says(view.pictures, "sqlite is checked after the campaign.")
    workbench.command(Command.CANCEL)
    with qtbot.waitSignal(workbench.campaign_ended):
        pass
    assert view.pictures.controls.encrypt_button.isEnabled()
    qtbot.waitUntil(lambda: running(workbench, "sqlite"))
