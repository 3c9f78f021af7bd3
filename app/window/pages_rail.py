"""The rail of pages, with the menu “View” and help below them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from app.window.places import PLACES
from widgets.parts.rail import NavigationRail


class PagesRail(NavigationRail):
    """Each page has a key: Ctrl and its place in the rail, from 0."""

    help_asked = Signal()

    def __init__(self, view: QMenu, parent: QWidget) -> None:
        super().__init__(parent)
        for number, page in enumerate(PLACES):
            self.add_page(page.key, page.title(), page.icon_name, f"Ctrl+{number}")
        layout = self.layout()
        assert layout is not None
        view_button = self._button(self.tr("View"))
        view_button.setMenu(view)
        view_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        layout.addWidget(view_button)
        help_button = self._button(self.tr("Help"), self.tr("Help for this page (F1)"))
        help_button.clicked.connect(self.help_asked)
        layout.addWidget(help_button)

    def _button(self, text: str, tip: str = "") -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(tip or text)
        button.setAutoRaise(True)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        return button
