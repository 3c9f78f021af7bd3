"""The matrix of a campaign: its cells (server × protection × case), and the order of their runs."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from app.plan.campaign import CONTROL, Campaign, Order, is_control
from app.plan.cell_key import CellKey, GroupKey
from engines.base.capability import Capabilities
from engines.base.engine import Engine
from engines.contract.launch import AS_IT_IS, Arrangement
from engines.contract.message import NOTHING, Message, Number, phrase
from engines.contract.protection import Protection
from engines.registry import engine_named
from engines.servers.server import ServerSpec
from workloads.contract import Case, Options, Parameters, Refusal
from workloads.load import LoadPart
from workloads.registry import workload_named
from workloads.workload import BareWorkload, DatabaseWorkload, Workload


@dataclass(frozen=True)
class Cell:
    """One server × protection × case. `why`: the reason that it cannot be measured, empty where it
    can; operations that are `refused` are left out."""

    server: str
    engine: str
    protection: Protection
    size: int
    why: Message = NOTHING
    case_name: str = ""
    refused: tuple[Refusal, ...] = ()

    @property
    def reason(self) -> str:
        return str(self.why)

    @property
    def case(self) -> Case:
        return Case(self.size, self.case_name)

    @property
    def control(self) -> bool:
        """Whether it is the second cell of the baseline."""
        return is_control(self.protection.name, self.protection.kind)

    @property
    def key(self) -> CellKey:
        return CellKey(self.server, self.protection.name, self.case)

    @property
    def group(self) -> GroupKey:
        """The cells that it shares its mirror blocks with."""
        return GroupKey(self.server, self.case)


@dataclass(frozen=True)
class PlannedRun:
    """One run of a cell (an index into the matrix). `repetition` counts from 1."""

    cell: int
    repetition: int
    warmup: bool = False


class Unworkable(NamedTuple):
    """What of a workload cannot be done under a protection, whatever a server supports: all of it,
    where `why` has a reason, or the `refused` operations."""

    why: Message = NOTHING
    refused: tuple[Refusal, ...] = ()


type Judge = Callable[[Case, Protection, str], Unworkable]
"""A function that decides this for a case, a protection and an engine."""


def judgement(
    parameters: Parameters, case: Case, protection: Protection, engine: str
) -> Unworkable:
    """The workload's own decision."""
    workload = workload_named(parameters.name)
    if not protection.blind_index and not workload.leaves_out_index:
        return Unworkable(phrase("This workload cannot leave out the blind index."))
    known = parameters, case, protection, engine
    if why := workload.why_not(*known):
        return Unworkable(why)
    return judged(parameters, case, protection, workload.refusals(*known))


def judged(
    parameters: Parameters, case: Case, protection: Protection, refused: tuple[Refusal, ...]
) -> Unworkable:
    """The refused operations; where no other is left, the whole cell cannot be done."""
    names = workload_named(parameters.name).operations(parameters, case, protection)
    if refused and {*names} <= {each.operation for each in refused}:
        return Unworkable(refused[0].message)
    return Unworkable(refused=refused)


def with_judgements(cells: Iterable[Cell], found: Mapping[int, Unworkable]) -> list[Cell]:
    """The cells, with what those of these indices cannot do."""
    return [
        replace(cell, **found[index]._asdict()) if index in found else cell
        for index, cell in enumerate(cells)
    ]


def unjudged(case: Case, protection: Protection, engine: str) -> Unworkable:
    """A judge that refuses nothing, for callers that learn later what cannot be done."""
    del case, protection, engine
    return Unworkable()


def cells_of(
    campaign: Campaign,
    capabilities: Mapping[str, Capabilities],
    missing: Collection[str] = (),
    providers: Iterable[str] = (),
    judge: Judge | None = None,
) -> list[Cell]:
    """The matrix, server by server, case by case.

    Servers without capabilities are left out, but for those that are `missing` and asked for: as
    long as nobody knows what they can do, they are taken to do everything. Of a workload without a
    database it is the names of `providers` that take the place of servers. `judge` stands in for
    the workload, which may have to read a file.
    """
    workload = workload_named(campaign.workload.name)
    if isinstance(workload, BareWorkload):
        return [
            Cell(
                name,
                name,
                protection,
                case.size,
                workload.why_not(campaign.workload, case, protection, name),
                case.name,
            )
            for name in providers
            for protection, case in _subjects(campaign, workload)
        ]
    judged = judge or partial(judgement, campaign.workload)
    return [
        _cell(campaign, case, planned.protection, spec, capabilities.get(spec.name), judged)
        for spec in campaign.servers
        if spec.name in capabilities or spec.name in missing
        for case in workload.cases(campaign.workload)
        for planned in campaign.measured
        if planned.meant_for(spec.name)
    ]


def _cell(
    campaign: Campaign,
    case: Case,
    protection: Protection,
    spec: ServerSpec,
    capabilities: Capabilities | None,
    judge: Judge,
) -> Cell:
    why, refused = judge(case, protection, spec.engine)
    if not why and (why := _unfit(campaign, case, protection, spec, capabilities)):
        refused = ()
    return Cell(spec.name, spec.engine, protection, case.size, why, case.name, refused)


def protections_of(campaign: Campaign) -> dict[str, Protection]:
    """Everything that is measured, the control too, by name."""
    workload = workload_named(campaign.workload.name)
    if isinstance(workload, BareWorkload):
        return {each.name: each for each, _ in _subjects(campaign, workload)}
    return {each.protection.name: each.protection for each in campaign.measured}


def operation_names(campaign: Campaign) -> set[str]:
    """The operations of all cells of a campaign; none where only a file could tell that is gone."""
    workload = workload_named(campaign.workload.name)
    if isinstance(workload, BareWorkload):
        pairs = list(workload.measured_pairs(campaign.workload))
    else:
        cases = workload.cases(campaign.workload)
        pairs = [(each.protection, case) for each in campaign.measured for case in cases]
    return {
        name
        for protection, case in pairs
        for name in workload.operations(campaign.workload, case, protection)
    }


def _subjects(campaign: Campaign, workload: BareWorkload[Any]) -> Iterator[tuple[Protection, Case]]:
    """What is measured, with the baseline's second cell where there is to be a control."""
    baseline = workload.baseline(campaign.workload)
    for protection, case in workload.measured_pairs(campaign.workload):
        yield protection, case
        if protection.name == baseline and campaign.controlled:
            yield replace(protection, name=CONTROL.name), case


def _unfit(
    campaign: Campaign,
    case: Case,
    protection: Protection,
    spec: ServerSpec,
    capabilities: Capabilities | None,
) -> Message:
    """Why a server cannot do a cell."""
    workload, engine = workload_named(campaign.workload.name), engine_named(spec.engine)
    wanted = arrangement_of(campaign, case)
    return (
        _why_no_cascade(workload, engine)
        or _why_one_process(campaign, case, engine)
        or engine.servers.why_not_arranged(wanted, spec.source, capabilities)
        or why_not(protection, spec.engine, capabilities)
    )


def _why_no_cascade(workload: Workload[Any], engine: Engine) -> Message:
    relies = isinstance(workload, DatabaseWorkload) and workload.relies_on_cascade
    if not relies or engine.driver.dialect.cascades:
        return NOTHING
    return phrase(
        "The workload deletes rows by foreign keys with ON DELETE CASCADE, which {engine} does not "
        "support.",
        engine=engine.title,
    )


def _why_one_process(campaign: Campaign, case: Case, engine: Engine) -> Message:
    workload = workload_named(campaign.workload.name)
    if not engine.driver.connects_once or not isinstance(workload, DatabaseWorkload):
        return NOTHING
    parts = workload.parts(Options(campaign.workload, case, campaign.seed))
    if not any(isinstance(each, LoadPart) for each in parts):
        return NOTHING
    return phrase(
        "The workload sends requests from several processes, and {engine} lets one process at a "
        "time open a database.",
        engine=engine.title,
    )


def arrangement_of(campaign: Campaign, case: Case) -> Arrangement:
    """How a server is to be arranged for the runs of a case."""
    workload = workload_named(campaign.workload.name)
    if not isinstance(workload, DatabaseWorkload):
        return AS_IT_IS
    return workload.arrangement(Options(campaign.workload, case, campaign.seed))


type RepetitionsPerBlock = Callable[[Case], int]
"""How many repetitions (passes) a block of a case has; they count only together."""


def why_not_interleaved(campaign: Campaign, case: Case) -> Message:
    """Why the runs of a case are measured whole though its plan has protections take turns; nothing
    where they do, or where the plan does not ask for it."""
    if campaign.order is not Order.LOCKSTEP:
        return NOTHING
    if (sides := _most_sides(campaign)) > MOST_SIDES:
        return _TOO_MANY.with_values(sides=Number(sides), most=Number(MOST_SIDES))
    workload = workload_named(campaign.workload.name)
    return workload.why_not_interleaved(Options(campaign.workload, case, campaign.seed))


def reasons_for_whole(campaign: Campaign) -> list[Message]:
    """The reasons for all cases, each once."""
    cases = workload_named(campaign.workload.name).cases(campaign.workload)
    return list(
        {str(why): why for case in cases if (why := why_not_interleaved(campaign, case))}.values()
    )


MOST_SIDES = 32
"""Each side has a process, a session and a database while it waits for its turn, and files of the
program: more of them would also meet less often than the machine changes."""

_TOO_MANY = phrase("a server has {sides} protections; at most {most} can be measured in lockstep")


def simultaneous_sides(campaign: Campaign, case: Case) -> int:
    """How many protections a server has requests of at the same time: in lockstep all, where they
    arrive in a case; else one."""
    workload = workload_named(campaign.workload.name)
    options = Options(campaign.workload, case, campaign.seed)
    together = order_of(campaign, case) is Order.LOCKSTEP and workload.is_simultaneous(options)
    return max(1, _most_sides(campaign)) if together else 1


def _most_sides(campaign: Campaign) -> int:
    """The most protections of any server, the control included."""
    measured = campaign.measured
    return max(
        (sum(each.meant_for(spec.name) for each in measured) for spec in campaign.servers),
        default=0,
    )


def order_of(campaign: Campaign, case: Case) -> Order:
    return Order.ABBA if why_not_interleaved(campaign, case) else campaign.order


def passes_of(campaign: Campaign) -> RepetitionsPerBlock:
    """One where the sides of a case take turns; two where whole runs mirror each other."""
    known: dict[Case, int] = {}

    def passes(case: Case) -> int:
        if case not in known:
            known[case] = 1 if order_of(campaign, case) is Order.LOCKSTEP else 2
        return known[case]

    return passes


def block_of(repetition: int, passes: int) -> int:
    """The number of the block that a repetition belongs to, both counted from 1."""
    return (repetition + passes - 1) // passes


def arranges(campaign: Campaign) -> bool:
    """Whether servers are to be arranged for some of its runs."""
    cases = workload_named(campaign.workload.name).cases(campaign.workload)
    return any(arrangement_of(campaign, case).changes_server for case in cases)


def why_not(protection: Protection, engine: str, capabilities: Capabilities | None) -> Message:
    """Why a server cannot do a protection; nothing when it can, or nothing is known of it."""
    if capabilities is None:
        return NOTHING
    return capabilities.why_not(protection, engine_named(engine).default_mode) or NOTHING


def schedule(campaign: Campaign, cells: list[Cell]) -> list[PlannedRun]:
    """The runs in order, unsupported cells left out.

    Warm-ups come first. Then repetitions go in pairs, within which the server × size blocks stand
    in a fresh order drawn from the seed. Where its sides take turns, the runs of a repetition stand
    side by side in a drawn order, and so do those of a warm-up. Where it is measured whole, each
    block runs its protections forwards and then backwards (A B B A), so that a linear drift of the
    machine falls on baseline and protected cells alike. An odd last repetition runs forwards.
    """
    able = [index for index, cell in enumerate(cells) if not cell.why]
    warmups = _warmups(campaign, cells, able)
    if campaign.order is Order.SEQUENTIAL:
        repetitions = range(1, campaign.repetitions + 1)
        return warmups + [PlannedRun(index, number) for index in able for number in repetitions]
    return warmups + _paired(campaign, cells, able)


def further_runs(
    campaign: Campaign, cells: list[Cell], wanted: Mapping[GroupKey, range]
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


def _warmups(campaign: Campaign, cells: list[Cell], able: list[int]) -> list[PlannedRun]:
    counts = range(1, campaign.warmups + 1)
    return [
        PlannedRun(index, count, warmup=True)
        for group, block in _groups(cells, able).items()
        for some in (
            [block]
            if order_of(campaign, group.case) is Order.LOCKSTEP
            else [[index] for index in block]
        )
        for count in counts
        for index in some
    ]


def _groups(cells: list[Cell], able: list[int]) -> dict[GroupKey, list[int]]:
    groups: dict[GroupKey, list[int]] = {}
    for index in able:
        groups.setdefault(cells[index].group, []).append(index)
    return groups


def _paired(campaign: Campaign, cells: list[Cell], able: list[int]) -> list[PlannedRun]:
    draw = random.Random(campaign.seed)
    blocks = _groups(cells, able)
    passes = passes_of(campaign)
    runs = []
    for first in range(1, campaign.repetitions + 1, 2):
        order = list(blocks.items())
        draw.shuffle(order)
        for group, block in order:
            forwards = draw.sample(block, len(block))
            runs += [PlannedRun(index, first) for index in forwards]
            if first < campaign.repetitions:
                turned = passes(group.case) == 1
                again = draw.sample(block, len(block)) if turned else reversed(forwards)
                runs += [PlannedRun(index, first + 1) for index in again]
    return runs
