"""What one lane asks: the users by one path, through a driver or through a web application.

A lane is a process of its own. It is given a `TargetSpec`, which pickles, and opens it once; all
that can be prepared (connection, statements, buffers) is prepared before the first call. What one
request needs (bound parameters, the bytes of a message) is made by `to_get` and `to_add` while the
lane waits for its instant. Only `ask` and `add` stand inside the clock, and each is a request: it
returns when its whole answer is here and, for `add`, when what was added will last. What `ask` gave
is left as it came; `holds`, `why_not` and `opened` look at it outside the clock.
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
from engines.contract.session import Arrived, Bound, Prepared, Session, key_calls_of
from engines.registry import engine_named
from engines.sql.statement import Encryptor, Value
from workloads.load import Asking, Request, Requests
from workloads.web_users.requests.users import ADD, GET, as_text, drawn, user

type User = Sequence[Value]
"""Values in the order of `workloads.web_users.requests.users.FIELDS`."""


class UsersTarget(ABC):
    """The users, by one session of one lane's own. Only one thread calls it.

    As a context manager it closes itself.
    """

    thread: int | None = None
    """The server's own thread or process that serves it alone, where a session is all there is."""
    key_calls: KeyCalls | None = None
    """What its session has asked of a key service, in this process."""
    reading: Prepared | None = None
    writing: Prepared | None = None
    """The statements of `ask` and `add`, where each is one statement and nothing else."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def to_get(self, user_id: int) -> Any:
        """What `ask` is to be given for the user with an id."""
        return user_id

    def to_add(self, user: User) -> Any:
        """The argument of `add` for a user."""
        return user

    ask: Callable[[Any], Any]
    """Asks for what `to_get` made, and gives what arrived whole, be it a user or not.

    Raises: CipherbenchError where nothing did
    """

    holds: Callable[[Any], object]
    """Whether a result of `ask` is a user."""

    @abstractmethod
    def why_not(self, user_id: int, arrived: Any) -> CipherbenchError:
        """Why the result of `ask` is not a user."""

    @abstractmethod
    def opened(self, arrived: Any) -> User:
        """The user that `ask` gave, every sensitive field opened."""

    def get(self, user_id: int) -> User:
        """The user with an id, every sensitive field opened.

        Raises: NoSuchUser, CipherbenchError
        """
        arrived = self.ask(self.to_get(user_id))
        if not self.holds(arrived):
            raise self.why_not(user_id, arrived)
        return self.opened(arrived)

    @abstractmethod
    def add(self, made: Any) -> None:
        """One more user, sensitive fields encrypted, committed.

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
    """The error for an unknown id."""
    return NoSuchUser(phrase("No such user"), phrase("There is no user with id {id}."), id=user_id)


# The users through the engine's driver: a connection, two prepared statements.


@dataclass(frozen=True)
class Direct(TargetSpec):
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
    """Each request is one statement and a transaction of its own. As everywhere, parameters are
    bound before the clock starts, and encrypted or decrypted by the application inside it."""

    def __init__(self, session: Session, encryptor: Encryptor) -> None:
        self._session = session
        session.commit_each()
        self.thread, self.key_calls = session.thread, key_calls_of(encryptor)
        self._get = self.reading = session.prepare(GET, encryptor)
        self._add = self.writing = session.prepare(ADD, encryptor)

        # The driver's own functions: a lane has no time for a frame of ours around them.
        self.ask = self._get.run
        self.holds = self._get.affected

    def to_get(self, user_id: int) -> Bound:
        return self._get.bind((user_id,))

    def to_add(self, user: User) -> Bound:
        return self._add.bind(user)

    def why_not(self, user_id: int, arrived: Arrived) -> CipherbenchError:
        try:
            self._get.settle(arrived)
        except CipherbenchError as error:
            return error
        return no_such_user(user_id)

    def opened(self, arrived: Arrived) -> User:
        return tuple(map(as_text, self._get.rows(arrived)[0]))

    def add(self, made: Bound) -> None:
        self._add.settle(self._add.run(made))

    def close(self) -> None:
        self._session.close()


# What lanes ask of the users: one of those that were there before, or to add one more.


class RequestKind(StrEnum):
    GET = "get"
    ADD = "add"


@dataclass(frozen=True)
class AskingUsers(Asking):
    """Requests of some `kinds` at a target. Those who are got are drawn by `seed` from `ids`; who
    is added has the account `first_account` or one after it. `in_native_loop`: where it can, which
    does not look at who was got."""

    target: TargetSpec
    kinds: tuple[RequestKind, ...]
    ids: array[int]
    first_account: int
    seed: int
    in_native_loop: bool = False

    def open(self) -> UserRequests:
        return UserRequests(self, self.target.open())


class UserRequests(Requests):
    """Requests at an open target."""

    def __init__(self, asking: AskingUsers, target: UsersTarget) -> None:
        self._target = target
        self.thread, self.key_calls = target.thread, target.key_calls
        getting = _getting(asking, target)
        adding = Request(_adding(asking, target), target.add)
        if asking.in_native_loop:
            getting = getting._replace(prepared=target.reading)
            adding = adding._replace(prepared=target.writing)
        kinds = {RequestKind.GET: getting, RequestKind.ADD: adding}
        self.kinds = [kinds[kind] for kind in asking.kinds]

    def close(self) -> None:
        self._target.close()


def _getting(asking: AskingUsers, target: UsersTarget) -> Request:
    """They are drawn and made once: a lane that has fallen behind has no time for it."""
    ids, seed = asking.ids, asking.seed
    wanted = [ids[drawn(seed, draw) % len(ids)] for draw in range(_DRAWN)]
    made = [target.to_get(each) for each in wanted]

    def why(number: int, arrived: object) -> CipherbenchError:
        return target.why_not(wanted[number % _DRAWN], arrived)

    return Request(lambda number: made[number % _DRAWN], target.ask, target.holds, why)


_DRAWN = 1 << 13
"""So many draws are made; then they come again in the same order."""


def _adding(asking: AskingUsers, target: UsersTarget) -> Callable[[int], object]:
    first, seed, to_add = asking.first_account, asking.seed, target.to_add
    return lambda number: to_add(user(seed, first + number))
