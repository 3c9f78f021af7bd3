"""A password asked for inline: masked, kept in memory for the session, never a dialog."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QPushButton, QWidget


class PasswordRow(QWidget):
    """“Password for prod-pg” [……] Connect; Enter connects, and an empty one is one too."""

    given = Signal(str)

    def __init__(self, *, stacked: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ""
        self._label = QLabel()
        self._field = QLineEdit()
        self._field.setEchoMode(QLineEdit.EchoMode.Password)
        self._field.setPlaceholderText(self.tr("Kept for this session only"))
        self._field.returnPressed.connect(self._give)
        self._label.setBuddy(self._field)
        button = QPushButton(self.tr("Connect"))
        button.setProperty("primary", True)
        button.clicked.connect(self._give)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        if stacked:
            grid.addWidget(self._label, 0, 0, 1, 2)
        else:
            grid.addWidget(self._label, 1, 2)
        grid.addWidget(self._field, 1, 0 if stacked else 3)
        grid.addWidget(button, 1, 1 if stacked else 4)

    def server(self) -> str:
        """The server that is asked for."""
        return self._name

    def set_server(self, name: str) -> None:
        """Ask for this server's password; what was typed for another is gone."""
        if name == self._name:
            return
        self._name = name
        self._field.clear()
        self._label.setText(self.tr("Password for {0}").format(name))
        self._field.setAccessibleName(self._label.text())

    def take_focus(self) -> None:
        """Put the cursor into the field."""
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _give(self) -> None:
        password = self._field.text()
        self._field.clear()
        self.given.emit(password)
