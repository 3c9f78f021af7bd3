"""The menu that chooses the window's language, stored in the settings, and the change to it, which
needs a new window."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QSettings, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.window.base.language import install_language, language_name, languages
from app.window.base.language_fonts import font_for_name
from app.window.base.question_strip import QuestionStrip
from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench


class LanguageMenu(QMenu):
    """The system's language, or one that there is a translation into, each in its own language."""

    language_chosen = Signal(str)
    """The code of the chosen language; empty for the system's."""

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Lan&guage"))
        self._settings = settings
        self._group = QActionGroup(self)
        self._add("", self.tr("&System"))
        for code in languages():
            self._add(code, language_name(code))

    def show_current(self) -> None:
        """Check the current language, and give each name a font that has its letters."""
        for action in self._group.actions():
            action.setChecked(action.data() == chosen_language(self._settings))
            action.setFont(font_for_name(self.font(), action.text()))

    def apply(self, code: str) -> None:
        """Use a language from now on, and store it in the settings."""
        self._settings.setValue("language", code)
        app = QCoreApplication.instance()
        assert app is not None
        install_language(app, code)

    def _add(self, code: str, word: str) -> None:
        action = QAction(word, self._group)
        action.setCheckable(True)
        action.setData(code)
        action.setChecked(code == chosen_language(self._settings))
        action.triggered.connect(lambda: self._choose(code))
        self.addAction(action)

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
        menu.aboutToShow.connect(menu.show_current)
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


def chosen_language(settings: QSettings) -> str:
    """The code of the saved language; empty for the system's."""
    code = str(settings.value("language", ""))
    return code if code in languages() else ""
