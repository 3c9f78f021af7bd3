"""A process that has imported the program, and forks one of itself for each command line.

Python and what the program imports take half a second of a core; the tests type some two hundred
command lines. Each still has a process of its own, with its own environment, folder, umask, cores
and streams, and ends as one that was started anew does. It reads a line of JSON for each:

    {"words": [...], "environment": {...}, "folder", "umask", "cores": [...], "out", "err"}

and answers with two: the number of the process, and the code that it ended with.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

from tests.app.forked_fork_server import IMPORTED_AHEAD, have_it_forked

_NEEDED = (
    "alembic.command",
    "app.campaign.executor",
    "app.command_line.main",
    "app.evidence.gathering",
    "app.plan.plan_file",
    "app.report.campaign_report",
    "app.report.export",
    "app.results.database.store",
    "app.results.spool.importing",
    "engines.sealing.client_statement",
    "engines.sqlite.engine",
    "scipy.special",
    "workloads.hospital.workload",
    IMPORTED_AHEAD,
)


def _become(order: dict[str, Any]) -> None:
    """What the caller is."""
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    os.umask(order["umask"])
    os.sched_setaffinity(0, order["cores"])
    for number, (path, flags) in enumerate(
        (
            (os.devnull, os.O_RDONLY),
            (order["out"], os.O_WRONLY | os.O_APPEND),
            (order["err"], os.O_WRONLY | os.O_APPEND),
        )
    ):
        handle = os.open(path, flags)
        os.dup2(handle, number)
        os.close(handle)
    sys.argv = ["cipherbench", *order["words"]]


def _serve(answers: int) -> dict[str, Any] | None:
    """Fork for each line; gives the order in the process that is to carry it out."""
    while line := sys.stdin.buffer.readline():
        order: dict[str, Any] = json.loads(line)
        child = os.fork()
        if not child:
            os.close(answers)
            return order
        os.write(answers, f"{child}\n".encode())
        _, status = os.waitpid(child, 0)
        os.write(answers, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    return None


def main() -> None:
    """Until stdin ends; a fork leaves by the end of the program, as any other does."""
    answers = os.dup(sys.stdout.fileno())
    for name in _NEEDED:
        with suppress(ImportError):
            import_module(name)
    gc.collect()
    gc.freeze()
    order = _serve(answers)
    if order is None:
        return
    _become(order)
    have_it_forked()
    from app.__main__ import main as program

    program()


if __name__ == "__main__":
    main()
