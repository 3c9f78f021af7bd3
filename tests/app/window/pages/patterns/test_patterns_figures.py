"""What the lab's pages make of figures: tables, histograms, keys and beginnings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor, QFontInfo, QFontMetrics, QPalette
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.patterns.base.block_statistics import BlockStatistics, statistics_of_bytes
from app.patterns.base.key_material import KeyMaterial
from app.patterns.columns.column import CipherColumn, column_report
from app.patterns.pictures.picture_loading import open_shipped_picture
from app.patterns.pictures.pixels import PixelFormat, to_raster
from app.window.lab.columns.prefixes_view import PrefixView
from app.window.lab.common.statistics_table import StatisticsTable, binned
from app.window.lab.pictures.controls import MaterialFields
from app.window.pages.patterns.page import PatternsPage
from app.window.workbench.workbench import Workbench
from engines.contract.protection import Protection, ProtectionKind
from engines.properties import properties_of
from tests.app.patterns.ciphers import VECTOR, encrypt
from tests.app.window.settling import let_go
from widgets.look.theme import tone_color

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
DOWN, UP = Qt.Key.Key_Down, Qt.Key.Key_Up


@pytest.fixture(scope="module")
def logo() -> dict[str, BlockStatistics]:
    """The logo's own pixels, under ECB, and under CTR."""
    pixels = to_raster(open_shipped_picture("logo"), PixelFormat.PALETTE).pixels
    named = {
        "Original": pixels,
        "AES-128-ECB": encrypt("ecb", pixels),
        "AES-128-CTR": encrypt("ctr", pixels),
    }
    return {name: statistics_of_bytes(data) for name, data in named.items()}


@pytest.fixture
def figures(qtbot: QtBot, logo: dict[str, BlockStatistics]) -> StatisticsTable:
    made = StatisticsTable()
    qtbot.addWidget(made)
    made.resize(1040, 250)
    made.show()
    qtbot.waitExposed(made)
    made.show_figures(list(logo.items()), originals=1)
    return made


def bars(figures: StatisticsTable) -> dict[str, float]:
    return {bar.group: bar.value for bar in figures.histogram.panel.bars()}


def test_that_distinct_blocks_are_counted_by_how_often_they_occur() -> None:
    assert binned([(1, 7), (2, 3), (9, 1), (10, 4), (99, 1), (100, 2), (13_852, 1)]) == [
        7,
        4,
        5,
        2,
        1,
    ]
    assert binned([(1, 5)]) == [5, 0, 0, 0, 0]


def test_that_the_histogram_follows_the_row_looked_at(
    figures: StatisticsTable, logo: dict[str, BlockStatistics], qtbot: QtBot
) -> None:
    figures.table.setFocus()
    encrypted = logo["AES-128-ECB"]
    assert sum(bars(figures).values()) == encrypted.distinct_blocks
    assert bars(figures)["1"] == dict(encrypted.histogram)[1]
    assert figures.histogram.panel.text_at(0).startswith("AES-128-ECB\n1: ")
    assert f"occurs {encrypted.commonest:,} times" in figures.histogram_text.text()
    ends = figures.histogram.panel.y_range()
    qtbot.keyClick(figures.table, DOWN)
    assert bars(figures) == {"1": logo["AES-128-CTR"].blocks}
    assert figures.histogram_text.text() == "How often blocks occur: Every block occurs just once."
    assert figures.histogram.panel.y_range() == ends
    place = figures.table.visualRect(figures.table.table_model().index(0, 3)).center()
    qtbot.mouseClick(figures.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert figures.histogram.panel.text_at(0).startswith("Original\n1: ")


def test_that_the_histogram_follows_a_sorted_table(
    figures: StatisticsTable, logo: dict[str, BlockStatistics]
) -> None:
    figures.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    figures.table.setCurrentIndex(figures.table.table_model().index(0, 1))
    assert figures.table.table_model().text(0, 0) == "AES-128-CTR"
    assert figures.sentence.text().startswith("AES-128-CTR: ")
    assert bars(figures)["1"] == logo["AES-128-CTR"].blocks


def test_that_there_is_no_histogram_without_figures(figures: StatisticsTable) -> None:
    assert figures.histogram.isVisible()
    figures.show_figures([])
    assert not figures.histogram.isVisible()
    assert not figures.histogram_text.text() and not figures.sentence.text()


def test_that_the_histogram_stands_below_where_there_is_height(
    figures: StatisticsTable, qtbot: QtBot
) -> None:
    assert figures.histogram.x() > figures.table.geometry().right()
    figures.resize(1040, 700)
    qtbot.waitUntil(lambda: figures.histogram.y() > figures.table.geometry().bottom())
    assert figures.histogram.x() == figures.table.x()
    spare = figures.table.viewport().height() - figures.table.verticalHeader().length()
    assert 0 <= spare <= figures.table.horizontalScrollBar().sizeHint().height()


def test_that_words_of_two_lines_take_nothing_from_the_histogram(
    logo: dict[str, BlockStatistics], qtbot: QtBot
) -> None:
    """Beside a part that has no more to give, as on a small screen."""
    window, above, body = QWidget(), QWidget(), QSplitter(Qt.Orientation.Vertical)
    figures = StatisticsTable()
    figures.show_figures(list(logo.items()), originals=1)
    qtbot.addWidget(window)
    QVBoxLayout(window).addWidget(body)
    above.setMinimumHeight(200)
    body.addWidget(above)
    body.addWidget(figures)
    body.setChildrenCollapsible(False)
    window.resize(500, 100)  # no lower than its parts let it be
    window.show()
    counted, histogram = figures.histogram_text, figures.histogram
    qtbot.waitUntil(lambda: 1 < counted.heightForWidth(counted.width()) <= counted.height())
    assert counted.height() > 1.5 * counted.fontMetrics().height(), "more than a line"
    qtbot.waitUntil(lambda: histogram.height() >= histogram.minimumSizeHint().height())


def test_that_only_ciphertext_is_called_leaky(figures: StatisticsTable) -> None:
    model = figures.table.table_model()

    def inks(row: int) -> list[QColor | None]:
        cells: list[QModelIndex] = [model.index(row, at) for at in range(model.columnCount())]
        return [model.data(cell, Qt.ItemDataRole.ForegroundRole) for cell in cells]

    assert inks(0) == [None] * 9 == inks(2)
    assert inks(1)[1] == inks(1)[3] == tone_color("bad")


def test_that_all_figures_stand_side_by_side(figures: StatisticsTable) -> None:
    table = figures.table
    assert table.table_model().columnCount() == 9
    assert not table.horizontalScrollBar().isVisible()


@pytest.fixture
def page(home: Path, tmp_path: Path, qtbot: QtBot) -> Iterator[PatternsPage]:
    workbench = Workbench(str(tmp_path / "results.sqlite"))
    workbench.servers.discover()
    qtbot.waitUntil(lambda: workbench.servers.discovered)
    workbench.servers.start("firebird")
    made = PatternsPage(workbench)
    qtbot.addWidget(made)
    made.resize(1340, 860)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close_down()
    let_go(workbench)


@pytest.mark.slow
@pytest.mark.timing("a promise")  # failed beside other files of its worker once, and never alone
def test_that_a_leak_has_one_tone_and_the_original_none(page: PatternsPage, qtbot: QtBot) -> None:
    page.shown()
    tab = page.view().pictures
    tab.controls.server.choose("firebird")
    qtbot.waitUntil(lambda: len(tab.controls.protections.chosen()) == 6)
    tab.encrypt()
    qtbot.waitUntil(lambda: len(tab.encrypted) == 6 and not tab.work.busy)

    def ink(title: str) -> QColor:
        words = [
            each
            for panel in tab.gallery.views.panels()
            if panel.title() == title
            for each in panel.findChildren(QLabel)
            if each.text() == panel.figure()
        ]
        return words[0].palette().color(QPalette.ColorRole.WindowText) if words else QColor()

    def inks() -> list[object]:
        model = tab.figures.table.table_model()
        return [model.data(model.index(row, 1), Qt.ItemDataRole.ForegroundRole) for row in range(3)]

    # The page encrypts by itself as well once its server is there, and arranges its panels anew.
    bad = tone_color("bad")
    qtbot.waitUntil(lambda: inks() == [None, bad, None] and ink("AES-128-ECB") == bad)
    assert ink("Original") == tone_color("text")
    assert "128 bits" in tab.controls.material.shorter_keys_text()


# key and vector


def test_that_a_key_is_shown_whole_and_says_what_shorter_ones_take(qtbot: QtBot) -> None:
    fields = MaterialFields()
    qtbot.addWidget(fields)
    drawn = KeyMaterial(bytes(range(64)), bytes(range(16)))
    fields.set_material(drawn)
    fields.set_key_sizes([16, 32, 16])
    assert fields.key.text() == drawn.key[:32].hex()
    assert fields.shorter_keys_text() == "128 bits: the first 16 bytes."
    fields.set_key_sizes([16, 16])
    assert fields.key.text() == drawn.key[:16].hex()
    assert not fields.shorter_keys_text()
    assert fields.material() == drawn


# beginnings


@pytest.fixture
def prefixes(qtbot: QtBot) -> PrefixView:
    """Texts of two blocks under CBC with one vector, each beginning like another one."""
    texts = [f"{at // 2:016}{at:016}" for at in range(40)]
    encrypted = tuple(encrypt("cbc", text.encode()) for text in texts)
    made = PrefixView()
    qtbot.addWidget(made)
    made.resize(790, 400)
    made.show()
    qtbot.waitExposed(made)
    made.show_report(
        column_report(CipherColumn("texts", tuple(range(40)), encrypted, tuple(texts)))
    )
    return made


@pytest.mark.parametrize(
    ("mode", "fixed_iv", "output", "tone"),
    [
        ("cfb", True, "4 of 5 records begin like others", "bad"),
        ("cbc", True, "No two different values begin with the same block here.", "text"),
        ("cbc", False, "Beginnings stay hidden", "good"),
    ],
)
def test_that_the_verdict_on_beginnings_says_what_was_looked_at(
    prefixes: PrefixView, mode: str, fixed_iv: bool, output: str, tone: str
) -> None:
    """These texts begin alike for less than a block: CBC does not show it, CFB does."""
    texts = ("Mato Grosso", "Mato Grosso do Sul", "Paraná", "Paraíba", "Acre")
    vectors = [VECTOR if fixed_iv else os.urandom(16) for _ in texts]
    encrypted = tuple(encrypt(mode, t.encode(), v) for t, v in zip(texts, vectors, strict=True))
    protection = Protection(mode, ProtectionKind.NATIVE, "aes", 128, mode)
    properties = properties_of(protection, mode, fixed_iv=fixed_iv)
    column = CipherColumn("names", tuple(range(5)), encrypted, texts, properties=properties)
    prefixes.show_report(column_report(column))
    assert prefixes.verdict().startswith(output)
    (label,) = [each for each in prefixes.findChildren(QLabel) if each.text() == prefixes.verdict()]
    assert label.palette().color(QPalette.ColorRole.WindowText) == tone_color(tone)


def test_that_hexadecimal_digits_stand_under_one_another(prefixes: PrefixView) -> None:
    model = prefixes.table.table_model()
    assert model.rowCount() == 20
    for column in (0, 5):
        font = model.data(model.index(0, column), Qt.ItemDataRole.FontRole)
        assert QFontInfo(font).fixedPitch()
    digits = [model.text(row, 0) for row in range(model.rowCount())]
    metrics = QFontMetrics(model.data(model.index(0, 0), Qt.ItemDataRole.FontRole))
    assert len({metrics.horizontalAdvance(each) for each in digits}) == 1


def test_that_the_last_column_of_beginnings_ends_where_the_table_does(prefixes: PrefixView) -> None:
    table = prefixes.table
    assert table.horizontalScrollBar().maximum() == 0
    assert table.horizontalHeader().length() == table.viewport().width()
    tip = table.table_model().index(0, 5).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.count("\n") == 1 and len(tip.split("\n")[0]) > 48
