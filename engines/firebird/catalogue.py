"""Other people's tables in Firebird, read without running anything of theirs."""

from __future__ import annotations

from engines.contract.catalogue import Catalogue, CataloguedEngine, TableColumn, not_read
from engines.contract.endpoint import Endpoint
from engines.contract.errors import ServerUnavailable
from engines.contract.message import phrase
from engines.firebird.connection import is_anothers, open_separately
from engines.firebird.session import FirebirdSession, text_literal
from engines.sql.statement import Value

_COLUMNS = """
    select trim(r.rdb$relation_name), trim(c.rdb$field_name)
    from rdb$relations r
    join rdb$relation_fields c on c.rdb$relation_name = r.rdb$relation_name
    join rdb$fields f on f.rdb$field_name = c.rdb$field_source
    where coalesce(r.rdb$system_flag, 0) = 0 and r.rdb$view_blr is null
    and coalesce(r.rdb$relation_type, 0) = 0 and r.rdb$external_file is null
    and f.rdb$computed_blr is null
    and (f.rdb$field_type in (14, 37)
         or f.rdb$field_type = 261 and coalesce(f.rdb$field_sub_type, 0) in (0, 1))
"""
"""14 is CHAR, 37 VARCHAR, 261 BLOB, of bytes (0) or text (1)."""


class FirebirdCatalogue(Catalogue[FirebirdSession]):
    """Ordinary tables of our databases, and of the one that an address names."""

    def databases(self, engine: CataloguedEngine, endpoint: Endpoint) -> list[str]:
        named = [endpoint.database] if endpoint.database else []
        return [*engine.owned_databases(endpoint), *named]

    def enter(
        self, engine: CataloguedEngine, endpoint: Endpoint, database: str | None = None
    ) -> FirebirdSession:
        named = database or endpoint.database or ""
        path = named if named == endpoint.database else database_path(endpoint, named)
        try:
            return FirebirdSession(open_separately(endpoint, path), endpoint)
        except ServerUnavailable as error:
            if not is_anothers(error):
                raise
            raise ServerUnavailable(
                phrase("Database not opened"),
                phrase(
                    "Firebird opens {database} for this user only by running its owner's triggers."
                ),
                phrase("Ask its owner or an administrator to read it."),
                database=named,
            ) from error

    def columns(self, session: FirebirdSession) -> list[tuple[str, str, str]]:
        rows = session.fetch(_COLUMNS + "order by r.rdb$relation_name, c.rdb$field_position")
        return [("", str(table), str(column)) for table, column in rows]

    def values(self, session: FirebirdSession, column: TableColumn, most: int) -> list[Value]:
        table, name = self.quoted(column.table), self.quoted(column.column)
        found = session.checked_values(
            f"select first {int(most)} {name} from {table}",
            _COLUMNS + f"and r.rdb$relation_name = {text_literal(column.table)} "
            f"and c.rdb$field_name = {text_literal(column.column)}",
        )
        if found is None:
            raise not_read("Firebird", column)
        return found


def database_path(endpoint: Endpoint, database: str) -> str:
    """Path of a database file on the server."""
    folder = endpoint.directory
    return f"{folder}/{database}.fdb" if folder else f"{database}.fdb"
