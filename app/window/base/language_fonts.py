"""Fonts for the letters of the window's language, and the error where no font has them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from app.system.desktop.fonts import fixed_font_file, font_file, font_folder
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from widgets.look import fonts

_TEXT = font_file(), font_file(bold=True)


def load_fonts() -> CipherbenchError | None:
    """Load the fonts that ship; the error to show where no font has the language's letters."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    fonts.load_fonts(app, fixed_font_file(), _TEXT)
    return missing_letters_error(app)


def missing_letters_error(app: QApplication) -> CipherbenchError | None:
    """Load the fallback fonts that the window's language needs; the error to show if no font has
    its letters. It is in English in every language: nobody could read it otherwise."""
    locale = QLocale()
    message = QCoreApplication.translate("StartPage", "Connect to a database")
    letters = _letters(locale.nativeLanguageName() + message)
    if fonts.use_fallback_fonts(app, letters, _TEXT, sorted(font_folder().glob("*.ttf"))):
        return None
    return CipherbenchError(
        phrase("Letters missing"),
        phrase("No font on this machine has the letters of {language}."),
        phrase("Install one, or choose another language under View → Language."),
        language=QLocale.languageToString(locale.language()),
    )


def font_for_name(font: QFont, name: str) -> QFont:
    """The font in which a language's own name can be read."""
    return fonts.font_with_glyphs(font, _letters(name), _TEXT, sorted(font_folder().glob("*.ttf")))


def _letters(text: str) -> str:
    return "".join(sorted({each for each in text if each.isalpha()}))
