"""Has MariaDB and MySQL servers that Cipherbench starts listen on TCP too, with TLS and without."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engines.contract.launch import Launch
from engines.servers.tcp_access import CERTIFICATE, KEY, new_tcp_access

INIT_FILE = "login.sql"
"""What a server runs at each start, a statement a line."""
_USER = "cipherbench"
_REMOVED_OPTIONS = frozenset({"--skip-networking", "--skip-ssl"})


def with_tcp_listener(launch: Launch, directory: Path, startup_sql: str = "") -> Launch:
    """The launch with a TCP listener on 127.0.0.1, with and without TLS, and a login of its own
    with a random password, since any local user can reach the port. `startup_sql`: further
    statements that the server runs at each start, one a line. Only the endpoint leaves the socket,
    the server still has it."""
    assert launch.serve is not None
    access = new_tcp_access(directory / CERTIFICATE)
    account = f"'{_USER}'@'{access.host}'"
    login = (
        f"CREATE USER IF NOT EXISTS {account} IDENTIFIED BY '{access.password}';",
        f"GRANT ALL ON *.* TO {account} WITH GRANT OPTION;",
    )
    options = (each for each in launch.serve if each not in _REMOVED_OPTIONS)
    return replace(
        launch,
        endpoint=access.endpoint_for(launch.endpoint, _USER),
        files={
            **launch.files,
            CERTIFICATE: access.certificate,
            KEY: access.key,
            INIT_FILE: "".join(f"{line}\n" for line in (*startup_sql.splitlines(), *login)),
        },
        serve=(
            *options,
            f"--bind-address={access.host}",
            f"--port={access.port}",
            "--skip-name-resolve",
            f"--ssl-cert={directory / CERTIFICATE}",
            f"--ssl-key={directory / KEY}",
            f"--init-file={directory / INIT_FILE}",
        ),
    )
