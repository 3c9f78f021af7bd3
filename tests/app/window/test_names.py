"""Names that look like markup, turn the words around them, or have no end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.plan.campaign import Campaign
from app.results.events import CampaignStarted
from app.results.store.store import open_store
from app.window.main_window import MainWindow
from app.window.pages.results.results_head import ResultsHead
from app.window.settings import settings
from app.window.status_bar import RunStatusBar
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.servers.server import ServerSpec
from tests.app.results.making import make_campaign, store_campaign
from tests.app.window.settling import settle, shown_window
from widgets.fields.choice import Choice
from widgets.look.names import filled, isolated, plain_tip, shortened
from widgets.look.theme import apply_theme
from widgets.parts.error_panel import ErrorPanel

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
TAG = "<b>x</b> & co"
TURNED = "מסד נתונים"
LONG = "a-database-cluster-with-a-name-that-goes-on-in-eu-west-1-replica"
SERVERS = (TAG, TURNED, LONG)


def campaign() -> Campaign:
    aes = Protection(f"{TAG} {TURNED}", ProtectionKind.NATIVE, "aes", 128, "cbc")
    return make_campaign(
        f"{TURNED} {TAG}",
        servers=tuple((name, "postgresql") for name in SERVERS),
        protections=(PLAINTEXT, aes),
    )


@pytest.fixture
def window(qtbot: QtBot, home: Path, tmp_path: Path) -> Iterator[MainWindow]:
    settings().clear()
    path = tmp_path / "results.sqlite"
    with open_store(str(path), write=True) as store:
        store_campaign(store, campaign(), {(TAG, f"{TAG} {TURNED}"): f"it says {TAG}"})
    with shown_window(str(path), (1180, 720)) as made:
        made.workbench.servers.discover()
        qtbot.waitUntil(lambda: made.workbench.servers.discovered)
        for name in SERVERS:
            made.workbench.servers.adopt(ServerSpec(name, Source.ADDRESS, "postgresql", host="h"))
        yield made


def tips(widget: QWidget) -> Iterator[str]:
    """The tooltips of all parts, and of all cells and headings of tables and lists."""
    for part in (widget, *widget.findChildren(QWidget)):
        yield part.toolTip()
        if isinstance(part, QAbstractItemView) and part.model() is not None:
            yield from _tips_of_model(part.model())


def _tips_of_model(model: QAbstractItemModel) -> Iterator[str]:
    role = Qt.ItemDataRole.ToolTipRole
    single = isinstance(model, QAbstractListModel)  # whose count of columns is private
    columns = 1 if single else model.columnCount()
    for row in range(model.rowCount()):
        for column in range(columns):
            yield str(model.index(row, column).data(role) or "")
    for way, count in (
        (Qt.Orientation.Horizontal, columns),
        (Qt.Orientation.Vertical, model.rowCount()),
    ):
        yield from (str(model.headerData(at, way, role) or "") for at in range(count))


def read(tip: str) -> str:
    """What somebody reads who points there."""
    if "<" not in tip and "&" not in tip:
        return tip
    document = QTextDocument()
    document.setHtml(tip)
    return document.toPlainText()


@pytest.mark.slow
def test_that_no_label_takes_a_name_for_rich_text(window: MainWindow, qtbot: QtBot) -> None:
    workbench = window.workbench
    report = CipherbenchError(
        phrase("About {name}"), phrase("{name} failed."), phrase("Mend {name}."), name=TAG
    )
    for key in ("servers", "campaign", "run", "results", "lessons", "patterns"):
        window.show_page(key)
        page = window.page(key)
        page.build_charts()
        if key == "campaign":
            workbench.plan_opened.emit(campaign())
        if key == "run":
            workbench.campaign_started.emit(campaign())
            workbench.events.emit([CampaignStarted(1, TAG, 4, 0)])
        workbench.failed.emit(report)
        settle(page, qtbot)
        if key == "results":
            qtbot.waitUntil(lambda p=page: p.findChild(ResultsHead) is not None)  # type: ignore[misc]
            qtbot.waitUntil(p_head(page).isVisible)
        guessing = [
            label.text()
            for label in window.findChildren(QLabel)
            if label.text() and label.textFormat() == Qt.TextFormat.AutoText
        ]
        assert guessing == [], key
        marked = [tip for tip in tips(window) if "b>x" in tip.replace("&gt;", ">")]
        assert all(TAG in read(tip) for tip in marked), key
        if key in ("servers", "campaign", "results"):
            assert marked, key
    errors = [each.text() for each in window.findChildren(ErrorPanel) if each.isVisible()]
    assert f"{TAG} failed." in "\n".join(errors)


def p_head(page: QWidget) -> ResultsHead:
    found = page.findChild(ResultsHead)
    assert isinstance(found, ResultsHead)
    return found


@pytest.mark.slow
def test_that_names_read_from_right_to_left_do_not_turn_a_sentence(
    window: MainWindow, qtbot: QtBot
) -> None:
    isolate = f"\u2068{TURNED}\u2069"
    window.workbench.failed.emit(
        CipherbenchError(phrase("T"), phrase("{name} is not here: {why}"), name=TURNED, why="1")
    )
    output = [each.text() for each in window.findChildren(ErrorPanel) if each.isVisible()]
    assert f"{isolate} is not here: 1" in output[0]
    window.show_page("results")
    page = window.page("results")
    page.build_charts()
    qtbot.waitUntil(lambda: page.findChild(ResultsHead) is not None)
    qtbot.waitUntil(p_head(page).isVisible)
    facts = [label.text() for label in p_head(page).findChildren(QLabel)]
    assert any(f"\u2068{TURNED} {TAG}\u2069" in text for text in facts)
    bar = window.findChild(RunStatusBar)
    assert isinstance(bar, RunStatusBar)
    window.workbench.campaign_started.emit(campaign())
    assert bar.campaign_label.text().startswith("\u2068")


def test_that_only_what_can_turn_words_is_isolated() -> None:
    assert isolated("postgresql-1") == "postgresql-1"
    assert isolated(TURNED) == f"\u2068{TURNED}\u2069"
    assert isolated("a\u202eb\u2069c") == "\u2068a\u202ebc\u2069"
    assert filled("{0} on {name}", 3, name=TURNED) == f"3 on \u2068{TURNED}\u2069"


def test_that_tooltips_are_read_as_they_were_written() -> None:
    for text in (TAG, "two\nlines <i>", "&lt;b&gt;", "plain", "a < b"):
        assert read(plain_tip(text)) == text


def test_that_long_names_keep_both_ends() -> None:
    assert shortened("postgresql") == "postgresql"
    assert shortened(LONG) == "a-database-clu…1-replica"
    assert len(shortened(LONG)) == 24


def test_that_an_open_list_shows_whole_rows(qtbot: QtBot, qapp: QApplication) -> None:
    choice = Choice()
    qtbot.addWidget(choice)
    choice.addItems(["one", f"{LONG}-{LONG}"])
    choice.setFixedWidth(120)
    with qtbot.waitExposed(choice):
        choice.show()
    qtbot.mouseClick(choice, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(choice.view().isVisible)
    rows = choice.view()
    screen = choice.screen().availableGeometry().width()
    assert rows.viewport().width() >= min(rows.sizeHintForColumn(0), screen - 40)
    choice.hidePopup()
    qtbot.keyClick(choice, Qt.Key.Key_Down)
    assert LONG in choice.toolTip()


@pytest.mark.parametrize("count", [1, 3, 7, 16, 24, 200])
def test_that_no_row_of_an_open_list_is_cut(qtbot: QtBot, qapp: QApplication, count: int) -> None:
    apply_theme(qapp, "light")
    choice = Choice()
    qtbot.addWidget(choice)
    choice.addItems([f"row {at}" for at in range(count)])
    choice.setCurrentIndex(count - 1)
    with qtbot.waitExposed(choice):
        choice.show()
    choice.showPopup()
    rows = choice.view()
    qtbot.waitUntil(rows.isVisible)
    QApplication.processEvents()
    boxes = [rows.visualRect(rows.model().index(at, 0)) for at in range(count)]
    end = rows.viewport().height()
    assert not [box for box in boxes if box.top() < 0 <= box.bottom()]
    assert not [box for box in boxes if box.top() < end <= box.bottom()]
    screen = choice.screen().availableGeometry()
    assert screen.contains(rows.window().geometry())
    if boxes[0].height() * count < screen.height() // 2:
        assert boxes[0].top() == 0 and boxes[-1].bottom() < end
    choice.hidePopup()
    qapp.setStyleSheet("")
