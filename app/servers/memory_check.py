"""Checks that memory is enough for servers that are opened at the same time."""

from __future__ import annotations

from collections.abc import Collection

from engines.contract.errors import InputError
from engines.contract.message import Number, phrase, plural
from engines.registry import engine_named
from engines.servers.server import ServerSpec


def check_memory(specs: Collection[ServerSpec], available: int) -> None:
    """See that so many bytes are enough for opening all servers at once: when they run out the
    kernel kills what it likes.

    Raises: InputError
    """
    needed = sum(map(_least_mb, specs)) * 1_000_000
    if needed > available:
        raise InputError(
            phrase("Too little memory"),
            plural(
                "Opening {n} servers at the same time takes at least {needed} MB of memory; "
                "{available} MB are available.",
                "Opening {n} server takes at least {needed} MB of memory; {available} MB are "
                "available.",
                len(specs),
            ),
            phrase("Close other programs, or split the servers into several campaigns."),
            needed=Number(needed // 1_000_000),
            available=Number(available // 1_000_000),
        )


def _least_mb(spec: ServerSpec) -> int:
    launcher = engine_named(spec.engine).servers.launcher(spec.source)
    started = 1 + spec.standby.servers
    return _ASKING_MB + (started * (_KEEPER_MB + launcher.memory_mb) if launcher else 0)


_ASKING_MB, _KEEPER_MB = 9, 6
"""What nobody shares of the memory of the process that asks a server, and of a server's keeper."""
