"""The navigation rail at the left of the window: the pages, and below the menu “View” and help."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from app.window.page_list import RAIL_PAGES
from widgets.look.icons import icon
from widgets.parts.rail import NavigationRail


class PagesRail(NavigationRail):
    """The rail. Each page has the shortcut Ctrl and its number, from 0."""

    help_requested = Signal()

    def __init__(self, view: QMenu, parent: QWidget) -> None:
        super().__init__(parent)
        self._buttons: list[QToolButton] = []
        for number, page in enumerate(RAIL_PAGES):
            self.add_page(page.key, page.title(), page.icon_name, f"Ctrl+{number}")
        layout = self.layout()
        assert layout is not None
        view_button = self._button(self.tr("View"), "view")
        view_button.setMenu(view)
        view_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        layout.addWidget(view_button)
        help_button = self._button(self.tr("Help"), "help", self.tr("Help for this page (F1)"))
        help_button.clicked.connect(self.help_requested)
        layout.addWidget(help_button)

    def fold(self, folded: bool) -> None:
        super().fold(folded)
        style = Qt.ToolButtonStyle
        for button in self._buttons:
            button.setToolButtonStyle(
                style.ToolButtonIconOnly if folded else style.ToolButtonTextOnly
            )
            # The arrow of a menu would lie over the icon.
            button.setStyleSheet("QToolButton::menu-indicator { image: none; }" if folded else "")

    def _button(self, text: str, icon_name: str, tip: str = "") -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setIcon(icon(icon_name))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        button.setToolTip(tip or text)
        button.setAutoRaise(True)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._buttons.append(button)
        return button
