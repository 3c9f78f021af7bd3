"""Every pooler, by its name in plans."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract.endpoint import Pooler
from engines.servers.poolers.haproxy import HAProxy
from engines.servers.poolers.pgbouncer import PgBouncer
from engines.servers.poolers.program import PoolerProgram

POOLERS: Mapping[Pooler, PoolerProgram] = {
    Pooler.SESSION: PgBouncer(),
    Pooler.TRANSACTION: PgBouncer(),
    Pooler.HAPROXY: HAProxy(),
}
