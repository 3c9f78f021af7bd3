"""Memory that several processes share and that no file names."""

from __future__ import annotations

import os
import tempfile


def unnamed_memory(size: int) -> int:
    """A descriptor of `size` bytes, all zero, that nothing is left of whoever is killed.

    In memory and not in TMPDIR where the system knows how: a process that writes where a full disk
    had no room is ended by SIGBUS.

    Raises: OSError when there is no room
    """
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("cipherbench", os.MFD_CLOEXEC)
        os.ftruncate(descriptor, size)
        return descriptor
    with tempfile.TemporaryFile() as file:
        os.posix_fallocate(file.fileno(), 0, size)
        return os.dup(file.fileno())
