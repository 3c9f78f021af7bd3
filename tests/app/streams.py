"""The program with its output led as a shell does: into a pipe, a full disk, or nowhere."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from tests.app.typed import Started
from tests.patience import PATIENCE

type Said = tuple[int, bytes, str]
"""An exit code, stdout, and stderr."""

LONG = 120 * PATIENCE
"""Seconds after which a program hangs."""


def led(streams: str, *words: object) -> Said:
    """The program with these words and its output led as a shell does that reads `streams` after
    them; stdout is what came out at the end. Where one of its own is closed it is started anew: the
    interpreter sees that at its beginning."""
    if streams not in _FORKED:
        typed = " ".join(map(str, words))
        line = f"{sys.executable} -m app {typed} {streams}; exit ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", line], check=False, capture_output=True, timeout=LONG)
        return done.returncode, done.stdout, done.stderr.decode()
    to, stderr_too = _FORKED[streams]
    with ExitStack() as stack:
        reader = None
        stdout: IO[bytes]
        if to:
            reader = subprocess.Popen(to, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            stack.enter_context(reader)
            assert reader.stdin is not None
            stdout, reader.stdin = reader.stdin, None
            stack.enter_context(stdout)  # closed before its reader is waited for
        else:
            stdout = stack.enter_context(Path("/dev/full").open("wb", buffering=0))
        stderr = stdout if stderr_too else subprocess.PIPE
        with Started(*words, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr) as program:
            stdout.close()
            _, output = program.communicate(timeout=LONG)
        came = reader.communicate()[0] if reader else b""
    return program.returncode, came, (output or b"").decode()


_FORKED: dict[str, tuple[tuple[str, ...], bool]] = {
    ">/dev/full": ((), False),
    ">/dev/full 2>/dev/full": ((), True),
    "| true": (("true",), False),
    "| head -1": (("head", "-1"), False),
    "| head -c 1": (("head", "-c", "1"), False),
    "2>&1 | head -1": (("head", "-1"), True),
}
"""Who reads its output, nobody where the disk is full; and whether stderr goes there too."""
