"""Figures of campaigns and published studies as one flat list, each with its source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from app.findings.figure import Figure
from app.plan.campaign import Campaign
from engines.contract.message import NOTHING, Message
from engines.properties import Properties

ALL_OPERATIONS, ALL_CASES = "all operations", "all cases"
"""The values of figures over all operations, or all cases, of a cell together."""


class Dimension(StrEnum):
    """What figures are distinguished by; the value is the name of a field of `SourcedFigure`."""

    SOURCE = "source"
    ENGINE = "engine"
    SERVER = "server"
    VERSION = "version"
    MACHINE = "machine"
    PROTECTION = "protection"
    CASE = "case"
    OPERATION = "operation"


@dataclass(frozen=True, kw_only=True)
class SourcedFigure(Figure):
    """A figure with the campaign or study (`source`) that it is from. A total has `ALL_OPERATIONS`
    as its operation, or `ALL_CASES` as its case.

    `why` says why there is no mean. `blocks` are means of ln(effort), one for each block of
    repetitions; `parts` are the (case, operation) pairs that a total is of. The cost is over the
    source's own baseline; without a cost `cost.message` says why. `marks` are weaknesses of its
    protection, such as “ECB”. A figure of a study is `published`; `differences` says how it
    differs from the campaign's.
    """

    source: str
    version: str = ""
    machine: str = ""
    blocks: tuple[float, ...] = ()
    parts: frozenset[tuple[str, str]] = frozenset()
    why: Message = NOTHING
    marks: tuple[str, ...] = ()
    properties: Properties | None = None
    """What its protection is good for; None of a study, and of work without a database."""
    published: bool = False
    differences: tuple[Message, ...] = ()
    source_lines: tuple[str, ...] = ()
    """Which lines of a study it is from."""

    def along(self, dimension: Dimension) -> str:
        value: str = getattr(self, dimension.value)
        return value


@dataclass(frozen=True)
class FigureSource:
    """A campaign of the store, whose number `campaign` is, with its plan, or a published study."""

    key: str
    title: str
    campaign: int | None = None
    differs: tuple[Message, ...] = ()
    """Of a study: what makes its set-up unlike the campaigns'."""
    machine: str = ""
    host: str = ""
    """The machine's name, of a campaign that was handed out to several."""
    plan: Campaign | None = None


@dataclass(frozen=True, eq=False)
class GatheredFigures:
    """All figures of some sources in one `measure` (None: the first measure of each workload).

    `measures` maps the names of all measures that can be compared to their titles; `remarks` are
    sentences on sources that lack something. `names` has the titles of values such as a campaign's
    key.
    """

    sources: tuple[FigureSource, ...]
    figures: tuple[SourcedFigure, ...]
    measure: str | None = None
    over: str | None = None
    """The protection that costs are over; None: each campaign's own baseline."""
    names: Mapping[tuple[Dimension, str], Message] = field(default_factory=dict)
    measures: Mapping[str, Message] = field(default_factory=dict)
    remarks: tuple[Message, ...] = ()

    def values(self, dimension: Dimension) -> list[str]:
        """The values that its figures have in a dimension, in their order; totals come first."""
        known = dict.fromkeys(figure.along(dimension) for figure in self.figures)
        first = {Dimension.OPERATION: (ALL_OPERATIONS,), Dimension.CASE: (ALL_CASES,)}.get(
            dimension, ()
        )
        return [*(each for each in first if each in known), *(x for x in known if x not in first)]

    def title_of(self, dimension: Dimension, value: str) -> Message:
        return self.names.get((dimension, value), Message(value))

    @property
    def by_machine(self) -> bool:
        """Whether its campaigns are one plan, done by several hosts."""
        campaigns = [each for each in self.sources if each.campaign is not None]
        hosts = {each.host for each in campaigns if each.host}
        several = len(campaigns) > 1 and len(hosts) == len(campaigns)
        return several and all(each.plan == campaigns[0].plan for each in campaigns)

    def separates_sources(self, dimension: Dimension) -> bool:
        """Whether each value of a dimension belongs to one source only."""
        pairs = {(each.along(dimension), each.source) for each in self.figures}
        return len({at for at, _ in pairs}) == len(pairs)

    def source(self, key: str) -> FigureSource:
        """The source of that key. Raises: StopIteration without it."""
        return next(each for each in self.sources if each.key == key)

    def varying_dimensions(self) -> list[Dimension]:
        """The dimensions along which there is more than one value."""
        return [each for each in Dimension if len(self.values(each)) > 1]


def differing_dimensions(figures: Sequence[SourcedFigure]) -> list[Dimension]:
    return [each for each in Dimension if len({figure.along(each) for figure in figures}) > 1]
