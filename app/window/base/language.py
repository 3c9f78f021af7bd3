"""The language that the window speaks: the system's, or one that the user chose."""

from __future__ import annotations

from importlib.resources import as_file, files

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

_QT_TRANSLATIONS = QLibraryInfo.LibraryPath.TranslationsPath
_PREFIX = "cipherbench_"
ENGLISH = "en"

_tr = QCoreApplication.translate
_OF_QT = (
    _tr("QFileDialog", "&Look in:"),
    _tr("QFileDialog", "Files of &type:"),
    _tr("QFileDialog", "Computer"),
    _tr("QTabBar", "Scroll Left"),
    _tr("QTabBar", "Scroll Right"),
)
"""Texts that Qt's own Portuguese lacks, or has in other words than ours, which is asked first."""


def languages() -> tuple[str, ...]:
    """Codes such as pt_BR; the texts of the program itself come first."""
    with as_file(files("assets") / "translations") as folder:
        found = (each.stem.removeprefix(_PREFIX) for each in folder.glob(f"{_PREFIX}*.qm"))
        return (ENGLISH, *sorted(found))


def spoken_language() -> str:
    """The code of the one that the window speaks."""
    code = QLocale().name()
    return code if code in languages() else ENGLISH


def language_name(code: str) -> str:
    """Its name as its speakers have it: “Português (Brasil)”."""
    if code == ENGLISH:
        return QLocale.languageToString(QLocale.Language.English)
    locale = QLocale(code)
    name = locale.nativeLanguageName().capitalize()
    return f"{name} ({locale.nativeTerritoryName()})" if "_" in code else name


def install_language(app: QCoreApplication, code: str = "") -> None:
    """Take a language for every text that is made from now on, with its way to write numbers and
    dates; without a code the system's, English where there is none of ours."""
    for each in app.findChildren(QTranslator):
        app.removeTranslator(each)
        each.deleteLater()
    code = code or _system_language()
    QLocale.setDefault(_locale(code))
    if code != ENGLISH:
        _install(app, code)


def _system_language() -> str:
    """The first that the user wishes. Qt would pass over English, of which there is no file, and
    take a later one."""
    ours = languages()
    for wished in (each.replace("-", "_") for each in QLocale.system().uiLanguages()):
        if wished in ours:
            return wished
        if wished.partition("_")[0] in (ENGLISH, "C"):
            break
    return ENGLISH


def _locale(code: str) -> QLocale:
    """As the system writes numbers where it is of this language; English as it is written in the
    user's country, if it is anywhere there."""
    system = QLocale.system()
    if code != ENGLISH:
        return system if system.name() == code else QLocale(code)
    if system.language() in (QLocale.Language.English, QLocale.Language.C):
        return system
    return QLocale(QLocale.Language.English, system.territory())


def _install(app: QCoreApplication, code: str) -> None:
    """Ours, and beside it Qt's own for the texts of its dialogs."""
    with as_file(files("assets") / "translations") as folder:
        ours = QTranslator(app)
        if not ours.load(f"{_PREFIX}{code}", str(folder)):
            return
    qt = QTranslator(app)
    if qt.load(QLocale(code), "qtbase", "_", QLibraryInfo.path(_QT_TRANSLATIONS)):
        app.installTranslator(qt)
    app.installTranslator(ours)
