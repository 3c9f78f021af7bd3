"""A second program on one store: told at once who writes, kept up to date, refused before anything
is started, and offered another store."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QListView, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.plan.campaign import PlannedProtection
from app.plan.plan_file import write_plan
from app.window.main_window import MainWindow
from app.window.notices.store_watch import StoreStrip
from engines.contract.endpoint import Source
from engines.contract.protection import PLAINTEXT
from engines.servers.server import ServerSpec
from tests.app.quick import quick_campaign
from tests.app.typed import Started
from tests.app.window.settling import part
from widgets.parts.error_panel import ErrorPanel
from workloads.web_users.parameters import WebUsersParameters

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]
LEFT = Qt.MouseButton.LeftButton
TINY = quick_campaign(
    "from elsewhere",
    (ServerSpec("sqlite", Source.EMBEDDED, "sqlite"),),
    (PlannedProtection(PLAINTEXT),),
    WebUsersParameters(read_rate=(1.0,), write_rate=(1.0,), users=10),
)
"""Ten minutes of nearly nothing, so that the other program takes no time from the window."""


@pytest.fixture
def store(home: Path, tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


@pytest.fixture
def other(store: Path, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A command line that runs a long campaign into the store."""
    plan = tmp_path / "plan.toml"
    plan.write_text(write_plan(TINY))
    program = Started(
        *("run", plan, "--store", store), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    yield program
    program.terminate()
    program.wait(60)


@pytest.fixture
def window(store: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    made = MainWindow(str(store))
    with qtbot.waitActive(made):
        made.show()
    yield made
    if isValid(made):  # it goes when another takes its place
        made.workbench.close()
        made.close()
        made.deleteLater()


def named(page: QWidget, text: str) -> list[QPushButton]:
    return [each for each in page.findChildren(QPushButton) if each.text() == text]


def test_that_who_writes_is_reported_refused_and_retained_up_with_until_it_ends(
    window: MainWindow, other: subprocess.Popen[bytes], qtbot: QtBot
) -> None:
    strip = part(window, StoreStrip)
    qtbot.waitUntil(strip.isVisible)
    assert re.search(rf"process {other.pid}, started at \d\d:\d\d", strip.text())
    began: list[object] = []
    window.workbench.campaign_started.connect(began.append)
    window.workbench.start(TINY)
    errors = part(window, ErrorPanel)
    assert errors.isVisible() and f"process {other.pid}" in errors.text()
    assert not window.workbench.running and began == [], "no “starting servers” before"
    window.show_page("results")
    listed = part(window.page("results"), QListView)
    qtbot.waitUntil(lambda: listed.model().rowCount() == 1)
    qtbot.waitUntil(lambda: bool(named(window.page("results"), "&Delete")))  # made when it is read
    (delete,) = named(window.page("results"), "&Delete")
    qtbot.waitUntil(delete.isVisible)
    assert not delete.isEnabled() and errors.isVisible()
    other.terminate()
    qtbot.waitUntil(strip.isHidden)
    assert errors.isHidden() and not errors.text(), "what names that program goes with it"
    qtbot.waitUntil(delete.isEnabled)


def test_that_another_store_is_offered(
    window: MainWindow, other: subprocess.Popen[bytes], qtbot: QtBot, tmp_path: Path
) -> None:
    strip = part(window, StoreStrip)
    qtbot.waitUntil(strip.isVisible)
    qtbot.mouseClick(strip.other_button, LEFT)
    dialog = part(window, QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "mine.sqlite"))
    dialog.reject()
    qtbot.waitUntil(lambda: not isValid(window))
    (opened,) = (
        each
        for each in QApplication.topLevelWidgets()
        if isinstance(each, MainWindow) and each.isVisible()
    )
    assert opened.workbench.store_url == str(tmp_path / "mine.sqlite")
    assert part(opened, StoreStrip).isHidden()
    opened.close()
    assert opened.workbench.busy is False
    assert other.poll() is None, "the other program goes on"


BY_ITSELF = """
import signal, sys
from PySide6.QtCore import QTimer
from app.window import main_window, program

class Acting(main_window.MainWindow):
    def showEvent(self, event):
        if self.workbench.store_url == sys.argv[1]:
            QTimer.singleShot(800, self, self.act)

    def act(self):
{act}

main_window.MainWindow = program.MainWindow = Acting
sys.exit(program.open_window(sys.argv[1]))
"""
"""A program whose first window does something once it is shown."""
MOVING = BY_ITSELF.format(
    act="""
        self.use_store(sys.argv[2])
        print("moved", flush=True)
"""
)
IN_THE_MIDDLE = BY_ITSELF.format(
    act="""
        signal.raise_signal(int(sys.argv[2]))
        print("whole" if self.isVisible() else "closed in the middle of its work", flush=True)
"""
)


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_that_a_signal_ends_the_program_after_it_moved_to_another_store(
    number: signal.Signals, home: Path, tmp_path: Path
) -> None:
    stores = [str(tmp_path / name) for name in ("first.sqlite", "second.sqlite")]
    with subprocess.Popen(
        [sys.executable, "-c", MOVING, *stores], stdout=subprocess.PIPE, text=True
    ) as program:
        guard = threading.Timer(30, program.kill)
        guard.daemon = True
        guard.start()
        assert program.stdout and program.stdout.readline() == "moved\n"
        time.sleep(1)
        program.send_signal(number)
        assert program.wait() == 0
        guard.cancel()


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.exhaustive)]
)
def test_that_a_signal_waits_until_the_window_has_done_what_it_does(
    number: signal.Signals, home: Path, tmp_path: Path
) -> None:
    """It may come while a module is imported: to wait for a thread there, which imports as well,
    would be for ever."""
    output = subprocess.run(
        [sys.executable, "-c", IN_THE_MIDDLE, tmp_path / "store.sqlite", str(int(number))],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert output.stdout == "whole\n"
