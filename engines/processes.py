"""Finding a server's processes when it was not us who started it."""

from __future__ import annotations

import psutil

from engines.endpoint import Endpoint

_HERE = {None, "localhost", "127.0.0.1", "::1"}


def is_here(endpoint: Endpoint) -> bool:
    """Whether an endpoint says by itself that its server runs on this machine."""
    return endpoint.socket is not None or endpoint.host in _HERE


def parent_if_named(pid: int, name: str) -> int | None:
    """The parent of process `pid` when both bear `name`: so a pid from elsewhere, as from inside
    a container, is not taken for one of this machine."""
    try:
        process = psutil.Process(pid)
        parent = process.parent()
    except psutil.Error:
        return None
    named = parent is not None and process.name() == parent.name() == name
    return parent.pid if named and parent is not None else None


def pid_if_named(pid: int, name: str) -> int | None:
    """`pid` when a process of this machine bears it and `name`."""
    try:
        return pid if psutil.Process(pid).name() == name else None
    except psutil.Error:
        return None
