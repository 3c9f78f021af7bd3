"""One program at a time works on a campaign, in a database that several programs write to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import URL, Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from app.results.location import plain_faults, shown
from engines.errors import InputError

_MARK = 0x43495048
"""What tells our locks from those of other programs in one database."""

_NAME = "concat('cipherbench ', database(), ' ', :campaign)"
_MYSQL = f"select get_lock({_NAME}, 0)", f"select release_lock({_NAME})"
_ASK_AND_RETURN = {
    "postgresql": (
        f"select pg_try_advisory_lock({_MARK}, :campaign)",
        f"select pg_advisory_unlock({_MARK}, :campaign)",
    ),
    "mysql": _MYSQL,
    "mariadb": _MYSQL,
}
"""Locks of a connection, which end with it, however the program ends; SQLite's file has one of its
own, held from opening to closing."""


@contextmanager
def claimed(engine: Engine, url: URL, campaign_id: int) -> Iterator[None]:
    """Keep every other program from working on a campaign until the block ends.

    Raises: InputError when one does
    """
    if engine.dialect.name not in _ASK_AND_RETURN:
        yield
        return
    ask, give_back = _ASK_AND_RETURN[engine.dialect.name]
    with plain_faults(url):
        connection = engine.connect()
    with connection:
        with plain_faults(url):
            connection.detach()  # to be closed at the end, not kept with its lock for the next one
            granted = _answer(connection, ask, campaign_id)
        if not granted:
            raise InputError(
                "Campaign at work",
                "Another program works on campaign {campaign} in {store}.",
                "Wait until it has ended, or cancel it there.",
                campaign=campaign_id,
                store=shown(url),
            )
        try:
            yield
        finally:
            # The server itself lets go of it only some time after the connection is closed.
            with suppress(SQLAlchemyError):
                _answer(connection, give_back, campaign_id)


def _answer(connection: Connection, question: str, campaign_id: int) -> bool:
    answer = bool(connection.scalar(text(question), {"campaign": campaign_id}))
    connection.commit()
    return answer
