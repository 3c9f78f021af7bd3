"""The main window: navigation rail, pages, notices above them, help panel and status bar. It also
replaces itself by a window with another store or language."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMargins, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QHelpEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QMainWindow, QToolTip, QWidget

import widgets  # noqa: F401 first, since it has what follows loaded as Python does
from app.campaign.command import Command
from app.report.words.colours import looks
from app.window.base.language_fonts import load_fonts
from app.window.base.messages import message_text
from app.window.base.question_strip import QuestionStrip
from app.window.full_screen_picture import FullScreenPictures
from app.window.help.help_panel import HelpPanel, open_guide
from app.window.notices.error_notice import ErrorNotice
from app.window.notices.open_store import OpenStoreStrip
from app.window.notices.resume_with_passwords import PasswordStrip
from app.window.notices.store_watch import StoreStrip, has_store
from app.window.page_list import HIDDEN_PAGES, RAIL_PAGES, PageImports
from app.window.pages_rail import PagesRail
from app.window.settings import settings
from app.window.status_bar import RunStatusBar
from app.window.view_menu import (
    LanguageChange,
    LanguageMenu,
    RestartQuestion,
    TextSizeMenu,
    ViewMenu,
)
from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench
from engines.base.late_imports import LateModule
from engines.contract.errors import CipherbenchError
from engines.platform.scheduling import request_short_slice
from widgets.layout.boxes import hbox
from widgets.layout.notices_above import NoticesAbove
from widgets.layout.page_stack import PageStack
from widgets.look.garbage_collection import GuiCollector
from widgets.look.names import plain_tip
from widgets.look.tab_order import move_focus
from widgets.look.theme import dress
from widgets.look.tokens import SeriesLook, register_series
from widgets.saving.saving import SavedStrip, saving

if TYPE_CHECKING:
    from app.results import events
    from app.results.events import Event
else:  # imported late: the window is painted before any event
    events = LateModule("app.results.events")

_MIN_SIZE = QSize(960, 580)
"""Fits a projector of 1024 × 640 with the window's frame; pages that need more scroll."""
_INITIAL_SIZE = QSize(1440, 900)
_ICONS_ONLY_BELOW_PX = 860
"""Width below which the rail has icons only, as on a projector at 125 % and more."""
_FRAME = QSize(16, 40)
"""Assumed size of title bar and edges, which the window does not know before it is shown."""
_CANCEL_TIMEOUT_MS = 12_000
"""The window closes at the latest this long after its campaign was cancelled."""
_IMPORTED_SUFFIXES = (".zip", ".jsonl")
"""Suffixes of files to import; others are plans."""


_replacement_windows: list[MainWindow] = []
"""Windows that replaced the first; this list keeps them alive."""


class MainWindow(QMainWindow):
    """Puts pages, rail, error panel and status bar together."""

    def __init__(
        self, store_url: str | None = None, *, read_only: bool = False, own_store: str | None = None
    ) -> None:
        """`own_store` is the store to return to from one that is `read_only`."""
        font_error = load_fonts()  # before the first widget uses one
        super().__init__()
        request_short_slice()
        register_series({name: SeriesLook(*look) for name, look in looks().items()})
        self.workbench = Workbench(store_url, self, read_only=read_only)
        self._own_store = own_store if self.workbench.read_only else store_url
        self._settings = settings()
        self._entries = {place.key: place for place in (*RAIL_PAGES, *HIDDEN_PAGES)}
        self._pages: dict[str, Page] = {}
        self._page_imports = PageImports([place.module for place in self._entries.values()], self)
        self._collector = GuiCollector(self)
        self.pictures = FullScreenPictures(self)
        self._painted = self._leaving = self._closed = False
        self.setWindowTitle(self.tr("Cipherbench"))
        self.setMinimumSize(fitting(_MIN_SIZE, self.screen().availableSize()))
        self._build()
        self._connect()
        self._restore_geometry()
        first = "servers" if has_store(store_url) else "start"
        self._bring_to_front("results" if self.workbench.read_only else first)
        if font_error is not None:
            self._show_error(font_error)

    # what others call

    def page(self, key: str) -> Page:
        """The page with this key, built now if it was not."""
        if key not in self._pages:
            self._pages[key] = page = self._entries[key].build(self.workbench, self._stack)
            self._stack.addWidget(page)
            dress(page)
            page.remember_in(self._settings)
            if self._page_imports.done:
                QTimer.singleShot(0, page, partial(page.build_charts, at_once=False))
        return self._pages[key]

    def open_file(self, path: Path) -> None:
        """Show a plan on the campaign page, or import an archive or spool."""
        if path.suffix in _IMPORTED_SUFFIXES:
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

    def built_pages(self) -> list[str]:
        """The keys of the pages that were built."""
        return list(self._pages)

    @property
    def loaded(self) -> bool:
        """Whether all modules that pages need are imported."""
        return self._page_imports.done

    def show_page(self, key: str) -> None:
        """Bring a page to the front, with the focus."""
        page = self._bring_to_front(key)
        if _focused_name() != f"rail-{key}":  # arrow keys go on from one entry to the next
            page.setFocus()
        page.shown()

    def _bring_to_front(self, key: str) -> Page:
        page = self.page(key)
        self._rail.set_current(self._entries[key].marked_page or key)
        self._area.show_page(page)
        self._content.fit_notices()
        self._help.show_text(self._entries[key].title(), page.help_text(), page.guide_page)
        return page

    def current_key(self) -> str:
        """The key of the shown page."""
        return self._rail.current()

    # what is built

    def _build(self) -> None:
        self._errors = ErrorNotice(self)
        self._question = QuestionStrip(self)
        self._languages = LanguageMenu(self._settings, self)
        self._language_change = LanguageChange(self._languages, self.workbench, self._pages, self)
        self._language_change.changed.connect(self._reopen)
        self._sizes = TextSizeMenu(self._settings, self)
        closing = self._language_change.window_can_close, self._language_change.lost_with_window
        self._restart_question = RestartQuestion(self._sizes, *closing, self)
        self._restart_question.restarted.connect(self.leave)
        changes = self._languages, self._sizes
        self._view = ViewMenu(self._settings, changes, self._language_change.window_can_close, self)
        self._rail = PagesRail(self._view, self)
        self._passwords = PasswordStrip(self.workbench.resuming, self.workbench.servers, self)
        self._store = StoreStrip(self.workbench.store_watch, _store_address(self.workbench), self)
        self._store.chosen.connect(self.use_store)
        self._store.own_store_requested.connect(lambda: self.use_store(self._own_store))
        self._other_store = OpenStoreStrip(self._settings, self)
        self._other_store.chosen.connect(partial(self.use_store, read_only=True))
        saving().remember_in(self._settings)
        self._area = PageStack(self)
        self._stack = self._area.pages
        self._status = RunStatusBar(self.workbench, self)
        self._saved = SavedStrip(self)
        self._status.addWidget(self._saved, 2)
        self._saved.hide()  # Qt shows what is added to a status bar
        self.setStatusBar(self._status)
        strips = self._passwords, self._store, self._other_store
        asking = self._question, self._language_change, self._restart_question, *strips
        notices = *asking, self._errors
        self._content = NoticesAbove(notices, self._area, QMargins(16, 12, 16, 0))
        central = QWidget(self)
        hbox(central, self._rail, (self._content, 1), spacing=0)
        self.setCentralWidget(central)
        self._help = HelpPanel(central)
        dress(self._rail, self._status, self._help, *notices, self._view, *changes)

    def _connect(self) -> None:
        self.workbench.page_requested.connect(self.show_page)
        self.workbench.page_build_requested.connect(self.page)
        self.workbench.store_follow_requested.connect(self.follow_store)
        self.workbench.other_store_requested.connect(self._other_store.ask)
        self.workbench.failed.connect(self._show_error)
        self.workbench.error_resolved.connect(self._resolve_error)
        self.workbench.servers.failed.connect(self._show_error)
        self.workbench.events.connect(self._follow_events)
        self.workbench.campaign_started.connect(lambda _: self._rail.set_progress(0.0))
        self.workbench.campaign_ended.connect(self._campaign_ended)
        self.workbench.store_watch.changed.connect(self._resolve_store_in_use)
        self._rail.page_selected.connect(self.show_page)
        self._rail.help_requested.connect(self._help.toggle)
        self._errors.rerun_requested.connect(self.workbench.rerun)
        self._view.one_picture.triggered.connect(self.show_one_picture)
        self._view.full_screen.triggered.connect(self.toggle_full_screen)
        self._question.answered.connect(self._answered)
        self._page_imports.finished.connect(self._build_charts)
        self._page_imports.finished.connect(self._collector.settle)
        self._help.guide_requested.connect(self._open_guide)
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
        self._rail.fold(self.width() < _ICONS_ONLY_BELOW_PX)
        self._help.move_to_right_edge()

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes through rail, notices, page and status bar in this order, and begins again."""
        return move_focus(self, QApplication.focusWidget(), forwards=next)

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
        self._close_down()
        super().closeEvent(event)

    def _after_first_paint(self) -> None:
        if self._closed:
            return
        self.show_page(self.current_key())
        self.page(self.current_key()).setFocus()
        self._page_imports.start()

    def _build_charts(self) -> None:
        for page in () if self._closed else self._pages.values():
            QTimer.singleShot(0, page, partial(page.build_charts, at_once=False))

    def _follow_events(self, batch: list[Event]) -> None:
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
            QTimer.singleShot(_CANCEL_TIMEOUT_MS, self, self.close)

    def _show_error(self, error: CipherbenchError) -> None:
        self._errors.report(error)

    def _resolve_error(self, error: CipherbenchError) -> None:
        self._errors.resolve(error)

    def _resolve_store_in_use(self) -> None:
        """Clear the error that another program writes to the store, if that has ended."""
        if not self.workbench.store_watch.used_elsewhere:
            self._errors.resolve_store_in_use()

    def use_store(self, store_url: str | None, *, read_only: bool = False) -> None:
        """Replace this window by one with another results store."""
        self._replace_by(MainWindow(store_url, read_only=read_only, own_store=self._own_store))

    def follow_store(self, store_url: str) -> None:
        """Show what runs in a store, in this window if it is its own, else in a new one."""
        if store_url == self.workbench.store_url:
            self.show_page("run")
            return
        other = MainWindow(store_url, read_only=True, own_store=self._own_store)
        other._bring_to_front("run")
        self._replace_by(other)

    def _reopen(self) -> None:
        """Replace this window by one in the language that was chosen."""
        self._settings.setValue("geometry", self.saveGeometry())
        other = MainWindow(
            self.workbench.store_url, read_only=self.workbench.read_only, own_store=self._own_store
        )
        other._bring_to_front(self.current_key())
        self._replace_by(other)

    def _replace_by(self, other: MainWindow) -> None:
        """Show the other window, and close and delete this one."""
        _replacement_windows.append(other)
        other.destroyed.connect(partial(_replacement_windows.remove, other))
        other.show()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.close()

    def _open_guide(self, page: str) -> None:
        try:
            open_guide(page)
        except CipherbenchError as error:
            self._show_error(error)

    def _explain(self, asked: QHelpEvent) -> None:
        """Show the glossary's text on the term under the pointer, where there is no tooltip."""
        from app.window.help.term_lookup import term_at

        if term := term_at(asked.globalPos()):
            reported = self.tr("{0} (F1: more)").format(message_text(term.text))
            QToolTip.showText(asked.globalPos(), plain_tip(reported), self._content)

    def show_one_picture(self) -> None:
        """Show the page's current chart, table or picture full screen; the window if it has
        none."""
        title = self._entries[self.current_key()].title()
        if not self.pictures.show_current(self._stack.currentWidget(), title):
            self.toggle_full_screen()

    def toggle_full_screen(self) -> None:
        """Make the window full screen, or undo that."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _restore_geometry(self) -> None:
        geometry = self._settings.value("geometry")
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(_INITIAL_SIZE)
        if not self.isMaximized() and not self.isFullScreen():
            self.resize(fitting(self.size(), self.screen().availableSize()))

    def _close_down(self) -> None:
        self._closed = True
        self._settings.sync()  # now: when Qt does it later, the folder may not exist any more
        self._page_imports.close()
        for page in self._pages.values():
            page.close_down()
        self.workbench.close()


def fitting(wanted: QSize, screen: QSize) -> QSize:
    """A size for the window without its frame that fits on the screen."""
    return wanted.boundedTo(screen - _FRAME)


def _store_address(workbench: Workbench) -> str:
    """The address of a read-only store, without password; empty for the user's own."""
    if not workbench.read_only:
        return ""
    from app.results.database.store_connection import display_location, store_url

    return display_location(store_url(workbench.store_url)._replace(password=None))


def _focused_name() -> str:
    """The object name of the widget with the focus; empty without one."""
    focus = QApplication.focusWidget()
    return "" if focus is None else focus.objectName()
