"""One picture as large as the screen: by F11 and by the menu, and back where it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTabWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.lessons.attempt import Attempt
from app.lessons.lesson_reading import read_lesson
from app.results.store.store import open_store
from app.window.full_screen_picture import FullScreenPictures, OnePicture, current_part
from app.window.main_window import MainWindow
from app.window.pages.lessons.class_view import ClassView
from app.window.pages.lessons.page import LessonsPage
from app.window.pages.patterns.page import PatternsPage
from app.window.pages.results.page import ResultsPage
from app.window.pages.results.runs_tab import ResultsRuns
from app.window.settings import settings
from tests.app.results.making import make_campaign, store_campaign
from tests.app.window.settling import settle, shown_window
from widgets.charts.drawn_chart import DrawnChart
from widgets.images.linked_views import LinkedViews, PicturePanel
from widgets.look.theme import apply_theme
from widgets.parts.cards import ElidedLabel
from widgets.tables.data_table import DataTable

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton
_FLAG = read_lesson(Path(__file__).parents[3] / "assets" / "lessons" / "flag.toml")


@pytest.fixture
def window(qtbot: QtBot, home: Path, tmp_path: Path, qapp: QApplication) -> Iterator[MainWindow]:
    settings().clear()
    apply_theme(qapp, "light")
    path = tmp_path / "results.sqlite"
    with open_store(str(path), write=True) as store:
        store_campaign(store, make_campaign("one"))
    with shown_window(str(path), (1024, 640)) as made:
        yield made
    qapp.setStyleSheet("")


@pytest.fixture
def results(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> ClassView:
    attempt = Attempt("flag", _FLAG, "Ana").answer(0, "Only in ECB").answer(1, 4.0)
    (tmp_path / "Ana.json").write_text(attempt.to_json())
    window.show_page("lessons")
    page = window.page("lessons")
    assert isinstance(page, LessonsPage)
    page.view().open_class_results([tmp_path / "Ana.json"])
    settle(page, qtbot)
    together = page.view().class_view
    assert together is not None
    return together


def alone(window: MainWindow, qtbot: QtBot) -> OnePicture:
    qtbot.keyClick(window, Qt.Key.Key_F11)
    shown = window.pictures.shown
    assert shown is not None and shown.isFullScreen()
    qtbot.waitUntil(shown.isActiveWindow)
    return shown


def whereabouts(part: QWidget, tabs: QTabWidget) -> object:
    return part.parentWidget(), part.geometry(), part.font(), tabs.count(), tabs.currentIndex()


@pytest.mark.parametrize("tab", [0, 1])
def test_that_a_table_or_chart_fills_the_screen_and_returns_by_escape(
    results: ClassView, window: MainWindow, tab: int, qtbot: QtBot
) -> None:
    results.tabs.setCurrentIndex(tab)
    settle(results, qtbot)
    part: DataTable | DrawnChart = (results.table, results.chart)[tab]
    part.setFocus()
    before, size = whereabouts(part, results.tabs), _letters(part)
    shown = alone(window, qtbot)
    assert shown.part is part
    assert part.window() is shown and part.hasFocus()
    assert _letters(part) > size or part is results.table, "of a table where it has room"
    qtbot.keyClick(part, Qt.Key.Key_Escape)
    qtbot.waitUntil(window.isActiveWindow)
    settle(results, qtbot)
    assert part.hasFocus() and window.pictures.shown is None
    assert (whereabouts(part, results.tabs), _letters(part)) == (before, size)


def _letters(part: DataTable | DrawnChart) -> float:
    """How large they are: of a chart by what its picture is drawn larger."""
    if isinstance(part, DataTable):
        return part.fontMetrics().height()
    picture = part.canvas.picture
    assert picture is not None
    return part.canvas.width() / picture.width


def test_that_the_mouse_chooses_it_in_the_menu_and_brings_it_back(
    results: ClassView, window: MainWindow, qtbot: QtBot
) -> None:
    results.add_button.setFocus()
    window.show_one_picture()
    shown = window.pictures.shown
    assert shown is not None and shown.part is results.table, "the largest on the page"
    qtbot.mouseClick(shown.back, LEFT)
    assert results.table.window() is window


def test_that_a_picture_whose_page_goes_takes_its_window_along(
    results: ClassView, window: MainWindow, qtbot: QtBot
) -> None:
    alone(window, qtbot)
    results.closed.emit()
    qtbot.waitUntil(lambda: window.pictures.shown is None)
    page = window.page("lessons")
    assert isinstance(page, LessonsPage) and page.view().list.isVisible()


@pytest.fixture
def linked(qtbot: QtBot, qapp: QApplication) -> Iterator[LinkedViews]:
    """Three pictures on a page in a window."""
    apply_theme(qapp, "light")
    window = QWidget()
    page = QWidget(window)
    for outer in (window, page):
        QVBoxLayout(outer)
    views = LinkedViews()
    for part, outer in ((page, window), (views, page)):
        layout = outer.layout()
        assert layout is not None
        layout.addWidget(part)
    for panel, title in zip(views.set_count(3), _TITLES, strict=True):
        panel.set_title(title)
        panel.set_figure(f"Shows: {title}")
    qtbot.addWidget(window)
    window.resize(900, 500)
    with qtbot.waitActive(window):
        window.show()
    yield views
    window.close()


_TITLES = ("Original", "AES-128-ECB", "AES-128-GCM")


def test_that_one_of_several_pictures_is_chosen_by_click_and_arrow_keys(
    linked: LinkedViews, qtbot: QtBot
) -> None:
    window, panels = linked.window(), linked.panels()
    pictures = FullScreenPictures(window)

    def taken() -> OnePicture:
        assert pictures.show_current(linked.parentWidget(), "Patterns")
        assert pictures.shown is not None
        qtbot.waitUntil(pictures.shown.isActiveWindow)
        return pictures.shown

    linked.setFocus()
    usual = _title_height(panels[1])
    shown = taken()
    assert [panel.isVisible() for panel in panels] == [True] * 3
    assert shown.choice.itemText(2) == "AES-128-ECB"
    qtbot.mouseClick(panels[1].view, LEFT)
    assert [panel.isVisible() for panel in panels] == [False, True, False]
    assert panels[1].width() > 0.9 * shown.width() and panels[1].view.hasFocus()
    assert _title_height(panels[1]) > 1.5 * usual, "readable from the last row"
    qtbot.keyClick(panels[1].view, Qt.Key.Key_Right)
    assert panels[2].isVisible() and shown.choice.currentText() == "AES-128-GCM"
    qtbot.keyClick(panels[2].view, Qt.Key.Key_PageDown)
    assert shown.choice.currentText() == "All pictures" and panels[0].isVisible()
    qtbot.keyClick(shown, Qt.Key.Key_Right)
    assert [panel.isVisible() for panel in panels] == [True, False, False]
    qtbot.keyClick(panels[0].view, Qt.Key.Key_Escape)
    qtbot.waitUntil(window.isActiveWindow)
    assert [panel.isVisible() for panel in panels] == [True] * 3
    assert _title_height(panels[1]) == usual
    panels[2].view.setFocus()
    assert taken().choice.currentText() == "AES-128-GCM", "the one with the keyboard"
    pictures.restore()
    qtbot.waitUntil(panels[2].view.hasFocus)


def _title_height(panel: PicturePanel) -> int:
    return max(each.height() for each in panel.findChildren(ElidedLabel))


def test_that_one_chart_of_several_fills_the_screen(
    results: ClassView, window: MainWindow, qtbot: QtBot
) -> None:
    results.tabs.setCurrentIndex(1)
    settle(results, qtbot)
    results.chart.setFocus()
    all_of_them = len(results.chart.titles())
    assert all_of_them > 1
    shown = alone(window, qtbot)
    together = _letters(results.chart)
    qtbot.keyClick(shown.choice, Qt.Key.Key_Down)
    assert shown.choice.currentText() == results.chart.titles()[0]
    picture = results.chart.canvas.picture
    assert picture is not None and picture.height * _letters(results.chart) <= shown.height()
    assert _letters(results.chart) >= together
    qtbot.keyClick(results.chart, Qt.Key.Key_Escape)
    settle(results, qtbot)
    whole = results.chart.canvas.picture
    assert whole is not None and whole.height > picture.height


def test_that_pictures_and_tables_can_be_alone(window: MainWindow, qtbot: QtBot) -> None:
    window.show_page("results")
    results = window.page("results")
    assert isinstance(results, ResultsPage)
    results.select(1)
    qtbot.waitUntil(lambda: results.findChild(ResultsRuns) is not None)
    runs, tabs = results.findChild(ResultsRuns), results.findChild(QTabWidget)
    assert runs is not None and tabs is not None
    tabs.setCurrentWidget(runs)
    qtbot.waitUntil(lambda: isinstance(current_part(results), DataTable))
    shown = alone(window, qtbot)
    part = shown.part
    assert part.width() > 0.9 * shown.width()
    qtbot.keyClick(shown, Qt.Key.Key_Escape)
    assert part.window() is window and tabs.currentWidget() is runs
    qtbot.waitUntil(window.isActiveWindow)
    window.show_page("patterns")
    patterns = window.page("patterns")
    assert isinstance(patterns, PatternsPage)
    gallery = patterns.view().pictures.gallery.views
    gallery.setFocus()
    assert alone(window, qtbot).part is gallery
    window.pictures.restore()
