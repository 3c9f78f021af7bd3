"""The form and its fields as a user's keyboard meets them."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.window.pages.servers.connect_form import ConnectFields, ConnectForm
from app.window.servers.known_servers import KnownServers


def field(fields: ConnectFields, option: str) -> Any:
    """What has the keyboard in the field of an option: a line, a box or a choice."""
    part: QWidget = fields.field(option)
    while (inner := part.focusProxy()) is not None:
        part = inner
    return part


def ready_servers(qtbot: QtBot) -> KnownServers:
    made = KnownServers()
    made.discover()
    qtbot.waitUntil(lambda: made.discovered and made.keyring is not None)
    return made


def shown_form(known_servers: KnownServers, qtbot: QtBot) -> ConnectForm:
    made = ConnectForm(known_servers)
    qtbot.addWidget(made)
    made.resize(700, 690)
    with qtbot.waitActive(made):
        made.show()
    return made
