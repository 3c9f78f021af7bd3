"""Base classes of pages, and the entry by which the window knows a page before it is built."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import ClassVar

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.window.workbench.workbench import Workbench
from widgets.layout.boxes import vbox
from widgets.parts.cards import ToneLabel


class Page(QWidget):
    """A page of the window: assembles widgets, and has no logic of its own."""

    key: ClassVar[str]
    guide: ClassVar[str]
    """The page of the guide that explains this one."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workbench = workbench

    def help_text(self) -> str:
        """The text of the help panel (F1) about this page, translated."""
        return ""

    def guide_page(self) -> str:
        """The page of the guide, perhaps with an anchor, that explains what is shown."""
        return self.guide

    def remember_in(self, settings: QSettings) -> None:
        """Called once with the window's settings, in which the page may store its own."""

    def shown(self) -> None:
        """Called each time the page is brought to the front."""

    def build_charts(self, *, at_once: bool = True) -> None:
        """Called once, when the libraries that draw charts are imported. Unless `at_once`, slow
        parts may be built later, one by one."""

    def has_unsaved_work(self) -> bool:
        """Whether the user began something on this page that is lost when the window closes."""
        return False

    def close_down(self) -> None:
        """Called when the window closes: end work in the background."""


class PageView(QWidget):
    """The contents of a `LatePage`."""

    def shown(self) -> None:
        """Called each time the page is brought to the front."""

    def close_down(self) -> None:
        """Called when the window closes: end work in the background."""


class LatePage[View: PageView](Page):
    """A page whose view is built when its libraries have been imported in the background, or when
    the page is first opened."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(workbench, parent)
        self._view: View | None = None
        loading = ToneLabel(self.tr("Loading …"), "muted")
        loading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(loading)
        vbox(self, self._stack, margins=(16, 4, 16, 12))

    @abstractmethod
    def make_view(self) -> View:
        """Build the view; its modules are imported here."""

    def view(self) -> View:
        """The view, built now if it was not."""
        if self._view is None:
            self._view = self.make_view()
            self._stack.addWidget(self._view)
            self._stack.setCurrentWidget(self._view)
            self.setFocusProxy(self._view)
        return self._view

    def shown(self) -> None:
        self.workbench.servers.discover()
        self.view().shown()

    def build_charts(self, *, at_once: bool = True) -> None:
        self.view()

    def close_down(self) -> None:
        if self._view is not None:
            self._view.close_down()


@dataclass(frozen=True)
class PageEntry:
    """A page that may not be built yet: what the navigation rail shows of it, and its class."""

    key: str
    icon_name: str
    class_path: str
    """`module:Class`, with the module's name below `app.window.pages`."""
    title: Callable[[], str]
    """Its word in the rail, translated."""
    marked_page: str = ""
    """For a page without an entry in the rail: the key of the page whose entry stays marked."""

    @property
    def module(self) -> str:
        """The full name of its module."""
        return f"app.window.pages.{self.class_path.partition(':')[0]}"

    def build(self, workbench: Workbench, parent: QWidget) -> Page:
        """Build the page; its module is imported now if it was not."""
        kind: type[Page] = getattr(import_module(self.module), self.class_path.partition(":")[2])
        return kind(workbench, parent)
