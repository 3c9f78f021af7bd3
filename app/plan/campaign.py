"""The plan of a campaign: what is measured where, and how often; and what is wrong with a plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from app.plan.requirements import NO_REQUIREMENTS, Requirements
from engines.client_encryption.client_schemes import client_algorithms, client_schemes
from engines.contract.endpoint import EncryptedFolder, Source
from engines.contract.errors import Unfit
from engines.contract.key_source import DataKey
from engines.contract.limits import LONGEST_NAME, Limits, text_faults
from engines.contract.message import Message, Number, first_faults, phrase
from engines.contract.parameter import limit_faults, parameter
from engines.contract.protection import PLAINTEXT, TLS, Protection, ProtectionKind
from engines.registry import engine_names, facts_of, known_algorithms
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


class UnfitPlan(Unfit):
    """A plan that cannot be used, with all its `faults`."""

    def __init__(self, faults: Iterable[Message]) -> None:
        self.faults = tuple({str(each): each for each in faults}.values())
        super().__init__(first_faults(self.faults))


def server_faults(servers: Iterable[ServerSpec]) -> Iterator[Message]:
    """Clauses about what no server can have, as a port beyond 65535."""
    for number, spec in enumerate(servers, 1):
        for fault in spec.faults():
            yield phrase("server.{number}: {fault}", number=number, fault=fault)


def protection_limit_faults(protection: Protection) -> Iterator[Message]:
    """Clauses about texts that are too long, and key bits beyond any cipher's."""
    for key in ("name", "algorithm", "mode"):
        yield from text_faults(key, getattr(protection, key) or "", LONGEST_NAME)
    if protection.bits is not None:
        yield from _BITS.faults("bits", protection.bits)
    if protection.key_source is not None:
        yield from limit_faults(protection.key_source)


_BITS = Limits(most=65_536)


def server_name_faults(names: Sequence[str]) -> Iterator[Message]:
    """Clauses about an empty name, or one that occurs twice."""
    return unique_faults(
        names, phrase("a server has no name"), phrase("two servers are named “{name}”")
    )


def unique_faults(names: Sequence[str], none: Message, twice: Message) -> Iterator[Message]:
    """`none` of each empty name, `twice` of each that occurs again."""
    for name in names:
        if not name.strip():
            yield none
        elif names.count(name) > 1:
            yield twice.with_values(name=name)


def protection_faults(protection: Protection) -> Iterator[Message]:
    """Clauses about a protection that lacks what its kind needs, or names an unknown cipher."""
    if not protection.blind_index and not protection.encrypts_values:
        yield phrase(
            "protection “{name}” has no blind index: only native and client protections have one",
            name=protection.name,
        )
    yield from _key_faults(protection)
    needed = _NEEDED[protection.kind]
    if any(getattr(protection, name) is None for name in needed):
        yield _NEEDS[needed].with_values(name=protection.name)
    else:
        yield from _cipher_faults(protection)
    if protection.bits is not None and (protection.bits < 8 or protection.bits % 8):
        yield phrase(
            "protection “{name}” has {bits} key bits, not a multiple of 8",
            name=protection.name,
            bits=protection.bits,
        )


def shared_key_faults(protection: Protection) -> Iterator[Message]:
    """Clauses about keys of a protection whose loads come from several machines."""
    source = protection.key_source
    if source is not None and source.data_key in (DataKey.TABLE, DataKey.PERSON):
        yield phrase(
            "protection “{name}” has its wrapped data keys in a file of one machine, and several "
            "carry out the load: choose a data key per row",
            name=protection.name,
        )


def _key_faults(protection: Protection) -> Iterator[Message]:
    source = protection.key_source
    if source is None:
        return
    if protection.kind is not ProtectionKind.CLIENT:
        yield phrase(
            "protection “{name}” has a key source: only client protections have one",
            name=protection.name,
        )
    elif source.data_key is DataKey.NONE and (protection.algorithm, protection.mode) != _SERVICES:
        yield phrase(
            "protection “{name}”: key services encrypt values with AES-GCM only",
            name=protection.name,
        )
    if source.fault:
        yield phrase("protection “{name}”: {why}", name=protection.name, why=source.fault)


_SERVICES = "aes", "gcm"
"""Algorithm and mode of key services."""


def _cipher_faults(protection: Protection) -> Iterator[Message]:
    """A cipher that no server has at all. What only some have is asked for where they run."""
    cipher, known = protection.algorithm, frozenset[str]()
    match protection.kind:
        case ProtectionKind.CLIENT:
            cipher = f"{cipher}-{protection.bits}-{protection.mode}"
            known = client_schemes()
        case ProtectionKind.NATIVE | ProtectionKind.STORAGE:
            known = known_algorithms(protection.kind)
        case ProtectionKind.STORED_FORM:
            known = known_algorithms(ProtectionKind.NATIVE) | client_algorithms()
        case ProtectionKind.TRANSIT:
            known = frozenset({TLS.algorithm or ""})
    if known and cipher not in known:
        yield phrase(
            "protection “{name}” names the unknown cipher “{cipher}” (known: {known})",
            name=protection.name,
            cipher=cipher,
            known=", ".join(sorted(known)),
        )


_NEEDED: Mapping[ProtectionKind, tuple[str, ...]] = {
    ProtectionKind.PLAINTEXT: (),
    ProtectionKind.NATIVE: ("algorithm", "bits"),
    ProtectionKind.CLIENT: ("algorithm", "bits", "mode"),
    ProtectionKind.STORAGE: ("algorithm",),
    ProtectionKind.TRANSIT: ("algorithm",),
    ProtectionKind.STORED_FORM: ("algorithm", "bits"),
    ProtectionKind.CIPHER: ("algorithm",),
}

_NEEDS = {
    ("algorithm",): phrase("protection “{name}” needs an algorithm"),
    ("algorithm", "bits"): phrase("protection “{name}” needs an algorithm and bits"),
    ("algorithm", "bits", "mode"): phrase(
        "protection “{name}” needs an algorithm, bits and a mode"
    ),
}
