"""Fresh processes for what must not share ours, in a home folder of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from engines import home

_SECONDS = 120

type Surroundings = Mapping[str, str]


@contextmanager
def surroundings() -> Iterator[Surroundings]:
    """An environment for children: no screen, and settings, store and log in a folder that goes.

    What has been unpacked for servers is shared, so that nobody unpacks it again.
    """
    with tempfile.TemporaryDirectory(prefix="cipherbench-bench-") as folder:
        (home.home() / "runtime").mkdir(exist_ok=True)
        (Path(folder) / "runtime").symlink_to(home.home() / "runtime")
        yield {**os.environ, "CIPHERBENCH_HOME": folder}


def ask(module: str, arguments: Sequence[str], where: Surroundings) -> dict[str, float]:
    """Run `module` as a program and take the JSON object that it prints."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env=dict(where),
        capture_output=True,
        text=True,
        timeout=_SECONDS,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{module} ended with {done.returncode}: {done.stderr.strip()}")
    answer: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
    return answer
