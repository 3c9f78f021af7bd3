"""The base class of all pages."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import ClassVar

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.window.workbench.workbench import Workbench
from widgets.parts.cards import ToneLabel


class Page(QWidget):
    """A page of the window: assembled of widgets, without logic of its own."""

    key: ClassVar[str]
    guide: ClassVar[str]
    """The page of the guide that explains this one."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workbench = workbench

    def help_text(self) -> str:
        """What F1 says about this page, translated."""
        return ""

    def guide_page(self) -> str:
        """Where the guide explains what is in front: a page of it, perhaps with an anchor."""
        return self.guide

    def remember_in(self, settings: QSettings) -> None:
        """Called once with what the window remembers from one start to the next."""

    def shown(self) -> None:
        """Called each time the page comes to the front."""

    def build_charts(self, *, at_once: bool = True) -> None:
        """Called once, when the libraries that draw charts are loaded; what takes long may be made
        by and by, where it need not be there `at_once`."""

    def begun(self) -> bool:
        """Whether something was begun on this page that goes with it."""
        return False

    def close_down(self) -> None:
        """Called when the window closes: end what works in the background."""


class PageView(QWidget):
    """What a page that is made late shows."""

    def shown(self) -> None:
        """Called each time the page comes to the front."""

    def close_down(self) -> None:
        """Called when the window closes: end what works in the background."""


class LatePage[View: PageView](Page):
    """A page whose parts are made when their libraries are loaded, or it is first opened."""

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(workbench, parent)
        self._view: View | None = None
        loading = ToneLabel(self.tr("Loading …"), "muted")
        loading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(loading)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 4, 16, 12)
        column.addWidget(self._stack)

    @abstractmethod
    def make_view(self) -> View:
        """Its parts; their modules are imported now."""

    def view(self) -> View:
        """Its parts, made now if they were not."""
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
class PagePlace:
    """A page that need not be built yet: what the rail shows of it, and where its class is."""

    key: str
    icon_name: str
    where: str
    """`module:Class`, the module as it is called below `app.window.pages`."""
    title: Callable[[], str]
    """The word in the rail, translated."""
    marked_page: str = ""
    """The page whose entry in the rail stays marked, of one that has none."""

    @property
    def module(self) -> str:
        """Its module's full name."""
        return f"app.window.pages.{self.where.partition(':')[0]}"

    def build(self, workbench: Workbench, parent: QWidget) -> Page:
        """The page; its module is imported now if it was not."""
        kind: type[Page] = getattr(import_module(self.module), self.where.partition(":")[2])
        return kind(workbench, parent)
