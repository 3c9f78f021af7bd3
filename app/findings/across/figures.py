"""Figures of campaigns and published studies as one flat list, to be compared."""

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
    """What figures are told apart by; its value is the name of a figure's field, too."""

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
    """A figure of a campaign or a study; its case and its operation are named also where they are
    all together.

    Without a mean `why` says why. `blocks` are means of ln(effort) over the mirror blocks of the
    cell; of what is told of several operations or cases, the `parts` that go into them. Its cost is
    over the source's own baseline; without one `message` of it is why. A study's figure is
    `published`, its set-up differs in `differs`.
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
    differs: tuple[Message, ...] = ()
    drawn_from: tuple[str, ...] = ()
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
class Gathered:
    """All figures of some sources in one measure; None of it is each work's first.

    `measures` are the names of what could be compared, with their titles; `remarks` what a reader
    has to know of sources that do not have everything.
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
        """What its figures have along a dimension, in their order; all together comes first."""
        known = dict.fromkeys(figure.along(dimension) for figure in self.figures)
        first = {Dimension.OPERATION: (ALL_OPERATIONS,), Dimension.CASE: (ALL_CASES,)}.get(
            dimension, ()
        )
        return [*(each for each in first if each in known), *(x for x in known if x not in first)]

    def named(self, dimension: Dimension, value: str) -> Message:
        return self.names.get((dimension, value), Message(value))

    @property
    def by_machine(self) -> bool:
        """Whether its campaigns are one plan, done by several hosts."""
        campaigns = [each for each in self.sources if each.campaign is not None]
        hosts = {each.host for each in campaigns if each.host}
        several = len(campaigns) > 1 and len(hosts) == len(campaigns)
        return several and all(each.plan == campaigns[0].plan for each in campaigns)

    def tells_sources(self, dimension: Dimension) -> bool:
        """Whether no two sources have figures in one place along a dimension."""
        pairs = {(each.along(dimension), each.source) for each in self.figures}
        return len({at for at, _ in pairs}) == len(pairs)

    def source(self, key: str) -> FigureSource:
        """The source of that key. Raises: StopIteration without it."""
        return next(each for each in self.sources if each.key == key)

    def distinguished_by(self) -> list[Dimension]:
        """The dimensions along which there is more than one value."""
        return [each for each in Dimension if len(self.values(each)) > 1]


def differing(figures: Sequence[SourcedFigure]) -> list[Dimension]:
    """The dimensions along which some figures differ."""
    return [each for each in Dimension if len({figure.along(each) for figure in figures}) > 1]
