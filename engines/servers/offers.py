"""Which servers have an option of a connection: by their source, and by what their engine takes."""

from __future__ import annotations

from collections.abc import Callable

from engines.base.engine import Engine
from engines.contract.endpoint import Source, TlsMode
from engines.contract.message import phrase
from engines.contract.parameter import Parameter, Shown

HERE = (Source.EMBEDDED, Source.LOCAL)
CONNECTED = (Source.CONTAINER, Source.ADDRESS)

PASSWORD = Parameter(
    "password",
    str,
    None,
    shown=Shown(
        phrase("&Password"), phrase("Kept in the keyring or for this session, never in a file")
    ),
    secret=True,
    optional=True,
)


def reached_by(way: str) -> Callable[[Engine], bool]:
    """Whether an engine's servers are reached by this part of an address: a port, a socket."""
    return lambda engine: way in engine.servers.address.fields


def has_tls(engine: Engine) -> bool:
    return bool(engine.servers.address.tls_modes)


def verifies(engine: Engine) -> bool:
    """Whether a client of it can see that the server is the one that was meant."""
    return TlsMode.VERIFY_FULL in engine.servers.address.tls_modes
