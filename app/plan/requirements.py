"""The requirements on a protection: the keys of a plan's `[advice]`, and a user's answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from typing import Any

from cattrs.errors import ClassValidationError, IterableValidationError

from engines.contract.errors import Unfit
from engines.contract.message import NOTHING, first_faults, phrase, with_semicolons
from engines.contract.parameter import Shown, limit_faults, parameter
from engines.contract.protection import Protection
from engines.properties import Properties, properties_of
from engines.registry import facts_of
from workloads.contract import Profile
from workloads.registry import workload_named, workload_names
from workloads.toml_document import faults, structured, table_of
from workloads.workload import DatabaseWorkload

# What a protection will be good for as a campaign plans to use it.

_BITS = 128
"""Of a key that is asked for only to see how vectors come about."""


def planned_properties(
    protection: Protection, engine: str, profile: Profile, workload: str = ""
) -> Properties:
    """The properties of a protection on an engine's server, before anything is stored of it.

    A native protection that names no mode takes the engine's own.
    """
    mode = protection.mode
    if protection.takes_default_mode:
        mode = facts_of(engine).default_mode
    return properties_of(protection, mode, fixed_iv=has_fixed_iv(workload, profile))


@cache
def has_fixed_iv(workload: str, profile: Profile) -> bool:
    """Whether a workload encrypts all values with one vector; of one that is not known here, or has
    no database, what its profile says."""
    known = workload_named(workload) if workload in workload_names() else None
    if isinstance(known, DatabaseWorkload):
        return not known.keying(_BITS, profile is Profile.SOUND).fresh_iv
    return profile is Profile.STUDY


class Withstand(StrEnum):
    """What a protection must withstand."""

    DISK = "disk"
    """A disk, file or backup is stolen."""
    OS_LOGIN = "os-login"
    """Somebody is logged into the server's machine."""
    LOGIN = "login"
    """Somebody is logged into the database."""
    CHANGE = "change"
    """Stored values are changed unnoticed."""
    NETWORK = "network"
    """Somebody listens to the connections of the database."""


class SearchNeed(StrEnum):
    """What the database must find by protected columns; each includes those before it."""

    NOTHING = "nothing"
    EQUALITY = "equality"
    RANGE = "range"
    """Ranges, order, and text inside of values."""


class Regulation(StrEnum):
    """A law or standard that a report may speak of."""

    LGPD = "lgpd"
    GDPR = "gdpr"
    PCI = "pci"
    HIPAA = "hipaa"
    ISO = "iso27001"


_MOST = 1e9
_LONGEST_CURRENCY = 8
_ANY = phrase("any")
_WITHSTAND = Shown(
    phrase("&Withstand"),
    choices={
        Withstand.DISK: (phrase("Disk thief"), phrase("A disk, file or backup is stolen.")),
        Withstand.OS_LOGIN: (
            phrase("OS login"),
            phrase("Somebody is logged into the server's machine."),
        ),
        Withstand.LOGIN: (
            phrase("Database login"),
            phrase("Somebody is logged into the database."),
        ),
        Withstand.CHANGE: (
            phrase("Unnoticed change"),
            phrase("Somebody changes stored values."),
        ),
        Withstand.NETWORK: (
            phrase("Network listener"),
            phrase("Somebody reads the packets between application and server."),
        ),
    },
)
_SEARCH = Shown(
    phrase("&Search in protected columns"),
    choices={
        SearchNeed.NOTHING: (phrase("none"), NOTHING),
        SearchNeed.EQUALITY: (phrase("equal values"), NOTHING),
        SearchNeed.RANGE: (phrase("ranges, order, text"), NOTHING),
    },
)
_MAY_COST = Shown(phrase("&Maximum cost"), unit=phrase("%"), none=_ANY)
_RATE = Shown(phrase("&Operations per second"), step=100)
_CORE_HOUR = Shown(phrase("Price of a &core-hour"), phrase("The price of one core for one hour."))
_GB_MONTH = Shown(
    phrase("Price of a &GB-month"),
    phrase("The price of one gigabyte of storage for one month."),
)
_CURRENCY = Shown(phrase("Curre&ncy"), phrase("The currency of both prices, such as EUR or R$."))
_COMPLIANCE = Shown(
    phrase("Name &provisions of"),
    phrase("The report names provisions that protections may support. This is not legal advice."),
    choices={
        Regulation.LGPD: (phrase("LGPD"), NOTHING),
        Regulation.GDPR: (phrase("GDPR"), NOTHING),
        Regulation.PCI: (phrase("PCI DSS"), NOTHING),
        Regulation.HIPAA: (phrase("HIPAA"), NOTHING),
        Regulation.ISO: (phrase("ISO 27001"), NOTHING),
    },
)


@dataclass(frozen=True)
class Requirements:
    """What must be withstood and found, and what that may cost in percent (None: anything).

    `rate` is in operations per second; `core_hour` and `gb_month` are prices of an hour of one
    core and of a gigabyte for a month, in a `currency`. None: not known.
    """

    withstand: tuple[Withstand, ...] = parameter((), shown=_WITHSTAND)
    search: SearchNeed = parameter(SearchNeed.NOTHING, shown=_SEARCH)
    may_cost: float | None = parameter(None, least=0, most=1e6, shown=_MAY_COST)
    rate: float | None = parameter(None, least=0, most=_MOST, shown=_RATE)
    core_hour: float | None = parameter(None, least=0, most=_MOST, shown=_CORE_HOUR)
    gb_month: float | None = parameter(None, least=0, most=_MOST, shown=_GB_MONTH)
    currency: str = parameter("", longest=_LONGEST_CURRENCY, shown=_CURRENCY)
    compliance: tuple[Regulation, ...] = parameter((), shown=_COMPLIANCE)

    def __bool__(self) -> bool:
        """Whether anything is asked at all."""
        return self != NO_REQUIREMENTS

    @property
    def asks(self) -> bool:
        """Whether it says what a protection must do, and not only what things cost."""
        none = NO_REQUIREMENTS
        ours, nothing = ((each.withstand, each.search, each.may_cost) for each in (self, none))
        return ours != nothing

    def over(self, others: Requirements, answered: Collection[str] = ()) -> Requirements:
        """With what others say where this says nothing; of those fields that were `answered` what
        it says counts, nothing too."""
        ours = {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if each.name in answered
            or getattr(self, each.name) != getattr(NO_REQUIREMENTS, each.name)
        }
        return replace(others, **ours)


STORED_WHEN_EMPTY = ("search",)
"""Fields stored with a campaign even when empty: if left out, the plan's value would apply
again."""
NO_REQUIREMENTS = Requirements()


def requirements_table(
    requirements: Requirements, answered: Collection[str] = ()
) -> dict[str, Any]:
    """The fields that are set, as plans and the store write them; of those in `answered` empty ones
    too."""
    table = table_of(requirements, keep=answered)
    return {name: value for name, value in table.items() if value is not None}


def read_requirements(table: Mapping[str, Any]) -> Requirements:
    """Those in a table as a plan has it.

    Raises: Unfit with every fault
    """
    try:
        found = structured(dict(table), Requirements)
    except (ClassValidationError, IterableValidationError) as error:
        raise Unfit(first_faults(each.clause for each in faults(error))) from error
    if wrong := with_semicolons(limit_faults(found)):
        raise Unfit(wrong)
    return found


def requirements_in(table: Mapping[str, Any] | None) -> Requirements | None:
    """Those that a store has; None where it has none, or what cannot be read."""
    try:
        return read_requirements(table) if table else None
    except (ValueError, TypeError):
        return None
