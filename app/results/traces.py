"""What is sampled of a run while it lasts (`ProbeSample`), and what a search for plaintext or keys
has found (`EvidenceFinding`)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engines.contract.data_place import place_text
from engines.contract.message import Message


@dataclass(frozen=True)
class ProbeSample:
    """One reading of server, worker and machine, several times a second. CPU in percent of one core
    since the reading before, memory in MB (10⁶ bytes).

    `server_memory` is proportional (PSS) where the system tells it, so that shared buffers are
    not counted once per process. I/O in bytes since the reading before. None if not available.
    `statements` were finished since the reading before; p50 and p99 of their latencies in µs. An
    API is what stands between worker and server, where something does.
    """

    at: float
    run_id: int | None
    operation: str | None
    server_cpu: float | None
    worker_cpu: float | None
    machine_cpu: float
    sampler_cpu: float
    server_memory: float | None
    worker_memory: float | None
    machine_memory: float
    server_read: float | None
    server_written: float | None
    statements: int
    progress: float
    p50_us: float | None
    p99_us: float | None
    api_cpu: float | None = None
    api_memory: float | None = None
    waiting: int | None = None
    """Arrivals that waited for a lane; None where nothing arrives."""
    dropped: int | None = None
    """Arrivals that found the queue full since the reading before."""
    points: bytes | None = None
    """What was followed of a change since the reading before (`app.results.change_points`); None
    where nothing was."""


class Subject(StrEnum):
    """What was searched for: the marker planted in protected text, the key that encrypts it, or the
    key of one row after it and its row were deleted."""

    MARKER = "marker"
    KEY = "key"
    DELETED = "deleted-key"


class Ground(StrEnum):
    """Where it was searched: in files, in the memory of the server's processes, in packets of its
    connections, or by a login to the database."""

    FILES = "files"
    MEMORY = "memory"
    NETWORK = "network"
    LOGIN = "login"


@dataclass(frozen=True)
class Location:
    """Where it was found. `file` is named from the data directory on; `context` is in hex, 16 bytes
    before and after included, and begins at `context_offset`; it is empty for a key."""

    file: str
    offset: int
    form: str
    part: str
    context: str
    context_offset: int


@dataclass(frozen=True)
class EvidenceFinding:
    """What a search found in one place under one protection of one server.

    `place` is its code. `found` is None where nobody can tell; `message` is why, or what was found.
    `count` is how often it was found and `spots` are the first of these; `files` and `size` (bytes)
    were read, of connections each direction as a file. `opened` says that an encrypted file system
    shows the place opened, which the disk does not.
    """

    server: str
    protection: str
    ground: Ground
    subject: Subject
    place: str
    found: bool | None
    message: Message
    count: int = 0
    files: int = 0
    size: int = 0
    opened: bool = False
    spots: tuple[Location, ...] = ()

    @property
    def where(self) -> Message:
        """The place in words."""
        return place_text(self.place)

    @property
    def detail(self) -> str:
        return str(self.message)
