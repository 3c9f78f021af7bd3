"""The plan of a campaign: what is to be measured where, and how often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from engines.contract.protection import PLAINTEXT, Protection, ProtectionKind
from engines.registry import engine_names
from engines.server import ServerSpec
from workloads.parameter import limit_faults, parameter
from workloads.registry import workload_names

BASELINE = PLAINTEXT.name

CONTROL = Protection("control", ProtectionKind.PLAINTEXT)
"""A second plaintext cell with a database of its own, in the same blocks as the baseline: by how
much the two differ is what the machine can tell apart."""

SILENCE_SECONDS = 600
"""How long a run may be silent where the plan does not say."""


class Order(StrEnum):
    """ABBA blocks in a seeded order, or one cell after another as the published study ran it."""

    ABBA = "abba"
    SEQUENTIAL = "sequential"


class Placement(StrEnum):
    """Where server and worker run: together on a core of their own, on a core each, or wherever
    the scheduler puts them. The program itself keeps off such cores."""

    ONE_CORE = "one-core"
    TWO_CORES = "two-cores"
    FREE = "free"


class Profile(StrEnum):
    """The published study's fixed key and IV, or a fresh key and an IV per value."""

    STUDY = "study"
    SOUND = "sound"


@dataclass(frozen=True)
class PlannedProtection:
    """A protection and the names of the servers it is meant for; none named means all."""

    protection: Protection
    servers: tuple[str, ...] = ()

    def meant_for(self, server: str) -> bool:
        """Whether the plan wants this protection on `server`."""
        return not self.servers or server in self.servers


@dataclass(frozen=True)
class WorkloadPlan:
    """The work: `sizes` count records; `data` is "generated" or the path of a CSV."""

    name: str = "hospital"
    profile: Profile = Profile.STUDY
    data: str = "generated"
    sizes: tuple[int, ...] = (1000,)
    text_columns: bool = False


@dataclass(frozen=True, kw_only=True)
class CampaignSettings:
    """How often and in what order cells are run: the keys of a plan's `[campaign]`.

    `warmups` runs of every cell come before its first repetition and are kept apart from them.
    With `evidence` a marker is planted under each protection after the last run and looked for.
    Repetitions go in pairs, each a mirror block: an even number of them, and twelve for a test that
    can tell anything.
    """

    repetitions: int = parameter(12, least=1, most=1000)
    warmups: int = parameter(1, least=0, most=100)
    seed: int = parameter(2023, most=2**31 - 1)
    order: Order = Order.ABBA
    placement: Placement = Placement.ONE_CORE
    control: bool = True
    """Whether plaintext is measured twice, so that it is known what the machine can tell apart."""
    target_percent: float = parameter(2.0, least=0, most=100)
    """How narrow intervals should be: their half-width in points; 0: as they come."""
    max_repetitions: int = parameter(0, least=0, most=1000)
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
    workload: WorkloadPlan

    def __post_init__(self) -> None:
        _check(self)

    @property
    def measured(self) -> tuple[PlannedProtection, ...]:
        """The protections, and the control right after the baseline where there is to be one.

        Without mirror blocks it would tell nothing, and so there is none.
        """
        wanted = self.control and self.order is Order.ABBA
        if not wanted or any(each.protection == CONTROL for each in self.protections):
            return self.protections
        return tuple(chain.from_iterable(map(_with_control, self.protections)))

    def server(self, name: str) -> ServerSpec:
        """The server called `name`; KeyError where there is none."""
        return next(spec for spec in self.servers if spec.name == name)


def _with_control(planned: PlannedProtection) -> tuple[PlannedProtection, ...]:
    if planned.protection != PLAINTEXT:
        return (planned,)
    return planned, replace(planned, protection=CONTROL)


def _check(campaign: Campaign) -> None:
    """Raise ValueError with all faults, which completes “The plan cannot be used: …”."""
    if faults := list(_faults(campaign)):
        raise ValueError("; ".join(dict.fromkeys(faults)))


def _faults(campaign: Campaign) -> Iterator[str]:
    if not campaign.name.strip():
        yield "the campaign has no name"
    if not campaign.servers:
        yield "it names no server"
    if not campaign.protections:
        yield "it names no protection"
    yield from _number_faults(campaign)
    yield from _name_faults(campaign)
    for planned in campaign.protections:
        yield from _protection_faults(planned)


def _number_faults(campaign: Campaign) -> Iterator[str]:
    yield from limit_faults(campaign)
    sizes = campaign.workload.sizes
    if not sizes:
        yield "workload sizes are empty"
    for size in sizes:
        if size < 1:
            yield f"size {size} must be 1 or more"
    if len(set(sizes)) != len(sizes):
        yield "a size is named twice"


def _name_faults(campaign: Campaign) -> Iterator[str]:
    names = [spec.name for spec in campaign.servers]
    yield from _unique_faults("server", names)
    yield from _unique_faults("protection", [each.protection.name for each in campaign.protections])
    for spec in campaign.servers:
        if spec.engine not in engine_names():
            known = ", ".join(engine_names())
            yield f"there is no engine “{spec.engine}” (there is {known})"
    for planned in campaign.protections:
        if planned.protection.name == CONTROL.name and planned.protection != CONTROL:
            yield f"“{CONTROL.name}” is the name of the second plaintext cell"
        for name in planned.servers:
            if name not in names:
                yield f"protection “{planned.protection.name}” names an unknown server “{name}”"
    if campaign.workload.name not in workload_names():
        known = ", ".join(workload_names())
        yield f"there is no workload “{campaign.workload.name}” (there is {known})"


def check_unique(kind: str, names: list[str]) -> None:
    """Raises: ValueError for an empty name or one that occurs twice."""
    for fault in _unique_faults(kind, names):
        raise ValueError(fault)


def _unique_faults(kind: str, names: list[str]) -> Iterator[str]:
    for name in names:
        if not name.strip():
            yield f"a {kind} has no name"
        elif names.count(name) > 1:
            yield f"two {kind}s are named “{name}”"


def _protection_faults(planned: PlannedProtection) -> Iterator[str]:
    protection = planned.protection
    needed = _NEEDED[protection.kind]
    if any(getattr(protection, name) is None for name in needed):
        yield f"protection “{protection.name}” needs {_listed(needed)}"
    if protection.bits is not None and (protection.bits < 8 or protection.bits % 8):
        yield f"protection “{protection.name}” has {protection.bits} key bits"


_NEEDED: Mapping[ProtectionKind, tuple[str, ...]] = {
    ProtectionKind.PLAINTEXT: (),
    ProtectionKind.NATIVE: ("algorithm", "bits"),
    ProtectionKind.CLIENT: ("algorithm", "bits", "mode"),
    ProtectionKind.STORAGE: ("algorithm",),
    ProtectionKind.STORED_FORM: ("algorithm", "bits"),
}


def _listed(names: Sequence[str]) -> str:
    words = {"algorithm": "an algorithm", "bits": "bits", "mode": "a mode"}
    *first, last = (words[name] for name in names)
    return f"{', '.join(first)} and {last}" if first else last
