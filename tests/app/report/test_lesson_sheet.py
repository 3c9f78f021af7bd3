"""Lessons on paper: one page each, and answers only where they are asked for."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from app.lessons.reading import read_lesson
from app.report.files.lesson_sheet import SheetWords, sheet

LESSONS = sorted((Path(__file__).parents[3] / "assets" / "lessons").glob("*.toml"))


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_that_a_lesson_is_one_page_with_and_without_answers(path: Path) -> None:
    lesson = read_lesson(path)
    reasons = [ask.because for _, _, ask in lesson.asked()]
    for answers in (False, True):
        pages = PdfReader(BytesIO(sheet(lesson, SheetWords(), answers=answers))).pages
        assert len(pages) == 1
        text = " ".join(pages[0].extract_text().split())
        assert lesson.question in text
        assert [" ".join(each.split()) in text for each in reasons] == [answers] * len(reasons)
