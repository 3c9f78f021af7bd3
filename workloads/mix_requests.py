"""The requests that lanes send in a load of mixed operations: each is one operation of a workload
file, committed as a transaction of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, TransactionConflict
from engines.contract.protection import Keying, Protection
from engines.contract.session import Bound, Prepared, RawResult, Session, key_calls_of
from engines.registry import engine_named
from engines.sql.statement import Encryptor, Value
from workloads.load import LaneRequests, Request, RequestSource


class ValueRows(Protocol):
    """Values of the parameters of a statement, for one request after another. Pickles."""

    def __len__(self) -> int: ...
    def __getitem__(self, number: int, /) -> Sequence[Value]: ...


class Step(ABC):
    """A statement of an operation, with the values of its parameters: request n takes the nth,
    and after the last they repeat. Pickles."""

    values: ValueRows

    @abstractmethod
    def prepare(self, session: Session, encryptor: Encryptor) -> Prepared:
        """Prepare the statement on a session, with what the application does with its rows.

        Raises: StatementFailed, Unsupported
        """


@dataclass(frozen=True)
class MixSource(RequestSource):
    """Operations, each a list of steps, on a database whose `endpoint` carries its storage key.
    `rows_before` is the number of rows of each table before the first request."""

    endpoint: Endpoint
    database: str
    protection: Protection
    keying: Keying = field(repr=False)
    operations: tuple[tuple[Step, ...], ...]
    rows_before: tuple[int, ...]
    most: int | None = None
    text_columns: bool = False

    def open(self) -> MixRequests:
        engine = engine_named(self.endpoint.engine)
        encryptor = engine.encryption.encryptor(
            self.protection, self.keying, text_columns=self.text_columns
        )
        return MixRequests(
            engine.driver.connect(self.endpoint, self.database), encryptor, self.operations
        )


class MixRequests(LaneRequests):
    """The operations on a session: a single statement commits itself, several are between BEGIN
    and COMMIT, all inside the clock."""

    def __init__(
        self, session: Session, encryptor: Encryptor, operations: Sequence[Sequence[Step]]
    ) -> None:
        self._session = session
        self.thread, self.key_calls = session.thread, key_calls_of(encryptor)
        session.commit_each()
        self.kinds = [self._kind(steps, encryptor) for steps in operations]

    def close(self) -> None:
        self._session.close()

    def _kind(self, steps: Sequence[Step], encryptor: Encryptor) -> Request:
        made = [(step.prepare(self._session, encryptor), step.values) for step in steps]
        return _single_statement(*made[0]) if len(made) == 1 else _transaction(self._session, made)


def _single_statement(prepared: Prepared, values: ValueRows) -> Request:
    """With the driver's own function as `send`: a Python frame around it would cost time."""
    bind, check_outcome, count = prepared.bind, prepared.check_outcome, len(values)

    def is_answered(arrived: RawResult) -> bool:
        try:
            check_outcome(arrived)
        except CipherbenchError:
            return False
        return True

    def failure(number: int, arrived: RawResult) -> CipherbenchError:
        try:
            check_outcome(arrived)
        except CipherbenchError as error:
            return error
        raise AssertionError(f"request {number} was answered")

    return Request(
        lambda number: bind(values[number % count]), prepared.run, is_answered, failure, prepared
    )


def _transaction(session: Session, steps: Sequence[tuple[Prepared, ValueRows]]) -> Request:
    def make(number: int) -> list[Bound]:
        return [prepared.bind(values[number % len(values)]) for prepared, values in steps]

    calls: list[tuple[Callable[[Bound], RawResult], Callable[[RawResult], RawResult]]]
    calls = [(prepared.run, prepared.check_outcome) for prepared, _ in steps]

    def send(made: Sequence[Bound]) -> None:
        session.begin()
        try:
            for (run, check_outcome), bound in zip(calls, made, strict=True):
                check_outcome(run(bound))
            session.commit()
        except TransactionConflict:
            session.rollback()
            raise

    return Request(make, send)
