"""The language that the window speaks: the system's, or one that the user chose."""

from __future__ import annotations

from importlib.resources import as_file, files

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

_QT_TRANSLATIONS = QLibraryInfo.LibraryPath.TranslationsPath
_PREFIX = "cipherbench_"
ENGLISH = "en"


def languages() -> tuple[str, ...]:
    """Codes of those that there are, such as pt_BR; the texts of the program itself come first."""
    with as_file(files("assets") / "translations") as folder:
        found = sorted(each.stem.removeprefix(_PREFIX) for each in folder.glob(f"{_PREFIX}*.qm"))
    return (ENGLISH, *found)


def language_name(code: str) -> str:
    """Its name as its speakers have it: “Português (Brasil)”."""
    if code == ENGLISH:
        return QLocale.languageToString(QLocale.Language.English)
    locale = QLocale(code)
    name = locale.nativeLanguageName().capitalize()
    return f"{name} ({locale.nativeTerritoryName()})" if "_" in code else name


def speak(app: QCoreApplication, code: str = "") -> None:
    """Take a language for every text that is made from now on, with its way to write numbers and
    dates; without a code the system's, English where there is none of ours."""
    for each in app.findChildren(QTranslator):
        app.removeTranslator(each)
        each.deleteLater()
    QLocale.setDefault(_locale(code))
    if code != ENGLISH:
        install_translation(app)


def _locale(code: str) -> QLocale:
    """English as it is written in the user's country, if it is anywhere there."""
    system = QLocale.system()
    if code and code != ENGLISH:
        return QLocale(code)
    if not code or system.language() in (QLocale.Language.English, QLocale.Language.C):
        return system
    return QLocale(QLocale.Language.English, system.territory())


def install_translation(app: QCoreApplication, locale: QLocale | None = None) -> bool:
    """Take assets/translations/cipherbench_LL.qm for a locale, else that of all numbers, and beside
    it Qt's own for the texts of its dialogs; whether there is one of ours."""
    locale = locale or QLocale()
    with as_file(files("assets") / "translations") as folder:
        ours = QTranslator(app)
        if not ours.load(locale, "cipherbench", "_", str(folder)):
            return False
    qt = QTranslator(app)
    if qt.load(locale, "qtbase", "_", QLibraryInfo.path(_QT_TRANSLATIONS)):
        app.installTranslator(qt)
    return app.installTranslator(ours)
