"""Kinds of load, and ways to the users."""

from __future__ import annotations

from enum import StrEnum


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
