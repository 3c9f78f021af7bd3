"""How MariaDB and MySQL servers of ours listen on TCP, and how a standby follows them: by row-based
replication; both begin empty."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from engines.contract.endpoint import Endpoint, Pooler, Standby
from engines.contract.launch import Arrangement, Follower, Launch, Launcher
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


def buffer_pool_options(wanted: Arrangement) -> tuple[str, ...]:
    """Without dashes: the size, where one is wanted; and that pages are not reloaded after a
    restart, which would leave the buffer pool warm."""
    size = () if wanted.buffer_mb is None else (f"innodb-buffer-pool-size={wanted.buffer_mb}M",)
    return (
        "innodb-buffer-pool-load-at-startup=OFF",
        "innodb-buffer-pool-dump-at-shutdown=OFF",
        *size,
    )


_REPLICA_FILE = "follow.sql"


@dataclass(frozen=True)
class Replication:
    """How an engine sets up replication: options without their dashes, and statements."""

    binary_log_options: tuple[str, ...]
    """Options by which a server logs its commits for a standby."""
    semi_sync_options: tuple[str, ...]
    """Options by which each commit waits, for ever, until a standby has written it to disk."""
    enable_semi_sync: str
    start_replica: str
    """Statements that replicate {host}, {port} as {user} with {password}, without TLS, from the
    beginning of its log."""
    replica_options: tuple[str, ...]
    """Options of the standby."""


class FollowedByTcp(Launcher):
    """A launcher whose standbys replicate over TCP on 127.0.0.1 with a password: there is no other
    way."""

    poolers = (Pooler.HAPROXY,)
    standbys: tuple[Standby, ...] = (Standby.SYNCHRONOUS, Standby.ASYNCHRONOUS)
    replication: ClassVar[Replication]

    def prepared_for_standby(
        self, launch: Launch, standby: Standby, directory: Path, sockets: Path
    ) -> tuple[Launch, tuple[Follower, ...]]:
        """Commits begin to wait as the statements at its start are over."""
        del sockets
        words = self.replication
        opened = launch if launch.endpoint.host else self.with_tcp_listener(launch, directory)
        options, statements = words.binary_log_options, opened.files[INIT_FILE]
        if standby is Standby.SYNCHRONOUS:
            options += words.semi_sync_options
            statements += f"{words.enable_semi_sync}\n"
        logging = replace(_with_options(opened, options), endpoint=launch.endpoint)
        files = {**opened.files, INIT_FILE: statements}
        return replace(logging, files=files), (partial(self.standby, opened.endpoint),)

    def standby(self, entered: Endpoint, own: Launch, directory: Path) -> Launch:
        """Installed as its primary was, it carries out all that this has logged since."""
        words = self.replication
        start_replica = words.start_replica.format(
            host=entered.host, port=entered.port, user=entered.user, password=entered.password
        )
        statements = f"{self.startup_sql(own)}{start_replica}"
        options = (*words.replica_options, f"init-file={directory / _REPLICA_FILE}")
        return replace(_with_options(own, options), files={**own.files, _REPLICA_FILE: statements})

    def startup_sql(self, own: Launch) -> str:
        """The statements that a server of its own runs at each start, a line each."""
        del own
        return ""


def _with_options(launch: Launch, options: tuple[str, ...]) -> Launch:
    assert launch.serve is not None
    return replace(launch, serve=(*launch.serve, *(f"--{each}" for each in options)))
