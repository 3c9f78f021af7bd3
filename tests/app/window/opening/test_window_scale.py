"""Text size: chosen in the menu, remembered, and taken when the program starts again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.window import view_menu
from app.window.main_window import MainWindow
from app.window.settings import settings
from app.window.view_menu import RestartQuestion, TextSizeMenu, chosen_size
from tests.app.window.settling import shown_window

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not", extend=True)
LEFT = Qt.MouseButton.LeftButton

BEGUN = """
import os
from PySide6.QtWidgets import QApplication
from app.window.view_menu import chosen_size, scaled_to
from app.window.settings import settings

with scaled_to(chosen_size(settings())):
    app = QApplication([])
print(app.primaryScreen().devicePixelRatio(), os.environ.get("QT_SCALE_FACTOR"))
"""
TWICE = """
import sys
from pathlib import Path
from app.window.view_menu import restart_program

told = Path(sys.argv[1])
if told.exists():
    told.with_suffix(".again").touch()
else:
    told.touch()
    assert restart_program()
"""


@pytest.fixture
def window(qtbot: QtBot, home: Path, tmp_path: Path, qapp: QApplication) -> Iterator[MainWindow]:
    settings().clear()
    with shown_window(str(tmp_path / "results.sqlite")) as made:
        yield made


def test_that_the_menu_keeps_a_size_and_asks_whether_to_start_again(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    begun: list[bool] = []

    def restart_program() -> bool:
        begun.append(True)
        return False

    monkeypatch.setattr(view_menu, "restart_program", restart_program)
    menu, asked = window.findChild(TextSizeMenu), window.findChild(RestartQuestion)
    assert menu is not None and asked is not None
    for down, percent, yes in ((3, 150, False), (5, 200, True)):
        menu.popup(window.mapToGlobal(window.rect().center()))
        qtbot.waitUntil(menu.isVisible)
        for _ in range(down):
            qtbot.keyClick(menu, Qt.Key.Key_Down)
        qtbot.keyClick(menu, Qt.Key.Key_Return)
        qtbot.waitUntil(asked.isVisible)
        assert chosen_size(settings()) == percent
        later, again = (
            next(each for each in asked.findChildren(QPushButton) if each.text() == text)
            for text in ("&Later", "&Start again")
        )
        qtbot.mouseClick(again if yes else later, LEFT)
        assert begun == [True] * yes
        assert asked.isHidden()


@pytest.mark.parametrize(
    ("stored", "own", "ratio"), [("150", "", 1.5), ("200", "1.25", 2.5), ("7", "", 1.0)]
)
def test_that_the_next_start_has_it_and_what_we_start_has_not(
    tmp_path: Path, stored: str, own: str, ratio: float
) -> None:
    (tmp_path / "window.ini").write_text(f"[General]\ntext-size={stored}\n")
    given = {"QT_SCALE_FACTOR": own} if own else {}
    output = run(["-c", BEGUN], {"CIPHERBENCH_HOME": str(tmp_path), **given})
    assert output.split() == [str(ratio), own or "None"]


def test_that_the_program_starts_again_as_it_was_started(tmp_path: Path, qtbot: QtBot) -> None:
    script, report = tmp_path / "twice.py", tmp_path / "told"
    script.write_text(TWICE)
    run([str(script), str(report)], {})
    qtbot.waitUntil((tmp_path / "told.again").exists)


def run(arguments: list[str], given: dict[str, str]) -> str:
    saved = {key: value for key, value in os.environ.items() if key != "QT_SCALE_FACTOR"}
    return subprocess.run(
        [sys.executable, *arguments],
        env={**saved, "QT_QPA_PLATFORM": "offscreen", **given},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout
