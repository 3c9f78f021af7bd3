"""The third contract of an engine: databases of our own, where they lie, and what may be read of
other people's.

Nothing of theirs is run: views, foreign tables and computed columns are left out, since reading
them runs what their owners wrote, with our rights.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, ClassVar

from engines.base import ownership
from engines.base.backup import Backup, FilesBackup
from engines.base.driver import Driver
from engines.base.ownership import ExaminedDatabase, Owned, Verdict
from engines.base.server_calls import TimeoutKind, server_call
from engines.contract.data_place import DataPlace
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, NotDropped
from engines.contract.message import phrase
from engines.contract.session import Session
from engines.contract.structure import Structure, TableColumn, quoted_identifier
from engines.sql.schema import Schema
from engines.sql.statement import Value


class Catalogue[Entered: Session](ABC):
    """What begins with an underscore is the engine's part of a question."""

    structure: ClassVar[Structure[Any] | None] = None
    """Queries for tables, keys, how values spread, and counted statements; None where there are
    none yet."""
    backup: ClassVar[Backup | None] = None
    """How a database of ours is backed up and restored; None where nothing is measured of that."""
    page_backup: ClassVar[Backup | None] = None
    """The same, page by page."""
    files_backup: ClassVar[FilesBackup | None] = None
    """How all files of a server are, where no database's alone can be."""
    quote: ClassVar[str] = '"'
    """What stands around names and is doubled inside them."""

    def __init__(self, driver: Driver[Entered]) -> None:
        self.driver = driver

    @property
    def name(self) -> str:
        return self.driver.name

    @server_call(phrase("creating a database"))
    @abstractmethod
    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        """Create a database of our own, marked with `identifier`, and return its name.

        Its table `MARKER_TABLE` has one row, which tells whoever looks into it what it is.

        Raises: ServerUnavailable, StatementFailed
        """

    @contextmanager
    def probe_database(self, endpoint: Endpoint) -> Iterator[str]:
        """The name of a new database, which is dropped when the context ends.

        Raises: ServerUnavailable, StatementFailed, NotDropped
        """
        name = self.create_database(endpoint, f"probe_{secrets.token_hex(4)}")
        try:
            yield name
        finally:
            ownership.drop_patiently(self, endpoint, name)

    @server_call(phrase("reading its rights"), TimeoutKind.ENTERING)
    def is_prepared(self, endpoint: Endpoint) -> bool:
        """Whether the login may create no database, but work in `endpoint.database`, which was
        prepared for it (`Endpoint.prepared`). Then a schema there, or tables with a prefix, stand
        for each database of ours; they have its name, are marked, and dropped by their names.

        Raises: ServerUnavailable
        """
        del endpoint
        return False

    def restricted_login(self, endpoint: Endpoint, database: str) -> Endpoint:
        """How a campaign's statements enter `database`, which we have created: on a server that we
        started, by a login of their own that may work in this database and do nothing else. It is
        made at the first call, gets a new random password at each one, and is dropped with the
        database. An engine without logins opens the file so that nothing else can be done
        (`Endpoint.confined`). The endpoint itself on a server that is not ours.

        Raises: ServerUnavailable, StatementFailed
        """
        del database
        return endpoint

    def install(self, endpoint: Endpoint, database: str, schema: Schema) -> None:
        """Make what a schema needs in a database of ours and no confined login may make.

        Raises: ServerUnavailable, StatementFailed
        """
        del endpoint, database, schema

    @abstractmethod
    def examine_one(
        self, endpoint: Endpoint, database: str
    ) -> AbstractContextManager[ExaminedDatabase | None]:
        """Within the context a database can be examined and dropped; None if there is none. Nothing
        that its maker wrote is run.

        Raises: ServerUnavailable, StatementFailed: it could not be seen, or dropped
        """

    @abstractmethod
    def examine_all(self, endpoint: Endpoint) -> list[ExaminedDatabase]:
        """Examine all databases with our prefix, as far as the server lists them.

        Raises: ServerUnavailable, StatementFailed
        """

    @abstractmethod
    def removal_statement(self, endpoint: Endpoint, database: str) -> str:
        """The statement by which somebody removes a database by hand."""

    def drop_database(self, endpoint: Endpoint, database: str) -> Verdict:
        """Drop a database if it is ours, ending whatever still works in it; returns what it was.

        One that is gone already is no error; one that is not ours is never touched.

        Raises: NotExamined where it could not be seen whether it is ours, NotDropped
        """
        try:
            return self.try_drop(endpoint, database)
        except NotDropped:
            raise
        except CipherbenchError as error:  # nobody answered, so that it may still be there
            raise ownership.perhaps_owned(self, endpoint, database, error.message) from error

    @server_call(phrase("dropping {database}"), is_cleanup=True)
    def try_drop(self, endpoint: Endpoint, database: str) -> Verdict:
        """The same in the process that asks the server."""
        return ownership.drop(self, endpoint, database)

    @server_call(phrase("listing Cipherbench's databases"))
    def judge_all(self, endpoint: Endpoint) -> dict[str, Verdict]:
        """Database → verdict, of all with our prefix, as far as the server lists them.

        Raises: ServerUnavailable, StatementFailed
        """
        return ownership.judge_all(self, endpoint)

    def owned_databases(self, endpoint: Endpoint) -> dict[str, str]:
        """Databases on a server that are ours: name → identifier in the mark.

        Raises: ServerUnavailable, StatementFailed
        """
        found = self.judge_all(endpoint)
        return {name: each.identifier for name, each in found.items() if isinstance(each, Owned)}

    @abstractmethod
    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        """Where a server keeps `database`, and what it writes beside it.

        Raises: ServerUnavailable, StatementFailed
        """

    def checkpoint(self, endpoint: Endpoint, database: str) -> None:
        """Have the server write down what it has committed in `database` so far, as far as this
        user may; the files can be read while its connections stay open."""
        del endpoint, database

    def databases(self, endpoint: Endpoint) -> list[str]:
        """The databases that may be entered without running anything of their owners', by name.

        Raises: ServerUnavailable, StatementFailed
        """
        return sorted(self._databases(endpoint))

    def columns(self, endpoint: Endpoint, database: str) -> list[TableColumn]:
        """The columns of a database that hold text or bytes, in the order of their tables.

        Raises: ServerUnavailable, StatementFailed
        """
        with self.open_session(endpoint, database) as session:
            return [TableColumn(database, *row) for row in self._columns(session)]

    def values(self, endpoint: Endpoint, column: TableColumn, most: int) -> list[Value]:
        """Up to `most` values of a column, in the order the server gives them. Nothing is changed,
        and nothing is run that its owner has written.

        Raises: ServerUnavailable, StatementFailed, InputError for what is not read
        """
        with self.open_session(endpoint, column.database) as session:
            return self.values_in(session, column, most)

    def open_session(self, endpoint: Endpoint, database: str | None = None) -> Entered:
        """A session in a database that may be somebody else's."""
        return self.driver.connect(endpoint, database)

    def _databases(self, endpoint: Endpoint) -> list[str]:
        return list(self.owned_databases(endpoint))

    @abstractmethod
    def _columns(self, session: Entered) -> list[tuple[str, str, str]]:
        """Schema, table and column of what may be read of the database entered."""

    @abstractmethod
    def values_in(self, session: Entered, column: TableColumn, most: int) -> list[Value]:
        """Of a session that has done nothing yet; refused where the column is, or has become, one
        not to be read."""

    def quoted(self, name: str) -> str:
        return quoted_identifier(name, self.quote)
