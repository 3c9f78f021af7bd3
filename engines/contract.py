"""What every engine offers: one `Engine` per kind of database, one `Session` per connection."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self

from engines.capability import Capabilities
from engines.catalogue import Catalogue
from engines.container.recipe import ContainerRecipe
from engines.diagnosis import Finding, examine
from engines.errors import InputError
from engines.protection import Keying, Protection, ProtectionKind
from engines.schema import Schema
from engines.statement import Sealer, Statement, Unsealed, Value

if TYPE_CHECKING:
    from engines.data_place import DataPlace

type Row = tuple[Value, ...]
type Bound = Sequence[object]
"""Parameters in the driver's own form."""
type Arrived = object
"""A result that has reached the client whole; `Prepared.rows` takes it apart."""


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
"""How long a connection may take where nobody says otherwise."""


@dataclass(frozen=True)
class StorageKey:
    """The cipher and key that whole database files are sealed with (`Endpoint.storage`)."""

    cipher: str
    key: bytes = field(repr=False)


@dataclass(frozen=True)
class Endpoint:
    """All that is needed to enter a running server; it travels to worker processes by pipe.

    `directory` is where an embedded engine keeps its databases; `data` the data directory of a
    server whose files this machine can see; `pid` the root of the server's processes where they
    run on this machine; `in_process` says that the engine runs inside the process that connects;
    `container` is the id of the container that the server runs in.
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
    storage: StorageKey | None = None


class Prepared(ABC):
    """A statement prepared once. Only `run` stands inside the clock."""

    bind: Callable[[Sequence[Value]], Bound]
    """Brings values (in the order of `Statement.parameters`) into the driver's form."""

    run: Callable[[Bound], Arrived]
    """Executes and waits until the whole result is here; the only thing inside the clock. A
    failure is raised as StatementFailed here or, where looking for it takes time, by `settle`."""

    @staticmethod
    def settle(arrived: Arrived) -> Arrived:
        """The result, if it is none of a failure. Must follow every `run`.

        Raises: StatementFailed
        """
        return arrived

    def execute(self, *values: Value) -> Arrived:
        """Bind, run and settle, outside any clock.

        Raises: StatementFailed
        """
        return self.settle(self.run(self.bind(values)))

    @abstractmethod
    def rows(self, arrived: Arrived) -> Sequence[Row]:
        """The rows of the newest result, once; empty for a statement that gives none."""

    @abstractmethod
    def affected(self, arrived: Arrived) -> int:
        """How many rows the newest result holds, or its statement changed."""

    @abstractmethod
    def close(self) -> None:
        """Free the statement. Must come before its session closes."""


class Session(ABC):
    """One connection. Statements run inside the transaction that `begin` opened.

    As a context manager it closes itself.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def prepare(self, statement: Statement, sealer: Sealer) -> Prepared:
        """Compile a statement for this engine and have the server prepare it.

        Raises: StatementFailed, Unsupported
        """
        from engines.client import ClientSealer
        from engines.client_statement import prepare_sealed

        if isinstance(sealer, ClientSealer):
            return prepare_sealed(self, statement, sealer)
        return self._prepare(statement, sealer)

    @abstractmethod
    def _prepare(self, statement: Statement, sealer: Sealer) -> Prepared:
        """Do so with a sealer whose work is all in the SQL."""

    @abstractmethod
    def execute(self, sql: str) -> None:
        """Run one statement in the engine's own SQL, outside any clock, and commit it.

        Raises: StatementFailed
        """

    @abstractmethod
    def fetch(self, sql: str) -> list[Row]:
        """Rows of one query in the engine's own SQL, outside any clock.

        Raises: StatementFailed
        """

    piece_bytes: int = 1 << 20
    """How much of a long value goes to the server at a time; more leaves the caches."""

    @abstractmethod
    def evaluate(self, write: Callable[[str], str], value: bytes) -> bytes:
        """What an expression makes of one long value; `write(place)` gives the expression.

        Raises: StatementFailed
        """

    @abstractmethod
    def begin(self) -> None:
        """Open a transaction."""

    @abstractmethod
    def commit(self) -> None:
        """Make it last."""

    @abstractmethod
    def close(self) -> None:
        """Leave the server; what was not committed is rolled back. May be called twice."""


@dataclass(frozen=True)
class Launch:
    """How a server is brought up in a private directory.

    `files` are secrets that the server reads: names in that directory with their text, kept from
    everybody but the serving user. `prepare` are commands that make the data directory, each of
    which reads `prepare_input` from stdin; `serve` is the server itself (None for an engine without
    a process of its own), `stop_signal` asks it to stop at once and cleanly. All of them have the
    variables of `environment`.
    """

    endpoint: Endpoint
    files: Mapping[str, str] = field(default_factory=dict, repr=False, kw_only=True)
    environment: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    prepare: tuple[tuple[str, ...], ...] = ()
    prepare_input: str = field(default="", repr=False, kw_only=True)
    serve: tuple[str, ...] | None = None
    stop_signal: str = "SIGTERM"


class Launcher(ABC):
    """One way to get a server of an engine on this machine."""

    source: ClassVar[Source]
    data_mb: ClassVar[int] = 64
    """How much room (10⁶ bytes) the data of a fresh server and a small workload take."""

    @abstractmethod
    def find(self, binaries: Path | None) -> Path:
        """Where the programs are: in `binaries` if given, else where they usually are.

        Raises: ServerUnavailable with the reason and what to install.
        """

    @abstractmethod
    def launch(self, installation: Path, directory: Path, data: Path | None = None) -> Launch:
        """The commands that serve from `directory`, which exists, is empty and private.

        `data` is an empty folder for the database files; None: one inside `directory`.
        """


class Engine(ABC):
    """A kind of database: how it is reached, asked and driven."""

    name: ClassVar[str]
    title: ClassVar[str]
    default_mode: ClassVar[str]
    """The mode of a native protection that names none: the published study's own."""
    launchers: ClassVar[tuple[Launcher, ...]]
    catalogue: ClassVar[Catalogue]
    """How it is asked for its databases and columns."""
    container: ClassVar[ContainerRecipe | None] = None
    """How its server is run in a container; None for an engine without a server."""
    default_port: ClassVar[int]
    address_fields: ClassVar[frozenset[str]] = frozenset({"host", "port", "socket", "database"})
    """What of a `ServerSpec` says where a server at an address is, beside the user."""
    tls_modes: ClassVar[tuple[TlsMode, ...]] = tuple(TlsMode)
    """How its connections can be secured; empty for an engine without connections."""
    grant_hint: ClassVar[str] = "Ask its administrator for the right to make databases."
    """How a user is given the right to make the databases that are worked in."""

    @abstractmethod
    def connect(self, endpoint: Endpoint, database: str | None = None) -> Session:
        """Enter a server, in `database` or in the one it is administered from.

        Raises: ServerUnavailable that names what is wrong.
        """

    @abstractmethod
    def probe(self, endpoint: Endpoint) -> Capabilities:
        """Ask a live server what it can do; every cipher is tried, none assumed.

        Raises: ServerUnavailable
        """

    def diagnose(self, endpoint: Endpoint) -> list[Finding]:
        """What keeps a server from being measured, found by entering it and making a database."""
        return examine(self, endpoint)

    def remedy(self, endpoint: Endpoint, name: str) -> None:
        """Carry out what a finding offered, in the database that the endpoint names.

        Raises: ServerUnavailable, StatementFailed, InputError for a remedy there is not
        """
        raise InputError("No such remedy", "Nothing is known of “{name}”.", name=name)

    @abstractmethod
    def native_sealer(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Sealer:
        """How a native protection is written in this engine's SQL.

        `text_columns` asks for hexadecimal text in place of bytes where the engine has that form.

        Raises: Unsupported
        """

    def sealer(
        self, protection: Protection, keying: Keying, *, text_columns: bool = False
    ) -> Sealer:
        """The sealer of any protection; values stay as they are where none seals them.

        Raises: Unsupported
        """
        match protection.kind:
            case ProtectionKind.PLAINTEXT:
                return Unsealed()
            case ProtectionKind.NATIVE:
                return self.native_sealer(protection, keying, text_columns=text_columns)
            case ProtectionKind.CLIENT:
                from engines.client import client_sealer

                return client_sealer(protection, keying)
            case ProtectionKind.STORAGE:
                return self.storage_sealer(protection)

    def storage_sealer(self, protection: Protection) -> Sealer:
        """How tables are made under a storage protection; their values stay as they are."""
        del protection
        return Unsealed()

    def storage_endpoint(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> Endpoint:
        """The endpoint to enter a server by under a storage protection; with the key, where whole
        databases are sealed."""
        del protection, keying
        return endpoint

    @abstractmethod
    def schema_statements(self, schema: Schema, sealer: Sealer) -> list[str]:
        """The SQL that makes a schema, sealed columns wide enough for `sealer`."""

    @abstractmethod
    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        """Make a database of our own, marked with `identifier`, and return its name.

        Raises: ServerUnavailable, StatementFailed
        """

    @abstractmethod
    def drop_database(self, endpoint: Endpoint, database: str) -> None:
        """Drop a database that carries our marker, ending whatever still works in it.

        A database that is gone already is no error; one without the marker is never touched.

        Raises: StatementFailed
        """

    @abstractmethod
    def owned_databases(self, endpoint: Endpoint) -> dict[str, str]:
        """Databases on a server that carry our marker: name → identifier in the marker."""

    def server_seconds(self, endpoint: Endpoint, database: str) -> float | None:
        """Seconds of work the server has counted for us so far; None where it keeps no count.

        Two readings subtract: one before an operation's connection opens, one after it closed.
        """
        return None

    def server_pid(self, endpoint: Endpoint) -> int | None:
        """The root process of a server reached by address, if it runs on this machine."""
        return endpoint.pid

    def data_directory(self, endpoint: Endpoint) -> str | None:
        """Where a server reached by address, whose process runs here, keeps its data; None where
        it does not tell us."""
        return None

    @abstractmethod
    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        """Where a server keeps `database`, and what it writes beside it.

        Raises: ServerUnavailable, StatementFailed
        """

    def settle(self, endpoint: Endpoint, database: str) -> None:
        """Have the server write down what it has committed in `database` so far, as far as this
        user may; the files can be read while its connections stay open."""
        del endpoint, database

    def stored_key(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> bytes | None:
        """The key that seals storage under a protection, so that it can be looked for; None where
        there is none, or nobody tells it."""
        sealed = self.storage_endpoint(endpoint, protection, keying).storage
        return sealed.key if sealed else None

    def launcher(self, source: Source) -> Launcher | None:
        """The launcher for a source; None where the engine has none."""
        return next((each for each in self.launchers if each.source is source), None)


DATABASE_PREFIX = "cipherbench_"
MARKER_TABLE = "cipherbench_marker"


def database_name(identifier: str) -> str:
    """The name of the database marked with `identifier` (letters, digits and underscores)."""
    return DATABASE_PREFIX + identifier


def settings_from(rows: Sequence[Row]) -> Mapping[str, str]:
    """Settings out of rows of (name, value)."""
    return {str(name): str(value) for name, value, *_ in rows}
