"""Marks methods that ask a server outside a run: `app/processes/isolated_engine.py` carries them
out in a process of their own, which can be killed where the server never answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engines.contract.message import Message


class TimeoutKind(StrEnum):
    """How long an answer may take (`app/processes/deadlines.py`)."""

    ENTERING = "entering"
    """As long as connecting."""
    STATEMENT = "statement"
    """As long as a statement that creates or drops something."""
    PROBING = "probing"
    """As long as many statements; the server must not be silent for longer than connecting."""


@dataclass(frozen=True)
class ServerCall:
    """How a method asks a server. `doing` completes “while …” and may have the arguments as
    placeholders; a cleanup is made even after a cancellation."""

    doing: Message
    timeout: TimeoutKind
    is_cleanup: bool


def server_call[**P, T](
    doing: Message, timeout: TimeoutKind = TimeoutKind.STATEMENT, *, is_cleanup: bool = False
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Mark a method of a contract as one that asks a server; engines override it as any other."""

    def declared(method: Callable[P, T]) -> Callable[P, T]:
        method.call = ServerCall(doing, timeout, is_cleanup)  # type: ignore[attr-defined]
        return method

    return declared


def calls_of(part: type) -> Mapping[str, ServerCall]:
    """The marked methods of a contract, by name."""
    return {
        name: method.call
        for base in part.__mro__
        for name, method in vars(base).items()
        if hasattr(method, "call")
    }
