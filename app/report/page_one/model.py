"""What page one is made of: a headline, rows of a picture, three cards; codes and values beside
their words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from app.findings.cost import Cost
from app.findings.figure import Outlier
from app.report.page_one.marks import SEARCH_WORDS, TITLES, Column, Mark, SearchBy
from engines.contract.message import NOTHING, Message, Number, phrase

type Values = Mapping[str, object]


@dataclass(frozen=True)
class Decision:
    """What was decided: its code, what fills the slots of its phrase, and the phrase filled."""

    code: str
    message: Message
    values: Values = field(default=MappingProxyType({}))

    def to_json(self) -> dict[str, object]:
        """The code, its values, and the words in English."""
        return {
            "code": self.code,
            "values": {name: plain(value) for name, value in self.values.items()},
            "text": str(self.message),
        }


class CardKind(StrEnum):
    DO = "do"
    PLAN = "plan"
    TRUST = "trust"


class Level(StrEnum):
    """How far costs can be trusted."""

    HIGH = "high"
    FAIR = "fair"
    LOW = "low"


@dataclass(frozen=True)
class Card:
    """`title` is the question, `head` the answer, `lines` at most three more; `level` is the badge
    of trust. `whole` are the lines where there is room for all of them."""

    kind: CardKind
    title: Message
    head: Decision
    lines: tuple[Decision, ...] = ()
    level: Level | None = None
    whole: tuple[Decision, ...] = ()

    def to_json(self) -> dict[str, object]:
        """With codes and values."""
        badge = {} if self.level is None else {"level": self.level.value}
        return {**badge, **self.head.to_json(), "lines": [each.to_json() for each in self.lines]}


@dataclass(frozen=True)
class Row:
    """A protection of a server: `name` over `where` (where it encrypts, its work, an outlier).
    Without a cost `missing` is why; one that is not `measured` is proposed."""

    server: str
    protection: str
    name: Message
    where: Message
    marks: tuple[Mark, ...]
    search: SearchBy
    cost: Cost
    missing: Message = NOTHING
    baseline: bool = False
    advised: bool = False
    measured: bool = True
    outlier: Outlier | None = None

    @property
    def reasons(self) -> Iterator[tuple[Message, Message]]:
        """What each mark is of, and why it is so."""
        for each in self.marks:
            yield TITLES[each.column], each.reason
        yield SEARCH_BY, SEARCH_WORDS[self.search]

    def to_json(self) -> dict[str, object]:
        """Names, codes and values."""
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
    """A server with its version and its protections, strongest first."""

    server: str
    engine: str
    title: Message
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class PageOne:
    """`about` says what was measured where, `asked` are requirements, `limit_percent` is the user's
    own; `by_cpu` is the badge of CPU time. `left_out` rows had no room."""

    headline: Decision
    about: Message
    asked: tuple[Message, ...]
    servers: tuple[ServerRows, ...]
    cards: tuple[Card, ...]
    columns: tuple[Column, ...]
    limit_percent: float | None = None
    by_cpu: bool = False
    left_out: int = 0

    @property
    def rows(self) -> Iterator[Row]:
        for each in self.servers:
            yield from each.rows

    @property
    def card(self) -> Mapping[CardKind, Card]:
        return {each.kind: each for each in self.cards}

    def to_json(self) -> dict[str, object]:
        """Codes and values, with words in English."""
        return {
            "headline": self.headline.to_json(),
            "about": str(self.about),
            "in_cpu_time": self.by_cpu,
            "limit_percent": self.limit_percent,
            "requirements": [str(each) for each in self.asked],
            "protections": [each.to_json() for each in self.rows],
            "left_out": self.left_out,
            **{each.kind.value: each.to_json() for each in self.cards},
        }


def plain(value: object) -> object:
    """A value of a slot as JSON has it."""
    match value:
        case Number():
            return value.value
        case Message():
            return str(value)
        case list() | tuple():
            return [plain(each) for each in value]
    return value


SEARCH_BY = phrase("searchable by")
