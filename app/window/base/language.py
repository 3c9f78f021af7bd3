"""The window's language: the system's, or one that the user chose. Installs its translations."""

from __future__ import annotations

from importlib.resources import as_file, files

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

_QT_TRANSLATIONS = QLibraryInfo.LibraryPath.TranslationsPath
_PREFIX = "cipherbench_"
ENGLISH = "en"

_tr = QCoreApplication.translate
_QT_TEXTS = (
    _tr("QFileDialog", "&Look in:"),
    _tr("QFileDialog", "Files of &type:"),
    _tr("QFileDialog", "Computer"),
    _tr("QTabBar", "Scroll Left"),
    _tr("QTabBar", "Scroll Right"),
)
"""Texts of Qt's dialogs that our translation files have too, which are asked before Qt's own: its
Portuguese lacks these or words them otherwise."""


def languages() -> tuple[str, ...]:
    """Codes such as pt_BR; English first, in which the program is written."""
    with as_file(files("assets") / "translations") as folder:
        found = (each.stem.removeprefix(_PREFIX) for each in folder.glob(f"{_PREFIX}*.qm"))
        return (ENGLISH, *sorted(found))


def current_language() -> str:
    """The code of the window's language."""
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
    """Use a language, with its number and date formats, for every text made from now on. Without a
    code it is the system's, or English where there is no translation into that."""
    for each in app.findChildren(QTranslator):
        app.removeTranslator(each)
        each.deleteLater()
    code = code or _system_language()
    QLocale.setDefault(_locale(code))
    if code != ENGLISH:
        _install(app, code)


def _system_language() -> str:
    """The first of the user's preferred languages that there is. Qt would pass over English, which
    has no file, and take a later one."""
    ours = languages()
    for wished in (each.replace("-", "_") for each in QLocale.system().uiLanguages()):
        if wished in ours:
            return wished
        if wished.partition("_")[0] in (ENGLISH, "C"):
            break
    return ENGLISH


def _locale(code: str) -> QLocale:
    """The system's locale if it has this language, for its number formats; English as in the user's
    country."""
    system = QLocale.system()
    if code != ENGLISH:
        return system if system.name() == code else QLocale(code)
    if system.language() in (QLocale.Language.English, QLocale.Language.C):
        return system
    return QLocale(QLocale.Language.English, system.territory())


def _install(app: QCoreApplication, code: str) -> None:
    """Install our translator and, for Qt's own dialogs, Qt's."""
    with as_file(files("assets") / "translations") as folder:
        ours = QTranslator(app)
        if not ours.load(f"{_PREFIX}{code}", str(folder)):
            return
    qt = QTranslator(app)
    if qt.load(QLocale(code), "qtbase", "_", QLibraryInfo.path(_QT_TRANSLATIONS)):
        app.installTranslator(qt)
    app.installTranslator(ours)
