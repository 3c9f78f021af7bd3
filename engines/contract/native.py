"""A prepared statement as the native loop (`engines.native`) runs it."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

from engines.contract.errors import StatementFailed
from engines.contract.message import phrase


class BoundAddresses(NamedTuple):
    """The address of the parameters of each execution, and the objects that hold what the addresses
    point to: they must live as long as the addresses are used."""

    addresses: Sequence[int]
    keep_alive: Any


class Lease:
    """A connection's use in the native loop, which knows no lock of Python's: by one thread at a
    time, and not once it is closed."""

    def __init__(self) -> None:
        self._busy = threading.Lock()
        self._closed = False

    def take(self) -> None:
        """For this thread, until it releases it.

        Raises: StatementFailed
        """
        if not self._busy.acquire(blocking=False):
            raise StatementFailed(
                phrase("Connection in use"),
                phrase("Another thread is running a statement on this connection."),
            )
        if self._closed:
            self._busy.release()
            raise StatementFailed(phrase("Connection closed"), phrase("The connection was closed."))

    def release(self) -> None:
        self._busy.release()

    def close(self) -> None:
        """Waits for the thread that has it."""
        with self._busy:
            self._closed = True


class NativeStatement(ABC):
    """Belongs to a `Prepared`, whose `run` it may take turns with."""

    address: int
    """That of a structure that begins with `struct timed` of engines/native/timed.h."""

    lease: Lease
    """That of its connection."""

    closed = False
    """Whether the statement was freed: what it points to is gone."""

    @abstractmethod
    def addresses_of(self, bounds: Sequence[Any]) -> BoundAddresses | None:
        """The addresses of what `Prepared.bind` gave, for its C function; None where it has
        none."""

    @abstractmethod
    def failure(self) -> StatementFailed:
        """What the server has said of the last execution, which has failed."""


@contextmanager
def leased(statements: Sequence[NativeStatement]) -> Iterator[None]:
    """The connections of statements are this thread's for the block.

    Raises: StatementFailed where another thread has one of them, and for a closed statement
    """
    each_once = dict.fromkeys(statements)
    with ExitStack() as stack:
        for lease in dict.fromkeys(each.lease for each in each_once):
            lease.take()
            stack.callback(lease.release)
        if any(each.closed for each in each_once):
            raise StatementFailed(
                phrase("Statement closed"), phrase("The statement was closed before it ran.")
            )
        yield
