"""The fourth contract of an engine: how its servers are started and reached, what they say of
themselves, and how they are arranged for a run."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from engines.base.capability import TLS_CIPHER, TLS_IN_USE, Capabilities, server_message
from engines.base.catalogue import Catalogue
from engines.base.diagnosis import Diagnosis
from engines.base.driver import Driver
from engines.base.encryption import Encryption
from engines.base.ownership import drop_patiently
from engines.base.server_calls import TimeoutKind, server_call
from engines.contract.endpoint import AddressForm, Endpoint, ServerNode, Source, Standby
from engines.contract.errors import (
    CipherbenchError,
    NotDropped,
    NotPermitted,
    ServerUnavailable,
    StatementFailed,
)
from engines.contract.launch import Arrangement, ContainerRecipe, Launcher, Logs
from engines.contract.message import NOTHING, Message, phrase
from engines.contract.session import Session


class ServerControl[Entered: Session](ABC):
    """As far as nothing else is written here, an engine runs in the process that connects."""

    launchers: ClassVar[tuple[Launcher, ...]]
    container: ClassVar[ContainerRecipe | None] = None
    """How its server is run in a container; None for an engine without a server."""
    address: ClassVar[AddressForm] = AddressForm(fields=frozenset(), tls_modes=())
    """How a server at an address is reached."""
    reported_settings: ClassVar[tuple[str, ...]] = ()
    """Settings that `probe` asks a server for by name."""
    speed_neutral_settings: ClassVar[frozenset[str]] = frozenset()
    """Settings that `probe` reports and that make no statement faster or slower."""
    arranged_settings: ClassVar[frozenset[str]] = frozenset()
    """Settings that `probe` reports and that an `Arrangement` changes."""
    buffer_per_connection: ClassVar[bool] = False
    """Whether the cache of pages belongs to a connection (`Endpoint.buffer_mb`)."""
    counts_per_database: ClassVar[bool] = True
    """Whether `server_seconds` are of one database, and not of all that our user does."""
    why_logs_not_arranged: ClassVar[Message] = phrase("{engine} has no encrypted log of its own.")
    """Why its logs cannot be encrypted or left readable as requested; nothing if they can."""
    grant_hint: ClassVar[Message] = phrase(
        "Ask its administrator for the right to create databases."
    )
    """How a user gets the right to create the databases that Cipherbench works in."""

    def __init__(
        self, driver: Driver[Entered], catalogue: Catalogue[Entered], encryption: Encryption
    ) -> None:
        self.driver, self.catalogue, self.encryption = driver, catalogue, encryption

    def launcher(self, source: Source) -> Launcher | None:
        """The launcher for a source; None where the engine has none."""
        return next((each for each in self.launchers if each.source is source), None)

    @server_call(phrase("connecting"), TimeoutKind.ENTERING)
    def check_connection(self, endpoint: Endpoint) -> str | None:
        """Connect to a server's administrative database and disconnect; its version, where
        asking for it costs next to nothing.

        Raises: ServerUnavailable
        """
        with self.driver.connect(endpoint) as session:
            return self.version_of(session)

    @server_call(phrase("setting it up"))
    def carry_out(self, endpoint: Endpoint, statements: tuple[str, ...]) -> None:
        """Run statements of the engine's own SQL, outside any database of ours.

        Raises: ServerUnavailable, StatementFailed
        """
        with self.driver.connect(endpoint) as session:
            for statement in statements:
                session.execute(statement)

    @server_call(phrase("reading its capabilities"), TimeoutKind.PROBING)
    @abstractmethod
    def probe(self, endpoint: Endpoint) -> Capabilities:
        """Probe the capabilities of a live server; every cipher is tried, none assumed.

        Raises: ServerUnavailable
        """

    def with_tls_capability(self, endpoint: Endpoint, capabilities: Capabilities) -> Capabilities:
        """The capabilities, with TLS added if a trial connection by TLS succeeds."""
        if not endpoint.takes_tls:
            return capabilities
        try:
            with self.driver.connect(endpoint.secured) as session:
                used = self.tls_of(session)
        except CipherbenchError as error:
            return replace(
                capabilities, refused={**capabilities.refused, TLS_CIPHER: server_message(error)}
            )
        if not used:
            return capabilities
        settings = {**capabilities.settings, TLS_IN_USE: used}
        return replace(capabilities, transit=capabilities.transit | {TLS_CIPHER}, settings=settings)

    def tls_of(self, session: Session) -> str:
        """Version and cipher of a connection, as its server names them; empty without TLS."""
        del session
        return ""

    def version_of(self, session: Session) -> str | None:
        """The version of the server that a session is with, as `probe` tells it; None if that
        would take longer than an instant."""
        del session
        return None

    @server_call(phrase("diagnosing the connection"), TimeoutKind.PROBING)
    def diagnose(self, endpoint: Endpoint) -> list[Diagnosis]:
        """What keeps a server from being measured, found by entering it and making a database."""
        try:
            self.driver.connect(endpoint).close()
        except CipherbenchError as error:
            return [Diagnosis(error)]
        try:
            database = self.catalogue.create_database(endpoint, f"check_{secrets.token_hex(4)}")
        except CipherbenchError as error:
            return [Diagnosis(self._no_database(error))]
        try:
            drop_patiently(self.catalogue, endpoint, database)
        except NotDropped as error:
            return [Diagnosis(error, blocking=False)]
        return []

    def _no_database(self, error: CipherbenchError) -> CipherbenchError:
        if not isinstance(error, StatementFailed):
            return error
        return ServerUnavailable(
            phrase("Database not created"),
            phrase("Cipherbench measures in a database of its own, but {engine} says: {words}"),
            self.grant_hint if isinstance(error, NotPermitted) else NOTHING,
            engine=self.driver.title,
            words=error.values.get("words", error.message),
        )

    @server_call(phrase("reading its process number"), TimeoutKind.ENTERING)
    def server_pid(self, endpoint: Endpoint) -> int | None:
        """The root process of a server reached by address, if it runs on this machine."""
        return endpoint.pid

    @server_call(phrase("reading its data directory"), TimeoutKind.ENTERING)
    def data_directory(self, endpoint: Endpoint) -> str | None:
        """Where a server reached by address, whose process runs here, keeps its data; None where
        it does not tell us."""
        del endpoint
        return None

    @server_call(phrase("asking which server answers"), TimeoutKind.ENTERING)
    def node_of(self, endpoint: Endpoint) -> ServerNode | None:
        """Which server answers there; None where it does not tell us.

        Raises: ServerUnavailable
        """
        del endpoint
        return None

    @server_call(phrase("asking for its standby"), TimeoutKind.ENTERING)
    def standby_of(self, endpoint: Endpoint) -> Standby:
        """How a server of ours is followed at this moment.

        Raises: ServerUnavailable
        """
        del endpoint
        return Standby.OFF

    @server_call(phrase("asking for its standby"), TimeoutKind.ENTERING)
    def why_not_following(self, standby: Endpoint) -> str:
        """The last error that a standby of ours met as it followed; empty where its log alone has
        it.

        Raises: StatementFailed, ServerUnavailable
        """
        del standby
        return ""

    def standby_lag(self, endpoint: Endpoint, standby: Endpoint) -> float:
        """Bytes of log that a server of ours has written, and its standby not carried out.

        Raises: StatementFailed, ServerUnavailable
        """
        raise NotImplementedError

    def server_seconds(self, endpoint: Endpoint, database: str) -> float | None:
        """Seconds of work the server has counted for us so far; None where it keeps no count.

        Two readings subtract: one before an operation's connection opens, one after it closed.
        """
        del endpoint, database
        return None

    def why_not_arranged(
        self, wanted: Arrangement, source: Source, capabilities: Capabilities | None = None
    ) -> Message:
        """Why a server from that source cannot be arranged so; nothing where it can."""
        del capabilities
        if wanted.logs is not Logs.USUAL and self.why_logs_not_arranged:
            return self.why_logs_not_arranged.with_values(engine=self.driver.title)
        return _LEFT_ALONE.get(source, NOTHING) if wanted.changes_server else NOTHING

    def cleanup_statements(self, arranged: Arrangement) -> tuple[str, ...]:
        """Statements to execute before each run on a server with these settings; they remove what
        earlier runs left."""
        del arranged
        return ()


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
