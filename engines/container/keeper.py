"""Removes one container as soon as the program that asked for it closes it, or is killed.

Run as a script. Reads a line of JSON {"address", "name", "label", "mark"} from stdin and answers
with an empty line. When stdin ends it removes the container of that name with its anonymous
volumes. A second line from the program says that the container was created; without it the daemon
may still be creating it, so removal is retried.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

if __name__ == "__main__":  # started alone it sees the interpreter's own modules
    sys.path.append(str(Path(__file__).parents[2]))

from engines.platform.signals import HANGUP_SIGNALS

_PATIENCE_SECONDS = 5.0
"""How long removal is retried after stdin ended."""


def main() -> None:
    """Wait until stdin ends, then remove the container."""
    for ignored in (signal.SIGINT, *HANGUP_SIGNALS):
        signal.signal(ignored, signal.SIG_IGN)
    order = json.loads(sys.stdin.readline())
    sys.stdout.write("\n")
    sys.stdout.flush()
    created = bool(sys.stdin.read())
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not _removed(order, created):
        if time.monotonic() > deadline:
            sys.exit(1)
        time.sleep(0.2)


def _removed(order: dict[str, str], created: bool) -> bool:
    """Whether it is gone. One without our mark is not ours: it stays, and counts as gone."""
    import docker  # only now: while the server is measured the keeper stays small

    client = docker.from_env(environment={**os.environ, "DOCKER_HOST": order["address"]})
    try:
        container = client.containers.get(order["name"])
        if container.labels.get(order["label"]) == order["mark"]:
            container.remove(force=True, v=True)
    except docker.errors.NotFound:
        return created
    except docker.errors.APIError:
        return False  # somebody else is removing it, or the daemon is in trouble
    finally:
        client.close()
    return True


if __name__ == "__main__":
    main()
