"""Programs that measure for us: they end with the process that started them."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
_LOOK_SECONDS = 0.1


def start_child(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """A program with these variables beside our own, in English; what it writes to either of its
    outputs comes by one pipe.

    Raises: OSError
    """
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "LC_ALL": "C", **environment},
        preexec_fn=_end_with_us,  # noqa: PLW1509 one system call, bound before
    )


def lines_of(
    process: subprocess.Popen[bytes], waiting: Callable[[], None] = lambda: None
) -> Iterator[str]:
    """The lines that a program writes, as they come; `waiting` is called ten times a second."""
    assert process.stdout is not None
    pipe, begun = process.stdout.fileno(), b""
    while True:
        if not select.select([pipe], [], [], _LOOK_SECONDS)[0]:
            waiting()
            continue
        some = os.read(pipe, 65536)
        *whole, begun = (begun + some).split(b"\n")
        yield from (line.decode(errors="replace") for line in whole)
        if not some:
            return


def end_child(process: subprocess.Popen[bytes]) -> None:
    """Kill it if it is still there, and let go of its pipe."""
    process.kill()
    if process.stdout is not None:
        process.stdout.close()
    process.wait()


def _end_with_us() -> None:
    if _LIBC is not None:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
