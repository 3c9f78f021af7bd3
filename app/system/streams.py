"""Standard streams that disturb nothing: output is secondary to what is measured.

A stream can be closed, lead to a full disk or to a terminal that has hung up, or nobody may read
it. What cannot be written is dropped, and the exit code is what it would have been.
"""

from __future__ import annotations

import io
import os
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from engines.platform.streams import takes_more

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_ATOMIC = 4096
"""What a pipe that says it has room takes without waiting (PIPE_BUF)."""
_MOST_WAITING = 1 << 20
_LAST_SECONDS = 1.0


def mend_streams() -> None:
    """Make stdin, stdout and stderr of this process safe to use; to be called before all else.

    Descriptors that are closed lead to nowhere, so that no file opened later is taken for one.
    """
    _open_closed()
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = _text(_Forgiving(1), sys.stdout)
    sys.stderr = _text(_Patient(2), sys.stderr)


def finish_streams() -> None:
    """Write out what is left, so that the interpreter need not."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    raw = getattr(getattr(sys.stderr, "buffer", None), "raw", None)
    if isinstance(raw, _Patient):
        raw.deliver(_LAST_SECONDS)


class _Forgiving(io.FileIO):
    """A stream that ignores errors of writing."""

    def __init__(self, handle: int) -> None:
        super().__init__(handle, "w", closefd=False)

    def write(self, data: ReadableBuffer, /) -> int:
        with suppress(OSError):
            return super().write(data) or 0
        return memoryview(data).nbytes


class _Patient(_Forgiving):
    """Where nobody reads, lines wait in memory and nobody waits for them."""

    def __init__(self, handle: int) -> None:
        super().__init__(handle)
        self._waiting = bytearray()

    def write(self, data: ReadableBuffer, /) -> int:
        if len(self._waiting) < _MOST_WAITING:
            self._waiting += data
        self.deliver(0)
        return memoryview(data).nbytes

    def deliver(self, seconds: float) -> None:
        """Write what waits, as long as it is taken within so many seconds."""
        deadline = time.monotonic() + seconds
        while self._waiting:
            if not takes_more(self.fileno(), max(0.0, deadline - time.monotonic())):
                return
            written = super().write(self._waiting[:_ATOMIC])
            del self._waiting[:written]


def _open_closed() -> None:
    for handle in (0, 1, 2):
        try:
            os.fstat(handle)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest that is free, which is this one
            os.set_inheritable(handle, True)


def _text(raw: _Forgiving, before: TextIO | None) -> io.TextIOWrapper:
    encoding = getattr(before, "encoding", None) or "utf-8"
    with suppress(OSError, ValueError):
        if before is not None:
            before.flush()
    by_line = isinstance(raw, _Patient) or raw.isatty()
    buffered = io.BufferedWriter(raw)
    return io.TextIOWrapper(buffered, encoding, "backslashreplace", line_buffering=by_line)
