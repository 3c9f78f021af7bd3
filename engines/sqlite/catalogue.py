"""Tables of our SQLite files, read without running anything that a schema holds."""

from __future__ import annotations

from pathlib import Path

from engines.base.database_files import FileCatalogue
from engines.contract.catalogue import TableColumn, not_read
from engines.contract.data_place import DataPlace, PlaceName
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.looking.opened_places import with_layers
from engines.sql.statement import Value
from engines.sqlite import files
from engines.sqlite.session import SqliteSession
from engines.sqlite.structure.tables import SqliteStructure

# Where SQLite keeps things on disk: a file per database and its companions. Temporary files stay in
# memory in this build.


def places(path: Path) -> tuple[DataPlace, ...]:
    """The places of the database in the file `path`."""
    root, name = str(path.parent), path.name
    return with_layers(
        (
            DataPlace(PlaceName.DATA, root, (name,), holds_plaintext=True),
            DataPlace(
                PlaceName.WRITE_AHEAD_LOG,
                root,
                (f"{name}-wal", f"{name}-journal"),
                holds_plaintext=True,
            ),
            DataPlace(PlaceName.MAPPED, root, (f"{name}-shm",)),
        ),
        root,
    )


_COLUMNS = """
    select m.name, c.name from sqlite_schema m, pragma_table_xinfo(m.name) c
    where m.type = 'table' and m.rootpage > 0 and c.hidden = 0
    and lower(c.type) in ('', 'blob', 'text')
"""
"""Virtual tables have no root page; computed columns are hidden ones."""


class SqliteCatalogue(FileCatalogue[SqliteSession]):
    """Ordinary tables of our own databases, and of a file that is named by its path. One
    transaction sees one schema."""

    files = files.FILES
    structure = SqliteStructure()

    def make_file(self, endpoint: Endpoint, path: Path) -> SqliteSession:
        self.files.write_new(path)
        try:
            return self.driver.connect(endpoint, path.stem)
        except CipherbenchError:
            self.files.remove(path)
            raise

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        return places(self.files.path_of(endpoint, database))

    def settle(self, endpoint: Endpoint, database: str) -> None:
        """Pages are copied from the write-ahead log, which keeps them as long as anybody else is
        connected."""
        with self.driver.connect(endpoint, database) as session:
            session.flush()

    def enter(self, endpoint: Endpoint, database: str | None = None) -> SqliteSession:
        if database is not None and ("/" in database or Path(database).is_file()):
            return SqliteSession(files.open_to_read(Path(database), endpoint.connect_seconds))
        return super().enter(endpoint, database)

    def _columns(self, session: SqliteSession) -> list[tuple[str, str, str]]:
        _guard(session)
        rows = session.fetch(_COLUMNS + "order by m.name, c.cid")
        return [("", str(table), str(column)) for table, column in rows]

    def values_in(self, session: SqliteSession, column: TableColumn, most: int) -> list[Value]:
        _guard(session)
        found = session.ask(_COLUMNS + "and m.name = ? and c.name = ?", column.table, column.column)
        if not found:
            raise not_read("SQLite", column)
        name, table = self.quoted(column.column), self.quoted(column.table)
        rows = session.fetch(f"select {name} from main.{table} limit {int(most)}")
        return [value for (value,) in rows]


def _guard(session: SqliteSession) -> None:
    """Nothing is written, and functions that a schema names are not trusted."""
    session.fetch("pragma trusted_schema = off")
    session.fetch("pragma query_only = on")
    session.begin()
