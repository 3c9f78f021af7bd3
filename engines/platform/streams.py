"""Pipes and sockets that are waited for, and sockets that only some systems have."""

from __future__ import annotations

import select
import socket
import sys
from collections.abc import Sequence

LOCAL_SOCKETS = sys.platform != "win32"
"""Whether programs can reach each other by a socket with a path."""
PIPES_WAKE = sys.platform != "win32"
"""Whether an event loop can wait for a pipe; else it is looked at now and then."""

if sys.platform == "win32":
    import ctypes
    import msvcrt
    import time
    from ctypes import wintypes

    _LOOK_SECONDS = 0.01
    _kernel = ctypes.WinDLL("kernel32")
    _kernel.PeekNamedPipe.argtypes = [
        wintypes.HANDLE, ctypes.c_void_p, wintypes.DWORD, *[ctypes.c_void_p] * 3,
    ]  # fmt: skip

    def _has_something(pipe: int) -> bool:
        waiting = wintypes.DWORD()
        handle = msvcrt.get_osfhandle(pipe)
        is_open = _kernel.PeekNamedPipe(handle, None, 0, None, ctypes.byref(waiting), None)
        return not is_open or bool(waiting.value)

    def wait_readable(pipes: Sequence[int], seconds: float) -> list[int]:
        """Those pipes that have something to be read, or have ended, within so many seconds."""
        until = time.monotonic() + seconds
        while True:
            found = [each for each in pipes if _has_something(each)]
            if found or time.monotonic() >= until:
                return found
            time.sleep(min(_LOOK_SECONDS, max(0.0, until - time.monotonic())))

    def wait_writable(stream: int, seconds: float) -> bool:
        """Whether a stream can be written to within so many seconds; here it is not told before."""
        del stream, seconds
        return True

    def local_socket() -> socket.socket:
        """A socket of this machine, by a path.

        Raises: OSError: there are none here
        """
        raise OSError("Windows has no sockets by path for Python")

else:

    def wait_readable(pipes: Sequence[int], seconds: float) -> list[int]:
        """Those pipes that have something to be read, or have ended, within so many seconds;
        `select` knows no number above 1023."""
        poll = select.poll()
        for pipe in pipes:
            poll.register(pipe, select.POLLIN)
        return [pipe for pipe, _ in poll.poll(1000 * seconds)]

    def wait_writable(stream: int, seconds: float) -> bool:
        """Whether a stream can be written to within so many seconds."""
        ready = select.poll()
        ready.register(stream, select.POLLOUT)
        return bool(ready.poll(1000 * seconds))

    def local_socket() -> socket.socket:
        """A socket of this machine, by a path.

        Raises: OSError
        """
        return socket.socket(socket.AF_UNIX)


def signal_pipe() -> tuple[socket.socket, socket.socket]:
    """Where a signal's number is read, and where the system's own handler writes it."""
    read_end, write_end = socket.socketpair()
    write_end.setblocking(False)
    return read_end, write_end
