"""The classes of page one: a headline, rows of a picture, three cards. Each text has a code and
values besides its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.report.drawing.protections import Protections
from app.report.words.phrased import FilledPhrase
from engines.contract.message import Message, phrase


class CardKind(StrEnum):
    DO = "do"
    PLAN = "plan"
    TRUST = "trust"


_TITLES = {
    CardKind.DO: phrase("Do"),
    CardKind.PLAN: phrase("Plan for"),
    CardKind.TRUST: phrase("Trust"),
}


class TrustLevel(StrEnum):
    HIGH = "high"
    FAIR = "fair"
    LOW = "low"


@dataclass(frozen=True)
class Card:
    """`head` is the answer, `lines` are at most three lines below it, `all_lines` all of them;
    `level` is the badge of the trust card."""

    kind: CardKind
    head: FilledPhrase
    lines: tuple[FilledPhrase, ...] = ()
    level: TrustLevel | None = None
    all_lines: tuple[FilledPhrase, ...] = ()

    @property
    def title(self) -> Message:
        """The question."""
        return _TITLES[self.kind]

    def to_json(self) -> dict[str, object]:
        """With codes and values."""
        badge = {} if self.level is None else {"level": self.level.value}
        return {**badge, **self.head.to_json(), "lines": [each.to_json() for each in self.lines]}


@dataclass(frozen=True, kw_only=True)
class PageOne(Protections):
    """Page one with its picture; `about` says what was measured on which machine, `left_out` is the
    number of rows that had no room."""

    headline: FilledPhrase
    about: Message
    requirements: tuple[Message, ...]
    cards: tuple[Card, ...]
    left_out: int = 0

    @property
    def card(self) -> Mapping[CardKind, Card]:
        return {each.kind: each for each in self.cards}

    def to_json(self) -> dict[str, object]:
        """Codes and values, with words in English."""
        return {
            "headline": self.headline.to_json(),
            "about": str(self.about),
            "in_cpu_time": self.by_cpu,
            "of_highest_throughput": self.of_peak,
            "limit_percent": self.limit_percent,
            "requirements": [str(each) for each in self.requirements],
            "protections": [each.to_json() for each in self.rows],
            "left_out": self.left_out,
            **{each.kind.value: each.to_json() for each in self.cards},
        }
