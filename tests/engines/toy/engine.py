"""The toy: one connection in a process, a statement before each table, no cascades."""

from __future__ import annotations

from dataclasses import replace

import apsw

from engines.base.engine import Engine
from engines.contract.endpoint import Endpoint
from engines.contract.errors import ServerUnavailable
from engines.contract.message import phrase
from engines.sqlite.engine import (
    EmbeddedSqlite,
    SqliteCatalogue,
    SqliteDriver,
    SqliteEncryption,
    SqliteServers,
)
from engines.sqlite.session import SqliteSession
from tests.engines.toy import FACTS


class ToySession(SqliteSession):
    engine = "toy"

    def __init__(self, connection: apsw.Connection, held: set[str], database: str | None) -> None:
        super().__init__(connection)
        self._held, self._database = held, database

    def close(self) -> None:
        super().close()
        self._held.discard(self._database or "")


class EmbeddedToy(EmbeddedSqlite):
    facts = FACTS


class ToyDriver(SqliteDriver):
    facts = FACTS
    connects_once = True
    dialect = replace(
        SqliteDriver.dialect,
        before_keyed="create table {table}_keys (last integer)",
        cascades=False,
    )

    def connect(self, endpoint: Endpoint, database: str | None = None) -> ToySession:
        if database is not None and database in _HELD:
            raise ServerUnavailable(
                phrase("Database not opened"),
                phrase("Toy already has {database} open.", database=database),
            )
        opened = super().connect(endpoint, database)
        if database is not None:
            _HELD.add(database)
        return ToySession(opened._connection, _HELD, database)


class ToyServers(SqliteServers):
    launchers = (EmbeddedToy(),)


_HELD: set[str] = set()
"""Databases that this process has open."""

ENGINE = Engine.of(ToyDriver, SqliteEncryption, SqliteCatalogue, ToyServers)
