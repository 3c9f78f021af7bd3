"""PgBouncer before a PostgreSQL that we start.

It listens on 127.0.0.1 and enters the server by TCP as well (`Launcher.over_tcp`), so that both
ways cost what they cost between machines but for the cable. It knows the program's own role by its
password and asks the server for the secrets of all others.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import time
from collections.abc import Collection, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from engines.contract.endpoint import Endpoint, Pooler
from engines.contract.errors import ServerUnavailable
from engines.contract.message import phrase
from engines.keeping.programs import ANSWER_SECONDS, ask
from engines.keeping.side_program import SideProgram, run_side_program
from engines.servers.tls_entrance import free_port

_PROGRAM = "CIPHERBENCH_PGBOUNCER"
_USUAL = Path("/usr/sbin/pgbouncer")
_PREPARES_SINCE = (1, 21)
"""Before it, transactions are pooled without prepared statements, which ours are."""
_MOST_CLIENTS = 1000
_START_SECONDS = 15.0
_SESSIONS = {Pooler.SESSION: 500, Pooler.TRANSACTION: 20}
"""Connections to the server for each login and database: a client has one to itself, or waits for
one of PgBouncer's default number."""


def program() -> Path:
    """Raises: ServerUnavailable"""
    named = os.environ.get(_PROGRAM) or shutil.which("pgbouncer")
    found = Path(named) if named else _USUAL
    if not found.is_file():
        raise ServerUnavailable(
            phrase("PgBouncer not found"),
            phrase("The program pgbouncer was not found on this machine."),
            phrase("Install the package pgbouncer, or name the program in {variable}."),
            variable=_PROGRAM,
        )
    return found


def version(found: Path) -> str:
    """Empty where it says none.

    Raises: ProgramFailed
    """
    answer = ask([str(found), "--version"], {}, seconds=ANSWER_SECONDS, any_code=True)
    known = re.search(r"PgBouncer ([\d.]+)", answer.out)
    return known[1] if known else ""


def _check(found: Path, pooler: Pooler) -> None:
    """Raises: ServerUnavailable where it cannot pool this way, ProgramFailed"""
    known = version(found)
    if pooler is Pooler.TRANSACTION and _numbers(known) < _PREPARES_SINCE:
        raise ServerUnavailable(
            phrase("PgBouncer too old"),
            phrase("PgBouncer {version} pools no transactions with prepared statements."),
            phrase("Install PgBouncer 1.21 or later, or pool sessions."),
            version=known,
        )


def _numbers(known: str) -> tuple[int, ...]:
    return tuple(int(each) for each in known.split(".") if each.isdigit())


def pooled(
    endpoint: Endpoint,
    pooler: Pooler,
    secured: Mapping[str, str],
    undone: ExitStack,
    cores: Collection[int] | None,
) -> Endpoint:
    """The endpoint of a server that is entered through PgBouncer on `cores`, until `undone` is
    closed.
    `secured` are files of a certificate and its key, by which clients may enter with TLS.

    Raises: ServerUnavailable, ProgramFailed, OSError
    """
    found, port = program(), free_port()
    _check(found, pooler)
    certificate, key = secured
    settings: Mapping[str, object] = {
        "listen_addr": endpoint.host,
        "listen_port": port,
        "unix_socket_dir": "",
        "auth_type": "scram-sha-256",
        "auth_file": "users",
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
    files = {
        "pgbouncer.ini": "\n".join(
            (
                "[databases]",
                f"* = host={endpoint.host} port={endpoint.port}",
                "[pgbouncer]",
                *(f"{name} = {value}" for name, value in settings.items()),
                "",
            )
        ),
        "users": f'"{endpoint.user}" "{endpoint.password}"\n',
        **secured,
    }
    side = run_side_program("pgbouncer", [str(found), "pgbouncer.ini"], files, {}, undone, cores)
    _wait_until_listening(endpoint.host or "", port, side)
    return endpoint.through_pooler(port, side.pid)


def _wait_until_listening(host: str, port: int, side: SideProgram) -> None:
    """Raises: ServerUnavailable"""
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until and not side.has_ended:
        with suppress(OSError), socket.create_connection((host, port), 1.0):
            return
        time.sleep(0.02)
    raise ServerUnavailable(
        phrase("PgBouncer did not start"),
        phrase("PgBouncer says: {reason}"),
        reason=side.message,
    )
