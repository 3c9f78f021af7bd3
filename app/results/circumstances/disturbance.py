"""What can disturb a run, and how it is said.

A mark is kept as its English sentences, by the beginning of which its causes are known again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from engines.contract.message import Message, phrase


class Cause(StrEnum):
    """Why a run tells less of a protection than it should."""

    OTHERS = "others"
    HOST = "host"
    QUOTA = "quota"
    CANARY = "canary"
    WITHIN = "within"
    FREQUENCY = "frequency"
    SWITCHES = "switches"
    WAITING = "waiting"


SAID: Mapping[Cause, Message] = {
    Cause.OTHERS: phrase("other programs took {share} of the core that is measured on"),
    Cause.HOST: phrase("the host gave {share} of the processor to others"),
    Cause.QUOTA: phrase("a CPU quota kept the processor away for {share} of the time"),
    Cause.CANARY: phrase("the canary before or after it was off its median by {share}"),
    Cause.WITHIN: phrase("between its operations the canary was off its median by {share}"),
    Cause.FREQUENCY: phrase("the clock frequency was off its median by {share}"),
    Cause.SWITCHES: phrase(
        "involuntary context switches were {count}, where {usual} are usual for it"
    ),
    Cause.WAITING: phrase(
        "work waited for a processor for {share} of the time, where {usual} are usual"
    ),
}
"""Each begins like no other."""


def joined(reasons: Sequence[Message]) -> str:
    """The mark of a run; empty without a reason."""
    return "; ".join(map(str, reasons)) + "." if reasons else ""


def causes_of(mark: str) -> set[Cause]:
    """The causes that a mark tells of."""
    return {
        cause
        for cause, said in SAID.items()
        if any(part.startswith(_beginning(said)) for part in mark.split("; "))
    }


def reasons_of(mark: str) -> list[Message]:
    """What a mark says, to be told in any language; a part that is not known, as it stands."""
    return [_reason(part) for part in mark.removesuffix(".").split("; ") if part]


def _reason(part: str) -> Message:
    for said in SAID.values():
        places = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(said.template))
        if found := re.fullmatch(places, part):
            return said.with_values(**found.groupdict())
    return Message(part)


def _beginning(said: Message) -> str:
    return said.template.partition("{")[0]
