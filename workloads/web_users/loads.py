"""The kinds of load and the paths that they come by, and how cases tell them."""

from __future__ import annotations

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
"""What stands behind the path in the name of a load's case."""


def name_of(load: Load, path: Path) -> str:
    """The name of the case of a load by a path."""
    return path + _BEHIND[load]


def load_of(case: Case) -> Load:
    """The load of a case."""
    return next(load for load in Load if case.name in {name_of(load, path) for path in Path})


def path_of(case: Case) -> Path:
    """The path of a case."""
    return next(path for path in Path if case.name.startswith(path))
