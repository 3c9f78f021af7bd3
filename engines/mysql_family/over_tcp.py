"""Starts our MariaDB and MySQL servers on TCP, with TLS and without, in place of their socket; and
options of their buffer pool."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engines.contract.launch import Arrangement, Launch
from engines.servers.tcp_access import CERTIFICATE, KEY, new_tcp_access


def pool_options(wanted: Arrangement) -> tuple[str, ...]:
    """The size of InnoDB's buffer pool, where one is wanted; and that its pages are not reloaded
    after a restart, which would leave it warm."""
    size = () if wanted.buffer_mb is None else (f"innodb-buffer-pool-size={wanted.buffer_mb}M",)
    return (
        "innodb-buffer-pool-load-at-startup=OFF",
        "innodb-buffer-pool-dump-at-shutdown=OFF",
        *size,
    )


LOGIN = "login.sql"
"""What a server runs at each start, a statement a line."""
_USER = "cipherbench"
_CLOSED = frozenset({"--skip-networking", "--skip-ssl"})


def over_tcp(launch: Launch, directory: Path, rights: str = "") -> Launch:
    """The same with a login of its own and a random password: any user gets to the port. `rights`
    are statements that the server runs at each start, too, a line each."""
    assert launch.serve is not None
    entrance = new_tcp_access(directory / CERTIFICATE)
    named = f"'{_USER}'@'{entrance.host}'"
    login = (
        f"CREATE USER IF NOT EXISTS {named} IDENTIFIED BY '{entrance.password}';",
        f"GRANT ALL ON *.* TO {named} WITH GRANT OPTION;",
    )
    served = (each for each in launch.serve if each not in _CLOSED)
    return replace(
        launch,
        endpoint=entrance.of(launch.endpoint, _USER),
        files={
            **launch.files,
            CERTIFICATE: entrance.certificate,
            KEY: entrance.key,
            LOGIN: "".join(f"{line}\n" for line in (*rights.splitlines(), *login)),
        },
        serve=(
            *served,
            f"--bind-address={entrance.host}",
            f"--port={entrance.port}",
            "--skip-name-resolve",
            f"--ssl-cert={directory / CERTIFICATE}",
            f"--ssl-key={directory / KEY}",
            f"--init-file={directory / LOGIN}",
        ),
    )
