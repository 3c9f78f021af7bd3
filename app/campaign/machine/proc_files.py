"""Files of /proc and /sys, as quickly as they can be had."""

from __future__ import annotations

import os
from pathlib import Path


def slurp(path: str | Path) -> bytes:
    """What such a file says, 64 kB at most: in 5 µs, where `Path.read_bytes` takes 24.

    Raises: OSError
    """
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return os.read(descriptor, 65_536)
    finally:
        os.close(descriptor)
