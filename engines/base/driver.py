"""The first contract of an engine: how a database is entered, and how tables are made in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from itertools import batched
from typing import ClassVar

from engines.contract.endpoint import Endpoint
from engines.contract.facts import EngineFacts
from engines.contract.session import Session
from engines.sql.schema import Dialect, Schema, create_statements, finishing_statements
from engines.sql.statement import Encryptor


class Driver[Entered: Session](ABC):
    """`contract.session` says what can be done in a database once it is entered."""

    facts: ClassVar[EngineFacts]
    """What its package says of it."""
    dialect: ClassVar[Dialect]
    """SQL for creating tables and indexes."""
    connects_once: ClassVar[bool] = False
    """Whether a process has one connection to a database at a time, and no other process has any,
    as it holds the file."""

    @property
    def name(self) -> str:
        return self.facts.name

    @property
    def title(self) -> str:
        return self.facts.title

    @abstractmethod
    def connect(self, endpoint: Endpoint, database: str | None = None) -> Entered:
        """Connect to a server: to `database`, or to its administrative one.

        Raises: ServerUnavailable that names what is wrong.
        """

    def begin_worker(self) -> None:  # noqa: B027 most want nothing of it
        """Make a process fit for the engine, which from now on works for one run alone."""

    def dialect_for(self, session: Session) -> Dialect:
        """How tables are made on the server that the session is with.

        Raises: StatementFailed
        """
        del session
        return self.dialect

    def schema_statements(
        self, schema: Schema, encryptor: Encryptor, dialect: Dialect | None = None
    ) -> list[str]:
        """The SQL that makes a schema, encrypted columns wide enough for `encryptor`."""
        return create_statements(schema, dialect or self.dialect, encryptor, self.name)

    def create_schema(
        self,
        session: Session,
        schema: Schema,
        encryptor: Encryptor,
        before_each: Callable[[], None] = lambda: None,
    ) -> None:
        """Make a schema in a database of our own, and first what `encryptor` needs there.

        Raises: StatementFailed, and what `before_each` statement raises
        """
        dialect = self.dialect_for(session)
        made = self.schema_statements(schema, encryptor, dialect)
        many = _TABLES_AT_ONCE if dialect.make_tables else 1
        for statements in batched((*encryptor.preparations(), *made), many):
            if dialect.make_tables:
                session.begin()
            for statement in statements:
                before_each()
                session.execute(statement)
            if dialect.make_tables:
                session.commit()

    def finish_schema(
        self,
        session: Session,
        schema: Schema,
        encryptor: Encryptor,
        before_each: Callable[[], None] = lambda: None,
    ) -> None:
        """What a schema waits for until its tables have been filled.

        Raises: StatementFailed, and what `before_each` statement raises
        """
        for statement in finishing_statements(schema, self.dialect, encryptor, self.name):
            before_each()
            session.execute(statement)


_TABLES_AT_ONCE = 64
"""Statements of one transaction: a server has room for some thousands of locks."""
