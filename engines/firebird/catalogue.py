"""Databases that Cipherbench creates on Firebird, and users' tables, read without running anything
of theirs."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from engines.base.catalogue import Catalogue
from engines.base.ownership import (
    DATABASE_PREFIX,
    MARKER_TABLE,
    ExaminedDatabase,
    all_or_nothing,
    database_name,
    login_of,
)
from engines.contract.data_place import DataPlace
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, ServerUnavailable
from engines.contract.message import phrase
from engines.contract.structure import TableColumn, column_not_readable
from engines.firebird.backup import FirebirdBackup, FirebirdPageBackup
from engines.firebird.connection import is_anothers, is_gone, make_database, open_separately
from engines.firebird.data_places import database_path, examine, mark_database, places
from engines.firebird.embedded_server import use_library
from engines.firebird.session import FirebirdSession, text_literal, turn
from engines.firebird.structure import FirebirdStructure
from engines.sql.statement import Value

# The user that a campaign's statements work as on a Firebird that Cipherbench started: it owns
# nothing but what it creates. And what rights a login on a server that is not ours has too many.
#
# A server has its users' passwords in a file of ours. The embedded engine asks for no password, and
# a user there is only a name: it may do what was granted to that name alone, but EXECUTE STATEMENT
# could work as another, SYSDBA, in the same database. A trigger refuses administrators there; ours
# enter without triggers (`open_connection`), for which no statement can ask.

_PASSWORD_BYTES = 10
"""SRP takes 20 characters."""

_RIGHTS = ("create table", "create function")
"""Functions as well, since some ciphers take padding away by one."""


def user_of(database: str) -> str:
    return login_of(database).upper()


def confine(admin: FirebirdSession, database: str, *, has_logins: bool) -> str | None:
    """Let the user of the database that `admin` is in work there: with logins, create it and return
    its password; without, in the embedded engine, bar administrators by a trigger, and return None.

    Raises: StatementFailed
    """
    user, password = user_of(database), None
    if has_logins:
        password = secrets.token_hex(_PASSWORD_BYTES)
        admin.execute(
            f"create or alter user {user} password {text_literal(password)} using plugin Srp"
        )
    else:
        for statement in _NO_ADMINISTRATORS:
            admin.execute(statement)
    for right in (*_RIGHTS, f"select on {MARKER_TABLE}"):
        admin.execute(f"grant {right} to user {user}")
    return password


_NO_ADMINISTRATORS = (
    "create or alter exception cipherbench_refused 'No statement enters as an administrator'",
    "create or alter trigger cipherbench_entrance on connect as begin "
    "if (current_user = 'SYSDBA' or current_role = 'RDB$ADMIN') then "
    "exception cipherbench_refused; end",
)


def excess_powers(session: FirebirdSession) -> tuple[str, ...]:
    """The administrators (SYSDBA, RDB$ADMIN) that a session's user and role are: of a login on a
    server that is not ours, which a workload file's statements should not be.

    Raises: StatementFailed
    """
    asked = "select trim(current_user), trim(current_role) from rdb$database"
    return tuple(str(each) for each in session.fetch(asked)[0] if each in _ADMINISTRATORS)


_ADMINISTRATORS = {"SYSDBA", "RDB$ADMIN"}


def release(admin: FirebirdSession, database: str) -> None:
    """Drop the user of a database, if the server has one.

    Raises: StatementFailed
    """
    user = user_of(database)
    if admin.ask("select 1 from sec$users where sec$user_name = ?", user):
        admin.execute(f"drop user {user} using plugin Srp")


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

    structure = FirebirdStructure()
    backup = FirebirdBackup()
    page_backup = FirebirdPageBackup()

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        session = FirebirdSession(make_database(endpoint, database_path(endpoint, name)), endpoint)
        with session, all_or_nothing(self, endpoint, name, session.drop):
            mark_database(session, self.name, name, identifier)
            session.execute(f"create table {MARKER_TABLE} (id varchar(64) not null primary key)")
            session.execute(f"insert into {MARKER_TABLE} values ({text_literal(identifier)})")
        return name

    def restricted_login(self, endpoint: Endpoint, database: str) -> Endpoint:
        if not endpoint.managed:
            return endpoint
        with self.driver.connect(endpoint, database) as admin:
            password = confine(admin, database, has_logins=not endpoint.in_process)
        return replace(endpoint, user=user_of(database), password=password, confined=True)

    @contextmanager
    def examine_one(self, endpoint: Endpoint, database: str) -> Iterator[ExaminedDatabase | None]:
        path = database_path(endpoint, database)
        if endpoint.in_process and not Path(path).exists():
            yield None
            return
        try:
            session = FirebirdSession(open_separately(endpoint, path), endpoint)
        except ServerUnavailable as error:
            if is_gone(error):
                yield None
            elif is_anothers(error):
                yield ExaminedDatabase(database, foreign=phrase("it belongs to another user"))
            else:
                raise
            return
        with session:
            seen = examine(session, database)
            yield self._with_login(endpoint, session, seen)

    def _with_login(
        self, endpoint: Endpoint, session: FirebirdSession, seen: ExaminedDatabase
    ) -> ExaminedDatabase:
        """The same, its user dropped with it where we have made one."""
        if not endpoint.managed or endpoint.in_process:
            return seen

        def drop_both() -> None:
            release(session, seen.database)
            seen.drop()

        return replace(seen, drop=drop_both)

    def examine_all(self, endpoint: Endpoint) -> list[ExaminedDatabase]:
        if endpoint.data is None:
            return []  # a server tells nobody which files it holds
        use_library(endpoint)
        found = [
            self._examined(endpoint, path.stem)
            for path in sorted(Path(endpoint.data).glob(f"{DATABASE_PREFIX}*.fdb"))
        ]
        return [each for each in found if each is not None]

    def _examined(self, endpoint: Endpoint, database: str) -> ExaminedDatabase | None:
        try:
            with turn(endpoint), self.examine_one(endpoint, database) as seen:
                return seen
        except CipherbenchError as error:
            return ExaminedDatabase(database, unseen=error.message)

    def removal_statement(self, endpoint: Endpoint, database: str) -> str:
        path = database_path(endpoint, database)
        if not endpoint.in_process:
            path = f"{endpoint.host or '127.0.0.1'}/{endpoint.port or 3050}:{path}"
        return f"CONNECT {text_literal(path)}; DROP DATABASE;"

    def data_places(self, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
        use_library(endpoint)  # which names the folders that the embedded engine works in
        return places(endpoint, database_path(endpoint, database))

    def _databases(self, endpoint: Endpoint) -> list[str]:
        named = [endpoint.database] if endpoint.database else []
        return [*self.owned_databases(endpoint), *named]

    def open_session(self, endpoint: Endpoint, database: str | None = None) -> FirebirdSession:
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

    def _columns(self, session: FirebirdSession) -> list[tuple[str, str, str]]:
        rows = session.fetch(_COLUMNS + "order by r.rdb$relation_name, c.rdb$field_position")
        return [("", str(table), str(column)) for table, column in rows]

    def values_in(self, session: FirebirdSession, column: TableColumn, most: int) -> list[Value]:
        table, name = self.quoted(column.table), self.quoted(column.column)
        found = session.checked_values(
            f"select first {int(most)} {name} from {table}",
            _COLUMNS + f"and r.rdb$relation_name = {text_literal(column.table)} "
            f"and c.rdb$field_name = {text_literal(column.column)}",
        )
        if found is None:
            raise column_not_readable("Firebird", column)
        return found
