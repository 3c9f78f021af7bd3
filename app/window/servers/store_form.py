"""A field for the address of a results store, and for its password where none is known of it.

The store is tried before it is used. Its password is asked for here, never in the address, and kept
in the system's keyring where that is wished.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.system.passwords import Keyring
from app.window.base.background import Background
from app.window.base.messages import message_text
from app.window.servers.password_row import PasswordRow
from engines.contract.errors import CipherbenchError
from widgets.look.icons import icon
from widgets.parts.cards import FormLabel, ToneLabel

if TYPE_CHECKING:
    from app.hosts.store_login import StoreLogin

_STORED = "store/looked_at"
_EXAMPLE = "postgresql://{user}@192.0.2.10:5433/cipherbench"


class StoreForm(QWidget):
    """“Store” [……] File … Open; below it the password that is missing, or what went wrong."""

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
        """`verb` is the button's; a login that the address leaves out is `user`. With `files` it
        may be a file, too."""
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
        self._stand("")

    def begin(self) -> None:
        """Show the address that was used last."""
        if not self.address.text():
            self.address.setText(str(self._settings.value(_STORED, "")))
        self._stand("")
        self.address.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.address.end(False)
        self.address.home(True)

    def text(self) -> str:
        """What is said of a store that could not be opened."""
        return self._fault.text()

    def drop(self) -> None:
        """Ask no more."""
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

    def _stand(self, fault: str, wanted: str = "", *, busy: bool = False) -> None:
        """Show how it stands: what went wrong, whose password is wanted, or that it is tried."""
        self._fault.setText(fault)
        self._fault.setVisible(bool(fault))
        for part in (self.address, self.file_button, self.open_button, self.password):
            part.setEnabled(not busy)
        self.password.setVisible(bool(wanted))
        self.open_button.setHidden(bool(wanted))
        if wanted:
            self.password.set_server(wanted)
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
            self._try(partial(_entered, text, self._user))

    def _give(self, password: str, remember: bool) -> None:
        text = self.address.text().strip()
        self._try(partial(_entered, text, self._user, password, remember=remember))

    def _try(self, work: partial[_Entered]) -> None:
        self._stand("", busy=True)
        self._background.run(work, self._use, self._refuse)

    def _use(self, found: _Entered) -> None:
        self._keyring = found.keyring
        if not found.address:
            self._stand("" if found.fault is None else _words(found.fault), found.user)
            return
        self._stand("")
        self.password.clear()
        self._settings.setValue(_STORED, found.stored)
        self.chosen.emit(found.address)

    def _refuse(self, error: CipherbenchError) -> None:
        self._stand(_words(error))
        self.address.setFocus(Qt.FocusReason.OtherFocusReason)


@dataclass(frozen=True)
class _Entered:
    """What came of it: an `address` that can be opened, as it is `stored`; else the `user` whose
    password is wanted, and why the one before did not do."""

    address: str = field(default="", repr=False)
    stored: str = ""
    user: str = ""
    keyring: str | None = None
    fault: CipherbenchError | None = None


def _entered(
    text: str, user: str, password: str | None = None, *, remember: bool = False
) -> _Entered:
    """Raises: InputError"""
    from app.hosts.store_login import account, address_of, store_login
    from app.results.database.store_connection import file_of, locate
    from app.results.store.store import open_store

    if (file := file_of(locate(text))) is not None:
        open_store(str(file), write=False).close()
        return _Entered(str(file), str(file))
    login = store_login(text, user)
    if password:
        login = login.with_password(password)
    wanted = _Entered(user=login.url.username or user, keyring=Keyring().name())
    if password is None and not login.has_password:
        return wanted
    try:
        _check_login(login)
    except CipherbenchError as error:
        return replace(wanted, fault=error)
    if remember and password:
        Keyring().remember(account(login.url), password)
    return replace(wanted, address=login.text, stored=address_of(text))


def _check_login(login: StoreLogin) -> None:
    """Raises: InputError"""
    from app.hosts.store_login import answering
    from app.results.store.store import open_store

    with answering(login):
        open_store(login.text, write=False).close()


def _words(error: CipherbenchError) -> str:
    _, message, hint = (message_text(each) for each in error.messages)
    return f"{message} {hint}".strip()
