"""The help panel at the right edge of the window (F1), and opening the guide in the browser."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QLocale, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QCursor,
    QDesktopServices,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QPushButton,
    QWidget,
)

from app.window.base.messages import message_text
from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from widgets.layout.boxes import hbox, vbox
from widgets.look.theme import current_palette, scaled_font, theme_signals
from widgets.parts.cards import SectionTitle, ToneLabel, WrappedLabel, icon_button


def guide_file(page: str) -> tuple[Path, str]:
    """The file of a page such as `guide/servers#containers`, in the window's language if there is
    a translation, and the anchor, which is the same in all languages."""
    name, _, anchor = page.partition("#")
    guide = Path(str(files("assets") / "guide"))
    translated = guide / QLocale().name() / f"{name}.html"
    return translated if translated.is_file() else guide / f"{name}.html", anchor


def open_guide(page: str) -> None:
    """Open a page in the browser.

    Raises: CipherbenchError when it is not there, or nothing opens it.
    """
    path, anchor = guide_file(page)
    if not path.is_file():
        raise CipherbenchError(
            phrase("Guide not built"),
            phrase("{file} does not exist."),
            phrase("Run `make docs`."),
            file=path,
        )
    address = QUrl.fromLocalFile(str(path))
    address.setFragment(anchor)
    if not QDesktopServices.openUrl(address):
        raise CipherbenchError(
            phrase("Guide not opened"),
            phrase("No program opened the guide."),
            phrase("Open {file} in a browser."),
            file=path,
        )


_WIDTH = 340


class HelpPanel(QFrame):
    """Explains the shown page, and the glossary's term at the pointer or focus when F1 is pressed.
    Esc closes it."""

    guide_requested = Signal(str)
    """The page of the guide to open, perhaps with an anchor."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._page: Callable[[], str] = str
        self._term_page = ""
        self._title = SectionTitle("")
        self._term = _text()
        self._text = _text()
        self._term.setFont(scaled_font(bold=True))
        self._open = QPushButton(self.tr("Open the &guide (F1)"), self)
        self._open.clicked.connect(self._ask_for_guide)
        self._lay_out()
        self.hide()
        theme_signals().changed.connect(self.update)

    def show_text(self, title: str, text: str, page: Callable[[], str]) -> None:
        """Show the help of another page; `page` returns the page of the guide to open."""
        self._title.setText(title)
        self._text.setText(text)
        self._page = page
        self._show_term("", "")

    def text(self) -> str:
        return self._text.text()

    def term(self) -> str:
        """The explained term; empty without one."""
        return self._term.text()

    def toggle(self) -> None:
        """Show the help of the page, or hide it."""
        self._show_term("", "")
        self.setVisible(self.isHidden())
        self.move_to_right_edge()

    def ask(self) -> None:
        """F1: explain the term at the pointer or focus, and the page; pressed again, open the
        guide."""
        from app.window.help.term_lookup import term_at, term_of

        term = term_at(QCursor.pos()) or term_of(QApplication.focusWidget())
        explained = "" if term is None else f"{message_text(term.name)}: {message_text(term.text)}"
        if self.isVisible() and explained in (self.term(), ""):
            self._ask_for_guide()
            return
        self._show_term(explained, "" if term is None else f"guide/glossary#{term.anchor}")
        self.show()
        self.move_to_right_edge()

    def move_to_right_edge(self) -> None:
        """Move to the right edge of the window."""
        around = self._window.rect()
        self.setGeometry(around.right() - _WIDTH + 1, 0, _WIDTH, around.height())
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = current_palette()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.surface))
        painter.setPen(QColor(palette.border))
        painter.drawLine(self.rect().topLeft(), self.rect().bottomLeft())

    def _show_term(self, text: str, page: str) -> None:
        self._term.setText(text)
        self._term.setVisible(bool(text))
        self._term_page = page

    def _ask_for_guide(self) -> None:
        self.guide_requested.emit(self._term_page or self._page())

    def _lay_out(self) -> None:
        close = icon_button("close", self.tr("Close"), self, tip=self.tr("Close (Esc)"))
        close.clicked.connect(self.hide)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.activated.connect(self.hide)
        escape.activatedAmbiguously.connect(self.hide)
        head = hbox(None, (self._title, 1), close)
        column = vbox(self, head, self._term, (self._text, 1), margins=(20, 16, 16, 16), spacing=12)
        column.addWidget(self._open, 0, Qt.AlignmentFlag.AlignLeft)


def _text() -> ToneLabel:
    """A paragraph that can be selected."""
    label = WrappedLabel("", "text")
    label.setAlignment(Qt.AlignmentFlag.AlignTop)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
