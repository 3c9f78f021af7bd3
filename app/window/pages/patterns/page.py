"""The patterns page: what a mode hides, in pictures, in real columns, and on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.window.workbench.page import Page
from app.window.workbench.workbench import Workbench
from widgets.parts.cards import ToneLabel

if TYPE_CHECKING:
    from app.window.pages.patterns.view import PatternsView


class PatternsPage(Page):
    """Three tabs, made when their libraries are loaded or the page is first opened."""

    key = "patterns"
    guide = "guide/patterns"

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(workbench, parent)
        self._view: PatternsView | None = None
        loading = ToneLabel(self.tr("Loading …"), "muted")
        loading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(loading)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 4, 16, 12)
        column.addWidget(self._stack)

    def help_text(self) -> str:
        return self.tr(
            "Pictures: the server encrypts the picture that you opened. The encrypted bytes are "
            "shown as pixels. "
            "Wheel or + and − zoom all pictures, drag or arrows move them, double-click or 0 "
            "shows all. Point at a block, or step with Shift and arrows, to see its bytes and "
            "all equal blocks. Click or Enter keeps it, Esc releases it.\n\n"
            "Columns: Cipherbench stores records on a server and tries to read them without the "
            "key. Equal ciphertexts show how often a value occurs; public statistics tell which "
            "value it is.\n\n"
            "Evidence: Cipherbench stores a random text, the marker, under each protection, and "
            "searches files, logs and memory for it. “Not found” proves something only where the "
            "search found it when it was stored as plaintext."
        )

    def guide_page(self) -> str:
        return self.guide if self._view is None else self._view.guide_page()

    def view(self) -> PatternsView:
        """The tabs, made now if they were not."""
        if self._view is None:
            from app.window.pages.patterns.view import PatternsView

            self._view = PatternsView(self.workbench, self)
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
