"""Memory that no file names: several processes may share it, and nothing is left of it when the
last of them is killed."""

from __future__ import annotations

import ctypes
import os
import sys
import tempfile

_CLOEXEC = 1
"""A flag of `memfd_create` (MFD_CLOEXEC)."""


def unnamed_memory(size: int) -> int:
    """A descriptor of `size` bytes, all zero.

    In memory and not in TMPDIR where the system knows how: a process that writes where a full disk
    had no room is ended by SIGBUS.

    Raises: OSError when there is no room
    """
    descriptor = _in_memory()
    if descriptor is not None:
        os.ftruncate(descriptor, size)
        return descriptor
    with tempfile.TemporaryFile() as file:
        os.posix_fallocate(file.fileno(), 0, size)
        return os.dup(file.fileno())


def memory_holding(content: bytes) -> int:
    """A descriptor of what is kept in memory alone, as a secret must be.

    Raises: OSError, also where the system knows no such memory
    """
    descriptor = _in_memory()
    if descriptor is None:
        raise OSError(f"{sys.platform} has no files in memory")
    os.write(descriptor, content)
    return descriptor


def _in_memory() -> int | None:
    """An empty file in memory; None where the system has none.

    Interpreters that are built for old systems, as those that uv fetches, do not know the call.
    """
    if hasattr(os, "memfd_create"):
        return os.memfd_create("cipherbench", os.MFD_CLOEXEC)
    if sys.platform != "linux":
        return None
    descriptor: int = ctypes.CDLL(None, use_errno=True).memfd_create(b"cipherbench", _CLOEXEC)
    if descriptor < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return descriptor
