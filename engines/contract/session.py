"""A connection to a server, and the statements prepared on it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Self

from engines.contract.statement import Sealer, Statement, Value

type Row = tuple[Value, ...]


type Bound = Sequence[object]
"""Parameters in the driver's own form."""


type Arrived = object
"""A result that has reached the client whole; `Prepared.rows` takes it apart."""


class Prepared(ABC):
    """A statement prepared once. Only `run` stands inside the clock."""

    bind: Callable[[Sequence[Value]], Bound]
    """Brings values (in the order of `Statement.parameters`) into the driver's form."""

    run: Callable[[Bound], Arrived]
    """Executes and waits until the whole result is here; the only thing inside the clock. A
    failure is raised as StatementFailed here or, where looking for it takes time, by `settle`."""

    fine: frozenset[int] | None = None
    """The values of `status` of what arrives that are no failure, where `settle` looks for one:
    comparing numbers costs a tight loop less than a call. None where there is nothing to settle."""

    @staticmethod
    def settle(arrived: Arrived) -> Arrived:
        """The result, if it is none of a failure. Must follow every `run`, where `fine` is not
        looked at.

        Raises: StatementFailed
        """
        return arrived

    def execute(self, *values: Value) -> Arrived:
        """Bind, run and settle, outside any clock.

        Raises: StatementFailed
        """
        return self.settle(self.run(self.bind(values)))

    @abstractmethod
    def rows(self, arrived: Arrived) -> Sequence[Row]:
        """The rows of the newest result, once; empty for a statement that gives none."""

    @abstractmethod
    def affected(self, arrived: Arrived) -> int:
        """How many rows the newest result holds, or its statement changed."""

    @abstractmethod
    def close(self) -> None:
        """Free the statement. Must come before its session closes."""


class ApplicationSealer(Sealer):
    """Seals and opens around what the driver does; the server is given what is sealed."""

    @abstractmethod
    def around(
        self, statement: Statement, prepare: Callable[[Statement, Sealer], Prepared]
    ) -> Prepared:
        """The statement, with what is left for the server prepared by `prepare`.

        Raises: StatementFailed, Unsupported
        """


class Session(ABC):
    """One connection. Statements run inside the transaction that `begin` opened.

    As a context manager it closes itself.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def prepare(self, statement: Statement, sealer: Sealer) -> Prepared:
        """Compile a statement for this engine and have the server prepare it.

        Raises: StatementFailed, Unsupported
        """
        if isinstance(sealer, ApplicationSealer):
            return sealer.around(statement, self._prepare)
        return self._prepare(statement, sealer)

    @abstractmethod
    def _prepare(self, statement: Statement, sealer: Sealer) -> Prepared:
        """Do so with a sealer whose work is all in the SQL."""

    @abstractmethod
    def execute(self, sql: str) -> None:
        """Run one statement in the engine's own SQL, outside any clock, and commit it.

        Raises: StatementFailed
        """

    @abstractmethod
    def fetch(self, sql: str) -> list[Row]:
        """Rows of one query in the engine's own SQL, outside any clock.

        Raises: StatementFailed
        """

    piece_bytes: int = 1 << 20
    """How much of a long value goes to the server at a time; more leaves the caches."""

    creates_from_select: ClassVar[bool] = True
    """Whether CREATE TABLE … AS SELECT is known."""

    @abstractmethod
    def evaluate(self, write: Callable[[str], str], value: bytes) -> bytes:
        """What an expression makes of one long value; `write(place)` gives the expression.

        Raises: StatementFailed
        """

    def commit_each(self) -> None:  # noqa: B027 most servers do so where no transaction is open
        """From now on every statement is a transaction of its own, which lasts when its answer is
        here; in place of `begin`."""

    @abstractmethod
    def begin(self) -> None:
        """Open a transaction."""

    @abstractmethod
    def commit(self) -> None:
        """Make it last."""

    @abstractmethod
    def close(self) -> None:
        """Leave the server; what was not committed is rolled back. May be called twice."""
