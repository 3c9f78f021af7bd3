"""What is mounted where, as the kernel tells this process."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path


def mounts_below(folder: str) -> list[tuple[str, str, str]]:
    """What is mounted in a folder: type, source and mount point of each (proc_pid_mountinfo(5)).

    Raises: OSError where Linux does not tell
    """
    if sys.platform != "linux":
        return []
    told = os.fsdecode(Path("/proc/self/mountinfo").read_bytes())  # names have any bytes
    found = []
    for line in told.split("\n")[:-1]:
        front, _, back = line.partition(" - ")
        point, kind, source = front.split(" ")[4], *back.split(" ")[:2]
        if (point := _unescaped(point)).startswith(f"{folder}/"):
            found.append((kind, _unescaped(source), point))
    return found


def _unescaped(text: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), text)


def is_mounted(kind: str, source: str, point: str) -> bool:
    """Whether the last that was mounted there is our encrypted folder, and nobody else's."""
    there = [each for each in mounts_below(os.path.dirname(point)) if each[2] == point]  # noqa: PTH120
    return bool(there) and there[-1] == (kind, source, point)
