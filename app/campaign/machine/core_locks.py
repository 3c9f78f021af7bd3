"""Cores that another Cipherbench of this user measures on at the moment: each is locked by a file.

Locks go with the process that holds them, however it ends. Where no such file can be had every core
is taken to be free.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from app.system.folders import core_locks_folder
from engines.keeping.private_files import open_private, private_folder

type Chosen = Callable[[frozenset[int]], Iterable[int]]
"""The cores to measure on, from those that are taken."""


@contextmanager
def core_locks(cores: Iterable[int], chosen: Chosen) -> Iterator[None]:
    """Have others know which of these cores are `chosen`, as long as this lasts."""
    with ExitStack() as held:
        _hold(held, cores, chosen)
        yield


def _hold(held: ExitStack, cores: Iterable[int], chosen: Chosen) -> None:
    folder = core_locks_folder()
    with ExitStack() as asking:
        try:
            private_folder(folder)
            _locked(asking, folder / "choosing", fcntl.LOCK_EX)  # one looks at a time
            taken = {each for each in cores if _is_taken(folder / str(each))}
        except OSError:
            chosen(frozenset())
            return
        for core in set(chosen(frozenset(taken))) - taken:
            _locked(held, folder / str(core), fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_taken(file: Path) -> bool:
    with ExitStack() as asking:
        try:
            _locked(asking, file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _locked(held: ExitStack, file: Path, how: int) -> None:
    handle = open_private(file, os.O_RDWR)
    held.callback(os.close, handle)
    fcntl.flock(handle, how)
