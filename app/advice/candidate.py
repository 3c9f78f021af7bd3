"""A protection on one server, as advice judges it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from app.findings.cost import NO_COST, Cost, VerdictKind
from app.findings.figure import Figure
from app.plan.requirements import Withstand
from engines.contract.data_place import PlaceName, is_outside, outside
from engines.contract.message import NOTHING, Message
from engines.contract.protection import ProtectionKind
from engines.properties import Ability, Exclusion, Properties
from engines.registry import engine_named, engine_names, facts_of
from workloads.contract import EncryptionRate

_AT_REST = (Withstand.DISK, Withstand.OS_LOGIN, Withstand.LOGIN)
"""In the order of `Properties.at_rest`."""


class Finding(NamedTuple):
    """What evidence has found where a thief would look: plaintext, or the key that opens the
    rest. `place` is the place's code."""

    threat: Withstand
    key: bool
    place: str


@dataclass(frozen=True)
class Candidate:
    """`name` is the protection's in words, `bare` the same without its marks and without a word on
    blind indexes, `cipher` without a server's mode, `protection` that of the plan; `mode` is the
    one in use. `has_blind_index` says that the campaign's work finds its rows by a blind index.
    `costs` are the totals of its kinds of work that have a verdict, the dearest first, `cost` is
    the dearest, `in_cpu_time` says what it is of, `other_costs_unknown` that another kind has none.
    `turned_on` are settings of its server that were on; `logs_arranged` says that its logs were
    encrypted for this campaign alone, `bound` that each value was encrypted for its row, too,
    `blind_columns` are those that the work finds so. Its engine may run inside the application
    (`in_process`), where nobody can log into it. `encryption_rate` are the values that its work
    encrypts in a second, where that has a rate. `near`: its server ran on the machine that
    measured. `key_ms` is what its key service adds to a statement, `least_key_ms` the least of
    those measured on its
    server."""

    name: Message
    server: str
    engine: str
    protection: str
    kind: ProtectionKind
    properties: Properties
    algorithm: str | None = None
    bits: int | None = None
    mode: str | None = None
    found: frozenset[Finding] = frozenset()
    has_blind_index: bool = False
    cost: Cost = NO_COST
    in_cpu_time: bool = False
    other_costs_unknown: bool = False
    turned_on: frozenset[str] = frozenset()
    bare: Message = NOTHING
    cipher: Message = NOTHING
    logs_arranged: bool = False
    bound: bool = False
    costs: tuple[Figure, ...] = ()
    blind_columns: tuple[str, ...] = ()
    in_process: bool = False
    encryption_rate: EncryptionRate | None = None
    near: bool = False
    key_ms: float | None = None
    least_key_ms: float | None = None

    @property
    def order(self) -> tuple[float, int]:
        """Sort key, less is better: the cost, then how many attackers it excludes (negated)."""
        known = self.cost.percent if self.cost.decided else None
        excluded = (
            sum(each is Exclusion.FULL for each in self.properties.at_rest)
            + self.properties.authenticated
        )
        return float("inf") if known is None else known, -excluded

    @property
    def most_percent(self) -> float | None:
        """Up to where its cost may lie; None where nobody knows."""
        match self.cost.verdict:
            case VerdictKind.COSTS_LITTLE | VerdictKind.NONE_FOUND:
                return self.cost.upper_bound_percent
        return self.cost.high if self.cost.decided else None

    @property
    def log_settings(self) -> Mapping[str, tuple[str, ...]]:
        """The settings by which its engine encrypts logs and temporary files, and which are off;
        each with its places."""
        known = facts_of(self.engine).log_encryption if self.engine in engine_names() else {}
        return {name: places for name, places in known.items() if name not in self.turned_on}

    @property
    def connects(self) -> bool:
        """Whether its engine has connections that TLS could encrypt."""
        return self.engine not in engine_names() or bool(
            engine_named(self.engine).servers.address.tls_modes
        )

    def exclusion_of(self, threat: Withstand) -> Exclusion:
        """Whether it keeps somebody out, as claimed and corrected by evidence."""
        if threat is Withstand.NETWORK:
            return self.properties.network
        if threat is Withstand.CHANGE:
            return Exclusion.FULL if self.properties.authenticated else Exclusion.NONE
        return self.properties.at_rest[_AT_REST.index(threat)]

    def looked(self, threat: Withstand) -> bool:
        """Whether evidence was searched where this attacker would look."""
        if threat is Withstand.NETWORK:
            return self.properties.network_looked_here
        return threat in _AT_REST and self.properties.looked_here[_AT_REST.index(threat)]

    @property
    def on_disk(self) -> frozenset[Finding]:
        """What a thief of the disk found."""
        return frozenset(each for each in self.found if each.threat is Withstand.DISK)

    @property
    def incurable(self) -> frozenset[Finding]:
        """What a disk thief found that no setting prevents."""
        return self.on_disk - self.in_logs - self.in_keys_file - self.logged_key - self.outside

    @property
    def in_logs(self) -> frozenset[Finding]:
        """Plaintext in logs and temporary files that a setting would encrypt which is off."""
        return self._on_disk(*chain.from_iterable(self.log_settings.values()), key=False)

    @property
    def in_keys_file(self) -> frozenset[Finding]:
        """The key in a file for keys: of what the server opens by it, and of nothing else."""
        if self.kind is not ProtectionKind.STORAGE:
            return frozenset()
        return self._on_disk(PlaceName.KEYS, key=True)

    @property
    def logged_key(self) -> frozenset[Finding]:
        """The key in the server's log, or in statements of other logs."""
        if self.kind is not ProtectionKind.NATIVE:
            return frozenset()
        logs = PlaceName.SERVER_LOG, PlaceName.BINARY_LOG
        return self._on_disk(*logs, *map(outside, logs), key=True)

    @property
    def outside(self) -> frozenset[Finding]:
        """What a protection of files leaves outside an encrypted file system. Moving it there would
        be another protection where values are encrypted one by one."""
        if self.kind is not ProtectionKind.STORAGE:
            return frozenset()
        return frozenset(each for each in self.on_disk if is_outside(each.place))

    def _on_disk(self, *places: str, key: bool) -> frozenset[Finding]:
        return frozenset(each for each in self.on_disk if each.place in places and each.key is key)

    @property
    def repeats(self) -> bool:
        """Whether equal values are equal ciphertext by a weakness, not by design."""
        native = self.kind is ProtectionKind.NATIVE
        return native and self.properties.index is Ability.EQUALITY
