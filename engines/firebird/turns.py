"""Turns at entering and leaving the databases of embedded Firebird.

Processes may work in one database side by side, but when one enters it just as another leaves or
drops it, the engine (5.0.4) waits for itself and never comes back, or refuses. So one at a time
enters and leaves; whoever is killed at it gives its turn back.
"""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engines.contract.endpoint import Endpoint
from engines.keeping.private_files import open_private


@contextmanager
def turn(endpoint: Endpoint) -> Iterator[None]:
    """Wait for the turn, where the engine runs inside the process; it lasts for the block.

    May be taken again inside. The engine's library has to be in use: it sets the folder.
    """
    folder = os.environ.get("FIREBIRD_LOCK")
    if not endpoint.in_process or folder is None or _held.turn:
        yield
        return
    handle = open_private(Path(folder) / "cipherbench-turn", os.O_RDWR)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        _held.turn = True
        yield
    finally:
        _held.turn = False
        os.close(handle)


class _Held(threading.local):
    turn = False


_held = _Held()
