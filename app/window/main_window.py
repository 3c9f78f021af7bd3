"""The window: a rail of pages, one place for errors, and a status bar."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMargins, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QHelpEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QToolTip, QWidget

import widgets  # noqa: F401 first, since it has what follows loaded as Python does
from app.campaign.command import Command
from app.report.words.colours import looks
from app.window.base.language_fonts import load_fonts
from app.window.base.messages import message_text
from app.window.base.question_strip import QuestionStrip
from app.window.base.store_reader import WarmUp
from app.window.help.help_panel import HelpPanel, open_guide
from app.window.language_menu import LanguageChange, LanguageMenu
from app.window.notices.error_notice import ErrorNotice
from app.window.notices.open_store import OpenStoreStrip
from app.window.notices.resume_with_passwords import PasswordStrip
from app.window.notices.store_watch import StoreStrip, has_store
from app.window.one_picture import FullScreenPictures
from app.window.page_list import ASIDE, PLACES
from app.window.pages_rail import PagesRail
from app.window.settings import settings
from app.window.status_bar import RunStatusBar
from app.window.text_size import RestartQuestion, TextSizeMenu
from app.window.view_menu import ViewMenu
from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench
from engines.base.late_imports import LateModule
from engines.contract.errors import CipherbenchError
from engines.platform.scheduling import wake_soon
from widgets.layout.notices_above import NoticesAbove
from widgets.layout.page_stack import PageStack
from widgets.look.garbage_collection import GuiCollector
from widgets.look.names import plain_tip
from widgets.look.tab_order import go_on
from widgets.look.theme import dress
from widgets.look.tokens import SeriesLook, register_series
from widgets.saving.saving import SavedStrip, saving

if TYPE_CHECKING:
    from app.results import events
    from app.results.events import Event
else:  # a window is painted before anything has happened
    events = LateModule("app.results.events")

_LEAST = QSize(960, 580)
"""A projector of 1024 × 640 has room for that within the window's frame; below it pages scroll."""
_FIRST = QSize(1440, 900)
_NARROW = 860
"""Pixels below which the rail has icons alone: a projector at 125 % and more."""
_FRAME = QSize(16, 40)
"""What a title bar and edges take of the screen, until the window knows its own."""
_CLOSING_MS = 12_000
_TAKEN_IN = (".zip", ".jsonl")
"""How files end that are no plans."""


_others: list[MainWindow] = []
"""Windows that were opened in place of the first; nothing else keeps them alive."""


class MainWindow(QMainWindow):
    """Puts pages, rail, error panel and status bar together."""

    def __init__(
        self, store_url: str | None = None, *, read_only: bool = False, own: str | None = None
    ) -> None:
        """`own` is the store to go back to from one that is `read_only`."""
        letters_missing = load_fonts()  # before the first part has asked for one
        super().__init__()
        wake_soon()
        register_series({name: SeriesLook(*look) for name, look in looks().items()})
        self.workbench = Workbench(store_url, self, read_only=read_only)
        self._own = own if self.workbench.read_only else store_url
        self._settings = settings()
        self._places = {place.key: place for place in (*PLACES, *ASIDE)}
        self._pages: dict[str, Page] = {}
        self._warm_up = WarmUp([place.module for place in self._places.values()], self)
        self._collector = GuiCollector(self)
        self.pictures = FullScreenPictures(self)
        self._painted = self._leaving = self._gone = False
        self.setWindowTitle(self.tr("Cipherbench"))
        self.setMinimumSize(fitting(_LEAST, self.screen().availableSize()))
        self._build()
        self._connect()
        self._restore_geometry()
        first = "servers" if has_store(store_url) else "start"
        self._bring("results" if self.workbench.read_only else first)
        if letters_missing is not None:
            self._show_error(letters_missing)

    # what others call

    def page(self, key: str) -> Page:
        """The page with this key, built when it is first asked for."""
        if key not in self._pages:
            self._pages[key] = page = self._places[key].build(self.workbench, self._stack)
            self._stack.addWidget(page)
            dress(page)
            page.remember_in(self._settings)
            if self._warm_up.done:
                QTimer.singleShot(0, page, partial(page.build_charts, at_once=False))
        return self._pages[key]

    def open_file(self, path: Path) -> None:
        """Show a plan on its page, to be looked at and started, or take in an archive or spool."""
        if path.suffix in _TAKEN_IN:
            self.show_page("results")
            self.workbench.import_files([path])
            return
        from app.plan.plan_file import read_plan  # its libraries would hold up the start

        try:
            campaign = read_plan(path)
        except CipherbenchError as error:
            self._show_error(error)
            return
        self.show_page("campaign")
        self.workbench.plan_opened.emit(campaign)

    def made_pages(self) -> list[str]:
        """The keys of the pages that are there already."""
        return list(self._pages)

    @property
    def loaded(self) -> bool:
        """Whether what pages need is imported, so that opening one imports nothing more."""
        return self._warm_up.done

    def show_page(self, key: str) -> None:
        """Bring a page to the front."""
        page = self._bring(key)
        if _focused() != f"rail-{key}":  # arrow keys go on from one entry to the next
            page.setFocus()
        page.shown()

    def _bring(self, key: str) -> Page:
        page = self.page(key)
        self._rail.set_current(self._places[key].marked_page or key)
        self._area.show_page(page)
        self._content.settle()
        self._help.show_text(self._places[key].title(), page.help_text(), page.guide_page)
        return page

    def current_key(self) -> str:
        """The key of the page in front."""
        return self._rail.current()

    # what is built

    def _build(self) -> None:
        self._errors = ErrorNotice(self)
        self._question = QuestionStrip(self)
        self._languages = LanguageMenu(self._settings, self)
        self._language = LanguageChange(self._languages, self.workbench, self._pages, self)
        self._language.changed.connect(self._open_anew)
        self._sizes = TextSizeMenu(self._settings, self)
        closing = self._language.window_can_close, self._language.lost_with_window
        self._size = RestartQuestion(self._sizes, *closing, self)
        self._size.restarted.connect(self.leave)
        changes = self._languages, self._sizes
        self._view = ViewMenu(self._settings, changes, self._language.window_can_close, self)
        self._rail = PagesRail(self._view, self)
        self._passwords = PasswordStrip(self.workbench.resuming, self.workbench.servers, self)
        self._store = StoreStrip(self.workbench.store_watch, _shown(self.workbench), self)
        self._store.chosen.connect(self.use_store)
        self._store.own_asked.connect(lambda: self.use_store(self._own))
        self._other = OpenStoreStrip(self._settings, self)
        self._other.chosen.connect(partial(self.use_store, read_only=True))
        saving().remember_in(self._settings)
        self._area = PageStack(self)
        self._stack = self._area.pages
        self._status = RunStatusBar(self.workbench, self)
        self._saved = SavedStrip(self)
        self._status.addWidget(self._saved, 2)
        self._saved.hide()  # Qt shows what is added to a status bar
        self.setStatusBar(self._status)
        strips = self._passwords, self._store, self._other
        asking = self._question, self._language, self._size, *strips
        notices = *asking, self._errors
        self._content = NoticesAbove(notices, self._area, QMargins(16, 12, 16, 0))
        central = QWidget(self)
        row = QHBoxLayout(central)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._rail)
        row.addWidget(self._content, 1)
        self.setCentralWidget(central)
        self._help = HelpPanel(central)
        dress(self._rail, self._status, self._help, *notices, self._view, *changes)

    def _connect(self) -> None:
        self.workbench.page_wanted.connect(self.show_page)
        self.workbench.page_needed.connect(self.page)
        self.workbench.store_to_follow.connect(self.follow_store)
        self.workbench.store_wanted.connect(self._other.ask)
        self.workbench.failed.connect(self._show_error)
        self.workbench.error_resolved.connect(self._drop_settled)
        self.workbench.servers.failed.connect(self._show_error)
        self.workbench.events.connect(self._take)
        self.workbench.campaign_started.connect(lambda _: self._rail.set_progress(0.0))
        self.workbench.campaign_ended.connect(self._campaign_ended)
        self.workbench.store_watch.changed.connect(self._drop_outlived)
        self._rail.page_selected.connect(self.show_page)
        self._rail.help_asked.connect(self._help.toggle)
        self._errors.as_new_wanted.connect(self.workbench.rerun)
        self._view.one_picture.triggered.connect(self.show_one_picture)
        self._view.full_screen.triggered.connect(self.toggle_full_screen)
        self._question.answered.connect(self._answered)
        self._warm_up.finished.connect(self._build_charts)
        self._warm_up.finished.connect(self._collector.settle)
        self._help.guide_wanted.connect(self._open_guide)
        QShortcut(QKeySequence(QKeySequence.StandardKey.HelpContents), self, self._help.ask)

    # what happens

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self._painted:
            self._painted = True
            QTimer.singleShot(0, self, self._after_first_paint)
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._explain(event)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._rail.fold(self.width() < _NARROW)
        self._help.stand_at_the_right()

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab follows the eye through rail, notices, page and status bar, and begins again."""
        return go_on(self, QApplication.focusWidget(), forwards=next)

    def leave(self) -> None:
        """Close without asking; a running campaign is cancelled first, and ends cleanly."""
        if self.workbench.running:
            self._answered(True)
        else:
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.workbench.running and not self._leaving:
            self._question.ask(
                self.tr("A campaign is running. Cancel it and close Cipherbench?"),
                self.tr("Runs that have finished are kept, and the campaign can be resumed."),
                self.tr("&Cancel it and close"),
                self.tr("&Keep it running"),
            )
            event.ignore()
            return
        self.pictures.restore()
        self._settings.setValue("geometry", self.saveGeometry())
        self.hide()
        self._let_go()
        super().closeEvent(event)

    def _after_first_paint(self) -> None:
        if self._gone:
            return
        self.show_page(self.current_key())
        self.page(self.current_key()).setFocus()
        self._warm_up.start()

    def _build_charts(self) -> None:
        for page in () if self._gone else self._pages.values():
            QTimer.singleShot(0, page, partial(page.build_charts, at_once=False))

    def _take(self, batch: list[Event]) -> None:
        for event in batch:
            match event:
                case events.Progressed(finished=finished, total=total) if total:
                    self._rail.set_progress(finished / total)
                case events.CampaignFinished():
                    self._rail.set_progress(1.0)

    def _campaign_ended(self) -> None:
        self._rail.set_progress(None)
        self._question.hide()
        if self._leaving:
            self.close()

    def _answered(self, leave: bool) -> None:
        self._leaving = leave
        if leave:
            self.workbench.command(Command.CANCEL)
            QTimer.singleShot(_CLOSING_MS, self, self.close)

    def _show_error(self, error: CipherbenchError) -> None:
        self._errors.tell(error)

    def _drop_settled(self, error: CipherbenchError) -> None:
        self._errors.drop(error)

    def _drop_outlived(self) -> None:
        """An error that names who writes the store goes with that program."""
        if not self.workbench.store_watch.taken:
            self._errors.drop_store_in_use()

    def use_store(self, store_url: str | None, *, read_only: bool = False) -> None:
        """Close this window in favour of one on another results store."""
        self._give_way(MainWindow(store_url, read_only=read_only, own=self._own))

    def follow_store(self, store_url: str) -> None:
        """Show what runs in a store: in this window where it is its own, else in another one."""
        if store_url == self.workbench.store_url:
            self.show_page("run")
            return
        other = MainWindow(store_url, read_only=True, own=self._own)
        other._bring("run")
        self._give_way(other)

    def _open_anew(self) -> None:
        """Close this window in favour of one in another language."""
        self._settings.setValue("geometry", self.saveGeometry())
        other = MainWindow(
            self.workbench.store_url, read_only=self.workbench.read_only, own=self._own
        )
        other._bring(self.current_key())
        self._give_way(other)

    def _give_way(self, other: MainWindow) -> None:
        """This window goes for good."""
        _others.append(other)
        other.destroyed.connect(partial(_others.remove, other))
        other.show()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.close()

    def _open_guide(self, page: str) -> None:
        try:
            open_guide(page)
        except CipherbenchError as error:
            self._show_error(error)

    def _explain(self, asked: QHelpEvent) -> None:
        """What no part has a tooltip for may be a word of the glossary."""
        from app.window.help.help_words import term_at

        if term := term_at(asked.globalPos()):
            reported = self.tr("{0} (F1: more)").format(message_text(term.text))
            QToolTip.showText(asked.globalPos(), plain_tip(reported), self._content)

    def show_one_picture(self) -> None:
        """The chart, table or picture at hand as large as the screen; the window where none is."""
        title = self._places[self.current_key()].title()
        if not self.pictures.show_current(self._stack.currentWidget(), title):
            self.toggle_full_screen()

    def toggle_full_screen(self) -> None:
        """The window as large as the screen, or as before."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _restore_geometry(self) -> None:
        geometry = self._settings.value("geometry")
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(_FIRST)
        if not self.isMaximized() and not self.isFullScreen():
            self.resize(fitting(self.size(), self.screen().availableSize()))

    def _let_go(self) -> None:
        self._gone = True
        self._settings.sync()  # now, not when Qt gets round to it: the folder may be gone by then
        self._warm_up.close()
        for page in self._pages.values():
            page.close_down()
        self.workbench.close()


def fitting(wanted: QSize, screen: QSize) -> QSize:
    """A size for the window without its frame, no larger than the screen has room for."""
    return wanted.boundedTo(screen - _FRAME)


def _shown(workbench: Workbench) -> str:
    """The place of a store that is only looked at."""
    if not workbench.read_only:
        return ""
    from app.results.database.store_connection import display_location, store_url

    return display_location(store_url(workbench.store_url)._replace(password=None))


def _focused() -> str:
    """The name of what has the keyboard."""
    focus = QApplication.focusWidget()
    return "" if focus is None else focus.objectName()
