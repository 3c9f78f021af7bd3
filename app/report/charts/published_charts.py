"""Published studies in charts: how their series look, and the notes about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from app.findings.figure import Figure
from app.findings.studies.matching import StudyMatch
from app.findings.studies.study import Study
from app.plan.cell_key import ALL_CASES
from app.report.drawing.chart import ChartedStudy, LineStyle, Stroke
from app.report.figures.latency import LATENCIES, is_under_load
from app.report.figures.matched_study import (
    MatchedStudy,
    PublishedValues,
    match_values,
    restricted_to,
    series_name,
)
from app.report.words.colours import CURVE_LOOKS, STUDY_LOOKS
from app.results.records import CampaignSnapshot, CellRecord
from engines.contract.message import Message, phrase
from workloads.contract import Case
from workloads.load import RATE

# Speeds of raw ciphers, ours and those that studies have beside them.


@dataclass(frozen=True)
class SpeedSource:
    """A provider of ours, or what the study of that number measured."""

    name: str
    study: int | None = None


@dataclass(frozen=True)
class Speed:
    """A mean of one measure, with the cell that it belongs to; `reported` where it is that of the
    study of that number, beside ours."""

    row: Figure
    cell: CellRecord
    mean: float
    published: StudyMatch | None = None
    number: int | None = None

    @property
    def who(self) -> SpeedSource:
        return (
            SpeedSource(series_name(self.published), self.number)
            if self.published
            else SpeedSource(self.row.server)
        )


def study_speeds(
    studies: Iterable[Study], snapshot: CampaignSnapshot, speeds: Iterable[Speed]
) -> list[MatchedStudy]:
    return list(match_values(studies, snapshot, [each.row for each in speeds], _NO_SPEED))


_NO_SPEED = phrase("{study}: no speed matches a cipher, operation and case of this campaign.")


def published_speeds(matched: Sequence[MatchedStudy], speeds: Iterable[Speed]) -> list[Speed]:
    """What studies say beside these speeds."""
    ours = {each.row.key: each for each in speeds}
    return [
        Speed(own.row, own.cell, published.value, published, number)
        for number, each in enumerate(matched)
        for published in each.found
        if published.value is not None and published.key.case != ALL_CASES
        for own in [ours[published.key]]
    ]


# Latencies that studies have beside those of a load of ours.

P99 = "latency_p99_ms"
_SHARES = {"p50": 2.0, "p95": 20.0, "p99": 100.0, "p999": 1000.0}
"""Names of percentiles, and 1 ÷ (1 − share): where they stand in a plot."""
_UNITS = {**{f"latency_{name}_ms": "ms" for name in LATENCIES}, RATE: "/s"}


def match_latencies(
    studies: Iterable[Study],
    snapshot: CampaignSnapshot,
    rows: Iterable[Figure],
    shows: Callable[[str, str, Case], bool] = lambda _server, _protection, _case: True,
) -> list[MatchedStudy]:
    """Studies beside what was under load: latencies, and requests answered per second. Places that
    are not shown, by server, protection and case, are left out."""
    loaded = {
        each.key for each in snapshot.operations if is_under_load(each) and shows(*each.run.key[:3])
    }
    wanted = [
        replace(row, measure=measure, unit=unit)
        for row in rows
        if row.key in loaded
        for measure, unit in _UNITS.items()
    ]
    return list(match_values(studies, snapshot, wanted, _NO_LATENCY))


_NO_LATENCY = phrase(
    "{study}: no latency matches an engine, protection, operation and case of this campaign."
)


def latencies_of(
    matched: Iterable[MatchedStudy], cells: Iterable[CellRecord], operation: str
) -> list[MatchedStudy]:
    """The studies with what stands beside these cells in one operation."""
    known = list(matched)
    places = {each.key._replace(operation=operation) for each in cells}
    return restricted_to(known, (b for each in known for b in each.found if b.key in places))


def percentile_points(published: PublishedValues) -> Iterator[tuple[float, float]]:
    """Its percentiles as points of `percentiles_of`, in milliseconds; one that is too short to have
    been measured is left out."""
    for name, place in _SHARES.items():
        value = published.values.get(f"latency_{name}_ms", 0.0)
        if value > 0:
            yield place, value


def charted_studies(matched: Sequence[MatchedStudy]) -> Iterator[ChartedStudy]:
    """Who they are and where they can be read: those that have something to draw."""
    for number, each in enumerate(matched):
        if each.found:
            yield ChartedStudy(each.study.short_name, each.study.found_at, study_colour_key(number))


def study_notes(matched: Iterable[MatchedStudy]) -> Iterator[Message]:
    """A paragraph for each: how much of it stands there, and what differs."""
    for each in matched:
        sentences = (each.message, *(each.differs if each.found else ()))
        yield reduce(lambda one, other: phrase("{one} {other}", one=one, other=other), sentences)


def study_line_style(
    number: int, name: Message, marker: str, stroke: Stroke = "dash-dot"
) -> LineStyle:
    """A line of the study of that number: in its colour, with hollow marks."""
    return LineStyle(name, study_colour_key(number), stroke, marker, hollow=True)


def matched_line_style(published: PublishedValues, ours: LineStyle) -> LineStyle:
    """That of a study's values beside a line of ours: with its mark, or a circle beside the
    baseline's."""
    marker = "o" if ours.hollow else CURVE_LOOKS[ours.colour].marker
    name = phrase("{protection} · {study}", protection=ours.name, study=published.name)
    return study_line_style(published.number, name, marker)


def colour_key_of_study(matched: Sequence[MatchedStudy], name: str) -> str:
    """The colour key of the study called `name` among those that are laid beside."""
    return study_colour_key([each.study.name for each in matched].index(name))


def study_colour_key(number: int) -> str:
    return list(STUDY_LOOKS)[number % len(STUDY_LOOKS)]
