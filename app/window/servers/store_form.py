"""A form for the address of a results store (a file or a PostgreSQL database) and its password.

The store is opened as a trial before it is used. Its password is typed here, not into the address
field, and stored in the system's keyring if the user wants that; `chosen` carries both.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from app.system.password_sources import Keyring
from app.window.base.background import Background
from app.window.base.messages import message_text
from app.window.servers.password_row import PasswordRow
from engines.contract.errors import CipherbenchError
from widgets.fields.file_dialog import ask_for_file
from widgets.layout.boxes import hbox, vbox
from widgets.look.icons import icon
from widgets.parts.cards import FormLabel, WrappedLabel

if TYPE_CHECKING:
    from app.hosts.store_login import StoreLogin

_ADDRESS_SETTING = "store/looked_at"
"""The address that was opened last."""
_EXAMPLE = "postgresql://{user}@192.0.2.10:5433/cipherbench"


class StoreForm(QWidget):
    """“Store” [……] File … Open; below it the password row, or what went wrong."""

    chosen = Signal(str)
    """The address of a store that could be read; it may have a password."""

    def __init__(
        self,
        settings: QSettings,
        verb: str,
        user: str,
        *,
        files: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """`verb` is the button's text; `user` is the login name where the address has none. With
        `files` a file can be chosen, too."""
        super().__init__(parent)
        self._settings, self._user = settings, user
        self._background = Background(self)
        self._keyring: str | None = None
        self.address = QLineEdit()
        self.address.setPlaceholderText(_EXAMPLE.format(user=user))
        self.address.returnPressed.connect(self._open)
        self._label = FormLabel(self.tr("&Store"), self.address)
        self.file_button = QPushButton(icon("open"), self.tr("&File …"))
        self.file_button.clicked.connect(self._ask_file)
        self.file_button.setVisible(files)
        self.open_button = QPushButton(verb)
        self.open_button.setProperty("primary", True)
        self.open_button.clicked.connect(self._open)
        self.password = PasswordRow()
        self.password.given.connect(self._try_password)
        self._fault = WrappedLabel("", "bad")
        self.setFocusProxy(self.address)
        self._lay_out()
        self._show_state("")

    def begin(self) -> None:
        """Show the address that was used last."""
        if not self.address.text():
            self.address.setText(str(self._settings.value(_ADDRESS_SETTING, "")))
        self._show_state("")
        self.address.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.address.end(False)
        self.address.home(True)

    def error_text(self) -> str:
        """The shown error of a store that could not be opened."""
        return self._fault.text()

    def cancel_trial(self) -> None:
        """Discard the trial that is running, and the typed password."""
        self._background.drop()
        self.password.clear()

    def _lay_out(self) -> None:
        row = hbox(
            None, self._label, (self.address, 1), self.file_button, self.open_button, spacing=8
        )
        vbox(self, row, self.password, self._fault, spacing=6)

    def _show_state(self, fault: str, user: str = "", *, busy: bool = False) -> None:
        """Show what went wrong; ask for the password of `user`; `busy` while a store is tried."""
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))
        for part in (self.address, self.file_button, self.open_button, self.password):
            part.setEnabled(not busy)
        self.password.setVisible(bool(user))
        self.open_button.setHidden(bool(user))
        if user:
            self.password.set_server(user)
            self.password.remember.set_keyring(self._keyring)
            self.password.take_focus()

    def _ask_file(self) -> None:
        filters = self.tr("Results store (*.sqlite)"), self.tr("All files (*)")
        ask_for_file(self, self.tr("Open a results store"), filters, self._take_file)

    def _take_file(self, path: Path) -> None:
        self.address.setText(str(path))
        self._open()

    def _open(self) -> None:
        if text := self.address.text().strip():
            self._try(partial(_try_store, text, self._user))

    def _try_password(self, password: str, remember: bool) -> None:
        text = self.address.text().strip()
        self._try(partial(_try_store, text, self._user, password, remember=remember))

    def _try(self, work: partial[_Attempt]) -> None:
        self._show_state("", busy=True)
        self._background.run(work, self._on_tried, self._on_error)

    def _on_tried(self, found: _Attempt) -> None:
        self._keyring = found.keyring
        if not found.address:
            self._show_state("" if found.error is None else _error_text(found.error), found.user)
            return
        self._show_state("")
        self.password.clear()
        self._settings.setValue(_ADDRESS_SETTING, found.stored)
        self.chosen.emit(found.address)

    def _on_error(self, error: CipherbenchError) -> None:
        self._show_state(_error_text(error))
        self.address.setFocus(Qt.FocusReason.OtherFocusReason)


@dataclass(frozen=True)
class _Attempt:
    """Result of trying a store: an `address` that can be opened (`stored`: without password); with
    an empty `address` the `user` whose password is needed, and the `error` of the last trial."""

    address: str = field(default="", repr=False)
    stored: str = ""
    user: str = ""
    keyring: str | None = None
    error: CipherbenchError | None = None


def _try_store(
    text: str, user: str, password: str | None = None, *, remember: bool = False
) -> _Attempt:
    """Raises: InputError"""
    from app.hosts.store_login import account, address_of, store_login
    from app.results.database.store_connection import sqlite_file, store_url
    from app.results.store.store import open_store

    if (file := sqlite_file(store_url(text))) is not None:
        open_store(str(file), write=False).close()
        return _Attempt(str(file), str(file))
    login = store_login(text, user)
    if password:
        login = login.with_password(password)
    needs_password = _Attempt(user=login.url.username or user, keyring=Keyring().name())
    if password is None and not login.has_password:
        return needs_password
    try:
        _check_login(login)
    except CipherbenchError as error:
        return replace(needs_password, error=error)
    if remember and password:
        Keyring().remember(account(login.url), password)
    return replace(needs_password, address=login.text, stored=address_of(text))


def _check_login(login: StoreLogin) -> None:
    """Raises: InputError"""
    from app.hosts.store_login import readable_login_errors
    from app.results.store.store import open_store

    with readable_login_errors(login):
        open_store(login.text, write=False).close()


def _error_text(error: CipherbenchError) -> str:
    _, message, hint = (message_text(each) for each in error.messages)
    return f"{message} {hint}".strip()
