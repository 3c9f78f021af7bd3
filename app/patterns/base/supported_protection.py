"""Checks that a server supports a protection, before pictures or records are sent to it."""

from __future__ import annotations

from dataclasses import replace

from engines.base.capability import Capabilities
from engines.base.engine import Engine
from engines.contract.errors import Unsupported
from engines.contract.message import phrase
from engines.contract.protection import Protection, ProtectionKind


def supported_protection(
    server: str, engine: Engine, capabilities: Capabilities, protection: Protection
) -> Protection:
    """The protection with its mode: a native one that names none takes the engine's own.

    Raises: Unsupported with the server's reason; `server` names it
    """
    why = capabilities.why_not(protection, engine.default_mode)
    if why is not None:
        raise Unsupported(
            phrase("Not supported"), phrase("{server}: {why}"), server=server, why=why
        )
    if protection.kind is ProtectionKind.NATIVE and not protection.mode:
        return replace(protection, mode=engine.default_mode)
    return protection
