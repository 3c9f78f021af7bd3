"""The window as a whole, by mouse and keyboard."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.report.words.colours import looks
from app.window.base.question_strip import QuestionStrip
from app.window.help.help_panel import HelpPanel
from app.window.main_window import MainWindow
from app.window.page_list import RAIL_PAGES
from app.window.pages.campaign.page import CampaignPage
from app.window.pages.start.page import StartPage
from app.window.settings import chosen_scheme, settings
from app.window.status_bar import RunStatusBar
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from tests.app.window.settling import await_, have_sqlite_run, part, settle, shown_window
from widgets.look.theme import LIGHT, apply_theme, current_palette, series_style
from widgets.parts.cards import ActionCard
from widgets.parts.error_panel import ErrorPanel

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier

PLAN = """
[campaign]
name = "tiny"
repetitions = {repetitions}
warmups = 0
control = false
placement = "free"

[[server]]
name = "sqlite"
source = "embedded"
engine = "sqlite"

[[protection]]
name = "plaintext"

[[protection]]
name = "aes-128"
kind = "client"
algorithm = "aes"
bits = 128
mode = "gcm"

[workload]
name = "hospital"
sizes = [20]
"""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


@contextmanager
def opened(store: Path) -> Iterator[MainWindow]:
    settings().clear()
    with shown_window(str(store), (1180, 720)) as made:
        await_(lambda: made.findChild(QPushButton) is not None)
        yield made


@pytest.fixture
def window(home: Path, qapp: QApplication, store: Path) -> Iterator[MainWindow]:
    """A window of the test's own, which starts campaigns in it."""
    with opened(store) as made:
        yield made


class _Shown(QObject):
    """Notes what is shown as a window."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.names.append(type(watched).__name__)
        return False


@pytest.fixture
def shown(qapp: QApplication) -> Iterator[_Shown]:
    """What is shown as a window; for a test that names it before its window."""
    made = _Shown()
    qapp.installEventFilter(made)
    yield made
    qapp.removeEventFilter(made)


@pytest.fixture(scope="module")
def stored(
    home: Path, qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MainWindow]:
    with opened(tmp_path_factory.mktemp("window") / "results.sqlite") as made:
        assert made.current_key() == "start"
        have_sqlite_run(made.workbench)
        yield made


@pytest.fixture
def idle(stored: MainWindow, qtbot: QtBot) -> MainWindow:
    """A window that several tests look at and walk through, on its first page, with nothing open
    above it."""
    with qtbot.waitActive(stored):
        stored.activateWindow()
    stored.show_page("start")
    for kind in (ErrorPanel, HelpPanel):
        if part(stored, kind).isVisible():
            qtbot.keyClick(stored, Qt.Key.Key_Escape)
    return stored


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(PLAN.format(repetitions=40))
    return path


def button(window: MainWindow, text: str) -> QPushButton:
    return next(
        each
        for each in window.findChildren(QPushButton)
        if each.text().replace("&", "") == text and each.isVisible()
    )


def start(window: MainWindow, plan: Path, qtbot: QtBot) -> None:
    """Open a plan from the start page and start it by the keyboard."""
    start_page = window.page("start")
    assert isinstance(start_page, StartPage)
    start_page.open_plan(plan)
    assert window.current_key() == "campaign"
    campaign_page = window.page("campaign")
    assert isinstance(campaign_page, CampaignPage)
    qtbot.waitUntil(campaign_page.summary.start_button.isEnabled)
    qtbot.keyClick(campaign_page, Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: window.workbench.running)


@pytest.mark.slow
def test_that_the_chosen_theme_is_taken_over_and_remembered(window: MainWindow) -> None:
    """First, before there is a second window with all its pages to be coloured."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    try:
        next(a for a in window.findChildren(QAction) if a.text() == "&Dark").trigger()
        assert current_palette().is_dark
        assert chosen_scheme(settings()) == "dark"
    finally:
        apply_theme(app, "light")


def test_that_a_first_start_offers_three_ways_to_begin(window: MainWindow) -> None:
    assert window.current_key() == "start"
    cards = [card.accessibleName() for card in window.findChildren(ActionCard) if card.isVisible()]
    assert cards == ["Run the demo", "Connect to a database", "Open a plan"]


def test_that_a_window_with_a_store_begins_with_the_servers(
    qtbot: QtBot, home: Path, store: Path
) -> None:
    store.touch()
    made = MainWindow(str(store))
    assert made.current_key() == "servers"
    made.workbench.close()
    made.close()
    made.deleteLater()


@pytest.mark.slow
def test_that_no_part_of_a_page_is_a_window_of_its_own_for_a_moment(
    shown: _Shown, window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: window.loaded)
    assert window.built_pages() == ["start"], "nobody has opened one before"
    have_sqlite_run(window.workbench)
    for place in RAIL_PAGES:
        window.show_page(place.key)
    qtbot.wait(500)  # what is made later, beside the first paint
    assert shown.names == ["MainWindow"] and window.isActiveWindow()


@pytest.mark.parametrize(
    ("number", "key"), [(1, "servers"), (2, "campaign"), (3, "run"), (4, "results"), (0, "start")]
)
def test_that_ctrl_and_a_number_bring_a_page_to_the_front(
    idle: MainWindow, qtbot: QtBot, number: int, key: str
) -> None:
    idle.show_page("patterns")
    qtbot.keyClick(idle, str(number), CTRL)
    assert idle.current_key() == key
    assert idle.page(key).isVisible()


def test_that_the_second_card_leads_to_the_servers(idle: MainWindow, qtbot: QtBot) -> None:
    card = idle.page("start").findChildren(ActionCard)[1]
    qtbot.mouseClick(card, LEFT)
    assert idle.current_key() == "servers"


def test_that_a_plan_with_a_fault_is_reported_in_the_error_panel(
    idle: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text(PLAN.format(repetitions=0))
    page = idle.page("start")
    assert isinstance(page, StartPage)
    page.open_plan(broken)
    panel = part(idle, ErrorPanel)
    assert panel.isVisible()
    assert "repetitions must be 1 or more" in panel.text()
    assert idle.current_key() == "start"


def test_that_escape_closes_the_error_panel(idle: MainWindow, qtbot: QtBot) -> None:
    idle.workbench.failed.emit(
        CipherbenchError(phrase("Title"), phrase("What {thing} did."), phrase("Hint."), thing="it")
    )
    panel = part(idle, ErrorPanel)
    assert panel.text() == "Title\nWhat it did.\nHint."
    qtbot.keyClick(idle, Qt.Key.Key_Escape)
    assert panel.isHidden()


def test_that_an_error_goes_when_what_it_informed_of_is_begun_anew(idle: MainWindow) -> None:
    report, other = (CipherbenchError(phrase("Title"), phrase("Words.")) for _ in range(2))
    panel = part(idle, ErrorPanel)
    idle.workbench.failed.emit(report)
    idle.workbench.error_resolved.emit(other)
    assert panel.isVisible()
    idle.workbench.error_resolved.emit(report)
    assert panel.isHidden()


def test_that_f1_shows_and_hides_help_for_the_page_in_front(idle: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(idle, "3", CTRL)
    qtbot.keyClick(idle, Qt.Key.Key_F1)
    help_panel = part(idle, HelpPanel)
    assert help_panel.isVisible()
    assert help_panel.text() == idle.page("run").help_text()
    qtbot.keyClick(idle, "4", CTRL)
    assert help_panel.text() == idle.page("results").help_text()
    qtbot.keyClick(idle, Qt.Key.Key_Escape)
    assert help_panel.isHidden()


def test_that_engines_have_their_own_colours_in_the_window(idle: MainWindow) -> None:
    assert idle.isWindow()
    for name, look in looks().items():
        assert series_style(name, LIGHT).colour.name() == look.light


def test_that_the_status_bar_tells_load_and_free_memory(idle: MainWindow) -> None:
    bar = part(idle, RunStatusBar)
    assert bar.campaign_label.text() == "Nothing is running"
    assert "load" in bar.machine_label.text() and "GB free" in bar.machine_label.text()


@pytest.mark.slow
def test_that_nothing_is_clipped_at_the_least_size(idle: MainWindow, qtbot: QtBot) -> None:
    for key in ("start", "servers", "campaign", "run", "results"):
        idle.show_page(key)
        settle(idle, qtbot)
        page = idle.page(key)
        assert page.minimumSizeHint().width() <= page.width(), key
        assert page.minimumSizeHint().height() <= page.height(), key


@pytest.mark.slow
def test_that_the_rail_carries_a_running_campaign_a_second_is_refused_and_closing_asks_first(
    window: MainWindow, qtbot: QtBot, plan: Path
) -> None:
    start(window, plan, qtbot)
    entry = window.findChild(QAbstractButton, "rail-run")
    assert isinstance(entry, QAbstractButton)
    qtbot.waitUntil(lambda: "%" in entry.accessibleDescription())
    qtbot.waitUntil(lambda: entry.accessibleDescription() != "0 %")
    assert "tiny" in part(window, RunStatusBar).campaign_label.text()
    page = window.page("start")
    assert isinstance(page, StartPage)
    page.run_demo()
    assert "Only one campaign runs at a time" in part(window, ErrorPanel).text()
    window.close()
    assert window.isVisible()
    qtbot.mouseClick(button(window, "Keep it running"), LEFT)
    assert part(window, QuestionStrip).isHidden() and window.workbench.running
    window.close()
    qtbot.mouseClick(button(window, "Cancel it and close"), LEFT)
    qtbot.waitUntil(lambda: not window.isVisible())
    assert not window.workbench.running


@pytest.mark.parametrize("module", ["app.execution.campaign_process", "app.patterns.lab_worker"])
def test_that_what_a_window_starts_loads_no_qt(module: str) -> None:
    line = f"import sys, {module}; print([name for name in sys.modules if 'PySide' in name])"
    output = subprocess.run(
        [sys.executable, "-c", line], capture_output=True, text=True, check=True
    ).stdout
    assert output.strip() == "[]"
