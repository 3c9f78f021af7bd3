"""The kinds of load and the paths that they come by, and how cases tell them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from workloads.contract import Case


class Load(StrEnum):
    """The study's three tests: requests one after another; arrivals of one kind, then of the other;
    both kinds together."""

    BASELINE = "baseline"
    CONCURRENT = "concurrent"
    MIXED = "mixed"


class Path(StrEnum):
    """The way to the users: through the engine's driver, or through a web application."""

    DIRECT = "direct"
    API = "api"


_BEHIND = {Load.BASELINE: " in turn", Load.CONCURRENT: "", Load.MIXED: " mixed"}
"""What stands behind the path in the kind of a load's case."""

_NAME = re.compile(r"[^,]+, ((?P<reads>[\d.]+) \+ (?P<writes>[\d.]+)(/s)?|(?P<seconds>[\d.]+) s)")


@dataclass(frozen=True)
class Amounts:
    """Of reads and writes: how many, or how many per second; or the seconds that each of the two
    goes on for."""

    reads: float = 0.0
    writes: float = 0.0
    seconds: float = 0.0


def name_of(load: Load, path: Path, amounts: Amounts) -> str:
    """The name of the case of a load by a path: “direct mixed, 100 + 50/s”. All that tells it from
    other loads of that kind stands in it."""
    kind = path + _BEHIND[load]
    if amounts.seconds:
        return f"{kind}, {_figure(amounts.seconds)} s"
    both = f"{kind}, {_figure(amounts.reads)} + {_figure(amounts.writes)}"
    return both if load is Load.BASELINE else f"{both}/s"


def amounts_of(case: Case) -> Amounts:
    """The amounts in a case's name."""
    found = _NAME.fullmatch(case.name)
    assert found is not None
    return Amounts(*(float(found[each] or 0) for each in ("reads", "writes", "seconds")))


def load_of(case: Case) -> Load:
    return next(load for load in Load if case.kind in {path + _BEHIND[load] for path in Path})


def path_of(case: Case) -> Path:
    return next(path for path in Path if case.name.startswith(path))


def _figure(value: float) -> str:
    """As short as it is exact, and never with an exponent."""
    return f"{value:f}".rstrip("0").rstrip(".")
