"""A campaign's answer to the user's requirements: advice on its protections, and the servers on
which a better protection was not measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from app.advice.advising import Advice, RankedProtection, Relaxation, advise, usual_steps
from app.advice.candidate import Candidate
from app.advice.capacity import CpuUse
from app.plan.requirements import Requirements, SearchNeed, Withstand, requirements_table
from app.report.figures.campaign_report import CampaignReport, cached_on_report
from app.report.figures.candidates import candidates_of, decided_cpu_uses
from engines.contract.protection import ProtectionKind
from engines.properties import Exclusion


@dataclass(frozen=True)
class CampaignAnswer:
    """`answers` has the advice on `requirements`; where none are given, one advice for each of the
    usual ones."""

    requirements: Requirements
    answers: tuple[Advice, ...]
    candidates: tuple[Candidate, ...]
    spent: tuple[CpuUse, ...]

    @cached_property
    def advice(self) -> Advice | None:
        """On `requirements`; without any, on the strictest usual ones that a protection
        satisfies, preferably as measured. None without protections."""
        if self.requirements.asks or not any(each.ranked for each in self.answers):
            return next(iter(self.answers), None)
        able = [each for each in self.answers if each.ranked]
        as_measured = [each for each in able if each.advised[0].as_measured]
        return (as_measured or able)[-1]

    @property
    def advised(self) -> Sequence[RankedProtection]:
        """The cheapest suitable protection of each server."""
        return self.advice.advised if self.advice else ()

    @property
    def relaxation(self) -> Relaxation | None:
        """If nothing is suitable: the smallest change of the requirements."""
        return next(iter(self.advice.relaxations), None) if self.advice else None

    @property
    def recommended_or_relaxed(self) -> Sequence[RankedProtection]:
        """`advised`; if nothing satisfies all requirements, the protection that satisfies the
        most."""
        if self.advised or self.relaxation is None:
            return self.advised
        return [self.relaxation.first]

    @property
    def as_measured(self) -> bool:
        """Whether the first is suitable without changes."""
        return bool(self.advised) and self.advised[0].as_measured

    @property
    def without_application(self) -> list[str]:
        """Servers without a measured protection in the application, which would be suitable."""
        if self.requirements.search is SearchNeed.RANGE:
            return []
        encrypted = {e.server for e in self.candidates if e.kind is ProtectionKind.CLIENT}
        servers = dict.fromkeys(each.server for each in self.candidates)
        return [each for each in servers if each not in encrypted]

    def to_json(self) -> dict[str, object]:
        return {
            "requirements": requirements_table(self.requirements),
            "answers": [_advice_json(each) for each in self.answers],
        }


@cached_on_report
def answer_of(report: CampaignReport) -> CampaignAnswer:
    candidates = candidates_of(report)
    requirements, measured = report.requirements, any(each.cost for each in candidates)
    steps = [requirements.withstand] if requirements.asks else [*usual_steps(candidates)]
    answers = [advise(candidates, replace(requirements, withstand=each)) for each in steps]
    if not requirements.asks and not any(each.ranked for each in answers):
        listener = advise(candidates, replace(requirements, withstand=(Withstand.NETWORK,)))
        answers = [listener] if listener.ranked else answers
    return CampaignAnswer(
        requirements,
        tuple(answers) if measured else (),
        tuple(candidates),
        tuple(decided_cpu_uses(report)),
    )


def excluded_attackers(found: Sequence[RankedProtection]) -> dict[Exclusion, list[Withstand]]:
    """The attackers whom all of these exclude, fully and partly. Logins count only on servers with
    logins; the network only if nobody else is excluded."""
    attackers: dict[Exclusion, list[Withstand]] = {Exclusion.FULL: [], Exclusion.PARTLY: []}
    for threat in (Withstand.DISK, Withstand.OS_LOGIN, Withstand.LOGIN):
        states = {
            each.candidate.exclusion_of(threat)
            for each in found
            if threat is Withstand.DISK or not each.candidate.in_process
        }
        if states and Exclusion.NONE not in states:
            attackers[Exclusion.PARTLY if Exclusion.PARTLY in states else Exclusion.FULL].append(
                threat
            )
    network = {each.candidate.properties.network for each in found}
    if (
        not attackers[Exclusion.FULL]
        and not attackers[Exclusion.PARTLY]
        and network == {Exclusion.FULL}
    ):
        attackers[Exclusion.FULL].append(Withstand.NETWORK)
    return attackers


def _advice_json(advice: Advice) -> dict[str, object]:
    return {
        "withstand": [each.value for each in advice.requirements.withstand],
        "search": advice.requirements.search.value,
        "ranked": [
            {
                **_candidate_json(each.candidate),
                "as_measured": each.as_measured,
                "conditions": [applied.to_json() for applied in each.conditions],
            }
            for each in advice.ranked
        ],
        "ruled_out": [
            {
                **_candidate_json(each.candidate),
                "reasons": [applied.to_json() for applied in each.reasons],
            }
            for each in advice.ruled_out
        ],
        "give_up": [
            {
                "withstand": [one.value for one in each.dropped],
                "search": each.search.value if each.search is not None else None,
                "any_cost": each.any_cost,
                **_candidate_json(each.first.candidate),
                "conditions": [applied.to_json() for applied in each.first.conditions],
            }
            for each in advice.relaxations
        ],
    }


def _candidate_json(candidate: Candidate) -> dict[str, object]:
    return {
        "server": candidate.server,
        "protection": candidate.protection,
        "cost": candidate.cost.text,
        "cost_percent": candidate.cost.percent,
    }
