"""Lessons on paper: one page each in fonts of ours, and answers only where they are asked for."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from app.lessons.lesson_reading import open_lesson, read_lesson
from app.report.files.lesson_sheet import SheetWords, build_sheet

OURS = {f"NotoSans{of}-{weight}" for of in ("", "JP") for weight in ("Regular", "Bold")}
LESSONS = sorted((Path(__file__).parents[3] / "assets" / "lessons").glob("*.toml"))


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_that_a_lesson_is_one_page_with_and_without_answers(path: Path) -> None:
    lesson, words = read_lesson(path), SheetWords(language=open_lesson(path).language)
    reasons = [ask.because for _, _, ask in lesson.asked()]
    for answers in (False, True):
        pages = PdfReader(BytesIO(build_sheet(lesson, words, answers=answers))).pages
        assert len(pages) == 1
        text = solid(pages[0].extract_text())
        assert solid(lesson.title) in text and solid(lesson.question) in text
        assert [solid(each) in text for each in reasons] == [answers] * len(reasons)
        fonts = pages[0]["/Resources"]["/Font"].values()  # type: ignore[index]
        assert {str(each["/BaseFont"]).partition("+")[2] for each in fonts} <= OURS


def solid(text: str) -> str:
    """Without spaces, which paper has at other places: lines of Japanese end within words."""
    return "".join(text.split())
