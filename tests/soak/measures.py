"""What is counted of a window and of all that it started."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.families import below


@dataclass(frozen=True)
class Measure:
    """One of the figures; `may_grow` where results are kept, which are to be."""

    name: str
    unit: str
    may_grow: bool = False


MEASURES = (
    Measure("window memory", "kB"),
    Measure("children memory", "kB"),
    Measure("window descriptors", ""),
    Measure("children descriptors", ""),
    Measure("window threads", ""),
    Measure("processes", ""),
    Measure("shared memory", "kB"),
    Measure("shared memory files", ""),
    Measure("System V segments", ""),
    Measure("temporary files", ""),
    Measure("server folders", ""),
    Measure("spool files", ""),
    Measure("store", "kB", may_grow=True),
)

type Reading = dict[str, float]
"""The name of a measure → its figure."""


def reading(window: psutil.Process, folder: Path) -> Reading:
    """All of them now; `folder` has the home, the store and the temporary files of the window.

    Memory is the proportional set size: what several processes share counts once.
    """
    children = below(window.pid) + _adopted(window)
    shared = list(Path("/dev/shm").iterdir())
    home = folder / "home"
    return {
        "window memory": _memory([window]),
        "children memory": _memory(children),
        "window descriptors": _descriptors([window]),
        "children descriptors": _descriptors(children),
        "window threads": window.num_threads(),
        "processes": 1 + len(children),
        "shared memory": sum(map(_size, shared)) / 1000,
        "shared memory files": len(shared),
        "System V segments": len(Path("/proc/sysvipc/shm").read_text().splitlines()) - 1,
        "temporary files": _count(folder / "tmp"),
        "server folders": len(_entries(home / "servers")),
        "spool files": len(_entries(home / "spool")),
        "store": sum(map(_size, folder.glob("results.sqlite*"))) / 1000,
    }


def _adopted(window: psutil.Process) -> list[psutil.Process]:
    """Those whose parents have ended: this process takes them over."""
    ours = (child for child in psutil.Process().children() if child.pid != window.pid)
    return [each for child in ours for each in (child, *below(child.pid))]


def _memory(processes: Iterable[psutil.Process]) -> float:
    """kB."""
    total = 0
    for each in processes:
        with suppress(OSError, psutil.Error):
            for line in Path(f"/proc/{each.pid}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1])
    return total * 1.024


def _descriptors(processes: Iterable[psutil.Process]) -> int:
    total = 0
    for each in processes:
        with suppress(OSError, psutil.Error):
            total += each.num_fds()
    return total


def _entries(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def _count(folder: Path) -> int:
    return sum(len(names) + len(files) for _, names, files in os.walk(folder))


def _size(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return 0
