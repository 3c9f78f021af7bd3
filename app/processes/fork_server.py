"""Starts worker and helper processes from a fork server: a process that has imported what they
need, and forks itself for each.

To import an engine's driver costs 0.3 to 0.6 s of a core, and a worker for each run would pay it
anew; a forked one is there in 20 ms, as fresh as another.
"""

from __future__ import annotations

import atexit
import errno
import multiprocessing
import os
import threading
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Lock
from multiprocessing.util import Finalize, _run_finalizers  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any

from app.system import interruption
from app.system.process_setup import ignore_terminal_signals
from engines.contract.errors import CipherbenchError
from engines.contract.message import NOTHING, phrase
from engines.keeping.locked_folders import new_short_folder
from engines.platform.processes import child_has_ended, die_with_parent, end_with_this_process
from engines.platform.scheduling import bind_to, cores_of
from engines.platform.signals import children_without_interrupts, unblock_interrupts

_FORKS = "forkserver" in multiprocessing.get_all_start_methods()  # not on Windows
_CONTEXT: Any = multiprocessing.get_context("forkserver" if _FORKS else "spawn")

_one_at_a_time = threading.Lock()
"""Processes are brought up by several threads, and each first looks which of the others' ended."""

_born_here: weakref.WeakSet[BaseProcess] = weakref.WeakSet()


def open_fork_server() -> None:
    """Have it import what workers need, meanwhile; without this the first one waits for it.

    Raises: CipherbenchError when the system has no room for it
    """
    if _FORKS:
        try:
            with _one_at_a_time, children_without_interrupts():
                _ensure_running()
        except OSError as error:
            raise no_resources_error(error) from error


def fork_server_pid() -> int | None:
    """The number of the process that workers are forked from; None where there is none now."""
    pid: int | None = forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
    return pid


def new_pipe() -> tuple[Connection, Connection]:
    """Two ends, one of them to be given to a worker.

    Raises: CipherbenchError when the system has no room for them
    """
    try:
        ends: tuple[Connection, Connection] = _CONTEXT.Pipe()
        return ends
    except OSError as error:
        raise no_resources_error(error) from error


def new_lock() -> Lock:
    """A lock for several workers.

    Raises: OSError when the system has no room for it
    """
    made: Lock = _CONTEXT.Lock()
    return made


def start_worker[**P](work: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> BaseProcess:
    """A process that does one piece of work in the surroundings of this one, on the cores that the
    fork server is on.

    Raises: CipherbenchError when the system has no room for it
    """
    return _started(None, work, args, kwargs)


def start_helper[**P](work: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> BaseProcess:
    """The same on the cores that this thread is on.

    Raises: CipherbenchError when the system has no room for it
    """
    return _started(cores_of(), work, args, kwargs)


def _started(
    cores: frozenset[int] | None,
    work: Callable[..., None],
    args: tuple[object, ...],
    kwargs: Mapping[str, object],
) -> BaseProcess:
    process: BaseProcess = _CONTEXT.Process(
        target=_born, args=(cores, dict(os.environ), work, args, kwargs), daemon=True
    )
    try:
        with _one_at_a_time, children_without_interrupts():
            if _FORKS:
                _ensure_running()
            process.start()
            assert process.pid is not None
            end_with_this_process(process.pid)
    except (OSError, EOFError) as error:
        raise no_resources_error(error) from error
    _born_here.add(process)
    return process


def no_resources_error(error: Exception) -> CipherbenchError:
    """The error for a system that withholds what a worker needs."""
    number, file = getattr(error, "errno", None), getattr(error, "filename", None)
    why = getattr(error, "strerror", None) or phrase("it ended immediately")
    hint = _SHORT if number is None or number in _SHORTAGES else NOTHING
    return CipherbenchError(
        phrase("Process not started"),
        phrase("The operating system could not start a process: {why}."),
        _FEW_FILES if number == errno.EMFILE else hint,
        why=phrase("{file}: {why}", file=file, why=why) if file else why,
    )


def not_ready_error(seconds: float) -> CipherbenchError:
    """The error for a process that is there, and has not imported what it needs."""
    return CipherbenchError(
        phrase("Process not started"),
        phrase("A process was not ready within {seconds} s."),
        phrase("The machine is busy: close other programs, then try again."),
        seconds=f"{seconds:g}",
    )


_SHORT = phrase("Check memory, open files and the number of processes: one may be at its limit.")
_FEW_FILES = phrase("Raise the limit of open files (`ulimit -n 1024`), or close other programs.")
_SHORTAGES = {errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOSPC}


def kill_all() -> None:
    """Kill every worker that is still there, and wait for none."""
    for process in list(_born_here):
        with suppress(OSError, ValueError, AssertionError):
            process.kill()


interruption.before_end(kill_all)
interruption.at_very_end(partial(_run_finalizers, 0))  # Python names semaphores that are left
atexit.register(kill_all)  # the interpreter would ask them to end, and wait for those that are deaf


def _ensure_running() -> None:
    _name_temporary_folder()
    _leave_one_out_of_reach()
    _CONTEXT.set_forkserver_preload(["app.processes.preloaded"])
    forkserver.ensure_running()


def _name_temporary_folder() -> None:
    """Where the fork server's socket is: the library would take TMPDIR, whose path may be too long
    for one, and leave a folder there when we are killed. What tidies such folders may have taken it
    away, or that of the program that has started this one, whose folder is ours as well."""
    known = multiprocessing.current_process()._config  # type: ignore[attr-defined]
    if known.get("tempdir") is None or not Path(known["tempdir"]).is_dir():
        folder = new_short_folder()
        known["tempdir"] = str(folder.path)
        away = Finalize(None, folder.remove, exitpriority=-100)  # when nothing uses it any more
        interruption.at_very_end(away)  # an end in a hurry knows no finalisers


def _leave_one_out_of_reach() -> None:
    """Have another fork server started where the socket of this one is gone. This one stays until
    the next is lost, since an errand that is under way would die with it."""
    server: Any = forkserver._forkserver
    if server._forkserver_pid is None or Path(server._forkserver_address).exists():
        return
    for pid, alive in list(_left.items()):
        if alive is not None:
            os.close(alive)
            _left[pid] = None
        if child_has_ended(pid):
            del _left[pid]
    _left[server._forkserver_pid] = server._forkserver_alive_fd
    server._forkserver_address = server._forkserver_alive_fd = server._forkserver_pid = None


_left: dict[int, int | None] = {}
"""Fork servers whose sockets were gone, each with what ends it when it is closed."""


def _born(
    cores: frozenset[int] | None,
    surroundings: Mapping[str, str],
    work: Callable[..., None],
    args: tuple[object, ...],
    kwargs: Mapping[str, object],
) -> None:
    """The fork server's own environment is as old as it is."""
    if cores is not None:
        with suppress(OSError):
            bind_to(cores)
    ignore_terminal_signals()
    unblock_interrupts()
    os.environ.clear()
    os.environ.update(surroundings)
    work(*args, **kwargs)


def die_with_the_fork_server() -> None:
    """Have the kernel end this process with the fork server, whatever a library does in it: that
    ends with the program, when nobody holds its pipe any more. We must not hold it
    ourselves."""
    if not _FORKS:
        return
    die_with_parent()
    held, forkserver._forkserver._forkserver_alive_fd = (  # type: ignore[attr-defined]
        forkserver._forkserver._forkserver_alive_fd,  # type: ignore[attr-defined]
        None,
    )
    if held is not None:
        os.close(held)
