"""What each workload is asked for where all of them go the whole way."""

from __future__ import annotations

from pathlib import Path

from workloads.change.ways import Way as ChangeWay
from workloads.change.workload import ChangeParameters
from workloads.cipher_speed.workload import CipherSpeedParameters
from workloads.connections.workload import ConnectionsParameters
from workloads.contract import Parameters
from workloads.hospital.workload import HospitalParameters
from workloads.own.workload import OwnParameters
from workloads.predicate.blind_indexes import IndexKind
from workloads.predicate.parameters import PredicateParameters
from workloads.tablespace.workload import Flush, TablespaceParameters
from workloads.web_users.parameters import LoadKind, WebUsersParameters
from workloads.web_users.parameters import Path as Way

SHOP = Path(__file__).parents[2] / "assets/workloads/shop.toml"
SMALLEST: dict[str, Parameters] = {
    "hospital": HospitalParameters(sizes=(10,)),
    "web_users": WebUsersParameters(
        loads=(LoadKind.MIXED,),
        paths=(Way.API, Way.DIRECT),
        users=20,
        read_rate=(40,),
        write_rate=(20,),
        seconds=0.2,
        warmup_seconds=0,
        lanes=2,
    ),
    "predicate": PredicateParameters(
        rows=(60,),
        indexes=(IndexKind.NONE, IndexKind.BLIND, IndexKind.EXPRESSION),
        searches=1,
        scans=1,
        writes=2,
    ),
    "connections": ConnectionsParameters(sizes=(5,)),
    "own": OwnParameters(file=str(SHOP), sizes=(10,)),
    "cipher_speed": CipherSpeedParameters(
        providers=("cryptography",),
        ciphers=("aes-128-gcm",),
        block_bytes=(16384,),
        blocks_without_instructions=(16384,),
        rsa_bits=(),
        seconds=1,
        rsa_seconds=1,
    ),
    "change": ChangeParameters(
        rows=(60,), ways=tuple(ChangeWay), rates=(0, 40), batch=25, quiet_seconds=0
    ),
    "tablespace": TablespaceParameters(rows=(2_000, 4_000), flush=(Flush.INCLUDED,)),
}
"""All its kinds of case, as small as can be. Both providers of raw ciphers go the whole way in
tests/app/campaign/test_bare_runs.py."""
