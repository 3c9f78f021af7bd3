"""Every page in each language that ships whole: nothing is English, nothing is cut off."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.window.base.language import ENGLISH, install_language
from app.window.help.term_lookup import term_in
from app.window.main_window import MainWindow
from app.window.pages.lessons.lessons_view import LessonsView
from scripts.compile_texts import compile_into
from tests.app.prepared_servers import made_once
from tests.app.window.settling import settle
from tests.app.window.test_help import WORDS
from tests.words.clipping import clipped
from tests.words.english import English, all_texts
from tests.words.test_translations import messages
from tests.words.walking import KEYS, opened, views

FOLDER = Path(__file__).parents[2] / "assets" / "translations"
SPOKEN = ["pt_BR"]

pytestmark = [
    pytest.mark.usefixtures("children_forked"),
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]


@pytest.fixture(scope="module", params=SPOKEN)
def spoken(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[English]:
    """The language, and what of English is not in it."""
    folder = made_once("spoken", lambda made: compile_into(made / "translations"))
    before = QLocale()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("app.window.base.language.files", lambda _: folder)
        install_language(qapp, request.param)
    yield English(FOLDER / f"cipherbench_{request.param}.ts")
    install_language(qapp, ENGLISH)
    QLocale.setDefault(before)


def test_that_english_is_found(spoken: English) -> None:
    assert spoken.found_in("Servers") == "Servers" and not spoken.found_in("Servidores")
    assert spoken.found_in("“clinic” is there twice") and not spoken.found_in("“clinic” is new")


def test_that_words_few_know_are_explained_in_each_language(spoken: English) -> None:
    (language,) = SPOKEN
    labels = {
        (message.findtext("source") or "").replace("&", ""): message.findtext("translation") or ""
        for _, message in messages(language)
    }
    known = {word: labels[word].replace("&", "") for word in WORDS if word in labels}
    assert len(known) > 15
    assert [label for label in known.values() if term_in(label) is None] == []


def test_that_no_page_has_english_or_cuts_its_texts(
    home: Path, tmp_path: Path, qapp: QApplication, spoken: English, qtbot: QtBot
) -> None:
    report: dict[str, None] = {}
    with opened(tmp_path / "results.sqlite", qapp) as window:
        for key in KEYS:
            for name, page in views(window, key, qtbot):
                report |= dict.fromkeys(look_at(window, page, name, spoken, qtbot))
        report |= dict.fromkeys(look_at_lessons(window, spoken, qtbot))
    assert not report, "\n" + "\n".join(report)


def look_at_lessons(window: MainWindow, spoken: English, qtbot: QtBot) -> Iterator[str]:
    """Each lesson, at its first step."""
    page = window.page("lessons")
    window.show_page("lessons")
    view = page.findChild(LessonsView)
    assert isinstance(view, LessonsView)
    for name in list(view.list.cards):
        view.list.cards[name].click()
        assert view.lesson is not None
        settle(page, qtbot)
        yield from look_at(window, view.lesson, f"lesson-{name}", spoken, qtbot)
        view.leave()


def look_at(
    window: MainWindow, page: QWidget, name: str, spoken: English, qtbot: QtBot
) -> Iterator[str]:
    """What is cut off or English, once the window has come to rest."""
    with suppress(qtbot.TimeoutError):
        qtbot.waitUntil(lambda: not any(clipped(window)), timeout=5_000)
    if folder := os.environ.get("CIPHERBENCH_SPOKEN_PICTURES"):
        window.grab().save(f"{folder}/{name}.png")
    yield from (f"{name}: {each}" for each in clipped(window))
    for kind, text in all_texts(page):
        if english := spoken.found_in(text):
            yield f"{name}: {kind} {text!r} has {english!r}"
