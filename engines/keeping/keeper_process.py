"""Starts and closes a keeper: the small process that ends a server when this program is gone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from engines.keeping.child_environment import minimal_environment
from engines.keeping.server_folder import TOKEN_VARIABLE, ServerFolder
from engines.platform.children import inheritable_number, inherited_files
from engines.platform.processes import IN_OWN_GROUP
from engines.platform.resource_limits import machine_share
from engines.platform.users import Account

_CLOSE_SECONDS = 30.0
"""How long a keeper may take to end its server and remove its folders; one that somebody has
stopped (SIGSTOP) would never."""


def start_keeper(
    program: str, *variables: str, hand_down: Collection[int] = (), packages: bool = False
) -> subprocess.Popen[str]:
    """Start the keeper in a file of ours, in a session of its own; it reads its order from stdin
    and ends with it. Both pipes are text. Of the user's environment it sees what it needs, and
    `variables` by the beginnings of their names; it gets the file descriptors of `hand_down`, and
    installed packages if it needs `packages`."""
    return subprocess.Popen(
        [sys.executable, "-I" if packages else "-IS", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # it outlives the program and its terminal
        text=True,
        env=minimal_environment(*variables),
        **inherited_files(hand_down),
        **IN_OWN_GROUP,
    )


def order_keeper(
    process: subprocess.Popen[str],
    folder: ServerFolder,
    user: Account | None,
    environment: Mapping[str, str],
    serve: Sequence[str] | None,
    **more: object,
) -> None:
    """Have the keeper of servers (`keeper.py`) serve from a folder, as a user; `more` replaces
    defaults of its order."""
    order = {
        "directory": str(folder.path),
        "inner": str(folder.inner),
        "data": None,
        "encrypted_mount": None,
        "short": str(folder.short.path) if folder.short else None,
        "environment": {**environment, TOKEN_VARIABLE: folder.token},
        "prepare": [],
        "prepare_input": "",
        "serve": serve,
        "user": user.number if user else None,
        "group": user.group if user else None,
        "cores": None,
        "memory": machine_share(),
        "stop_signal": "SIGTERM",
        "sweep": [],
        "log": inheritable_number(folder.log),
        "pid": inheritable_number(folder.pid),
        **more,
    }
    assert process.stdin is not None
    process.stdin.write(json.dumps(order) + "\n")
    process.stdin.flush()


def close_keeper(process: subprocess.Popen[str]) -> None:
    """Have it stop what it keeps, remove the folder, and end."""
    assert process.stdin is not None and process.stdout is not None
    with suppress(BrokenPipeError):
        process.stdin.close()
    try:
        process.wait(_CLOSE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()  # the kernel takes the server along, the next start its folders
        process.wait()
    process.stdout.close()
