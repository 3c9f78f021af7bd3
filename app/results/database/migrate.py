"""Upgrades a store to this program's version, and creates new ones.

One Alembic migration per version, from the first release on. A new store is created directly at the
newest version: migrations take longer, above all until Alembic is imported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import (
    URL,
    Column,
    Connection,
    Engine,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    insert,
    inspect,
    text,
)

from app.results.database.models import Base
from app.results.database.store_connection import damaged, display_location, lift_statement_timeout
from engines.contract.errors import InputError
from engines.contract.message import phrase

STORE_VERSION = "1.0"
"""The version of the newest migration."""
VERSION_TABLE = "cipherbench_version"
_VERSION = Table(
    VERSION_TABLE,
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc"),
)
"""As Alembic creates and reads it."""
_HAS_COMPUTED_VALUES = text(
    "SELECT 1 FROM sqlite_master WHERE rootpage = 0 OR type = 'trigger' UNION ALL SELECT 1 FROM "
    "sqlite_master each, pragma_table_xinfo(each.name) WHERE hidden > 1 UNION ALL SELECT 1 FROM "
    "sqlite_master each, pragma_index_list(each.name) held, pragma_index_xinfo(held.name) part "
    "WHERE each.type = 'table' AND (held.partial OR part.cid = -2) LIMIT 1"
)
"""Views, triggers, virtual tables, computed columns and indexes on expressions: reading a
stranger's store would run them."""
_LOCK_KEY = 0x43495048
_WAIT_SECONDS = 600
_FOLDER = Path(__file__).parent / "migrations"


def version_of(connection: Connection) -> str | None:
    """None where there is no store yet."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    return None if found is None else str(found)


def checked_version(connection: Connection, url: URL) -> str | None:
    """The same for an untrusted store.

    Raises: InputError if it has views, triggers or computed columns, or lacks its version
    """
    if connection.dialect.name == "sqlite" and connection.execute(_HAS_COMPUTED_VALUES).scalar():
        raise InputError(
            phrase("Not a store"),
            phrase("{store} contains views, triggers or computed values, which a store never has."),
            phrase("Name an empty database or a new file."),
            store=display_location(url),
        )
    version = version_of(connection)
    if not version and set(inspect(connection).get_table_names()) >= set(Base.metadata.tables):
        raise damaged(url, phrase("it does not record its version"))
    return version


def check_version(version: str, url: URL) -> bool:
    """False: the store must be upgraded first.

    Raises: InputError when it is newer than this program, or older than its first release.
    """
    if version == STORE_VERSION:
        return True
    if is_unreleased(version):
        raise InputError(
            phrase("Store too old"),
            phrase(
                "{store} was written by an unreleased version of Cipherbench (store version "
                "{version}). It can no longer be read."
            ),
            phrase("Move it elsewhere, or name another store."),
            store=display_location(url),
            version=version,
        )
    if version in known_versions():
        return False
    raise InputError(
        phrase("Store too new"),
        phrase("{store} was written by a newer Cipherbench (store version {version})."),
        phrase("Update Cipherbench, or name another store."),
        store=display_location(url),
        version=version,
    )


def is_unreleased(version: str) -> bool:
    """Whether only programs before the first release wrote stores of this version."""
    return re.fullmatch(r"00\d\d", version) is not None


def known_versions() -> list[str]:
    """Versions of the store that this program can upgrade, newest first."""
    from alembic.script import ScriptDirectory

    return [script.revision for script in ScriptDirectory(str(_FOLDER)).walk_revisions()]


def upgrade(engine: Engine, url: URL) -> None:
    """Create the tables of a new store, or upgrade an older one, in one transaction.

    Raises: InputError when the database holds something else.
    """
    with engine.begin() as connection:
        lift_statement_timeout(connection)
        with _upgrade_lock(connection):
            if checked_version(connection, url) is None:
                _check_empty(connection, url)
                _create_tables(connection)
            else:
                run_migrations(connection)


def run_migrations(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _create_tables(connection: Connection) -> None:
    """The version comes last: a store without one is incomplete."""
    Base.metadata.create_all(connection, checkfirst=False)
    _VERSION.create(connection, checkfirst=True)
    connection.execute(insert(_VERSION), {"version_num": STORE_VERSION})


@contextmanager
def _upgrade_lock(connection: Connection) -> Iterator[None]:
    """A lock against other programs that upgrade the same database."""
    if connection.dialect.name == "postgresql":  # until the transaction ends
        patience = text("SELECT pg_catalog.set_config('lock_timeout', :seconds, true)")
        usual = connection.exec_driver_sql("SHOW lock_timeout").scalar_one()
        connection.execute(patience, {"seconds": f"{_WAIT_SECONDS}s"})
        connection.execute(text(f"SELECT pg_catalog.pg_advisory_xact_lock({_LOCK_KEY}, 0)"))
        connection.execute(patience, {"seconds": usual})
    if connection.dialect.name not in ("mysql", "mariadb"):
        yield
        return
    name = "concat('cipherbench upgrade ', database())"
    connection.execute(text(f"SELECT get_lock({name}, {_WAIT_SECONDS})"))
    try:
        yield
    finally:
        connection.execute(text(f"SELECT release_lock({name})"))


def _check_empty(connection: Connection, url: URL) -> None:
    if set(inspect(connection).get_table_names()) - {VERSION_TABLE}:
        raise InputError(
            phrase("Not a store"),
            phrase("{store} contains tables that are not Cipherbench's."),
            phrase("Name an empty database or a new file."),
            store=display_location(url),
        )
