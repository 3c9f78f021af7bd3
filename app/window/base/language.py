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
        _install(app)


def _locale(code: str) -> QLocale:
    """English as it is written in the user's country, if it is anywhere there."""
    system = QLocale.system()
    if code and code != ENGLISH:
        return QLocale(code)
    if not code or system.language() in (QLocale.Language.English, QLocale.Language.C):
        return system
    return QLocale(QLocale.Language.English, system.territory())


def _install(app: QCoreApplication) -> None:
    """Ours for the locale, and beside it Qt's own for the texts of its dialogs."""
    with as_file(files("assets") / "translations") as folder:
        ours = QTranslator(app)
        if not ours.load(QLocale(), "cipherbench", "_", str(folder)):
            return
    qt = QTranslator(app)
    if qt.load(QLocale(), "qtbase", "_", QLibraryInfo.path(_QT_TRANSLATIONS)):
        app.installTranslator(qt)
    app.installTranslator(ours)
