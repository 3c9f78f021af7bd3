"""A row of the table: a fault, the moment at which it comes, and what must hold then."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from tests.faults.table.scene import Scene


class Moment(StrEnum):
    """When something happens to a campaign of a few runs; what has runs behind it has one at least
    that is over."""

    BEFORE = "before the start"
    STARTING = "while servers start"
    PREPARING = "while a database is prepared"
    OPERATION = "in the middle of an operation"
    BETWEEN = "between two runs"
    STORING = "while results are stored"
    END = "at the end"
    RESUME = "during resume"


class On(StrEnum):
    """What the campaign measures on."""

    SQLITE = "SQLite"
    POSTGRESQL = "PostgreSQL of ours"
    MARIADB = "MariaDB of ours"
    POSTGRESQL_AWAY = "PostgreSQL at an address"
    MARIADB_AWAY = "MariaDB at an address"
    POSTGRESQL_BOX = "PostgreSQL in a container"
    SEVERAL = "four servers of ours"
    LOCKSTEP = "two sides in turns, PostgreSQL of ours"
    LOAD = "requests to two sides at once, PostgreSQL of ours"


type Act = Callable[[Scene], None]


def nothing(scene: Scene) -> None:
    """Of a row that needs nothing before its start, or whose fault lies in wait from there on."""
    del scene


@dataclass(frozen=True, kw_only=True)
class Fault:
    """`arrange` comes before the program starts, `inject` once it is at the moment; either tells
    the scene how to mend what it does.

    The program then ends with `code` (a signal's number, negative) and has said each of `says`.
    Without `begins` no campaign was made: once mended, the plan is run from its beginning. `stays`
    is what the program may leave until it is started again; at last nothing may be left.
    """

    name: str
    moment: Moment
    on: On
    code: int
    says: tuple[str, ...] = ()
    arrange: Act = nothing
    inject: Act = nothing
    begins: bool = True
    stays: frozenset[str] = frozenset()
    completed: bool = False
    """Whether somebody else completes the campaign meanwhile."""
    quick: bool = False
    """Whether it takes so little that every run of the tests can have it."""

    @property
    def key(self) -> str:
        """What it is called on a command line."""
        return re.sub(r"[^a-z0-9]+", "-", f"{self.name} {self.moment}, {self.on}".lower())
