"""What a program leaves behind: processes, folders, files, memory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.families import family, goes_on

type Known = tuple[int, float]
"""Number and start of a process, which tell it from a later one."""


def processes_about(home: Path) -> set[Known]:
    """Those that go on and whose words, folder or surroundings name a home."""
    return {
        (each.pid, each.create_time())
        for each in psutil.process_iter()
        if goes_on(each) and _names(each, str(home))
    }


def _names(process: psutil.Process, home: str) -> bool:
    for look in (
        lambda: " ".join(process.cmdline()),
        process.cwd,
        lambda: process.environ().get("CIPHERBENCH_HOME", ""),
    ):
        with suppress(psutil.Error, OSError):
            if home in (look() or ""):
                return True
    return False


def _words(pid: int) -> str:
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        return f"{pid} {process.status()} {' '.join(process.cmdline())}"
    return f"{pid}, which has ended meanwhile"


@dataclass
class Traces:
    """What was there before a program began, and what its processes had in hand since.

    `temporary` is its own folder for temporary files.
    """

    home: Path
    temporary: Path
    _processes: set[Known] = field(default_factory=set)
    _files: set[Path] = field(default_factory=set)
    _held: set[Path] = field(default_factory=set)
    _segments: set[int] = field(default_factory=set)
    _spools: set[Path] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._spools = set(self.spools())
        self._processes = processes_about(self.home)
        self._files = set(self._folders())

    def note(self, program: int) -> None:
        """Remember what a program and those below it hold in hand at this moment."""
        with suppress(psutil.Error):
            for each in family(program):
                self._note_memory(each.pid)
                self._held |= set(_sockets_folders(each.pid))

    def left(self) -> dict[str, list[str]]:
        """What there is of it now, by kind."""
        found = {
            "process": [_words(pid) for pid, _ in processes_about(self.home) - self._processes],
            "folder": [str(each) for each in set(self._folders()) - self._files],
            "spool": [str(each) for each in self.spools()],
            "temporary file": [str(each) for each in self._temporary()],
            "socket": [str(each) for each in self._held if each.exists()],
            "shared memory": self._memory(),
        }
        return {kind: each for kind, each in found.items() if each}

    def spools(self) -> list[Path]:
        """Records of campaigns that no store was seen to hold."""
        folder = self.home / "spool"
        return sorted(set(folder.iterdir()) - self._spools) if folder.exists() else []

    def _folders(self) -> Iterator[Path]:
        with suppress(OSError):
            yield from (self.home / "servers").iterdir()

    def _temporary(self) -> list[Path]:
        return list(self.temporary.iterdir()) if self.temporary.is_dir() else []

    def _note_memory(self, pid: int) -> None:
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
                _, _, _, _, inode, *name = line.split(maxsplit=5)
                if name and name[0].startswith("/SYSV"):
                    self._segments.add(int(inode))
                elif name and name[0].startswith("/dev/shm/PostgreSQL."):
                    self._held.add(Path(name[0]))

    def _memory(self) -> list[str]:
        lines = Path("/proc/sysvipc/shm").read_text().splitlines()[1:]
        return [str(each) for each in self._segments & {int(line.split()[1]) for line in lines}]


def _sockets_folders(pid: int) -> Iterator[Path]:
    """The short folders whose locks a process holds."""
    with suppress(OSError):
        for each in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                target = Path(os.readlink(each))  # noqa: PTH115 what it says, and no more
                if target.name == "lock" and "cipherbench-" in str(target.parent.parent):
                    yield target.parent
