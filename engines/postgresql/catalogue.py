"""Other people's tables in PostgreSQL, read without running anything of theirs.

COPY … TO reads ordinary tables alone: it opens and locks a table and refuses it if it is anything
else, so that nobody can put a view in its place in between, as they could before a SELECT. With
`row_security` off it refuses where a policy would be run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.base.late_imports import late_driver
from engines.contract.catalogue import Catalogue, CataloguedEngine, TableColumn, not_read
from engines.contract.endpoint import Endpoint
from engines.contract.errors import StatementFailed
from engines.contract.message import phrase
from engines.postgresql.owned import administration, entered_by_trigger
from engines.postgresql.session import PostgresSession
from engines.postgresql.words import words_of
from engines.sql.statement import Value

if TYPE_CHECKING:
    import psycopg
else:
    psycopg = late_driver("psycopg")

_GUARD = (
    "begin read only; set local search_path = pg_catalog, pg_temp; set local row_security = off"
)

_COLUMNS = """
    select n.nspname::text, c.relname::text, a.attname::text,
        case t.typtype when 'd' then t.typbasetype else t.oid end = 17
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid
    join pg_catalog.pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
    and n.nspname !~ '^pg_(toast|temp)' and a.attnum > 0 and not a.attisdropped
    and coalesce(to_jsonb(a) ->> 'attgenerated', '') = ''
    and case t.typtype when 'd' then t.typbasetype else t.oid end in (17, 25, 1042, 1043)
"""
"""17 is bytea, 25 text, 1042 character, 1043 character varying: also what domains of them store.
Before PostgreSQL 12 there are no generated columns."""

_IN_ORDER = "order by n.nspname, c.relname, a.attnum"
_THIS_ONE = "and n.nspname = $1 and c.relname = $2 and a.attname = $3"


class PostgresCatalogue(Catalogue[PostgresSession]):
    """Ordinary tables; partitions are ordinary tables, what they are parts of is not."""

    def databases(self, engine: CataloguedEngine, endpoint: Endpoint) -> list[str]:
        with administration(self.enter(engine, endpoint)) as session:
            found = session.ask(
                "select datname::text from pg_database where datallowconn and not datistemplate "
                "and has_database_privilege(datname, 'connect')"
            )
            held = entered_by_trigger(session)
        return [str(name) for (name,) in found if name not in held]

    def columns(self, session: PostgresSession) -> list[tuple[str, str, str]]:
        session.execute(_GUARD)
        return [(str(s), str(t), str(c)) for s, t, c, _ in session.ask(_COLUMNS + _IN_ORDER)]

    def values(self, session: PostgresSession, column: TableColumn, most: int) -> list[Value]:
        session.execute(_GUARD)
        place = column.schema, column.table, column.column
        found = session.ask(_COLUMNS + _THIS_ONE, *place)
        if not found:
            raise not_read("PostgreSQL", column)
        table = ".".join(map(self.quoted, place[:2]))
        copying = f"copy {table} ({self.quoted(column.column)}) to stdout (format binary)"
        try:
            return _copied(session, copying, "bytea" if found[0][3] else "text", most)
        except psycopg.Error as error:
            raise StatementFailed(
                phrase("Statement failed"),
                phrase("PostgreSQL says: {words}"),
                words=words_of(error),
            ) from error


def _copied(session: PostgresSession, copying: str, kind: str, most: int) -> list[Value]:
    """The first values that COPY sends; it is stopped when there are enough."""
    found: list[Value] = []
    with session.connection.cursor() as cursor, cursor.copy(copying.encode()) as copy:
        copy.set_types([kind])
        for (value,) in copy.rows():
            if len(found) >= most:
                break
            found.append(value)
    return found
