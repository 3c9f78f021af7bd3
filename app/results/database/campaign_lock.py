"""Locks of campaigns in a database server that several programs write to: one program at a time
works on a campaign."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import URL, Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from app.results.database.store_connection import display_location, readable_faults
from engines.contract.errors import InputError
from engines.contract.message import phrase

_MARK = 0x43495048
"""Distinguishes our advisory locks from those of other programs in the same database."""

_GIVING_BACK_SECONDS = 2.0


@dataclass(frozen=True)
class _Words:
    """SQL of a lock that belongs to a connection, and so ends with the program.

    `ask` takes it, `give_back` releases it. `me` is the id of this connection, `holder` that of the
    one that has the lock, and `kill` ends one: a connection that was cut off lives on in the server
    for a while, with its lock.
    """

    ask: str
    give_back: str
    me: str
    holder: str
    kill: str


_NAME = "concat('cipherbench ', database(), ' ', :campaign)"
_MYSQL = _Words(
    f"select get_lock({_NAME}, 0)",
    f"select release_lock({_NAME})",
    "select connection_id()",
    f"select is_used_lock({_NAME})",
    "kill {me}",
)
_WORDS = {
    "postgresql": _Words(
        f"select pg_catalog.pg_try_advisory_lock({_MARK}, :campaign)",
        f"select pg_catalog.pg_advisory_unlock({_MARK}, :campaign)",
        "select pg_catalog.pg_backend_pid()",
        "select pid from pg_catalog.pg_locks where locktype = 'advisory' and granted"
        f" and classid = {_MARK} and objid = :campaign"
        " and database = (select oid from pg_catalog.pg_database"
        " where datname = pg_catalog.current_database())",
        "select pg_catalog.pg_terminate_backend({me})",
    ),
    "shared": _Words(
        "select hosts.claim(:campaign)::integer",
        "select hosts.unclaim(:campaign)::integer",
        "select pg_catalog.pg_backend_pid()",
        "select hosts.claimed(:campaign)",
        "select pg_catalog.pg_terminate_backend({me})",
    ),
    "mysql": _MYSQL,
    "mariadb": _MYSQL,
}
"""SQLite's file has a lock of its own, held from opening to closing. In a store of several machines
any login could take PostgreSQL's own locks: functions there look whose campaign it is."""
_IS_SHARED = "select pg_catalog.to_regprocedure('hosts.claim(integer)') is not null"


def _words(connection: Connection) -> _Words | None:
    name = connection.dialect.name
    if name == "postgresql" and connection.scalar(text(_IS_SHARED)):
        name = "shared"
    return _WORDS.get(name)


def is_claimed(session: Session, campaign_id: int) -> bool:
    """Whether a connection has the lock of a campaign; True for databases where that cannot be
    known. Needs the right to read only."""
    words = _words(session.connection())
    if words is None:
        return True
    return session.scalar(text(words.holder), {"campaign": campaign_id}) is not None


class CampaignInUse(InputError):
    """Another program works on a campaign."""


class CampaignLock:
    """The lock that keeps other programs from working on a campaign, until `end`.

    Raises: InputError when another program does
    """

    def __init__(self, engine: Engine, url: URL, campaign_id: int) -> None:
        self._engine, self._url = engine, url
        self._campaign = campaign_id
        self._me = 0
        self._connection: Connection | None = None
        self._words: _Words | None = None
        if engine.dialect.name in _WORDS:
            with readable_faults(url), engine.connect() as connection:
                self._words = _words(connection)
        if self._words is not None:
            self._take(self._words)

    def renew(self) -> bool:
        """Take the lock again if its connection was lost; whether it was.

        Raises: InputError if the store does not answer, or another program has taken it
        """
        if self._words is None:
            return False
        with suppress(SQLAlchemyError):
            if self._connection is not None:
                self._ask(self._connection, "select 1")
                return False
        self._let_go()
        self._take(self._words)
        return True

    def end(self) -> None:
        """Give it back; a server that does not answer is not waited for."""
        if self._words is None or self._connection is None:
            return
        # The server itself lets go of it only some time after the connection is closed.
        thread = threading.Thread(target=self._give_back, args=(self._words,), daemon=True)
        thread.start()
        thread.join(_GIVING_BACK_SECONDS)

    def _take(self, words: _Words) -> None:
        with readable_faults(self._url):
            connection = self._engine.connect()
        try:
            with readable_faults(self._url):
                connection.detach()  # to be closed at the end, not kept with its lock for others
                granted = self._ask(connection, words.ask) or self._lay(connection, words)
                me = self._ask(connection, words.me)
            if not granted:
                raise self._at_work()
        except BaseException:
            connection.close()
            raise
        self._connection, self._me = connection, me

    def _lay(self, connection: Connection, words: _Words) -> int:
        """End our lost connection where it still has the lock; whether the lock is ours then."""
        if not self._me or self._ask(connection, words.holder) != self._me:
            return 0
        connection.exec_driver_sql(words.kill.format(me=self._me))
        connection.commit()
        time.sleep(0.1)  # it has to notice
        return self._ask(connection, words.ask)

    def _give_back(self, words: _Words) -> None:
        with suppress(SQLAlchemyError):
            if self._connection is not None:
                self._ask(self._connection, words.give_back)
        self._let_go()

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.close()

    def _ask(self, connection: Connection, question: str) -> int:
        given = {"campaign": self._campaign} if ":campaign" in question else {}
        answer = connection.scalar(text(question), given)
        connection.commit()
        return int(answer or 0)

    def _at_work(self) -> CampaignInUse:
        return CampaignInUse(
            phrase("Campaign in use"),
            phrase("Another program is working on campaign {campaign} in {store}."),
            phrase("Wait until it has finished, or cancel it there."),
            campaign=self._campaign,
            store=display_location(self._url),
        )
