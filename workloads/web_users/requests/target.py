"""What one lane sends requests to: the users, through a driver or through a web application.

A lane is a process of its own. It is given a `TargetSpec`, which pickles, and opens it once; all
that can be prepared (connection, statements, buffers) is prepared before the first call. `to_get`
and `to_add` make what one request needs (bound parameters, the bytes of a message) while the lane
waits for its instant. Only `ask` and `add` are inside the clock, and each is a request: it returns
when its whole answer is here and, for `add`, when the user is stored durably. The result of `ask`
is read outside the clock, by `is_user`, `failure` and `user_of`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from engines.contract.endpoint import Endpoint
from engines.contract.errors import CipherbenchError
from engines.contract.key_source import KeyCalls
from engines.contract.message import phrase
from engines.contract.protection import Keying, Protection
from engines.contract.session import Bound, Prepared, RawResult, Session, key_calls_of
from engines.registry import engine_named
from engines.sql.statement import Encryptor, Value
from workloads.load import LaneRequests, Request, RequestSource
from workloads.web_users.requests.users import ADD, GET, as_text, random_64_bits, user

type User = Sequence[Value]
"""Values in the order of `workloads.web_users.requests.users.FIELDS`."""


class UsersTarget(ABC):
    """The users, through one session of one lane. Only one thread calls it.

    As a context manager it closes itself.
    """

    thread: int | None = None
    """The server's thread or process that serves this session alone; None through an API."""
    key_calls: KeyCalls | None = None
    """Its session's calls of a key service, in this process."""
    get_statement: Prepared | None = None
    add_statement: Prepared | None = None
    """The statements of `ask` and `add`, where each is one statement and nothing else."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def to_get(self, user_id: int) -> Any:
        """The argument of `ask` for the user with an id."""
        return user_id

    def to_add(self, user: User) -> Any:
        """The argument of `add` for a user."""
        return user

    ask: Callable[[Any], Any]
    """Sends what `to_get` made and returns the whole raw answer, whether it is a user or not.

    Raises: CipherbenchError where none arrived
    """

    is_user: Callable[[Any], object]
    """Whether a result of `ask` is a user."""

    @abstractmethod
    def failure(self, user_id: int, arrived: Any) -> CipherbenchError:
        """The error of a result of `ask` that is not a user."""

    @abstractmethod
    def user_of(self, arrived: Any) -> User:
        """The user in a result of `ask`, every sensitive field decrypted."""

    def get(self, user_id: int) -> User:
        """The user with an id, every sensitive field decrypted.

        Raises: NoSuchUser, CipherbenchError
        """
        arrived = self.ask(self.to_get(user_id))
        if not self.is_user(arrived):
            raise self.failure(user_id, arrived)
        return self.user_of(arrived)

    @abstractmethod
    def add(self, made: Any) -> None:
        """Add a user, sensitive fields encrypted, and commit.

        Raises: CipherbenchError
        """

    @abstractmethod
    def close(self) -> None:
        """Close the connection. May be called twice."""


class TargetSpec(ABC):
    """Where a target is and how it is opened; pickles, so that it reaches a lane."""

    @abstractmethod
    def open(self) -> UsersTarget:
        """A session of its own, everything prepared.

        Raises: CipherbenchError
        """


class NoSuchUser(CipherbenchError):
    """The requested user does not exist."""


def no_such_user(user_id: int | str) -> NoSuchUser:
    return NoSuchUser(phrase("No such user"), phrase("There is no user with id {id}."), id=user_id)


# The users through the engine's driver: a connection, two prepared statements.


@dataclass(frozen=True)
class DirectSpec(TargetSpec):
    """A database with the users table, at an endpoint that carries its storage key already."""

    endpoint: Endpoint
    database: str
    protection: Protection
    keying: Keying

    def open(self) -> DirectTarget:
        engine = engine_named(self.endpoint.engine)
        encryptor = engine.encryption.encryptor(self.protection, self.keying)
        return DirectTarget(engine.driver.connect(self.endpoint, self.database), encryptor)


class DirectTarget(UsersTarget):
    """Through the driver: each request is one statement and a transaction of its own. Parameters
    are bound before the clock starts, and encrypted or decrypted by the application inside it."""

    def __init__(self, session: Session, encryptor: Encryptor) -> None:
        self._session = session
        session.commit_each()
        self.thread, self.key_calls = session.thread, key_calls_of(encryptor)
        self._get = self.get_statement = session.prepare(GET, encryptor)
        self._add = self.add_statement = session.prepare(ADD, encryptor)

        # the driver's own functions: a Python frame around them would cost time
        self.ask = self._get.run
        self.is_user = self._get.affected

    def to_get(self, user_id: int) -> Bound:
        return self._get.bind((user_id,))

    def to_add(self, user: User) -> Bound:
        return self._add.bind(user)

    def failure(self, user_id: int, arrived: RawResult) -> CipherbenchError:
        try:
            self._get.check_outcome(arrived)
        except CipherbenchError as error:
            return error
        return no_such_user(user_id)

    def user_of(self, arrived: RawResult) -> User:
        return tuple(map(as_text, self._get.rows(arrived)[0]))

    def add(self, made: Bound) -> None:
        self._add.check_outcome(self._add.run(made))

    def close(self) -> None:
        self._session.close()


# What lanes ask of the users: one of those that were there before, or to add one more.


class RequestKind(StrEnum):
    GET = "get"
    ADD = "add"


@dataclass(frozen=True)
class UserRequestSource(RequestSource):
    """Requests of some `kinds` at a target. Users to get are drawn by `seed` from `ids`; added ones
    have the accounts from `first_account` on. `in_native_loop`: sent by the loop in C where
    possible, which does not check the users that it gets."""

    target: TargetSpec
    kinds: tuple[RequestKind, ...]
    ids: array[int]
    first_account: int
    seed: int
    in_native_loop: bool = False

    def open(self) -> UserRequests:
        return UserRequests(self, self.target.open())


class UserRequests(LaneRequests):
    def __init__(self, source: UserRequestSource, target: UsersTarget) -> None:
        self._target = target
        self.thread, self.key_calls = target.thread, target.key_calls
        getting = _getting(source, target)
        adding = Request(_adding(source, target), target.add)
        if source.in_native_loop:
            getting = getting._replace(prepared=target.get_statement)
            adding = adding._replace(prepared=target.add_statement)
        kinds = {RequestKind.GET: getting, RequestKind.ADD: adding}
        self.kinds = [kinds[kind] for kind in source.kinds]

    def close(self) -> None:
        self._target.close()


def _getting(source: UserRequestSource, target: UsersTarget) -> Request:
    """Requests to get users, drawn and made once: a lane that is behind has no time for it."""
    ids, seed = source.ids, source.seed
    wanted = [ids[random_64_bits(seed, draw) % len(ids)] for draw in range(_DRAWN)]
    made = [target.to_get(each) for each in wanted]

    def failure(number: int, arrived: object) -> CipherbenchError:
        return target.failure(wanted[number % _DRAWN], arrived)

    return Request(lambda number: made[number % _DRAWN], target.ask, target.is_user, failure)


_DRAWN = 1 << 13
"""How many users are drawn; after these the same requests repeat."""


def _adding(source: UserRequestSource, target: UsersTarget) -> Callable[[int], object]:
    first, seed, to_add = source.first_account, source.seed, target.to_add
    return lambda number: to_add(user(seed, first + number))
