"""The letters of the language that is spoken: whether the window can draw them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication

from app.system.desktop.fonts import font_folder
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from widgets.look.fonts import bring_letters


def without_letters(app: QApplication) -> CipherbenchError | None:
    """Bring the fonts that ship for the language spoken, if it needs them; what to say if there is
    none. In such a language nobody could read it, so its file leaves that text in English."""
    locale = QLocale()
    said = QCoreApplication.translate("StartPage", "Connect to a database")
    letters = {each for each in locale.nativeLanguageName() + said if each.isalpha()}
    if bring_letters(app, "".join(sorted(letters)), sorted(font_folder().glob("*.ttf"))):
        return None
    return CipherbenchError(
        phrase("Letters missing"),
        phrase("No font on this machine has the letters of {language}."),
        phrase("Install one, or choose another language under View → Language."),
        language=QLocale.languageToString(locale.language()),
    )
