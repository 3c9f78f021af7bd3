"""The window's language is changed in its menu, without a restart."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.window.base.language import ENGLISH, install_language, language_name
from app.window.help.term_lookup import term_in
from app.window.main_window import MainWindow
from app.window.settings import settings
from app.window.view_menu import LanguageChange, LanguageMenu, chosen_language
from scripts.compile_texts import compile_into
from tests.app.prepared_servers import made_once
from tests.app.window.settling import part
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
    install_language(qapp, ENGLISH)
    QLocale.setDefault(before)


TRY = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QLocale
import app.window.base.language as language
language.files = lambda _: Path(sys.argv[1])
application = QCoreApplication([])
language.install_language(application)
print(QCoreApplication.translate("ServersPage", "Servers"), QLocale().toString(1.5, "f", 1))
"""


@pytest.mark.parametrize(
    ("lang", "wished", "text"),
    [
        ("en_US", "en_US:en:pt_BR", "Servers 1.5"),
        ("en_US", "de:pt_BR:en", "Servidores 1,5"),
        ("pt_BR", "en:pt_BR", "Servers 1,5"),
    ],
)
def test_that_the_first_language_that_the_user_wishes_is_spoken(
    lang: str, wished: str, text: str
) -> None:
    folder = made_once("spoken", lambda made: compile_into(made / "translations"))
    stored = {key: word for key, word in os.environ.items() if not key.startswith("LC_")}
    ended = subprocess.run(
        [sys.executable, "-c", TRY, folder],
        env=stored | {"LANG": f"{lang}.UTF-8", "LANGUAGE": wished},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert ended.stdout.strip() == text


def test_that_it_is_asked_before_what_a_new_window_lacks_is_lost(
    home: Path, tmp_path: Path, compiled: None, qtbot: QtBot
) -> None:
    window = MainWindow(str(tmp_path / "results.sqlite"))
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    window.workbench.servers.keep_password("bank", "of this session")
    menu, question = window.findChild(LanguageMenu), window.findChild(LanguageChange)
    assert isinstance(menu, LanguageMenu) and isinstance(question, LanguageChange)
    menu.actions()[-1].trigger()
    assert question.isVisible() and chosen_language(settings()) == ""
    words = [each.text() for each in question.findChildren(QLabel)]
    assert words[1] == "Passwords of this session are forgotten."
    keep = next(
        each for each in question.findChildren(QAbstractButton) if each.text().startswith("&Keep")
    )
    qtbot.mouseClick(keep, Qt.MouseButton.LeftButton)
    assert not question.isVisible() and isValid(window) and window.isVisible()
    assert [each.isChecked() for each in menu.actions()] == [True, False, False]
    window.workbench.close()


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
    menu = part(first, LanguageMenu)
    assert term_in("throughput") is not None
    names = [each.text() for each in menu.actions()]
    assert names == ["&System", language_name(ENGLISH), "Português (Brasil)"]
    menu.actions()[-1].trigger()
    qtbot.waitUntil(lambda: not isValid(first))
    assert term_in("vazão") is not None and term_in("throughput") is None
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


LETTERS = """
import sys
from pathlib import Path
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication
import app.window.base.language as language
from app.window.base.language_fonts import missing_letters_error
language.files = lambda _: Path(sys.argv[1])
application = QApplication([])
language.QLocale.setDefault(QLocale("ja"))
print(missing_letters_error(application), *application.font().families())
QLocale.setDefault(QLocale("km"))
print(missing_letters_error(application).message)
"""


@pytest.mark.usefixtures("compiled")
def test_that_a_file_dialog_speaks_it_too(qapp: QApplication, qtbot: QtBot) -> None:
    dialogs = []
    for code in (ENGLISH, "pt_BR"):
        install_language(qapp, code)
        dialog = QFileDialog()
        qtbot.addWidget(dialog)
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        labels = [each.text() for each in dialog.findChildren(QLabel)]
        buttons = [each.text() for each in dialog.findChildren(QPushButton)]
        dialogs.append({*filter(None, labels + buttons)})
    english, portuguese = dialogs
    assert len(english) == len(portuguese) == 5
    assert not english & portuguese


def test_that_letters_that_no_font_of_the_machine_has_are_brought_or_informed_of(
    tmp_path: Path,
) -> None:
    """Of a machine with DejaVu alone; no font that ships has Khmer."""
    config = tmp_path / "fonts.conf"
    config.write_text(
        f"<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir>"
        f"<cachedir>{tmp_path}/cache</cachedir></fontconfig>"
    )
    folder = made_once("spoken", lambda made: compile_into(made / "translations"))
    done = subprocess.run(
        [sys.executable, "-c", LETTERS, folder],
        env={**os.environ, "FONTCONFIG_FILE": str(config)},
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.splitlines() == [
        "None Noto Sans Noto Sans JP",
        "No font on this machine has the letters of Khmer.",
    ]
