"""A strip that asks which results store to look at: a file, or the PostgreSQL of a coordinator."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QShortcut
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.system.passwords import Keyring
from app.window.base.background import Background
from app.window.base.messages import message_text
from app.window.servers.password_row import PasswordRow
from engines.contract.errors import CipherbenchError
from widgets.look.icons import icon
from widgets.look.theme import draw_box, scaled_font, theme_signals
from widgets.parts.cards import FormLabel, ToneLabel

if TYPE_CHECKING:
    from app.hosts.entrance import Entrance

_KEPT = "store/looked_at"
_EXAMPLE = "postgresql://viewer@192.0.2.10:5433/cipherbench"
VIEWER = "viewer"


class OpenStoreStrip(QWidget):
    """Tries the store before anything else happens; Esc closes it."""

    chosen = Signal(str)
    """The address of a store that could be read; it may have a password."""

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._background = Background(self)
        self._keyring: str | None = None
        self._made = False
        theme_signals().changed.connect(self.update)
        self.hide()

    def _make(self) -> None:
        """Its parts, when it is first asked for: the window is painted sooner without them."""
        self._made = True
        self._title = ToneLabel(self.tr("Look at another store"))
        self._title.setFont(scaled_font(bold=True))
        self._hint = ToneLabel(
            self.tr("A file, or the PostgreSQL of a coordinator. It is opened read only."), "muted"
        )
        self._hint.setWordWrap(True)
        self.address = QLineEdit()
        self.address.setPlaceholderText(_EXAMPLE)
        self.address.returnPressed.connect(self._open)
        self._label = FormLabel(self.tr("&Store"), self.address)
        self.file_button = QPushButton(icon("open"), self.tr("&File …"))
        self.file_button.clicked.connect(self._ask_file)
        self.open_button = QPushButton(self.tr("Loo&k"))
        self.open_button.setProperty("primary", True)
        self.open_button.clicked.connect(self._open)
        self.password = PasswordRow()
        self.password.given.connect(self._give)
        self._fault = ToneLabel("", "bad")
        self._fault.setWordWrap(True)
        self._lay_out()
        escape = QShortcut(QKeySequence(QKeySequence.StandardKey.Cancel), self)
        escape.activated.connect(self.close_down)
        escape.activatedAmbiguously.connect(self.close_down)

    def ask(self) -> None:
        """Show the strip, with the address that was looked at last."""
        if not self._made:
            self._make()
        if not self.address.text():
            self.address.setText(str(self._settings.value(_KEPT, "")))
        self._stand("")
        self.show()
        self.address.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.address.selectAll()

    def text(self) -> str:
        """What is said of the store that could not be opened."""
        return self._fault.text()

    def close_down(self) -> None:
        """Ask no more."""
        self._background.drop()
        self.password.clear()
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_box(QPainter(self), self.rect(), "accent")

    def _lay_out(self) -> None:
        close = QToolButton(self)
        close.setAutoRaise(True)
        close.setIcon(icon("close"))
        close.setAccessibleName(self.tr("Close"))
        close.clicked.connect(self.close_down)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self._title)
        head.addWidget(self._hint, 1)
        head.addWidget(close)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._label)
        row.addWidget(self.address, 1)
        row.addWidget(self.file_button)
        row.addWidget(self.open_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 8, 12)
        column.setSpacing(6)
        column.addLayout(head)
        for part in (row, self.password, self._fault):
            column.addLayout(part) if isinstance(part, QHBoxLayout) else column.addWidget(part)

    def _stand(self, fault: str, wanted: str = "", *, busy: bool = False) -> None:
        """Show how it stands: what went wrong, whose password is wanted, or that it is tried."""
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))
        self.password.setVisible(bool(wanted))
        if wanted:
            self.password.set_server(wanted)
            self.password.remember.set_keyring(self._keyring)
            self.password.take_focus()
        for part in (self.address, self.file_button, self.open_button, self.password):
            part.setEnabled(not busy)

    def _ask_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Open a results store"))
        dialog.setNameFilters([self.tr("Results store (*.sqlite)"), self.tr("All files (*)")])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._take_file)
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(False)
        dialog.show()

    def _take_file(self, path: str) -> None:
        self.address.setText(path)
        self._open()

    def _open(self) -> None:
        text = self.address.text().strip()
        if text:
            self._try(partial(_entered, text))

    def _give(self, password: str, remember: bool) -> None:
        self._try(partial(_entered, self.address.text().strip(), password, remember=remember))

    def _try(self, work: partial[_Entered]) -> None:
        self._stand("", busy=True)
        self._background.run(work, self._use, self._refuse)

    def _use(self, found: _Entered) -> None:
        self._keyring = found.keyring
        if not found.address:
            self._stand("" if found.fault is None else _words(found.fault), found.user)
            return
        self._settings.setValue(_KEPT, found.kept)
        self.close_down()
        self.chosen.emit(found.address)

    def _refuse(self, error: CipherbenchError) -> None:
        self._stand(_words(error))
        self.address.setFocus(Qt.FocusReason.OtherFocusReason)


@dataclass(frozen=True)
class _Entered:
    """What came of it: an `address` that can be opened, as it is `kept`; else the `user` whose
    password is wanted, and why the one before did not do."""

    address: str = field(default="", repr=False)
    kept: str = ""
    user: str = ""
    keyring: str | None = None
    fault: CipherbenchError | None = None


def _entered(text: str, password: str | None = None, *, remember: bool = False) -> _Entered:
    """Raises: InputError"""
    from app.hosts.entrance import address_of, entrance
    from app.results.database.location import file_of, locate
    from app.results.store.store import open_store

    if (file := file_of(locate(text))) is not None:
        open_store(str(file), write=False).close()
        return _Entered(str(file), str(file))
    way = entrance(text, VIEWER)
    if password:
        way = way.with_password(password)
    wanted = _Entered(user=way.url.username or VIEWER, keyring=Keyring().name())
    if password is None and not way.has_password:
        return wanted
    try:
        _look(way)
    except CipherbenchError as error:
        return replace(wanted, fault=error)
    if remember and password:
        _remember(way, password)
    return replace(wanted, address=way.text, kept=address_of(text))


def _look(way: Entrance) -> None:
    from app.hosts.entrance import answering
    from app.results.store.store import open_store

    with answering(way):
        open_store(way.text, write=False).close()


def _remember(way: Entrance, password: str) -> None:
    from app.hosts.entrance import account

    Keyring().remember(account(way.url), password)


def _words(error: CipherbenchError) -> str:
    _, message, hint = (message_text(each) for each in error.messages)
    return f"{message} {hint}".strip()
