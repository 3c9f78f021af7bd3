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
from collections.abc import Callable, Sequence
from typing import Any, Self

from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.sql.statement import Value

type User = Sequence[Value]
"""Values in the order of `workloads.web_users.requests.users.FIELDS`."""


class Target(ABC):
    """The users, by one session of one lane's own. Only one thread calls it.

    As a context manager it closes itself.
    """

    thread: int | None = None
    """The server's own thread or process that serves it alone, where a session is all there is."""

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
        """One more user, sensitive fields sealed, committed.

        Raises: CipherbenchError
        """

    @abstractmethod
    def close(self) -> None:
        """Close the connection. May be called twice."""


class TargetSpec(ABC):
    """Where a target is and how it is opened; pickles, so that it reaches a lane."""

    @abstractmethod
    def open(self) -> Target:
        """A session of its own, everything prepared.

        Raises: CipherbenchError
        """


class NoSuchUser(CipherbenchError):
    """The requested user does not exist."""


def no_such_user(user_id: int | str) -> NoSuchUser:
    """The error for an unknown id."""
    return NoSuchUser(phrase("No such user"), phrase("There is no user with id {id}."), id=user_id)
