"""The class `Study`, a published study: where it comes from, how it measured, and its figures, each
with the sentence or table that it is from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from engines.contract.protection import ProtectionKind

COST, SLOWDOWN, RETAINED_THROUGHPUT = "cost", "slowdown", "throughput_kept"
"""Measures that state a cost: in percent over plaintext, as a factor of its time, as the percentage
of its throughput that is left."""

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
"""Base units (by `UNITS`) of speeds."""

FAMILIES = tuple(each.value for each in ProtectionKind)
"""What a figure's protection begins with: “native aes-128-ecb”, “storage”, “plaintext”."""


@dataclass(frozen=True)
class StudyFigure:
    """One number of a study, or bounds if it gives no number.

    `protection` is the kind of protection and, if the study names it, the cipher. An empty
    `engine`, `protection` or `case` stands for any, an empty `operation` for all operations
    together. `value`, `low`, `high` and `sd` (a standard deviation) are in `unit`. `source` names
    the sentence or table row of the study.
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
        """The value, else the mean of both bounds, else the one bound that is known."""
        if self.value is not None:
            return self.value
        known = [each for each in (self.low, self.high) if each is not None]
        return sum(known) / len(known)


@dataclass(frozen=True)
class Study:
    """The contents of a study's file; `name` is that of the file.

    `engines` maps names to the versions that were measured; `year` is 0 if unknown. `like` is the
    Cipherbench workload whose operations and cases the figures name, or empty. `note` has a line
    for each thing that a reader must know. `own` is True for studies that the user added.
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
        """The cases of all its figures, in the study's words."""
        return frozenset(each.case for each in self.figures)

    @cached_property
    def encrypts_in_application(self) -> bool:
        """Whether everything in it is either encrypted in the application or plaintext."""
        families = {each.family for each in self.figures}
        return families <= {ProtectionKind.PLAINTEXT.value, ProtectionKind.CLIENT.value}

    @property
    def found_at(self) -> str:
        """Where it can be read: its DOI, else its address, else where it was published."""
        return f"https://doi.org/{self.doi}" if self.doi else self.address or self.published_in

    def to_json(self) -> dict[str, object]:
        """All of it but its figures, of which there is the number."""
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
