"""Archives taken in and written on the results page, while the page goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.report.files.export import export_archive
from app.results.store.store import open_store
from app.window.pages.results.campaign_list import CampaignColumn
from app.window.pages.results.page import ResultsPage
from app.window.workbench.workbench import Workbench
from engines.contract.errors import CipherbenchError
from tests.app.forked_children import children
from tests.app.results.making import make_campaign, store_campaign, whole_run
from tests.app.window.settling import let_go
from widgets.saving.saving import saving

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
LEFT, COPY = Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction
NAMES = ("São Paulo", "second")


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Of two campaigns, of which every run is done."""
    folder = tmp_path_factory.mktemp("archives")
    with open_store(str(folder / "there.sqlite"), write=True) as store:
        for name in NAMES:
            number = store_campaign(store, make_campaign(name))
            for run in store.load(number).runs:
                store.write(number, whole_run(run, {"INSERT": 1.0}))
            export_archive(store, number, folder / f"{number}.zip")
    return sorted(folder.glob("*.zip"))


@pytest.fixture
def page(qtbot: QtBot, tmp_path: Path) -> Iterator[ResultsPage]:
    """On a store that is not there yet."""
    made = ResultsPage(Workbench(str(tmp_path / "s.sqlite")))
    qtbot.addWidget(made)
    made.resize(1085, 690)
    with qtbot.waitActive(made):
        made.show()
    made.shown()
    yield made
    let_go(made.workbench)
    made.close_down()


@pytest.fixture
def report(page: ResultsPage) -> list[CipherbenchError]:
    errors: list[CipherbenchError] = []
    page.workbench.failed.connect(errors.append)
    return errors


def column_of(page: ResultsPage) -> CampaignColumn:
    found = page.findChild(CampaignColumn)
    assert isinstance(found, CampaignColumn)
    return found


def listed(page: ResultsPage) -> list[str]:
    model = column_of(page).list.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def answer(page: ResultsPage, path: Path, qtbot: QtBot) -> None:
    """Type a path into the dialog that is open, and press Return."""
    qtbot.waitUntil(lambda: _dialog(page) is not None)
    dialog = _dialog(page)
    assert dialog is not None
    field = dialog.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.setText(str(path))
    qtbot.keyClick(field, Qt.Key.Key_Return)


def _dialog(page: ResultsPage) -> QFileDialog | None:
    shown = (each for each in page.findChildren(QFileDialog) if each.isVisible())
    return next(shown, None)


def drop(target: QWidget, files: list[Path]) -> bool:
    """Drag files over a widget and let go of them; whether they were taken."""
    data, place = QMimeData(), QPointF(5, 5)
    data.setUrls([QUrl.fromLocalFile(str(each)) for each in files])
    either, none = COPY | Qt.DropAction.MoveAction, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place, either, data, LEFT, none)
    QApplication.sendEvent(target, enter)
    if not enter.isAccepted():
        return False
    assert enter.dropAction() == COPY, "a file manager keeps its file"
    let_go = QDropEvent(place, COPY, data, LEFT, none)
    QApplication.sendEvent(target, let_go)
    return let_go.isAccepted()


def at_rest(page: ResultsPage) -> Callable[[], bool]:
    return column_of(page).archive_strip.cancel_button.isHidden


@pytest.mark.slow
def test_that_an_archive_is_imported_by_keyboard_and_archived_again_byte_for_byte(
    page: ResultsPage, archives: list[Path], tmp_path: Path, qtbot: QtBot
) -> None:
    (button,) = (
        each for each in page.findChildren(QPushButton) if each.text() == "&Import campaigns …"
    )
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    answer(page, archives[0], qtbot)
    column = column_of(page)
    qtbot.waitUntil(lambda: column.archive_strip.text().startswith("Importing"))
    qtbot.waitUntil(lambda: listed(page) == [NAMES[0]], timeout=30_000)
    qtbot.waitUntil(at_rest(page))
    text = column.archive_strip.text()
    assert "São Paulo" in text and "8 finished runs" in text
    written: list[Path] = []
    saving().saved.connect(written.append)
    view, again = column.list.view, tmp_path / "again.zip"
    view.customContextMenuRequested.emit(view.visualRect(view.currentIndex()).center())
    qtbot.keyClick(column.menu, Qt.Key.Key_H)  # its underlined letter
    answer(page, again, qtbot)
    qtbot.waitUntil(lambda: written == [again], timeout=30_000)
    assert again.read_bytes() == archives[0].read_bytes()
    saving().saved.disconnect(written.append)


@pytest.mark.slow
def test_that_files_dropped_on_the_page_are_taken_in_and_a_wrong_one_is_reported(
    page: ResultsPage,
    archives: list[Path],
    report: list[CipherbenchError],
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    wrong = tmp_path / "photo.jpg"
    wrong.write_bytes(b"\xff\xd8\xff")
    column = column_of(page)
    assert not drop(page, [])
    archive_jobs = page.workbench.archive_jobs
    with qtbot.waitSignal(archive_jobs.ended, timeout=60_000):
        with qtbot.waitSignal(archive_jobs.started):
            assert drop(column.list.view.viewport(), [wrong, *archives])
        page.workbench.start(make_campaign())
    assert [each.title for each in report] == ["A file is being imported", "Not imported"], report
    assert "photo.jpg" in report[1].message and report[1].hint
    qtbot.waitUntil(lambda: listed(page) == ["second", "São Paulo"])
    assert column.archive_strip.text().count("was imported") == 2
    qtbot.mouseClick(column.list.view.viewport(), LEFT, pos=QPoint(40, 20))
    column.delete()
    qtbot.waitUntil(lambda: listed(page) == ["São Paulo"])
    with qtbot.waitSignal(archive_jobs.ended, timeout=60_000):
        assert drop(page, archives[1:])
    qtbot.waitUntil(lambda: listed(page) == ["second", "São Paulo"])
    assert "was already in the store with all its runs" in column.archive_strip.text()


def test_that_a_file_that_is_being_taken_in_can_be_left(
    page: ResultsPage, archives: list[Path], report: list[CipherbenchError], qtbot: QtBot
) -> None:
    column, beats = column_of(page), Beats(page)
    with qtbot.waitSignal(page.workbench.archive_jobs.ended, timeout=30_000):
        page.workbench.import_files(archives)
        (child,) = children()
        child.suspend()
        qtbot.mouseClick(column.archive_strip.cancel_button, LEFT)
        qtbot.waitUntil(lambda: beats.count > 20)  # the window goes on meanwhile
        child.resume()
    assert not column.archive_strip.isVisible() and not report and not page.workbench.busy
    page.refresh()
    qtbot.wait(100)
    assert listed(page) == []


class Beats(QObject):
    """Counts turns of the window's loop."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.count = 0
        self.startTimer(5)

    def timerEvent(self, event: QEvent) -> None:
        self.count += 1
