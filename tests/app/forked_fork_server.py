"""The fork server of a program that was forked itself, forked as well instead of started anew; and
the processes that a host's program starts for its shares.

What a fork server imports ahead takes most of a second of a core, and some two hundred of the
programs that tests start have one. The process that they are forked from has imported it already.

A program has several threads by the time it needs its fork server, when forking is no longer safe.
So it forks a process at its beginning, which waits until it is asked to be the fork server, with
the pipes, the umask and whatever else it would have got if it had been started then, and ends with
the program otherwise. One that is to be a share's process has a fork server in the same way.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import resource
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import reduction, util
from pathlib import Path
from pickle import dumps, loads
from typing import Any, NamedTuple

NAME = "forkserver"
"""What the system calls such a process; its command line is that of what it is forked from."""
IMPORTED_AHEAD = "app.processes.preloaded"
_FORK_SERVER = "from multiprocessing.forkserver import main"
_CHILD = "from multiprocessing.spawn import spawn_main"
"""What Python is started anew with, to be one or the other."""
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
    blocked: set[int]


def know_the_machine() -> None:
    """Ask for it and for its packages, which are the same for all that is forked: 10 ms each."""
    from app.campaign.environment import environment  # a fork server itself needs it not

    environment()


def know_a_store() -> None:
    """Write a campaign into a store, read it and export it: what SQLAlchemy and cattrs make of our
    classes as they first meet them is the same for all that is forked, and takes 0.1 s."""
    from app.plan.campaign import PlannedProtection
    from app.report.files.export import export
    from app.results.store.store import open_store
    from engines.contract.endpoint import Source
    from engines.contract.protection import PLAINTEXT
    from engines.servers.server import ServerSpec
    from tests.app.quick import quick_campaign
    from workloads.hospital.workload import HospitalParameters

    server = ServerSpec("sqlite", Source.EMBEDDED, "sqlite")
    plain = PlannedProtection(PLAINTEXT)
    campaign = quick_campaign("known", (server,), (plain,), HospitalParameters())
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(f"{folder}/store.sqlite", write=True) as store,
    ):
        number = store.create_campaign(campaign, (), ())
        store.summary(number)
        export(store, number, "csv", Path(folder) / "known.csv")


def have_it_forked(children: int = 0) -> None:
    """Fork what is to be this process's fork server, and so many that it may have as children. To
    be called while it has one thread."""
    waiting = [(_FORK_SERVER, *_waiter([]))]
    for _ in range(children):
        waiting.append((_CHILD, *_waiter([each for _, _, each in waiting])))
    start_anew = util.spawnv_passfds

    def start(path: Any, words: Sequence[str], handles: Sequence[int]) -> int:
        command = words[words.index("-c") + 1]
        for found in waiting:
            asked, child, ours = found
            if asked in command:
                waiting.remove(found)
                handles = tuple(map(int, handles))
                ours.sendall(dumps(_inherited(command, handles)))
                reduction.sendfds(ours, list(handles))
                ours.close()
                return child
        return start_anew(path, words, handles)  # as one more than was thought of is

    util.spawnv_passfds = start  # type: ignore[assignment]


def _waiter(others: Sequence[socket.socket]) -> tuple[int, socket.socket]:
    """A process that waits, and the way to it; it has no part in those to `others`."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    child = os.fork()
    if not child:
        for each in (ours, *others):
            each.close()
        _wait_and_serve(its)
    its.close()
    return child, ours


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
        set(signal.pthread_sigmask(signal.SIG_BLOCK, ())),
    )


def _wait_and_serve(program: socket.socket) -> None:
    """The forked process; never comes back."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # as the program does around it
    code: object = 0
    try:
        if message := program.recv(_LARGEST):
            inherited: _Inherited = loads(message)
            _take_over(inherited, reduction.recvfds(program, len(inherited.handles)))
            if _CHILD in inherited.command:
                code = _be_a_child(inherited)
            else:
                ctypes.CDLL(None).prctl(_PR_SET_NAME, NAME.encode())
                exec(inherited.command, {"__name__": "__main__"})
    finally:
        os._exit(code if isinstance(code, int) else 1)


def _be_a_child(inherited: _Inherited) -> object:
    """Its exit code, as the interpreter would end with it."""
    have_it_forked()
    signal.pthread_sigmask(signal.SIG_SETMASK, inherited.blocked)
    sys.argv = ["-c", "--multiprocessing-fork"]
    try:
        exec(inherited.command, {"__name__": "__main__"})
    except SystemExit as end:
        threading._shutdown()  # type: ignore[attr-defined] # waits for threads, as it does
        atexit._run_exitfuncs()
        return end.code
    return 0


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
    with suppress(PermissionError):  # of a program that may bind nobody
        os.sched_setaffinity(0, inherited.cores)
    resource.setrlimit(resource.RLIMIT_CORE, inherited.core_file)
    Path("/proc/self/coredump_filter").write_text(f"0x{inherited.core_filter.strip()}")
