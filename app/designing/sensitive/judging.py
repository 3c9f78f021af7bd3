"""Whether a column is proposed to be sealed, and the reason that is shown."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.designing.sensitive.checks import CHECKS, Passed
from app.designing.sensitive.kinds import KINDS, Sensitive, Severity
from app.designing.sensitive.rules import RULES, Rule
from app.designing.sensitive.words import holds, words_of
from engines.contract.message import Message, Number, phrase, plural
from engines.contract.structure import ColumnFacts, StoredKind

_FEWEST_VALUES = 20
"""Values of a sample that a pattern alone is believed of."""
_CHANCE = 1e-6
"""How likely so many may pass by chance, where only the pattern speaks."""


class By(StrEnum):
    """What speaks for a proposal."""

    NAME = "name"
    PATTERN = "pattern"
    BOTH = "both"


@dataclass(frozen=True)
class Proposal:
    """That a column seems to hold a kind of sensitive data; `make` is the generator that fits."""

    kind: Sensitive
    by: By
    reason: Message
    make: str = ""

    @property
    def severity(self) -> Severity:
        """How severe its loss is."""
        return KINDS[self.kind].severity

    @property
    def title(self) -> Message:
        """What the kind is called."""
        return KINDS[self.kind].title


def proposal_for(table: str, column: ColumnFacts, sample: Passed | None = None) -> Proposal | None:
    """What a column seems to hold by its name and type and, if values could be sampled, by their
    pattern; None where nothing speaks for it.

    A name that speaks for a kind counts less where most of a sample does not follow the pattern.
    """
    found = list(_named(table, column, sample))
    if found:
        return max(found, key=lambda known: known[0])[1]
    return None if sample is None else _patterned(column, sample)


type _Rank = tuple[int, int]


def _named(
    table: str, column: ColumnFacts, sample: Passed | None
) -> Iterator[tuple[_Rank, Proposal]]:
    names, around = words_of(column.name), words_of(table)
    for rule in RULES:
        matched = [each for each in rule.words if holds(names, each)]
        if not matched or not _fits(rule, column) or rule.not_words.intersection(names):
            continue
        if rule.of and not rule.of.intersection((*around, *names)):
            continue
        longest = max(matched, key=lambda words: (len(words.split()), len(words)))
        share = _share(rule, sample)
        if share is not None and share < rule.minimum / 2:
            continue
        rank = len(longest.split()), KINDS[rule.kind].severity
        yield rank, _by_name(rule, longest, share, sample)


def _fits(rule: Rule, column: ColumnFacts) -> bool:
    """Whether a value of the kind finds room in the column."""
    narrow = column.kind is StoredKind.TEXT and 0 < column.size < rule.length
    return column.kind in rule.types and not narrow


def _share(rule: Rule, sample: Passed | None) -> float | None:
    if sample is None or not rule.check or sample.values < _FEWEST_VALUES:
        return None
    return sample.passed.get(rule.check, 0) / sample.values


def _by_name(rule: Rule, words: str, share: float | None, sample: Passed | None) -> Proposal:
    message = phrase(
        "its name says “{words}” ({language}): {title}",
        words=words,
        language=rule.language,
        title=KINDS[rule.kind].title,
    )
    if share is None or sample is None:
        return Proposal(rule.kind, By.NAME, message, rule.make)
    with_share = phrase("{name}; {pattern}", name=message, pattern=_pattern(rule, share, sample))
    by = By.BOTH if share >= rule.minimum else By.NAME
    return Proposal(rule.kind, by, with_share, rule.make)


def _patterned(column: ColumnFacts, sample: Passed) -> Proposal | None:
    """By values alone: enough of them pass, and too many for chance. A check that most random
    digits pass proves nothing."""
    for rule in RULES:
        share = _share(rule, sample)
        if share is None or share < rule.minimum or not _fits(rule, column):
            continue
        chance = CHECKS[rule.check].chance
        likely = sample.passed[rule.check] * math.log(chance) if chance else -math.inf
        if chance <= 0.5 and likely < math.log(_CHANCE):
            message = phrase(
                "{pattern}: {title}",
                pattern=_pattern(rule, share, sample),
                title=KINDS[rule.kind].title,
            )
            return Proposal(rule.kind, By.PATTERN, message, rule.make)
    return None


def _pattern(rule: Rule, share: float, sample: Passed) -> Message:
    return plural(
        "{share} of {n} values pass the check “{check}” (by chance: {chance})",
        "{share} of {n} value passes the check “{check}” (by chance: {chance})",
        sample.values,
        share=Number(100 * share, 0, "%"),
        check=rule.check,
        chance=Number(100 * CHECKS[rule.check].chance, 0, "%"),
    )
