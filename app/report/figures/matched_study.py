"""Studies matched with a campaign: their figures next to its own, for charts, tables and
reports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from app.findings.cost import NO_COST, Cost
from app.findings.figure import Figure
from app.findings.interval_words import FACTOR_PERCENT, factor
from app.findings.studies.matching import StudyMatch, match_figures, set_up_differences
from app.findings.studies.study import Study, StudyFigure
from app.plan.cell_key import CellKey
from app.results.records import CampaignSnapshot
from engines.contract.message import NOTHING, Message, Number, percent, phrase, plural, significant
from workloads.contract import readable

_SOME = plural(
    "{study}: {n} of {all} figures match this campaign.",
    "{study}: {n} of {all} figures matches this campaign.",
    0,
)
_NONE = phrase(
    "{study}: no figure matches an engine, protection, operation and case of this campaign."
)


@dataclass(frozen=True)
class MatchedStudy:
    """A study with its figures that match a campaign's (`found`)."""

    study: Study
    found: tuple[StudyMatch, ...]
    differs: tuple[Message, ...]
    """How the two set-ups differ, a sentence each."""
    nothing: Message = _NONE
    """The sentence if no figure matches."""

    @property
    def message(self) -> Message:
        """How much of it could be matched."""
        used = {each for one in self.found for each in one.figures}
        message = _SOME.with_count(len(used)) if used else self.nothing
        every = Number(len(self.study.figures))
        return message.with_values(study=self.study.short_name, all=every)

    def to_json(self) -> dict[str, object]:
        """The study, what differs, and its figures beside ours."""
        return {
            **self.study.to_json(),
            "said": str(self.message),
            "differs": [str(each) for each in self.differs],
            "rows": [each.to_json() for each in self.found],
        }


def match_study(
    study: Study,
    snapshot: CampaignSnapshot,
    ours: Iterable[Figure],
    measure: str | None = None,
) -> MatchedStudy:
    """Match a study with these figures of a campaign, by the main measure or another one."""
    work = snapshot.campaign.workload.name
    found = match_figures(study, ours, snapshot.cells, work, measure)
    return MatchedStudy(study, tuple(found), tuple(set_up_differences(study, snapshot)))


def cost_text(published: StudyMatch) -> Message:
    """“+4.6 %, sd 4.4”, “× 7,600”, “5 to 10 %”, “at most 2 %”; nothing where it tells no cost."""
    return (
        cost_words(published.cost, worked_out=published.worked_out) if published.cost else NOTHING
    )


def cost_words(cost: Cost, *, worked_out: bool) -> Message:
    """The same of a cost by itself; one that was worked out has no digits of the study's own."""
    if cost.percent is not None:
        return _sized(cost, cost.percent, worked_out=worked_out)
    low, high = (
        None if each is None else significant(each, 3, "%") for each in (cost.low, cost.high)
    )
    if low is not None and high is not None:
        return phrase("{low} to {high}", low=replace(low, unit=""), high=high)
    if high is not None:
        return phrase("at most {high}", high=high)
    return phrase("at least {low}", low=low)


def _sized(cost: Cost, value: float, *, worked_out: bool) -> Message:
    if value >= FACTOR_PERCENT:
        return phrase("× {times}", times=factor(value))
    size = percent(value) if worked_out else significant(value, 3, "%")
    message = phrase("+{cost}", cost=size) if size.value >= 0 else phrase("{cost}", cost=size)
    if cost.sd is None:
        return message
    return phrase("{cost}, sd {sd}", cost=message, sd=significant(cost.sd, 3))


def total_text(published: StudyMatch) -> Message:
    """What it says, what differs, and which line of the study it is."""
    parts = [*published.differences, _SOURCE.with_values(source="; ".join(published.sources))]
    message = cost_text(published) if published.cost else value_text(published)
    if published.cost and published.value is not None:
        message = phrase("{cost}, {value}", cost=message, value=value_text(published))
    return reduce(lambda one, other: phrase("{one}\n{other}", one=one, other=other), parts, message)


_SOURCE = phrase("Source: {source}")


def value_text(published: StudyMatch) -> Message:
    """“14.5 s”; nothing where the study has no value in that measure."""
    scale, unit = readable(published.unit)
    if published.value is None:
        return NOTHING
    return phrase("{value}", value=significant(published.value / scale, 3, unit))


def figure_words(figure: StudyFigure) -> str:
    """“18.4 ± 0.3 s”, “25 to 40 %”, “below 5 %”: a figure as a list of figures has it."""
    unit = figure.unit
    if figure.value is not None:
        spread = "" if figure.sd is None else f" ± {figure.sd:g}"
        return f"{figure.value:g}{spread} {unit}"
    if figure.low is not None and figure.high is not None:
        return f"{figure.low:g} to {figure.high:g} {unit}"
    bound = "at most" if figure.high is not None else "at least"
    return f"{bound} {figure.middle:g} {unit}"


# Values (not costs) of studies, in the measure of a chart or table.


def match_values(
    studies: Iterable[Study],
    snapshot: CampaignSnapshot,
    rows: Sequence[Figure],
    nothing: Message,
) -> Iterator[MatchedStudy]:
    """Match the values of studies with rows, each in the row's own measure; `nothing` is the
    sentence for a study without a match."""
    work = snapshot.campaign.workload.name
    for study in studies:
        found = tuple(
            replace(published, cost=NO_COST, cost_figures=())
            for measure in dict.fromkeys(row.measure for row in rows)
            for published in match_figures(
                study, [row for row in rows if row.measure == measure], snapshot.cells, work
            )
            if published.value is not None
        )
        here = {str(message): message for published in found for message in published.differences}
        differs = (*set_up_differences(study, snapshot), *here.values())
        yield MatchedStudy(study, found, differs, nothing)


def restricted_to(
    matched: Iterable[MatchedStudy], found: Iterable[StudyMatch]
) -> list[MatchedStudy]:
    """The same studies with these matches only."""
    wanted = list(found)
    return [
        replace(each, found=tuple(b for b in wanted if b.study == each.study)) for each in matched
    ]


@dataclass(frozen=True)
class PublishedValues:
    """All values of one study that match one figure, by the names of measures; `number` is that of
    the study among those compared."""

    number: int
    name: str
    key: CellKey
    values: Mapping[str, float]
    matches: tuple[StudyMatch, ...]


def published_values(matched: Iterable[MatchedStudy]) -> Iterator[PublishedValues]:
    """The matched values, grouped by figure and by the study's engine and protection."""
    for number, each in enumerate(matched):
        found: dict[tuple[CellKey, str, str], list[StudyMatch]] = {}
        for published in each.found:
            found.setdefault((published.key, published.engine, published.protection), []).append(
                published
            )
        for (key, _, _), several in found.items():
            values = {
                published.figure.measure: published.value
                for published in several
                if published.figure is not None and published.value is not None
            }
            yield PublishedValues(number, series_name(several[0]), key, values, tuple(several))


def series_name(published: StudyMatch) -> str:
    """The name of a study's series, with the engine if the study has several."""
    engines = {each.engine for each in published.study.figures}
    known = (published.study.short_name, published.engine if len(engines) > 1 else "")
    return ", ".join(filter(None, known))
