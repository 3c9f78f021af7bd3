"""Names of tables and columns as a workload file has them: small letters, no reserved words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from importlib.resources import files
from itertools import count

_LONGEST = 30


def fresh_names(names: Iterable[str]) -> dict[str, str]:
    """A name for the file for each of these, no two alike."""
    found: dict[str, str] = {}
    for name in names:
        found[name] = fresh_name(name, found.values())
    return found


def fresh_name(name: str, taken: Collection[str] = ()) -> str:
    """A name for the file: `OrderID` becomes `orderid`, `order` becomes `order_`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"\W+", "_", plain).strip("_")[:_LONGEST] or "column"
    if not plain[0].isalpha():
        plain = f"c_{plain}"[:_LONGEST]
    if plain in RESERVED:
        plain = f"{plain}_"
    return plain if plain not in taken else _numbered(plain, taken)


def _numbered(name: str, taken: Collection[str]) -> str:
    for number in count(2):
        end = f"_{number}"
        known = f"{name[: _LONGEST - len(end)]}{end}"
        if known not in taken:
            return known
    raise AssertionError


RESERVED = frozenset((files(__package__) / "reserved.txt").read_text(encoding="ascii").split())
"""Words that an engine reserves, or that no statement is read with: a plan runs on any engine."""
