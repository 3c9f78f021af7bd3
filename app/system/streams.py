"""Standard streams whose failure stops nothing: measuring is more important than output.

A stream can be closed, lead to a full disk or a hung-up terminal, or nobody may read it. What
cannot be written is dropped; the exit code stays what it was.
"""

from __future__ import annotations

import io
import os
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, TextIO

from engines.platform.streams import wait_writable

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_ATOMIC = 4096
"""Bytes that a writable pipe takes without blocking (PIPE_BUF)."""
_MAX_BUFFERED_BYTES = 1 << 20
_FINAL_FLUSH_SECONDS = 1.0


def make_streams_safe() -> None:
    """Replace stdin, stdout and stderr; call it first of all.

    Closed descriptors 0 to 2 get the null device, so that no file opened later becomes one.
    """
    _reopen_closed()
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = _text_stream(_ErrorIgnoringOutput(1), sys.stdout)
    sys.stderr = _text_stream(_BufferedOutput(2), sys.stderr)


def finish_streams() -> None:
    """Flush, so that the interpreter's own flush at exit cannot fail."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    raw = getattr(getattr(sys.stderr, "buffer", None), "raw", None)
    if isinstance(raw, _BufferedOutput):
        raw.flush_buffer(_FINAL_FLUSH_SECONDS)


class _ErrorIgnoringOutput(io.FileIO):
    def __init__(self, handle: int) -> None:
        super().__init__(handle, "w", closefd=False)

    def write(self, data: ReadableBuffer, /) -> int:
        with suppress(OSError):
            return super().write(data) or 0
        return memoryview(data).nbytes


class _BufferedOutput(_ErrorIgnoringOutput):
    """Buffers in memory what the reader does not take: the writer never blocks."""

    def __init__(self, handle: int) -> None:
        super().__init__(handle)
        self._buffer = bytearray()

    def write(self, data: ReadableBuffer, /) -> int:
        if len(self._buffer) < _MAX_BUFFERED_BYTES:
            self._buffer += data
        self.flush_buffer(0)
        return memoryview(data).nbytes

    def flush_buffer(self, seconds: float) -> None:
        """Write the buffer as far as the reader takes it within `seconds`."""
        deadline = time.monotonic() + seconds
        while self._buffer:
            if not wait_writable(self.fileno(), max(0.0, deadline - time.monotonic())):
                return
            written = super().write(self._buffer[:_ATOMIC])
            del self._buffer[:written]


def _reopen_closed() -> None:
    for handle in (0, 1, 2):
        try:
            os.fstat(handle)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest that is free, which is this one
            os.set_inheritable(handle, True)


def _text_stream(raw: _ErrorIgnoringOutput, before: TextIO | None) -> io.TextIOWrapper:
    encoding = getattr(before, "encoding", None) or "utf-8"
    with suppress(OSError, ValueError):
        if before is not None:
            before.flush()
    by_line = isinstance(raw, _BufferedOutput) or raw.isatty()
    buffered = io.BufferedWriter(raw)
    return io.TextIOWrapper(buffered, encoding, "backslashreplace", line_buffering=by_line)
