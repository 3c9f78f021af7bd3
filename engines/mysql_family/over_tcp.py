"""Servers of ours that are reached by TCP, with TLS and without, in place of their socket."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engines.contract.endpoint import Endpoint
from engines.contract.launch import Arrangement, Launch
from engines.servers.tls_entrance import tls_entrance

# InnoDB's buffer pool, as a server of ours is started with it.


def pool_options(wanted: Arrangement) -> tuple[str, ...]:
    """Its size, where one is wanted, and that what it held when the server stopped is never read
    back: it would be warm again."""
    size = () if wanted.buffer_mb is None else (f"innodb-buffer-pool-size={wanted.buffer_mb}M",)
    return (
        "innodb-buffer-pool-load-at-startup=OFF",
        "innodb-buffer-pool-dump-at-shutdown=OFF",
        *size,
    )


_CERTIFICATE, _KEY, _LOGIN = "server.crt", "server.key", "login.sql"
_USER = "cipherbench"
_CLOSED = frozenset({"--skip-networking", "--skip-ssl"})


def over_tcp(launch: Launch, directory: Path, rights: str = "") -> Launch:
    """The same with a login of its own and a random password: any user gets to the port. `rights`
    are statements that the server runs at each start, too, a line each."""
    assert launch.serve is not None
    entrance = tls_entrance(directory / _CERTIFICATE)
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
            _CERTIFICATE: entrance.certificate,
            _KEY: entrance.key,
            _LOGIN: "".join(f"{line}\n" for line in (*rights.splitlines(), *login)),
        },
        serve=(
            *served,
            f"--bind-address={entrance.host}",
            f"--port={entrance.port}",
            "--skip-name-resolve",
            f"--ssl-cert={directory / _CERTIFICATE}",
            f"--ssl-key={directory / _KEY}",
            f"--init-file={directory / _LOGIN}",
        ),
    )


# Replication of MariaDB. Both servers begin empty, and alike.

_FOLLOW = "follow.sql"
_FOR_EVER_MS = 2**64 - 1


def logging_for_standby(launch: Launch, *, waits: bool) -> Launch:
    """A server reached by TCP with a binary log; each commit `waits` until a standby has it, for
    ever. It begins to wait as its own statements at start are over."""
    assert launch.serve is not None
    options = ["log-bin=binlog", "binlog-format=ROW", "server-id=1", "sync-binlog=1"]
    if waits:
        waiting = (f"timeout={_FOR_EVER_MS}", "wait-no-slave=ON", "wait-point=AFTER_SYNC")
        options += [f"rpl-semi-sync-master-{each}" for each in waiting]
    begin = "SET GLOBAL rpl_semi_sync_master_enabled = ON;\n" if waits else ""
    return replace(
        launch,
        files={**launch.files, _LOGIN: launch.files[_LOGIN] + begin},
        serve=(*launch.serve, *(f"--{each}" for each in options)),
    )


def following(launch: Launch, entered: Endpoint, directory: Path) -> Launch:
    """One that carries out what a server `entered` by TCP has logged since its beginning."""
    assert launch.serve is not None
    follow = (
        f"CHANGE MASTER TO MASTER_HOST='{entered.host}', MASTER_PORT={entered.port}, "
        f"MASTER_USER='{entered.user}', MASTER_PASSWORD='{entered.password}', "
        "MASTER_SSL=0, MASTER_USE_GTID=slave_pos, MASTER_CONNECT_RETRY=1;\n"
        "START SLAVE;\n"
    )
    options = ("server-id=2", "relay-log=relay", "sync-relay-log=1", "read-only=ON",
               "rpl-semi-sync-slave-enabled=ON", f"init-file={directory / _FOLLOW}")  # fmt: skip
    return replace(
        launch,
        files={**launch.files, _FOLLOW: follow},
        serve=(*launch.serve, *(f"--{each}" for each in options)),
    )
