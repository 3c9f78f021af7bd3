"""What every page is."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

from app.window.workbench import Workbench


class Page(QWidget):
    """A page of the window: assembled of widgets, without logic of its own."""

    key: ClassVar[str]
    icon_name: ClassVar[str]

    def __init__(self, workbench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.workbench = workbench

    @classmethod
    def title(cls) -> str:
        """The word in the rail, translated."""
        raise NotImplementedError

    def help_text(self) -> str:
        """What F1 says about this page, translated."""
        return ""

    def remember_in(self, settings: QSettings) -> None:
        """Called once with what the window remembers from one start to the next."""

    def shown(self) -> None:
        """Called each time the page comes to the front."""

    def build_charts(self) -> None:
        """Called once, when the libraries that draw charts are loaded."""

    def close_down(self) -> None:
        """Called when the window closes: end what works in the background."""
