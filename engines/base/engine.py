"""What every engine offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from engines.base import ownership
from engines.base.capability import TLS_CIPHER, TLS_IN_USE, Capabilities, own_words
from engines.base.diagnosis import Diagnosis, examine
from engines.base.ownership import Ours, Sighting, Verdict
from engines.contract.catalogue import Catalogue
from engines.contract.endpoint import Endpoint, Source, TlsMode
from engines.contract.errors import CipherbenchError
from engines.contract.facts import EngineFacts
from engines.contract.launch import Arrangement, Launcher, Logs
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.protection import Keying, Protection, ProtectionKind
from engines.contract.recipe import ContainerRecipe
from engines.contract.session import Row, Session
from engines.contract.structure import Structure
from engines.sql.schema import Dialect, Schema, create_statements, finishing_statements
from engines.sql.statement import Sealer, Unsealed

if TYPE_CHECKING:
    from engines.contract.data_place import DataPlace


class Engine(ABC):
    """A kind of database: how it is reached, asked and driven."""

    name: ClassVar[str]
    facts: ClassVar[EngineFacts]
    """What its package says of it."""
    launchers: ClassVar[tuple[Launcher, ...]]
    catalogue: ClassVar[Catalogue[Any]]
    """Queries for databases and columns."""
    structure: ClassVar[Structure[Any] | None] = None
    """Queries for tables, keys, how values spread, and counted statements; None where there are
    none yet."""
    container: ClassVar[ContainerRecipe | None] = None
    """How its server is run in a container; None for an engine without a server."""
    dialect: ClassVar[Dialect]
    """SQL for creating tables and indexes."""
    default_port: ClassVar[int]
    address_fields: ClassVar[frozenset[str]] = frozenset({"host", "port", "socket", "database"})
    """What of a `ServerSpec` says where a server at an address is, beside the user."""
    usual_socket: ClassVar[str] = ""
    """Where distributions have it: what `socket` of an address may look like."""
    tls_modes: ClassVar[tuple[TlsMode, ...]] = tuple(TlsMode)
    """How its connections can be secured; empty for an engine without connections."""
    reported_settings: ClassVar[tuple[str, ...]] = ()
    """Settings that `probe` asks a server for by name."""
    harmless_settings: ClassVar[frozenset[str]] = frozenset()
    """Settings that `probe` tells and that make no statement faster or slower."""
    buffer_per_connection: ClassVar[bool] = False
    """Whether the cache of pages belongs to a connection (`Endpoint.buffer_mb`)."""
    connects_once: ClassVar[bool] = False
    """Whether a process has one connection to a database at a time, and no other process has any,
    as it holds the file."""
    seals_logs: ClassVar[Message] = phrase("{engine} has no encrypted log of its own.")
    """Why its logs cannot be encrypted or left readable as requested; nothing if they can."""
    arranged_settings: ClassVar[frozenset[str]] = frozenset()
    """Settings that `probe` tells and that an arrangement changes."""
    grant_hint: ClassVar[Message] = phrase(
        "Ask its administrator for the right to create databases."
    )
    """How a user gets the right to create the databases that Cipherbench works in."""

    @property
    def title(self) -> str:
        return self.facts.title

    @property
    def default_mode(self) -> str:
        """The mode of a native protection that names none."""
        return self.facts.default_mode

    @abstractmethod
    def connect(self, endpoint: Endpoint, database: str | None = None) -> Session:
        """Connect to a server: to `database`, or to its administrative one.

        Raises: ServerUnavailable that names what is wrong.
        """

    def begin_worker(self) -> None:  # noqa: B027 most want nothing of it
        """Make a process fit for the engine, which from now on works for one run alone."""

    def greet(self, endpoint: Endpoint) -> str | None:
        """Connect to a server's administrative database and disconnect; its version, where
        asking for it costs next to nothing.

        Raises: ServerUnavailable
        """
        with self.connect(endpoint) as session:
            return self.version_of(session)

    def carry_out(self, endpoint: Endpoint, statements: tuple[str, ...]) -> None:
        """Run statements of the engine's own SQL, outside any database of ours.

        Raises: ServerUnavailable, StatementFailed
        """
        with self.connect(endpoint) as session:
            for statement in statements:
                session.execute(statement)

    def why_not_arranged(
        self, wanted: Arrangement, source: Source, reported: Capabilities | None = None
    ) -> Message:
        """Why a server from that source, which has `reported` what it can do, cannot be arranged
        so; nothing where it can."""
        del reported
        if wanted.logs is not Logs.USUAL and self.seals_logs:
            return self.seals_logs.with_values(engine=self.title)
        if not wanted.changes_server:
            return NOTHING
        return _LEFT_ALONE.get(source, NOTHING)

    def tidying(self, arranged: Arrangement) -> tuple[str, ...]:
        """What is run before each run on a server that is arranged so: what those before have left
        behind goes."""
        del arranged
        return ()

    @abstractmethod
    def probe(self, endpoint: Endpoint) -> Capabilities:
        """Probe the capabilities of a live server; every cipher is tried, none assumed.

        Raises: ServerUnavailable
        """

    def with_transit(self, endpoint: Endpoint, reported: Capabilities) -> Capabilities:
        """A server's answers, and with them whether it takes connections by TLS: it is tried."""
        if not (self.tells_tls and endpoint.takes_tls):
            return reported
        try:
            with self.connect(endpoint.secured) as session:
                used = self.tls_of(session)
        except CipherbenchError as error:
            return replace(reported, refused={**reported.refused, TLS_CIPHER: own_words(error)})
        if not used:
            return reported
        settings = {**reported.settings, TLS_IN_USE: used}
        return replace(reported, transit=reported.transit | {TLS_CIPHER}, settings=settings)

    tells_tls: ClassVar[bool] = False
    """Whether `tls_of` is known."""

    def tls_of(self, session: Session) -> str:
        """Version and cipher of a connection, as its server names them; empty without TLS."""
        del session
        return ""

    def version_of(self, session: Session) -> str | None:
        """The version of the server that a session is with, as `probe` tells it; None if that
        would take longer than an instant."""
        del session
        return None

    def diagnose(self, endpoint: Endpoint) -> list[Diagnosis]:
        """What keeps a server from being measured, found by entering it and making a database."""
        return examine(self, endpoint)

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
        made = self._sealer(protection, keying, text_columns=text_columns)
        return made if protection.blind_index else made.without_blind_index()

    def _sealer(self, protection: Protection, keying: Keying, *, text_columns: bool) -> Sealer:
        match protection.kind:
            case ProtectionKind.PLAINTEXT | ProtectionKind.CIPHER | ProtectionKind.TRANSIT:
                return Unsealed()
            case ProtectionKind.NATIVE:
                return self.native_sealer(protection, keying, text_columns=text_columns)
            case ProtectionKind.CLIENT:
                from engines.sealing.client import client_sealer

                return client_sealer(protection, keying)
            case ProtectionKind.STORAGE:
                return self.storage_sealer(protection)
            case ProtectionKind.STORED_FORM:
                from engines.sealing.client import cipher_behind
                from engines.sealing.stored_form import StoredForm

                behind = cipher_behind(protection)
                return StoredForm(self.sealer(behind, keying, text_columns=text_columns))

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

    def endpoint_under(
        self, endpoint: Endpoint, protection: Protection, keying: Keying
    ) -> Endpoint:
        """The endpoint to enter a server by under any protection."""
        if protection.kind is ProtectionKind.TRANSIT:
            return endpoint.secured
        return self.storage_endpoint(endpoint, protection, keying)

    def create_schema(
        self,
        session: Session,
        schema: Schema,
        sealer: Sealer,
        before_each: Callable[[], None] = lambda: None,
    ) -> None:
        """Make a schema in a database of our own, and first what `sealer` needs there.

        Raises: StatementFailed, and what `before_each` statement raises
        """
        made = create_statements(schema, self.dialect_for(session), sealer, self.name)
        for statement in (*sealer.preparations(), *made):
            before_each()
            session.execute(statement)

    def dialect_for(self, session: Session) -> Dialect:
        """How tables are made on the server that the session is with.

        Raises: StatementFailed
        """
        del session
        return self.dialect

    def finish_schema(
        self,
        session: Session,
        schema: Schema,
        sealer: Sealer,
        before_each: Callable[[], None] = lambda: None,
    ) -> None:
        """What a schema waits for until its tables have been filled.

        Raises: StatementFailed, and what `before_each` statement raises
        """
        for statement in finishing_statements(schema, self.dialect, sealer):
            before_each()
            session.execute(statement)

    def schema_statements(self, schema: Schema, sealer: Sealer) -> list[str]:
        """The SQL that makes a schema, sealed columns wide enough for `sealer`."""
        return create_statements(schema, self.dialect, sealer, self.name)

    @abstractmethod
    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        """Create a database of our own, marked with `identifier`, and return its name.

        Its table `MARKER_TABLE` has one row, which tells whoever looks into it what it is.

        Raises: ServerUnavailable, StatementFailed
        """

    def is_prepared(self, endpoint: Endpoint) -> bool:
        """Whether the login may create no database, but work in `endpoint.database`, which was
        prepared for it (`Endpoint.prepared`). Then a schema there, or tables with a prefix, stand
        for each database of ours; they have its name, are marked, and dropped by their names.

        Raises: ServerUnavailable
        """
        del endpoint
        return False

    def confined(self, endpoint: Endpoint, database: str) -> Endpoint:
        """How a campaign's statements enter `database`, which we have created: on a server that we
        started, by a login of their own that may work in this database and do nothing else. It is
        made at the first call, gets a new random password at each one, and is dropped with the
        database. An engine without logins opens the file so that nothing else can be done
        (`Endpoint.confined`). The endpoint itself on a server that is not ours.

        Raises: ServerUnavailable, StatementFailed
        """
        del database
        return endpoint

    def drop_database(self, endpoint: Endpoint, database: str) -> Verdict:
        """Drop a database that is ours, ending whatever still works in it; what it was found to be.

        One that is gone already is no error; one that is not ours is never touched.

        Raises: NotLookedInto where it could not be seen whether it is ours, NotDropped
        """
        return ownership.drop(self, endpoint, database)

    def survey(self, endpoint: Endpoint) -> dict[str, Verdict]:
        """What each database is whose name begins as ours do, as far as a server lists them.

        Raises: ServerUnavailable, StatementFailed
        """
        return ownership.survey(self, endpoint)

    def owned_databases(self, endpoint: Endpoint) -> dict[str, str]:
        """Databases on a server that are ours: name → identifier in the mark.

        Raises: ServerUnavailable, StatementFailed
        """
        found = self.survey(endpoint)
        return {name: each.identifier for name, each in found.items() if isinstance(each, Ours)}

    @abstractmethod
    def sighted(self, endpoint: Endpoint, database: str) -> AbstractContextManager[Sighting | None]:
        """Look at a database without running anything of whoever made it; None where it is gone.

        Raises: ServerUnavailable, StatementFailed: it could not be seen, or dropped
        """

    @abstractmethod
    def sightings(self, endpoint: Endpoint) -> list[Sighting]:
        """Look so at every database whose name begins as ours do, as far as a server lists them.

        Raises: ServerUnavailable, StatementFailed
        """

    @abstractmethod
    def removal(self, endpoint: Endpoint, database: str) -> str:
        """The statement by which somebody removes a database by hand."""

    counts_per_database: ClassVar[bool] = True
    """Whether `server_seconds` are of one database, and not of all that our user does."""

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


_LEFT_ALONE: Mapping[Source, Message] = {
    Source.ADDRESS: phrase(
        "A server at an address is never reconfigured or restarted for a run. Its buffer, logs and "
        "memory stay as they are."
    ),
    Source.CONTAINER: phrase(
        "A server in a container is not reconfigured or restarted for a run. Use a local one for "
        "that."
    ),
}

DATABASE_PREFIX = "cipherbench_"
MARKER_TABLE = "cipherbench_marker"


def database_name(identifier: str) -> str:
    """The name of the database marked with `identifier` (letters, digits and underscores)."""
    return DATABASE_PREFIX + identifier


def settings_from(rows: Sequence[Row]) -> Mapping[str, str]:
    """Settings as a mapping, from rows of (name, value)."""
    return {str(name): str(value) for name, value, *_ in rows}
