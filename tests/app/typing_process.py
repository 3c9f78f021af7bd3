"""A process that has imported the program, and forks one of itself for each time it is started.

Python and what the program imports take most of a second of a core; the tests start it some seven
hundred times. Each still has a process of its own, with its own environment, folder, umask, cores,
streams and session, and ends as one that was started anew does.

It reads orders from the socket that it is started with: JSON, and with it four descriptors, of
stdin, stdout, stderr and of a socket of its own for each:

    {"words": [...], "environment": {...}, "folder", "umask", "cores": [...], "session": bool,
     "terminal": bool, whether stdin is the session's, "network": file of a namespace, or "",
     "binds": bool, "limits": [[number, most], ...]}

Words that begin with `-c` are a program in Python and what it is called with, in place of ours.

There it answers with the number of the process, and with its wait status once that has ended.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import json
import os
import resource
import select
import socket
import sys
import tempfile
import termios
import threading
from contextlib import suppress
from importlib import import_module
from multiprocessing import reduction
from typing import Any, NoReturn

from engines.platform.processes import process_handle
from tests.app.core_sets import refuse_binding
from tests.app.forked_fork_server import (
    IMPORTED_AHEAD,
    have_it_forked,
    know_a_store,
    know_the_machine,
)
from tests.app.prepared_servers import as_in_the_process_before

_NEEDED = (
    "alembic.command",
    "app.campaign.executor",
    "app.command_line.main",
    "app.evidence.gathering",
    "app.plan.plan_file",
    "app.report.figures.campaign_report",
    "app.report.files.export",
    "app.results.store.store",
    "app.results.intake.file_import",
    "engines.client_encryption.client_encryptor",
    "engines.sqlite.engine",
    "scipy.special",
    "workloads.hospital.workload",
    IMPORTED_AHEAD,
)
ALSO_IMPORTED = "CIPHERBENCH_TEST_ALSO_IMPORTED"
"""In a program's environment: modules of tests that it has, too, as have its workers."""
CODE = "-c"
"""Before a program of Python's."""
_LARGEST = 1 << 20
"""Bytes of an order."""
_SHARES = 3
"""As many as most of the hosts do: each has a process for each share."""
_NOT_FLUSHED = 120
"""The interpreter's exit code where what is left of the output cannot be written."""


def main(orders: socket.socket) -> None:
    """Until the other end of the socket is closed; a fork ends with the program."""
    for name in _NEEDED:
        with suppress(ImportError):
            import_module(name)
    know_the_machine()
    know_a_store()
    gc.collect()
    gc.freeze()
    order = _serve(orders)
    if order is None:
        return
    _become(order)
    as_in_the_process_before()
    for name in os.environ.get(ALSO_IMPORTED, "").split():
        import_module(name)
    if order["words"][:1] == [CODE]:
        _, source, *sys.argv[1:] = order["words"]
        exec(source, {"__name__": "__main__"})
        _leave(0)
    have_it_forked(children=_SHARES if order["words"][:1] == ["host"] else 0)
    from app.__main__ import main as program

    try:
        program()
    except SystemExit as end:
        _leave(end.code)


def _serve(orders: socket.socket) -> dict[str, Any] | None:
    """Fork for each order; gives the order in the process that is to carry it out."""
    running: dict[int, tuple[int, socket.socket]] = {}
    while True:
        for ready in select.select([orders.fileno(), *running], [], [])[0]:
            if ready in running:
                _tell_end(ready, *running.pop(ready))
                continue
            message = orders.recv(_LARGEST)
            if not message:
                return None
            *streams, answers = reduction.recvfds(orders, 4)
            asker = socket.socket(fileno=answers)
            child = os.fork()
            if not child:
                for number, stream in enumerate(streams):
                    os.dup2(stream, number)
                for handle, (_, other) in running.items():
                    os.close(handle)
                    other.close()
                orders.close()
            for each in streams:
                os.close(each)
            if not child:
                asker.close()
                order: dict[str, Any] = json.loads(message)
                return order
            asker.send(str(child).encode())
            running[process_handle(child)] = child, asker


def _tell_end(handle: int, child: int, asker: socket.socket) -> None:
    _, status = os.waitpid(child, 0)
    with suppress(OSError):  # nobody waits any more
        asker.send(str(status).encode())
    asker.close()
    os.close(handle)


def _become(order: dict[str, Any]) -> None:
    """What the caller is."""
    if order["session"]:
        os.setsid()
    if order["terminal"]:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    os.umask(order["umask"])
    if order["network"]:
        with open(order["network"]) as namespace:  # noqa: PTH123 what a link in /proc leads to
            os.setns(namespace.fileno(), os.CLONE_NEWNET)
    os.sched_setaffinity(0, order["cores"])
    if not order["binds"]:
        refuse_binding()
    for number, most in order["limits"]:
        resource.setrlimit(number, (most, most))
    tempfile.tempdir = None  # what was imported may have asked for it
    sys.argv = ["cipherbench", *order["words"]]


def _leave(code: str | int | None) -> NoReturn:
    """End as the interpreter does, also where a stream takes nothing more, except that the system
    gets the memory back as it is: to take all modules apart first would take longer than most of
    what tests type, and copy them."""
    assert isinstance(code, int)
    threading._shutdown()  # type: ignore[attr-defined] # waits for threads, as the interpreter
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            if not stream.closed:
                stream.flush()
        except OSError as error:
            code = _NOT_FLUSHED
            with suppress(OSError):
                os.write(2, f"Exception ignored in: {stream}\n{error!r}\n".encode())
    os._exit(code)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
