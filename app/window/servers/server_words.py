"""Names, sources, states, addresses and errors of servers as texts."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QCoreApplication

from app.servers.entry import ServerEntry, ServerState
from app.window.base.messages import message_text
from engines.contract.endpoint import Source
from engines.contract.errors import CipherbenchError
from engines.registry import facts_of
from widgets.look.names import isolated, shortened
from widgets.parts.cards import DotState

_DOTS: dict[ServerState, DotState] = {
    ServerState.AVAILABLE: "idle",
    ServerState.STARTING: "busy",
    ServerState.RUNNING: "ok",
    ServerState.STOPPING: "busy",
    ServerState.FAILED: "error",
    ServerState.UNAVAILABLE: "error",
}


def display_name(name: str, engine: str) -> str:
    """A server in a sentence: “SQLite” where its name is only its engine's."""
    return facts_of(engine).title if name == engine else isolated(shortened(name))


def dot_of(entry: ServerEntry) -> DotState:
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


def state_word(entry: ServerEntry) -> str:
    """A server's state; for one at an address “connected” instead of “running”."""
    if not entry.spec.managed and entry.state in _ADDRESS_STATES:
        return _address_state(entry.state)
    words = {
        ServerState.AVAILABLE: QCoreApplication.translate("Servers", "not started"),
        ServerState.STARTING: QCoreApplication.translate("Servers", "starting …"),
        ServerState.RUNNING: QCoreApplication.translate("Servers", "running"),
        ServerState.STOPPING: QCoreApplication.translate("Servers", "stopping …"),
        ServerState.FAILED: QCoreApplication.translate("Servers", "failed"),
        ServerState.UNAVAILABLE: QCoreApplication.translate("Servers", "not available"),
    }
    return words[entry.state]


def starting_words(sources: Collection[Source]) -> str:
    """The text while servers from these sources start; {0} stands for their names."""
    if Source.ADDRESS not in sources:
        return QCoreApplication.translate("Servers", "Starting {0} …")
    if all(source is Source.ADDRESS for source in sources):
        return QCoreApplication.translate("Servers", "Connecting to {0} …")
    return QCoreApplication.translate("Servers", "Starting or connecting to {0} …")


def step_of(entry: ServerEntry) -> str:
    """The slow step that a server's start is at, such as pulling an image; empty without one."""
    return message_text(entry.step.text) if entry.state is ServerState.STARTING else ""


def summary(entry: ServerEntry) -> str:
    """Source and state; instead of the state why the server failed, or what its start waits for."""
    reason = failure_of(entry) or step_of(entry) or state_word(entry)
    return f"{source_word(entry.spec.source)} · {reason}"


def failure_of(entry: ServerEntry) -> str:
    """Why a server failed or is not available, in few words; empty where it is."""
    return error_texts(entry.error)[0] if entry.error else message_text(entry.reason)


def address_of(entry: ServerEntry) -> str:
    """The socket, or host and port; empty while a server of ours is not running."""
    place = entry.endpoint or entry.spec
    if place.socket:
        return place.socket
    if place.host or place.port:
        return f"{place.host or '127.0.0.1'}:{place.port}" if place.port else str(place.host)
    return ""


def error_texts(error: CipherbenchError) -> tuple[str, str, str]:
    """Title, message and hint in the window's language."""
    title, message, hint = map(message_text, error.messages)
    return title, message, hint


_ADDRESS_STATES = (
    ServerState.AVAILABLE,
    ServerState.STARTING,
    ServerState.RUNNING,
    ServerState.STOPPING,
)


def _address_state(state: ServerState) -> str:
    words = {
        ServerState.AVAILABLE: QCoreApplication.translate("Servers", "not connected"),
        ServerState.STARTING: QCoreApplication.translate("Servers", "connecting …"),
        ServerState.RUNNING: QCoreApplication.translate("Servers", "connected"),
        ServerState.STOPPING: QCoreApplication.translate("Servers", "disconnecting …"),
    }
    return words[state]
