"""A window that is killed in the middle of a load of many clients."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from app.plan.status import Status
from app.results.store.store import open_store
from tests.patience import PATIENCE, wait_until
from tests.requirements import spec_of
from tests.workloads.own.test_mix import PLAN, TEXT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="counts /proc")]

_STARTED_S = 240
"""Server, tables and 64 processes took 26 s where little else ran, more than 120 s at load 20."""
_WINDOW = """
import sys
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.window.main_window import MainWindow
from app.window.program import open_window


def start() -> None:
    window = next(each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow))
    if window.current_key() == "campaign":
        page = window.page("campaign")
        if page.summary.start_button.isEnabled():
            timer.stop()
            QTest.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


timer = QTimer(interval=100)
timer.timeout.connect(start)
QTimer.singleShot(0, timer.start)
open_window(sys.argv[1], Path(sys.argv[2]))
"""


@pytest.fixture
def own_home(home: Path, tmp_path: Path) -> Iterator[Path]:
    """A home whose servers are those of this test alone."""
    made = home / "killed"
    made.mkdir(mode=0o755)
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.mark.parametrize(
    ("engine", "clients"),
    [
        ("postgresql", 16),
        pytest.param("postgresql", 64, marks=pytest.mark.exhaustive),
        pytest.param("mariadb", 16, marks=pytest.mark.exhaustive),
        pytest.param("mariadb", 64, marks=pytest.mark.exhaustive),
        pytest.param("mysql", 64, marks=pytest.mark.exhaustive),
    ],
)
def test_that_nothing_of_a_killed_window_goes_on(
    engine: str, clients: int, own_home: Path, tmp_path: Path
) -> None:
    """Clients that encrypt in the application are processes. The campaign's process outlives the
    window until it has stopped its servers."""
    (tmp_path / "mix.toml").write_text(TEXT.replace("seconds = 1.5", "seconds = 600"))
    plan, server = PLAN.replace("sqlite", engine), spec_of(engine)
    plan = plan.replace('"embedded"', f'"{server.source}"')
    if server.binaries:
        plan = plan.replace("[[server]]", f'[[server]]\nbinaries = "{server.binaries}"')
    plan = plan.replace("warmups = 0", "warmups = 0\ncontrol = false")
    (tmp_path / "plan.toml").write_text(plan.format(more=f"clients = [{clients}]"))
    store = f"sqlite:///{tmp_path}/store.sqlite"
    window = subprocess.Popen(
        [sys.executable, "-c", _WINDOW, store, str(tmp_path / "plan.toml")],
        env={**os.environ, "CIPHERBENCH_HOME": str(own_home)},
    )
    try:
        alive = psutil.Process(window.pid)
        wait_until(lambda: forked(alive) > clients or window.poll() is not None, _STARTED_S)
        assert window.poll() is None
        family = alive.children(recursive=True)
    finally:
        window.kill()
        window.wait()
    _, left = psutil.wait_procs(family, timeout=60 * PATIENCE)
    assert [each.cmdline() for each in left] == []
    assert list((own_home / "servers").iterdir()) == []
    with open_store(store, write=False) as stored:
        assert [each.status for each in stored.campaigns()] == [Status.CANCELLED]


def forked(program: psutil.Process) -> int:
    """How many processes of a campaign, its workers and their lanes there are."""
    found = 0
    for each in program.children(recursive=True):
        with suppress(psutil.Error):
            found += "forkserver" in " ".join(each.cmdline())
    return found
