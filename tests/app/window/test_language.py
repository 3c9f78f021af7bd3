"""The window's language is changed in its menu, without a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.window.base.language import ENGLISH, language_name, speak
from app.window.language_menu import LanguageMenu, chosen_language
from app.window.main_window import MainWindow
from app.window.theme_menu import settings
from scripts.compile_texts import compile_into
from tests.app.laid_out import made_once
from widgets.parts.rail import NavigationRail

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "This plugin does not support", extend=True),
    pytest.mark.slow,
]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Iterator[None]:
    """The translations that ship; afterwards all is English again."""
    folder = made_once("spoken", lambda made: compile_into(made / "translations"))
    monkeypatch.setattr("app.window.base.language.files", lambda _: folder)
    before = QLocale()
    yield
    speak(qapp, ENGLISH)
    QLocale.setDefault(before)


def shown() -> MainWindow:
    (window,) = (
        each
        for each in QApplication.topLevelWidgets()
        if isinstance(each, MainWindow) and each.isVisible()
    )
    return window


def test_that_a_language_is_taken_at_once_and_remembered(
    home: Path, tmp_path: Path, compiled: None, qtbot: QtBot
) -> None:
    first = MainWindow(str(tmp_path / "results.sqlite"))
    with qtbot.waitExposed(first):
        first.show()
    first.show_page("campaign")
    menu = first.findChild(LanguageMenu)
    assert isinstance(menu, LanguageMenu)
    names = [each.text() for each in menu.actions()]
    assert names == ["&System", language_name(ENGLISH), "Português (Brasil)"]
    menu.actions()[-1].trigger()
    qtbot.waitUntil(lambda: not isValid(first))
    window = shown()
    rail = window.findChild(NavigationRail)
    assert isinstance(rail, NavigationRail) and rail.current() == "campaign"
    entry = rail.findChild(QAbstractButton, "rail-servers")
    assert isinstance(entry, QAbstractButton) and entry.text() == "Servidores"
    assert QLocale().decimalPoint() == ","
    assert chosen_language(settings()) == "pt_BR"
    window.workbench.close()
    window.close()
    window.deleteLater()
