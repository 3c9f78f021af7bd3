"""A lesson in the whole window by mouse alone, from the list of lessons to its printed sheets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader
from PySide6.QtWidgets import QApplication, QWidget

from app.window.base.language import ENGLISH, install_language
from app.window.main_window import MainWindow
from app.window.settings import settings
from scripts.lesson_walk.walk import Camera, LessonWalk
from tests.app.window.settling import shown_window
from widgets.look.theme import apply_theme

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]


class GreyOnce(Camera):
    """Makes a copy in grey of its first picture alone, which takes longer than the picture."""

    def take(self, window: QWidget, part: str, name: str) -> None:
        super().take(window, part, name)
        self._visions = ()


@pytest.fixture
def window(home: Path, tmp_path: Path, qapp: QApplication) -> Iterator[MainWindow]:
    """It speaks Portuguese, on a projector."""
    settings().clear()
    apply_theme(qapp, "light")
    install_language(qapp, "pt_BR")
    with shown_window(str(tmp_path / "results.sqlite"), (1024, 768)) as made:
        yield made
    install_language(qapp, ENGLISH)
    qapp.setStyleSheet("")


def text_of(sheet: Path) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(sheet).pages).split())


@pytest.mark.exhaustive  # the same lesson: test_lessons.py; its sheets: report/test_lesson_sheet.py
def test_that_a_mouse_suffices_from_the_list_to_the_printed_sheets(
    window: MainWindow, tmp_path: Path
) -> None:
    report = LessonWalk(window, GreyOnce(tmp_path, ["grey"]), "tamper", tmp_path).go()
    assert (report.stopped, report.wrong, report.cut) == ("", [], [])
    assert report.challenge
    reason = "O CTR faz o XOR do texto com um fluxo de chave."
    assert "Alterar sem a chave" in text_of(tmp_path / "tamper-sheet.pdf")
    assert reason not in text_of(tmp_path / "tamper-sheet.pdf")
    assert reason in text_of(tmp_path / "tamper-answers.pdf")
    seen = Image.open(tmp_path / "tamper-01-list-grey.png").convert("RGB")
    red, green, blue = (band.tobytes() for band in seen.split())
    assert red == green == blue
