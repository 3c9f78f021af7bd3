"""Finding a server's processes when it was not us who started it, and whether one stands still."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import psutil

from engines.contract.endpoint import Endpoint

_LONGEST_NUMBER = 32
_HERE = {None, "localhost", "127.0.0.1", "::1"}


def is_here(endpoint: Endpoint) -> bool:
    """Whether an endpoint says by itself that its server runs on this machine."""
    return endpoint.socket is not None or endpoint.host in _HERE


def number_in(path: Path) -> int:
    """The number that a server's file holds: as its words go, for looking at and nothing else.

    Raises: OSError, ValueError where it holds none, or is no plain file
    """
    # Somebody else says which file: it may be a pipe that never ends, or a device that does
    # something when it is opened. So the file is looked at first, and that very one is opened.
    place = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(place).st_mode):
            raise ValueError(f"{path} is no file")
        return int(_beginning(f"/proc/self/fd/{place}"))
    finally:
        os.close(place)


def _beginning(path: str) -> bytes:
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        return os.read(handle, _LONGEST_NUMBER)
    finally:
        os.close(handle)


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


def stands_still(pid: int) -> bool:
    """Whether somebody has stopped a process of this machine, which can go on later."""
    try:
        return psutil.Process(pid).status() in (psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP)
    except psutil.Error:
        return False
