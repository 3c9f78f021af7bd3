"""Campaigns, labs and readers of files with bounds, forked from a process that has imported what
they need.

The program starts Python anew for each, whose imports take a second of a core, and the tests of the
window start more than a hundred. Each still is a process of its own with this one's environment,
folder and cores. Those that look at the window from outside, as tests/security does, have it start
them as it always does.
"""

from __future__ import annotations

import gc
import io
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import context, forkserver, popen_forkserver, reduction, spawn, util
from pathlib import Path
from typing import Any

import psutil

from app.system import bounded_process, child_process
from tests.app.forked_fork_server import (
    IMPORTED_AHEAD,
    have_it_forked,
    know_a_store,
    know_the_machine,
)
from tests.app.prepared_servers import as_in_the_process_before

_ROOT = Path(__file__).parents[2]
_NEEDED = (
    "alembic.command",
    "app.campaign.executor",
    "app.evidence.gathering",
    "app.patterns.lab_worker",
    "app.report.files.export",
    "app.execution.campaign_process",
    "app.patterns.pictures.picture_loading",
    "app.report.document.formats.typesetting",
    "scipy.special",
    IMPORTED_AHEAD,
)
_BEGIN = "from tests.app.forked_children import serve; serve({}, {})  # no multiprocessing"
"""Shown of all of them as their command; one of `multiprocessing` is known by its name to be a
process of Python's own making."""


class _Forge(forkserver.ForkServer):
    """The process that they are forked from."""

    pid: int | None = None
    _lock: threading.Lock

    def ensure_running(self) -> None:
        with self._lock:  # two hosts of one test may begin at once
            if self.pid is None:
                self._begin()

    def _begin(self) -> None:
        self._forkserver_address = f"\0cipherbench-tests-{os.getpid()}"
        alive, self._forkserver_alive_fd = os.pipe()
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self._forkserver_address)
            listener.listen()
            handed = (listener.fileno(), alive)
            command = [sys.executable, "-c", _BEGIN.format(*handed)]
            self._process = subprocess.Popen(command, cwd=_ROOT, pass_fds=handed)
        os.close(alive)
        self.pid = self._process.pid


def serve(listener: int, alive: int) -> None:
    """That process: fork until nobody holds the other end of `alive` any more."""
    for name in _NEEDED:
        import_module(name)
    know_the_machine()
    know_a_store()
    gc.collect()
    gc.freeze()
    forkserver.main(listener, alive, ())


_forge = _Forge()


class _Popen(popen_forkserver.Popen):
    """As the library's, by a fork server of our own beside that of the workers."""

    def _launch(self, process_obj: Any) -> None:
        order = io.BytesIO()
        context.set_spawning_popen(self)
        try:
            reduction.dump(spawn.get_preparation_data(process_obj.name), order)
            reduction.dump(process_obj, order)
        finally:
            context.set_spawning_popen(None)
        self.sentinel, out = _forge.connect_to_new_process(self._fds)  # type: ignore[attr-defined]
        ours = os.dup(out)
        self.finalizer = util.Finalize(
            self,
            util.close_fds,  # type: ignore[attr-defined]
            (ours, self.sentinel),
        )
        with open(out, "wb") as pipe:  # noqa: PTH123 a descriptor has no path
            pipe.write(order.getbuffer())
        self.pid = forkserver.read_signed(self.sentinel)


class _Process(context.ForkServerProcess):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._surroundings = dict(os.environ)
        self._cores = os.sched_getaffinity(0)

    @staticmethod
    def _Popen(process_obj: Any) -> Any:
        return _Popen(process_obj)

    def run(self) -> None:
        os.environ.clear()
        os.environ.update(self._surroundings)
        os.sched_setaffinity(0, self._cores)
        bounded_process._end_with_parent = lambda parent: (
            None
        )  # whoever asked is not what it is forked from
        as_in_the_process_before()
        have_it_forked()
        super().run()


class _Context(context.ForkServerContext):
    Process = _Process


def children() -> list[psutil.Process]:
    """What windows of this process have started and is still there."""
    return psutil.Process(_forge.pid).children() if _forge.pid else []


@contextmanager
def forked_children() -> Iterator[None]:
    """Windows fork what they start, and files are read in what is forked, in this block."""
    import pytest  # what is forked needs none of it

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(child_process, "CONTEXT", _Context())
        patch.setattr(bounded_process, "CONTEXT", child_process.CONTEXT)
        yield
