"""PgBouncer: it deals few connections of a PostgreSQL to many clients.

It knows the program's own role by its password and asks the server for the secrets of all others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from engines.contract.endpoint import Endpoint, Pooler
from engines.contract.errors import ServerUnavailable
from engines.contract.message import phrase
from engines.keeping.programs import ANSWER_SECONDS, call_program
from engines.servers.poolers.program import PoolerProgram

_PREPARES_SINCE = (1, 21)
"""Before it, transactions are pooled without prepared statements, which ours are."""
_MOST_CLIENTS = 1000
_SESSIONS = {Pooler.SESSION: 500, Pooler.TRANSACTION: 20}
"""Connections to the server for each login and database: a client has one to itself, or waits for
one of PgBouncer's default number."""
_CONFIGURATION, _USERS = "pgbouncer.ini", "users"


class PgBouncer(PoolerProgram):
    title, program_name = "PgBouncer", "pgbouncer"

    def version(self, found: Path) -> str:
        answer = call_program([str(found), "--version"], {}, seconds=ANSWER_SECONDS, any_code=True)
        known = re.search(r"PgBouncer ([\d.]+)", answer.out)
        return known[1] if known else ""

    def check(self, found: Path, pooler: Pooler) -> None:
        known = self.version(found)
        if pooler is Pooler.TRANSACTION and _numbers(known) < _PREPARES_SINCE:
            raise ServerUnavailable(
                phrase("PgBouncer too old"),
                phrase("PgBouncer {version} pools no transactions with prepared statements."),
                phrase("Install PgBouncer 1.21 or later, or pool sessions."),
                version=known,
            )

    def command(self, found: Path) -> Sequence[str]:
        return [str(found), _CONFIGURATION]

    def files(
        self, endpoint: Endpoint, port: int, pooler: Pooler, tls_files: Mapping[str, str]
    ) -> Mapping[str, str]:
        certificate, key = tls_files
        settings: Mapping[str, object] = {
            "listen_addr": endpoint.host,
            "listen_port": port,
            "unix_socket_dir": "",
            "auth_type": "scram-sha-256",
            "auth_file": _USERS,
            "auth_user": endpoint.user,
            "pool_mode": pooler,
            "default_pool_size": _SESSIONS[pooler],
            "max_client_conn": _MOST_CLIENTS,
            "max_prepared_statements": 200,
            "server_tls_sslmode": "disable",
            "server_login_retry": 1,
            "client_tls_sslmode": "allow",
            "client_tls_cert_file": certificate,
            "client_tls_key_file": key,
        }
        lines = (
            "[databases]",
            f"* = host={endpoint.host} port={endpoint.port}",
            "[pgbouncer]",
            *(f"{name} = {value}" for name, value in settings.items()),
        )
        return {
            _CONFIGURATION: "".join(f"{line}\n" for line in lines),
            _USERS: f'"{endpoint.user}" "{endpoint.password}"\n',
            **tls_files,
        }


def _numbers(known: str) -> tuple[int, ...]:
    return tuple(int(each) for each in known.split(".") if each.isdigit())
