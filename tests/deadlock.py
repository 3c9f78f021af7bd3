"""A real deadlock: somebody has a row that others want, and wants one that they have."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from engines.servers.server import Server
from tests.patience import wait_until

ROWS = 6
FIRST, SECOND = "update t set n = n + 1 where id = 1", "update t set n = n + 1 where id = 2"
BOTH = "update t set n = n + 1 where id in (1, 2)"
"""The first row is locked before the second."""

_WAITING = {
    "postgresql": "select count(*) from pg_stat_activity "
    "where datname = current_database() and wait_event_type = 'Lock'",
    "mariadb": "show global status like 'innodb_row_lock_current_waits'",  # innodb_trx is cached
}
_WAITING["mysql"] = _WAITING["mariadb"]


def fill(server: Server, database: str) -> None:
    """The table t with rows 1 to ROWS, each with n = 0."""
    with server.engine.driver.connect(server.endpoint, database) as session:
        session.execute("create table t (id integer primary key, n integer)")
        rows = ", ".join(f"({number}, 0)" for number in range(1, ROWS + 1))
        session.execute(f"insert into t values {rows}")
        if server.engine.name == "postgresql":  # else the others may have waited for long by then
            session.execute(f"alter database {database} set deadlock_timeout = '2s'")


def met[T](server: Server, database: str, work: Callable[[], T]) -> T:
    """What `work` gives, which adds 1 to the rows 1 and 2. Once it has the first and waits for the
    second, it is chosen as the victim: the other session, which adds 10 to each row, has changed
    more of them (InnoDB) or looks for deadlocks later (PostgreSQL)."""
    connect = server.engine.driver.connect
    with (
        ThreadPoolExecutor(1) as threads,
        connect(server.endpoint, database) as other,
        connect(server.endpoint, database) as looking,
    ):
        if server.engine.name == "postgresql":
            other.execute("set deadlock_timeout = '60s'")
        other.begin()
        for number in range(2, ROWS + 1):  # a scan may lock the first row, too
            other.fetch(f"update t set n = n + 10 where id = {number}")
        going_on = threads.submit(work)
        asked = _WAITING[server.engine.name]
        wait_until(lambda: going_on.done() or str(looking.fetch(asked)[0][-1]) == "1")
        other.fetch("update t set n = n + 10 where id = 1")
        other.commit()
        return going_on.result()


def numbers(server: Server, database: str) -> list[int]:
    """n of each row."""
    with server.engine.driver.connect(server.endpoint, database) as session:
        return [int(str(n)) for (n,) in session.fetch("select n from t order by id")]
