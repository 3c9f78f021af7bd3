"""A form for the address of a results store (a file or a PostgreSQL database) and its password.

The store is opened as a trial before it is used. Its password is asked for here, never in the
address, and stored in the system's keyring if the user wants that.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.system.password_sources import Keyring
from app.window.base.background import Background
from app.window.base.messages import message_text
from app.window.servers.password_row import PasswordRow
from engines.contract.errors import CipherbenchError
from widgets.look.icons import icon
from widgets.parts.cards import FormLabel, ToneLabel

if TYPE_CHECKING:
    from app.hosts.store_login import StoreLogin

_ADDRESS_SETTING = "store/looked_at"
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
        self.password.given.connect(self._give)
        self._fault = ToneLabel("", "bad")
        self._fault.setWordWrap(True)
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

    def text(self) -> str:
        """The shown error of a store that could not be opened."""
        return self._fault.text()

    def drop(self) -> None:
        """Discard the trial that is running, and the typed password."""
        self._background.drop()
        self.password.clear()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._label)
        row.addWidget(self.address, 1)
        row.addWidget(self.file_button)
        row.addWidget(self.open_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.password)
        column.addWidget(self._fault)

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
        if text := self.address.text().strip():
            self._try(partial(_try_store, text, self._user))

    def _give(self, password: str, remember: bool) -> None:
        text = self.address.text().strip()
        self._try(partial(_try_store, text, self._user, password, remember=remember))

    def _try(self, work: partial[_Attempt]) -> None:
        self._show_state("", busy=True)
        self._background.run(work, self._use, self._refuse)

    def _use(self, found: _Attempt) -> None:
        self._keyring = found.keyring
        if not found.address:
            self._show_state("" if found.fault is None else _error_text(found.fault), found.user)
            return
        self._show_state("")
        self.password.clear()
        self._settings.setValue(_ADDRESS_SETTING, found.stored)
        self.chosen.emit(found.address)

    def _refuse(self, error: CipherbenchError) -> None:
        self._show_state(_error_text(error))
        self.address.setFocus(Qt.FocusReason.OtherFocusReason)


@dataclass(frozen=True)
class _Attempt:
    """Result of trying a store: an `address` that can be opened (`stored`: without password);
    with an empty `address` the `user` whose password is needed, and the `fault` of the last one."""

    address: str = field(default="", repr=False)
    stored: str = ""
    user: str = ""
    keyring: str | None = None
    fault: CipherbenchError | None = None


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
    without_store = _Attempt(user=login.url.username or user, keyring=Keyring().name())
    if password is None and not login.has_password:
        return without_store
    try:
        _check_login(login)
    except CipherbenchError as error:
        return replace(without_store, fault=error)
    if remember and password:
        Keyring().remember(account(login.url), password)
    return replace(without_store, address=login.text, stored=address_of(text))


def _check_login(login: StoreLogin) -> None:
    """Raises: InputError"""
    from app.hosts.store_login import answering
    from app.results.store.store import open_store

    with answering(login):
        open_store(login.text, write=False).close()


def _error_text(error: CipherbenchError) -> str:
    _, message, hint = (message_text(each) for each in error.messages)
    return f"{message} {hint}".strip()
