"""Pages are built when they are first opened, and nothing is imported while something runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from app.results.store.store import open_store
from app.window.main_window import MainWindow
from app.window.page_list import HIDDEN_PAGES, RAIL_PAGES
from app.window.settings import settings
from tests.app.window.settling import await_

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)


_WATCH = "import sys; from tests.app.window.opening.watched_imports import main; main(sys.argv[1])"
"""By `-m`, the campaign's process would import the window once more, as the main module."""


@pytest.fixture(scope="module")
def seen(home: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a window saw in which a real campaign ran while every page was opened."""
    store = tmp_path_factory.mktemp("watched") / "results.sqlite"
    done = subprocess.run(
        [sys.executable, "-c", _WATCH, str(store)],
        env={**os.environ, "CIPHERBENCH_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return report


@pytest.fixture
def window(home: Path, qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    settings().clear()
    made = MainWindow(str(tmp_path / "own.sqlite"))
    made.show()
    yield made
    made.workbench.close()
    made.close()
    made.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.slow
def test_that_a_first_window_imports_and_builds_the_page_in_front_alone(
    seen: dict[str, Any],
) -> None:
    assert seen["painted"] == ["app.window.pages.start.page"]
    assert seen["built"] == ["start"]


@pytest.mark.slow
def test_that_a_first_window_is_painted_before_heavy_libraries_are_loaded(
    seen: dict[str, Any],
) -> None:
    assert seen["heavy"] == []


@pytest.mark.slow
def test_that_the_windows_thread_imports_nothing_while_a_campaign_runs(
    seen: dict[str, Any],
) -> None:
    assert seen["status"] == ["done"]
    assert seen["opened"] == sorted(place.key for place in (*RAIL_PAGES, *HIDDEN_PAGES))
    assert seen["imported"] == []


@pytest.mark.slow
def test_that_nothing_of_several_machines_is_loaded_with_one(seen: dict[str, Any]) -> None:
    assert seen["of several machines"] == []


def test_that_a_window_is_painted_before_engines_ciphers_and_charts_are_loaded(
    home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "results.sqlite"
    open_store(str(file), write=True).close()
    heavy = ("engines.base.engine", "cryptography", "numpy", "pyqtgraph", "sqlalchemy", "PIL")
    done = subprocess.run(
        [sys.executable, "-m", "tests.app.window.opening.first_paint_imports", str(file), *heavy],
        env={**os.environ, "CIPHERBENCH_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [["servers"], []]


def test_that_pages_are_built_when_they_are_opened(window: MainWindow, qtbot: QtBot) -> None:
    await_(lambda: window.loaded)
    assert window.built_pages() == ["start"]
    qtbot.keyClick(window, "2", Qt.KeyboardModifier.ControlModifier)
    assert window.built_pages() == ["start", "campaign"]
    assert window.page("campaign").isVisible()


def test_that_the_rail_names_pages_that_are_not_built(window: MainWindow) -> None:
    names = []
    for place in RAIL_PAGES:
        entry = window.findChild(QAbstractButton, f"rail-{place.key}")
        assert isinstance(entry, QAbstractButton)
        read_out = QAccessible.queryAccessibleInterface(entry)
        assert read_out is not None
        names.append(read_out.text(QAccessible.Text.Name))
    assert names == ["Start", "Servers", "Campaign", "Run", "Results", "Patterns", "Lessons"]
    assert window.built_pages() == ["start"]
