"""The form's fields as a user's keyboard meets them."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from app.window.pages.servers.connect_form import ConnectFields


def field(fields: ConnectFields, option: str) -> Any:
    """What has the keyboard in the field of an option: a line, a box or a choice."""
    part: QWidget = fields.field(option)
    while (inner := part.focusProxy()) is not None:
        part = inner
    return part
