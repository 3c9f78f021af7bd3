"""On what condition something is advised, what else to measure, and what would be cheaper."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from app.advice.advising import Advice, Ranked
from app.advice.rule import Reason
from app.plan.requirements import Search
from app.report.summary.advice_words import CHANGES, by_name, conditions_words
from app.report.summary.model import in_sequence
from app.report.summary.rows import anded
from engines.contract.message import NOTHING, Message, in_a_row, phrase


def conditions_sentence(found: Sequence[Ranked]) -> Message:
    """All conditions; nothing without any."""
    told = conditions_words(found)
    if not told:
        return NOTHING
    frame = _CONDITION if len(told) == 1 else _CONDITIONS
    return frame.with_values(conditions=in_sequence(told))


def cheaper_sentences(
    found: Sequence[Sequence[Ranked]], servers: Collection[str]
) -> Iterator[Message]:
    """What serves against less, as it was measured and once it is changed, with what has to be
    changed; against whom, and on what conditions, is told elsewhere."""
    ready = [[one for one in each if one.as_measured] for each in found]
    open_yet = [[one for one in each if not one.as_measured] for each in found]
    for frame, groups in ((_CHEAPER, ready), (_MAY_BE_CHEAPER, open_yet)):
        told = [_changed(some, servers) for some in groups if some]
        if told:
            yield frame.with_values(found=in_a_row(told))


def _changed(found: Sequence[Ranked], servers: Collection[str]) -> Message:
    """Their names, which say themselves that there is a new IV, with what else has to change."""
    codes = {one.code for each in found for one in each.conditions if not one.as_measured}
    changes = [said for code, said in CHANGES.items() if code in codes - {Reason.FRESH_IV}]
    names = by_name(found, servers)
    return _WITH.with_values(names=names, changes=anded(changes)) if changes else names


def to_measure_words(advice: Advice, servers: Sequence[str], named: bool) -> Message:
    """That a protection in the application is still to be measured on these servers."""
    if not servers or advice.asked.search is Search.RANGE:
        return NOTHING
    if not named:
        return _MEASURE_TOO
    return _MEASURE_TOO_ON.with_values(servers=anded([Message(each) for each in servers]))


_MEASURE_TOO = phrase(
    "Measure AES-256-GCM in the application, too: by its design, it keeps out all of these."
)
_MEASURE_TOO_ON = phrase(
    "Measure AES-256-GCM in the application, too, on {servers}: by its design, it keeps out all of "
    "these."
)
_CONDITION = phrase("Condition: {conditions}")
_CONDITIONS = phrase("Conditions: {conditions}")
_WITH = phrase("{names} (with {changes})")
_CHEAPER = phrase("Cheaper, but against less (see Advice): {found}.")
_MAY_BE_CHEAPER = phrase(
    "Perhaps cheaper, but against less: change and measure again (see Advice) {found}."
)
