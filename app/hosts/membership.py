"""A host's calls to the shared store: join, send heartbeats, take shares and report their ends."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, text

from app.hosts.facts import Facts
from app.hosts.messages import Share, ShareState, share_message_to_json, share_of
from app.hosts.store_login import StoreLogin, readable_login_errors
from app.results.database.store_connection import check_reachable, make_engine
from engines.contract.errors import InputError
from engines.contract.message import NOTHING, Message, phrase


class NameTaken(InputError):
    """Another connection holds a host's name."""


class Membership:
    """A host's connections, logged in as the user of its name. Thread-safe; every method raises
    InputError if the store does not answer."""

    def __init__(self, login: StoreLogin, name: str) -> None:
        if login.url.username != name:
            raise _other_user(login, name)
        self._login, self.name = login, name
        self._engine = make_engine(login.url, write=True).execution_options(
            isolation_level="AUTOCOMMIT"
        )
        check_reachable(self._engine, login.url)
        self._name_connection: Connection | None = None
        self._guard = threading.Lock()

    def close(self) -> None:
        """Leave; the name is free for another."""
        if self._name_connection is not None:
            self._name_connection.close()
        self._engine.dispose()

    def hold_name(self) -> None:
        """Keep other programs from joining under this name, as long as this one is connected.

        Raises: NameTaken, InputError
        """
        with readable_login_errors(self._login):
            connection = self._engine.connect()
            connection.detach()  # to be closed at the end, and not kept with its lock for others
            is_only_one = connection.exec_driver_sql("SELECT hosts.hold_name()").scalar_one()
        if not is_only_one:
            connection.close()
            raise self._name_taken()
        self._name_connection = connection

    def _name_taken(self) -> NameTaken:
        return NameTaken(
            phrase("Host already joined"),
            phrase("Another program has joined {store} as {name}."),
            phrase("Stop it, or choose another name. A lost one is let go after 30 s."),
            store=self._login.shown,
            name=self.name,
        )

    def coordinator(self) -> Facts:
        """The facts of the coordinator.

        Raises: InputError, also where this is not a shared store
        """
        with self._connection() as connection:
            return coordinator_of(connection, self._login)

    def join(self, facts: Facts) -> None:
        """Register as a host, with these facts."""
        self._call("SELECT hosts.join(CAST(:facts AS jsonb))", facts=json.dumps(facts.to_json()))

    def beat(self) -> float:
        """Send a heartbeat on the connection that holds the name, reconnected if it was lost;
        returns the database's clock, in seconds since 1970. While the server still holds the name
        for the lost connection, another one sends the heartbeat."""
        return self._on_name_connection("SELECT hosts.beat()")

    def clock(self) -> float:
        """The database's clock alone."""
        return self._on_name_connection(CLOCK)

    def _on_name_connection(self, query: str) -> float:
        with self._guard, readable_login_errors(self._login):
            if self._name_connection is None or self._name_connection.invalidated:
                try:
                    self.hold_name()
                except NameTaken:
                    with self._engine.connect() as connection:
                        return float(connection.exec_driver_sql(query).scalar_one())
            assert self._name_connection is not None
            return float(self._name_connection.exec_driver_sql(query).scalar_one())

    def take(self, token: UUID) -> Share | None:
        """Take a share; None for one that was taken before, or is not this host's."""
        with self._connection() as connection:
            query = text("SELECT * FROM hosts.take(:token)")
            row = connection.execute(query, {"token": token}).one_or_none()
        return None if row is None else share_of(row)

    def finish(self, token: UUID, state: ShareState, message: Message = NOTHING) -> bool:
        """Report how a share ended; returns whether that was accepted, which it is once."""
        return bool(
            self._call(
                "SELECT hosts.finish(:token, :state, CAST(:message AS jsonb))",
                token=token,
                state=state.value,
                message=json.dumps(share_message_to_json(message)),
            )
        )

    def shares(self, state: ShareState) -> list[Share]:
        """Its shares in a state, oldest first."""
        query = text("SELECT * FROM hosts.shares WHERE state = :state ORDER BY made_at, part")
        with self._connection() as connection:
            return [share_of(row) for row in connection.execute(query, {"state": state.value})]

    def campaign_of(self, token: UUID) -> int | None:
        """The campaign of a share of this host; None if it has none yet."""
        query = "SELECT campaign_id FROM hosts.shares WHERE token = :token"
        found = self._call(query, token=token)
        return None if found is None else int(found)

    def _call(self, query: str, **values: object) -> Any:
        with self._connection() as connection:
            return connection.scalar(text(query), values)

    @contextmanager
    def _connection(self) -> Iterator[Connection]:
        with readable_login_errors(self._login), self._engine.connect() as connection:
            yield connection


CLOCK = "SELECT extract(epoch FROM pg_catalog.clock_timestamp())::double precision"


def _other_user(login: StoreLogin, name: str) -> InputError:
    return InputError(
        phrase("Host name and user differ"),
        phrase("{store} is to be entered as {user}, but the host is named {name}."),
        phrase("Leave the user out of the address, or name the host like its user."),
        store=login.shown,
        user=login.url.username or phrase("nobody"),
        name=name,
    )


def coordinator_of(connection: Connection, login: StoreLogin) -> Facts:
    """The facts of the coordinator, as a store has them.

    Raises: InputError where none has prepared it
    """
    exists = "SELECT pg_catalog.to_regclass('hosts.coordinator') IS NOT NULL"
    facts = connection.scalar(text(exists)) and connection.scalar(
        text("SELECT facts FROM hosts.coordinator")
    )
    if facts:
        return Facts.from_json(facts)
    raise InputError(
        phrase("No coordinator"),
        phrase("{store} is not prepared for several machines."),
        phrase("Prepare it: `cipherbench coordinator --store URL --host NAME`."),
        store=login.shown,
    )
