"""The quality of a campaign's measurements: the detection limit (smallest detectable cost), which
the control gives, and how much turns vary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev

from app.findings.compare import Comparisons
from app.findings.interval_words import margin_words
from app.findings.verdict import NOISY_MARGIN_PERCENT, OTHERS_SHARE
from app.plan.matrix import reasons_for_whole, simultaneous_sides
from app.results.records import CampaignSnapshot
from app.results.turns import Turns
from engines.contract.message import Message, Number, percent, phrase
from engines.contract.protection import ProtectionKind


@dataclass(frozen=True)
class Quality:
    """How precisely the machine measured.

    `detection_limit_percent` is the median over operations of the margins that the control (the
    baseline measured again) gives, `best_percent` the smallest, `worst_percent` the largest,
    `cpu_detection_limit_percent` the median in CPU time; None with fewer than two blocks.
    `turns_vary_percent` is the coefficient of variation of the baseline's turns (median over
    operations), `others_percent` the largest share of the core that other programs took from an
    operation; None without turns.
    """

    detection_limit_percent: float | None
    best_percent: float | None
    worst_percent: float | None
    turns_vary_percent: float | None = None
    others_percent: float | None = None
    cpu_detection_limit_percent: float | None = None
    taken_everywhere: bool = True
    """Whether other programs took too much of the core from every operation, not from some."""
    why_whole_runs: tuple[Message, ...] = ()
    """Why some cases were measured in whole runs, though the plan asked for turns."""
    simultaneous_sides: int = 1
    """How many protections received requests at the same time, at most."""
    has_database: bool = True
    """Whether the baseline is plaintext in a database; False for raw ciphers."""

    @property
    def sentences(self) -> tuple[Message, ...]:
        shared = (
            (_SHARED.with_values(sides=Number(self.simultaneous_sides)),)
            if self.simultaneous_sides > 1
            else ()
        )
        whole = (_WHOLE.with_values(why=each) for each in self.why_whole_runs)
        return (*_sentences(self), *shared, *whole)

    @property
    def text(self) -> str:
        """The same in English, in one line."""
        return " ".join(map(str, self.sentences))

    def to_json(self) -> dict[str, object]:
        return {
            "text": self.text,
            "tells_apart_percent": self.detection_limit_percent,
            "best_percent": self.best_percent,
            "worst_percent": self.worst_percent,
            "turns_vary_percent": self.turns_vary_percent,
            "others_percent": self.others_percent,
            "cpu_tells_apart_percent": self.cpu_detection_limit_percent,
        }


def quality_of(snapshot: CampaignSnapshot, compared: Comparisons) -> Quality:
    """The quality of a campaign as far as it has come."""
    margins = [
        row.cost.margin
        for row in compared.rows
        if row.control and row.cost.interval and row.cost.margin is not None
    ]
    by_cpu = [row.cpu.margin for row in compared.rows if row.control and row.cpu.margin is not None]
    others = [row.others_percent for row in compared.rows if row.others_percent is not None]
    return Quality(
        detection_limit_percent=median(margins) if margins else None,
        best_percent=min(margins, default=None),
        worst_percent=max(margins, default=None),
        turns_vary_percent=_turns_vary(snapshot),
        others_percent=max(others, default=None),
        cpu_detection_limit_percent=median(by_cpu) if by_cpu else None,
        taken_everywhere=all(
            (row.others_percent or 0.0) > 100 * OTHERS_SHARE
            for row in compared.rows
            if row.cost.low is not None
        ),
        why_whole_runs=tuple(reasons_for_whole(snapshot.campaign)),
        simultaneous_sides=max(
            (simultaneous_sides(snapshot.campaign, cell.case) for cell in snapshot.cells), default=1
        ),
        has_database=not any(cell.kind == ProtectionKind.CIPHER for cell in snapshot.cells),
    )


_LEAST_SHARE_OF_TURN = 0.75
"""A turn with less of the statements of the longest one was cut short."""


def _turns_vary(snapshot: CampaignSnapshot) -> float | None:
    """Coefficient of variation of the seconds per statement over the baseline's complete turns, the
    median over operations; in percent."""
    baseline = snapshot.campaign.baseline
    found: list[float] = []
    for each in snapshot.operations:
        if each.is_counted and each.turns is not None and each.run.protection == baseline:
            turns = Turns.from_bytes(each.turns)
            most = max(turns.statements, default=0)
            whole = [
                seconds
                for seconds, statements in zip(
                    turns.seconds_per_statement, turns.statements, strict=True
                )
                if 0 < statements >= _LEAST_SHARE_OF_TURN * most
            ]
            if (spread := _spread(whole)) is not None:
                found.append(spread)
    return median(found) if found else None


def _spread(values: Sequence[float]) -> float | None:
    if len(values) < 2 or not (mean := fmean(values)):
        return None
    return 100 * stdev(values) / mean


def _sentences(quality: Quality) -> Iterator[Message]:
    margin = quality.detection_limit_percent
    if margin is None:
        yield _UNKNOWN if quality.has_database else _BASELINE_UNKNOWN
        return
    if quality.turns_vary_percent is not None:
        yield _MET.with_values(vary=percent(quality.turns_vary_percent))
    if (quality.others_percent or 0.0) > 100 * OTHERS_SHARE:
        message = _TAKEN if quality.taken_everywhere else _TAKEN_FROM_SOME
        yield message.with_values(others=percent(quality.others_percent or 0.0))
        if quality.taken_everywhere:
            yield from _by_cpu(quality, margin)
            return
    if margin > NOISY_MARGIN_PERCENT:
        yield _with_margins(
            quality, margin, *(_SEPARATE if quality.has_database else _BASELINE_DIFFERS)
        )
    else:
        yield _with_margins(quality, margin, *_DETECTION_LIMIT)
    yield from _by_cpu(quality, margin)


def _by_cpu(quality: Quality, margin: float) -> Iterator[Message]:
    by_cpu = quality.cpu_detection_limit_percent
    if by_cpu is not None and by_cpu < margin:
        yield _BY_CPU.with_values(margin=margin_words(by_cpu))


def _with_margins(quality: Quality, margin: float, one: Message, several: Message) -> Message:
    """The median margin, with the smallest and the largest where they differ."""
    least, most = quality.best_percent or margin, quality.worst_percent or margin
    ends = margin_words(least), margin_words(most)
    message = one if str(ends[0]) == str(ends[1]) else several
    return message.with_values(margin=margin_words(margin), least=ends[0], most=ends[1])


_MET = phrase("The speed varied by {vary} from turn to turn, for all protections at the same time.")
_TAKEN = phrase(
    "Other programs used up to {others} of the core. Elapsed times have no verdict; CPU times "
    "have one."
)
_TAKEN_FROM_SOME = phrase(
    "Other programs used up to {others} of the core. Some elapsed times have no verdict; CPU "
    "times have one."
)
_BY_CPU = phrase("By CPU time, the detection limit is typically {margin}.")
_SHARED = phrase(
    "All protections shared one schedule of requests, in random order, each at the planned rate. "
    "The server received {sides} times that rate."
)
_WHOLE = phrase("Runs were measured one after another, in ABBA order: {why}.")
_DETECTION_LIMIT = (
    phrase("Detection limit: {margin}."),
    phrase("Detection limit: typically {margin} ({least} to {most})."),
)
_SEPARATE = (
    phrase(
        "Two identical plaintext databases differed by up to {margin}: small costs cannot be "
        "detected."
    ),
    phrase(
        "Two identical plaintext databases typically differed by {margin} ({least} to {most}): "
        "small costs cannot be detected."
    ),
)
_UNKNOWN = phrase(
    "Detection limit: unknown. It requires the control (plaintext measured twice) and at least "
    "two blocks."
)
_BASELINE_DIFFERS = (
    phrase(
        "The baseline, measured twice, differed by up to {margin}: small costs cannot be detected."
    ),
    phrase(
        "The baseline, measured twice, typically differed by {margin} ({least} to {most}): small "
        "costs cannot be detected."
    ),
)
_BASELINE_UNKNOWN = phrase(
    "Detection limit: unknown. It requires the control (the baseline measured twice) and at least "
    "two blocks."
)
