"""Code that is carried out in a process of its own, which tells how much memory it took at most.

Python and what the program imports take a second of a core, and there are seventy of these
processes. So each is forked from one that has imported it and does nothing else, and is told its
environment; what it was forked with does not count.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from tests.patience import PATIENCE

CEILING_MB = 6000
"""What a process may have at all, so that a failure costs the test and not the machine."""
_SECONDS = 300 * PATIENCE
_ROOT = Path(__file__).parents[3]
_NEEDED = (
    "alembic.command",
    "app.campaign.executor",
    "app.command_line.main",
    "app.patterns.pictures.picture_loading",
    "app.report.document.formats.logo",
    "app.report.files.export",
    "app.results.intake.store_check",
    "app.results.intake.file_import",
    "app.results.spool.spool_import",
    "app.results.store.store",
    "scipy.special",
    "workloads.hospital.workload",
)


def read_in_process(code: str) -> tuple[str, float]:
    """What some code said in a process of its own, and how many MB more than a process that has
    imported the program that had at most.

    Raises: AssertionError where it did not come to its end
    """
    with tempfile.NamedTemporaryFile() as output:
        order = {"code": code, "environment": dict(os.environ), "output": output.name}
        reader = _reader()
        assert reader.stdin is not None and reader.stdout is not None
        reader.stdin.write(f"{json.dumps(order)}\n")
        reader.stdin.flush()
        status = os.waitstatus_to_exitcode(int(reader.stdout.readline()))
        text = Path(output.name).read_text(errors="replace")
        assert status == 0, f"ended with {status}: {text}"
    words, _, peak = text.rstrip().rpartition("\n")
    return words, int(peak) * 1024 / 1e6


@cache
def _reader() -> subprocess.Popen[str]:
    """The process that they are forked from; it ends with this one."""
    return subprocess.Popen(
        [sys.executable, "-m", __name__],
        cwd=_ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _serve() -> None:
    """Fork for each order, one after another, and tell its wait status."""
    for name in _NEEDED:
        import_module(name)
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _carry_out(**json.loads(line))
        sys.stdout.write(f"{os.waitpid(child, 0)[1]}\n")
        sys.stdout.flush()


def _carry_out(code: str, environment: dict[str, str], output: str) -> NoReturn:
    """In the process that was forked."""
    signal.alarm(_SECONDS)
    os.environ.clear()
    os.environ.update(environment)
    into = os.open(output, os.O_WRONLY | os.O_APPEND)
    for number in (1, 2):
        os.dup2(into, number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    tempfile.tempdir = None  # what was imported may have asked for it
    before = _kilobytes("VmRSS")
    most = CEILING_MB * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    try:
        exec(code, {"__name__": "__main__"})
    except BaseException as error:  # noqa: BLE001 whatever it is belongs to what was said
        print(type(error).__name__, error, sep=": ")  # noqa: T201
    print(max(_kilobytes("VmHWM"), _children()) - before)  # noqa: T201
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    threading._shutdown()  # type: ignore[attr-defined] # waits for threads, as the interpreter
    atexit._run_exitfuncs()
    os._exit(0)


def _children() -> int:
    """Kilobytes of the largest process that this one has started and seen end."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def _kilobytes(name: str) -> int:
    """Of this process, as the system calls them."""
    found = re.search(rf"{name}:\s+(\d+)", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1])


if __name__ == "__main__":
    _serve()
