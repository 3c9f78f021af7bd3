"""Requests that ask nobody."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from engines.contract.errors import CipherbenchError
from engines.contract.message import phrase
from workloads.load import Asking, Request, Requests


class Nothing(Asking):
    """Requests that are over at once."""

    def open(self) -> Requests:
        return _Local(lambda number: None)


@dataclass(frozen=True)
class Sleeping(Asking):
    """Requests that take so many seconds."""

    seconds: float

    def open(self) -> Requests:
        return _Local(lambda number: time.sleep(self.seconds))


@dataclass(frozen=True)
class Failing(Asking):
    """Requests of which one fails."""

    which: int

    def open(self) -> Requests:
        return _Local(self._fail)

    def _fail(self, number: int) -> None:
        if number == self.which:
            raise CipherbenchError(
                phrase("Too much"), phrase("Request: the {n}th is too much."), n=number
            )


class _Local(Requests):
    def __init__(self, send: Callable[[int], object]) -> None:
        self.kinds = (Request(lambda number: number, send),)

    def close(self) -> None:
        pass
