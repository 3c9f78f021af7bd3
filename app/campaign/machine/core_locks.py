"""Cores that another Cipherbench of this user measures on at the moment: each is locked by a file,
in which stands the number of the process that locked it.

Locks go with the process that holds them, however it ends. Where no such file can be had every core
is taken to be free.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from app.system.folders import core_locks_folder
from engines.keeping.private_files import open_private, private_folder

type Taken = Mapping[int, int | None]
"""The process that has each core that is taken; None: not known."""

type Chosen = Callable[[Taken], Iterable[int]]
"""The cores to measure on, from those that are taken."""

_PATIENCE_SECONDS, _ROUND_SECONDS = 3.0, 0.1
"""A process that was killed may hold its lock until the system has taken it apart."""


@contextmanager
def core_locks(
    cores: Iterable[int], chosen: Chosen, awaited: Set[int] = frozenset()
) -> Iterator[None]:
    """Have others know which of these cores are `chosen`, as long as this lasts. Those that are
    `awaited` are waited for a moment."""
    until = time.monotonic() + _PATIENCE_SECONDS
    with ExitStack() as held:
        while not _hold(held, cores, chosen, awaited if time.monotonic() < until else frozenset()):
            time.sleep(_ROUND_SECONDS)
        yield


def _hold(held: ExitStack, cores: Iterable[int], chosen: Chosen, awaited: Set[int]) -> bool:
    """Whether it was chosen: not as long as an awaited core is taken."""
    folder = core_locks_folder()
    with ExitStack() as asking:
        try:
            private_folder(folder)
            _locked(asking, folder / "choosing", fcntl.LOCK_EX)  # one looks at a time
            files = {core: folder / str(core) for core in cores}
            taken = {core: _holder(file) for core, file in files.items() if _is_taken(file)}
        except OSError:
            chosen({})
            return True
        if awaited & taken.keys():
            return False
        for core in set(chosen(taken)) - taken.keys():
            handle = _locked(held, folder / str(core), fcntl.LOCK_EX | fcntl.LOCK_NB)
            with suppress(OSError):  # a full disk is no reason not to measure
                os.ftruncate(handle, 0)
                os.write(handle, str(os.getpid()).encode())
    return True


def _is_taken(file: Path) -> bool:
    with ExitStack() as asking:
        try:
            _locked(asking, file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _holder(file: Path) -> int | None:
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _locked(held: ExitStack, file: Path, how: int) -> int:
    handle = open_private(file, os.O_RDWR)
    held.callback(os.close, handle)
    fcntl.flock(handle, how)
    return handle
