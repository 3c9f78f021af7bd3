"""Which functions a statement from a workload file may call on an engine.

`functions.toml` in an engine's folder has every function of its catalogue under a class. Those
under `allowed` compute a value from their arguments and do nothing else; of those under `bounded`
an argument says how long the result is, and must be a small number. All others are refused, as is
whatever stands nowhere.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

FILE = "functions.toml"
LONGEST = 10_000
"""Characters that a bounded function may give."""


@dataclass(frozen=True)
class Functions:
    """Names in small letters. `bounded` has the number, from 1, of the argument that bounds the
    result; `refused` the class of each name that is refused."""

    scalars: frozenset[str]
    aggregates: frozenset[str]
    bounded: Mapping[str, int]
    refused: Mapping[str, str]

    def allows(self, name: str) -> bool:
        """Whether a statement may call it, if its bounds hold."""
        return name in self.scalars or name in self.aggregates or name in self.bounded


def read_functions(folder: Path) -> Functions:
    """Those of the engine in a folder."""
    document = tomllib.loads((folder / FILE).read_text(encoding="utf-8"))
    allowed = document["allowed"]
    return Functions(
        frozenset(allowed["scalars"]),
        frozenset(allowed["aggregates"]),
        document["bounded"],
        {name: kind for kind, names in document["refused"].items() for name in names},
    )
