"""A row that asks for a server's password, masked, and whether the keyring is to remember it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLineEdit, QPushButton, QWidget

from widgets.look.names import as_label, filled, shortened
from widgets.parts.cards import FormLabel


class RememberBox(QCheckBox):
    """“Remember in the keyring”; disabled, with the reason, where there is no keyring."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_keyring(None)

    def set_keyring(self, name: str | None) -> None:
        """`name` is the system keyring's; empty if there is none, None while that is unknown."""
        self.setEnabled(bool(name))
        if name == "":
            self.setChecked(False)
            self.setText(self.tr("No keyring: kept for this session only"))
            self.setToolTip(self.tr("This machine has no secure keyring."))
        else:
            self.setText(self.tr("&Remember in the keyring"))
            self.setToolTip(
                self.tr("Otherwise it is kept for this session only.") + f"\n{name or ''}"
            )


class PasswordRow(QWidget):
    """“Password for prod-pg” [……] Connect; Enter connects. An empty password is valid."""

    given = Signal(str, bool)
    """The password, and whether the keyring is to have it."""

    def __init__(self, *, stacked: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ""
        self._label = FormLabel()
        self._field = QLineEdit()
        self._field.setAccessibleName(self.tr("Password"))
        self._field.setEchoMode(QLineEdit.EchoMode.Password)
        self._field.returnPressed.connect(self._give)
        self._label.setBuddy(self._field)
        self.remember = RememberBox()
        button = QPushButton(self.tr("Connect"))
        button.setProperty("primary", True)
        button.clicked.connect(self._give)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        if stacked:
            grid.addWidget(self._label, 0, 0, 1, 2)
            grid.addWidget(self._field, 1, 0)
            grid.addWidget(button, 1, 1)
            grid.addWidget(self.remember, 2, 0, 1, 2)
        else:
            grid.addWidget(self.remember, 1, 0, 1, 3)
            for column, part in enumerate((self._label, self._field, button)):
                grid.addWidget(part, 0, column)
            grid.setColumnStretch(1, 1)
        self.setTabOrder(self._field, self.remember)
        self.setTabOrder(self.remember, button)

    def server(self) -> str:
        return self._name

    def set_server(self, name: str) -> None:
        """Ask for this server's password; what was typed for another is cleared."""
        if name == self._name:
            return
        self._name = name
        self.clear()
        self._label.setText(filled(self.tr("Password for {0}"), as_label(shortened(name))))
        self._field.setAccessibleName(self._label.text())

    def clear(self) -> None:
        self._field.clear()
        self.remember.setChecked(False)

    def take_focus(self) -> None:
        """Put the cursor into the field."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _give(self) -> None:
        password = self._field.text()
        self._field.clear()
        self.given.emit(password, self.remember.isChecked())
