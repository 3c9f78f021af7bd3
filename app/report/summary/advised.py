"""What to do, and what it means for servers: described once for page one, the section on advice,
JSON and the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.advice.advising import Advice, Ranked, advise, usual_steps
from app.advice.candidate import Candidate
from app.advice.capacity import Spending
from app.findings.statistics import Interval
from app.plan.requirements import Requirements, Search, requirements_table
from app.report.figures.campaign_report import CampaignReport
from app.report.figures.headline import common_work
from app.report.summary.advice_words import (
    advised_words,
    answer_json,
    applications_apart,
    conditions_words,
    lacking,
    lacking_words,
    unmeasured_words,
)
from app.report.summary.candidates import candidates_of, short_of, spent_of
from app.report.summary.cheaper import (
    FORESEEN,
    HOW_TO_MEASURE,
    changed_points,
    cheaper_sentences,
    cheaper_than,
    conditions_of,
    instead_words,
    key_service_words,
    lost_words,
    measure_first_words,
    not_included_words,
    nothing_keeps_out,
    to_check_words,
    to_measure_words,
)
from app.report.summary.for_servers import (
    Load,
    at_rate_grid,
    at_rate_words,
    cpu_words,
    enough_at_sentence,
    enough_sentence,
    price_sentence,
    rate_words,
    today_grid,
    today_words,
)
from app.report.summary.model import Said, anded, in_sequence
from engines.contract.message import NOTHING, Message, listed, phrase
from engines.contract.protection import ProtectionKind


@dataclass(frozen=True)
class Advised:
    """Advice on what was asked, or, where nothing was, on each of the usual requirements. `asked`
    has the prices too; `named` says that there are several servers, `at` what all work has in
    common, `cores` how many the machine has."""

    asked: Requirements
    answers: tuple[Advice, ...]
    spent: tuple[Spending, ...]
    candidates: tuple[Candidate, ...]
    named: bool
    at: Message = NOTHING
    cores: int | None = None
    detects: float = 0.0
    """The smallest cost in CPU time that is detected, in percent."""
    unknown: tuple[Spending, ...] = ()
    """CPU time that is not told: what it costs is not known."""
    short: frozenset[tuple[str, str]] = frozenset()
    """Servers and protections with a cost that is told though its load was not reached."""

    @property
    def lead(self) -> tuple[Message, ...]:
        """What to do, and what it means for servers; nothing without protections."""
        return tuple(each.whole for each in (self.todo, self.servers) if each)

    @property
    def todo(self) -> Said:
        """What to do, with its conditions, and what else to measure."""
        answer = self._answer
        if answer is None:
            return Said()
        if self._measure_first:
            first = measure_first_words(self.candidates)
            said = in_sequence((HOW_TO_MEASURE, FORESEEN, instead_words(self._not_kept_out)))
            return Said(first, said, changed_points(answer, self._lacking))
        whom = self.asked.asks or self.only_changed
        conditions = conditions_words(self._meant)
        rest = (
            to_check_words(self._meant),
            self._not_kept_out,
            *lacking_words(answer, self._lacking, also_measured=self.only_changed),
            self._to_measure,
            conditions_of(len(conditions)),
        )
        first = advised_words(answer, named=self.named, servers=self._lacking, against=whom)
        return Said(first, in_sequence(rest), conditions)

    @property
    def cheaper(self) -> tuple[Message, ...]:
        """What would be cheaper than what is advised, against less."""
        return tuple(cheaper_sentences(self._cheaper, self._lacking))

    @property
    def _measure_first(self) -> bool:
        """Whether to measure a protection in the application before anything is changed: nothing
        else was asked for, and it was measured nowhere."""
        return self.only_changed and not self.asked.asks and all(self._lacking.values())

    @property
    def _to_measure_on(self) -> list[str]:
        """The servers where a protection in the application was not measured, where others have
        one."""
        lacking = [each for each, able in self._lacking.items() if able]
        return lacking if len(lacking) < len(self._lacking) else []

    @property
    def lost(self) -> Message:
        """What the database can no longer do with what is advised."""
        return lost_words(self._meant)

    @property
    def _to_measure(self) -> Message:
        """Where nothing serves as it was measured: the protection in the application that does by
        its design, where it was not measured."""
        answer = self._answer
        if answer is None or (answer.advised and not self.only_changed) or self._measure_first:
            return NOTHING
        if answer.asked.search is Search.RANGE or not any(self._lacking.values()):
            return NOTHING
        return to_measure_words(answer, self._to_measure_on)

    @property
    def _not_kept_out(self) -> Message:
        """Which logins nothing keeps out, changed or not, where the usual ones are asked for; and
        where, if some servers have none."""
        answer = self._answer
        if answer is None or self.asked.asks or not answer.advised:
            return NOTHING
        return nothing_keeps_out(self.answers, self.candidates, changed=self.only_changed)

    @property
    def _lacking(self) -> dict[str, bool]:
        """The servers with any protection, and whether one in the application was not measured
        there, which everywhere is possible."""
        sealed = {e.server for e in self.candidates if e.kind is ProtectionKind.CLIENT}
        return {each.server: each.server not in sealed for each in self.candidates}

    @property
    def _answer(self) -> Advice | None:
        """On what was asked; else on most of the usual requirements that anything here satisfies,
        as it was measured if anything does."""
        if self.asked.asks or not any(each.ranked for each in self.answers):
            return next(iter(self.answers), None)
        able = [each for each in self.answers if each.ranked]
        as_measured = [each for each in able if each.advised[0].as_measured]
        return (as_measured or able)[-1]

    @property
    def _cheaper(self) -> list[tuple[Advice, list[Ranked]]]:
        """What is cheaper than what is advised, by what it satisfies."""
        answer = self._answer
        if answer is None or not answer.ranked or self.asked.asks:
            return []
        return cheaper_than(answer.advised, self.answers)

    @property
    def first(self) -> Candidate | None:
        """The cheapest that is advised; where nothing serves, what does once the least is given
        up."""
        return self._meant[0].candidate if self._meant else None

    @property
    def servers(self) -> Said:
        """What the protection that is advised means for servers."""
        if not any(self._spent(each) for each in self._advised):
            return Said()
        rate = self._rate
        meant = {(each.server, each.protection) for each in self._advised}
        keys = key_service_words(self._meant, untried=self._measure_first)
        after = self._left_out, self.not_known, unmeasured_words(self._meant)
        if rate is None:
            loads = self._as_busy()
            later = [
                each for each in self.candidates if self._measure_first and not each.in_process
            ]
            apart = [Message(each) for each in dict.fromkeys(one.server for one in later)]
            first = enough_sentence(loads, changed=self.only_changed, apart=apart)
            said = in_sequence((keys, today_words(loads, changed=self.only_changed), *after))
            return Said(first, said, grid=today_grid(loads))
        loads, price = self._at_rate(rate), self.asked.core_hour
        at = self.at if self.at and self.asked.rate is None else rate_words(rate)
        of_cpu = cpu_words(
            waits=any(not one.in_cpu_time for each in self._advised for one in each.costs),
            short=not meant.isdisjoint(self.short),
        )
        money = price_sentence(loads, price) if price is not None else NOTHING
        told = keys, at_rate_words(at, self.cores, loads), of_cpu, money, *after
        first = enough_at_sentence(loads, at, self.cores)
        return Said(first, in_sequence(told), grid=at_rate_grid(loads, self.cores))

    @property
    def not_known(self) -> Message:
        """Where what is advised has a cost that nobody knows."""
        places = [
            self._line(each, one.where)
            for each in self._advised
            for one in self.unknown
            if (one.server, one.protection) == (each.server, each.protection)
        ]
        named = [each for each in places if each]
        return _NOT_KNOWN.with_values(places=anded(named)) if named else NOTHING

    @property
    def _left_out(self) -> Message:
        """The servers where nothing serves, without those that are told of all the same."""
        told = {each.server for each in (*self.spent, *self.unknown)} if self.only_changed else ()
        found = [each for each in self._without if each not in told]
        if not found:
            return NOTHING
        frame = _LEFT_OUT_EVEN_CHANGED if self.only_changed else _LEFT_OUT
        return frame.with_values(servers=anded([Message(each) for each in found]))

    @property
    def _rate(self) -> float | None:
        """Operations per second: the user's, else those that all of the work itself asks for."""
        known = {one.rate for each in self._advised for one in self._spent(each)}
        return self.asked.rate or (known.pop() if len(known) == 1 else None)

    def _at_rate(self, rate: float) -> list[Load]:
        """What is advised on each server at so many operations per second."""
        return [
            self._load(each, one.where, one.percent, one, one.plain_cores(rate))
            for each in self._advised
            for one in self._spent(each)
        ]

    def _as_busy(self) -> list[Load]:
        """What is advised on each server, and by how much the CPU time of its work grows: as told
        where the cost is of CPU time."""
        loads = list[Load]()
        for each in self._advised:
            known = self._spent(each)
            for where, more in self._more(each):
                here = (one for one in known if str(one.where) == str(where) or len(known) == 1)
                loads.append(self._load(each, where, more, next(here, None)))
        return loads

    def _load(
        self,
        candidate: Candidate,
        where: Message,
        more: Interval,
        spent: Spending | None = None,
        cores: float | None = None,
    ) -> Load:
        return Load(
            candidate.name,
            self._where(candidate, where),
            more,
            spent.server_shares if spent else None,
            cores,
            bool(spent and spent.one_process),
            self.detects,
            self._line(candidate, where),
            candidate in applications_apart(self._meant),
        )

    @property
    def _meant(self) -> Sequence[Ranked]:
        """What is advised; where nothing serves, what does once the least is given up."""
        answer = self._answer
        if answer is None:
            return ()
        return answer.advised or [each.first for each in answer.relaxations[:1]]

    @property
    def _without(self) -> list[str]:
        """The servers where nothing serves."""
        return lacking(self._answer, self._lacking) if self._answer else []

    @property
    def _advised(self) -> list[Candidate]:
        """Where everything has to be changed, nothing serves as it was measured: then also the
        cheapest of the servers where no change helps."""
        known = [each.candidate for each in self._meant]
        if not self.only_changed:
            return known
        ranked = sorted(self.candidates, key=lambda each: each.order)
        there = {each: [one for one in ranked if one.server == each] for each in self._without}
        return [*known, *(each[0] for each in there.values())]

    def _spent(self, candidate: Candidate) -> list[Spending]:
        place = candidate.server, candidate.protection
        return [each for each in self.spent if (each.server, each.protection) == place]

    def _more(self, candidate: Candidate) -> list[tuple[Message, Interval]]:
        told = [
            (each.work, each.cost.interval)
            for each in candidate.costs
            if each.in_cpu_time and each.cost.interval
        ]
        spent = max(self._spent(candidate), key=lambda each: each.percent.percent, default=None)
        return told or ([(spent.where, spent.percent)] if spent else [])

    def _where(self, candidate: Candidate, of_work: Message) -> Message:
        server = _THERE.with_values(server=candidate.server) if self.named else NOTHING
        return _after(server, of_work) if server and of_work else server or of_work

    def _line(self, candidate: Candidate, of_work: Message) -> Message:
        named = Message(candidate.server) if self.named else NOTHING
        return listed([each for each in (named, of_work) if each])

    @property
    def only_changed(self) -> bool:
        """Whether what is advised has to be changed first."""
        answer = self._answer
        return bool(answer and answer.advised and not answer.advised[0].as_measured)

    @property
    def as_measured(self) -> frozenset[tuple[str, str]]:
        """Servers and protections that are advised as they were measured."""
        known = self._answer.advised if self._answer else ()
        return frozenset(
            (each.candidate.server, each.candidate.protection) for each in known if each.as_measured
        )

    @property
    def not_included(self) -> Message:
        """What is advised and no cost has."""
        return not_included_words(self._meant)

    def to_json(self) -> dict[str, object]:
        """By name: codes for programs, sentences in English."""
        return {
            "requirements": requirements_table(self.asked),
            "todo": str(self.todo),
            "lost": str(self.lost),
            "servers": str(self.servers),
            "answers": [answer_json(each) for each in self.answers],
        }


_THERE = phrase("on {server}")
_LEFT_OUT = phrase("Left out: {servers}, where nothing that was measured serves.")
_NOT_KNOWN = phrase("Left out, because its cost is not known: {places}.")
_LEFT_OUT_EVEN_CHANGED = phrase("Left out: {servers}, where no change helps.")


def _after(one: Message, other: Message) -> Message:
    return _THEN.with_values(first=one, next=other)


_THEN = phrase("{said} Then: {conditions}")
_MOST = 3
"""Conditions of what is cheaper; the section on advice has them all."""
_SEE = phrase("{said} Conditions: see Advice.")
_MORE = phrase("{said} More conditions: see Advice.")
_ON_ONE = phrase("{said} Condition: {conditions}")
_ON_SEVERAL = phrase("{said} Conditions: {conditions}")
_THEN = phrase("{first} {next}")


def advised(report: CampaignReport) -> Advised:
    """Of a campaign, by what is required of it."""
    candidates = tuple(candidates_of(report))
    asked, measured = report.requirements, any(each.cost for each in candidates)
    spent, unknown = spent_of(report)
    steps = [asked.withstand] if asked.asks else usual_steps(candidates)
    answers = (advise(candidates, replace(asked, withstand=each)) for each in steps)
    return Advised(
        asked,
        tuple(answers) if measured else (),
        spent,
        candidates,
        named=len({each.server for each in report.cells}) > 1,
        at=common_work(report.headline),
        cores=_cores(report),
        detects=report.quality.cpu_tells_apart_percent or 0.0,
        unknown=unknown,
        short=short_of(report),
    )


def _cores(report: CampaignReport) -> int | None:
    known = report.environment.get("logical_cores")
    return known if isinstance(known, int) else None
