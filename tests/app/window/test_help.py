"""Help: F1, the guide in the browser, and the glossary at the words of the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QObject, QPoint, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from app.window.help.glossary import GLOSSARY
from app.window.help.help_panel import HelpPanel, guide_file, open_guide
from app.window.help.term_lookup import term_at, term_in
from app.window.main_window import MainWindow
from app.window.settings import settings
from engines.contract.errors import CipherbenchError
from scripts.guide import SHIPPED, build
from tests.app.window.settling import await_, part, shown_error, shown_window

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)


class Browser(QObject):
    """Takes the addresses that Qt would hand to the system's."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[QUrl] = []

    @Slot(QUrl)
    def take(self, address: QUrl) -> None:
        self.opened.append(address)


@pytest.fixture
def browser() -> Iterator[Browser]:
    if not (SHIPPED / "pt_BR" / "index.html").is_file():
        build(SHIPPED)
    found = Browser()
    QDesktopServices.setUrlHandler("file", found, "take")  # type: ignore[arg-type] # as Qt has it
    yield found
    QDesktopServices.unsetUrlHandler("file")


@pytest.fixture(scope="module")
def window(
    home: Path, qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MainWindow]:
    settings().clear()
    with shown_window(
        str(tmp_path_factory.mktemp("window") / "results.sqlite"), (1180, 720)
    ) as made:
        yield made


def panel_of(window: MainWindow) -> HelpPanel:
    found = part(window, HelpPanel)
    found.hide()
    return found


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Lockstep", "lockstep"),
        ("&Profile:", "profile"),
        ("Repet&itions", "repetition"),
        ("95 % interval", "interval"),
        ("Fixed &IV", "IV"),
        ("Key stream", "key stream"),
        ("Detection limit: 2 %", "detection limit"),
        ("Latency, 99th percentile", "percentile"),
        ("Turn by turn", "turn"),
    ],
)
def test_that_a_label_is_known_by_the_term_in_it(text: str, name: str) -> None:
    found = term_in(text)
    assert found is not None and str(found.name) == name


@pytest.mark.parametrize(
    "text",
    ["", "Save as", "recosting", "Whatever is said of a cost at length is no label of a field"],
)
def test_that_other_words_are_no_terms(text: str) -> None:
    assert term_in(text) is None


def test_that_f1_twice_opens_the_guide_at_the_page_in_front(
    window: MainWindow, browser: Browser, qtbot: QtBot
) -> None:
    panel = panel_of(window)
    for key in ("start", "servers", "run", "results"):
        window.show_page(key)
        panel.hide()
        qtbot.keyClick(window, Qt.Key.Key_F1)
        assert panel.isVisible() and panel.text() == window.page(key).help_text()
    panel.hide()
    window.show_page("servers")
    window.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_F1)
    qtbot.keyClick(window, Qt.Key.Key_F1)
    (opened,) = browser.opened
    assert Path(opened.toLocalFile()).samefile(SHIPPED / "guide" / "servers.html")


def test_that_a_word_of_the_glossary_is_explained_where_nothing_else_is(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.show_page("patterns")
    label = labelled(window, "IV")
    place = label.mapToGlobal(label.rect().center())
    await_(lambda: term_at(place) is not None)
    QApplication.sendEvent(label, QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(2, 2), place))
    (term,) = (each for each in GLOSSARY if str(each.name) == "IV")
    assert QToolTip.text() == f"{term.text} (F1: more)"
    QToolTip.hideText()


WORDS = (
    "control",
    "Baseline twice",
    "detection limit",
    "lockstep",
    "block",
    "cell",
    "points",
    "Profile",
    "modes as in the study",
    "Idle limit (s)",
    "Target (±)",
    "key stream",
    "Hodges–Lehmann",
    "Hides",
    "Hides this",
    "interval",
    "baseline",
    "cost",
    "evidence",
    "Placement",
    "warm-up",
)
"""That readers did not know at first, as they stand on the screen."""


@pytest.mark.parametrize("word", WORDS)
def test_that_a_word_few_know_is_explained_in_ten_words(word: str) -> None:
    term = term_in(word)
    assert term is not None, "no tooltip says what it is"
    assert len(str(term.text).split()) <= 10


def test_that_f1_on_a_word_leads_to_the_glossary(
    window: MainWindow, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.show_page("patterns")
    panel, label = panel_of(window), labelled(window, "IV")
    monkeypatch.setattr(
        "app.window.help.help_panel.QCursor.pos", lambda: label.mapToGlobal(label.rect().center())
    )
    panel.ask()
    assert panel.term().startswith("IV: ")
    panel.ask()
    assert browser.opened[-1].fragment() == "term-iv"


def test_that_a_guide_that_is_not_there_is_reported(window: MainWindow) -> None:
    with pytest.raises(CipherbenchError, match="nosuch"):
        open_guide("guide/nosuch")
    panel_of(window).guide_requested.emit("guide/nosuch")
    error = shown_error(window)
    assert "Guide not built" in error.text()
    error.clear()


def test_that_an_address_keeps_its_anchor() -> None:
    path, anchor = guide_file("guide/servers#containers")
    assert (path.name, anchor) == ("servers.html", "containers")


def test_that_the_guide_opens_in_the_language_of_the_window_where_it_has_the_page(
    browser: Browser,
) -> None:
    before = QLocale()
    try:
        QLocale.setDefault(QLocale("pt_BR"))
        for page in ("guide/results#table", "guide/servers#containers"):
            open_guide(page)
    finally:
        QLocale.setDefault(before)
    found = [Path(each.toLocalFile()).relative_to(SHIPPED).as_posix() for each in browser.opened]
    assert found == ["pt_BR/guide/results.html", "guide/servers.html"]
    assert [each.fragment() for each in browser.opened] == ["table", "containers"]


def labelled(window: QWidget, text: str) -> QLabel:
    def found() -> list[QLabel]:
        labels = window.findChildren(QLabel)
        return [each for each in labels if each.isVisible() and each.text().lstrip("&") == text]

    await_(found)
    return found()[0]
