"""Options for the user's requirements of protections, shared by `advise`, `compare` and
`export`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from app.command_line.common.option_types import LateChoice, LateList, NumberBetween
from engines.contract.errors import InputError
from engines.contract.message import phrase

if TYPE_CHECKING:
    from app.report.document.build_document import ReportOptions


def requirement_options[**P, T](command: Callable[P, T]) -> Callable[P, T]:
    """Add the options that `with_requirements` reads."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def _words(name: str) -> list[str]:
    """The values of an enumeration in `app.plan.requirements`."""
    from app.plan import requirements

    return [each.value for each in getattr(requirements, name)]


_MOST = 1_000_000_000
_OPTIONS = (
    click.option(
        "--withstand",
        type=LateList(lambda: _words("Withstand")),
        metavar="A,B",
        help="Advice: what must be withstood: disk, os-login, login (to the database), change, "
        "network.",
    ),
    click.option(
        "--search",
        type=LateChoice(lambda: _words("SearchNeed")),
        metavar="HOW",
        help="Advice: what the database must find in protected columns: nothing, equality, range.",
    ),
    click.option(
        "--may-cost",
        type=NumberBetween(0, 1_000_000),
        metavar="PERCENT",
        help="Advice: the highest acceptable cost.",
    ),
    click.option(
        "--rate",
        type=NumberBetween(0, _MOST),
        metavar="NUMBER",
        help="Servers: your operations per second.",
    ),
    click.option(
        "--core-hour",
        type=NumberBetween(0, _MOST),
        metavar="PRICE",
        help="Servers: price of a core for an hour.",
    ),
    click.option(
        "--gb-month",
        type=NumberBetween(0, _MOST),
        metavar="PRICE",
        help="Servers: price of a gigabyte for a month.",
    ),
    click.option(
        "--currency",
        metavar="CODE",
        help="Servers: currency of both prices, such as EUR.",
    ),
    click.option(
        "--compliance",
        type=LateList(lambda: _words("Regulation")),
        metavar="A,B",
        help="Name provisions of: lgpd, gdpr, pci, hipaa, iso27001. Not legal advice.",
    ),
)
REQUIREMENTS = (
    "withstand", "search", "may_cost", "rate", "core_hour", "gb_month", "currency", "compliance"
)  # fmt: skip
"""The names of the options, which are those of the fields."""


def with_requirements(options: ReportOptions, values: Mapping[str, Any]) -> ReportOptions:
    """The report's options with the requirements that were given, by option name."""
    from app.plan.requirements import read_requirements

    given = {name: values[name] for name in REQUIREMENTS if values[name] is not None}
    requirements = read_requirements(
        {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}
    )
    return replace(options, requirements=requirements, answered=frozenset(given))


def check_single_campaign(required: Mapping[str, Any], *, one: object) -> None:
    """Raises: InputError if requirements are given, but not `one` campaign without layout
    options"""
    if one or all(each is None for each in required.values()):
        return
    raise InputError(
        phrase("Options exclude each other"),
        phrase("Advice is about one campaign as it was measured."),
        phrase(
            "Name one campaign, and omit --rows, --columns, --only, --hide, --csv and --markdown; "
            "or omit {options}."
        ),
        options=", ".join(f"--{each.replace('_', '-')}" for each in REQUIREMENTS),
    )
