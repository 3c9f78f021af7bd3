"""Where Firebird keeps things on disk: one file per database, and no log of changes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import psutil

from engines.base.ownership import ExaminedDatabase, sign
from engines.contract.data_place import (
    DataPlace,
    PlaceName,
    data_root,
    file_place,
    local_path,
    unreadable_places,
)
from engines.contract.endpoint import Endpoint
from engines.contract.message import NOTHING, phrase
from engines.firebird.session import FirebirdSession, text_literal
from engines.inspection.ciphertext_place import with_ciphertext_place
from engines.inspection.process_places import mapped_places, message_log, unread_log

# What tells whether Cipherbench created a Firebird database (`engines.base.ownership` decides):
# its owner, age and comment.
#
# All three are in tables of the system, which nobody can replace or give triggers to. The database
# is entered without its triggers.


def examine(session: FirebirdSession, database: str) -> ExaminedDatabase:
    """The database that the session is in, with its mark and its owner."""
    owner, user, mark = session.fetch(
        "select trim(mon$owner), trim(current_user), rdb$description "
        "from mon$database cross join rdb$database"
    )[0]
    return ExaminedDatabase(
        database,
        place=_database_identity(session),
        mark=None if mark is None else str(mark),
        foreign=NOTHING if owner == user else phrase("it belongs to the user {owner}", owner=owner),
        drop=session.drop,
    )


def mark_database(session: FirebirdSession, engine: str, database: str, identifier: str) -> None:
    """Sign the database that the session is in as created by Cipherbench."""
    signed = sign(engine, _database_identity(session), database, identifier)
    session.execute(f"comment on database is {text_literal(signed)}")


def _database_identity(session: FirebirdSession) -> str:
    """The path of its file and when it was made; from Firebird 4.0 on that has a time zone."""
    asked = "select mon$database_name, mon$creation_date from mon$database"
    path, made = cast("tuple[str, datetime]", session.fetch(asked)[0])
    if made.tzinfo is not None:
        made = made.astimezone(UTC).replace(tzinfo=None)
    return f"{made} {path}"


_NAMES = (PlaceName.DATA, PlaceName.TEMPORARY, PlaceName.SERVER_LOG, PlaceName.MAPPED)


def places(endpoint: Endpoint, path: str) -> tuple[DataPlace, ...]:
    """The places of the database in the file `path`, as the server names it."""
    if endpoint.in_process:
        root: object = str(Path(path).parent)
    else:
        root = data_root(endpoint, lambda: str(Path(path).parent))
    if not isinstance(root, str):
        return unreadable_places(_NAMES, root)  # type: ignore[arg-type]
    data = DataPlace(PlaceName.DATA, root, (Path(path).name,), must_find_plaintext=True)
    other_places = _of_ours(endpoint) if endpoint.in_process else _of_server(endpoint)
    return with_ciphertext_place((data, *other_places), root)


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
            PlaceName.TEMPORARY, local_path(endpoint, _temporary(endpoint)), ("fb_*", "firebird/*")
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
    top = Path(local_path(endpoint, "/"))
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


def database_path(endpoint: Endpoint, database: str) -> str:
    """Path of a database file on the server."""
    folder = endpoint.directory
    return f"{folder}/{database}.fdb" if folder else f"{database}.fdb"
