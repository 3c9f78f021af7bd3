"""What a user requires of protections, as options: of `advise` and `export`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from app.command_line.common.numbers import Amount
from engines.contract.errors import InputError, Unfit
from engines.contract.message import phrase

if TYPE_CHECKING:
    from app.plan.requirements import Requirements


def requirement_options[**P, T](command: Callable[P, T]) -> Callable[P, T]:
    """`chosen_requirements` takes them."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


_MOST = 1_000_000_000
_OPTIONS = (
    click.option(
        "--withstand",
        default="",
        metavar="A,B",
        help="Advice: what must be withstood: disk, os-login, login (to the database), change.",
    ),
    click.option(
        "--search",
        default="",
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
        default="",
        metavar="A,B",
        help="Name provisions of: lgpd, gdpr, pci, hipaa, iso27001. Not legal advice.",
    ),
)
_LISTS, _WORDS = ("withstand", "compliance"), ("search",)
_NUMBERS = ("may_cost", "rate", "core_hour", "gb_month")


def chosen_requirements(asked: Mapping[str, Any]) -> Requirements:
    """By the names of the options.

    Raises: InputError
    """
    from app.plan.requirements import read_requirements

    table: dict[str, Any] = {name: asked[name] for name in _WORDS if asked[name]}
    table |= {name: asked[name] for name in _NUMBERS if asked[name] is not None}
    for name in _LISTS:
        if listed := [each.strip() for each in asked[name].split(",") if each.strip()]:
            table[name] = listed
    try:
        return read_requirements(table)
    except Unfit as error:
        raise InputError(
            phrase("Requirements not usable"),
            phrase("These requirements cannot be used: {fault}."),
            phrase("See: cipherbench advise --help"),
            fault=error.said,
        ) from error
