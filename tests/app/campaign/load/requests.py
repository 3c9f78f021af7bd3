"""Requests that ask nobody, and some that store their numbers."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError, TransactionConflict
from engines.contract.message import phrase
from engines.contract.session import Prepared, Session
from engines.registry import engine_named
from engines.sql.statement import Encryptor, Unencrypted, Value, ValueType
from engines.sql.statement_text import statement
from workloads.load import LaneRequests, Request, RequestSource
from workloads.mix_requests import Step


class Nothing(RequestSource):
    """Requests that are over at once."""

    def open(self) -> LaneRequests:
        return _Local(lambda number: None)


@dataclass(frozen=True)
class Few(Nothing):
    """The same, so many of them."""

    most: int = 7


@dataclass(frozen=True)
class Sleeping(RequestSource):
    """Requests that take so many seconds."""

    seconds: float

    def open(self) -> LaneRequests:
        return _Local(lambda number: time.sleep(self.seconds))


@dataclass(frozen=True)
class Failing(RequestSource):
    """Requests of which one fails."""

    which: int

    def open(self) -> LaneRequests:
        return _Local(self._fail)

    def _fail(self, number: int) -> None:
        if number == self.which:
            raise CipherbenchError(
                phrase("Too much"), phrase("Request: the {n}th is too much."), n=number
            )


@dataclass(frozen=True)
class Conflicting(RequestSource):
    """Requests each of which meets a conflict so many times before it is answered."""

    times: int

    def open(self) -> LaneRequests:
        self._met.clear()
        return _Local(self._meet)

    def _meet(self, number: int) -> None:
        self._met[number] += 1
        if self._met[number] <= self.times:
            raise TransactionConflict(
                phrase("In conflict"), phrase("Request: the {n}th met another."), n=number
            )

    _met: Counter[int] = field(default_factory=Counter)


@dataclass(frozen=True)
class Statement(Step):
    """A statement without values."""

    text: str
    values: Sequence[Sequence[Value]] = ((),)

    def prepare(self, session: Session, encryptor: Encryptor) -> Prepared:
        return session.prepare(statement(self.text, {}), encryptor)


class _Local(LaneRequests):
    def __init__(self, send: Callable[[int], object]) -> None:
        self.kinds = (Request(lambda number: number, send),)

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Storing(RequestSource):
    """Two kinds of requests: one stores its number in the table t, the other its negative."""

    endpoint: Endpoint
    database: str

    def open(self) -> LaneRequests:
        driver = engine_named(self.endpoint.engine).driver
        return _Stored(driver.connect(self.endpoint, self.database))


class _Stored(LaneRequests):
    def __init__(self, session: Session) -> None:
        self._session = session
        session.commit_each()
        self.kinds = [self._kind(sign) for sign in (1, -1)]

    def _kind(self, sign: int) -> Request:
        put = statement("insert into t values (:id)", {"id": ValueType.INTEGER})
        prepared = self._session.prepare(put, Unencrypted())
        return Request(
            lambda number: prepared.bind((sign * number,)), prepared.run, prepared=prepared
        )

    def close(self) -> None:
        self._session.close()
