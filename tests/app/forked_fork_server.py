"""The fork server of a program that was forked itself, forked as well instead of started anew.

What a fork server imports ahead takes most of a second of a core, and some two hundred of the
programs that tests start have one. The process that they are forked from has imported it already.

A program has several threads by the time it needs its fork server, when forking is no longer safe.
So it forks a process at its beginning, which waits until it is asked to be the fork server, with
the pipes, the umask and whatever else it would have got if it had been started then, and ends with
the program otherwise.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import socket
from collections.abc import Sequence
from multiprocessing import reduction, util
from pathlib import Path
from pickle import dumps, loads
from typing import Any, NamedTuple

NAME = "forkserver"
"""What the system calls such a process; its command line is that of what it is forked from."""
IMPORTED_AHEAD = "app.processes.preloaded"
_ASKED_FOR = "from multiprocessing.forkserver import main"
_PR_SET_NAME = 15
_OUT_OF_THE_WAY = 512
_LARGEST = 1 << 20
"""Bytes of what is inherited."""


class _Inherited(NamedTuple):
    """What a process takes from the one that starts it."""

    command: str
    handles: tuple[int, ...]
    environment: dict[str, str]
    folder: str
    umask: int
    cores: set[int]
    core_file: tuple[int, int]
    core_filter: str


def know_the_machine() -> None:
    """Ask for it and for its packages, which are the same for all that is forked: 10 ms each."""
    from app.campaign.environment import environment  # a fork server itself needs it not

    environment()


def have_it_forked() -> None:
    """Fork what is to be this process's fork server. To be called while it has one thread."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    child = os.fork()
    if not child:
        ours.close()
        _wait_and_serve(its)
    its.close()
    start_anew = util.spawnv_passfds

    def start(path: Any, words: Sequence[str], handles: Sequence[int]) -> int:
        if _ASKED_FOR not in words[-1] or ours.fileno() < 0:
            return start_anew(path, words, handles)
        handles = tuple(map(int, handles))
        ours.sendall(dumps(_inherited(words[-1], handles)))
        reduction.sendfds(ours, list(handles))
        ours.close()  # a second one is started as always
        return child

    util.spawnv_passfds = start  # type: ignore[assignment]


def _inherited(command: str, handles: tuple[int, ...]) -> _Inherited:
    umask = os.umask(0)
    os.umask(umask)
    return _Inherited(
        command,
        handles,
        dict(os.environ),
        str(Path.cwd()),
        umask,
        os.sched_getaffinity(0),
        resource.getrlimit(resource.RLIMIT_CORE),
        Path("/proc/self/coredump_filter").read_text(),
    )


def _wait_and_serve(program: socket.socket) -> None:
    """The forked process; never comes back."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # as the program does around it
    try:
        if message := program.recv(_LARGEST):
            inherited: _Inherited = loads(message)
            _take_over(inherited, reduction.recvfds(program, len(inherited.handles)))
            exec(inherited.command, {"__name__": "__main__"})
    finally:
        os._exit(0)


def _take_over(inherited: _Inherited, received: Sequence[int]) -> None:
    """Be as if the program had started this process now: what it forked it with is closed."""
    moved = [os.dup2(each, _OUT_OF_THE_WAY + place) for place, each in enumerate(received)]
    os.closerange(3, _OUT_OF_THE_WAY)
    for now, asked in zip(moved, inherited.handles, strict=True):
        os.dup2(now, asked)
        os.close(now)
    os.environ.clear()
    os.environ.update(inherited.environment)
    os.chdir(inherited.folder)
    os.umask(inherited.umask)
    os.sched_setaffinity(0, inherited.cores)
    resource.setrlimit(resource.RLIMIT_CORE, inherited.core_file)
    Path("/proc/self/coredump_filter").write_text(f"0x{inherited.core_filter.strip()}")
    ctypes.CDLL(None).prctl(_PR_SET_NAME, NAME.encode())
