"""Marks methods that ask a server outside a run: `app/processes/isolated_engine.py` carries them
out in a process of their own, which can be killed where the server never answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engines.contract.message import Message


class TimeoutKind(StrEnum):
    """How long an answer may take: as entering does, as a statement that makes or drops something,
    or as many of them during which the server must not fall silent for longer than entering."""

    ENTERING = "entering"
    STATEMENT = "statement"
    PROBING = "probing"


@dataclass(frozen=True)
class Call:
    """`doing` completes “while …”; it may name arguments. A cleanup is made even after a
    cancellation."""

    doing: Message
    timeout: TimeoutKind
    is_cleanup: bool


def travels[**P, T](
    doing: Message, timeout: TimeoutKind = TimeoutKind.STATEMENT, *, is_cleanup: bool = False
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A method of a contract that is asked of a server; engines override it as any other."""

    def declared(method: Callable[P, T]) -> Callable[P, T]:
        method.call = Call(doing, timeout, is_cleanup)  # type: ignore[attr-defined]
        return method

    return declared


def calls_of(part: type) -> Mapping[str, Call]:
    """The calls that travel, by the methods' names."""
    return {
        name: method.call
        for base in part.__mro__
        for name, method in vars(base).items()
        if hasattr(method, "call")
    }
