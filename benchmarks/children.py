"""Fresh processes for what must not share ours, in a home folder of their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from engines.keeping import home

_SECONDS = 600
_LEAVING_SECONDS = 10

type Surroundings = Mapping[str, str]


@contextmanager
def surroundings() -> Iterator[Surroundings]:
    """An environment for children: no screen, and settings, store and log in a folder that goes.

    What has been unpacked for servers is in it, so that nobody unpacks it again.
    """
    folder = Path(tempfile.mkdtemp(prefix="cipherbench-bench-"))
    try:
        folder.chmod(0o711)  # for the user that servers of root's run as
        unpacked = home.own_folder("runtime", 0o755)
        shutil.copytree(unpacked, folder / "runtime", symlinks=True, copy_function=_link_or_copy)
        yield {**os.environ, "CIPHERBENCH_HOME": str(folder)}
    finally:
        _remove(folder)


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:  # another disk
        shutil.copy2(source, target, follow_symlinks=False)


def _remove(folder: Path) -> None:
    """Servers of a child that failed are still on their way out, and write while we remove."""
    deadline = time.monotonic() + _LEAVING_SECONDS
    while folder.exists() and time.monotonic() < deadline:
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(0.1)


def ask(module: str, arguments: Sequence[str], where: Surroundings) -> dict[str, float]:
    """Run `main` of a module below `benchmarks` in a fresh process; the JSON object it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.child", module, *arguments],
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
