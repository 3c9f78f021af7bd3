"""The cells of a campaign and the order of their runs."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from app.plan.campaign import Campaign, Order
from engines.contract.capability import Capabilities
from engines.contract.message import NOTHING, Message
from engines.contract.protection import Protection
from engines.registry import engine_named


class Group(NamedTuple):
    """The cells of one server and size."""

    server: str
    size: int


@dataclass(frozen=True)
class Cell:
    """One server × protection × size; `why` it cannot be done, nothing when it can."""

    server: str
    engine: str
    protection: Protection
    size: int
    why: Message = NOTHING

    @property
    def reason(self) -> str:
        """Why it cannot be done, in English."""
        return str(self.why)

    @property
    def group(self) -> Group:
        """The cells that it shares its mirror blocks with."""
        return Group(self.server, self.size)


@dataclass(frozen=True)
class PlannedRun:
    """One run of a cell (an index into the matrix). `repetition` counts from 1."""

    cell: int
    repetition: int
    warmup: bool = False


def cells_of(
    campaign: Campaign, capabilities: Mapping[str, Capabilities], missing: Collection[str] = ()
) -> list[Cell]:
    """The matrix, server by server, size by size.

    Servers without capabilities are left out, but for those that are `missing` and asked for: as
    long as nobody knows what they can do, they are taken to do everything.
    """
    return [
        Cell(
            spec.name,
            spec.engine,
            planned.protection,
            size,
            why_not(planned.protection, spec.engine, capabilities.get(spec.name)),
        )
        for spec in campaign.servers
        if spec.name in capabilities or spec.name in missing
        for size in campaign.workload.sizes
        for planned in campaign.measured
        if planned.meant_for(spec.name)
    ]


def why_not(protection: Protection, engine: str, capabilities: Capabilities | None) -> Message:
    """Why a server cannot do a protection; nothing when it can, or nothing is known of it."""
    if capabilities is None:
        return NOTHING
    return capabilities.why_not(protection, engine_named(engine).default_mode) or NOTHING


def schedule(campaign: Campaign, cells: list[Cell]) -> list[PlannedRun]:
    """The runs in order, unsupported cells left out.

    Warm-ups come first, cell by cell. Then, in ABBA order, repetitions go in pairs: within a pair
    the server × size blocks stand in a fresh order drawn from the seed, and each block runs its
    protections forwards and then backwards (A B B A), so that a linear drift of the machine falls
    on baseline and protected cells alike. An odd last repetition runs forwards.
    """
    able = [index for index, cell in enumerate(cells) if not cell.why]
    warmups = [
        PlannedRun(index, count, warmup=True)
        for index in able
        for count in range(1, campaign.warmups + 1)
    ]
    if campaign.order is Order.SEQUENTIAL:
        repetitions = range(1, campaign.repetitions + 1)
        return warmups + [PlannedRun(index, number) for index in able for number in repetitions]
    return warmups + _abba(campaign, cells, able)


def further_runs(
    campaign: Campaign, cells: list[Cell], wanted: Mapping[Group, range]
) -> list[PlannedRun]:
    """The runs of the repetitions that are `wanted` of the cells of each group, in the order that a
    schedule with so many repetitions has them in."""
    most = max((each.stop - 1 for each in wanted.values()), default=0)
    if most < 1:
        return []
    longer = replace(campaign, repetitions=most, warmups=0)
    return [
        run
        for run in schedule(longer, cells)
        if run.repetition in wanted.get(cells[run.cell].group, ())
    ]


def _abba(campaign: Campaign, cells: list[Cell], able: list[int]) -> list[PlannedRun]:
    draw = random.Random(campaign.seed)
    blocks: dict[Group, list[int]] = {}
    for index in able:
        blocks.setdefault(cells[index].group, []).append(index)
    runs = []
    for first in range(1, campaign.repetitions + 1, 2):
        order = list(blocks.values())
        draw.shuffle(order)
        for block in order:
            forwards = draw.sample(block, len(block))
            runs += [PlannedRun(index, first) for index in forwards]
            if first < campaign.repetitions:
                runs += [PlannedRun(index, first + 1) for index in reversed(forwards)]
    return runs
