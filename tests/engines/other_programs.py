"""Programs of their own that start servers, to be killed."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import psutil

from engines.servers.server import ServerSpec
from tests.app.prepared_servers import prepared_once

STARTS_A_SERVER = """
import json, os, sys, time
from engines.contract.endpoint import Source
from engines.keeping.home import servers_folder
from engines.leftovers import remove_leftovers
from engines.opening import open_server
from engines.servers.server import ServerSpec
if "CIPHERBENCH_TEST_LAID_OUT" in os.environ:
    from tests.app.prepared_servers import as_in_the_process_before
    as_in_the_process_before()
engine, source, binaries, *folders = sys.argv[1:]
opened = [
    open_server(
        ServerSpec("mine", Source(source), engine, binaries=binaries or None, data_directory=folder)
    )
    for folder in (None, *folders)
]
print(json.dumps([
    {"pid": each.endpoint.pid, "keeper": each._keeper.pid, "folder": str(each.log.parent),
     "directory": each.endpoint.directory or str(each.log.parent)}
    for each in opened
]), flush=True)
time.sleep(600)
"""


def start_elsewhere(
    spec: ServerSpec, disk: Path
) -> tuple[subprocess.Popen[str], list[dict[str, Any]]]:
    """A program of its own that starts two servers, the second with its data on a disk, and tells
    of each its process, its keeper, its folder and the directory of its databases. They are on data
    that were laid out before, where an engine's are laid out by a program."""
    with (
        prepared_once(elsewhere=True) if spec.engine in ("postgresql", "mariadb") else nullcontext()
    ):
        program = subprocess.Popen(
            [sys.executable, "-c", STARTS_A_SERVER, spec.engine, spec.source, spec.binaries or "",
             str(disk)],
            stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip
    assert program.stdout is not None
    return program, json.loads(program.stdout.readline())


def gone(pid: int | None) -> bool:
    return pid is None or not psutil.pid_exists(pid)
