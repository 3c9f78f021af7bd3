"""`python -m tests.soak`: watches a window that works, and tells what grew."""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from tests.soak.measures import reading
from tests.soak.telling import Moment, drawing, report, table

_EVERY = 5.0
"""Seconds between two readings."""
_PR_SET_CHILD_SUBREAPER = 36


@contextmanager
def _own_folder() -> Iterator[Path]:
    """A place for home, store and temporary files, which servers' users can pass."""
    folder = Path(tempfile.mkdtemp(prefix="cipherbench-soak-", dir="/var/tmp"))
    folder.chmod(0o711)
    for name in ("home", "tmp", "config"):
        (folder / name).mkdir()
    (folder / "home").chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _window(folder: Path) -> subprocess.Popen[str]:
    own = {
        "CIPHERBENCH_HOME": folder / "home",
        "CIPHERBENCH_CONFIG": folder / "config",
        "XDG_CONFIG_HOME": folder / "config",
        "TMPDIR": folder / "tmp",
        "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    return subprocess.Popen(
        [sys.executable, "-m", "tests.soak.window_life", str(folder)],
        env={**os.environ, **{name: str(value) for name, value in own.items()}},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _watched(window: subprocess.Popen[str], folder: Path, seconds: float) -> Iterator[Moment]:
    """Readings every few seconds and at every rest, until the time is over."""
    assert window.stdin is not None and window.stdout is not None
    process, began, runs, failures = psutil.Process(window.pid), time.monotonic(), 0, 0
    while window.poll() is None:
        resting = bool(select.select([window.stdout], [], [], _EVERY)[0])
        _bury(window.pid)
        since = time.monotonic() - began
        if resting:
            line = window.stdout.readline()
            if not line:
                break
            runs, failures = json.loads(line).values()
        with suppress(psutil.Error, OSError):
            yield Moment(since, runs, failures, resting, reading(process, folder))
        if resting and since > seconds:
            break
        if resting:
            window.stdin.write("go on\n")
            window.stdin.flush()
    window.stdin.close()


def _bury(window: int) -> None:
    """Wait for adopted processes that have ended."""
    while True:
        try:
            ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return
        if ended is None or ended.si_pid == window:
            return
        os.waitpid(ended.si_pid, 0)


def main() -> int:
    """Soak, draw, tell; 1 where something grew or the window failed."""
    parser = argparse.ArgumentParser(prog="make soak")
    parser.add_argument("minutes", nargs="?", type=float, default=60.0)
    parser.add_argument("--to", type=Path, default=Path("build/soak"), help="a folder")
    options = parser.parse_args()
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with _own_folder() as folder:
        window = _window(folder)
        moments = list(_watched(window, folder, options.minutes * 60))
        failed = window.wait(120)
    options.to.mkdir(parents=True, exist_ok=True)
    if not any(each.resting for each in moments):
        return 1
    (options.to / "soak.svg").write_text(drawing(moments), encoding="utf-8")
    (options.to / "soak.json").write_text(json.dumps([vars(each) for each in moments]))
    sys.stdout.write(table(moments) + "\n")
    return 1 if failed or any(each.leaks for each in report(moments)) else 0


if __name__ == "__main__":
    sys.exit(main())
