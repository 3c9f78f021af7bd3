"""Where a running server is, and how a connection to it is secured."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from engines.contract.secrecy import register_secret


class Source(StrEnum):
    """Where a server comes from."""

    EMBEDDED = "embedded"
    LOCAL = "local"
    CONTAINER = "container"
    ADDRESS = "address"


class TlsMode(StrEnum):
    """How far a connection is secured: `require` encrypts, `verify-full` also makes sure that the
    server is who its certificate says, host name included."""

    OFF = "off"
    REQUIRE = "require"
    VERIFY_FULL = "verify-full"


class EncryptedFolder(StrEnum):
    """What encrypts the folder that a server of ours has its data in."""

    OFF = "off"
    GOCRYPTFS = "gocryptfs"
    LUKS = "luks"


class Pooler(StrEnum):
    """What stands between clients and a server of ours: it gives a connection of the server to a
    client for its session, or for one transaction after another; or passes on what each says; or
    keeps connections for later clients."""

    OFF = "off"
    SESSION = "session"
    TRANSACTION = "transaction"
    HAPROXY = "haproxy"
    PGPOOL = "pgpool"


class Standby(StrEnum):
    """Further servers that follow one of ours. A second one: a commit waits until it has it on
    disk, or not; Galera's two others: until both have received it and agree."""

    OFF = "off"
    SYNCHRONOUS = "synchronous"
    ASYNCHRONOUS = "asynchronous"
    GALERA = "galera"

    @property
    def servers(self) -> int:
        """How many they are."""
        return {Standby.OFF: 0, Standby.GALERA: 2}.get(self, 1)


@dataclass(frozen=True)
class ServerNode:
    """The server that answers at an address, where others may answer in its place: behind a proxy,
    by an address that moves. `place` is where it listens itself, `identifier` what its engine tells
    it from others by, `started` since when it runs, where two may have both in common;
    `restriction` the engine's word for one that takes no writes."""

    place: str
    identifier: str
    started: str = ""
    restriction: str = ""

    def __str__(self) -> str:
        known = (self.identifier, self.started and f"started {self.started}", self.restriction)
        return f"{self.place} ({', '.join(filter(None, known))})"

    @property
    def lasting(self) -> str:
        """What stays when it is restarted."""
        return str(replace(self, started=""))


NODE, POOLER, STANDBY = "node", "pooler", "standby"
"""Settings of a server that say which one answers at its address, what is before it, and what of
ours follows it."""
UNNAMED_POOLER = "a pooler"
"""One at an address that does not say its name."""


@dataclass(frozen=True)
class AddressForm:
    """How an engine's servers at addresses are reached: what of a `ServerSpec` says where one is,
    beside the user; its usual port; where distributions have the socket; and how its connections
    can be secured."""

    port: int = 0
    fields: frozenset[str] = frozenset({"host", "port", "socket", "database"})
    socket: str = ""
    tls_modes: tuple[TlsMode, ...] = tuple(TlsMode)


@dataclass(frozen=True)
class Tls:
    """Transport security of a connection; the files are PEM.

    `ca` holds the authorities to trust (None: the system's), `certificate` and `key` are the
    client's own.
    """

    mode: TlsMode = TlsMode.OFF
    ca: str | None = None
    certificate: str | None = None
    key: str | None = None


CONNECT_SECONDS = 5
"""How long a connection may take by default."""


@dataclass(frozen=True)
class StorageKey:
    """The cipher and key that whole database files are encrypted with (`Endpoint.storage`)."""

    cipher: str
    key: bytes = field(repr=False)
    passphrase: bool = False
    """Whether the key is given as a passphrase, from which the library derives the file's own."""

    def __post_init__(self) -> None:
        register_secret(self.key)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        register_secret(self.key)


@dataclass(frozen=True)
class Endpoint:
    """All that is needed to connect to a running server; it travels to worker processes by pipe.

    `directory` is where an embedded engine keeps its databases; `data` the data directory of a
    server whose files this machine can see; `pid` the root of the server's processes where they
    run on this machine; `in_process` says that the engine runs inside the process that connects;
    `container` is the id of the container that the server runs in; `log` the file that the messages
    of a server of ours go to, where this machine can read it. `buffer_mb` (2²⁰ bytes) is the cache
    of pages for each connection to an engine that has it per connection; None leaves what it is.
    `encrypts_temporary_files`: such an engine encrypts the temporary files that it writes.
    `encryption_pid` is the process that encrypts the server's data folder, if that is one of ours,
    `pooler_pid` the pooler through which it is entered, `standbys` the servers that follow it.
    `tls_to_compare` is the TLS that is measured next to connections without it, else None.
    `prepared` says that the login may create no database, and that `database` was prepared for it:
    what would be a database of ours is a part of that one. `managed` says that we have started the
    server, and may make logins there: where it is a process on this machine by `programs` of that
    folder, its data in an `encrypted_folder` or not; `confined` that whoever enters it so may work
    in the database entered and do nothing else (`Catalogue.restricted_login`).
    """

    engine: str
    host: str | None = None
    port: int | None = None
    socket: str | None = None
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    database: str | None = None
    directory: str | None = None
    library: str | None = None
    pid: int | None = None
    in_process: bool = False
    tls: Tls = Tls()
    connect_seconds: int = CONNECT_SECONDS
    data: str | None = None
    container: str | None = None
    log: str | None = None
    storage: StorageKey | None = None
    buffer_mb: int | None = None
    encryption_pid: int | None = None
    pooler_pid: int | None = None
    standbys: tuple[Endpoint, ...] = ()
    encrypts_temporary_files: bool = False
    tls_to_compare: Tls | None = None
    prepared: bool = False
    managed: bool = False
    programs: str | None = None
    encrypted_folder: EncryptedFolder = EncryptedFolder.OFF
    confined: bool = False

    def with_login_of(self, other: Endpoint) -> Endpoint:
        """The same, entered as `other` is."""
        return replace(self, user=other.user, password=other.password, confined=other.confined)

    @property
    def roots(self) -> tuple[int, ...]:
        """The roots of all processes that work for it: the server's, what encrypts its folder, its
        pooler's and its standbys'."""
        known = (self.pid, self.encryption_pid)
        return (*(each for each in known if each is not None), *self.helper_pids)

    @property
    def standby_pids(self) -> tuple[int, ...]:
        """The roots of its standbys' processes."""
        return tuple(root for each in self.standbys for root in each.roots)

    @property
    def helper_pids(self) -> tuple[int, ...]:
        """The roots of its pooler's and its standbys' processes."""
        pooler = () if self.pooler_pid is None else (self.pooler_pid,)
        return (*pooler, *self.standby_pids)

    def through_pooler(self, port: int, pid: int) -> Endpoint:
        """The same entered on another port, where a pooler of ours listens."""
        return replace(self, port=port, pooler_pid=pid)

    @property
    def secured(self) -> Endpoint:
        """The same reached by TLS: as it is measured, as it is used, or whoever answers."""
        used = None if self.tls.mode is TlsMode.OFF else self.tls
        return replace(self, tls=self.tls_to_compare or used or Tls(TlsMode.REQUIRE))

    @property
    def takes_tls(self) -> bool:
        """Whether it is reached by TCP."""
        return self.host is not None and not self.socket and not self.in_process

    def __post_init__(self) -> None:
        register_secret(self.password)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Arrive in another process, which then knows the password too."""
        self.__dict__.update(state)
        register_secret(self.password)
