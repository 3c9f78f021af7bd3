"""The window as a desktop opens it: by what it is known, and with a file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.results.store.store import open_store
from app.window.main_window import MainWindow
from app.window.pages.campaign.page import CampaignPage
from tests.app.typed import cipherbench
from tests.app.window.settling import await_, shown_error

pytestmark = pytest.mark.qt_log_ignore(
    "propagateSizeHints", "This plugin does not support", extend=True
)
KNOWN_AS = """
import json, sys
from PySide6.QtGui import QGuiApplication
from app.window import main_window, program

class Watched(main_window.MainWindow):
    def _after_first_paint(self):
        known = QGuiApplication.desktopFileName(), self.windowIcon().pixmap(64).width()
        print(json.dumps(known))
        self.close()
        QGuiApplication.quit()

main_window.MainWindow = program.MainWindow = Watched
program.open_window(sys.argv[1])
"""


@pytest.fixture
def window(home: Path, qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    made = MainWindow(str(tmp_path / "own.sqlite"))
    made.show()
    yield made
    made.workbench.close()
    made.close()
    made.deleteLater()


def test_that_a_desktop_knows_the_window_and_its_icon(home: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KNOWN_AS, str(tmp_path / "results.sqlite")],
        env={**os.environ, "CIPHERBENCH_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ["cipherbench", 64]


def test_that_a_plan_is_opened_on_its_page(
    window: MainWindow, filled: Path, tmp_path: Path
) -> None:
    plan = tmp_path / "mine.cipherbench.toml"
    plan.write_text(cipherbench("plan", "whole", "--store", filled).out)
    window.open_file(plan)
    page = window.page("campaign")
    assert isinstance(page, CampaignPage)
    await_(lambda: window.current_key() == "campaign" and page.campaign().name == "whole")


def test_that_an_archive_is_taken_in(window: MainWindow, filled: Path, tmp_path: Path) -> None:
    archive = tmp_path / "whole.cipherbench.zip"
    assert cipherbench("archive", "whole", "-o", archive, "--store", filled).code == 0
    window.open_file(archive)
    assert window.current_key() == "results"
    await_(lambda: window.workbench.archive_jobs.is_importing)
    await_(lambda: not window.workbench.archive_jobs.is_importing)
    with open_store(str(tmp_path / "own.sqlite"), write=False) as store:
        assert [each.name for each in store.campaigns()] == ["whole"]


def test_that_a_file_that_is_neither_is_an_error_in_the_window(
    window: MainWindow, tmp_path: Path
) -> None:
    (tmp_path / "poem.txt").write_text("no plan")
    window.open_file(tmp_path / "poem.txt")
    assert "poem.txt" in shown_error(window).text()
