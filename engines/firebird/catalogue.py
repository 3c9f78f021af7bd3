"""Other people's tables in Firebird, read without running anything of theirs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import psutil

from engines.base.catalogue import Catalogue
from engines.base.ownership import (
    DATABASE_PREFIX,
    MARKER_TABLE,
    Sighting,
    all_or_nothing,
    database_name,
    sign,
)
from engines.contract.catalogue import TableColumn, not_read
from engines.contract.data_place import DataPlace, PlaceName, data_root, file_place, seen, unseen
from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, ServerUnavailable
from engines.contract.message import NOTHING, phrase
from engines.firebird.confinement import confine, release, user_of
from engines.firebird.connection import is_anothers, is_gone, make_database, open_separately
from engines.firebird.servers import use_library
from engines.firebird.session import FirebirdSession, text_literal
from engines.firebird.structure.tables import FirebirdStructure
from engines.firebird.turns import turn
from engines.looking.mapped import mapped_places
from engines.looking.message_log import message_log, unread_log
from engines.looking.opened_places import with_layers
from engines.sql.statement import Value

# Where Firebird keeps things on disk: one file per database, and no log of changes.

_NAMES = (PlaceName.DATA, PlaceName.TEMPORARY, PlaceName.SERVER_LOG, PlaceName.MAPPED)


def places(endpoint: Endpoint, path: str) -> tuple[DataPlace, ...]:
    """The places of the database in the file `path`, as the server names it."""
    if endpoint.in_process:
        root: object = str(Path(path).parent)
    else:
        root = data_root(endpoint, lambda: str(Path(path).parent))
    if not isinstance(root, str):
        return unseen(_NAMES, root)  # type: ignore[arg-type]
    data = DataPlace(PlaceName.DATA, root, (Path(path).name,), holds_plaintext=True)
    compared = _of_ours(endpoint) if endpoint.in_process else _of_server(endpoint)
    return with_layers((data, *compared), root)


def _of_ours(endpoint: Endpoint) -> tuple[DataPlace, ...]:
    """The embedded engine's folders, which the process that runs it has named."""
    runtime = Path(endpoint.library or "/").parent.parent
    return (
        DataPlace(PlaceName.TEMPORARY, os.environ.get("FIREBIRD_TMP")),
        DataPlace(PlaceName.MAPPED, os.environ.get("FIREBIRD_LOCK")),
        file_place(PlaceName.SERVER_LOG, runtime / "firebird.log"),
    )


def _of_server(endpoint: Endpoint) -> tuple[DataPlace, ...]:
    return (
        DataPlace(
            PlaceName.TEMPORARY, seen(endpoint, _temporary(endpoint)), ("fb_*", "firebird/*")
        ),
        *_logs(endpoint),
        *mapped_places(endpoint),
    )


def _temporary(endpoint: Endpoint) -> str:
    """Where a server sorts; one that may not be asked does so in the usual folder."""
    return _variable(endpoint, "FIREBIRD_TMP") or _USUAL


def _logs(endpoint: Endpoint) -> tuple[DataPlace, ...]:
    """The log in the server's root directory or where a distribution puts it, made when there is
    first something to tell, and what a server of ours writes to its error stream."""
    root = _variable(endpoint, "FIREBIRD")
    launched = endpoint.log is not None and endpoint.container is None
    named = [f"{root}/firebird.log"] if root else []
    patterns = [*named, *(() if launched else _USUAL_LOGS)]
    logs = [file_place(PlaceName.SERVER_LOG, file) for file in _files(endpoint, patterns)]
    if endpoint.log is not None:
        logs.append(message_log(endpoint))
    return tuple(logs) or (unread_log(_LOG_UNREPORTED),)


def _files(endpoint: Endpoint, patterns: Iterable[str]) -> list[Path]:
    top = Path(seen(endpoint, "/"))
    return sorted({path for each in patterns for path in top.glob(each.lstrip("/"))})


def _variable(endpoint: Endpoint, name: str) -> str | None:
    """A variable of the server's environment, where we may look at that."""
    with suppress(psutil.Error):
        if endpoint.pid is not None:
            return psutil.Process(endpoint.pid).environ().get(name) or None
    return None


_USUAL = "/tmp"
_USUAL_LOGS = (
    "/opt/firebird/firebird.log", "/usr/local/firebird/firebird.log", "/var/log/firebird/*.log",
)  # fmt: skip
_LOG_UNREPORTED = phrase("Firebird does not report where its log is.")


# What a Firebird database says of itself: its owner, its age and its comment.
#
# All three are in tables of the system, which nobody can replace or give triggers to. The database
# is entered without its triggers.


def look(session: FirebirdSession, database: str) -> Sighting:
    """What is said of the database that the session is in."""
    owner, user, mark = session.fetch(
        "select trim(mon$owner), trim(current_user), rdb$description "
        "from mon$database cross join rdb$database"
    )[0]
    return Sighting(
        database,
        place=_place(session),
        mark=None if mark is None else str(mark),
        foreign=NOTHING if owner == user else phrase("it belongs to the user {owner}", owner=owner),
        drop=session.drop,
    )


def mark(session: FirebirdSession, engine: str, database: str, identifier: str) -> None:
    """Sign the database that the session is in as ours."""
    signed = sign(engine, _place(session), database, identifier)
    session.execute(f"comment on database is {text_literal(signed)}")


def _place(session: FirebirdSession) -> str:
    """The path of its file and when it was made; from Firebird 4.0 on that has a time zone."""
    asked = "select mon$database_name, mon$creation_date from mon$database"
    path, made = cast("tuple[str, datetime]", session.fetch(asked)[0])
    if made.tzinfo is not None:
        made = made.astimezone(UTC).replace(tzinfo=None)
    return f"{made} {path}"


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

    def create_database(self, endpoint: Endpoint, identifier: str) -> str:
        name = database_name(identifier)
        session = FirebirdSession(make_database(endpoint, database_path(endpoint, name)), endpoint)
        with session, all_or_nothing(self, endpoint, name, session.drop):
            mark(session, self.name, name, identifier)
            session.execute(f"create table {MARKER_TABLE} (id varchar(64) not null primary key)")
            session.execute(f"insert into {MARKER_TABLE} values ({text_literal(identifier)})")
        return name

    def confined(self, endpoint: Endpoint, database: str) -> Endpoint:
        if not endpoint.ours:
            return endpoint
        with self.driver.connect(endpoint, database) as admin:
            password = confine(admin, database, has_logins=not endpoint.in_process)
        return replace(endpoint, user=user_of(database), password=password, confined=True)

    @contextmanager
    def sighted(self, endpoint: Endpoint, database: str) -> Iterator[Sighting | None]:
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
                yield Sighting(database, foreign=phrase("it belongs to another user"))
            else:
                raise
            return
        with session:
            seen = look(session, database)
            yield self._with_login(endpoint, session, seen)

    def _with_login(self, endpoint: Endpoint, session: FirebirdSession, seen: Sighting) -> Sighting:
        """The same, its user dropped with it where we have made one."""
        if not endpoint.ours or endpoint.in_process:
            return seen

        def drop_both() -> None:
            release(session, seen.database)
            seen.drop()

        return replace(seen, drop=drop_both)

    def sightings(self, endpoint: Endpoint) -> list[Sighting]:
        if endpoint.data is None:
            return []  # a server tells nobody which files it holds
        use_library(endpoint)
        found = [
            self._sighting(endpoint, path.stem)
            for path in sorted(Path(endpoint.data).glob(f"{DATABASE_PREFIX}*.fdb"))
        ]
        return [each for each in found if each is not None]

    def _sighting(self, endpoint: Endpoint, database: str) -> Sighting | None:
        try:
            with turn(endpoint), self.sighted(endpoint, database) as seen:
                return seen
        except CipherbenchError as error:
            return Sighting(database, unseen=error.message)

    def removal(self, endpoint: Endpoint, database: str) -> str:
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

    def enter(self, endpoint: Endpoint, database: str | None = None) -> FirebirdSession:
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
            raise not_read("Firebird", column)
        return found


def database_path(endpoint: Endpoint, database: str) -> str:
    """Path of a database file on the server."""
    folder = endpoint.directory
    return f"{folder}/{database}.fdb" if folder else f"{database}.fdb"
