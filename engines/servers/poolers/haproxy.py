"""HAProxy in TCP mode: it passes on bytes, each client by a connection of its own to the server.

TLS, which these protocols begin by messages of their own, goes through it: it is between client and
server, the same on both legs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from engines.contract.endpoint import Endpoint, Pooler
from engines.keeping.programs import ANSWER_SECONDS, call_program
from engines.servers.poolers.program import PoolerProgram

_MOST_CLIENTS = 1000
_LONGEST_SILENCE = "24d"
"""About the most that it takes; a statement may last."""
_CONFIGURATION = "haproxy.cfg"


class HAProxy(PoolerProgram):
    title, program_name = "HAProxy", "haproxy"

    def version(self, found: Path) -> str:
        answer = call_program([str(found), "-v"], {}, seconds=ANSWER_SECONDS, any_code=True)
        known = re.search(r"\d+(?:\.\d+)+", answer.out)
        return known[0] if known else ""

    def command(self, found: Path) -> Sequence[str]:
        return [str(found), "-db", "-f", _CONFIGURATION]

    def files(
        self, endpoint: Endpoint, port: int, pooler: Pooler, tls_files: Mapping[str, str]
    ) -> Mapping[str, str]:
        del pooler, tls_files
        lines = (
            "global",
            f"maxconn {_MOST_CLIENTS}",
            "defaults",
            "mode tcp",
            "timeout connect 5s",
            f"timeout client {_LONGEST_SILENCE}",
            f"timeout server {_LONGEST_SILENCE}",
            "listen clients",
            f"bind {endpoint.host}:{port}",
            f"server server {endpoint.host}:{endpoint.port}",
        )
        return {_CONFIGURATION: "".join(f"{line}\n" for line in lines)}

    def described(self, pooler: Pooler) -> str:
        """It passes on in one way."""
        del pooler
        return f"{self.title} {self.version(self.find())}"
