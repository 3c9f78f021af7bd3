"""What a user requires of protections, as options: of `advise` and `export`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from app.command_line.common.values import Amount, LateChoice, LateList

if TYPE_CHECKING:
    from app.plan.requirements import Requirements


def requirement_options[**P, T](command: Callable[P, T]) -> Callable[P, T]:
    """`chosen_requirements` takes them."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def _words(name: str) -> list[str]:
    """The words of an enumeration of requirements."""
    from app.plan import requirements

    return [each.value for each in getattr(requirements, name)]


_MOST = 1_000_000_000
_OPTIONS = (
    click.option(
        "--withstand",
        type=LateList(lambda: _words("Withstand")),
        metavar="A,B",
        help="Advice: what must be withstood: disk, os-login, login (to the database), change.",
    ),
    click.option(
        "--search",
        type=LateChoice(lambda: _words("Search")),
        metavar="HOW",
        help="Advice: what the database must find in protected columns: nothing, equality, range.",
    ),
    click.option(
        "--may-cost",
        type=Amount(0, 1_000_000),
        metavar="PERCENT",
        help="Advice: the highest acceptable cost.",
    ),
    click.option(
        "--rate",
        type=Amount(0, _MOST),
        metavar="NUMBER",
        help="Servers: your operations per second.",
    ),
    click.option(
        "--core-hour",
        type=Amount(0, _MOST),
        metavar="PRICE",
        help="Servers: price of a core for an hour.",
    ),
    click.option(
        "--gb-month",
        type=Amount(0, _MOST),
        metavar="PRICE",
        help="Servers: price of a gigabyte for a month.",
    ),
    click.option(
        "--compliance",
        type=LateList(lambda: _words("Regulation")),
        metavar="A,B",
        help="Name provisions of: lgpd, gdpr, pci, hipaa, iso27001. Not legal advice.",
    ),
)
_NAMES = ("withstand", "search", "may_cost", "rate", "core_hour", "gb_month", "compliance")


def chosen_requirements(asked: Mapping[str, Any]) -> Requirements:
    """By the names of the options."""
    from app.plan.requirements import read_requirements

    given = {name: asked[name] for name in _NAMES if asked[name] is not None}
    return read_requirements(
        {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}
    )
