"""Tables of DuckDB files, read without running anything that a schema holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engines.base.database_files import FileCatalogue
from engines.contract.catalogue import TableColumn, not_read
from engines.contract.data_place import DataPlace, PlaceName
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.duckdb import installed
from engines.duckdb.structure import DuckStructure
from engines.looking.opened_places import with_layers
from engines.sql.statement import Value

if TYPE_CHECKING:
    from engines.duckdb.session import DuckSession

# Where DuckDB keeps things on disk: a file per database, its log, and a folder that it spills to
# what does not fit into memory.


def places(path: Path) -> tuple[DataPlace, ...]:
    """The places of the database in the file `path`."""
    root, name = str(path.parent), path.name
    kinds = {
        PlaceName.DATA: name,
        PlaceName.WRITE_AHEAD_LOG: f"{name}.wal*",
        PlaceName.TEMPORARY: f"{name}.tmp/*",
    }
    return with_layers(
        (
            DataPlace(kind, root, (pattern,), holds_plaintext=True)
            for kind, pattern in kinds.items()
        ),
        root,
    )


_COLUMNS = """
    select c.schema_name, c.table_name, c.column_name
    from duckdb_columns() c join duckdb_tables() t using (database_name, table_oid)
    where database_name = current_database() and not c.internal and not t.temporary
    and c.data_type in ('VARCHAR', 'BLOB') and t.sql not ilike '%generated always%'
"""
"""Of a table with computed columns none is read: the catalogue does not say which they are."""


class DuckCatalogue(FileCatalogue["DuckSession"]):
    """Ordinary tables of our own databases, and of a file that is named by its path."""

    files = installed.FILES
    structure = DuckStructure()

    def make_file(self, endpoint: Endpoint, path: Path) -> DuckSession:
        from engines.duckdb import files
        from engines.duckdb.session import DuckSession

        try:
            session = DuckSession(files.open_file(path, endpoint, new=True))
        except CipherbenchError:
            self.files.remove(path)
            raise
        try:
            self.files.make_private(path)
        except BaseException:
            session.close()
            raise
        return session

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        return places(self.files.path_of(endpoint, database))

    def settle(self, endpoint: Endpoint, database: str) -> None:
        with self.driver.connect(endpoint, database) as session:
            session.flush()

    def enter(self, endpoint: Endpoint, database: str | None = None) -> DuckSession:
        if database is not None and ("/" in database or Path(database).is_file()):
            from engines.duckdb.files import open_to_read
            from engines.duckdb.session import DuckSession

            return DuckSession(open_to_read(Path(database)))
        return super().enter(endpoint, database)

    def _columns(self, session: DuckSession) -> list[tuple[str, str, str]]:
        session.begin()
        rows = session.fetch(f"{_COLUMNS} order by 1, 2, c.column_index")
        return [(_shown(schema), str(table), str(column)) for schema, table, column in rows]

    def values_in(self, session: DuckSession, column: TableColumn, most: int) -> list[Value]:
        session.begin()
        schema = column.schema or _USUAL
        found = session.ask(
            f"{_COLUMNS} and c.schema_name = ? and c.table_name = ? and c.column_name = ?",
            schema, column.table, column.column,
        )  # fmt: skip
        if not found:
            raise not_read("DuckDB", column)
        name, table = self.quoted(column.column), self.quoted(column.table)
        message = f"select {name} from {self.quoted(schema)}.{table} limit {int(most)}"
        return [value for (value,) in session.fetch(message)]


_USUAL = "main"


def _shown(schema: Value) -> str:
    return "" if schema == _USUAL else str(schema)
