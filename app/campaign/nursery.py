"""Where workers come from: a process that has imported what they need, has done nothing else, and
forks one of itself for each.

To import an engine's driver costs 0.3 to 0.6 s of a core, and a worker for each run would pay it
anew; a forked one is there in 20 ms, as fresh as another.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Mapping
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

_FORKS = "forkserver" in multiprocessing.get_all_start_methods()  # not on Windows
_CONTEXT = (
    multiprocessing.get_context("forkserver") if _FORKS else multiprocessing.get_context("spawn")
)


def open_nursery() -> None:
    """Have it import what workers need, meanwhile; without this the first one waits for it."""
    if _FORKS:
        _CONTEXT.set_forkserver_preload(["app.campaign.stock"])
        forkserver.ensure_running()


def new_pipe() -> tuple[Connection, Connection]:
    """Two ends, one of them to be given to a worker."""
    return _CONTEXT.Pipe()


def new_worker[**P](work: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> BaseProcess:
    """A process, not started yet, that does one piece of work in the surroundings of this one."""
    return _CONTEXT.Process(target=_born, args=(dict(os.environ), work, args, kwargs))


def _born(
    surroundings: Mapping[str, str],
    work: Callable[..., None],
    args: tuple[object, ...],
    kwargs: Mapping[str, object],
) -> None:
    """The nursery's own environment is as old as it is."""
    os.environ.clear()
    os.environ.update(surroundings)
    work(*args, **kwargs)
