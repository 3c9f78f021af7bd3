"""How good the machine was for a campaign: what it could tell apart, and what disturbed it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev

from app.plan.matrix import why_whole
from app.plan.status import Status
from app.results.circumstances.disturbance import Cause, causes_of
from app.results.compare import Comparisons
from app.results.records import CampaignSnapshot, RunRecord
from app.results.turns import Turns
from app.results.verdict import MOST_TELLING, OTHERS_SHARE, margin_words
from engines.contract.message import Message, Number, percent, phrase
from engines.contract.protection import ProtectionKind

BUSY_SHARE = 0.25
"""Where a larger share of the runs was disturbed the machine is busy, and no run is repeated."""


@dataclass(frozen=True)
class Quality:
    """The machine's part in what a campaign tells. Warm-ups, and runs that are not done or stood
    still, are left out.

    `tells_apart_percent` is the median of the margins that the second plaintext cell gives,
    `best_percent` the smallest, `worst_percent` the largest; None without two blocks of it.
    Of `runs`, `disturbed` were so; `replaced` (disturbed or compared with such) were repeated and
    no longer count;
    `still_counting` are disturbed and count. `causes` says how many runs each cause has disturbed.
    `canary_s` is the median of the canary, `canary_spread_percent` its coefficient of variation.
    Where sides took turns, `turns_vary_percent` is the coefficient of variation of the baseline's,
    in the middle of all operations, `others_percent` the largest share of the core that others took
    from an operation's, and `cpu_tells_apart_percent` the median of the margins of CPU time.
    """

    watched: bool
    tells_apart_percent: float | None
    best_percent: float | None
    worst_percent: float | None
    runs: int
    disturbed: int
    replaced: int
    still_counting: int
    causes: Mapping[Cause, int]
    canary_s: float | None
    canary_spread_percent: float | None
    turns_vary_percent: float | None = None
    others_percent: float | None = None
    cpu_tells_apart_percent: float | None = None
    whole: tuple[Message, ...] = ()
    """Why runs of some cases could not take turns, though the plan asked for it."""
    database: bool = True
    """Whether what was measured twice is plaintext in a database, and not some other baseline."""

    @property
    def busy(self) -> bool:
        """Whether so many runs were disturbed that repeating them was no use."""
        return self.disturbed > BUSY_SHARE * self.runs

    @property
    def sentences(self) -> tuple[Message, ...]:
        """What is to be said of it, shortly."""
        return (*_sentences(self), *(_WHOLE.with_values(why=each) for each in self.whole))

    @property
    def text(self) -> str:
        """The same in English, in one line."""
        return " ".join(map(str, self.sentences))

    def to_json(self) -> dict[str, object]:
        """Its figures by name."""
        return {
            "text": self.text,
            "tells_apart_percent": self.tells_apart_percent,
            "best_percent": self.best_percent,
            "worst_percent": self.worst_percent,
            "runs": self.runs,
            "disturbed": self.disturbed,
            "replaced": self.replaced,
            "still_counting": self.still_counting,
            "busy": self.busy,
            "causes": {cause.value: count for cause, count in self.causes.items()},
            "canary_s": self.canary_s,
            "canary_spread_percent": self.canary_spread_percent,
            "turns_vary_percent": self.turns_vary_percent,
            "others_percent": self.others_percent,
            "cpu_tells_apart_percent": self.cpu_tells_apart_percent,
        }


def quality_of(snapshot: CampaignSnapshot, compared: Comparisons) -> Quality:
    """The quality of a campaign as far as it has come."""
    margins = [
        row.margin_percent
        for row in compared.rows
        if row.control and row.cost_low_percent is not None and row.margin_percent is not None
    ]
    by_cpu = [
        row.cpu_margin_percent
        for row in compared.rows
        if row.control and row.cpu_margin_percent is not None
    ]
    others = [row.others_percent for row in compared.rows if row.others_percent is not None]
    runs = [run for run in snapshot.runs if _is_measured(run)]
    disturbed = [run for run in runs if run.disturbed]
    canaries = [run.canary_s for run in snapshot.runs if run.canary_s]
    return Quality(
        watched=any(run.placement or run.canary_s or run.disturbed for run in snapshot.runs),
        tells_apart_percent=median(margins) if margins else None,
        best_percent=min(margins, default=None),
        worst_percent=max(margins, default=None),
        runs=len(runs),
        disturbed=len(disturbed),
        replaced=sum(run.replaced for run in runs),
        still_counting=sum(not run.replaced for run in disturbed),
        causes=_counted(disturbed),
        canary_s=median(canaries) if canaries else None,
        canary_spread_percent=_spread(canaries),
        turns_vary_percent=_turns_vary(snapshot),
        others_percent=max(others, default=None),
        cpu_tells_apart_percent=median(by_cpu) if by_cpu else None,
        whole=tuple(_whole(snapshot)),
        database=not any(cell.kind == ProtectionKind.CIPHER for cell in snapshot.cells),
    )


def _is_measured(run: RunRecord) -> bool:
    return run.status is Status.DONE and not run.warmup and not run.stalled


def _whole(snapshot: CampaignSnapshot) -> Iterator[Message]:
    cases = dict.fromkeys(cell.case for cell in snapshot.cells)
    reasons = [why_whole(snapshot.campaign, case) for case in cases]
    yield from {str(why): why for why in reasons if why}.values()


def _turns_vary(snapshot: CampaignSnapshot) -> float | None:
    """How much whole turns of the baseline differ within an operation, in the middle of all."""
    baseline = snapshot.campaign.baseline
    found: list[float] = []
    for each in snapshot.operations:
        if each.counts and each.turns is not None and each.protection == baseline:
            turns = Turns.unpacked(each.turns)
            most = max(turns.statements, default=0)
            whole = [
                seconds
                for seconds, statements in zip(turns.seconds, turns.statements, strict=True)
                if statements == most
            ]
            if (spread := _spread(whole)) is not None:
                found.append(spread)
    return median(found) if found else None


def _counted(runs: Sequence[RunRecord]) -> dict[Cause, int]:
    found = Counter(cause for run in runs for cause in causes_of(run.disturbed or ""))
    return {cause: found[cause] for cause in Cause if found[cause]}


def _spread(values: Sequence[float]) -> float | None:
    if len(values) < 2 or not (mean := fmean(values)):
        return None
    return 100 * stdev(values) / mean


def _sentences(quality: Quality) -> Iterator[Message]:
    margin = quality.tells_apart_percent
    if quality.turns_vary_percent is not None and margin is not None:
        yield from _of_turns(quality, quality.turns_vary_percent, margin)
        return
    if margin is None:
        yield _UNKNOWN if quality.database else _BASELINE_UNKNOWN
    elif margin > MOST_TELLING:
        yield _told(quality, margin, *(_APART if quality.database else _BASELINE_APART))
    elif quality.watched and not quality.disturbed:
        yield _told(quality, margin, *_UNDISTURBED)
        return
    else:
        yield _told(quality, margin, *_TELLS_APART)
    if not quality.watched:
        yield _NOT_WATCHED
    elif quality.disturbed:
        yield from _disturbed(quality)
    else:
        yield _NONE_DISTURBED


def _of_turns(quality: Quality, vary: float, margin: float) -> Iterator[Message]:
    yield _MET.with_values(vary=percent(vary))
    if (quality.others_percent or 0.0) > 100 * OTHERS_SHARE:
        yield _TAKEN.with_values(others=percent(quality.others_percent or 0.0))
    else:
        yield _told(quality, margin, *(_APART if margin > MOST_TELLING else _TELLS_APART))
    by_cpu = quality.cpu_tells_apart_percent
    if by_cpu is not None and by_cpu < margin:
        yield _BY_CPU.with_values(margin=margin_words(by_cpu))
    if quality.disturbed:
        yield from _disturbed(quality)


def _told(quality: Quality, margin: float, one: Message, several: Message) -> Message:
    """The margin of the middle, with the smallest and the largest where they differ."""
    least, most = quality.best_percent or margin, quality.worst_percent or margin
    ends = margin_words(least), margin_words(most)
    said = one if str(ends[0]) == str(ends[1]) else several
    return said.with_values(margin=margin_words(margin), least=ends[0], most=ends[1])


def _disturbed(quality: Quality) -> Iterator[Message]:
    yield _DISTURBED.with_values(
        disturbed=Number(quality.disturbed),
        runs=Number(quality.runs),
        replaced=Number(quality.replaced),
        still=Number(quality.still_counting),
    )
    if quality.causes:
        most = max(quality.causes, key=lambda cause: quality.causes[cause])
        yield _MOST_OFTEN.with_values(cause=_CAUSES[most])
    if quality.busy:
        yield _BUSY


_MET = phrase("Turns vary by {vary} on this machine; all protections met the same moments.")
_TAKEN = phrase(
    "Other programs took up to {others} of the core: elapsed times have no verdict, CPU times have."
)
_BY_CPU = phrase("By CPU time it could typically tell apart {margin}.")
_WHOLE = phrase("Runs were measured one after another, in mirror blocks: {why}.")
_UNDISTURBED = (
    phrase("This machine could tell apart {margin}; undisturbed."),
    phrase("This machine could typically tell apart {margin} ({least} to {most}); undisturbed."),
)
_TELLS_APART = (
    phrase("This machine could tell apart {margin}."),
    phrase("This machine could typically tell apart {margin} ({least} to {most})."),
)
_APART = (
    phrase(
        "Two plaintext databases may differ by {margin} here: small costs cannot be told from "
        "nothing."
    ),
    phrase(
        "Two plaintext databases typically differ by {margin} here ({least} to {most}): small "
        "costs cannot be told from nothing."
    ),
)
_UNKNOWN = phrase(
    "What this machine could tell apart is not known: that takes a second plaintext cell and two "
    "blocks."
)
_BASELINE_APART = (
    phrase(
        "The baseline measured twice may differ by {margin} here: small costs cannot be told from "
        "nothing."
    ),
    phrase(
        "The baseline measured twice typically differs by {margin} here ({least} to {most}): small "
        "costs cannot be told from nothing."
    ),
)
_BASELINE_UNKNOWN = phrase(
    "What this machine could tell apart is not known: that takes a second cell of the baseline and "
    "two blocks."
)
_NOT_WATCHED = phrase("Nobody looked at what else it did.")
_NONE_DISTURBED = phrase("No run was disturbed.")
_DISTURBED = phrase(
    "Disturbed runs: {disturbed} of {runs}; repeated: {replaced}; disturbed, and counting all the "
    "same: {still}."
)
_MOST_OFTEN = phrase("The most frequent cause: {cause}.")
_BUSY = phrase(
    "With more than a quarter of the runs disturbed the machine is busy, and none was repeated any "
    "more."
)

_CAUSES: Mapping[Cause, Message] = {
    Cause.OTHERS: phrase("other programs on the core that is measured on"),
    Cause.HOST: phrase("the host gave the processor to others"),
    Cause.QUOTA: phrase("a CPU quota"),
    Cause.CANARY: phrase("a core that was slower or quicker than usual between runs"),
    Cause.WITHIN: phrase("a core that was slower or quicker than usual within a run"),
    Cause.FREQUENCY: phrase("another clock frequency than usual"),
    Cause.SWITCHES: phrase("more involuntary context switches than usual"),
    Cause.WAITING: phrase("work had to wait for a processor"),
}
