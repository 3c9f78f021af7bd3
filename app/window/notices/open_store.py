"""A strip to open another results store read-only: a file, or a coordinator's PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import QWidget

from widgets.layout.boxes import hbox, vbox
from widgets.look.theme import draw_box, scaled_font, theme_signals
from widgets.parts.cards import ToneLabel, icon_button

if TYPE_CHECKING:
    from app.window.servers.store_form import StoreForm

_VIEWER = "viewer"


class OpenStoreStrip(QWidget):
    """Its form is made when first shown, so that the window is painted sooner. Esc closes it."""

    chosen = Signal(str)
    """The address of a store that could be read; it may have a password."""

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._form: StoreForm | None = None
        theme_signals().changed.connect(self.update)
        self.hide()

    @property
    def form(self) -> StoreForm:
        if self._form is None:
            self._form = self._build_form()
        return self._form

    def ask(self) -> None:
        form = self.form
        self.show()
        form.begin()

    def close_down(self) -> None:
        """Hide the strip, and discard a trial that is running."""
        if self._form is not None:
            self._form.cancel_trial()
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "accent")

    def _build_form(self) -> StoreForm:
        from app.window.servers.store_form import StoreForm

        form = StoreForm(self._settings, self.tr("&Open"), _VIEWER, files=True)
        form.chosen.connect(self._use)
        title = ToneLabel(self.tr("Look at another store"))
        title.setFont(scaled_font(bold=True))
        hint = ToneLabel(
            self.tr("A file, or a coordinator's PostgreSQL. It is opened read only."), "muted"
        )
        close = icon_button("close", self.tr("Close"), self)
        close.clicked.connect(self.close_down)
        head = hbox(None, title, (hint, 1), close, spacing=12)
        vbox(self, head, form, margins=(16, 8, 8, 12), spacing=6)
        escape = QShortcut(QKeySequence(QKeySequence.StandardKey.Cancel), self)
        escape.activated.connect(self.close_down)
        escape.activatedAmbiguously.connect(self.close_down)
        return form

    def _use(self, address: str) -> None:
        self.close_down()
        self.chosen.emit(address)
