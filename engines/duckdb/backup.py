"""Backups by EXPORT DATABASE and IMPORT DATABASE: a folder with a text file of each table, also of
a database whose file is encrypted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import duckdb

from engines.base.backup import Backup, Deadline
from engines.base.ownership import DATABASE_PREFIX, MARKER_TABLE
from engines.contract.endpoint import Endpoint
from engines.contract.session import Session
from engines.duckdb import attached_files
from engines.duckdb.installation import FILES
from engines.duckdb.session import DuckSession, failed


class DuckBackup(Backup):
    @contextmanager
    def session_detached(
        self, session: Session, endpoint: Endpoint, database: str
    ) -> Iterator[None]:
        """A file is open once: the session goes on with another connection afterwards."""
        assert isinstance(session, DuckSession)
        session.close()
        try:
            yield
        finally:
            connection = attached_files.open_file(FILES.path_of(endpoint, database), endpoint)
            session.take(DuckSession(connection, confined=endpoint.confined))

    def back_up(self, endpoint: Endpoint, database: str, file: Path) -> None:
        with _opened(endpoint, database) as connection:
            connection.execute(
                f"export database {attached_files.ALIAS} to {attached_files.quoted(file)}"
            )

    def restore(self, endpoint: Endpoint, database: str, file: Path) -> None:
        with _opened(endpoint, database) as connection:
            connection.execute(f"drop table {MARKER_TABLE}")  # the backup has one
            connection.execute(f"import database {attached_files.quoted(file)}")
            identifier = database.removeprefix(DATABASE_PREFIX)
            connection.execute(f"update {MARKER_TABLE} set id = ?", [identifier])
            connection.execute(f"checkpoint {attached_files.ALIAS}")


@contextmanager
def _opened(endpoint: Endpoint, database: str) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database by a DuckDB that reaches other files as well.

    Raises: ProgramFailed, ServerUnavailable, StatementFailed
    """
    path = FILES.path_of(endpoint, database)
    with closing(attached_files.alone({"temp_directory": f"{path}.tmp"})) as connection:
        attached_files.attach(connection, path, endpoint.storage)
        try:
            with Deadline("DuckDB").interrupting(connection.interrupt):
                yield connection
        except duckdb.Error as error:
            raise failed(error) from error
