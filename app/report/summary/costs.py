"""Costs for who decides: an interval, or that one is under so much; nothing that is unproven."""

from __future__ import annotations

from app.findings.cost import Cost
from app.findings.interval_words import FACTOR_PERCENT, bounded, in_factors
from app.findings.verdict import VerdictKind
from engines.contract.message import Message, Number, phrase


def cost_words(cost: Cost, *, cpu: bool = False) -> Message:
    """“12 % (11 to 13)”, “180 times as much (170 to 190)”, “under 2 %”; of CPU time it says so."""
    return in_cpu_time(_words(cost)) if cpu else _words(cost)


def in_cpu_time(said: Message) -> Message:
    """That what is said of costs is of CPU time."""
    return _IN_CPU.with_values(cost=said)


def _words(cost: Cost) -> Message:
    found = cost.interval
    match cost.verdict:
        case VerdictKind.COSTS if found is not None:
            if found.percent >= FACTOR_PERCENT:
                return in_factors(_TIMES, found)
            return bounded(_PERCENT, found, unit="")
        case VerdictKind.FASTER if found is not None:
            return bounded(_FASTER, -found, unit="")
        case VerdictKind.COSTS_LITTLE | VerdictKind.NONE_FOUND:
            return _UNDER.with_values(most=Number(cost.most_percent, 0, "%"))
        case VerdictKind.TOO_FEW:
            return _TOO_FEW
    return _UNKNOWN_AS.with_values(why=cost.brief) if cost.brief else _UNKNOWN


_PERCENT = phrase("{percent} ({low} to {high})")
_TIMES = phrase("{times} times as much ({low} to {high})")
_FASTER = phrase("{percent} faster ({low} to {high})")
_UNDER = phrase("under {most}")
_TOO_FEW = phrase("not known: too few repetitions")
_UNKNOWN = phrase("not known: too noisy here")
_UNKNOWN_AS = phrase("not known: {why}")
_IN_CPU = phrase("{cost} in CPU time")
