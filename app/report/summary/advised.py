"""What to do, and what it means for servers: described once for page one, the section on advice,
JSON and the command line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce

from app.advice.advising import Advice, Relaxation, advise
from app.advice.candidate import Candidate
from app.advice.capacity import Spending, of_place, spendings
from app.plan.requirements import Requirements, Withstand, requirements_table
from app.report.figures.campaign_report import CampaignReport
from app.report.summary.advice_words import (
    advised_words,
    asked_words,
    candidate_cost,
    placed,
    said_of,
)
from app.report.summary.candidates import candidates_of
from app.report.summary.capacity_words import servers_sentence
from engines.contract.message import NOTHING, Message, phrase, plural

_LADDER = (
    (Withstand.DISK,),
    (Withstand.DISK, Withstand.LOGIN),
    (Withstand.DISK, Withstand.OS_LOGIN, Withstand.LOGIN),
    tuple(Withstand),
)
"""What is usually asked, more from step to step."""


@dataclass(frozen=True)
class Advised:
    """Advice on what was asked, or, where nothing was, on each of the usual requirements. `asked`
    has the prices too; `named` says that there are several servers."""

    asked: Requirements
    answers: tuple[Advice, ...]
    spent: tuple[Spending, ...]
    candidates: tuple[Candidate, ...]
    named: bool

    @property
    def lead(self) -> tuple[Message, ...]:
        """For page one: what to do, and what it means for servers; nothing without protections."""
        return tuple(each for each in (self.todo, self.servers) if each)

    @property
    def todo(self) -> Message:
        """What to do, in a sentence or two, each with its own conditions."""
        said = [self._told(each) for each in self._telling]
        return reduce(_after, said) if said else NOTHING

    def _told(self, advice: Advice) -> Message:
        said = _ENDED.with_values(said=advised_words(advice, named=self.named))
        first = advice.first or next((each.first for each in advice.relaxations), None)
        told = said_of(first.conditions) if first else ()
        conditions = told[:_MOST_CONDITIONS]
        if conditions:
            frame = _ON_ONE if len(told) == 1 else _ON_SEVERAL
            said = frame.with_values(said=said, conditions=reduce(_after, conditions))
        if more := len(told) - len(conditions):
            said = _ON_MORE.with_values(said=said).with_count(more)
        return _TODO.with_values(said=said)

    @property
    def _telling(self) -> list[Advice]:
        """Of usual requirements the least and the most that anything here satisfies."""
        if self.asked.asks:
            return list(self.answers)
        able = [each for each in self.answers if each.first]
        if not able:
            return list(self.answers[:1])
        ends = {id(each.first.candidate): each for each in (able[0], able[-1]) if each.first}
        return sorted(ends.values(), key=lambda each: len(each.asked.withstand))

    @property
    def first(self) -> Candidate | None:
        """What is advised against most of what is told on page one; where nothing serves, what does
        once the least is given up."""
        known = [
            first.candidate
            for each in self._telling
            for first in (each.first, *(one.first for one in each.relaxations[:1]))
            if first
        ]
        return known[-1] if known else None

    @property
    def servers(self) -> Message:
        """What the protection that is advised means for servers."""
        first = self.first
        if first is None:
            return NOTHING
        spent = of_place(self.spent, first.server, first.protection)
        name = placed(first, named=self.named)
        return servers_sentence(name, spent, self.asked) if spent else NOTHING

    def to_json(self) -> dict[str, object]:
        """By name: codes for programs, sentences in English."""
        return {
            "requirements": requirements_table(self.asked),
            "todo": str(self.todo),
            "servers": str(self.servers),
            "answers": [_answer_json(each) for each in self.answers],
        }


_MOST_CONDITIONS = 3
"""Beside what is advised on page one; the section on advice has all."""


def _after(one: Message, other: Message) -> Message:
    return _THEN.with_values(first=one, next=other)


_ON_ONE = phrase("{said} Condition: {conditions}")
_ON_SEVERAL = phrase("{said} Conditions: {conditions}")
_ON_MORE = plural(
    "{said} {n} more are in the report, under Advice.",
    "{said} One more is in the report, under Advice.",
    0,
)
_ENDED = phrase("{said}.")
_TODO = phrase("Advice: {said}")
_THEN = phrase("{first} {next}")


def advised(report: CampaignReport) -> Advised:
    """Of a campaign, by what is required of it."""
    candidates = tuple(candidates_of(report))
    asked, measured = report.requirements, any(each.cost for each in candidates)
    steps = [asked] if asked.asks else [replace(asked, withstand=each) for each in _LADDER]
    return Advised(
        asked,
        tuple(advise(candidates, each) for each in steps) if measured else (),
        tuple(spendings(report, report.compared)),
        candidates,
        named=len({each.server for each in report.cells}) > 1,
    )


def _answer_json(advice: Advice) -> dict[str, object]:
    return {
        "asked": str(asked_words(advice.asked)),
        "withstand": [each.value for each in advice.asked.withstand],
        "search": advice.asked.search.value,
        "ranked": [
            {
                **_candidate_json(each.candidate),
                "conditions": [told.to_json() for told in each.conditions],
            }
            for each in advice.ranked
        ],
        "ruled_out": [
            {
                **_candidate_json(each.candidate),
                "reasons": [told.to_json() for told in each.reasons],
            }
            for each in advice.ruled_out
        ],
        "give_up": [_relaxation_json(each) for each in advice.relaxations],
    }


def _candidate_json(candidate: Candidate) -> dict[str, object]:
    return {
        "server": candidate.server,
        "protection": candidate.protection,
        "cost": str(candidate_cost(candidate)),
        "cost_percent": candidate.cost.percent,
    }


def _relaxation_json(found: Relaxation) -> dict[str, object]:
    return {
        "withstand": [each.value for each in found.dropped],
        "search": found.search.value if found.search is not None else None,
        "any_cost": found.any_cost,
        **_candidate_json(found.first.candidate),
        "conditions": [told.to_json() for told in found.first.conditions],
    }
