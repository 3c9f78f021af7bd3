"""The description of page one's picture: a row for each protection, with its cost and a mark for
each attacker that it keeps out or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.findings.cost import Cost
from app.findings.figure import Outlier
from app.report.words.phrased import Phrased
from engines.contract.message import NOTHING, Message, phrase
from engines.properties import Exclusion


class MarkColumn(Phrased):
    DISK = "stolen_disk", phrase("stolen disk")
    OS_LOGIN = "os_login", phrase("server login")
    LOGIN = "database_login", phrase("database login")
    NETWORK = "network_listener", phrase("network listener")
    CHANGE = "unnoticed_change", phrase("changes noticed")
    EQUAL = "equal_values", phrase("repeats hidden")


ATTACKED = frozenset({MarkColumn.DISK, MarkColumn.OS_LOGIN, MarkColumn.LOGIN, MarkColumn.NETWORK})
"""Columns that say whether an attacker is kept out."""


class SearchBy(Phrased):
    """What SQL can search in protected columns."""

    ALL = "all", phrase("Search, order and ranges work as before.")
    EQUALITY = "equality", phrase("Equal values are found by an index; ranges are not.")
    SCAN = "scan", phrase("A search decrypts every row.")
    NONE = "none", phrase("The database cannot search, sort or join these columns.")

    @property
    def sign(self) -> Message:
        """As its column has it."""
        return _SIGNS[self]


_SIGNS: Mapping[SearchBy, Message] = {
    SearchBy.ALL: phrase("=, <"),
    SearchBy.EQUALITY: phrase("="),
    SearchBy.SCAN: phrase("slow"),
    SearchBy.NONE: phrase("none"),
}
EXCLUSION_WORDS: Mapping[Exclusion | None, Message] = {
    Exclusion.FULL: phrase("yes"),
    Exclusion.PARTLY: phrase("partly"),
    Exclusion.NONE: phrase("no"),
    None: phrase("no logins"),
}
SEARCH_BY = phrase("searchable by")


@dataclass(frozen=True)
class ProtectionMark:
    """Whether an attacker is excluded; `exclusion` is None if there can be no such attacker (an
    engine inside the application has no logins). `why` is the code of the `reason`; `found` says
    that the reason is evidence on these servers, `tried` that evidence was searched."""

    column: MarkColumn
    exclusion: Exclusion | None
    why: str
    reason: Message
    found: bool = False
    tried: bool = False

    def to_json(self) -> dict[str, object]:
        """Codes, and the reason in English."""
        return {
            "kept": None if self.exclusion is None else self.exclusion.value,
            "found_here": self.found,
            "looked_here": self.tried,
            "why": self.why,
            "reason": str(self.reason),
        }


@dataclass(frozen=True)
class ProtectionRow:
    """A protection on a server: `name` above `where` (where it encrypts, its work, an outlier).
    `missing` says why there is no cost. A server on which nothing was measured has one row without
    a protection, whose `where` is the reason."""

    server: str
    protection: str
    name: Message
    where: Message
    marks: tuple[ProtectionMark, ...]
    search: SearchBy
    cost: Cost
    missing: Message = NOTHING
    baseline: bool = False
    advised: bool = False
    proposed: bool = False
    outlier: Outlier | None = None

    @property
    def measured(self) -> bool:
        return bool(self.protection) and not self.proposed

    @property
    def reasons(self) -> Iterator[tuple[Message, Message]]:
        """What each mark is of, and why it is so."""
        for each in self.marks:
            yield each.column.message, each.reason
        if self.marks:
            yield SEARCH_BY, self.search.message

    def to_json(self) -> dict[str, object]:
        cost = self.cost
        return {
            "server": self.server,
            "protection": self.protection,
            "title": str(self.name),
            "where": str(self.where),
            "measured": self.measured,
            "baseline": self.baseline,
            "advised": self.advised,
            "cost_percent": cost.percent,
            "cost_low_percent": cost.low,
            "cost_high_percent": cost.high,
            "margin_percent": cost.margin,
            "verdict": cost.verdict,
            "outlier": None
            if self.outlier is None
            else {"operation": self.outlier.operation, "percent": self.outlier.percent},
            "keeps_out": {each.column.value: each.to_json() for each in self.marks},
            "searchable_by": self.search.value,
        }


@dataclass(frozen=True)
class ServerRows:
    """A server with its version and its protections, strongest first; `topology` names what of ours
    is before it and follows it."""

    server: str
    engine: str
    title: Message
    topology: Message
    rows: tuple[ProtectionRow, ...]


@dataclass(frozen=True)
class Protections:
    """The rows by server. `limit_percent` is the user's limit of costs, `by_cpu` says that costs
    are of CPU time, `of_peak` that they are of the highest throughput."""

    servers: Sequence[ServerRows]
    columns: Sequence[MarkColumn]
    limit_percent: float | None = None
    by_cpu: bool = False
    of_peak: bool = False

    @property
    def rows(self) -> Iterator[ProtectionRow]:
        for each in self.servers:
            yield from each.rows
