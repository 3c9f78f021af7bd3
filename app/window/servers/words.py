"""Servers in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.window.servers.entries import DeskEntry, DeskState
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from widgets.look.names import filled
from widgets.parts.cards import DotState

_DOTS: dict[DeskState, DotState] = {
    DeskState.AVAILABLE: "idle",
    DeskState.STARTING: "busy",
    DeskState.RUNNING: "ok",
    DeskState.STOPPING: "busy",
    DeskState.FAILED: "error",
    DeskState.UNAVAILABLE: "error",
}


def dot_of(entry: DeskEntry) -> DotState:
    """The status dot of a server."""
    return _DOTS[entry.state]


def source_word(source: Source) -> str:
    """Where a server comes from."""
    words = {
        Source.EMBEDDED: QCoreApplication.translate("Servers", "embedded"),
        Source.LOCAL: QCoreApplication.translate("Servers", "local"),
        Source.CONTAINER: QCoreApplication.translate("Servers", "container"),
        Source.ADDRESS: QCoreApplication.translate("Servers", "address"),
    }
    return words[source]


def state_word(entry: DeskEntry) -> str:
    """How a server stands; one at an address is connected where another runs."""
    if entry.spec.source is Source.ADDRESS and entry.state in _ADDRESS_STATES:
        return _address_state(entry.state)
    words = {
        DeskState.AVAILABLE: QCoreApplication.translate("Servers", "not started"),
        DeskState.STARTING: QCoreApplication.translate("Servers", "starting …"),
        DeskState.RUNNING: QCoreApplication.translate("Servers", "running"),
        DeskState.STOPPING: QCoreApplication.translate("Servers", "stopping …"),
        DeskState.FAILED: QCoreApplication.translate("Servers", "failed"),
        DeskState.UNAVAILABLE: QCoreApplication.translate("Servers", "not to be had"),
    }
    return words[entry.state]


def step_of(entry: DeskEntry) -> str:
    """What takes long while a server starts; empty where nothing does."""
    return entry.step if entry.state is DeskState.STARTING else ""


def summary(entry: DeskEntry) -> str:
    """Source and state, or the reason why it cannot be had, or what its start waits for."""
    reason = error_texts(entry.error)[0] if entry.error else (entry.reason or step_of(entry))
    return f"{source_word(entry.spec.source)} · {reason or state_word(entry)}"


def address_of(entry: DeskEntry) -> str:
    """The socket, or host and port; empty while a server of ours is not running."""
    place = entry.endpoint or entry.spec
    if place.socket:
        return place.socket
    if place.host or place.port:
        return f"{place.host or '127.0.0.1'}:{place.port}" if place.port else str(place.host)
    return ""


def error_texts(error: CipherbenchError) -> tuple[str, str, str]:
    """Title, message and hint, each translated before its places are filled."""
    templates = (error.title_template, error.message_template, error.hint_template)
    title, message, hint = (
        filled(QCoreApplication.translate("errors", text), **error.values) if text else ""
        for text in templates
    )
    return title, message, hint


_ADDRESS_STATES = (DeskState.AVAILABLE, DeskState.STARTING, DeskState.RUNNING, DeskState.STOPPING)


def _address_state(state: DeskState) -> str:
    words = {
        DeskState.AVAILABLE: QCoreApplication.translate("Servers", "not connected"),
        DeskState.STARTING: QCoreApplication.translate("Servers", "connecting …"),
        DeskState.RUNNING: QCoreApplication.translate("Servers", "connected"),
        DeskState.STOPPING: QCoreApplication.translate("Servers", "leaving …"),
    }
    return words[state]
