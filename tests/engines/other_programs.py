"""Programs of their own that start servers, to be killed."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import psutil

from engines.server import ServerSpec

STARTS_A_SERVER = """
import json, sys, time
from engines.contract.endpoint import Source
from engines.keeping.home import servers_folder
from engines.keeping.leftovers import tidy
from engines.opening import open_server
from engines.server import ServerSpec
spec = ServerSpec("mine", Source(sys.argv[2]), sys.argv[1], binaries=sys.argv[3] or None)
server = open_server(spec)
end = server.endpoint
print(json.dumps({"pid": end.pid, "folder": end.directory or str(server.log.parent),
                  "keeper": server._keeper.pid}), flush=True)
time.sleep(600)
"""


def start_elsewhere(spec: ServerSpec) -> tuple[subprocess.Popen[str], dict[str, Any]]:
    """A program of its own that starts a server and tells its process and folder."""
    program = subprocess.Popen(
        [sys.executable, "-c", STARTS_A_SERVER, spec.engine, spec.source, spec.binaries or ""],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    return program, json.loads(program.stdout.readline())


def gone(pid: int | None) -> bool:
    return pid is None or not psutil.pid_exists(pid)
