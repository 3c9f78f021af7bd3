"""The open loop against `pgbench -R`: the rate that is held when more arrives than can be seen to.

Both schedule arrivals ahead, at random, for as many connections, and ask for the same users by
their ids, by a prepared statement each and without a transaction. Ours also takes every value of
the answer out of it, as an application does; pgbench looks at none.
"""

from __future__ import annotations

import secrets
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from app.campaign.load.crew import Crew
from app.campaign.load.lanes import Lanes
from benchmarks import shared_servers
from benchmarks.measuring.pgbench import figure_of, program_of, script_of
from benchmarks.rounds import median_ratio
from engines.contract.protection import PLAINTEXT, Keying
from engines.contract.statement import Unsealed
from engines.server import Server
from workloads.load import Arrivals, OpenPace
from workloads.web_users.asking import AskingUsers, Kind
from workloads.web_users.direct import Direct
from workloads.web_users.users import ADD, GET, IDS, schema, user

_USERS = 10_000
_CONNECTIONS = 4
_SECONDS = 2
_TOO_MANY = 2.0
"""So many times what pgbench manages arrive."""


def measure() -> dict[str, float]:
    """`open_loop_ratio`: requests per second of our lanes over pgbench's transactions.

    Raises: PeerMissing, ServerUnavailable
    """
