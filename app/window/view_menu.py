"""The menu “View”: colour scheme, language, text size and full screen. A language needs a new
window, a text size a new start."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial

from PySide6.QtCore import QCoreApplication, QProcess, QSettings, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.window.base.language import install_language, language_name, languages
from app.window.base.language_fonts import font_for_name
from app.window.base.question_strip import QuestionStrip
from app.window.settings import chosen_scheme
from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench
from widgets.look.names import filled
from widgets.look.numbers import format_number
from widgets.look.theme import Scheme, apply_theme

SIZES = (100, 125, 150, 175, 200)
"""In percent."""
_KEY, _FACTOR = "text-size", "QT_SCALE_FACTOR"


def chosen_size(settings: QSettings) -> int:
    """The stored size in percent."""
    with suppress(TypeError, ValueError):
        percent = int(str(settings.value(_KEY, 100)))
        return percent if percent in SIZES else 100
    return 100


@contextmanager
def scaled_to(percent: int) -> Iterator[None]:
    """Scale an application that starts in this context, multiplied with the factor that the user
    has set for all programs; child processes that start later do not inherit it."""
    before = os.environ.get(_FACTOR)
    own = 1.0
    with suppress(ValueError):
        own = float(before or 1)
    if percent != 100:
        os.environ[_FACTOR] = f"{own * percent / 100:g}"
    try:
        yield
    finally:
        os.environ.pop(_FACTOR, None)
        if before is not None:
            os.environ[_FACTOR] = before


def restart_program() -> bool:
    """Start the program once more, with the same arguments; returns whether that worked."""
    started, _ = QProcess.startDetached(sys.executable, sys.orig_argv[1:])
    return started


def chosen_language(settings: QSettings) -> str:
    """The code of the saved language; empty for the system's."""
    code = str(settings.value("language", ""))
    return code if code in languages() else ""


class _ChoiceMenu(QMenu):
    """Has an action for each value of a setting; the stored one is checked."""

    def __init__(self, stored: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stored = stored
        self._group = QActionGroup(self)
        self.aboutToShow.connect(self.show_current)

    def show_current(self) -> None:
        for action in self._group.actions():
            action.setChecked(action.data() == self._stored())

    def _add(self, value: object, word: str, choose: Callable[[], None]) -> None:
        """Add a value at the end; `choose` is called when the user chooses it."""
        action = QAction(word, self._group)
        action.setCheckable(True)
        action.setData(value)
        action.setChecked(value == self._stored())
        action.triggered.connect(lambda _: choose())
        self.addAction(action)


class LanguageMenu(_ChoiceMenu):
    """The system's language, or one that there is a translation into, each in its own language."""

    language_chosen = Signal(str)
    """The code of the chosen language; empty for the system's."""

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(lambda: chosen_language(settings), parent)
        self.setTitle(self.tr("Lan&guage"))
        self._settings = settings
        self._add("", self.tr("&System"), partial(self._choose, ""))
        for code in languages():
            self._add(code, language_name(code), partial(self._choose, code))

    def show_current(self) -> None:
        """Check the current language, and give each name a font that has its letters."""
        super().show_current()
        for action in self._group.actions():
            action.setFont(font_for_name(self.font(), action.text()))

    def apply(self, code: str) -> None:
        """Use a language from now on, and store it in the settings."""
        self._settings.setValue("language", code)
        app = QCoreApplication.instance()
        assert app is not None
        install_language(app, code)

    def _choose(self, code: str) -> None:
        if code != chosen_language(self._settings):
            self.language_chosen.emit(code)


class LanguageChange(QuestionStrip):
    """Changes the language; asks first if something is lost with this window."""

    changed = Signal()
    """The language has changed: the window must be replaced by a new one."""

    def __init__(
        self, menu: LanguageMenu, workbench: Workbench, pages: Mapping[str, Page], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._menu, self._workbench, self._pages = menu, workbench, pages
        self._code = ""
        menu.language_chosen.connect(self._ask_first)
        self.answered.connect(self._answered)
        workbench.campaign_started.connect(lambda _: self.hide())

    def window_can_close(self) -> bool:
        """Whether nothing runs that would end with this window."""
        bench = self._workbench
        return not (bench.running or bench.searching_evidence or bench.archive_jobs.is_importing)

    def _ask_first(self, code: str) -> None:
        self._code = code
        if lost := self.lost_with_window():
            self.ask(
                self.tr("Change the language? A new window takes the place of this one."),
                " ".join(lost),
                self.tr("&Change it"),
                self.tr("&Keep this window"),
            )
        else:
            self._answered(True)

    def _answered(self, change: bool) -> None:
        if change and self.window_can_close():
            self._menu.apply(self._code)
            self.changed.emit()
        else:
            self._menu.show_current()

    def lost_with_window(self) -> list[str]:
        """Sentences on what is lost if this window closes."""
        servers = self._workbench.servers
        lost = []
        if any(
            spec.managed and not place.in_process for spec, place in servers.endpoints().items()
        ):
            lost.append(self.tr("Servers that were started here stop."))
        if servers.has_session_only_password:
            lost.append(self.tr("Passwords of this session are forgotten."))
        if any(page.has_unsaved_work() for page in self._pages.values()):
            lost.append(self.tr("What you began under “Measure my own” is lost."))
        return lost


class TextSizeMenu(_ChoiceMenu):
    """The scale of the whole window, 100 to 200 %. Qt scales letters, icons and distances alike, by
    a factor that it reads when an application starts."""

    size_chosen = Signal(int)
    """Another size, in percent."""

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(lambda: chosen_size(settings), parent)
        self.setTitle(self.tr("&Text size"))
        self._settings = settings
        for percent in SIZES:
            self._add(percent, f"{format_number(percent)} %", partial(self._choose, percent))

    def _choose(self, percent: int) -> None:
        if percent != chosen_size(self._settings):
            self._settings.setValue(_KEY, percent)
            self.size_chosen.emit(percent)


class RestartQuestion(QuestionStrip):
    """Asks whether to restart the program now; the chosen size is stored in any case."""

    restarted = Signal()
    """The program was started once more: this one can close."""

    def __init__(
        self,
        menu: TextSizeMenu,
        may_close: Callable[[], bool],
        losses: Callable[[], Sequence[str]],
        parent: QWidget,
    ) -> None:
        """`may_close` tells whether the window may close, `losses` what is lost then."""
        super().__init__(parent)
        self._may_close, self._losses = may_close, losses
        menu.size_chosen.connect(self._ask)
        self.answered.connect(self._answered)

    def _ask(self, percent: int) -> None:
        title = self.tr("Text size {0}: start Cipherbench again now?")
        message = " ".join(self._losses()) or self.tr("Otherwise the next start has it.")
        size = f"{format_number(percent)} %"
        self.ask(filled(title, size), message, self.tr("&Start again"), self.tr("&Later"))

    def _answered(self, now: bool) -> None:
        if now and self._may_close() and restart_program():
            self.restarted.emit()


class ThemeMenu(_ChoiceMenu):
    """System, light or dark."""

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(lambda: chosen_scheme(settings), parent)
        self._settings = settings
        words: tuple[tuple[Scheme, str], ...] = (
            ("system", self.tr("&System")),
            ("light", self.tr("&Light")),
            ("dark", self.tr("&Dark")),
        )
        for scheme, word in words:
            self._add(scheme, word, partial(self.choose, scheme))

    def choose(self, scheme: Scheme) -> None:
        """Apply a scheme and store it in the settings."""
        self._settings.setValue("scheme", scheme)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        apply_theme(app, scheme)


class ViewMenu(ThemeMenu):
    """The whole menu. `changes` are menus of changes that need a new window; they are enabled while
    `may_change` returns True."""

    def __init__(
        self,
        settings: QSettings,
        changes: Sequence[QMenu],
        may_change: Callable[[], bool],
        parent: QWidget,
    ) -> None:
        super().__init__(settings, parent)
        self.addSeparator()
        for each in changes:
            self.addMenu(each)
            self.aboutToShow.connect(lambda each=each: each.setEnabled(may_change()))
        self.addSeparator()
        whole = QKeySequence(Qt.Modifier.SHIFT | Qt.Key.Key_F11)
        self.one_picture = self.addAction(self.tr("&One picture"), Qt.Key.Key_F11)
        self.full_screen = self.addAction(self.tr("&Full screen"), whole)
        parent.addActions([self.one_picture, self.full_screen])  # for their keys
