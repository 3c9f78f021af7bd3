"""All rows, in the order in which readers get them, and what they measure: small campaigns of two
runs of plaintext, or of plaintext and control in lockstep."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engines.servers.server import ServerSpec
from tests.engines.containers import container_spec
from tests.faults.table import containers, disks, network, signals, strangers, surroundings
from tests.faults.table.fault import Fault, On
from tests.faults.table.scene import ALONE, Troupe
from tests.requirements import spec_of
from workloads.web_users.parameters import LoadKind, WebUsersParameters

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
_SOME = {**_FEW, "size": 60, "control": True}
"""Enough for that where two sides wait for each other's turns."""

_REQUESTS = WebUsersParameters(
    loads=(LoadKind.MIXED,),
    read_rate=(40.0,),
    write_rate=(20.0,),
    seconds=4.0,
    warmup_seconds=0.0,
    users=60,
    lanes=2,
)


@dataclass(frozen=True)
class Planned:
    """Servers of ours, and what the plan says besides."""

    specs: Callable[[], tuple[ServerSpec, ...]] = tuple
    changes: Mapping[str, Any] = field(default_factory=lambda: _FEW)
    troupe: Troupe = ALONE


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
    On.LOCKSTEP: Planned(_ours("postgresql"), _SOME, Troupe(sides=2)),
    On.LOAD: Planned(
        _ours("postgresql"),
        {**_FEW, "control": True, "workload": _REQUESTS},
        Troupe(sides=2, lanes=_REQUESTS.lanes),
    ),
}
