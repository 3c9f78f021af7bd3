"""What one lane asks: the users by one path, through a driver or through a web application.

A lane is a process of its own. It is given a `TargetSpec`, which pickles, and opens it once; all
that can be prepared (connection, statements, buffers) is prepared before the first call. What one
request needs (bound parameters, the bytes of a message) is made by `to_get` and `to_add` while the
lane waits for its instant. Only `ask` and `add` stand inside the clock, and each is a request: it
returns when its whole answer is here and, for `add`, when what was added will last.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Self

from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from engines.contract.statement import Value

type User = Sequence[Value]
"""Values in the order of `workloads.web_users.users.FIELDS`."""


class Target(ABC):
    """The users, by one session of one lane's own. Only one thread calls it.

    As a context manager it closes itself.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def to_get(self, user_id: int) -> Any:
        """What `get` is to be given for the user with an id."""
        return user_id

    def to_add(self, user: User) -> Any:
        """What `add` is to be given for a user."""
        return user

    @abstractmethod
    def get(self, made: Any) -> User:
        """The user that `to_get` was asked for, every sensitive field opened.

        Raises: NoSuchUser, CipherbenchError
        """

    def ask(self, made: Any) -> object:
        """What lanes do: as `get`, but what has arrived whole is left as it came."""
        return self.get(made)

    def look(self, made: Any, arrived: object) -> None:  # noqa: B027 most see it as they ask
        """Whether what `ask` gave is a user; outside the clock, before the next request.

        Raises: NoSuchUser
        """

    @abstractmethod
    def add(self, made: Any) -> None:
        """One more user, sensitive fields sealed, committed.

        Raises: CipherbenchError
        """

    @abstractmethod
    def close(self) -> None:
        """Leave; may be called twice."""


class TargetSpec(ABC):
    """Where a target is and how it is opened; pickles, so that it reaches a lane."""

    @abstractmethod
    def open(self) -> Target:
        """A session of its own, everything prepared.

        Raises: CipherbenchError
        """


class NoSuchUser(CipherbenchError):
    """A user was asked for who is not there."""


def no_such_user(user_id: int) -> NoSuchUser:
    """The error for an id that nobody has."""
    return NoSuchUser(
        phrase("No such user"), phrase("There is no user with the id {id}."), id=user_id
    )
