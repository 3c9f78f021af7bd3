"""A published study: where it comes from, how it was made, and its figures with their sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from engines.contract.protection import ProtectionKind

COST, SLOWDOWN, RETAINED_THROUGHPUT = "cost", "slowdown", "throughput_kept"
"""Measures that tell a cost by themselves: in percent over plaintext, as so many times its time, as
the percent that is left of its throughput."""

UNITS: Mapping[str, tuple[str, float]] = MappingProxyType(
    {
        "%": ("%", 1.0),
        "×": ("×", 1.0),
        "s": ("s", 1.0),
        "ms": ("s", 1e-3),
        "B/s": ("B/s", 1.0),
        "kB/s": ("B/s", 1e3),
        "MB/s": ("B/s", 1e6),
        "1/s": ("1/s", 1.0),
        "/s": ("1/s", 1.0),
        "B": ("B", 1.0),
        "MB": ("B", 1e6),
        "GB": ("B", 1e9),
        "count": ("count", 1.0),
        "yes/no": ("yes/no", 1.0),
    }
)
"""Unit → the unit that it is a multiple of, and how many of those it is."""

MORE_IS_BETTER = frozenset({"B/s", "1/s"})
"""Units of speeds, as `UNITS` leads to them."""

FAMILIES = tuple(each.value for each in ProtectionKind)
"""What a figure's protection begins with: “native aes-128-ecb”, “storage”, “plaintext”."""


@dataclass(frozen=True)
class StudyFigure:
    """One number of a study, or the bounds that it gives in place of one.

    `protection` is a family, and behind it the cipher where the study names one. An empty `engine`,
    `protection` or `case` stands for any, an empty `operation` for all operations together. `sd` is
    a standard deviation; all four numbers are in `unit`. `source` tells which sentence or line of
    the study it is.
    """

    engine: str
    protection: str
    operation: str
    case: str
    measure: str
    unit: str
    source: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    sd: float | None = None

    @property
    def family(self) -> str:
        """The kind of its protection; empty for any."""
        return self.protection.partition(" ")[0]

    @property
    def cipher(self) -> str:
        """The cipher behind the family: “aes-128-ecb”; empty where the study names none."""
        return self.protection.partition(" ")[2]

    @property
    def middle(self) -> float:
        """The number, else the middle of its bounds, else the one bound that is known."""
        if self.value is not None:
            return self.value
        known = [each for each in (self.low, self.high) if each is not None]
        return sum(known) / len(known)


@dataclass(frozen=True)
class Study:
    """What a file tells of a study, in its author's words; `name` is that of the file.

    `engines` are names with the versions that were measured, `year` is 0 where it is not told.
    `like` is the workload of ours whose operations and cases its figures name; empty where it is
    none of them. `note` has a line for each thing that a reader must know. `own` ones are the
    user's.
    """

    name: str
    title: str
    authors: tuple[str, ...]
    year: int
    engines: Mapping[str, str]
    workload: str
    machine: str
    method: str
    intervals: str
    licence: str
    figures: tuple[StudyFigure, ...] = field(repr=False)
    doi: str = ""
    address: str = ""
    published_in: str = ""
    data: str = ""
    like: str = ""
    note: str = ""
    short: str = ""
    own: bool = False

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def short_name(self) -> str:
        """What it is called in a list: “Rosa and Lazarin 2023”, “Vidaković et al. 2024”."""
        if self.short:
            return self.short
        names = [each.split()[-1] for each in self.authors if each.strip()]
        authors = " and ".join(names) if len(names) < 3 else f"{names[0]} et al."
        return f"{authors} {self.year}" if self.year else authors

    @cached_property
    def cases(self) -> frozenset[str]:
        """Of all its figures, as it writes them."""
        return frozenset(each.case for each in self.figures)

    @cached_property
    def seals_outside(self) -> bool:
        """Whether all that it measures is sealed in the application, or not at all."""
        families = {each.family for each in self.figures}
        return families <= {ProtectionKind.PLAINTEXT.value, ProtectionKind.CLIENT.value}

    @property
    def found_at(self) -> str:
        """Where it can be read: its DOI, else its address, else where it was published."""
        return f"https://doi.org/{self.doi}" if self.doi else self.address or self.published_in

    def to_json(self) -> dict[str, object]:
        """What is told of it, without its figures."""
        return {
            "name": self.name,
            "short_name": self.short_name,
            "title": self.title,
            "authors": list(self.authors),
            "year": self.year,
            "published_in": self.published_in,
            "doi": self.doi,
            "address": self.address,
            "engines": dict(self.engines),
            "workload": self.workload,
            "like": self.like,
            "data": self.data,
            "machine": self.machine,
            "method": self.method,
            "intervals": self.intervals,
            "licence": self.licence,
            "note": self.note,
            "own": self.own,
            "figures": len(self.figures),
        }
