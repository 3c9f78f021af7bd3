"""All rows, in the order in which readers get them, and what they measure: small campaigns of two
runs of plaintext."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engines.server import ServerSpec
from tests.engines.containers import container_spec
from tests.faults.table import containers, disks, network, signals, strangers, surroundings
from tests.faults.table.fault import Fault, On
from tests.requirements import spec_of

ROWS: tuple[Fault, ...] = (
    *signals.ROWS,
    *network.ROWS,
    *strangers.ROWS,
    *disks.ROWS,
    *surroundings.ROWS,
    *containers.ROWS,
)

AWAY: Mapping[On, str] = {On.POSTGRESQL_AWAY: "postgresql", On.MARIADB_AWAY: "mariadb"}
"""Engines of the servers at an address, which all rows share, each behind a proxy of its own."""

_FEW = {"size": 20, "repetitions": 2, "silence_seconds": 60}
_MANY = {**_FEW, "size": 1000}
"""So many records that a run can be met in its middle, also on a busy machine."""


@dataclass(frozen=True)
class Planned:
    """Servers of ours, and what the plan says besides."""

    specs: Callable[[], tuple[ServerSpec, ...]] = tuple
    changes: Mapping[str, Any] = field(default_factory=lambda: _FEW)


def _ours(*engines: str) -> Callable[[], tuple[ServerSpec, ...]]:
    return lambda: tuple(map(spec_of, engines))


PLANS: Mapping[On, Planned] = {
    On.SQLITE: Planned(_ours("sqlite")),
    On.POSTGRESQL: Planned(_ours("postgresql"), _MANY),
    On.MARIADB: Planned(_ours("mariadb"), _MANY),
    On.POSTGRESQL_AWAY: Planned(),
    On.MARIADB_AWAY: Planned(),
    On.POSTGRESQL_BOX: Planned(lambda: (container_spec("postgresql"),), _MANY),
    On.SEVERAL: Planned(_ours("postgresql", "mariadb", "firebird", "sqlite")),
}
