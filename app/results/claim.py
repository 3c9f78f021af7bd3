"""One program at a time works on a campaign, in a database that several programs write to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL, Connection, Engine, text

from app.results.location import plain_faults, shown
from engines.errors import InputError

_MARK = 0x43495048
"""What tells our locks from those of other programs in one database."""

_MYSQL = "select get_lock(concat('cipherbench ', database(), ' ', :campaign), 0)"
_ASK = {
    "postgresql": f"select pg_try_advisory_lock({_MARK}, :campaign)",
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
    ask = _ASK.get(engine.dialect.name)
    if ask is None:
        yield
        return
    with plain_faults(url):
        connection = engine.connect()
    with connection:
        with plain_faults(url):
            granted = _granted(connection, ask, campaign_id)
        if not granted:
            raise InputError(
                "Campaign at work",
                "Another program works on campaign {campaign} in {store}.",
                "Wait until it has ended, or cancel it there.",
                campaign=campaign_id,
                store=shown(url),
            )
        yield


def _granted(connection: Connection, ask: str, campaign_id: int) -> bool:
    connection.detach()  # to be closed at the end, not kept with its lock for the next one
    granted = bool(connection.scalar(text(ask), {"campaign": campaign_id}))
    connection.commit()
    return granted
