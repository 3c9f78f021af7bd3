"""Finds the processes of a server that we have not started, and whether one is stopped."""

from __future__ import annotations

import os
from pathlib import Path

import psutil

from engines.contract.endpoint import Endpoint
from engines.platform.file_access import open_regular_file

_LONGEST_NUMBER = 32
_HERE = {None, "localhost", "127.0.0.1", "::1"}


def is_here(endpoint: Endpoint) -> bool:
    """Whether an endpoint says by itself that its server runs on this machine."""
    return endpoint.socket is not None or endpoint.host in _HERE


def number_in(path: Path) -> int:
    """The number that a server's file (such as a pid file) holds.

    Raises: OSError, also for what is no plain file; ValueError where it holds none
    """
    with os.fdopen(open_regular_file(path), "rb") as file:
        return int(file.read(_LONGEST_NUMBER))


def parent_if_named(pid: int, name: str) -> int | None:
    """The parent of process `pid` if both have this name: so a pid from elsewhere, such as inside
    a container, is not taken for one of this machine."""
    try:
        process = psutil.Process(pid)
        parent = process.parent()
    except psutil.Error:
        return None
    named = parent is not None and process.name() == parent.name() == name
    return parent.pid if named and parent is not None else None


def pid_if_named(pid: int, name: str) -> int | None:
    """`pid` if it is a process of this machine with this name."""
    try:
        return pid if psutil.Process(pid).name() == name else None
    except psutil.Error:
        return None


def is_stopped(pid: int) -> bool:
    """Whether a process of this machine is stopped (SIGSTOP), and may continue later."""
    try:
        return psutil.Process(pid).status() in (psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP)
    except psutil.Error:
        return False
