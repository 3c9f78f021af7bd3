"""What is asked of a server outside a run: such calls may travel to a process of their own, which
can be killed where the server never answers (`app/processes/remote_engine.py`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engines.contract.message import Message


class Patience(StrEnum):
    """How long an answer may take: as entering does, as a statement that makes or drops something,
    or as many of them during which the server must not fall silent for longer than entering."""

    ENTERING = "entering"
    STATEMENT = "statement"
    PROBING = "probing"


@dataclass(frozen=True)
class Call:
    """`doing` completes “while …”; it may name arguments. One that `cleans` is made even where all
    is to be over."""

    doing: Message
    patience: Patience
    cleans: bool


def travels[**P, T](
    doing: Message, patience: Patience = Patience.STATEMENT, *, cleans: bool = False
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A method of a contract that is asked of a server; engines override it as any other."""

    def declared(method: Callable[P, T]) -> Callable[P, T]:
        method.call = Call(doing, patience, cleans)  # type: ignore[attr-defined]
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
