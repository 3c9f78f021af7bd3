"""Where PostgreSQL keeps things on disk (PostgreSQL 18, chapter 66.1 “Database File Layout”)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engines.contract.data_place import (
    DataPlace,
    PlaceName,
    data_root,
    rest_of,
    seen,
    unseen,
)
from engines.contract.endpoint import Endpoint
from engines.contract.errors import StatementFailed
from engines.contract.message import phrase
from engines.looking.mapped import mapped_places
from engines.looking.message_log import message_log, unread_log
from engines.looking.opened_places import with_layers
from engines.postgresql.session import PostgresSession

_NAMES = (
    PlaceName.DATA, PlaceName.WRITE_AHEAD_LOG, PlaceName.TEMPORARY, PlaceName.SERVER_LOG,
    PlaceName.MAPPED,
)  # fmt: skip


def places(session: PostgresSession, endpoint: Endpoint, database: str) -> tuple[DataPlace, ...]:
    """The places of a database; `session` may be in any other."""
    root = data_root(endpoint, lambda: _setting(session, "data_directory"), _UNREPORTED)
    if not isinstance(root, str):
        return unseen(_NAMES, root)
    oid = session.ask("select oid::bigint from pg_database where datname = $1", database)[0][0]
    inside = (
        DataPlace(
            PlaceName.DATA,
            root,
            (f"base/{oid!s}/*", f"pg_tblspc/*/PG_*/{oid!s}/*"),
            holds_plaintext=True,
        ),
        DataPlace(PlaceName.WRITE_AHEAD_LOG, root, ("pg_wal/*",), holds_plaintext=True),
        DataPlace(
            PlaceName.TEMPORARY, root, ("base/pgsql_tmp/*", "pg_tblspc/*/pgsql_tmp/*",
                                        "pg_stat_tmp/*"),
        ),
        *_logs(session, endpoint, root),
        DataPlace(PlaceName.MAPPED, root, ("pg_dynshmem/*",)),
    )  # fmt: skip
    others = rest_of(root, inside, besides=("base/*", "pg_tblspc/*"))
    return with_layers((*inside, *mapped_places(endpoint), others), root)


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
        yield DataPlace(PlaceName.SERVER_LOG, seen(endpoint, folder))
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
