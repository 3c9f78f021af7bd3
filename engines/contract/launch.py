"""How servers are brought up on this machine, and how they are arranged for a run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, NamedTuple

from engines.contract.endpoint import Endpoint, Pooler, Source, Standby
from engines.contract.errors import ServerUnavailable
from engines.contract.message import phrase
from engines.platform import IS_WINDOWS

# How an engine's server is run in a container: image, port, variables and files.

STUDY_CPUS = 1.0
"""CPU cores of a container set up *as in the study*."""

STUDY_MEMORY_MB = 4000
"""Memory of a container *as in the study*, in 10⁶ bytes."""

type ReadFile = Callable[[str], bytes | None]
"""The content of an image's file, by its path in there; None where there is none."""


def _no_files(read: ReadFile) -> Mapping[str, str]:
    del read
    return {}


@dataclass(frozen=True)
class ContainerRecipe:
    """How the images of an engine are run.

    `port` is where the server listens inside. `environment` takes the administrator's password and
    whether the connection is to be encrypted, and gives the image's environment variables. `files`
    gives what is put into the container before it starts, content by path; it may look into the
    image. `statements` are run once, as the administrator, when the server answers. `directory` is
    where a Firebird server may write database files.
    """

    image: str
    port: int
    user: str
    environment: Callable[[str, bool], Mapping[str, str]]
    database: str | None = None
    directory: str | None = None
    files: Callable[[ReadFile], Mapping[str, str]] = _no_files
    statements: tuple[str, ...] = ()


class Logs(StrEnum):
    """What becomes of a server's logs beside encrypted tables: both are written readable, or
    encrypted. The usual is what a server does by itself."""

    USUAL = "usual"
    READABLE = "readable"
    ENCRYPTED = "sealed"


@dataclass(frozen=True)
class Arrangement:
    """How a server is arranged for a run: the size of its cache, what becomes of its logs, cold
    starts, writes that are waited for.

    `buffer_mb` (2²⁰ bytes) is for the engine's own cache of pages, None for what it has by itself.
    `cold`: before each operation that cache is empty, and the system's of the same files.
    `flushed`: an operation lasts until what it changed is in the tables' files."""

    buffer_mb: int | None = None
    logs: Logs = Logs.USUAL
    cold: bool = False
    flushed: bool = False

    @property
    def status(self) -> Arrangement:
        """The part that takes effect at the server's start."""
        return replace(self, cold=False, flushed=False)

    @property
    def changes_server(self) -> bool:
        """Whether it needs a restart of the server."""
        return self.status != Arrangement() or self.cold


AS_IT_IS = Arrangement()


class FolderMount(NamedTuple):
    """A mount of our own as the system tells it, and the command that takes it off."""

    type: str
    source: str
    point: str
    unmount: tuple[str, ...]


@dataclass(frozen=True)
class EncryptedMount:
    """An encrypted folder of our own: files in `cipher` hold what is shown below `point`.

    `make` and `mount` are the commands of a program that stays as long as it is mounted; `mounts`
    is what such a program, killed, leaves behind, from the top. `{key}` in the commands stands for
    the file with the key, `{pid}` for the process that gets SIGUSR1 once it is mounted. `attempts`
    is how often `make` may be called in all: more than once only where it begins anew each time.
    """

    cipher: Path
    point: Path
    mounts: tuple[FolderMount, ...]
    make: tuple[str, ...]
    mount: tuple[str, ...]
    attempts: int = 1

    @property
    def data(self) -> Path:
        """Where the server's data go; there once the folder is mounted."""
        return self.point / "data"


@dataclass(frozen=True)
class Launch:
    """How a server is brought up in a private directory.

    `files` are secrets that the server reads: names in that directory with their text, kept from
    everybody but the serving user. `prepare` are commands that make the data directory, each of
    which reads `prepare_input` from stdin; `serve` is the server itself (None for an engine without
    a process of its own), `stop_signal` asks it to stop at once and cleanly. `sweep` removes what a
    server that was killed leaves outside its folders; it is carried out while these are still
    there. All of them have the variables of `environment`. `encrypted_mount` is mounted before
    anything is prepared, and unmounted when the server has ended.
    """

    endpoint: Endpoint
    files: Mapping[str, str] = field(default_factory=dict, repr=False, kw_only=True)
    environment: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    prepare: tuple[tuple[str, ...], ...] = ()
    prepare_input: str = field(default="", repr=False, kw_only=True)
    serve: tuple[str, ...] | None = None
    stop_signal: str = "SIGTERM"
    sweep: tuple[str, ...] = ()
    encrypted_mount: EncryptedMount | None = None


type Follower = Callable[[Launch, Path], Launch]
"""How a server that would serve by its own launch, in that directory, follows another one."""


class Launcher(ABC):
    """One way to get a server of an engine on this machine."""

    source: ClassVar[Source]
    on_windows: ClassVar[bool] = False
    """Whether it starts servers on Windows, too."""
    data_folder_mb: ClassVar[int] = 64
    """How much room (10⁶ bytes) the data of a fresh server and a small workload take."""
    memory_mb: ClassVar[int] = 0
    """How much memory (10⁶ bytes) a fresh server takes at least; one inside its worker: none."""

    offers_tls: ClassVar[bool] = False
    """Whether `with_tcp_listener` adds a listener, which offers TLS."""

    def with_tcp_listener(self, launch: Launch, directory: Path) -> Launch:
        """The launch with a TCP listener on 127.0.0.1, with TLS and without, and a password."""
        del directory
        return launch

    poolers: ClassVar[tuple[Pooler, ...]] = ()
    """The poolers that it can put in front of a server with a TCP listener."""

    standbys: tuple[Standby, ...] = ()
    """How it can have its servers followed by others of ours."""

    def prepared_for_standby(
        self, launch: Launch, standby: Standby, directory: Path, sockets: Path
    ) -> tuple[Launch, tuple[Follower, ...]]:
        """The same, which commits as wanted, and how each of its standbys follows it once it
        answers; both folders are the launch's.

        Raises: ServerUnavailable where programs are missing
        """
        raise NotImplementedError

    def standby(self, entered: Endpoint, own: Launch, directory: Path) -> Launch:
        """What serves in its directory as its `own` launch would, and follows a server that is
        entered so; of none that has cluster nodes alone."""
        raise NotImplementedError

    def arrangement_options(self, wanted: Arrangement) -> tuple[str, ...]:
        """The options that have a server of this kind start as wanted; the last of two counts."""
        del wanted
        return ()

    @property
    def is_supported(self) -> bool:
        """Whether it starts servers on this system, wherever their programs are."""
        return self.on_windows or not IS_WINDOWS

    def installation(self, binaries: Path | None) -> Path:
        """What `find` finds.

        Raises: ServerUnavailable as it does, and where this system is not supported.
        """
        if not self.is_supported:
            raise ServerUnavailable(
                phrase("Server not available"),
                phrase("Not yet on Windows."),
                phrase("Connect to a server by its address."),
            )
        return self.find(binaries)

    @abstractmethod
    def find(self, binaries: Path | None) -> Path:
        """Where the programs are: in `binaries` if given, else where they usually are.

        Raises: ServerUnavailable with the reason and what to install.
        """

    @abstractmethod
    def launch(
        self,
        installation: Path,
        directory: Path,
        data: Path | None = None,
        sockets: Path | None = None,
    ) -> Launch:
        """The commands that serve from `directory`, which exists, is empty and private.

        `data` is an empty folder for the database files; None: one inside `directory`. `sockets` is
        one for sockets; None: `directory`.
        """
