"""The plan of a campaign: what is to be measured where, and how often."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from app.plan.faults import (
    UnfitPlan,
    protection_faults,
    protection_limit_faults,
    server_faults,
    server_name_faults,
    shared_key_faults,
    unique_faults,
)
from app.plan.requirements import NO_REQUIREMENTS, Requirements
from engines.contract.endpoint import EncryptedFolder, Source
from engines.contract.limits import LONGEST_NAME, text_faults
from engines.contract.message import Message, Number, phrase
from engines.contract.parameter import limit_faults, parameter
from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.registry import engine_names, facts_of
from engines.servers.server import ServerSpec
from workloads.contract import Parameters
from workloads.registry import workload_named
from workloads.toml_document import short
from workloads.workload import BareWorkload, DatabaseWorkload

BASELINE = PLAINTEXT.name

CONTROL = Protection("control", ProtectionKind.PLAINTEXT)
"""A second plaintext cell with a database of its own, in the same blocks as the baseline: by how
much the two differ is what the machine can tell apart."""

SILENCE_SECONDS = 600
"""How long a run may be silent where the plan does not say."""


MOST_RUNS = 200_000
"""Of a campaign: more take days, and room in memory and store before the first has begun."""


MOST_SERVERS = 100
"""Of a campaign: all run at the same time. Each takes up to eight of the 1,024 files that a program
may usually have open, and a process that asks it."""


class Order(StrEnum):
    """The sides of a server and case in turns of milliseconds; whole runs in ABBA blocks; or one
    cell after another, as the published study ran it."""

    LOCKSTEP = "lockstep"
    ABBA = "abba"
    SEQUENTIAL = "sequential"


class Placement(StrEnum):
    """Where server and worker run: together on a core of their own, on a core each, or wherever
    the scheduler puts them. The program itself keeps off such cores."""

    ONE_CORE = "one-core"
    TWO_CORES = "two-cores"
    FREE = "free"


_IN_APPLICATION = (ProtectionKind.CLIENT, ProtectionKind.STORED_FORM)


@dataclass(frozen=True)
class PlannedProtection:
    """A protection and the names of the servers it is meant for; none named means all."""

    protection: Protection
    servers: tuple[str, ...] = ()

    def meant_for(self, server: str) -> bool:
        """Whether the plan wants this protection on `server`."""
        return not self.servers or server in self.servers


@dataclass(frozen=True, kw_only=True)
class CampaignSettings:
    """How often and in what order cells are run: the keys of a plan's `[campaign]`.

    `warmups` runs of every cell come before its first repetition and are kept apart from them.
    With `evidence` a marker is planted under each protection after the last run and looked for.
    Each repetition is a block where protections take turns; whole runs go in pairs, each a mirror
    block, and want an even number of them.
    """

    repetitions: int = parameter(12, least=1, most=10_000)
    warmups: int = parameter(1, least=0, most=100)
    seed: int = parameter(2023, least=0, most=2**31 - 1)
    order: Order = Order.LOCKSTEP
    placement: Placement = Placement.ONE_CORE
    control: bool = True
    """Whether plaintext is measured twice, so that it is known what the machine can tell apart."""
    target_percent: float = parameter(1.0, least=0, most=100)
    """How narrow intervals should be: their half-width in points; 0: as they come. Where sides take
    turns no more repetitions are done than that takes, seven at the least."""
    max_repetitions: int = parameter(0, least=0, most=10_000)
    """Up to how many repetitions blocks are added until the target is reached; 0: none beyond
    `repetitions`, or as many as `budget_minutes` has room for where that is set."""
    budget_minutes: float = parameter(0, least=0, most=10_080)
    """How long a campaign may take until no block is added any more; 0: any time."""
    evidence: bool = False
    silence_seconds: int = parameter(SILENCE_SECONDS, least=0, most=86_400)
    """How long a run may show no sign of life before it is given up; 0: any time."""


@dataclass(frozen=True)
class Campaign(CampaignSettings):
    """Servers × protections × sizes × repetitions."""

    name: str
    servers: tuple[ServerSpec, ...]
    protections: tuple[PlannedProtection, ...]
    workload: Parameters
    advice: Requirements = NO_REQUIREMENTS

    def __post_init__(self) -> None:
        _check(self)

    @property
    def controlled(self) -> bool:
        """Whether the baseline has a second cell: without blocks it would tell nothing."""
        return self.control and self.paired

    @property
    def paired(self) -> bool:
        """Whether every cell is measured together with its baseline, and not one after another."""
        return self.order is not Order.SEQUENTIAL

    @property
    def baseline(self) -> str:
        """The name of the protection that the others are compared with: the first, where a plan
        has none without encryption."""
        workload = workload_named(self.workload.name)
        if isinstance(workload, BareWorkload):
            return workload.baseline(self.workload)
        names = [each.protection.name for each in self.protections]
        return BASELINE if BASELINE in names or not names else names[0]

    @property
    def hosts(self) -> int:
        """How many machines carry out its loads together."""
        return workload_named(self.workload.name).hosts(self.workload)

    def resolved(self) -> Campaign:
        """As it is carried out: with all of its workload's parameters written out, and no fixed
        cores where what is asked is how many clients a machine carries.

        Raises: InputError
        """
        workload = workload_named(self.workload.name)
        cases = workload.cases(self.workload)
        free = any(workload.clients(case) is not None for case in cases)
        placement = Placement.FREE if free else self.placement
        return replace(self, workload=workload.resolved(self.workload), placement=placement)

    def title_of(self, protection: str) -> Message:
        known = (each.protection for each in self.measured)
        named = (each.title for each in known if each.name == protection)
        return next(named, Message(protection))

    @property
    def measured(self) -> tuple[PlannedProtection, ...]:
        """The protections, the control right after the baseline where there is to be one, and
        servers' encrypted folders at the end."""
        planned = (*self.protections, *_of_folders(self.servers, self.protections))
        if not self.controlled or any(each.protection == CONTROL for each in self.protections):
            return planned
        return tuple(chain.from_iterable(map(_with_control, planned)))

    @property
    def opened(self) -> tuple[ServerSpec, ...]:
        """The servers as they are to be reached: where TLS is a protection, with and without."""
        in_transit = [
            each for each in self.protections if each.protection.kind is ProtectionKind.TRANSIT
        ]
        return tuple(
            replace(spec, compares_tls=any(each.meant_for(spec.name) for each in in_transit))
            for spec in self.servers
        )

    def loops_natively(self, server: str) -> bool:
        """Whether the loop in C may time a server's statements. Where a protection has the
        application work inside the clock Python times it, and all that it is compared with."""
        if not facts_of(self.server(server).engine).native_loop:
            return False
        kinds = {each.protection.kind for each in self.protections if each.meant_for(server)}
        indexed = workload_named(self.workload.name).indexes_in_clock(self.workload)
        return kinds.isdisjoint(_IN_APPLICATION) and not (
            indexed and ProtectionKind.NATIVE in kinds
        )

    def server(self, name: str) -> ServerSpec:
        """The server called `name`; KeyError where there is none."""
        return next(spec for spec in self.servers if spec.name == name)


def is_control(name: str, kind: str) -> bool:
    """Whether a cell of this protection is the second one of its baseline."""
    return name == CONTROL.name and kind in (ProtectionKind.PLAINTEXT, ProtectionKind.CIPHER)


def _with_control(planned: PlannedProtection) -> tuple[PlannedProtection, ...]:
    if planned.protection != PLAINTEXT:
        return (planned,)
    return planned, replace(planned, protection=CONTROL)


def folder_protection(kind: EncryptedFolder) -> Protection:
    return Protection(kind.value, ProtectionKind.STORAGE, kind.value, 256, "filesystem")


def _of_folders(
    servers: Iterable[ServerSpec], planned: Sequence[PlannedProtection]
) -> Iterator[PlannedProtection]:
    """The encrypted folders of servers, where the plan does not name them as protections."""
    for kind in EncryptedFolder:
        own = folder_protection(kind)
        named = [each for each in planned if each.protection.algorithm == own.algorithm]
        having = tuple(
            spec.name
            for spec in servers
            if spec.encrypted_folder is kind
            and not any(each.meant_for(spec.name) for each in named)
        )
        if kind is not EncryptedFolder.OFF and having:
            yield PlannedProtection(own, having)


def _check(campaign: Campaign) -> None:
    """Raise UnfitPlan with all faults, which complete “The plan cannot be used: …”."""
    if faults := list(_faults(campaign)):
        raise UnfitPlan(faults)


def _faults(campaign: Campaign) -> Iterator[Message]:
    if not campaign.name.strip():
        yield phrase("the campaign has no name")
    yield from text_faults("campaign.name", campaign.name, LONGEST_NAME)
    yield from _needs(campaign)
    numbers = list(_number_faults(campaign))
    yield from numbers or _amount_faults(campaign)
    yield from _name_faults(campaign)
    yield from server_faults(campaign.servers)
    for planned in campaign.protections:
        yield from protection_faults(planned.protection)
        if campaign.hosts > 1:
            yield from shared_key_faults(planned.protection)


def _needs(campaign: Campaign) -> Iterator[Message]:
    """What work on a database needs, and work without one has no use for."""
    if len(campaign.servers) > MOST_SERVERS:
        yield phrase(
            "it names {servers} servers; the limit is {most}, since all run at the same time",
            servers=Number(len(campaign.servers)),
            most=Number(MOST_SERVERS),
        )
    if isinstance(workload_named(campaign.workload.name), DatabaseWorkload):
        if not campaign.servers:
            yield phrase("it names no server")
        if not campaign.protections:
            yield phrase("it names no protection")
        if campaign.hosts > 1:
            yield from _hosts_faults(campaign)
        return
    if campaign.servers:
        yield phrase("“{workload}” uses no servers", workload=campaign.workload.name)
    if campaign.protections:
        yield phrase(
            "“{workload}” takes no protections: it defines what it measures",
            workload=campaign.workload.name,
        )
    if campaign.evidence:
        yield phrase(
            "“{workload}” uses no database, so there is no evidence",
            workload=campaign.workload.name,
        )


def _hosts_faults(campaign: Campaign) -> Iterator[Message]:
    """What several machines need that send one load: a server that all reach, and runs that none
    adds for itself."""
    for spec in campaign.servers:
        if spec.source is not Source.ADDRESS:
            yield phrase(
                "{server} is on one machine: several hosts need a server with an address",
                server=spec.name,
            )
    for name in ("max_repetitions", "budget_minutes"):
        if getattr(campaign, name):
            message = phrase("several hosts need a fixed number of repetitions, without {key}")
            yield message.with_values(key=name)
    if campaign.evidence:
        yield phrase("several hosts gather no evidence")


def _number_faults(campaign: Campaign) -> Iterator[Message]:
    yield from limit_faults(campaign)
    yield from limit_faults(campaign.workload)
    yield from limit_faults(campaign.advice)
    yield from workload_named(campaign.workload.name).faults(campaign.workload)


def _amount_faults(campaign: Campaign) -> Iterator[Message]:
    """A plan is laid out as a whole before its first run."""
    workload = workload_named(campaign.workload.name)
    if isinstance(workload, BareWorkload):
        return
    cells = sum(
        each.meant_for(spec.name) for spec in campaign.servers for each in campaign.measured
    ) * len(workload.cases(campaign.workload))
    passes = campaign.warmups + max(campaign.repetitions, campaign.max_repetitions)
    if cells * passes > MOST_RUNS:
        yield phrase(
            "it asks for {runs} runs; the limit is {most}",
            runs=Number(cells * passes),
            most=Number(MOST_RUNS),
        )


def _name_faults(campaign: Campaign) -> Iterator[Message]:
    names = [spec.name for spec in campaign.servers]
    yield from server_name_faults(names)
    protections = [each.protection.name for each in campaign.protections]
    yield from unique_faults(
        protections,
        phrase("a protection has no name"),
        phrase("two protections are named “{name}”"),
    )
    for spec in campaign.servers:
        if spec.engine not in engine_names():
            yield phrase(
                "unknown engine “{engine}” (known: {known})",
                engine=short(spec.engine),
                known=", ".join(engine_names()),
            )
    for number, planned in enumerate(campaign.protections, 1):
        for fault in protection_limit_faults(planned.protection):
            yield phrase("protection.{number}: {fault}", number=number, fault=fault)
    for planned in campaign.protections:
        clash = planned.protection.name == CONTROL.name and planned.protection != CONTROL
        if campaign.control and clash:
            yield phrase("“{name}” is reserved for the second plaintext cell", name=CONTROL.name)
        for name in planned.servers:
            if name not in names:
                yield phrase(
                    "protection “{protection}” names the unknown server “{name}”",
                    protection=planned.protection.name,
                    name=name,
                )
