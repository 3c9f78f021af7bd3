"""The thread that reads the results store for a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Timer

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from app.results.store.store import Store, open_store
from app.window.base.store_reader import StoreReader
from app.window.page_list import PageImports
from tests.patience import PatientBot


@pytest.fixture
def reader(tmp_path: Path, qtbot: PatientBot) -> Iterator[StoreReader]:
    del qtbot
    url = str(tmp_path / "results.sqlite")
    open_store(url, write=True).close()
    page = QObject()
    made = StoreReader(url, page)
    yield made
    made.close()


def test_that_what_is_read_comes_back_on_the_windows_thread(
    reader: StoreReader, qtbot: PatientBot
) -> None:
    got: list[object] = []
    reader.read(lambda store: store.campaigns(), got.append)
    qtbot.waitUntil(lambda: got == [[]])


def test_that_a_page_that_is_closed_is_given_nothing_any_more(reader: StoreReader) -> None:
    begun, got = Event(), list[object]()

    def read(store: Store) -> int:
        begun.set()
        return len(store.campaigns())

    reader.read(read, got.append)
    begun.wait()
    reader.close()  # waits for the job, whose result is on its way by now
    QApplication.processEvents()
    assert got == []


def test_that_who_asks_when_it_is_closed_already_meets_no_error(reader: StoreReader) -> None:
    """As a run page does whose campaign ends while the window closes."""
    asked = list[object]()
    reader.close()
    reader.read(asked.append, asked.append)
    reader.write(asked.append, lambda: asked.append(None))
    QApplication.processEvents()
    assert asked == []


def test_that_a_page_that_goes_without_closing_it_waits_for_the_job_nearby(
    qtbot: PatientBot, tmp_path: Path
) -> None:
    """What the thread told by an object that was just being destroyed took the program along."""
    del qtbot
    page, begun, let_go, over = QObject(), Event(), Event(), list[bool]()

    def job(_: Store) -> None:
        begun.set()
        let_go.wait()
        over.append(True)

    made = StoreReader(str(tmp_path / "results.sqlite"), page)
    made.write(job, lambda: None)
    begun.wait()
    Timer(0.1, let_go.set).start()
    page.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert over == [True]


def test_that_charts_come_though_a_module_cannot_be_imported(
    qtbot: PatientBot, caplog: pytest.LogCaptureFixture
) -> None:
    """They are built when imports ahead are over: one that no system but Linux has kept them away
    for ever."""
    parent = QObject()
    warm_up = PageImports(["no_such_page"], parent)
    with qtbot.waitSignal(warm_up.finished):
        warm_up.start()
    assert warm_up.done
    assert "no_such_page" in caplog.text
