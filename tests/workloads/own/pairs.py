"""Protections on servers: which pairs are tried in every run, where the code for them is shared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from engines.registry import engine_names
from tests.requirements import NEWER

IN_FULL = ("sqlite", "postgresql")
"""Engines with every protection in every run: the two that are quickest, one of which has functions
that encrypt."""


def on_each_server[Way](
    ways: Mapping[str, Way], seldom: Callable[[str, Way], bool]
) -> pytest.MarkDecorator:
    """Parameters `server` and `way`: each way on every server. What is `seldom` on an engine is
    `exhaustive` there, and all of a newer MariaDB, which is asked as Debian's."""

    def pairs() -> Iterator[Any]:
        for engine, (name, way) in product([*engine_names(), NEWER], ways.items()):
            marks = pytest.mark.exhaustive if engine == NEWER or seldom(engine, way) else ()
            yield pytest.param(engine, way, marks=marks, id=f"{engine}-{name}")

    return pytest.mark.parametrize(("server", "way"), list(pairs()), indirect=["server"])
