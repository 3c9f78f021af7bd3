"""The guide calls what the window shows as the window does: its names in italics."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.words.test_translations import FOLDER, LANGUAGES, forms

ROOT = FOLDER.parents[1]
LESSONS = ROOT / "assets" / "lessons"


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_a_translated_guide_uses_the_words_of_the_window(language: str) -> None:
    """Of its pages and its README, except the name of the page in English."""
    shown = {_name(form.text) for form in forms(language)}
    shown |= {_title(each) for each in LESSONS.glob(f"*.{language}.toml")}
    pages = (*ROOT.glob(f"README.{language}.md"), *ROOT.glob(f"docs/{language}/**/*.md"))
    wrong = [each for each in _names_in(pages) if each not in shown]
    assert not [each for each in wrong if not each.startswith("In English: ")]


def test_that_the_english_guide_uses_the_words_of_the_window() -> None:
    """Where a name begins with a capital; one may stand for texts in which values are filled in,
    and a way through menus for each name on it."""
    shown = {_name(form.english) for language in LANGUAGES for form in forms(language)}
    shown |= {_title(each) for each in LESSONS.glob("*.toml")}
    filled = [_filled(each) for each in shown if re.search(r"\w.*\{|\}.*\w", each)]
    pages = (ROOT / "README.md", *(ROOT / "docs" / "guide").glob("*.md"))
    names = {each for each in _names_in(pages) if each[0].isupper()}
    wrong = [
        name
        for name in names
        for step in name.split(" → ")
        if _name(step) not in shown and not any(each.fullmatch(step) for each in filled)
    ]
    assert not [each for each in wrong if not each.startswith("Em português: ")]


def _names_in(pages: Iterable[Path]) -> list[str]:
    return [name for page in pages for name in _in_italics(page.read_text("utf-8"))]


def _in_italics(page: str) -> list[str]:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page, flags=re.DOTALL)
    return [" ".join(each.split()) for each in re.findall(r"(?<![*\w])\*([^*]+)\*(?![*\w])", text)]


def _name(text: str) -> str:
    """Of a button, menu, field or advice, as one says it."""
    return text.replace("&", "").rstrip("…:. ").partition("\t")[0]


def _filled(text: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)))


def _title(lesson: Path) -> str:
    title: str = tomllib.loads(lesson.read_text("utf-8"))["title"]
    return title
