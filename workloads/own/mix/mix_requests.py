"""The requests that lanes of a load send for a mix: each is one operation, committed as a
transaction of its own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, TransactionConflict
from engines.contract.protection import Keying, Protection
from engines.contract.session import Arrived, Bound, Prepared, Session, key_calls_of
from engines.registry import engine_named
from engines.sql.statement import Encryptor, Value
from workloads.load import Asking, Request, Requests


class Step(ABC):
    """A statement of an operation, with the values that it is run with: those of a request are
    at its number, and come again behind the last. Can be pickled."""

    values: Sequence[Sequence[Value]]

    @abstractmethod
    def prepared(self, session: Session, encryptor: Encryptor) -> Prepared:
        """The statement on a session, with whatever the application does with its rows.

        Raises: StatementFailed, Unsupported
        """


@dataclass(frozen=True)
class MixSource(Asking):
    """Operations, each a list of steps, of a database at an endpoint that carries its storage key
    already. `held` are the rows of tables before the first request."""

    endpoint: Endpoint
    database: str
    protection: Protection
    keying: Keying = field(repr=False)
    operations: tuple[tuple[Step, ...], ...]
    held: tuple[int, ...]

    def open(self) -> MixRequests:
        engine = engine_named(self.endpoint.engine)
        encryptor = engine.encryption.encryptor(self.protection, self.keying)
        return MixRequests(
            engine.driver.connect(self.endpoint, self.database), encryptor, self.operations
        )


class MixRequests(Requests):
    """The operations on a session: one statement commits itself, several stand between BEGIN and
    COMMIT, all of it inside the clock."""

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
        made = [(step.prepared(self._session, encryptor), step.values) for step in steps]
        return _alone(*made[0]) if len(made) == 1 else _together(self._session, made)


def _alone(prepared: Prepared, values: Sequence[Sequence[Value]]) -> Request:
    """The driver's own function: a lane has no time for a frame of ours around it."""
    bind, settle, count = prepared.bind, prepared.settle, len(values)

    def holds(arrived: Arrived) -> bool:
        try:
            settle(arrived)
        except CipherbenchError:
            return False
        return True

    def why(number: int, arrived: Arrived) -> CipherbenchError:
        try:
            settle(arrived)
        except CipherbenchError as error:
            return error
        raise AssertionError(f"request {number} was answered")

    return Request(lambda number: bind(values[number % count]), prepared.run, holds, why, prepared)


def _together(
    session: Session, steps: Sequence[tuple[Prepared, Sequence[Sequence[Value]]]]
) -> Request:
    def ready(number: int) -> list[Bound]:
        return [prepared.bind(values[number % len(values)]) for prepared, values in steps]

    calls: list[tuple[Callable[[Bound], Arrived], Callable[[Arrived], Arrived]]]
    calls = [(prepared.run, prepared.settle) for prepared, _ in steps]

    def send(made: Sequence[Bound]) -> None:
        session.begin()
        try:
            for (run, settle), bound in zip(calls, made, strict=True):
                settle(run(bound))
            session.commit()
        except TransactionConflict:
            session.rollback()
            raise

    return Request(ready, send)
