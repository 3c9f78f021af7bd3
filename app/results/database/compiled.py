"""Statements compiled once for all the SQLite stores that a process opens.

SQLAlchemy keeps what it has compiled for each engine apart. The window makes an engine for every
look at a store, and would compile the same thirty statements each time, which takes longer than to
ask SQLite.
"""

from __future__ import annotations

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

DRIVER = "sqlite+cipherbench"
"""What an engine's address begins with that shares them."""

COMPILED: LRUCache[object, object] = LRUCache(500)
"""For `create_engine(execution_options={"compiled_cache": …})`; as many as SQLAlchemy keeps of one
engine."""


class AnySQLite(SQLiteDialect_pysqlite):
    """The sqlite3 module's SQLite. The keys of compiled statements have the dialect in them: one
    library serves all of a process, so what is compiled for one file is right for any other."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    def __hash__(self) -> int:
        return hash(type(self))


registry.register(DRIVER.replace("+", "."), __name__, AnySQLite.__name__)
