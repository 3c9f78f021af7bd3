"""A prepared statement as the native loop (`engines.native`) runs it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

from engines.contract.errors import StatementFailed


class Laid(NamedTuple):
    """Addresses of what is bound, one for each execution, and what must live as long as they."""

    addresses: Sequence[int]
    kept: Any


class NativeStatement(ABC):
    """Belongs to a `Prepared`, whose `run` it may take turns with."""

    address: int
    """That of a structure that begins with `struct timed` of engines/native/timed.h."""

    @abstractmethod
    def lay(self, bounds: Sequence[Any]) -> Laid | None:
        """What `Prepared.bind` gave, as its C function reads it; None where that cannot be."""

    @abstractmethod
    def failure(self) -> StatementFailed:
        """What the server has said of the last execution, which has failed."""
