"""Names, tags and notes of campaigns, given and looked for on the results page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.results.store.store import open_store
from app.window.pages.results.campaign_list import CampaignColumn
from app.window.pages.results.page import ResultsPage
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from tests.app.results.making import make_campaign, store_campaign
from tests.app.window.settling import let_go
from widgets.parts.cards import ToneLabel

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)


@pytest.fixture
def column(qtbot: QtBot, tmp_path: Path) -> Iterator[CampaignColumn]:
    """Of a page with two campaigns of which nothing was run; `second` is current."""
    file = tmp_path / "s.sqlite"
    with open_store(str(file), write=True) as store:
        for name in ("first", "second"):
            store_campaign(store, make_campaign(name))
    page = ResultsPage(Workbench(str(file)))
    qtbot.addWidget(page)
    page.resize(1085, 690)
    with qtbot.waitActive(page):
        page.show()
    page.shown()
    found = page.findChild(CampaignColumn)
    assert isinstance(found, CampaignColumn)
    qtbot.waitUntil(lambda: found.list.current() == 2)
    yield found
    let_go(page.workbench)
    page.close_down()


def names(column: CampaignColumn) -> list[str]:
    model = column.list.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def choose(column: CampaignColumn, words: str) -> None:
    """What a right click on the current campaign offers, and a choice of it."""
    view = column.list.view
    view.customContextMenuRequested.emit(view.visualRect(view.currentIndex()).center())
    (action,) = (each for each in column.menu.actions() if words in each.text().replace("&", ""))
    action.trigger()
    column.menu.close()


def test_that_a_campaign_is_renamed_labelled_and_found_by_its_tags(
    column: CampaignColumn, qtbot: QtBot
) -> None:
    errors: list[CipherbenchError] = []
    column._workbench.failed.connect(errors.append)
    qtbot.keyClick(column.list.view, Qt.Key.Key_F2)
    assert column.editor.name.hasFocus() and column.editor.name.text() == "second"
    column.editor.name.setText(" ")
    qtbot.keyClick(column.editor.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(errors))
    assert column.editor.isVisible() and "needs a name" in str(errors[0])
    column.editor.name.setText("on the new disk")
    choose(column, "Tags")
    assert column.editor.tags.hasFocus() and column.editor.name.text() == "on the new disk"
    qtbot.keyClicks(column.editor.tags, "Audit, disk, audit")
    column.editor.notes.setPlainText("for the customer")
    qtbot.keyClick(column.editor.notes, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: names(column) == ["on the new disk", "first"])
    assert not column.editor.isVisible()
    summary = column.list.current_summary()
    assert summary is not None
    assert (summary.tags, summary.notes) == (("Audit", "disk"), "for the customer")
    for typed, found in (("audit", 1), ("customer", 1), ("first", 1), ("audit first", 0)):
        column.list.field.setText(typed)
        assert len(names(column)) == found


def test_that_a_campaign_that_is_put_away_is_listed_when_asked_for(
    column: CampaignColumn, qtbot: QtBot
) -> None:
    shown = column.list.show_hidden
    assert shown.isHidden()
    choose(column, "Hide from list")
    qtbot.waitUntil(lambda: names(column) == ["first"])
    assert column.list.current() == 1
    qtbot.mouseClick(shown, Qt.MouseButton.LeftButton)
    assert names(column) == ["second", "first"]
    view = column.list.view
    view.setCurrentIndex(view.model().index(0, 0))
    choose(column, "Restore to list")
    qtbot.waitUntil(shown.isHidden)
    assert names(column) == ["second", "first"]
    summary = column.list.current_summary()
    assert summary is not None
    column.fill_menu(summary, obstacle="read only")
    assert [each.text() for each in column.menu.actions() if each.isEnabled() and each.text()] == [
        "&Compare its servers, cases or studies",
        "&Use its plan for a new campaign",
        "Save as arc&hive …",
    ]


def test_that_a_search_that_finds_nothing_says_so(column: CampaignColumn) -> None:
    column.list.field.setText("mariadb")
    output = [each for each in column.list.findChildren(ToneLabel) if each.isVisible()]
    assert names(column) == []
    assert [each.text() for each in output] == ["No campaign matches “mariadb”."]
    column.list.field.setText("first")
    assert names(column) == ["first"] and output[0].isHidden()
