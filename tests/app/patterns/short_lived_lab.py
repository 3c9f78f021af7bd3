"""A lab that is killed while it has its database; it imports no more than that."""

from __future__ import annotations

import signal
from multiprocessing.connection import Connection

from app.patterns.base.lab_database import lab_database
from engines.contract.endpoint import Endpoint
from engines.registry import engine_named


def make_and_tell(engine: str, endpoint: Endpoint, teller: Connection) -> None:
    """In a process of its own."""
    with lab_database(engine_named(engine), endpoint) as database:
        teller.send(database)
        signal.pause()
